"""Measure how often intervals of raters and judges hold the truth: ``make rerun WHAT=coverage``.

For each setting samples are drawn from a known population and given to the posterior that
`rater_interval` uses without weights, or to the public function itself. An item is of the agreed
kind with probability kappa, and then all raters give it one label; otherwise they draw labels on
their own. So every kappa of the population, weighted or not, and every alpha, is `kappa`.

Writes data/results/rater-coverage.csv and the summaries in docs/raters.md.
"""

from __future__ import annotations

import csv
import io
import sys
import warnings
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path

import numpy as np
from coverage_of_kappa import between_marks

from kappabook import ConfusionMatrix, kappa_interval, kappa_sample_size
from kappabook.checkout import results_folder
from kappabook.datasheet import writing_results
from kappabook.metrics.intervals.distributions import DrawnDistribution
from kappabook.metrics.intervals.sample_size import planned_table
from kappabook.metrics.raters import compare_judge_with_raters, corrected_prevalence
from kappabook.metrics.raters.coefficients import build, estimate
from kappabook.metrics.raters.posterior import posterior
from kappabook.metrics.raters.table import Ratings

COMMAND, FILE = "make rerun WHAT=coverage", "rater-coverage.csv"
PAGE = Path(__file__).parents[2] / "docs/raters.md"
DRAWS, SEED = 1000, 1960
NOMINAL = ("krippendorff", "fleiss", "conger", "gwet", "brennan-prediger", "agreement")
# Two labels; and four in an order, for what depends on it.
MARGINS = (0.01, 0.05, 0.2, 0.5)
FOUR = (0.1, 0.2, 0.3, 0.4)


@dataclass(frozen=True)
class Setting:
    """A population and a size of sample."""

    study: str
    rarest: float
    kappa: float
    n: int
    raters: int
    missing: float
    group_size: int = 1

    @property
    def margins(self) -> np.ndarray:
        return np.array(FOUR if self.study == "ordered" else (self.rarest, 1 - self.rarest))

    @property
    def expected(self) -> float:
        """Items that one rater is expected to give the rarest label."""
        return self.n * self.rarest


@dataclass(frozen=True)
class Row(Setting):
    """What the samples say of one coefficient; shares are of the samples where it is defined."""

    coefficient: str = ""
    truth: float = 0.0
    repeats: int = 0
    coverage: float = 0.0
    standard_error: float = 0.0
    width: float = 0.0
    undefined: float = 0.0


def sample(setting: Setting, rng: np.random.Generator) -> np.ndarray:
    """Ratings of shape (n, raters), nan where missing; items of a group repeat its first half."""
    n, p = setting.n, setting.margins
    labels = np.searchsorted(np.cumsum(p)[:-1], rng.random((n, setting.raters)), side="right")
    agreed = rng.random(n) < setting.kappa
    labels[agreed] = labels[agreed][:, :1]
    if setting.group_size > 1:
        first = np.arange(n) // setting.group_size * setting.group_size
        copied = rng.random(n) < 0.5
        labels[copied] = labels[first[copied]]
    ratings = labels.astype(float)
    ratings[rng.random(ratings.shape) < setting.missing] = np.nan
    return ratings


def truths(setting: Setting) -> dict[str, float]:
    """The coefficients of the population, by their definitions."""
    p, kappa = setting.margins, setting.kappa
    k = len(p)
    cost = 1 - np.eye(k)
    if setting.study == "ordered":
        cost = np.subtract.outer(np.arange(k), np.arange(k)) ** 2 / (k - 1) ** 2
    observed = (1 - kappa) * p @ cost @ p
    gwet = 1 - (1 - cost).sum() * (p * (1 - p)).sum() / (k * (k - 1))
    found = dict.fromkeys(("krippendorff", "fleiss", "conger", "ordinal", "interval"), kappa)
    return found | {
        "gwet": 1 - observed / gwet,
        "brennan-prediger": 1 - observed / cost.mean(),
        "agreement": 1 - observed,
    }


class Several:
    """Several coefficients from one set of draws."""

    def __init__(self, parts: list) -> None:
        self.parts, self.table = parts, parts[0].table

    def features(self, codes):
        rows = [one.features(codes) for one in self.parts]
        self.ends = np.cumsum([row.shape[1] for row in rows])[:-1]
        return np.concatenate(rows, axis=1)

    def parameter(self, sums):
        split = np.split(sums, self.ends)
        values = [one.parameter(x) for one, x in zip(self.parts, split, strict=True)]
        return np.column_stack(values)


