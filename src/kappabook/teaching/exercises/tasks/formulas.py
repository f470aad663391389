"""Functions of numbers: chance from accuracy and kappa, the corrected t, the net benefit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from statistics import mean, pstdev, stdev, variance

from kappabook.metrics import ConfusionMatrix
from kappabook.metrics.intervals import corrected_resampled_t_test
from kappabook.teaching.exercises.functions import Case, Task
from kappabook.teaching.exercises.tasks.seeded import generator, ratio

# --- chance from accuracy and kappa ---------------------------------------------------------------


def _solved() -> list[Case]:
    rng = generator()
    tables = [[[4, 1], [1, 4]], [[6, 2], [0, 2]], [[1, 4], [3, 2]]]
    tables += [rng.integers(1, 20, (size, size)).tolist() for size in (2, 3, 5)]
    found = [ConfusionMatrix(table) for table in tables]
    return [
        Case(
            (float(m.accuracy), float(m.kappa)),
            float(m.chance_agreement),
            "Here kappa is below 0." if m.kappa < 0 else "",
        )
        for m in found
    ]


CHANCE = Task(
    ("accuracy", "kappa"),
    "the chance agreement",
    _solved,
    {
        "Accuracy minus kappa is half of the step. Something remains to divide by.": lambda a, k: (
            a - k
        ),
        "You return 1 - kappa. The accuracy must play a part, too.": lambda _, k: 1 - k,
        "You divide by 1 - accuracy. Solve the formula for P_c once more.": lambda a, k: ratio(
            a - k, 1 - a
        ),
        "You divide by kappa. Solve the formula for P_c once more.": lambda a, k: ratio(a - k, k),
        "You divide kappa by accuracy. Put your result into the formula of kappa and see.": (
            lambda a, k: ratio(k, a)
        ),
        "You multiply accuracy and kappa. Put your result into the formula of kappa and see.": (
            lambda a, k: a * k
        ),
        "You add accuracy and kappa in the numerator; look at the sign.": lambda a, k: ratio(
            a + k, 1 + k
        ),
    },
)


# --- the corrected t ------------------------------------------------------------------------------


def _differences() -> list[Case]:
    rng = generator()
    given = [
        ([0.1, 0.3, 0.2], 0.5, "Here there are three differences."),
        ([0.02, -0.01, 0.04, 0.01], 1 / 3, "Here there are four differences."),
        ([-0.05, -0.02, 0.01, -0.03, -0.04], 0.25, "Here the mean is below 0."),
        (rng.normal(0.02, 0.03, 10).round(3).tolist(), 1 / 9, ""),
        (rng.normal(0.02, 0.03, 10).round(3).tolist(), 1 / 4, "Here the ratio is not 1/9."),
        (rng.normal(0.02, 0.03, 100).round(3).tolist(), 1 / 9, "Here there are 100 differences."),
    ]
    return [
        Case((d, r), corrected_resampled_t_test(d, test_train_ratio=r).statistic, note)
        for d, r, note in given
    ]


def _t(
    spread: Callable[[Sequence[float]], float], factor: Callable[[int, float], float]
) -> Callable[..., float]:
    """Make a t of another spread, or another factor before the variance."""
    return lambda d, r: mean(d) / (spread(d) * sqrt(factor(len(d), r)))


CORRECTED = Task(
    ("differences", "ratio"),
    "the corrected t",
    _differences,
    {
        "That is the plain t. Add the ratio to 1/n.": _t(stdev, lambda n, _: 1 / n),
        "You leave out 1/n. The factor is 1/n plus the ratio.": _t(stdev, lambda _, r: r),
        "Your variance divides by n. Divide by n - 1 (ddof=1 in numpy).": _t(
            pstdev, lambda n, r: 1 / n + r
        ),
        "You always take 1/9. Use the ratio that is given.": _t(stdev, lambda n, _: 1 / n + 1 / 9),
        "You always take ten differences. Use the length of the list.": _t(
            stdev, lambda _, r: 1 / 10 + r
        ),
        "The square root is missing.": lambda d, r: mean(d) / ((1 / len(d) + r) * variance(d)),
        "The factor belongs to the variance, the square of the standard deviation.": lambda d, r: (
            mean(d) / sqrt((1 / len(d) + r) * stdev(d))
        ),
        "You forgot the square root of the factor 1/n + ratio.": lambda d, r: (
            mean(d) / ((1 / len(d) + r) * stdev(d))
        ),
        "Your numerator is the sum. Use the mean.": lambda d, r: (
            sum(d) / sqrt((1 / len(d) + r) * variance(d))
        ),
        "You turned the ratio round: it is test over training cases.": _t(
            stdev, lambda n, r: 1 / n + 1 / r
        ),
    },
)


# --- the net benefit ------------------------------------------------------------------------------


def _benefits() -> list[Case]:
    rng = generator()
    tables = [[[5, 1], [1, 3]], [[8, 0], [2, 0]], [[90, 4], [1, 5]]]
    tables += [rng.integers(0, 200, (2, 2)).tolist() for _ in range(4)]
    ratios = [2, 5, 1, 1 / 3, 10, 99, 4]
    return [
        Case(
            (table, r),
            _least_without(table, r),
            "Here a false alarm costs more than a miss." if r < 1 else "",
        )
        for table, r in zip(tables, ratios, strict=True)
    ]


def _least_without(table: list[list[int]], r: float) -> float:
    """Take what missing every positive would cost, less what is paid now, in misses per case."""
    (_, fp), (fn, tp) = table
    return ((fn + tp) - (fn + fp / r)) / sum(map(sum, table))


BENEFIT = Task(
    ("table", "r"),
    "the net benefit",
    _benefits,
    {
        "You take the false alarms at their full number. Each is worth 1/r of a hit.": (
            lambda t, _: (t[1][1] - t[0][1]) / (sum(t[0]) + sum(t[1]))
        ),
        "You multiply by r. A false alarm costs less than a miss if r is above 1: divide.": (
            lambda t, r: (t[1][1] - r * t[0][1]) / (sum(t[0]) + sum(t[1]))
        ),
        "Divide by the number of all cases, too.": lambda t, r: t[1][1] - t[0][1] / r,
        "You divide by the positives. Divide by all cases.": lambda t, r: (
            (t[1][1] - t[0][1] / r) / sum(t[1])
        ),
        "You take off the misses, not the false alarms.": lambda t, r: (
            (t[1][1] - t[1][0] / r) / (sum(t[0]) + sum(t[1]))
        ),
        "You count the correct negatives as hits. The positives are in the second row.": (
            lambda t, r: (t[0][0] - t[0][1] / r) / (sum(t[0]) + sum(t[1]))
        ),
        "You leave out the false alarms.": lambda t, _: t[1][1] / (sum(t[0]) + sum(t[1])),
        "You divide the hits by r, too. Only the false alarms are divided.": lambda t, r: (
            (t[1][1] - t[0][1]) / r / (sum(t[0]) + sum(t[1]))
        ),
    },
)
