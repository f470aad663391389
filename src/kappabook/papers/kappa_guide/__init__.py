"""The guide: a documentation page on Cohen's kappa with two doctors and a scale of words."""
