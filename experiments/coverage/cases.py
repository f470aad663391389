"""Which populations, how many items, and what is asked of their samples."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from scipy.stats import beta, t

from experiments.coverage.populations import (
    FAR,
    Measure,
    Population,
    Table,
    anywhere,
    erring,
    margin,
    near,
    noise,
)


@dataclass(frozen=True, eq=False)
class Setting:
    study: str
    population: Population
    n: int
    measures: list[Measure]
    group_size: int = 1


TWO = [("kappa", "linear"), ("kappa", "quadratic"), ("krippendorff", "ordinal")]
TWO += [("krippendorff", "interval")]
ALPHAS = [("krippendorff", "ordinal"), ("krippendorff", "interval")]
SEVERAL = [("fleiss", "quadratic"), ("conger", "quadratic"), ("gwet", "quadratic")]
SEVERAL += [("brennan-prediger", "quadratic")]
SEVERAL += [("krippendorff", "ratio"), ("krippendorff", "ratio from 0")]


def asked(pairs: list[tuple[str, Any]], others: bool = False) -> list[Measure]:
    """The defaults, and where asked the methods that were, or usually are, the default."""
    found = [Measure(*pair) for pair in pairs]
    for name, weights in pairs if others else []:
        usual = "fisher" if name == "kappa" else "jackknife"
        found += [Measure(name, weights, method) for method in ("dirichlet", usual)]
    return found


def grid() -> Iterator[Setting]:
    """Scales, margins, errors, quadratic kappas, items; two raters, and three."""
    whole = product(
        (3, 5, 10, 20), ("even", "skewed", "one label 90 %"), ("near", "near+far", "uniform"),
        (0.6, 0.9, 0.97), (20, 50, 100, 300),
    )  # fmt: skip
    for i, (k, kind, errors, target, n) in enumerate(whole):
        shares = margin(kind, k)
        table, name = erring(k, shares, errors, target), f"{kind}, {errors}, {target:g}"
        pair = Population(name, shares, [table] * 2)
        yield Setting("grid", pair, n, asked(TWO, others=i % 13 == 0))
        if n != 50 and kind != "one label 90 %":
            three = Population(name, shares, [table] * 3, missing=0.3)
            yield Setting("grid", three, n, asked([*ALPHAS, *SEVERAL] if k < 20 else ALPHAS))


def mistaken(k: int, share: float, lowest: bool, raters: int) -> tuple[Table, list[Table]]:
    """In a share of the items one rater gives the label at the other end, or the lowest."""
    base, wrong = near(k, 0.2), np.zeros((k, k))
    wrong[np.arange(k), 0 if lowest else np.where(np.arange(k) < k / 2, k - 1, 0)] = 1
    kinds = np.concatenate([[1 - share], np.full(raters, share / raters)])
    tables = [
        np.concatenate([base] + [wrong if g == h else base for g in range(raters)])
        for h in range(raters)
    ]
    return np.repeat(kinds, k) * np.tile(margin("even", k), raters + 1), tables


def others() -> Iterator[Population]:
    """Nineteen populations of the research, on which the method's constants were not chosen."""
    for share, lowest in product((0.01, 0.03, 0.1), (False, True)):
        where = "at the lowest label" if lowest else "at the other end"
        for raters in (2, 3):
            yield Population(f"{share:.0%} of items {where}", *mistaken(10, share, lowest, raters))
    flat = {k: margin("even", k) for k in (5, 10, 50, 101)}
    for k, spread, far in product((50, 101), (2, 8), (0, FAR)):
        if far or k == 101:
            table = anywhere(noise(k, spread), far)
            name = f"{k} labels, noise of {spread}" + (", rare far errors" if far else "")
            yield from (Population(name, flat[k], [table] * r) for r in (2, 3))
    few = anywhere(near(5, 0.1), FAR)
    yield Population("eight raters, 60 % missing", flat[5], [few] * 8, missing=0.6)
    hard = np.concatenate([near(10, 0.1), noise(10, 2.5)])
    split = np.concatenate([0.8 * flat[10], 0.2 * flat[10]])
    yield from (Population("hard and easy items", split, [hard] * r) for r in (2, 3))
    for kind in ("one label 97 %", "both ends"):
        yield from (Population(kind, margin(kind, 5), [few] * r) for r in (2, 3))
    ten = anywhere(near(10, 0.2), FAR)
    higher = np.column_stack([np.zeros(10), ten[:, :-2], ten[:, -2:].sum(axis=1)])
    yield Population("one rater a step higher", flat[10], [ten, higher])
    yield Population("one bad rater of three", flat[10], [ten, ten, anywhere(ten, 0.3)])
    for target in (0.0, 0.1):
        table = anywhere(np.eye(5), 1 - target**0.5)
        yield Population(f"kappa {target:g}", flat[5], [table] * 2)


