"""How often do the library's intervals hold the truth? ``make rerun WHAT=coverage``.

Samples of known populations go to the public functions as a user's would. Writes
data/results/coverage.csv and the tables of docs/intervals.md; can be stopped, and goes on where
it was.

It repeats the research behind the defaults (10,200 settings of 1000 samples), thinned: 200 samples,
four scales of five, three true values of four, three raters only with 30 % of the ratings missing;
methods that are not the default in every thirteenth setting. Where a default is near its promise
after 200 samples (NEAR), all are thrown away and more are drawn anew, so that no setting is called
bad for its bad luck; one that was lucky at first stays.
"""

import warnings
from argparse import Namespace
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
from scipy.special import ndtri

from experiments.coverage.cases import Case, cases
from experiments.coverage.populations import Measure, truth
from experiments.program import options, run
from kappabook import (
    auc_interval,
    compare_judge_with_raters,
    compare_kappas,
    kappa_interval,
    rater_interval,
)
from kappabook.checkout import build_folder, results_folder
from kappabook.datasheet import writing_results
from kappabook.study.runs import run_tasks

COMMAND, FILE = "make rerun WHAT=coverage", "coverage.csv"
PAGE = Path(__file__).parents[2] / "docs/intervals.md"
# A higher number for every change that changes a result; old records are then refused.
VERSION = 1
SAMPLES, EVERY, DRAWS, SEED = 200, 1, 1000, 1960
# A default with less coverage, or more rejections of equal kappas, is drawn anew with so many.
NEAR = {"coverage": (0.92, 1000), "size": (0.05, 4000)}
RESAMPLES = 400
Row = dict[str, Any]
COLUMNS = (
    "study", "population", "labels", "n", "raters", "missing", "disagreements",
    "coefficient", "method", "truth", "samples", "undefined", "coverage", "standard_error",
    "truth_below", "truth_above", "width", "sampling_width", "cautioned", "uncautioned_coverage",
    "rejected",
)  # fmt: skip
MEASURED = COLUMNS[COLUMNS.index("coverage") :]


def ask(measure: Measure, codes: np.ndarray, weight: np.ndarray | None, groups: Any, k: int) -> Any:
    """Give a sample to the library."""
    labels, how = list(range(1, k + 1)), measure.coefficient
    costs = (
        measure.weights if isinstance(measure.weights, str | None) else np.array(measure.weights)
    )
    if measure.method == "bootstrap":
        return bootstrapped(codes)
    given: Row = {"labels": labels, "n_draws": DRAWS}
    if measure.method:
        given["method"] = measure.method
    if how == "kappa":
        columns = codes.T + 1
        return kappa_interval(*columns, weights=costs, sample_weight=weight, **given)
    if how == "difference":
        return compare_kappas(*codes.T + 1, weights=costs, **given)
    ratings = np.where(codes < 0, np.nan, codes + 1.0)
    if how == "judge":
        return compare_judge_with_raters(ratings, 0, weights=costs, **given)
    if isinstance(costs, str) and costs == "ratio from 0":
        ratings, costs, given["labels"] = ratings - 1, "ratio", list(range(k))
    given |= {"level": costs} if how == "krippendorff" else {"weights": costs}
    return rater_interval(ratings, how, groups=groups, **given)


def bootstrapped(codes: np.ndarray) -> SimpleNamespace:
    """Paired percentile bootstrap of the difference of two quadratic kappas with the truth."""
    n = len(codes)
    times = np.random.default_rng(SEED).multinomial(n, np.full(n, 1 / n), RESAMPLES) / n
    times = np.vstack([np.full(n, 1 / n), times])
    truth_, *predictions = codes.T.astype(float)
    kappas = []
    with np.errstate(invalid="ignore"):
        for said in predictions:
            first, second, both = times @ truth_, times @ said, times @ (truth_ - said) ** 2
            square = times @ (truth_**2 + said**2)
            kappas.append(1 - both / (square - 2 * first * second))
    found, *drawn = kappas[0] - kappas[1]
    low, high = np.nanquantile(drawn, (0.025, 0.975))
    return SimpleNamespace(difference=found, low=low, high=high, caution="", method="bootstrap")


def measure_case(case: Case, samples: int) -> list[Row]:
    """Count for each measure of a case; where one is near its promise, all in more samples."""
    rows = draw_case(case, samples, 0)
    more = max((again(row) for row in rows), default=0)
    return draw_case(case, more, 1) if more > samples else rows


