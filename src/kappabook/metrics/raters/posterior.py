r"""What the coefficients could be, given the ratings: a posterior over patterns of ratings.

Every pattern seen weighs as a gamma variate whose shape is the number of its items; so does every
group, if items come in groups. A prior keeps what was never seen possible:

- .75 items on which all raters agree, the label being any;
- .75 items seen, of which two of the ratings are replaced by two that differ.

For two raters the masses are those of Cohen's kappa (:mod:`kappabook.metrics.intervals.dirichlet`),
since two agree more easily.
The shapes are multiplied by n / (n + 3), n being the items with two ratings. Masses and factor were
chosen by measured coverage; docs/raters.md has the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kappabook.metrics.intervals.dirichlet import MASS, Kinds, drawn, prior_masses
from kappabook.metrics.raters.coefficients import Coefficient, features
from kappabook.metrics.raters.table import Places, Ratings, Values

# Prior masses of agreement and of disagreement, for more than two raters.
MASSES = 0.75, 0.75
# Items whose ratings are replaced, for each pair of labels; labels and pairs that stand for all.
_ITEMS, _MOST_PAIRS = 32, 256


def posterior(
    coefficient: Coefficient,
    groups: Places | None,
    n_draws: int | None,
    random_state: Any,
    blocks: Sequence[int] = (),
) -> Values:
    """Draw what the coefficient estimates.

    `groups` has the group of each item, 0, 1, ... With `blocks` rater 0 is compared with these
    raters, and the prior is that of comparisons.
    """
    rng, table = np.random.default_rng(random_state), coefficient.table
    rows, counts = units(coefficient, groups)
    if blocks:
        codes, mass = _prior_of_comparison(table, blocks, rng)
        prior = features(coefficient, codes)
    else:
        prior, mass = _prior(coefficient, rng)
    n = several = table.n_several
    if groups is not None:
        # An item that was never seen would have come with a group.
        n, prior = len(rows), prior * (several / len(rows))
    rows, shape = np.concatenate([rows, prior]), np.concatenate([counts, mass]) * n / (n + 3)
    found = Kinds(np.arange(len(shape)), shape, np.ones(len(shape)))
    parts = drawn(found, n_draws, rng)
    return np.concatenate([coefficient.parameter(rows.T @ part) for part in parts])


def units(coefficient: Coefficient, groups: Places | None) -> tuple[Values, Values]:
    """Return the sums of each unit that is drawn, pattern or group, and the number of each.

    What has no part in the coefficient, such as an item that nobody rated, is no unit.
    """
    rows, table = features(coefficient), coefficient.table
    counts = table.counts.astype(float)
    if groups is not None:
        order = np.argsort(groups, kind="stable")
        starts = np.flatnonzero(np.diff(groups[order], prepend=-1))
        rows = np.add.reduceat(rows[table.place[order]], starts, axis=0)
        counts = np.ones(len(rows))
    kept = rows.any(axis=1)
    return rows[kept], counts[kept]


def _prior(coefficient: Coefficient, rng: np.random.Generator) -> tuple[Values, Values]:
    """Rows and masses of the items of the prior."""
    table = coefficient.table
    k = table.n_labels
    alike, unlike = (
        x if len(x) <= _MOST_PAIRS else np.sort(rng.choice(x, _MOST_PAIRS, replace=False))
        for x in (np.arange(k), np.flatnonzero(~np.eye(k, dtype=bool)))
    )
    replaced = _replaced(table, *np.divmod(np.repeat(unlike, _ITEMS), k), rng)
    each = features(coefficient, replaced)
    apart = each.reshape(len(unlike), _ITEMS, each.shape[1]).mean(axis=1)
    agreed = np.broadcast_to(alike, (table.n_raters, len(alike)))
    rows = np.concatenate([features(coefficient, agreed), apart])
    masses = MASSES if table.n_raters > 2 else prior_masses(k)
    shares = (
        np.full(len(x), m / max(len(x), 1)) for x, m in zip((alike, unlike), masses, strict=True)
    )
    return rows, np.concatenate(list(shares))


def _prior_of_comparison(
    table: Ratings, blocks: Sequence[int], rng: np.random.Generator
) -> tuple[Places, Values]:
    """Patterns and masses: as of two predictions and the truth, which all other raters tell alike.

    The first prediction is that of rater 0, the second that of each rater of `blocks` in turn.
    """
    k, n = table.n_labels, _MOST_PAIRS // 2
    truth, first = np.divmod(np.flatnonzero(~np.eye(k, dtype=bool)), k)
    if len(truth) > n:
        chosen = rng.choice(len(truth), n, replace=False)
        truth, first = truth[chosen], first[chosen]
    second = (truth + 1 + rng.integers(max(k - 1, 1), size=len(truth))) % k
    codes, mass = [], []
    for place in blocks:
        says = ((truth, truth), (truth, second), (first, truth), (first, second))
        for a, b in says:
            pattern = np.tile(truth, (table.n_raters, 1))
            pattern[0], pattern[place] = a, b
            codes.append(pattern)
            mass.append(np.full(len(truth), MASS / max(len(truth), 1) / len(blocks)))
    return np.concatenate(codes, axis=1), np.concatenate(mass)


def _replaced(table: Ratings, first: Places, second: Places, rng: np.random.Generator) -> Places:
    """Items seen with two or more ratings, two of which become the labels given."""
    several = np.flatnonzero(table.sizes > 1)
    share = table.counts[several] / table.counts[several].sum()
    codes = table.patterns[:, rng.choice(several, len(first), p=share)]
    order = np.argsort(np.where(codes < 0, 2.0, rng.random(codes.shape)), axis=0)
    every = np.arange(len(first))
    codes[order[0], every], codes[order[1], every] = first, second
    return codes