def earlier() -> Iterator[Population]:
    """Five more, tried with an earlier state of the library; the defaults did not change by it."""
    flat, ten = margin("even", 10), near(10, 0.2)
    swapping = np.eye(10)
    swapping[[2, 4]] = 0.8 * swapping[[2, 4]] + 0.2 * swapping[[4, 2]]
    yield Population("one rater swaps two labels", flat, [ten, ten @ swapping])
    timid = noise(10, 0.6, centres=4.5 + 0.7 * (np.arange(10) - 4.5))
    yield Population("one timid rater", flat, [ten, timid])
    for raters in (2, 3):
        heavy = noise(10, 0.4, law=t(2).cdf)
        yield Population("noise with heavy tails", flat, [heavy] * raters)
        levels = beta(0.5, 4.5).ppf((np.arange(20) + 0.5) / 20)
        spread = np.concatenate([anywhere(near(10, x), x / 4) for x in levels])
        yield Population("items of every difficulty", np.tile(flat / 20, 20), [spread] * raters)
    careless = anywhere(ten, 0.05)
    yield Population("one careless rater of three", flat, [ten, ten, careless])


def own() -> Iterator[Population]:
    """Five more, named in this file before anything was run on them."""
    # One rater gives half points, the other rounds them to full ones.
    half = noise(21, 1.0)
    rounding = np.zeros((21, 21))
    rounding[np.arange(21), 2 * ((np.arange(21) + 1) // 2).clip(max=10)] = 1
    yield Population("one rater rounds half points", margin("even", 21), [half, half @ rounding])
    # Work that fails and work that passes: few cases between them, and 2 % of the ratings cross.
    two_humps = np.array([8, 12, 10, 4, 1, 1, 6, 16, 26, 16]) / 100
    crossing = np.eye(10)[::-1]
    passing = 0.98 * near(10, 0.3) + 0.02 * crossing
    # Half asleep: in 5 % of the items a rater gives the middle label, whatever the item.
    asleep = 0.95 * near(9, 0.3)
    asleep[:, 4] += 0.05
    # The higher the label the larger the error, as with counts.
    low = np.arange(15)
    counts = noise(15, 0.3 + 0.12 * low[:, None])
    # Severity that is rarely high and coded too low where it is missed.
    severe = 0.4 ** np.arange(7.0)
    below = np.diag(np.r_[1.0, np.full(6, 0.85)]) + np.diag(np.full(6, 0.1), -1)
    below[1:, 0] += 0.05
    for raters in (2, 3):
        yield Population("pass or fail", two_humps, [passing] * raters)
        yield Population("half asleep", margin("even", 9), [asleep] * raters)
        yield Population("errors that grow", margin("even", 15), [counts] * raters)
        yield Population("severity coded too low", severe / severe.sum(), [below] * raters)


def given() -> Iterator[Setting]:
    """Costs of one's own; sampling weights; groups of which half the items repeat the first."""
    random = np.random.default_rng(3).exponential(size=(5, 5)) * (1 - np.eye(5))
    apart = np.subtract.outer(np.arange(10.0), np.arange(10.0))
    one_cell, pair = 1 - np.eye(5), 1 - np.eye(5)
    one_cell[0, 4] = pair[0, 4] = pair[4, 0] = 20
    blocks = np.kron(1 - np.eye(2), np.ones((5, 5)))
    tables = {
        "random costs": random, "too low costs 3": np.where(apart > 0, 3 * apart, -apart),
        "one cell costs 20": one_cell, "one pair of labels costs 20": pair,
        "two blocks of labels": blocks,
    }  # fmt: skip
    chosen = product(
        ("even", "skewed"), ("near", "near+far", "uniform"), (0.6, 0.9), (50, 100, 300)
    )
    for kind, errors, target, n in chosen:
        for name, costs in tables.items():
            k = len(costs)
            shares = margin(kind, k)
            raters = [erring(k, shares, errors, target)] * 2
            population = Population(f"{name}, {kind}, {errors}, {target:g}", shares, raters)
            names = (
                ("kappa", "fleiss", "krippendorff") if name.startswith("one pair") else ("kappa",)
            )
            asks = [Measure(x, tuple(map(tuple, costs.tolist()))) for x in names]
            yield Setting("costs", population, n, asks)
        shares = margin(kind, 5)
        table = erring(5, shares, errors, target)
        name = f"{kind}, {errors}, {target:g}"
        for heavy in ("alike", "worse"):
            worse = table if heavy == "alike" else anywhere(table, 0.02)
            two = [np.concatenate([table, worse])] * 2
            sampled = np.concatenate([shares * 5, shares * 2]) / 7
            weighed = Population(
                f"{name}, heavy cases {heavy}", sampled, two, 0, np.repeat([1.0, 10.0], 5)
            )
            yield Setting("weights", weighed, n, [Measure("kappa", "quadratic")])
        if n == 300:
            three = Population(name, shares, [table] * 3)
            yield Setting("groups", three, n, asked([*ALPHAS, ("fleiss", "quadratic")]), 5)


def copying(p: Table, a: Table, b: Table, copied: float) -> tuple[Table, list[Table]]:
    """Truth, a, and b, which copies a in a share of the items."""
    k = len(p)
    shares = np.concatenate([p * (1 - copied), (p[:, None] * a * copied).ravel()])
    drawn, each = np.tile(np.eye(k), (k, 1)), np.repeat(np.eye(k), k, axis=0)
    return shares, [np.concatenate(x) for x in ((np.eye(k), each), (a, drawn), (b, drawn))]


def comparisons() -> Iterator[Setting]:
    pairs = ((0.6, 0.6), (0.9, 0.9), (0.97, 0.97), (0.7, 0.6), (0.9, 0.8), (0.97, 0.95))
    grid = product((5, 20), ("even", "skewed"), ("near", "near+far", "uniform"), pairs)
    for (k, kind, errors, (first, second)), n in product(grid, (50, 100, 300)):
        p = margin(kind, k)
        a, b = (erring(k, p, errors, x, exact=True) for x in (first, second))
        name = f"{kind}, {errors}, {first:g} and {second:g}"
        tables = copying(p, a, b, 0.5 * (first == second))
        ways = (
            (None, "dirichlet", "bootstrap")
            if first != second and (k, kind) == (5, "even")
            else (None,)
        )
        asks = [Measure("difference", "quadratic", way) for way in ways]
        yield Setting("comparison", Population(name, *tables), n, asks)
        if k < 20:
            judge, human = (erring(k, p, errors, x) for x in (first, second))
            panel = Population(name, p, [judge, human, human, human])
            yield Setting("judge", panel, n, [Measure("judge", "quadratic")])


def settings() -> Iterator[Setting]:
    """All of them."""
    yield from grid()
    for study, populations in (("other", others), ("earlier", earlier), ("own", own)):
        for population, n in product(populations(), (20, 100, 300)):
            pairs = TWO[1:] if len(population.raters) == 2 else [*ALPHAS, SEVERAL[0]]
            yield Setting(study, population, n, asked(pairs))
    yield from given()
    yield from comparisons()
