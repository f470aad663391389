r"""The coefficients as functions of sums over items.

Each is :math:`1 - D_o / D_e`, observed over expected disagreement, and both follow from sums over
the items: so one class per coefficient says what is summed (`features`, one row per pattern of
ratings) and what follows from the sums (`value`). The estimate, a jackknife that leaves out one
item, and a posterior that weighs the items anew are then the same two steps.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from kappabook.metrics.raters.distance import Distance
from kappabook.metrics.raters.table import Part, Ratings

Values = NDArray[np.float64]


class Coefficient(Protocol):
    """What is summed over items, and what the sums say."""

    def features(self, part: Part) -> Values:
        """Rows to be summed, shape (n_patterns, n_sums)."""
        ...

    def value(self, sums: Values) -> Values:
        """Coefficient from sums of shape (n_sums, ...); nan where it is 0/0."""
        ...

    def parameter(self, sums: Values) -> Values:
        """Return what the coefficient estimates, if the sums were those of all items there are."""
        ...


def total(ratings: Ratings, coefficient: Coefficient, width: int) -> Values:
    """Sum over all items."""
    sums: Any = 0.0
    start = 0
    for part in ratings.parts(width=width):
        stop = start + len(part.sizes)
        sums = sums + ratings.counts[start:stop].astype(float) @ coefficient.features(part)
        start = stop
    return np.asarray(sums)


def beyond(observed: Values, expected: Values) -> Values:
    """Agreement beyond what is expected; nan where no disagreement is expected."""
    defined = expected > 0
    with np.errstate(invalid="ignore"):
        return np.where(defined, 1 - observed / np.where(defined, expected, 1), np.nan)


def _observed(part: Part, distance: Distance) -> tuple[Values, Values]:
    """Mean distance of the pairs of an item, and 1 where there is a pair; both times the scale."""
    pairs = part.sizes * (part.sizes - 1)
    several = pairs > 0
    factor = np.divide(part.scale, pairs, out=np.zeros_like(pairs), where=several)
    return distance.pairs(part.tally) * factor, np.asarray(several * float(part.scale))


class Direct:
    """A coefficient that is the parameter of its sample."""

    def value(self, sums: Values) -> Values:
        """Estimate."""
        raise NotImplementedError

    def parameter(self, sums: Values) -> Values:
        """Return the value."""
        return self.value(sums)


class Alpha:
    """Krippendorff's correction: after the first draw there is one rating less."""

    def ratings(self, sums: Values) -> Values:
        """Ratings that have a partner."""
        raise NotImplementedError

    def parameter(self, sums: Values) -> Values:
        """Chance with replacement."""
        raise NotImplementedError

    def value(self, sums: Values) -> Values:
        """Chance without replacement."""
        n = self.ratings(sums)
        return np.asarray(1 - (1 - self.parameter(sums)) * (n - 1) / n)


class PercentAgreement(Direct):
    """The mean over items of the share of pairs that agree."""

    def __init__(self, distance: Distance) -> None:
        self.distance = distance

    def features(self, part: Part) -> Values:
        """Sum distances and items."""
        return np.column_stack(_observed(part, self.distance))

    def value(self, sums: Values) -> Values:
        """Agreement, not corrected."""
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(1 - sums[0] / sums[1])


class BrennanPrediger(PercentAgreement):
    """Chance: every label is equally likely."""

    def __init__(self, distance: Distance, n_labels: int) -> None:
        super().__init__(distance)
        self.n_labels = n_labels

    def value(self, sums: Values) -> Values:
        """Correct for chance."""
        with np.errstate(divide="ignore", invalid="ignore"):
            observed = sums[0] / sums[1]
        return beyond(observed, np.full_like(observed, self.distance.total() / self.n_labels**2))


