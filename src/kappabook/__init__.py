"""Cohen's kappa, ROC curves and the AUK: measures, displays and five texts re-run."""

from kappabook.metrics import ConfusionMatrix, chance_agreement, cohen_kappa_score

__version__ = "0.1.0"

__all__ = ["ConfusionMatrix", "__version__", "chance_agreement", "cohen_kappa_score"]
