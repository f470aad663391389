r"""The coefficients as functions of sums over items.

Each is :math:`1 - D_o / D_e`, observed over expected disagreement, and both follow from sums over
the items: so one class per coefficient says what is summed (`features`, one row per pattern of
ratings; the first of them is the observed disagreement) and what is expected by these sums
(`expected`, in the units of the first). The estimate, a jackknife that leaves out one item, a
posterior that weighs the items anew, and the pull of an item are then the same two steps.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from kappabook.metrics.agreement import costs_of
from kappabook.metrics.check import number, show
from kappabook.metrics.check_tables import Table, Weights, valid_costs
from kappabook.metrics.raters.table import Places, Ratings, Values

CoefficientName = Literal[
    "krippendorff", "fleiss", "conger", "gwet", "brennan-prediger", "agreement"
]
Level = Literal["nominal", "ordinal", "interval", "ratio"] | Table
LEVELS = ("nominal", "ordinal", "interval", "ratio")
NAMES = {
    "krippendorff": "Krippendorff's alpha",
    "fleiss": "Fleiss' kappa",
    "conger": "Conger's kappa",
    "gwet": "Gwet's AC",
    "brennan-prediger": "Brennan and Prediger's kappa",
    "agreement": "percent agreement",
}
# A matrix of distances between more labels than these is not made; with more labels than those the
# ranks of the estimate stand for those of every resample.
MOST_IN_MATRIX, _MOST_RANKED = 5000, 40
# Operations on a sum, at most, from the ratings to the coefficient.
_STEPS = 16
# Numbers that are held at once.
_CHUNK = 2**22


class Distance:
    """How far apart two labels are: 1 if they differ, or by a symmetric table with zero diagonal.

    `own` if a user gave the table; `uneven` if some distances may be many times their mean.
    """

    def __init__(
        self, n_labels: int, table: Values | None = None, *, own: bool = False, uneven: bool = False
    ) -> None:
        self.n_labels, self.table, self.own, self.uneven = n_labels, table, own, own or uneven

    def pairs(self, tally: Values) -> Values:
        """Sum over ordered pairs of ratings of one item; `tally` has shape (n, n_labels)."""
        if self.table is None:
            return np.asarray((tally * (tally.sum(axis=1, keepdims=True) - tally)).sum(axis=1))
        return np.asarray(((tally @ self.table) * tally).sum(axis=1))

    def between(self, first: Values, second: Values) -> Values:
        r"""Sum of :math:`a_k b_l d_{kl}`; both have shape (n_labels, ...)."""
        if self.table is None:
            return np.asarray((first * (second.sum(axis=0) - second)).sum(axis=0))
        return np.asarray((first * np.tensordot(self.table, second, axes=1)).sum(axis=0))

    def of(self, first: Places, second: Places) -> Values:
        """Distance of each two labels."""
        if self.table is None:
            return np.asarray(first != second, dtype=float)
        return np.asarray(self.table[first, second])

    def means(self, power: int = 1) -> Values:
        """Mean distance, or power of it, of each label to a label drawn evenly."""
        if self.table is None:
            return np.full(self.n_labels, 1 - 1 / self.n_labels)
        return np.asarray((self.table**power).mean(axis=1))

    @property
    def largest(self) -> float:
        """The largest distance."""
        return 1.0 if self.table is None else float(self.table.max())


class PercentAgreement:
    """The mean over items of the share of pairs that agree; nothing is due to chance."""

    least = 0.0
    singles = False  # whether an item with one rating tells how often labels are used
    ranks = False  # whether the distances depend on the ranks of the labels

    def __init__(self, table: Ratings, distance: Distance) -> None:
        self.table, self.distance = table, distance

    def features(self, codes: Places) -> Values:
        """Rows to be summed: distance, 1 if there is a pair, and shares of the labels."""
        tally = self.table.tally(codes)
        size = tally.sum(axis=1)
        shares = tally / np.maximum(size, 1)[:, np.newaxis]
        if not self.singles:
            shares[size < 2] = 0
        return np.column_stack([self.apart(tally, size), size > 1, shares])

    def apart(self, tally: Values, size: Values) -> Values:
        """Mean distance of the pairs of each item; 0 if there is none."""
        return self.distance.pairs(tally) / np.maximum(size * (size - 1), 1)

    def margins(self, sums: Values) -> Values:
        """Shares of the labels, shape (n_labels, ...)."""
        shares = sums[2:]
        return np.asarray(shares / shares.sum(axis=0))

    def chance(self, margins: Values) -> Values:
        """Disagreement expected of two ratings."""
        return np.ones_like(margins[0])

    def expected(self, sums: Values) -> Values:
        """Return what :meth:`observed` is divided by; complex sums give its derivative."""
        return np.asarray(sums[1] * self.chance(self.margins(sums)))

    def observed(self, sums: Values) -> Values:
        """Sum of the distances seen."""
        return np.asarray(sums[0])

    def parameter(self, sums: Values) -> Values:
        """Return what the coefficient estimates, if the sums were those of all items there are."""
        with np.errstate(divide="ignore", invalid="ignore"):
            expected = self.expected(sums)
            value = 1 - self.observed(sums) / expected
        return np.where(expected > 0, value, np.nan)

    def value(self, sums: Values) -> Values:
        """Coefficient from sums of shape (n_sums, ...); nan where it is 0/0."""
        return self.parameter(sums)

    def rounding(self, sums: Values) -> float:
        r"""Bound the rounding error of a coefficient near 0, where :math:`D_o` equals :math:`D_e`.

        A sum of n numbers of one sign is exact to n units of rounding; so are the observed
        disagreement, over patterns, and the margins. The chance disagreement of two ratings is 1
        minus the chance agreement, of which it has the absolute error.
        """
        return self.unit * (2 + self.distance.largest / self.per_pair(sums))

    @property
    def unit(self) -> float:
        """Relative rounding error of a sum over patterns, and then labels or raters."""
        terms = 2 * len(self.table.counts) + self.table.n_labels + self.table.n_raters + _STEPS
        return terms * float(np.finfo(float).eps) / 2

    def labels(self, sums: Values) -> Values:
        """Share of each label among all ratings."""
        return self.margins(sums)

    def per_pair(self, sums: Values) -> float:
        """Disagreement expected of two ratings."""
        return float(self.chance(self.margins(sums)))

    def wrong(self, sums: Values) -> float:
        """Mean distance of a rating to a label drawn evenly, over the expected disagreement."""
        return float(self.distance.means() @ self.labels(sums)) / self.per_pair(sums)

    def far(self, sums: Values) -> float:
        """Take what a wrong rating costs; where distances are uneven, the mean weighed by cost."""
        labels, distance = self.labels(sums), self.distance
        if not distance.uneven:
            return self.wrong(sums)
        return float(distance.means(2) @ labels / (distance.means() @ labels)) / self.per_pair(sums)

    def worst(self, sums: Values) -> float:
        """Largest distance, over the expected disagreement."""
        return self.distance.largest / self.per_pair(sums)

    def agreed(self, sums: Values) -> float:  # noqa: ARG002
        """Pull on the expected disagreement, times items, of agreement on a label drawn evenly."""
        return 1.0


class BrennanPrediger(PercentAgreement):
    """Chance: every label is equally likely."""

    def chance(self, margins: Values) -> Values:
        """Mean distance of two labels."""
        return np.full_like(margins[0], self.distance.means().mean())

    @property
    def least(self) -> float:  # type: ignore[override]
        """If all pairs are at the largest distance."""
        return float(1 - self.distance.largest / self.distance.means().mean())


class FleissKappa(PercentAgreement):
    """Chance: all ratings are put into one pot, an item's ratings weighing 1 together."""

    singles = True

    @property
    def least(self) -> float:  # type: ignore[override]
        """Costs of one's own set no bound; nor do items rated once, which count for chance only."""
        once = self.singles and bool((self.table.sizes == 1).any())
        return -math.inf if self.distance.own or once else -1.0

    def chance(self, margins: Values) -> Values:
        """Distance of two ratings from the pot."""
        return self.distance.between(margins, margins)

    def agreed(self, sums: Values) -> float:
        """Labels that are rare become less so."""
        return 2 * self.wrong(sums) - 1