class FleissKappa(Direct):
    """Chance: all ratings are put into one pot, an item's ratings weighing 1 together."""

    def __init__(self, distance: Distance) -> None:
        self.distance = distance

    def features(self, part: Part) -> Values:
        """Sum distances, items with pairs, and shares of the labels."""
        one = np.divide(part.scale, part.sizes, out=np.zeros_like(part.sizes), where=part.sizes > 0)
        return np.column_stack([*_observed(part, self.distance), part.tally * one[:, np.newaxis]])

    def value(self, sums: Values) -> Values:
        """Correct for chance."""
        with np.errstate(divide="ignore", invalid="ignore"):
            observed, shares = sums[0] / sums[1], sums[2:] / sums[2:].sum(axis=0)
        return beyond(observed, self.expected(shares))

    def expected(self, shares: Values) -> Values:
        """Distance of two ratings from the pot."""
        return self.distance.between(shares, shares)


class GwetAC(FleissKappa):
    """Chance: a rater guesses in a share of the cases that is largest if labels are even."""

    def expected(self, shares: Values) -> Values:
        """One minus the agreement of guesses."""
        k = len(shares)
        if k < 2:
            return np.zeros_like(shares[0])
        guesses = (shares * (shares.sum(axis=0) - shares)).sum(axis=0)
        return np.asarray(1 - (k**2 - self.distance.total()) * guesses / (k * (k - 1)))


class CongerKappa(Direct):
    """Chance: two different raters, each with margins of her own."""

    def __init__(self, distance: Distance, n_raters: int) -> None:
        self.distance, self.n_raters = distance, n_raters

    def features(self, part: Part) -> Values:
        """Sum distances, items with pairs, and each rater's labels."""
        k = part.tally.shape[1]
        used = part.codes[:, np.newaxis] == np.arange(k)[:, np.newaxis]
        margins = used.reshape(-1, len(part.sizes))
        return np.column_stack([*_observed(part, self.distance), margins.T])

    def value(self, sums: Values) -> Values:
        """Correct for chance; a rater whose ratings are all left out does not count."""
        with np.errstate(divide="ignore", invalid="ignore"):
            observed = sums[0] / sums[1]
            margins = sums[2:].reshape(self.n_raters, -1, *sums.shape[1:])
            ratings = margins.sum(axis=1, keepdims=True)
            shares = np.where(ratings > 0, margins / ratings, 0.0)
            raters = (ratings > 0).sum(axis=0)[0]
            expected = sum(
                self.distance.between(shares[g], shares[g + 1 :].sum(axis=0))
                for g in range(self.n_raters - 1)
            )
            return beyond(observed, 2 * np.asarray(expected) / (raters * (raters - 1)))


class KrippendorffAlpha(Alpha):
    """Chance: two of all ratings that have a partner, drawn without replacement."""

    def __init__(self, distance: Distance, scale: int) -> None:
        self.distance, self.scale = distance, scale

    def features(self, part: Part) -> Values:
        """Sum distances of pairs, each over the partners, and labels that have a partner."""
        mean, several = _observed(part, self.distance)
        return np.column_stack([mean * part.sizes, part.tally * (several > 0)[:, np.newaxis]])

    def ratings(self, sums: Values) -> Values:
        """Ratings that have a partner."""
        return np.asarray(sums[1:].sum(axis=0))

    def parameter(self, sums: Values) -> Values:
        """Two ratings from one pot."""
        expected = self.distance.between(sums[1:], sums[1:])
        return beyond(sums[0] * self.ratings(sums) / self.scale, expected)


class IntervalAlpha(Alpha):
    """Krippendorff's alpha of squared differences between numbers, from sums and squares."""

    def __init__(self, values: Values, scale: int) -> None:
        self.values, self.scale = values, scale

    def features(self, part: Part) -> Values:
        """Sum squared differences, ratings that have a partner, their values and squares."""
        rated = part.codes >= 0
        values = np.where(rated, self.values[part.codes], 0.0)
        first, second = values.sum(axis=0), (values**2).sum(axis=0)
        several = part.sizes > 1
        factor = np.divide(part.scale, part.sizes - 1, out=np.zeros_like(first), where=several)
        squares = 2 * (part.sizes * second - first**2) * factor
        return np.column_stack([squares, part.sizes * several, first * several, second * several])

    def ratings(self, sums: Values) -> Values:
        """Ratings that have a partner."""
        return np.asarray(sums[1])

    def parameter(self, sums: Values) -> Values:
        """Two ratings from one pot."""
        squares, n, first, second = sums
        return beyond(squares * n / self.scale, 2 * (n * second - first**2))


