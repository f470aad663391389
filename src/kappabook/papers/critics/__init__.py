"""The critics: published arguments against kappa and the AUK, with their own worked numbers."""

from kappabook.papers.critics.checks import findings
from kappabook.papers.critics.figures import FIGURES

TITLE = "The critics"

__all__ = ["FIGURES", "TITLE", "findings"]