class GwetAC(BrennanPrediger):
    """Chance: a rater guesses in a share of the cases that is largest if labels are even."""

    singles = True

    def chance(self, margins: Values) -> Values:
        """One minus the agreement of guesses."""
        if self.table.n_labels < 2:
            return np.zeros_like(margins[0])
        guesses = (margins * (margins.sum(axis=0) - margins)).sum(axis=0)
        return np.asarray(1 - self._agreement * guesses)

    @property
    def _agreement(self) -> float:
        k = self.table.n_labels
        return float((1 - self.distance.means().mean()) * k / (k - 1))

    def agreed(self, sums: Values) -> float:
        """Expect the more to agree, the more even the labels."""
        margins = self.margins(sums)
        uneven = margins @ margins - 1 / len(margins)
        return float(1 - 2 * self._agreement / self.chance(margins) * uneven)


class CongerKappa(FleissKappa):
    """Chance: two different raters, each with margins of her own."""

    @property
    def least(self) -> float:  # type: ignore[override]
        """Where there are gaps, who rates less counts as much for chance: nothing sets a bound."""
        whole = np.isin(self.table.sizes, (0, self.table.n_raters)).all()
        return super().least if whole else -math.inf

    def features(self, codes: Places) -> Values:
        """Sum distances, items with pairs, and each rater's labels."""
        used = codes[:, np.newaxis] == np.arange(self.table.n_labels)[:, np.newaxis]
        return np.column_stack([super().features(codes)[:, :2], used.reshape(-1, codes.shape[1]).T])

    def margins(self, sums: Values) -> Values:
        """Shares of the labels by rater, (n_raters, n_labels, ...); 0 without any rating."""
        counts = sums[2:].reshape(self.table.n_raters, -1, *sums.shape[1:])
        ratings = counts.sum(axis=1, keepdims=True)
        return np.asarray(counts / np.where(ratings == 0, 1, ratings))

    def chance(self, margins: Values) -> Values:
        """Mean distance over the pairs of raters who rated."""
        raters = margins.sum(axis=1).real.round().sum(axis=0)
        apart: Any = sum(
            self.distance.between(one, margins[g + 1 :].sum(axis=0))
            for g, one in enumerate(margins[:-1])
        )
        return np.asarray(2 * apart / (raters * (raters - 1)))

    def labels(self, sums: Values) -> Values:
        """Mean over the raters."""
        return np.asarray(self.margins(sums).mean(axis=0))


