"""Numbers in, numbers out: no tables, no plots, no files."""

from kappabook.metrics.agreement import chance_agreement, cohen_kappa_score
from kappabook.metrics.confusion import ConfusionMatrix

__all__ = ["ConfusionMatrix", "chance_agreement", "cohen_kappa_score"]
