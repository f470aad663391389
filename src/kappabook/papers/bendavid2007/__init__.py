"""Ben-David (2007), A lot of randomness is hiding in accuracy."""

from kappabook.papers.bendavid2007.checks import findings
from kappabook.papers.bendavid2007.figures import FIGURES

TITLE = "A lot of randomness is hiding in accuracy"

__all__ = ["FIGURES", "TITLE", "findings"]