class KrippendorffAlpha(FleissKappa):
    """Chance: two of all ratings that have a partner, drawn without replacement."""

    singles = False

    def features(self, codes: Places) -> Values:
        """Sum distances, ratings that have a partner, and labels of these."""
        tally = self.table.tally(codes)
        size = tally.sum(axis=1)
        tally[size < 2] = 0
        return np.column_stack([self.apart(tally, size) * size, tally.sum(axis=1), tally])

    def value(self, sums: Values) -> Values:
        """After the first draw there is one rating less."""
        return np.asarray(1 - (1 - self.parameter(sums)) * (sums[1] - 1) / sums[1])


class IntervalAlpha(KrippendorffAlpha):
    """Krippendorff's alpha of squared differences between numbers, from sums and squares."""

    def __init__(self, table: Ratings, values: Values) -> None:
        super().__init__(table, Distance(table.n_labels))
        self.values = values

    def features(self, codes: Places) -> Values:
        """Sum squared differences, ratings that have a partner, their values and squares."""
        values = np.where(codes >= 0, self.values[codes], 0.0)
        size = (codes >= 0).sum(axis=0)
        first, second = values.sum(axis=0), (values**2).sum(axis=0)
        partners = np.maximum(size - 1, 1)
        squares = 2 * (size * second - first**2) / partners
        squares[(codes == codes.max(axis=0)).sum(axis=0) == size] = 0.0  # rounding
        columns = np.column_stack([squares, size, first, second])
        return np.asarray(columns * (size > 1)[:, np.newaxis])

    def margins(self, sums: Values) -> Values:
        """Mean value, and mean square."""
        return np.asarray(sums[2:] / sums[1])

    def chance(self, margins: Values) -> Values:
        """Twice the variance."""
        return np.asarray(2 * (margins[1] - margins[0] ** 2))

    def rounding(self, sums: Values) -> float:
        """Bound it by the largest square, since squared differences are differences of squares."""
        return 4 * self.unit * float((self.values**2).max(initial=0.0)) / self.per_pair(sums)

    def wrong(self, sums: Values) -> float:
        """Labels are drawn evenly from those that there are."""
        (mean, square), labels = self.margins(sums), self.values
        apart = square + (labels**2).mean() - 2 * mean * labels.mean()
        return float(apart) / self.per_pair(sums)

    def worst(self, sums: Values) -> float:
        """Square the whole range."""
        return float(np.ptp(self.values) ** 2) / self.per_pair(sums)


