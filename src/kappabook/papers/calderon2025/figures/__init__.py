"""Our own figures: the retrial of the paper's models, and judges by simulation."""

from kappabook.papers.calderon2025.figures.retrial import epsilon, verdicts
from kappabook.papers.calderon2025.figures.simulated import rates, rules

__all__ = ["epsilon", "rates", "rules", "verdicts"]