def again(row: Row) -> int:
    """Number of new samples that a result asks for."""
    if row["method"] not in ("gamma", "delta_t", "delta", "beta"):
        return 0
    if row["rejected"] > NEAR["size"][0] and abs(row["truth"]) < 1e-9:
        return NEAR["size"][1]
    few = row["disagreements"] < 10 and row["study"] != "auc"
    return NEAR["coverage"][1] if row["coverage"] < NEAR["coverage"][0] and not few else 0


def draw_case(case: Case, samples: int, turn: int) -> list[Row]:
    """Draw the samples of a case and count, for each measure."""
    population, k = case.population, case.population.raters[0].shape[1]
    raters, told = len(population.raters), f"{case.study} {population.name}".encode()
    rng = np.random.default_rng([SEED, turn, case.n, raters, k, *told])
    found: list[list[Any]] = [[] for _ in case.measures]
    groups = np.arange(case.n) // case.group_size if case.group_size > 1 else None
    for _ in range(samples):
        codes, weight = population.draw(case.n, rng)
        if groups is not None:
            copied = rng.random(case.n) < 0.5
            codes[copied] = codes[groups[copied] * case.group_size]
        if (codes < 0).all(axis=0).any() or ((codes >= 0).sum(axis=1) < 2).all():
            continue  # a rater without ratings, or no item with two
        for measure, own in zip(case.measures, found, strict=True):
            own.append(ask(measure, codes, weight, groups, k))
    told_of = {
        "study": case.study, "population": population.name, "labels": k, "n": case.n,
        "raters": raters, "missing": float(population.missing),
        "disagreements": float(case.n * population.disagree),
    }  # fmt: skip
    return [
        {**told_of, "coefficient": measure.name, **counted(own, truth(population, measure))}
        for measure, own in zip(case.measures, found, strict=True)
    ]


def counted(found: list[Any], known: float) -> Row:
    """Coverage, misses and widths over the samples that have an estimate."""
    kind = "difference" if hasattr(found[0], "difference") else "estimate"
    samples = [(getattr(x, kind), x.low, x.high, bool(x.caution)) for x in found]
    samples = [x for x in samples if not np.isnan(x[0])]
    none = dict.fromkeys(MEASURED, np.nan)
    told = {"method": found[0].method, "truth": known, "samples": len(samples)}
    told["undefined"] = 1 - len(samples) / len(found)
    if not samples:
        return {**told, **none}
    value, low, high, warned = np.array(samples).T
    hit, quiet = (low <= known) & (known <= high), warned == 0
    share = hit.mean()
    measured = [
        share, np.sqrt(share * (1 - share) / len(hit)), (known < low).mean(), (known > high).mean(),
        np.nanmean(high - low) if not np.isnan(low).all() else np.nan,
        2 * ndtri(0.975) * value.std(), warned.mean(), hit[quiet].mean() if quiet.any() else np.nan,
        ((low > 0) | (high < 0)).mean() if kind == "difference" else np.nan,
    ]  # fmt: skip
    return {**told, **dict(zip(MEASURED, map(float, measured), strict=True))}


def areas() -> list[tuple[float, float, int, int]]:
    """Spread of the positives over that of the negatives, AUC, and numbers of cases."""
    sizes = product((1, 2, 4, 0.25), (0.6, 0.9, 0.98), (5, 30, 1000))
    return [(*x, n) for x, n in product(sizes, (30, 1000, 20_000))]


def measure_area(setting: tuple[float, float, int, int], samples: int) -> list[Row]:
    """As :func:`measure_case`."""
    rows = draw_area(setting, samples, 0)
    more = max(again(row) for row in rows)
    return draw_area(setting, more, 1) if more > samples else rows


def draw_area(setting: tuple[float, float, int, int], samples: int, turn: int) -> list[Row]:
    """Normal scores in both classes; all methods on the same samples."""
    spread, auc, m, n = setting
    seed = [SEED, int(100 * spread), int(100 * auc), m, n]
    rng = np.random.default_rng([*seed, turn] if turn else seed)
    found: dict[str, list[Any]] = {name: [] for name in ("beta", "newcombe", "logit", "delong")}
    y_true = np.repeat([1, 0], [m, n])
    for _ in range(samples):
        positive = ndtri(auc) * np.hypot(1, spread) + spread * rng.standard_normal(m)
        score = np.concatenate([positive, rng.standard_normal(n)])
        for method, own in found.items():
            own.append(auc_interval(y_true, score, method=method))  # type: ignore[arg-type]
    told = {
        "study": "auc", "population": f"spreads 1 to {spread:g}, {m} positives, {n} negatives",
        "labels": 2, "n": min(m, n), "raters": 1, "missing": 0.0,
        "disagreements": min(m, n) * (1 - auc),
        "coefficient": f"AUC {auc:g}",
    }  # fmt: skip
    return [{**told, **counted(own, auc)} for own in found.values()]