def coefficients(setting: Setting, table: Ratings) -> dict[str, object]:
    if setting.study != "ordered":
        return {name: build(table, name) for name in NOMINAL}
    weighted = {name: build(table, name, "quadratic") for name in ("conger", "gwet")}
    levels = ("ordinal", "interval")
    return weighted | {x: build(table, "krippendorff", level=x) for x in levels}


def measure(setting: Setting, repeats: int) -> Iterator[Row]:
    """Draw samples and count."""
    known, counts = truths(setting), {}
    rng = np.random.default_rng([SEED, *(int(1000 * x) for x in _numbers(setting))])
    groups = None
    if setting.group_size > 1:
        groups = np.arange(setting.n) // setting.group_size
    for _ in range(repeats):
        table = Ratings(sample(setting, rng), list(range(len(setting.margins))))
        if table.sizes.max() < 2 or (table.codes < 0).all(axis=1).any():
            continue
        parts = coefficients(setting, table)
        draws = posterior(Several(list(parts.values())), groups, DRAWS, SEED)
        for (name, part), column in zip(parts.items(), draws.T, strict=True):
            value = estimate(part)
            hit, width, defined = counts.setdefault(name, [0, 0.0, 0])
            if not np.isnan(value):
                low, high = DrawnDistribution(column, value, "log").interval(0.95)
                hit, width, defined = (
                    hit + (low <= known[name] <= high),
                    width + high - low,
                    defined + 1,
                )
            counts[name] = [hit, width, defined]
    for name, (hit, width, defined) in counts.items():
        yield row(setting, name, known[name], repeats, hit, width, defined)


def _numbers(setting: Setting) -> list[float]:
    return [x for x in asdict(setting).values() if not isinstance(x, str)]


def row(setting, name, truth, repeats, hit, width, defined) -> Row:
    share = hit / defined if defined else np.nan
    return Row(
        **asdict(setting),
        coefficient=name,
        truth=truth,
        repeats=repeats,
        coverage=share,
        standard_error=float(np.sqrt(share * (1 - share) / max(defined, 1))),
        width=width / max(defined, 1),
        undefined=1 - defined / repeats,
    )


def coefficient_settings() -> Iterator[tuple[Setting, int]]:
    kappas = (0.0, 0.4, 0.8)
    for n, r, m, kappa, gap in product(
        (30, 100, 300, 1000), (2, 3, 5), MARGINS, kappas, (0.0, 0.3)
    ):
        if n < 1000 or m <= 0.05:  # many items of every label: nothing to see
            yield Setting("nominal", m, kappa, n, r, gap), 1000
    for n, r, kappa, gap in product((30, 300), (2, 4), kappas, (0.0, 0.3)):
        yield Setting("ordered", FOUR[0], kappa, n, r, gap), 1000
    for n, m, kappa in product((250, 1000), (0.05, 0.2), kappas):
        yield Setting("groups", m, kappa, n, 3, 0.0, 5), 1000


def panels(repeats: int = 1000) -> Iterator[Row]:
    """A judge beside three humans: a share of what the humans agree on is known to the judge."""
    for n, m, known in product((50, 200, 1000), (0.05, 0.3), (1.0, 0.5)):
        setting = Setting("panels", m, 0.6, n, 4, 0.0)
        rng = np.random.default_rng([SEED, n, int(100 * m), int(10 * known)])
        hit = width = defined = 0
        for _ in range(repeats):
            own = (rng.random((n, 4)) < m).astype(int)
            agreed = rng.random(n) < setting.kappa
            own[agreed, 1:] = own[agreed, 1:2]
            told = agreed & (rng.random(n) < known)
            own[told, 0] = own[told, 1]
            found = compare_judge_with_raters(own, 0, labels=[0, 1], n_draws=DRAWS)
            if not np.isnan(found.difference):
                hit += found.low <= setting.kappa * (known - 1) <= found.high
                width, defined = width + found.high - found.low, defined + 1
        truth = setting.kappa * (known - 1)
        yield row(setting, "difference", truth, repeats, hit, width, defined)


def rates(repeats: int = 1000) -> Iterator[Row]:
    """A judge of 2000 cases, and calibration cases that are a random sample of all."""
    qualities = ((0.9, 0.95), (0.7, 0.8))
    for p, (se, sp), m in product((0.01, 0.05, 0.2, 0.5), qualities, (50, 100, 400)):
        setting = Setting(f"rate, se {se:g}, sp {sp:g}", p, 0.0, m, 1, 0.0)
        rng = np.random.default_rng([SEED, m, int(100 * p), int(100 * se)])
        counts = {"difference": [0, 0.0, 0], "rogan-gladen": [0, 0.0, 0]}
        for _ in range(repeats):
            truth = rng.random(2000 + m) < p
            judge = np.where(truth, rng.random(2000 + m) < se, rng.random(2000 + m) >= sp)
            known = np.where(np.arange(2000 + m) < m, truth.astype(float), np.nan)
            for method, count in counts.items():
                found = corrected_prevalence(known, judge.astype(float), pos_label=1, method=method)
                if not np.isnan(found.estimate):
                    count[0] += found.low <= p <= found.high
                    count[1] += found.high - found.low
                    count[2] += 1
        for method, (hit, width, defined) in counts.items():
            yield row(setting, method, p, repeats, hit, width, defined)


