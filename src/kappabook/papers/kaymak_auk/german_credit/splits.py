"""Who is deleted, who trains and who tests: every split of German Credit, each from its own seed.

The paper thins the bad credits until they are 11 % of the data, gives 768 as the size of the
result, and trains on 500. Deleting bad credits alone leaves 700 + 86 = 786; 768 takes deleting
good ones too. So both are done, beside the other file and the data as they are.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator, SeedSequence
from numpy.typing import NDArray

Rows = NDArray[np.int64]

SEED = 20100611
N_TRAIN = 500


@dataclass(frozen=True)
class Variant:
    """One reading of the data: which form of the file, and how many of each class are kept."""

    number: int
    name: str
    form: str
    n_good: int
    n_bad: int
    n_splits: int
    reading: str


VARIANTS = {
    variant.name: variant
    for variant in (
        Variant(
            0, "numeric-786", "numeric", 700, 86, 1000, "24 numbers; bad deleted to 86: 10.9 %"
        ),
        Variant(
            1, "numeric-768", "numeric", 684, 84, 300, "24 numbers; 684 good and 84 bad: 10.9 %"
        ),
        Variant(2, "one-hot-786", "one-hot", 700, 86, 300, "20 attributes one-hot; 86 bad: 10.9 %"),
        Variant(3, "original", "numeric", 700, 300, 300, "24 numbers; nothing deleted: 30 %"),
    )
}
# The restarts: one split, chosen before any was looked at; other first weights each time.
RESTART_VARIANT, RESTART_SPLIT, N_RESTARTS = "numeric-786", 0, 200
# What a random stream is for; part of its seed, never to be renumbered.
_ROWS, _FIT, _RESTART = 0, 1, 2


@dataclass(frozen=True)
class Split:
    """Row numbers in the file, counted from 0, in the order drawn."""

    train: Rows
    test: Rows


def variant(name: str) -> Variant:
    """Look a variant up; an unknown name is refused with those there are."""
    if name not in VARIANTS:
        raise ValueError(f"no variant {name!r}; there are {', '.join(VARIANTS)}.")
    return VARIANTS[name]


def draw_split(y: NDArray[np.str_], which: Variant, number: int) -> Split:
    """Draw one split; any can be drawn alone.

    Parameters
    ----------
    y : ndarray of shape (n_rows,)
        'good' or 'bad'.
    which : Variant
        How many of each to keep.
    number : int
        Of the split, from 0.
    """
    rng = stream(which, number, _ROWS)
    kept = np.concatenate([thin(y, "good", which.n_good, rng), thin(y, "bad", which.n_bad, rng)])
    if len(kept) <= N_TRAIN:
        raise ValueError(
            f"{len(kept)} cases are kept, and {N_TRAIN} of them train; none is left to test. "
            "Keep more."
        )
    shuffled = rng.permutation(kept)
    return Split(shuffled[:N_TRAIN], shuffled[N_TRAIN:])


def thin(y: NDArray[np.str_], label: str, keep: int, rng: Generator) -> Rows:
    """Keep so many cases of one class, drawn at random; their rows, in order.

    Raises
    ------
    ValueError
        The class does not occur, or has fewer cases than asked for.
    """
    rows = np.flatnonzero(y == label)
    if len(rows) == 0:
        raise ValueError(f"no case is {label!r}; the classes are {sorted(set(y.tolist()))}.")
    if not 0 < keep <= len(rows):
        raise ValueError(
            f"{keep} cases of class {label!r} asked for, and there are {len(rows)}; "
            f"ask for 1 to {len(rows)}."
        )
    return np.sort(rng.permutation(rows)[:keep])


def stream(which: Variant, split: int, *purpose: int) -> Generator:
    """Random numbers of one purpose in one split, independent of all others."""
    return np.random.default_rng(SeedSequence(SEED, spawn_key=(which.number, split, *purpose)))


def fit_stream(which: Variant, split: int, model: int) -> Generator:
    """Random numbers of one model in one split."""
    return stream(which, split, _FIT, model)


def restart_stream(model: int, restart: int) -> Generator:
    """Random numbers of one net in one restart of the fixed split."""
    return stream(VARIANTS[RESTART_VARIANT], RESTART_SPLIT, _RESTART, model, restart)
