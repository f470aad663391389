"""Every reading of a space under Naive Bayes, compared with every target at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from experiments.lost_preparation import bayes
from experiments.lost_preparation.cuts import Floats
from experiments.lost_preparation.spaces import Space, orders
from experiments.lost_preparation.targets import ColumnLogs, Target, in_units

AS_DISTRIBUTED = "as distributed"
BLOCK = 250  # rows of a block of sums: as many as the processor's cache holds


@dataclass(frozen=True)
class Parts:
    """The columns of a space in three groups: one task fixes the first, and tries the others."""

    head: tuple[int, ...]
    left: tuple[int, ...]
    right: tuple[int, ...]


def parts(space: Space) -> Parts:
    """Group the columns, from the last: blocks of about `BLOCK` by `BLOCK` readings a task."""
    groups: list[list[int]] = []
    left = list(range(len(space.columns)))
    for _ in range(2):
        group: list[int] = []
        size = 1
        while left and size * len(space.columns[left[-1]]) <= BLOCK:
            size *= len(space.columns[left[-1]])
            group.insert(0, left.pop())
        groups.append(group)
    return Parts(tuple(left), tuple(groups[1]), tuple(groups[0]))


def heads(space: Space) -> list[tuple[int, ...]]:
    """List the choices in the columns that a task fixes."""
    return list(product(*(range(len(space.columns[i])) for i in parts(space).head)))


@lru_cache(maxsize=1)
def _logs(space: Space, order: str) -> ColumnLogs:
    rows = orders(space.table).get(order)  # None as distributed
    return ColumnLogs(space, order=rows)


def search(
    space: Space, order: str, head: Sequence[int], wanted: Sequence[Target]
) -> dict[str, Any]:
    """Try all readings with one choice in the head's columns.

    Returns
    -------
    dict
        ``tried``; ``accuracy`` and ``both``, how many have the accuracy, or accuracy and kappa, of
        each target; ``six``, pairs of a target's number and a reading that has all six.
    """
    logs, groups = _logs(space, order), parts(space)
    six = np.array([target.six for target in wanted])
    accuracy, both = np.zeros(len(wanted), dtype=int), np.zeros(len(wanted), dtype=int)
    matches: list[tuple[int, list[int]]] = []
    tried = 0
    for readings, classes in _promising(logs, space, groups, head, six[:, 0]):
        tried += len(readings)
        near = readings[:, 0] >= 0
        if not near.any():
            continue
        found = in_units(logs.six(classes))
        same = found[:, None, 0] == six[:, 0]
        accuracy += same.sum(axis=0)
        at, target = np.nonzero(same & (found[:, None, 2] == six[:, 2]))
        both += np.bincount(target, minlength=len(wanted))
        kept, all_six = readings[near], (found[at] == six[target]).all(axis=1)
        for row, number in zip(at[all_six].tolist(), target[all_six].tolist(), strict=True):
            matches.append((number, kept[row].tolist()))
    return {
        "tried": tried,
        "accuracy": accuracy.tolist(),
        "both": both.tolist(),
        "six": sorted(matches),
    }


def _promising(
    logs: ColumnLogs, space: Space, groups: Parts, head: Sequence[int], accuracies: NDArray[Any]
) -> Iterator[tuple[NDArray[np.intp], NDArray[np.uint8]]]:
    """Yield blocks of readings, and the predictions of those with about as many hits as a target.

    A reading with another number of hits is given as -1 in every column.
    """
    n = len(logs.y)
    allowed = np.zeros(n + 1, dtype=bool)
    # Folds of unequal size: the mean of their accuracies is not quite that of all rows.
    slack = 0 if n % bayes.N_FOLDS == 0 else 1
    for hits in {round(a / 10_000 * n) for a in accuracies.tolist()}:
        allowed[hits - slack : hits + slack + 1] = True
    left, right = _sums(logs, space, groups.left), _sums(logs, space, groups.right)
    start = logs.prior + sum(
        (logs.parts[i][:, choice] for i, choice in zip(groups.head, head, strict=True)),
        start=np.zeros_like(logs.prior),
    )
    columns = (*groups.head, *groups.left, *groups.right)
    back = np.argsort(columns)
    for choice, one in zip(left[0], np.moveaxis(left[1], 1, 0), strict=True):
        classes = bayes.predicted(right[1] + (start + one)[:, None, :])
        near = allowed[np.count_nonzero(classes == logs.y.astype(np.uint8), axis=1)]
        readings = np.full((len(near), len(columns)), -1, dtype=np.intp)
        rest = np.array(right[0])[near]
        fixed = np.tile((*head, *choice), (len(rest), 1)).astype(np.intp)
        readings[near] = np.hstack([fixed, rest])[:, back]
        yield readings, classes[near]


def _sums(
    logs: ColumnLogs, space: Space, columns: Sequence[int]
) -> tuple[list[tuple[int, ...]], Floats]:
    """Add up what some columns give, for every choice in them: (n_classes - 1, choices, n)."""
    choices = list(product(*(range(len(space.columns[i])) for i in columns)))
    total = np.zeros((len(logs.prior), 1, len(logs.y)))
    for i in columns:
        total = (total[:, :, None, :] + logs.parts[i][:, None, :, :]).reshape(
            len(logs.prior), -1, len(logs.y)
        )
    return choices, total