def half_width(cells: np.ndarray, draws: int = DRAWS) -> tuple[float, float, float]:
    """Interval of kappa and half its width; nan where kappa is 0/0."""
    k = int(np.sqrt(cells.size))
    found = kappa_interval(ConfusionMatrix(cells.reshape(k, k)), n_draws=draws)
    return found.low, found.high, (found.high - found.low) / 2


def plans(repeats: int = 500) -> Iterator[Row]:
    """Studies of the size planned: mean width of the interval, or share that finds kappa0 wrong."""
    for m, kappa, h in product((0.1, 0.3, 0.5), (0.2, 0.6, 0.8), (0.05, 0.1)):
        n = kappa_sample_size(m, kappa, half_width=h)
        truth = planned_table(np.array([m, 1 - m]), np.array([m, 1 - m]), kappa)
        rng = np.random.default_rng([SEED, n, int(100 * m)])
        found = np.array([half_width(x) for x in rng.multinomial(n, truth.ravel(), repeats)])
        hit = int(((found[:, 0] <= kappa) & (kappa <= found[:, 1])).sum())
        setting = Setting(f"half-width {h:g}", m, kappa, n, 2, 0.0)
        yield row(setting, "planned", kappa, repeats, hit, (found[:, 2] * 2).sum(), repeats)
    for m, (kappa, kappa0) in product((0.1, 0.3, 0.5), ((0.6, 0.4), (0.4, 0.0), (0.9, 0.7))):
        n = kappa_sample_size(m, kappa, kappa0=kappa0)
        truth = planned_table(np.array([m, 1 - m]), np.array([m, 1 - m]), kappa)
        rng = np.random.default_rng([SEED, n, int(100 * m)])
        hits = 0
        for cells in rng.multinomial(n, truth.ravel(), repeats):
            found = kappa_interval(ConfusionMatrix(cells.reshape(2, 2)), n_draws=DRAWS)
            hits += found.p_value(kappa0) < 0.05
        setting = Setting(f"power, kappa0 {kappa0:g}", m, kappa, n, 2, 0.0)
        yield row(setting, "planned", kappa, repeats, hits, 0.0, repeats)


def stopped(repeats: int = 500) -> Iterator[Row]:
    """Studies of the size planned, and such that stop when the interval is narrow enough."""
    for m, kappa, h in product((0.1, 0.3, 0.5), (0.2, 0.6, 0.8), (0.1,)):
        truth = planned_table(np.array([m, 1 - m]), np.array([m, 1 - m]), kappa).ravel()
        most = 4 * kappa_sample_size(m, kappa, half_width=h)
        rng = np.random.default_rng([SEED, most, int(10 * kappa)])
        hit = cases = 0
        for _ in range(repeats):
            n, cells = 30, rng.multinomial(30, truth)
            while n < most:
                low, high, half = half_width(cells)
                if half <= h:
                    break
                cells, n = cells + rng.multinomial(10, truth), n + 10
            hit += low <= kappa <= high
            cases += n
        setting = Setting(f"stopped at {h:g}", m, kappa, round(cases / repeats), 2, 0.0)
        yield row(setting, "stopped", kappa, repeats, hit, 0.0, repeats)


def rounded(found: Row) -> dict[str, str]:
    """Six significant digits, as in all results; empty where no sample has a value."""
    return {
        name: ("" if np.isnan(x) else f"{x:.6g}") if isinstance(x, float) else str(x)
        for name, x in asdict(found).items()
    }


def everything() -> Iterator[Row]:
    yield from rates()
    yield from plans()
    yield from stopped()
    yield from panels()
    for setting, repeats in coefficient_settings():
        yield from measure(setting, repeats)


# --- the summaries on the page ----------------------------------------------------------------


