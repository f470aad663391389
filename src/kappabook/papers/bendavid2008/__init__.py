"""Ben-David (2008), About the relationship between ROC curves and Cohen's kappa."""

from kappabook.papers.bendavid2008.checks import findings
from kappabook.papers.bendavid2008.examples import read_example
from kappabook.papers.bendavid2008.figures import FIGURES

TITLE = "About the relationship between ROC curves and Cohen's kappa"

__all__ = ["FIGURES", "TITLE", "findings", "read_example"]
