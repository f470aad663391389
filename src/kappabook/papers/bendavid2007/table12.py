"""Table 12: by which test do three pairs of classifiers differ by kappa and not by accuracy.

The paper names a two-sided t-test at the 5 % level and no more. Each function of two means is one
reading: it says whether two printed means differ, given the half-widths of their 95 % intervals.
A half-width is t(0.975, 9 df) times the standard error of a mean over ten folds.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, product
from typing import Any

from scipy.special import stdtr, stdtrit

from kappabook.audit.computed import OfText, noted
from kappabook.audit.declared import computes
from kappabook.audit.printed import AuditError, Printed
from kappabook.metrics.rounded import number
from kappabook.papers.bendavid2007.definitions import (
    CLASSIFIERS,
    COLUMNS,
    DATASETS,
    FOLDS,
    MEASURES,
    MODELS,
    T9,
    Appendix,
    Cell,
    cells,
    exact,
    keys,
)
from kappabook.papers.bendavid2007.rerun import lev_correlation

ALPHA = 0.05
# Variance of a mean difference over that of one fold: by Student, and by Nadeau and Bengio (2003),
# who add the size of a test fold over that of its training folds.
PLAIN, CORRECTED = 1 / FOLDS, 1 / FOLDS + 1 / (FOLDS - 1)
PAIRS_PER_DATASET = math.comb(len(CLASSIFIERS), 2)


@dataclass(frozen=True)
class Mean:
    """A printed mean over ten folds and the half-width of its interval, as text."""

    mean: str
    half_width: str

    @property
    def se(self) -> float:
        """Standard error of the mean."""
        return float(exact(self.half_width)) / T9

    @property
    def sd(self) -> float:
        """Standard deviation of the ten folds."""
        return self.se * math.sqrt(FOLDS)


Reading = Callable[[Mean, Mean], bool]


def critical(df: float, alpha: float = ALPHA) -> float:
    """Two-sided critical value of t."""
    return float(stdtrit(df, 1 - alpha / 2))


def difference(a: Mean, b: Mean) -> float:
    """Absolute difference of the two means; exact until the last step."""
    return float(abs(exact(a.mean) - exact(b.mean)))


def intervals_part(a: Mean, b: Mean) -> bool:
    """Say whether the two printed 95 % intervals have no point in common; in exact arithmetic.

    Equal standard errors se need a difference of 2 t(9 df) se, so that this is a test at the
    level 0.005 and not at 0.05.
    """
    apart = abs(exact(a.mean) - exact(b.mean))
    return apart > exact(a.half_width) + exact(b.half_width)


def means_outside(a: Mean, b: Mean) -> bool:
    """Say whether neither mean lies in the other's interval."""
    apart = abs(exact(a.mean) - exact(b.mean))
    return apart > max(exact(a.half_width), exact(b.half_width))


def t_unpaired(a: Mean, b: Mean) -> float:
    """Return t of two independent samples of ten; inf when neither varies and they differ."""
    return _ratio(difference(a, b), math.hypot(a.se, b.se))


def p_unpaired(a: Mean, b: Mean) -> float:
    """Two-sided p of it, with 18 degrees of freedom."""
    return float(2 * stdtr(2 * (FOLDS - 1), -t_unpaired(a, b)))


def unpaired(a: Mean, b: Mean, alpha: float = ALPHA) -> bool:
    """Student's t-test of two independent samples of ten folds, 18 degrees of freedom."""
    return t_unpaired(a, b) > critical(2 * (FOLDS - 1), alpha)


def welch(a: Mean, b: Mean, alpha: float = ALPHA) -> bool:
    """Welch's t-test: as `unpaired`, with the degrees of freedom of unequal variances."""
    one, other = a.se**2, b.se**2
    if one + other == 0:
        return difference(a, b) > 0
    df = (FOLDS - 1) * (one + other) ** 2 / (one**2 + other**2)
    return t_unpaired(a, b) > float(stdtrit(df, 1 - alpha / 2))


def paired(
    a: Mean, b: Mean, correlation: float, inflation: float = PLAIN, alpha: float = ALPHA
) -> bool:
    r"""Paired t-test over the ten folds, if the folds' values correlate so.

    .. math:: t = \frac{|\bar a - \bar b|}{\sqrt{c\,(s_a^2 + s_b^2 - 2 r s_a s_b)}}, \quad 9\ df,

    with c = 1/10, or 1/10 + 1/9 for the test corrected for shared training rows.
    """
    return correlation > least_correlation(a, b, inflation, alpha)