def coverage_table(rows: list[dict[str, str]]) -> list[str]:
    """The range of coverage over the settings: of each coefficient, or of all of a study."""
    lines = [
        "| settings | coefficient | values with 5 items or more | coverage there "
        "| other values | coverage there |",
        "|---|---|--:|--:|--:|--:|",
    ]
    shown = [r for r in rows if r["study"] in ("nominal", "ordered", "groups") and enough(r)]
    kinds = dict.fromkeys((r["study"], coefficient_shown(r)) for r in shown)
    for kind in kinds:
        cells: tuple[list[float], list[float]] = ([], [])
        for r in shown:
            if (r["study"], coefficient_shown(r)) == kind:
                cells[expected(r) < 5].append(float(r["coverage"]))
        ranges = (f"{len(x)} | {between(x)}" if x else "0 | " for x in cells)
        lines.append(f"| {' | '.join((*kind, *ranges))} |")
    return lines


def coefficient_shown(r: dict[str, str]) -> str:
    return r["coefficient"] if r["study"] == "nominal" else "all"


def between(values: list[float], digits: int = 3) -> str:
    return f"{min(values):.{digits}f} to {max(values):.{digits}f}"


def expected(r: dict[str, str]) -> float:
    """Items that one rater is expected to give the rarest label."""
    return round(float(r["n"]) * float(r["rarest"]), 6)


def enough(r: dict[str, str]) -> bool:
    """Whether a tenth of the samples have the coefficient."""
    return r["coverage"] != "" and float(r["undefined"]) <= 0.9


def judge_table(rows: list[dict[str, str]]) -> list[str]:
    """One line per design and number of items."""
    lines = [
        "| what | items | coverage, rarest label 5 % | 30 % | width, rarest label 5 % | 30 % |",
        "|---|--:|--:|--:|--:|--:|",
    ]
    what = {"panels": "a judge beside three humans"}
    chosen = [r for r in rows if r["study"] in what]
    for study, n in dict.fromkeys((r["study"], r["n"]) for r in chosen):
        cells = [
            between(
                [
                    float(r[name])
                    for r in chosen
                    if (r["study"], r["n"], r["rarest"]) == (study, n, rarest)
                ],
                digits,
            )
            for name, digits in (("coverage", 3), ("width", 2))
            for rarest in ("0.05", "0.3")
        ]
        lines.append(f"| {what[study]} | {n} | {' | '.join(cells)} |")
    return lines


def rate_table(rows: list[dict[str, str]]) -> list[str]:
    """One line per judge and number of calibration cases, both methods side by side."""
    lines = [
        "| judge | calibration cases | difference: coverage | width "
        "| Rogan-Gladen: coverage | width | undefined, at most |",
        "|---|--:|--:|--:|--:|--:|--:|",
    ]
    chosen = [r for r in rows if r["study"].startswith("rate")]
    for study, n in dict.fromkeys((r["study"], r["n"]) for r in chosen):
        own = [r for r in chosen if (r["study"], r["n"]) == (study, n)]
        cells = [
            between([float(r[name]) for r in side])
            for side in (own[::2], own[1::2])
            for name in ("coverage", "width")
        ]
        undefined = max(float(r["undefined"]) for r in own[1::2])
        judge = study.removeprefix("rate, ")
        lines.append(f"| {judge} | {n} | {' | '.join(cells)} | {undefined:.2f} |")
    return lines


def plan_table(rows: list[dict[str, str]]) -> list[str]:
    """What studies of the planned size found, over shares of .1, .3 and .5."""
    lines = [
        "| plan | studies | cases | half-width found | power found | coverage |",
        "|---|--:|--:|--:|--:|--:|",
    ]
    chosen = [r for r in rows if r["coefficient"] in ("planned", "stopped")]
    for study in dict.fromkeys(r["study"] for r in chosen):
        own = [r for r in chosen if r["study"] == study]
        cases = sorted(int(r["n"]) for r in own)
        half = [float(r["width"]) / 2 for r in own]
        share = between([float(r["coverage"]) for r in own])
        power = study.startswith("power")
        found = (between(half) if min(half) else "", share if power else "", "" if power else share)
        lines.append(f"| {study} | {len(own)} | {cases[0]} to {cases[-1]} | {' | '.join(found)} |")
    return lines


TABLES = {
    "coverage": coverage_table,
    "judges": judge_table,
    "rates": rate_table,
    "plans": plan_table,
}


def page(text: str, rows: list[dict[str, str]]) -> str:
    """Put each table between its two marks."""
    for name, table in TABLES.items():
        text = between_marks(text, f"<!-- {name} -->", table(rows))
    return text


def main() -> None:
    warnings.simplefilter("ignore")
    rows = []
    for found in everything():
        rows.append(rounded(found))
        print(*rows[-1].values(), file=sys.stderr, flush=True)
    with writing_results(COMMAND, results_folder() / FILE) as (draft,):
        text = io.StringIO(newline="")
        writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        draft.write_text(text.getvalue(), encoding="utf-8")
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8"), rows), encoding="utf-8")


if __name__ == "__main__":
    main()
