"""What classifiers in a file are worth: what ``kappabook score`` does."""

from kappabook.report.score.classifier import measure_arrays
from kappabook.report.score.compute import Asked, score

__all__ = ["Asked", "measure_arrays", "score"]
