"""Ben-David (2007), A lot of randomness is hiding in accuracy."""

from kappabook.papers.bendavid2007 import figures, figures_rerun
from kappabook.papers.bendavid2007.checks import findings

TITLE = "A lot of randomness is hiding in accuracy"
FIGURES = {**figures.FIGURES, **figures_rerun.FIGURES}

__all__ = ["FIGURES", "TITLE", "findings"]