class OrdinalAlpha(KrippendorffAlpha):
    """Krippendorff's alpha of ranks: of two labels, the ratings that lie between them.

    A label's place is the mean rank of its ratings, so the distances depend on the sums. Its
    interval by gamma limits is that of :class:`IntervalAlpha` of these places, and of their moves.
    """

    def __init__(self, table: Ratings) -> None:
        super().__init__(table, Distance(table.n_labels))
        self.ranks = True
        self.pairs = np.triu_indices(table.n_labels, 1)

    def features(self, codes: Places) -> Values:
        """Sum pairs of each two labels, over the partners, ratings and labels with a partner."""
        tally = self.table.tally(codes)
        size = tally.sum(axis=1)
        tally[size < 2] = 0
        low, high = self.pairs
        pairs = tally[:, low] * tally[:, high] / np.maximum(size - 1, 1)[:, np.newaxis]
        return np.column_stack([pairs[:, :1] * 0, tally.sum(axis=1), tally, pairs])

    def rounding(self, sums: Values) -> float:  # noqa: ARG002
        """Ranks are whole numbers, and no term is subtracted from another."""
        return 2 * self.unit

    def _split(self, sums: Values) -> tuple[Values, Values, Values]:
        k = self.table.n_labels
        return sums[2 : 2 + k], sums[2 + k :], midranks(sums[2 : 2 + k])

    def observed(self, sums: Values) -> Values:
        """Sum of squares of the differences of ranks."""
        _, pairs, place = self._split(sums)
        low, high = self.pairs
        return np.asarray(2 * (pairs * (place[low] - place[high]) ** 2).sum(axis=0))

    def expected(self, sums: Values) -> Values:
        """Twice the variance of the ranks, of all ratings; their mean is 0."""
        labels, _, place = self._split(sums)
        return np.asarray(2 * (labels * place**2).sum(axis=0))


def midranks(labels: Values) -> Values:
    """Twice the mean rank of each label, counted from the middle; `labels` (n_labels, ...)."""
    return np.asarray(2 * np.cumsum(labels, axis=0) - labels - labels.sum(axis=0))


class PairsKappa(FleissKappa):
    """Some pairs of raters: their summed disagreement over that expected from their margins.

    For one pair it is Cohen's kappa of the items that both rated.
    """

    singles = False

    def __init__(self, table: Ratings, distance: Distance, pairs: list[tuple[int, int]]) -> None:
        super().__init__(table, distance)
        self.pairs = pairs

    def features(self, codes: Places) -> Values:
        """Sum distances, and for each pair the labels of both."""
        apart = np.zeros(codes.shape[1])
        columns: list[Any] = [apart]
        for pair in self.pairs:
            said = codes[list(pair)]
            both = np.asarray((said >= 0).all(axis=0))
            apart += np.where(both, self.distance.of(*said), 0.0)
            for one in said:
                columns.append(
                    (one[:, np.newaxis] == np.arange(self.table.n_labels)) & both[:, None]
                )
        return np.column_stack(columns).astype(float)

    def _margins(self, sums: Values) -> Values:
        """Labels of both raters of each pair, shape (n_pairs, 2, n_labels, ...)."""
        return sums[1:].reshape(len(self.pairs), 2, self.table.n_labels, *sums.shape[1:])

    def expected(self, sums: Values) -> Values:
        """Sum over the pairs, each by its margins."""
        found: Any = 0.0
        for first, second in self._margins(sums):
            n = first.sum(axis=0)
            found = found + self.distance.between(first, second) / np.where(n == 0, 1, n)
        return np.asarray(found)

    def labels(self, sums: Values) -> Values:
        """Over the items of all pairs."""
        labels = self._margins(sums).sum(axis=(0, 1))
        return np.asarray(labels / labels.sum())

    def per_pair(self, sums: Values) -> float:
        """Mean over the items of all pairs."""
        return float(self.expected(sums)) / float(self._margins(sums)[:, 0].sum())