# --- the summaries on the page ----------------------------------------------------------------

# A setting where most samples are warned of is one of the cautions.
WARNED = 0.5
COVERED: dict[str, tuple[str, str]] = {
    "linear kappa": ("grid", "kappa linear"),
    "quadratic kappa": ("grid", "kappa quadratic"),
    "ordinal alpha": ("grid", "krippendorff ordinal"),
    "interval alpha": ("grid", "krippendorff interval"),
    "ratio alpha, labels from 1": ("grid", "krippendorff ratio"),
    "ratio alpha, labels from 0": ("grid", "krippendorff ratio from 0"),
    "quadratic Fleiss": ("grid", "fleiss quadratic"),
    "quadratic Conger": ("grid", "conger quadratic"),
    "quadratic AC2": ("grid", "gwet quadratic"),
    "quadratic Brennan-Prediger": ("grid", "brennan-prediger quadratic"),
    "24 other populations": ("other earlier", ""),
    "five of our own": ("own", ""),
    "given costs": ("costs", ""),
    "sampling weights": ("weights", ""),
    "groups of five": ("groups", ""),
}


def short(row: Row) -> bool:
    """Whether many disagreements are expected, and yet coverage is surely below .90."""
    return row["disagreements"] >= 10 and row["coverage"] + 2 * row["standard_error"] < 0.9


def summary(rows: list[Row]) -> str:
    """Coverage and width of some settings, as cells of a table."""
    coverage = np.array([row["coverage"] for row in rows])
    enough = [row["coverage"] for row in rows if row["disagreements"] >= 10]
    width = np.array(
        [row["width"] / row["sampling_width"] for row in rows if row["sampling_width"]]
    )
    wide = np.nanquantile(width, 0.95)
    cells = [
        str(len(rows)), f"{coverage.min():.3f}", f"{min(enough):.3f}" if enough else "",
        f"{np.quantile(coverage, 0.05):.3f}", f"{coverage.mean():.3f}",
        *(f"{np.mean([row[x] for row in rows]):.3f}" for x in ("truth_below", "truth_above")),
        f"{np.nanmedian(width):.2f}", f"{wide:.2f}" if wide < 100 else "above 100",
    ]  # fmt: skip
    return " | ".join(cells)


