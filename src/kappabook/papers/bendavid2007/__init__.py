"""Ben-David (2007), A lot of randomness is hiding in accuracy."""

from kappabook.papers.bendavid2007.checks import findings

TITLE = "A lot of randomness is hiding in accuracy"
FIGURES = {}

__all__ = ["FIGURES", "TITLE", "findings"]
