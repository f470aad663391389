"""Table 12: by which test do three pairs of classifiers differ by kappa and not by accuracy.

The paper names a two-sided t-test at the 5 % level and no more. Each function here is one reading:
it says whether two printed means differ, given the half-widths of their 95 % intervals.
A half-width is t(0.975, 9 df) times the standard error of a mean over ten folds.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations

from scipy.special import stdtr, stdtrit

from kappabook.papers.bendavid2007.appendix import T9
from kappabook.papers.bendavid2007.artefact import Appendix
from kappabook.papers.bendavid2007.keys import CLASSIFIERS, DATASETS, FOLDS
from kappabook.papers.bendavid2007.printed import Cell
from kappabook.transcription import read_number

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
        return float(read_number(self.half_width)) / T9

    @property
    def sd(self) -> float:
        """Standard deviation of the ten folds."""
        return self.se * math.sqrt(FOLDS)


Reading = Callable[[Mean, Mean], bool]


@cache
def critical(df: float, alpha: float = ALPHA) -> float:
    """Two-sided critical value of t."""
    return float(stdtrit(df, 1 - alpha / 2))


@cache
def difference(a: Mean, b: Mean) -> float:
    """Absolute difference of the two means; exact until the last step."""
    return float(abs(read_number(a.mean) - read_number(b.mean)))


@cache
def intervals_part(a: Mean, b: Mean) -> bool:
    """Say whether the two printed 95 % intervals have no point in common; in exact arithmetic.

    Equal standard errors se need a difference of 2 t(9 df) se, so that this is a test at the
    level 0.005 and not at 0.05.
    """
    apart = abs(read_number(a.mean) - read_number(b.mean))
    return apart > read_number(a.half_width) + read_number(b.half_width)


@cache
def means_outside(a: Mean, b: Mean) -> bool:
    """Say whether neither mean lies in the other's interval."""
    apart = abs(read_number(a.mean) - read_number(b.mean))
    return apart > max(read_number(a.half_width), read_number(b.half_width))


@cache
def t_unpaired(a: Mean, b: Mean) -> float:
    """Return t of two independent samples of ten; inf when neither varies and they differ."""
    return _ratio(difference(a, b), math.hypot(a.se, b.se))


@cache
def p_unpaired(a: Mean, b: Mean) -> float:
    """Two-sided p of it, with 18 degrees of freedom."""
    return float(2 * stdtr(2 * (FOLDS - 1), -t_unpaired(a, b)))


@cache
def unpaired(a: Mean, b: Mean, alpha: float = ALPHA) -> bool:
    """Student's t-test of two independent samples of ten folds, 18 degrees of freedom."""
    return t_unpaired(a, b) > critical(2 * (FOLDS - 1), alpha)


@cache
def welch(a: Mean, b: Mean, alpha: float = ALPHA) -> bool:
    """Welch's t-test: as `unpaired`, with the degrees of freedom of unequal variances."""
    one, other = a.se**2, b.se**2
    if one + other == 0:
        return difference(a, b) > 0
    df = (FOLDS - 1) * (one + other) ** 2 / (one**2 + other**2)
    return t_unpaired(a, b) > float(stdtrit(df, 1 - alpha / 2))


@cache
def paired(
    a: Mean, b: Mean, correlation: float, inflation: float = PLAIN, alpha: float = ALPHA
) -> bool:
    r"""Paired t-test over the ten folds, if the folds' values correlate so.

    .. math:: t = \frac{|\bar a - \bar b|}{\sqrt{c\,(s_a^2 + s_b^2 - 2 r s_a s_b)}}, \quad 9\ df,

    with c = 1/10, or 1/10 + 1/9 for the test corrected for shared training rows.
    """
    return correlation > least_correlation(a, b, inflation, alpha)


@cache
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
    """A pair told apart by one meter only, the classifier with its higher value first."""

    dataset: str
    better: str
    worse: str
    meter: str


@dataclass(frozen=True)
class Judged:
    """What the readings say of the ten pairs of one data set, as names of classifiers.

    `by_reading` holds better, worse and meter of the pairs told apart by one meter only;
    `turned` the pairs that the meters put in opposite order, the better by accuracy first;
    `told` those of the turned that some reading tells apart by some meter.
    """

    by_reading: Mapping[str, tuple[tuple[str, str, str], ...]]
    turned: tuple[tuple[str, str], ...]
    told: tuple[tuple[str, str], ...]


def means(cell: Cell) -> dict[str, Mean]:
    """Return the two means to compare, by meter."""
    return {
        "accuracy": Mean(cell.accuracy, cell.accuracy_ci),
        "kappa": Mean(cell.kappa, cell.kappa_ci),
    }


@cache
def judge_dataset(row: tuple[Cell, ...]) -> Judged:
    """Judge the five classifiers of one data set, in the order of Tables A.1-A.5."""
    cells = {name: means(cell) for name, cell in zip(CLASSIFIERS, row, strict=True)}
    value = {
        name: {meter: read_number(mean.mean) for meter, mean in by_meter.items()}
        for name, by_meter in cells.items()
    }
    pairs = list(combinations(CLASSIFIERS, 2))
    by_reading = {}
    apart: dict[tuple[str, str], bool] = dict.fromkeys(pairs, False)
    for name, reading in READINGS.items():
        one_only = []
        for a, b in pairs:
            told = [meter for meter in cells[a] if reading(cells[a][meter], cells[b][meter])]
            apart[a, b] |= bool(told)
            if len(told) == 1:
                meter = told[0]
                a_first = value[a][meter] > value[b][meter]
                one_only.append((a, b, meter) if a_first else (b, a, meter))
        by_reading[name] = tuple(one_only)
    turned = []
    for a, b in pairs:
        accuracy, kappa = (value[a][meter] - value[b][meter] for meter in ("accuracy", "kappa"))
        if accuracy * kappa < 0:
            turned.append((a, b) if accuracy > 0 else (b, a))
    told_apart = (pair for pair in turned if apart.get(pair) or apart.get(pair[::-1]))
    return Judged(by_reading, tuple(turned), tuple(told_apart))


def judge_all(cells: Appendix) -> dict[str, Judged]:
    """Judge all data sets."""
    return {
        dataset: judge_dataset(tuple(cells[dataset, name] for name in CLASSIFIERS))
        for dataset in DATASETS
    }


def disagreements(judged: Mapping[str, Judged], reading: str) -> tuple[Disagreement, ...]:
    """Return the pairs, of all 150, that a reading tells apart by one of the two meters only."""
    return tuple(
        Disagreement(dataset, *pair)
        for dataset, one in judged.items()
        for pair in one.by_reading[reading]
    )
