"""The right value of a table, by scikit-learn, statsmodels or fractions; never by kappabook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
from sklearn import metrics
from statsmodels.stats.inter_rater import cohens_kappa

Expected = dict[str, float]


def two_columns(truth: Iterable[Any], prediction: Iterable[Any], weight: Any = None) -> Expected:
    """Accuracy and kappa of predictions, by scikit-learn."""
    y, p = list(truth), list(prediction)
    labels = sorted({*y, *p}, key=str)
    y, p = ([labels.index(label) for label in labels_] for labels_ in (y, p))
    return {
        "accuracy": metrics.accuracy_score(y, p, sample_weight=weight),
        "kappa": metrics.cohen_kappa_score(y, p, sample_weight=weight),
    }


def ranking(truth: Iterable[Any], score: Iterable[float], positive: Any) -> Expected:
    """The area under the ROC curve, by scikit-learn."""
    return {"auc": float(metrics.roc_auc_score([y == positive for y in truth], list(score)))}


def matrix(cells: Sequence[Sequence[int]]) -> Expected:
    """Accuracy and kappa of a matrix whose rows are the truth, by statsmodels; n by adding."""
    table = np.asarray(cells, dtype=int)
    n = int(table.sum())
    kappa = float(cohens_kappa(table, return_results=True).kappa)
    return {"n": n, "accuracy": float(Fraction(int(np.trace(table)), n)), "kappa": kappa}


def two_by_two(cells: Sequence[Sequence[int]]) -> Expected:
    """Also the rates of a matrix with negative and positive truth in its rows, by fractions."""
    (_, fp), (fn, tp) = [[int(x) for x in row] for row in cells]
    rates = {"sensitivity": Fraction(tp, tp + fn), "ppv": Fraction(tp, tp + fp)}
    return {**matrix(cells), **{name: float(rate) for name, rate in rates.items()}}


Distance = Callable[[Any, Any], Fraction]


def _unequal(a: Any, b: Any) -> Fraction:
    return Fraction(a != b)


def squared(a: Any, b: Any) -> Fraction:
    """The distance of interval alpha."""
    return (Fraction(a) - Fraction(b)) ** 2


def ratings(items: Iterable[Sequence[Any]], distance: Distance = _unequal) -> Expected:
    """Agreement and Krippendorff's alpha of lists of ratings, one an item, by fractions.

    A gap is None or is left out. Every ordered pair of ratings of one item counts one in so many
    ratings less one (Krippendorff 2011).
    """
    rated = [[x for x in item if x is not None] for item in items]
    rated = [item for item in rated if len(item) > 1]
    observed = sum(
        sum((2 * distance(a, b) for a, b in combinations(item, 2)), Fraction()) / (len(item) - 1)
        for item in rated
    )
    counts = Counter(x for item in rated for x in item)
    n = sum(counts.values())
    expected = sum(
        (2 * counts[a] * counts[b] * distance(a, b) for a, b in combinations(counts, 2)), Fraction()
    ) / (n - 1)
    equal = [
        Fraction(sum(a == b for a, b in combinations(item, 2)), len(list(combinations(item, 2))))
        for item in rated
    ]
    found = {"n_items": len(rated), "percent_agreement": float(sum(equal) / len(rated))}
    if expected:
        found["alpha.estimate"] = float(1 - observed / expected)
    return found


def pair(first: Iterable[Any], second: Iterable[Any], **options: Any) -> Expected:
    """What `ratings` gives for two raters, and their kappa by scikit-learn."""
    both = [(a, b) for a, b in zip(first, second, strict=True) if None not in (a, b)]
    codes: dict[Any, int] = {}  # equal sets may be written in two orders
    coded = [[codes.setdefault(x, len(codes)) for x in one] for one in both]
    kappa = metrics.cohen_kappa_score(*zip(*coded, strict=True))
    return {**ratings(both, **options), "kappa.0.estimate": float(kappa)}


def is_right(data: dict[str, Any], expected: Expected, within: float = 1e-9) -> bool:
    """Whether the JSON of a command has every expected number."""
    return all(_near(_at(data, key), value, within) for key, value in expected.items())


def _near(found: Any, value: float, within: float) -> bool:
    return isinstance(found, int | float) and abs(found - value) <= within


def _at(data: Any, key: str) -> Any:
    """Follow a key with points: 'kappa.0.estimate'."""
    for step in key.split("."):
        try:
            data = data[int(step)] if isinstance(data, list) else data[step]
        except (KeyError, IndexError, TypeError):
            return None
    return data