def coverage_table(rows: list[Row]) -> list[str]:
    """One line per coefficient and method, and how many settings fall short."""
    lines = [
        "| what | method | settings | least | with 10 disagreements | a twentieth below | mean "
        "| truth below | above | width, median | 95 % | short of .90 | of these not warned of |",
        "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for name, (studies, coefficient) in COVERED.items():
        found = [
            row for row in rows
            if row["study"] in studies.split() and coefficient in ("", row["coefficient"])
            and row["undefined"] <= 0.5
        ]  # fmt: skip
        for method in dict.fromkeys(row["method"] for row in found):
            own = [row for row in found if row["method"] == method]
            low = [row for row in own if short(row)]
            quiet = sum(row["cautioned"] < WARNED for row in low)
            lines.append(f"| {name} | `{method}` | {summary(own)} | {len(low)} | {quiet} |")
    return lines


def population_table(rows: list[Row]) -> list[str]:
    """One line per population that is not of the grid, all coefficients and sizes together."""
    lines = [
        "| population | settings | least | with 10 disagreements | mean | short of .90 "
        "| samples with a caution |",
        "|---|--:|--:|--:|--:|--:|--:|",
    ]
    found = [row for row in rows if row["study"] in ("other", "earlier", "own")]
    for name in dict.fromkeys(row["population"] for row in found):
        own = [row for row in found if row["population"] == name]
        coverage = [row["coverage"] for row in own]
        enough = [row["coverage"] for row in own if row["disagreements"] >= 10]
        least = f"{min(enough):.3f}" if enough else ""
        warned = np.mean([row["cautioned"] for row in own])
        lines.append(
            f"| {name} | {len(own)} | {min(coverage):.3f} | {least} | {np.mean(coverage):.3f} "
            f"| {sum(map(short, own))} | {warned:.0%} |".replace("%", " %")
        )
    return lines


def difference_table(rows: list[Row]) -> list[str]:
    """Size where two kappas are equal; coverage and power where they differ."""
    lines = [
        "| what | items | method | largest size | mean size | least coverage, different | mean "
        "| power |",
        "|---|--:|---|--:|--:|--:|--:|--:|",
    ]
    pairs = [row for row in rows if row["study"] == "comparison"]
    others = {row["population"] for row in pairs if row["method"] == "bootstrap"}
    groups = {
        "two predictions": [row for row in pairs if row["method"] == "delta_t"],
        "a judge beside three humans": [row for row in rows if row["study"] == "judge"],
        "two predictions, 5 labels used evenly": [
            row for row in pairs if row["labels"] == 5 and row["population"] in others
        ],
    }
    for what, found in groups.items():
        for n, method in dict.fromkeys((row["n"], row["method"]) for row in found):
            own = [row for row in found if (row["n"], row["method"]) == (n, method)]
            equal = [row["rejected"] for row in own if abs(row["truth"]) < 1e-9]
            other = [row for row in own if abs(row["truth"]) >= 1e-9]
            size = f"{max(equal):.3f} | {np.mean(equal):.3f}" if equal else " | "
            coverage = [row["coverage"] for row in other]
            lines.append(
                f"| {what} | {n} | `{method}` | {size} | {min(coverage):.3f} "
                f"| {np.mean(coverage):.3f} | {np.mean([row['rejected'] for row in other]):.2f} |"
            )
    return lines


def area_table(rows: list[Row]) -> list[str]:
    """One line per size of the smaller class and method."""
    lines = [
        "| cases of the smaller class | method | settings | least | a twentieth below | mean "
        "| width, median |",
        "|---|---|--:|--:|--:|--:|--:|",
    ]
    found = [row for row in rows if row["study"] == "auc"]
    for n, method in sorted(dict.fromkeys((row["n"], row["method"]) for row in found)):
        own = [row for row in found if (row["n"], row["method"]) == (n, method)]
        coverage = np.array([row["coverage"] for row in own])
        width = np.nanmedian([row["width"] / row["sampling_width"] for row in own])
        lines.append(
            f"| {n} | `{method}` | {len(own)} | {coverage.min():.3f} "
            f"| {np.quantile(coverage, 0.05):.3f} | {coverage.mean():.3f} | {width:.2f} |"
        )
    return lines


TABLES = {
    "covered": coverage_table,
    "populations": population_table,
    "differences": difference_table,
    "areas": area_table,
}


def read(path: Path) -> list[Row]:
    """Rows of the file that have a coverage; numbers are numbers."""
    table = pd.read_csv(path)
    return [dict(zip(table, row, strict=True)) for row in table.itertuples(index=False)]


def page(text: str, rows: list[Row]) -> str:
    """Put each table between its two marks."""
    rows = [row for row in rows if not np.isnan(row["coverage"])]
    for name, make in TABLES.items():
        mark = f"<!-- {name} -->"
        before, _, after = text.split(mark)
        text = "\n".join([f"{before}{mark}", "", *make(rows), "", f"{mark}{after}"])
    return text


@cache
def all_cases(every: int = EVERY) -> list[Case]:
    return list(cases(every))


def task(kind: str, place: int, samples: int = SAMPLES, every: int = EVERY) -> list[Row]:
    """Measure one case, or one setting of the AUC."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a sample where a coefficient is 0/0 says so
        if kind == "area":
            return measure_area(areas()[place], samples)
        return measure_case(all_cases(every)[place], samples)


def work(given: Namespace) -> Iterator[Path]:
    """Run what is left, and write file and page."""
    record = build_folder() / "coverage.jsonl"
    places = product(["case"], range(len(all_cases(given.every))))
    tasks = [
        (*x, given.samples, given.every) for x in (*places, *product(["area"], range(len(areas()))))
    ]
    identity = {"version": VERSION, "seed": SEED, "draws": DRAWS, "tasks of": tasks[0][2:]}
    done = run_tasks(
        task, tasks, len(tasks), record=record, identity=identity, n_jobs=given.jobs,
        label="coverage",
    )  # fmt: skip
    path = (given.into or results_folder()) / FILE
    with writing_results(COMMAND, path) as (draft,):
        table = pd.DataFrame([row for rows in done for row in rows], columns=list(COLUMNS))
        table.to_csv(draft, index=False, float_format="%.6g", lineterminator="\n")
    record.unlink()
    yield path
    if given.into is None:
        PAGE.write_text(page(PAGE.read_text(encoding="utf-8"), read(path)), encoding="utf-8")
        yield PAGE


def main() -> int:
    """Read the command's options and run."""
    parser = options("python -m experiments.coverage", __doc__)
    parser.add_argument("--samples", type=int, default=SAMPLES, help="of each setting")
    parser.add_argument("--every", type=int, default=EVERY, help="so many settings of the grid one")
    return run(parser, work)
