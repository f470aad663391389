"""Several raters, a judge beside them, corrected rates, and studies of a planned size.

An item is of the agreed kind with probability kappa, and then all raters give it one label;
otherwise they draw labels on their own. So every kappa of the population, weighted or not, and
every alpha, is `kappa`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product
from types import SimpleNamespace
from typing import Any

import numpy as np

from experiments.coverage.harness import DRAWS, SEED, Asked, Case, Row
from kappabook import ConfusionMatrix, kappa_interval, kappa_sample_size
from kappabook.metrics.intervals.distributions import DrawnDistribution
from kappabook.metrics.intervals.sample_size import planned_table
from kappabook.metrics.raters import compare_judge_with_raters, corrected_prevalence
from kappabook.metrics.raters.coefficients import build, estimate
from kappabook.metrics.raters.posterior import posterior
from kappabook.metrics.raters.table import Ratings

Table = np.ndarray
Answers = Iterator[list[Any]]

SETTING = ("study", "rarest", "kappa", "n", "raters", "missing", "group_size")
COLUMNS = (
    *SETTING, "coefficient", "truth", "repeats", "coverage", "standard_error", "width", "undefined",
)  # fmt: skip
# Two labels; and four in an order, for what depends on it.
MARGINS, FOUR = (0.01, 0.05, 0.2, 0.5), (0.1, 0.2, 0.3, 0.4)
NOMINAL = ("krippendorff", "fleiss", "conger", "gwet", "brennan-prediger", "agreement")
ORDERED = ("conger", "gwet", "ordinal", "interval")
METHODS = ("difference", "rogan-gladen")


def cases() -> Iterator[Case]:
    """All of them, in the order of the file."""
    yield from rates()
    yield from plans()
    yield from panels()
    yield from coefficients()


def setting(*values: Any) -> Row:
    """As many values of SETTING as differ from none missing and no groups."""
    return dict(zip(SETTING, [*values, 0.0, 1][: len(SETTING)], strict=True))


# --- coefficients -----------------------------------------------------------------------------


def coefficients() -> Iterator[Case]:
    kappas, gaps = (0.0, 0.4, 0.8), (0.0, 0.3)
    grid = product((30, 100, 300, 1000), (2, 3, 5), MARGINS, kappas, gaps)
    settings = [
        ("nominal", m, kappa, n, r, gap, 1)
        for n, r, m, kappa, gap in grid
        if n < 1000 or m <= 0.05  # many items of every label: nothing to see
    ]
    settings += [
        ("ordered", FOUR[0], kappa, n, r, gap, 1)
        for n, r, kappa, gap in product((30, 300), (2, 4), kappas, gaps)
    ]
    settings += [
        ("groups", m, kappa, n, 3, 0.0, 5)
        for n, m, kappa in product((250, 1000), (0.05, 0.2), kappas)
    ]
    for values in settings:
        told = setting(*values)
        names, known = ORDERED if told["study"] == "ordered" else NOMINAL, truths(told)
        asked = [Asked(known[name], {"coefficient": name}) for name in names]
        yield Case(told, 1000, partial(answers_of_raters, told), asked)


def margins(told: Row) -> Table:
    rarest = told["rarest"]
    return np.array(FOUR if told["study"] == "ordered" else (rarest, 1 - rarest))


def truths(told: Row) -> dict[str, float]:
    """The coefficients of the population, by their definitions."""
    p, kappa = margins(told), told["kappa"]
    k = len(p)
    cost = 1 - np.eye(k)
    if told["study"] == "ordered":
        cost = np.subtract.outer(np.arange(k), np.arange(k)) ** 2 / (k - 1) ** 2
    observed = (1 - kappa) * p @ cost @ p
    gwet = 1 - (1 - cost).sum() * (p * (1 - p)).sum() / (k * (k - 1))
    found = dict.fromkeys(("krippendorff", "fleiss", "conger", "ordinal", "interval"), kappa)
    return found | {
        "gwet": 1 - observed / gwet,
        "brennan-prediger": 1 - observed / cost.mean(),
        "agreement": 1 - observed,
    }


def sample(told: Row, rng: np.random.Generator) -> Table:
    """Ratings of shape (n, raters), nan where missing; items of a group repeat its first half."""
    n, p = told["n"], margins(told)
    labels = np.searchsorted(np.cumsum(p)[:-1], rng.random((n, told["raters"])), side="right")
    agreed = rng.random(n) < told["kappa"]
    labels[agreed] = labels[agreed][:, :1]
    if told["group_size"] > 1:
        first = np.arange(n) // told["group_size"] * told["group_size"]
        copied = rng.random(n) < 0.5
        labels[copied] = labels[first[copied]]
    ratings = labels.astype(float)
    ratings[rng.random(ratings.shape) < told["missing"]] = np.nan
    return ratings


class Several:
    """Several coefficients from one set of draws."""

    def __init__(self, parts: list[Any]) -> None:
        self.parts, self.table = parts, parts[0].table

    def features(self, codes: Table) -> Table:
        rows = [one.features(codes) for one in self.parts]
        self.ends = np.cumsum([row.shape[1] for row in rows])[:-1]
        return np.concatenate(rows, axis=1)

    def parameter(self, sums: Table) -> Table:
        split = np.split(sums, self.ends)
        values = [one.parameter(x) for one, x in zip(self.parts, split, strict=True)]
        return np.column_stack(values)


def answers_of_raters(told: Row, repeats: int, _turn: int) -> Answers:
    """The posterior that `rater_interval` uses without weights, of all coefficients at once."""
    numbers = [x for x in told.values() if not isinstance(x, str)]
    rng = np.random.default_rng([SEED, *(int(1000 * x) for x in numbers)])
    ordered, size = told["study"] == "ordered", told["group_size"]
    groups = np.arange(told["n"]) // size if size > 1 else None
    none = SimpleNamespace(estimate=np.nan, low=np.nan, high=np.nan, caution="")
    for _ in range(repeats):
        table = Ratings(sample(told, rng), list(range(len(margins(told)))))
        if table.sizes.max() < 2 or (table.codes < 0).all(axis=1).any():
            yield [none] * len(ORDERED if ordered else NOMINAL)
            continue
        if ordered:
            parts = [build(table, name, "quadratic") for name in ORDERED[:2]]
            parts += [build(table, "krippendorff", level=level) for level in ORDERED[2:]]
        else:
            parts = [build(table, name) for name in NOMINAL]
        draws = posterior(Several(parts), groups, DRAWS, SEED)
        yield [interval(column, estimate(x)) for x, column in zip(parts, draws.T, strict=True)]


def interval(draws: Table, value: float) -> SimpleNamespace:
    low = high = np.nan
    if not np.isnan(value):
        low, high = DrawnDistribution(draws, value, "log").interval(0.95)
    return SimpleNamespace(estimate=value, low=low, high=high, caution="")


# --- judges and rates -------------------------------------------------------------------------


def panels() -> Iterator[Case]:
    """A judge beside three humans: a share of what the humans agree on is known to the judge."""
    for n, m, known in product((50, 200, 1000), (0.05, 0.3), (1.0, 0.5)):
        asked = [Asked(0.6 * (known - 1), {"coefficient": "difference"})]
        told = setting("panels", m, 0.6, n, 4)
        yield Case(told, 1000, partial(answers_of_panel, n, m, known), asked)


def answers_of_panel(n: int, m: float, known: float, repeats: int, _turn: int) -> Answers:
    rng = np.random.default_rng([SEED, n, int(100 * m), int(10 * known)])
    for _ in range(repeats):
        own = (rng.random((n, 4)) < m).astype(int)
        agreed = rng.random(n) < 0.6
        own[agreed, 1:] = own[agreed, 1:2]
        told = agreed & (rng.random(n) < known)
        own[told, 0] = own[told, 1]
        yield [compare_judge_with_raters(own, 0, labels=[0, 1], n_draws=DRAWS)]


def rates() -> Iterator[Case]:
    """A judge of 2000 cases, and calibration cases that are a random sample of all."""
    qualities = ((0.9, 0.95), (0.7, 0.8))
    for p, (se, sp), m in product((0.01, 0.05, 0.2, 0.5), qualities, (50, 100, 400)):
        asked = [Asked(p, {"coefficient": method}) for method in METHODS]
        told = setting(f"rate, se {se:g}, sp {sp:g}", p, 0.0, m, 1)
        yield Case(told, 1000, partial(answers_of_rate, p, se, sp, m), asked)


def answers_of_rate(p: float, se: float, sp: float, m: int, repeats: int, _turn: int) -> Answers:
    rng = np.random.default_rng([SEED, m, int(100 * p), int(100 * se)])
    for _ in range(repeats):
        truth = rng.random(2000 + m) < p
        judge = np.where(truth, rng.random(2000 + m) < se, rng.random(2000 + m) >= sp)
        known = np.where(np.arange(2000 + m) < m, truth.astype(float), np.nan)
        yield [
            corrected_prevalence(known, judge.astype(float), pos_label=1, method=method)
            for method in METHODS
        ]


# --- plans ------------------------------------------------------------------------------------


def plans() -> Iterator[Case]:
    """Studies of the size planned, and such that stop when the interval is narrow enough."""
    shares, kappas = (0.1, 0.3, 0.5), (0.2, 0.6, 0.8)
    for m, kappa, h in product(shares, kappas, (0.05, 0.1)):
        n = kappa_sample_size(m, kappa, half_width=h)
        yield plan(f"half-width {h:g}", m, kappa, n, "planned", answers_of_width)
    for m, (kappa, kappa0) in product(shares, ((0.6, 0.4), (0.4, 0.0), (0.9, 0.7))):
        n = kappa_sample_size(m, kappa, kappa0=kappa0)
        answers = partial(answers_of_power, kappa0)
        yield plan(f"power, kappa0 {kappa0:g}", m, kappa, n, "planned", answers)
    for m, kappa in product(shares, kappas):
        most = 4 * kappa_sample_size(m, kappa, half_width=0.1)
        answers = partial(answers_of_stopped, most)
        yield plan("stopped at 0.1", m, kappa, most, "stopped", answers)


def plan(study: str, m: float, kappa: float, n: int, name: str, answers: Any) -> Case:
    told, margin = setting(study, m, kappa, n, 2), np.array([m, 1 - m])
    truth = planned_table(margin, margin, kappa).ravel()
    return Case(told, 500, partial(answers, told, truth), [Asked(kappa, {"coefficient": name})])


def answers_of_width(told: Row, truth: Table, repeats: int, _turn: int) -> Answers:
    for cells in planned(told, truth, repeats):
        yield [kappa_found(cells)]


def answers_of_power(kappa0: float, told: Row, truth: Table, repeats: int, _turn: int) -> Answers:
    for cells in planned(told, truth, repeats):
        yield [only(kappa_found(cells).p_value(kappa0) < 0.05, told["kappa"])]


def answers_of_stopped(most: int, told: Row, truth: Table, repeats: int, _turn: int) -> Answers:
    """Begin with 30 items and add ten at a time; the setting gets the mean number at the end."""
    kappa, cases = told["kappa"], 0
    rng = np.random.default_rng([SEED, most, int(10 * kappa)])
    for _ in range(repeats):
        n, cells = 30, rng.multinomial(30, truth)
        while n < most:
            found = kappa_found(cells)
            if (found.high - found.low) / 2 <= 0.1:
                break
            cells, n = cells + rng.multinomial(10, truth), n + 10
        cases += n
        yield [only(found.low <= kappa <= found.high, kappa)]
    told["n"] = round(cases / repeats)


def planned(told: Row, truth: Table, repeats: int) -> Table:
    rng = np.random.default_rng([SEED, told["n"], int(100 * told["rarest"])])
    return rng.multinomial(told["n"], truth, repeats)


def kappa_found(cells: Table) -> Any:
    return kappa_interval(ConfusionMatrix(cells.reshape(2, 2)), n_draws=DRAWS)


def only(yes: bool, truth: float) -> SimpleNamespace:
    """A yes or no as an interval without width: at the truth, or nowhere."""
    where = truth if yes else np.nan
    return SimpleNamespace(estimate=truth, low=where, high=where, caution="")
