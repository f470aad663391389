"""WEKA's Naive Bayes on fixed folds, one column at a time, so that columns can be combined fast.

The score of a class is a sum over the columns, so what a column adds is computed once for each way
to read it. `log P(x | c) - log P(x | first class)` is kept for every row, from the training set of
the fold in which the row is tested.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, stdtrit

from experiments.lost_preparation.cuts import Floats, Option
from kappabook.study import WekaStratifiedKFold

Codes = NDArray[np.intp]
N_FOLDS = 10
FLOOR = 1e-75  # WEKA lets no density fall below


def fold_numbers(y: Codes, seed: int = 1, order: Codes | None = None) -> Codes:
    """Say in which fold each row is tested, if the file has its rows in `order`."""
    rows = np.arange(len(y)) if order is None else order
    folds = np.empty(len(y), dtype=np.intp)
    for number, (_, test) in enumerate(
        WekaStratifiedKFold(N_FOLDS, random_state=seed).split_codes(y[rows])
    ):
        folds[rows[test]] = number
    return folds


def prior(y: Codes, n_classes: int, folds: Codes) -> Floats:
    """Return log P(c) - log P(first class) of each row, of shape (n_classes - 1, n)."""
    counts = _counts(y, np.zeros(len(y), dtype=np.intp), 1, n_classes, folds)[:, :, 0] + 1.0
    logs: Floats = np.log(counts)
    return (logs - logs[:, :1])[folds, 1:].T


def column(option: Option, y: Codes, n_classes: int, folds: Codes) -> Floats:
    """Return what a column adds to the score of each class but the first: (n_classes - 1, n)."""
    if option.n_values < 0:
        return np.zeros((n_classes - 1, len(y)))
    if option.n_values == 0:
        return _numbers(option.codes, y, n_classes, folds)
    known = ~np.isnan(option.codes)
    values = np.where(known, option.codes, 0).astype(np.intp)
    counts = _counts(y, values, option.n_values, n_classes, folds, known)
    shares = (counts + 1.0) / (counts.sum(axis=2, keepdims=True) + option.n_values)
    logs = np.log(shares)[folds, :, values]
    return np.where(known, (logs - logs[:, :1])[:, 1:].T, 0.0)


def _counts(
    y: Codes, values: Codes, n_values: int, n_classes: int, folds: Codes, known: object = True
) -> NDArray[np.intp]:
    """Count class by value in the training set of each fold."""
    counts = np.zeros((N_FOLDS, n_classes, n_values), dtype=np.intp)
    np.add.at(counts, (folds, y, values), np.broadcast_to(np.asarray(known), y.shape).astype(int))
    rest: NDArray[np.intp] = counts.sum(axis=0) - counts
    return rest


def _numbers(x: Floats, y: Codes, n_classes: int, folds: Codes) -> Floats:
    """Take one normal per class, over intervals as wide as the mean gap between values."""
    found = np.zeros((n_classes - 1, len(y)))
    for fold in range(N_FOLDS):
        train = (folds != fold) & ~np.isnan(x)
        test = np.flatnonzero((folds == fold) & ~np.isnan(x))
        distinct = np.unique(x[train])
        gap = (distinct[-1] - distinct[0]) / (len(distinct) - 1) if len(distinct) > 1 else 0.01
        at = np.rint(x[test] / gap) * gap
        logs = np.empty((n_classes, len(test)))
        for c in range(n_classes):
            own = np.rint(x[train & (y == c)] / gap) * gap
            width = max(gap / 6, float(own.std()))
            share = ndtr((at - own.mean() + gap / 2) / width) - ndtr(
                (at - own.mean() - gap / 2) / width
            )
            logs[c] = np.log(np.maximum(FLOOR, share))
        found[:, test] = logs[1:] - logs[0]
    return found


def predicted(scores: Floats) -> NDArray[np.uint8]:
    """Return the class of each row from scores of shape (n_classes - 1, ..., n)."""
    classes: NDArray[np.uint8] = (scores[0] > 0).astype(np.uint8)
    best = np.maximum(scores[0], 0) if len(scores) > 1 else scores[0]
    for number, score in enumerate(scores[1:], start=2):
        classes[score > best] = number
        best = np.maximum(best, score)
    return classes


def six_numbers(classes: NDArray[np.uint8], y: Codes, n_classes: int, folds: Codes) -> Floats:
    """Return what the paper prints, of shape (m, 6), from predictions of shape (m, n).

    Mean and half-width over the ten folds of accuracy, kappa and the chance solved from them,
    (accuracy - kappa) / (1 - kappa), 0 for a perfect fold.
    """
    m, cells = len(classes), n_classes * n_classes
    places = (folds * cells + y * n_classes).astype(np.int32) + classes
    places += (np.arange(m, dtype=np.int32) * (N_FOLDS * cells))[:, None]
    tables = np.bincount(places.ravel(), minlength=m * N_FOLDS * cells)
    tables = tables.reshape(m, N_FOLDS, n_classes, n_classes)
    size = np.bincount(folds)
    accuracy = np.trace(tables, axis1=2, axis2=3) / size
    expected = (tables.sum(axis=2) * tables.sum(axis=3)).sum(axis=2) / size**2
    kappa = (accuracy - expected) / (1 - expected)
    # As fractions of integers: a perfect fold is exactly 1.
    chance = np.where(accuracy == 1, 0.0, expected)
    t = float(stdtrit(N_FOLDS - 1, 0.975)) / N_FOLDS**0.5
    columns = [f(v) for v in (accuracy, kappa, chance) for f in (_mean, lambda v: t * _sd(v))]
    return np.stack(columns, axis=1)


def _mean(values: Floats) -> Floats:
    return np.asarray(values.mean(axis=1))


def _sd(values: Floats) -> Floats:
    return np.asarray(values.std(axis=1, ddof=1))
