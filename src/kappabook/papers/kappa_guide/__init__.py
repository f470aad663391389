"""The guide: a documentation page on Cohen's kappa with two doctors and a scale of words."""

from kappabook.papers.paper import Paper

PAPER = Paper(
    title="Cohen's Kappa (a documentation page)",
    authors="A documentation page",
    notebooks=("01-kappa-guide",),
    figures=("doctors", "lazy"),
    statements=37,
)
