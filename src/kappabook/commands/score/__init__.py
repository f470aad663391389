"""What classifiers in a file are worth: what ``kappabook score`` does."""

from kappabook.commands.score.classifier import measure_arrays
from kappabook.commands.score.compute import Asked, score

__all__ = ["Asked", "measure_arrays", "score"]