class OrdinalAlpha(Alpha):
    """Krippendorff's alpha of ranks: of two labels, the ratings that lie between them.

    A label's place is the mean rank of its ratings, so the distances depend on the sums.
    """

    def __init__(self, n_labels: int, scale: int) -> None:
        self.pairs, self.scale = np.triu_indices(n_labels, 1), scale

    def features(self, part: Part) -> Values:
        """Sum pairs of each two labels, over the partners, and labels that have a partner."""
        several = part.sizes > 1
        factor = np.divide(part.scale, part.sizes - 1, out=np.zeros_like(part.sizes), where=several)
        low, high = self.pairs
        pairs = part.tally[:, low] * part.tally[:, high] * factor[:, np.newaxis]
        return np.column_stack([pairs, part.tally * several[:, np.newaxis]])

    def ratings(self, sums: Values) -> Values:
        """Ratings that have a partner."""
        return np.asarray(sums[len(self.pairs[0]) :].sum(axis=0))

    def parameter(self, sums: Values) -> Values:
        """Two ratings from one pot, whose places are those of the sums."""
        low, high = self.pairs
        pairs, labels = sums[: len(low)], sums[len(low) :]
        place = midranks(labels)
        squares = 2 * (pairs * (place[low] - place[high]) ** 2).sum(axis=0)
        return beyond(squares / self.scale, 2 * (labels * place**2).sum(axis=0))


def midranks(labels: Values) -> Values:
    """Twice the mean rank of each label, counted from the middle; `labels` (n_labels, ...)."""
    return np.asarray(2 * np.cumsum(labels, axis=0) - labels - labels.sum(axis=0))


class PairsKappa(Direct):
    """Some pairs of raters: their summed disagreement over that expected from their margins.

    For one pair it is Cohen's kappa of the items that both rated.
    """

    def __init__(self, distance: Distance, pairs: list[tuple[int, int]], n_labels: int) -> None:
        self.distance, self.pairs, self.n_labels = distance, pairs, n_labels

    def features(self, part: Part) -> Values:
        """Sum, for each pair, distances and the labels of both."""
        columns: list[Any] = []
        table = self.distance.table().astype(float)
        for pair in self.pairs:
            codes = part.codes[list(pair)]
            both = np.asarray((codes >= 0).all(axis=0))
            columns.append(np.where(both, table[codes[0], codes[1]], 0.0)[:, np.newaxis])
            for code in codes:
                columns.append((code[:, np.newaxis] == np.arange(self.n_labels)) * both[:, None])
        return np.column_stack(columns).astype(float)

    def value(self, sums: Values) -> Values:
        """Correct for chance, each pair by its margins."""
        k = self.n_labels
        apart: Any = 0.0
        expected: Any = 0.0
        for i in range(len(self.pairs)):
            start = i * (2 * k + 1)
            first = sums[start + 1 : start + 1 + k]
            second = sums[start + 1 + k : start + 1 + 2 * k]
            n = first.sum(axis=0)
            apart = apart + sums[start]
            expected = expected + self.distance.between(first, second) / np.where(n > 0, n, 1)
        return beyond(np.asarray(apart), np.asarray(expected))


class Difference(Direct):
    """One coefficient minus another."""

    def __init__(self, first: PairsKappa, second: PairsKappa) -> None:
        self.first, self.second = first, second

    def features(self, part: Part) -> Values:
        """Put both side by side."""
        return np.column_stack([self.first.features(part), self.second.features(part)])

    def value(self, sums: Values) -> Values:
        """Subtract."""
        split = len(self.first.pairs) * (2 * self.first.n_labels + 1)
        return self.first.value(sums[:split]) - self.second.value(sums[split:])
