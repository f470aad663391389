"""What passes the filter, in WEKA: J48, then the classifiers that were held out; and levels."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from experiments.lost_preparation import bayes
from experiments.lost_preparation.search import AS_DISTRIBUTED
from experiments.lost_preparation.spaces import Space, orders, spaces
from experiments.lost_preparation.targets import (
    PRINTED,
    Six,
    Target,
    in_units,
    printed_six,
)
from kappabook.study import WekaStratifiedKFold
from kappabook.study.engines import Engine, engine_named

HELD_OUT = ("SMO", "Logistic")
ALL = ("NaiveBayes", "J48", *HELD_OUT)
# SMO and Logistic are slow.
LEVEL_SEEDS = {"NaiveBayes": 10, "J48": 10, "SMO": 5, "Logistic": 5}
SDS = 3
Record = dict[str, Any]


@cache
def _weka() -> Engine:
    return engine_named("weka")


def weka_six(
    space: Space, reading: Sequence[int], classifier: str, seed: int = 1, order: str = ""
) -> Six:
    """Cross-validate one reading in WEKA; return the six numbers, in units of the 4th decimal."""
    return _units(_in_weka(space, reading, classifier, seed, order))


def confirm(space: Space, order: str, reading: Sequence[int], target: Target) -> Record:
    """Run J48 on one reading that has all six numbers of a target; then what is held out.

    The wanted numbers are the printed ones or, for a decoy, those of its own reading with its own
    seed. ``folds`` marks the predictions of Naive Bayes: readings of one mark have the same.
    """
    rows = orders(space.table).get(order)  # None as distributed
    folds = bayes.fold_numbers(space.table.y, order=rows)
    classes = _bayes(space, reading, folds)
    numbers = _in_weka(space, reading, "J48", 1, order)
    found, wanted = _units(numbers), _wanted(space, target, "J48")
    same = found[0] == wanted[0] and found[2] == wanted[2]
    record = {
        "folds": sha256(classes.tobytes()).hexdigest()[:12],
        "j48_accuracy": float(numbers[0]),
        "j48_kappa": float(numbers[2]),
        "j48_same_accuracy": _word(found[0] == wanted[0]),
        "j48_same": _word(same),
    }
    for name in HELD_OUT:
        agrees = same and weka_six(space, reading, name, order=order) == _wanted(
            space, target, name
        )
        record[f"{name.lower()}_same"] = _word(agrees) if same else "not run"
    return record


def levels(space: Space, reading: Sequence[int], label: str) -> list[Record]:
    """Average accuracy and chance over seeds, as far as the classifiers fit the printed ones.

    The first classifier whose printed accuracy or chance is more than `SDS` standard deviations
    from the mean over seeds ends the list: the reading is not possible in any order of the rows
    that is like a random one.
    """
    records = []
    for classifier in ALL:
        runs = np.array(
            [
                _level(space, reading, classifier, seed)
                for seed in range(1, LEVEL_SEEDS[classifier] + 1)
            ]
        )
        wanted = printed_six(space.table.name, classifier)
        record: Record = {
            "dataset": space.table.name,
            "missing": space.missing,
            "reading": label,
            "classifier": classifier,
        }
        possible = True
        for column, name in ((0, "accuracy"), (4, "chance")):
            mean, sd = float(runs[:, column].mean()), float(runs[:, column].std(ddof=1))
            record |= {name: mean, f"{name}_sd": sd}
            possible &= abs(wanted[column] / 10_000 - mean) <= SDS * sd
        records.append({**record, "possible": _word(possible)})
        if not possible:
            break
    return records


def _level(space: Space, reading: Sequence[int], classifier: str, seed: int) -> NDArray[np.float64]:
    if classifier == "NaiveBayes":
        folds = bayes.fold_numbers(space.table.y, seed)
        classes = _bayes(space, reading, folds)[None, :]
        y, n_classes = space.table.y, len(space.table.classes)
        return np.asarray(bayes.six_numbers(classes, y, n_classes, folds)[0])
    return _in_weka(space, reading, classifier, seed, AS_DISTRIBUTED)


def _bayes(space: Space, reading: Sequence[int], folds: NDArray[np.intp]) -> NDArray[np.uint8]:
    given = space.table.y, len(space.table.classes), folds
    scores = bayes.prior(*given)
    for options, choice in zip(space.columns, reading, strict=True):
        scores = scores + bayes.column(options[choice], *given)
    return bayes.predicted(scores)


def _in_weka(
    space: Space, reading: Sequence[int], classifier: str, seed: int, order: str
) -> NDArray[np.float64]:
    rows = orders(space.table).get(order)
    table = space.read(reading, rows)
    classes = np.empty(len(table.y), dtype=np.uint8)
    folds = np.empty(len(table.y), dtype=np.intp)
    dealt = WekaStratifiedKFold(bayes.N_FOLDS, random_state=seed).split_codes(table.y)
    for number, (train, test) in enumerate(dealt):
        classes[test] = _weka().predict(table, classifier, train, test)
        folds[test] = number
    six = bayes.six_numbers(classes[None, :], table.y, len(table.classes), folds)
    return np.asarray(six[0])


@cache
def _wanted(space: Space, target: Target, classifier: str) -> Six:
    if target.kind == PRINTED:
        return printed_six(space.table.name, classifier)
    own = spaces(space.table.name)[target.space]
    return weka_six(own, target.reading, classifier, target.seed)


def _units(six: NDArray[np.float64]) -> Six:
    return tuple(in_units(six).tolist())


def _word(true: object) -> str:
    return "yes" if true else "no"