class Difference:
    """One coefficient minus another."""

    def __init__(self, first: PairsKappa, second: PairsKappa) -> None:
        self.first, self.second = first, second
        self.table = first.table

    def features(self, codes: Places) -> Values:
        """Put both side by side."""
        return np.column_stack([self.first.features(codes), self.second.features(codes)])

    def parameter(self, sums: Values) -> Values:
        """Subtract."""
        split = 1 + 2 * len(self.first.pairs) * self.table.n_labels
        return self.first.value(sums[:split]) - self.second.value(sums[split:])


Coefficient = PercentAgreement | Difference


def features(coefficient: Coefficient, codes: Places | None = None) -> Values:
    """Rows of all patterns, or of some others, shape (n_patterns, n_sums)."""
    return np.concatenate(list(_chunks(coefficient, codes)))


def total(coefficient: PercentAgreement) -> Values:
    """Sum over all items."""
    counts, sums = coefficient.table.counts.astype(float), np.zeros(1)
    for rows in _chunks(coefficient):
        sums, counts = sums + counts[: len(rows)] @ rows, counts[len(rows) :]
    return np.asarray(sums)


def _chunks(coefficient: Coefficient, codes: Places | None = None) -> Iterator[Values]:
    """Make rows of features, so many at once as memory holds easily."""
    codes = coefficient.table.patterns if codes is None else codes
    width = max(len(codes), coefficient.features(codes[:, :1]).shape[1])
    step = max(1, _CHUNK // width)
    for start in range(0, max(codes.shape[1], 1), step):
        yield coefficient.features(codes[:, start : start + step])


def estimate(coefficient: PercentAgreement) -> float:
    """Return the coefficient of the whole table; 0 where it is within rounding error of 0."""
    sums = total(coefficient)
    value = float(coefficient.value(sums))
    if math.isnan(value):
        return value
    return 0.0 if abs(value) <= coefficient.rounding(sums) else value


def takes_numbers(name: str, level: Any) -> bool:
    """Whether any finite numbers may be labels."""
    return name == "krippendorff" and isinstance(level, str) and level in ("interval", "ratio")


def name_of(coefficient: str, weights: Any = None) -> str:
    """Write the name out, AC1 or AC2 by its weights."""
    if coefficient == "gwet":
        return f"Gwet's AC{1 if weights is None else 2}"
    return NAMES[coefficient]


def build(
    table: Ratings, name: str, weights: Any = None, level: Any = "nominal"
) -> PercentAgreement:
    """Return the coefficient for this table; bad names, costs or levels raise ValueError."""
    if name not in get_args(CoefficientName):
        known = ", ".join(map(repr, get_args(CoefficientName)))
        raise ValueError(f"coefficient is {name!r}; give one of {known}.")
    if name == "krippendorff":
        if weights is not None:
            raise ValueError(
                "Krippendorff's alpha takes a level, or a matrix as level, not weights."
            )
        return _alpha(table, level)
    if not isinstance(level, str) or level != "nominal":
        raise ValueError(f"{NAMES[name]} takes weights, not a level.")
    distance = distance_of(table, weights)
    if name == "conger":
        table.require_names("Conger's kappa")
        silent = np.flatnonzero((table.codes < 0).all(axis=1))
        if len(silent):
            raise ValueError(
                f"rater {table.raters[silent[0]]!r} rated no item and so has no margins; leave "
                "that column out."
            )
        return CongerKappa(table, distance)
    kinds: dict[str, type[PercentAgreement]] = {
        "agreement": PercentAgreement,
        "brennan-prediger": BrennanPrediger,
        "fleiss": FleissKappa,
        "gwet": GwetAC,
    }
    return kinds[name](table, distance)


def _alpha(table: Ratings, level: Any) -> KrippendorffAlpha:
    k = table.n_labels
    if not isinstance(level, str):
        _refuse_many(k)
        return KrippendorffAlpha(table, Distance(k, _symmetric(level, k), own=True))
    if level not in LEVELS:
        known = ", ".join(map(repr, LEVELS))
        raise ValueError(f"level is {level!r}; give {known}, or a matrix of distances.")
    if level == "nominal":
        return KrippendorffAlpha(table, Distance(k))
    if level == "ordinal":
        table.require_order("level='ordinal'")
        return OrdinalAlpha(table) if 1 < k <= _MOST_RANKED else ranked(table)
    values = as_values(table, level)
    if level == "interval":
        used = table.codes[table.codes >= 0]
        middle = values[np.argmin(np.abs(values - values[used].mean()))]  # one value alone is 0
        return IntervalAlpha(table, values - middle)
    _refuse_many(k)
    sums = values[:, np.newaxis] + values
    ratio = np.divide(values[:, np.newaxis] - values, sums, out=np.zeros_like(sums), where=sums > 0)
    return KrippendorffAlpha(table, Distance(k, ratio**2, uneven=True))


def ranked(table: Ratings) -> IntervalAlpha:
    """Return alpha of the ranks that the labels have in this table, as if they were fixed."""
    several = table.sizes > 1
    codes = table.patterns[:, several]
    weight = np.broadcast_to(table.counts[several], codes.shape)
    labels = np.bincount(codes[codes >= 0], weights=weight[codes >= 0], minlength=table.n_labels)
    alpha = IntervalAlpha(table, midranks(labels.astype(float)))
    alpha.ranks = True
    return alpha


def distance_of(table: Ratings, weights: Weights) -> Distance:
    """Costs between the labels of a table; by name they need an order."""
    if isinstance(weights, str):
        table.require_order(f"weights={weights!r}")
    return as_distance(weights, table.n_labels)


def as_distance(weights: Weights, n_labels: int) -> Distance:
    """Costs as in `cohen_kappa_score`, symmetric; a matrix is divided by its largest cost."""
    k = n_labels
    if weights is None:
        return Distance(k)
    _refuse_many(k)
    costs = _symmetric(costs_of(weights, k), k)
    scaled = costs / costs.max() if costs.any() else costs
    return Distance(k, scaled, own=not isinstance(weights, str))


def as_values(table: Ratings, level: str) -> Values:
    """Take labels as the numbers they are; text, and a negative ratio, raise ValueError."""
    for label in table.labels:
        if isinstance(label, str):
            raise ValueError(
                f"label {label!r} is text; {level!r} needs numbers. For an order give "
                "level='ordinal', where there is one, and labels in their order."
            )
        if level == "ratio" and label < 0:
            raise ValueError(
                f"label {label!r} is negative; level='ratio' needs numbers from 0 upwards. "
                "Differences have the level 'interval'."
            )
    return np.array(table.labels, dtype=float)


def _refuse_many(n_labels: int) -> None:
    if n_labels > MOST_IN_MATRIX:
        raise ValueError(
            f"ratings hold {n_labels} different labels; for more than {MOST_IN_MATRIX} there is no "
            "matrix of distances. Round the ratings, or give level='interval'."
        )


def _symmetric(distances: Any, n_labels: int) -> NDArray[np.float64]:
    table = valid_costs(distances, n_labels)
    uneven = np.argwhere(table != table.T)
    if len(uneven):
        i, j = uneven[0]
        a, b = (show(number(x)) for x in (table[i, j], table[j, i]))
        raise ValueError(
            f"costs[{i}, {j}] is {a} and costs[{j}, {i}] is {b}; raters are interchangeable "
            "here, so costs are symmetric. Give their mean, or use cohen_kappa_score for a pair."
        )
    return np.asarray(table.astype(float))
