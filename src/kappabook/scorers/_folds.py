"""What the scorers of rankings call: a measure of one fold, in which a class may be missing.

By name in a module, so that a scorer can be pickled; scikit-learn reads their signatures.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from numpy.typing import ArrayLike

from kappabook.metrics._numbers import number, undefined
from kappabook.metrics._validation.labels import as_labels
from kappabook.metrics._validation.scores import as_cases
from kappabook.metrics.auk import auk_score
from kappabook.metrics.roc import gini_score


def auk(
    y_true: ArrayLike, y_score: ArrayLike, *, sample_weight: ArrayLike | None = None, **options: Any
) -> float:
    """Return the AUK of one fold, in which a class may be missing."""
    return _of_a_fold(auk_score, "AUK", y_true, y_score, sample_weight, **options)


def gini(
    y_true: ArrayLike, y_score: ArrayLike, *, sample_weight: ArrayLike | None = None, **options: Any
) -> float:
    """Return the Gini coefficient of one fold, in which a class may be missing."""
    return _of_a_fold(gini_score, "the Gini coefficient", y_true, y_score, sample_weight, **options)


def _of_a_fold(
    measure: Callable[..., float],
    name: str,
    y_true: ArrayLike,
    y_score: ArrayLike,
    sample_weight: ArrayLike | None,
    *,
    pos_label: Hashable | None,
    replace_undefined_by: float,
    **options: Any,
) -> float:
    """Measure a fold whose estimator knows both classes, though the fold may have one only.

    A measure by itself has to refuse a `pos_label` that does not occur: it may be mistyped.
    Here the estimator was trained on it. Without one, the scores are those of ``classes_[1]``,
    which is the larger of the two labels.
    """
    classes = set(as_labels(y_true, "y_true").tolist())
    if len(classes) == 1 and (pos_label is None or number(pos_label) not in classes):
        (only,) = classes
        as_cases(y_true, y_score, only, sample_weight)  # bad input is an error all the same
        return undefined(name, f"all cases of y_true are {only!r}", replace_undefined_by)
    if len(classes) == 2 and pos_label is None:
        pos_label = max(classes)
    return measure(
        y_true,
        y_score,
        pos_label=pos_label,
        sample_weight=sample_weight,
        replace_undefined_by=replace_undefined_by,
        **options,
    )
