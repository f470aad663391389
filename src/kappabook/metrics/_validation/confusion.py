"""What takes a confusion matrix refuses all else."""

from __future__ import annotations

from kappabook.metrics.confusion import ConfusionMatrix


def refuse_no_matrix(confusion: object) -> None:
    """Raise TypeError for what is no confusion matrix yet."""
    if not isinstance(confusion, ConfusionMatrix):
        raise TypeError(
            f"confusion is a {type(confusion).__name__}; make a ConfusionMatrix of it first."
        )
