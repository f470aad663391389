"""The critics: published arguments against kappa and the AUK, with their own worked numbers.

Every claim is from a publication of its own, the second part of its id
(``data/printed/references.csv``); the last sentence of its note says how much of that we saw. A
judgement has for and against in ``remarks.toml``, and no code.
"""

CHAPTERS = ("raters", "coefficients", "classifiers", "thresholds")