def least_correlation(a: Mean, b: Mean, inflation: float = PLAIN, alpha: float = ALPHA) -> float:
    """Fold correlation above which the paired test finds a difference.

    May lie outside [-1, 1]: below, the test finds it whatever the folds; above, it never does.
    """
    reach = (difference(a, b) / critical(FOLDS - 1, alpha)) ** 2 / inflation
    excess, cross = a.sd**2 + b.sd**2 - reach, 2 * a.sd * b.sd
    if cross:
        return excess / cross
    # One side does not vary, and no correlation matters.
    return -math.inf if excess < 0 else math.inf


def _ratio(distance: float, error: float) -> float:
    if error:
        return distance / error
    return math.inf if distance else 0.0


# Every reading tried, by name. What a paired test says depends on the folds' correlation, which
# print does not tell; 0 and two positive values stand for it.
READINGS: Mapping[str, Reading] = {
    "overlap of the printed intervals": intervals_part,
    "each mean outside the other's interval": means_outside,
    "unpaired t": unpaired,
    "Welch's t": welch,
    "unpaired t, level 0.05/10": partial(unpaired, alpha=ALPHA / PAIRS_PER_DATASET),
    **{
        f"{name} t, r = {r:g}": partial(paired, correlation=r, inflation=inflation)
        for name, inflation in (("paired", PLAIN), ("corrected paired", CORRECTED))
        for r in (0.0, 0.3, 0.6)
    },
}


@dataclass(frozen=True)
class Disagreement:
    """A pair told apart by one measure only, the classifier with its higher value first."""

    dataset: str
    better: str
    worse: str
    measure: str


@dataclass(frozen=True)
class Pair:
    """Two classifiers on one data set, by measure.

    `ahead` is the first one's mean less the second one's, and `told` has the readings by which the
    two means differ.
    """

    dataset: str
    one: str
    other: str
    ahead: Mapping[str, Fraction]
    told: Mapping[str, frozenset[str]]

    def ranked(self, measure: str) -> tuple[str, str]:
        """Return the two, the one with the higher value first."""
        return (self.one, self.other) if self.ahead[measure] > 0 else (self.other, self.one)

    @property
    def turned(self) -> bool:
        """Whether the measures put the two in opposite order."""
        return self.ahead["accuracy"] * self.ahead["kappa"] < 0


def means(cell: Cell) -> dict[str, Mean]:
    """Return the two means to compare, by measure."""
    return {
        "accuracy": Mean(cell.accuracy, cell.accuracy_ci),
        "kappa": Mean(cell.kappa, cell.kappa_ci),
    }


@cache
def told_apart(a: Mean, b: Mean) -> frozenset[str]:
    """Return the readings by which two means differ."""
    return frozenset(name for name, differ in READINGS.items() if differ(a, b))


def judge_dataset(dataset: str, row: Iterable[Cell]) -> list[Pair]:
    """Judge all pairs of the five classifiers of one data set, in the order of Tables A.1-A.5."""
    found = dict(zip(CLASSIFIERS, map(means, row), strict=True))
    pairs = []
    for a, b in combinations(CLASSIFIERS, 2):
        ahead = {m: exact(found[a][m].mean) - exact(found[b][m].mean) for m in MEASURES}
        told = {m: told_apart(found[a][m], found[b][m]) for m in MEASURES}
        pairs.append(Pair(dataset, a, b, ahead, told))
    return pairs


def judge_all(cells: Appendix) -> list[Pair]:
    """Judge all 150 pairs."""
    return [pair for d in DATASETS for pair in judge_dataset(d, (cells[k] for k in keys([d])))]


def disagreements(judged: Iterable[Pair], reading: str) -> tuple[Disagreement, ...]:
    """Return the pairs that a reading tells apart by one of the two measures only."""
    return tuple(
        Disagreement(pair.dataset, *pair.ranked(measure), measure)
        for pair in judged
        for measure, other in (MEASURES, MEASURES[::-1])
        if reading in pair.told[measure] - pair.told[other]
    )


# --- the three pairs of Table 12, under every reading ---------------------------------------------

ROWS = (1, 2, 3)
NONE, BETTER, WORSE = "No signif. difference", "A >> B", "B >> A"
# Of all readings the simplest that gives Table 12.
OVERLAP = "overlap of the printed intervals"


