"""A function of several raters' labels: Krippendorff's alpha."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from kappabook.metrics.raters import fleiss_kappa_score, krippendorff_alpha_score
from kappabook.teaching.exercises.functions import Case, Task
from kappabook.teaching.exercises.tasks.seeded import generator, ratio

Ratings = Sequence[Sequence[Any]]


def _tables() -> list[Case]:
    rng = generator()
    given: list[tuple[list[list[Any]], str]] = [
        ([["a", "a"], ["a", "b"], ["b", "b"], ["b", "b"]], ""),
        ([["a", "a", "b"], ["b", "b", "b"], ["a", "a", "a"]], "Here there are three raters."),
        ([[1, 1, 1], [2, None, 1], [2, 2, 2], [1, 1, None]], "Here two ratings are missing."),
        (
            [["a", "a", "b"], ["b", None, None], ["b", "b", "b"], ["a", "c", None]],
            "Here one item has a single rating, which has no partner.",
        ),
        ([["x", "y"], ["y", "x"], ["x", "y"]], "Here the raters never agree."),
    ]
    for n, raters, labels, missing in ((10, 3, "ab", 0.0), (30, 4, "abc", 0.3)):
        table: list[list[Any]] = []
        for _ in range(n):
            truth = rng.choice(list(labels))
            row = [truth if rng.random() < 0.6 else rng.choice(list(labels)) for _ in range(raters)]
            table.append([None if rng.random() < missing else str(label) for label in row])
        given.append((table, ""))
    return [Case((t,), float(krippendorff_alpha_score(t)), note) for t, note in given]


def _known(ratings: Ratings, least: int = 2) -> list[list[Any]]:
    rows = [[label for label in row if label is not None] for row in ratings]
    return [row for row in rows if len(row) >= least]


def _apart(row: Sequence[Any]) -> float:
    """Share of the pairs of one item that differ."""
    m = len(row)
    return 1 - sum(c * (c - 1) for c in Counter(row).values()) / (m * (m - 1))


def _observed(ratings: Ratings) -> float:
    rows = _known(ratings)
    return sum(len(row) * _apart(row) for row in rows) / sum(map(len, rows))


def _expected(ratings: Ratings, *, least: int = 2, back: bool = False) -> float:
    pot = Counter(label for row in _known(ratings, least) for label in row)
    n = sum(pot.values())
    if back:
        return 1 - sum(c * c for c in pot.values()) / n**2
    return 1 - sum(c * (c - 1) for c in pot.values()) / (n * (n - 1))


def _even(ratings: Ratings) -> float:
    rows = _known(ratings)
    return sum(map(_apart, rows)) / len(rows)


def _without(
    observed: Callable[[Ratings], float], expected: Callable[[Ratings], float]
) -> Callable[[Ratings], float]:
    return lambda r: 1 - ratio(observed(r), expected(r))


ALPHA = Task(
    ("ratings",),
    "alpha",
    _tables,
    {
        "That is the observed disagreement over the expected one. Alpha is 1 minus it.": (
            lambda r: ratio(_observed(r), _expected(r))
        ),
        "That is the observed agreement. Chance must still be taken off.": (
            lambda r: 1 - _observed(r)
        ),
        "That is Fleiss' kappa. In alpha an item weighs by its ratings, and two different ratings "
        "are drawn from the pot.": lambda r: float(fleiss_kappa_score(r)),
        "You put the first rating back into the pot. Divide by n (n - 1), not by n squared.": (
            _without(_observed, lambda r: _expected(r, back=True))
        ),
        "Your pot holds ratings without a partner. Leave out items with fewer than two ratings.": (
            _without(_observed, lambda r: _expected(r, least=1))
        ),
        "In your observed disagreement each item weighs the same. Let it weigh by its ratings.": (
            _without(_even, _expected)
        ),
    },
)