def read_row(p: Printed, row: int) -> Disagreement:
    """Read whom a row of Table 12 compares, and on which data."""
    return Disagreement(
        _key_of(p[f"table12.{row}.dataset"], DATASETS),
        _key_of(p[f"table12.{row}.model-a"], MODELS),
        _key_of(p[f"table12.{row}.model-b"], MODELS),
        "kappa",
    )


def _key_of(name: str, names: Mapping[str, str]) -> str:
    for key, known in names.items():
        if known == name:
            return key
    raise AuditError(f"Table 12: {name!r} is none of {', '.join(names.values())}.")


def compared(printed: Appendix, pair: Disagreement, measure: str) -> tuple[Mean, Mean]:
    """Return the two printed means that a row of Table 12 compares."""
    a, b = (means(printed[pair.dataset, name])[measure] for name in (pair.better, pair.worse))
    return a, b


# --- the search for the test --------------------------------------------------------------------


@dataclass(frozen=True)
class Search:
    """What every reading of the test says of the 150 pairs; and the three pairs of Table 12.

    `by_reading` holds the pairs that a reading tells apart by one measure only, and `fits` the
    readings for which these are the three of Table 12.
    """

    pairs: tuple[Disagreement, ...]
    judged: list[Pair]
    by_reading: Mapping[str, tuple[Disagreement, ...]]
    fits: tuple[str, ...]


def search(p: Printed) -> Search:
    """Look for the test: apply every reading to all pairs of classifiers."""
    pairs = tuple(read_row(p, row) for row in ROWS)
    judged = judge_all(cells(p, COLUMNS[:4]))
    by_reading = {name: disagreements(judged, name) for name in READINGS}
    fits = tuple(name for name, found in by_reading.items() if found == pairs)
    return Search(pairs, judged, by_reading, fits)


# --- the conclusions ----------------------------------------------------------------------------


@computes("table12.{}.{}", each=product(ROWS, MEASURES))
def conclusion(p: Printed, which: tuple[int, str]) -> dict[str, Any]:
    """Table 12: what each row concludes by each measure, from the printed intervals."""
    row, measure = which
    means = _means(p, row, measure)
    said, numbers = concluded(*means), readings_of(p, *means)
    if which == (3, "accuracy"):
        numbers["r"] = r = lev_correlation()
        if differ_by_every_t(*means, r):
            said = "every t-test that can be run finds a difference"
    return {f"table12.{row}.{measure}": noted(said, **numbers)}


@computes("s6.first-{}", each=MEASURES)
def first_row(p: Printed, measure: str) -> dict[str, Any]:
    """Section 6: the conclusion of the first row, in a sentence that names the level."""
    means = _means(p, 1, measure)
    found, said = concluded(*means), p[f"table12.1.{measure}"]
    level = 1 - p.number("s5.level") / 100  # of the printed intervals
    return {
        f"s6.first-{measure}": noted(
            OfText(lambda text: number(text) == level and found == said, found),
            **readings_of(p, *means),
        )
    }


def concluded(a: Mean, b: Mean) -> str:
    """Say who is better, if the two printed intervals have no point in common."""
    if not intervals_part(a, b):
        return NONE
    return BETTER if exact(a.mean) > exact(b.mean) else WORSE


def differ_by_every_t(a: Mean, b: Mean, correlation: float) -> bool:
    """Say whether every t-test at 0.05 tells two means apart, folds correlating as measured."""
    by_pairs = (paired(a, b, correlation, inflation) for inflation in (PLAIN, CORRECTED))
    return unpaired(a, b) and welch(a, b) and all(by_pairs)


def readings_of(p: Printed, a: Mean, b: Mean) -> dict[str, Any]:
    """Return what a note says of a pair: p, the correlations that matter, and who concludes what.

    Where the readings disagree, it also says which of them give all of Table 12.
    """
    by = told_apart(a, b)
    found = {
        "p": p_unpaired(a, b),
        "plain": least_correlation(a, b, PLAIN),
        "corrected": least_correlation(a, b, CORRECTED),
        "by": len(by),
        "readings": len(READINGS),
        "names": ", ".join(name for name in READINGS if name in by),
    }
    if 0 < len(by) < len(READINGS):
        fits = search(p).fits
        found |= {"fitting": len(fits), "fits": "; ".join(fits)}
    return found


def _means(p: Printed, row: int, measure: str) -> tuple[Mean, Mean]:
    """Read the two means that a row of Table 12 compares, and no others."""
    pair = read_row(p, row)
    two = [(pair.dataset, name) for name in (pair.better, pair.worse)]
    return compared(cells(p, (measure, f"{measure}-ci"), two), pair, measure)
