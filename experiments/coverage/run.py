"""How often do the library's intervals hold the truth? ``make rerun WHAT=coverage``.

Samples of known populations go to the public functions as a user's would. Writes
data/results/coverage.csv and the tables of docs/intervals.md; can be stopped, and goes on where
it was.

It repeats the research behind the defaults (10,200 settings of 1000 samples), thinned: 200 samples,
four scales of five, three true values of four, three raters only with 30 % of the ratings missing;
methods that are not the default in every thirteenth setting. Where a default is near its promise
after 200 samples (NEAR), all are thrown away and new ones drawn, so that what is kept was not
chosen by its luck.
"""

import csv
import warnings
from argparse import Namespace
from collections.abc import Callable, Iterator
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
    rng = np.random.default_rng([SEED, turn, int(100 * spread), int(100 * auc), m, n])
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

GROUPS: dict[str, Callable[[dict[str, str]], bool]] = {
    "kappa, ordered labels": lambda r: is_grid(r, "kappa"),
    "ordinal and interval alpha": lambda r: is_grid(r, "krippendorff ordinal", "krippendorff int"),
    "Fleiss, Conger, AC2, Brennan-Prediger": lambda r: is_grid(
        r, "fleiss", "conger", "gwet", "brennan"
    ),
    "ratio alpha": lambda r: is_grid(r, "krippendorff ratio"),
    "other populations": lambda r: r["study"] == "other",
    "five more": lambda r: r["study"] == "own",
    "costs of one's own": lambda r: r["study"] == "costs",
    "sampling weights": lambda r: r["study"] == "weights",
    "groups of five": lambda r: r["study"] == "groups",
    "AUC, 30 of each class": lambda r: r["study"] == "auc" and int(r["n"]) >= 30,
    "AUC, fewer": lambda r: r["study"] == "auc" and int(r["n"]) < 30,
}


def is_grid(row: dict[str, str], *starts: str) -> bool:
    return row["study"] == "grid" and row["coefficient"].startswith(starts)


def number(row: dict[str, str], name: str) -> float:
    return float(row[name] or "nan")


def coverage_table(rows: list[dict[str, str]]) -> list[str]:
    """One line per coefficient and method."""
    lines = [
        "| what | method | settings | least | with 10 disagreements | a twentieth below | mean "
        "| truth below | above | width, median | 95 % |",
        "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for group in GROUPS:
        found = [r for r in rows if GROUPS[group](r) and number(r, "undefined") <= 0.5]
        for method in dict.fromkeys(r["method"] for r in found):
            own = [r for r in found if r["method"] == method]
            coverage, below, above = (
                numbers(own, name) for name in ("coverage", "truth_below", "truth_above")
            )
            enough = coverage[numbers(own, "disagreements") >= 10]
            least = f"{enough.min():.3f}" if len(enough) else ""
            width = numbers(own, "width") / numbers(own, "sampling_width")
            lines.append(
                f"| {group} | {method} | {len(own)} | {coverage.min():.3f} | {least} "
                f"| {np.quantile(coverage, 0.05):.3f} | {coverage.mean():.3f} | {below.mean():.3f} "
                f"| {above.mean():.3f} | {np.nanmedian(width):.2f} "
                f"| {np.nanquantile(width, 0.95):.2f} |"
            )
    return lines


def population_table(rows: list[dict[str, str]]) -> list[str]:
    """One line per population that is not of the grid, all coefficients and sizes together."""
    lines = [
        "| population | settings | least | with 10 disagreements | mean | warned |",
        "|---|--:|--:|--:|--:|--:|",
    ]
    found = [r for r in rows if r["study"] in ("other", "own") and r["coverage"]]
    for name in dict.fromkeys(r["population"] for r in found):
        own = [r for r in found if r["population"] == name]
        coverage = numbers(own, "coverage")
        enough = coverage[numbers(own, "disagreements") >= 10]
        least = f"{enough.min():.3f}" if len(enough) else ""
        lines.append(
            f"| {name} | {len(own)} | {coverage.min():.3f} | {least} "
            f"| {coverage.mean():.3f} | {numbers(own, 'cautioned').mean():.2f} |"
        )
    return lines


def difference_table(rows: list[dict[str, str]]) -> list[str]:
    """Size where two kappas are equal; coverage and power where they differ."""
    lines = [
        "| what | items | settings | largest size | mean size | least coverage, different "
        "| mean | rejected, different |",
        "|---|--:|--:|--:|--:|--:|--:|--:|",
    ]
    found = [r for r in rows if r["study"] in ("comparison", "judge") and r["coverage"]]
    what = {
        "difference quadratic": "two predictions",
        "judge quadratic": "a judge beside three humans",
    }
    for kind, n in dict.fromkeys((r["coefficient"], r["n"]) for r in found):
        own = [r for r in found if (r["coefficient"], r["n"]) == (kind, n)]
        equal = np.abs(numbers(own, "truth")) < 1e-9
        rejected, coverage = numbers(own, "rejected"), numbers(own, "coverage")
        lines.append(
            f"| {what[kind]} | {n} | {len(own)} | {rejected[equal].max():.3f} "
            f"| {rejected[equal].mean():.3f} | {coverage[~equal].min():.3f} "
            f"| {coverage[~equal].mean():.3f} | {rejected[~equal].mean():.2f} |"
        )
    return lines


def numbers(rows: list[dict[str, str]], name: str) -> np.ndarray:
    return np.array([number(r, name) for r in rows])


MARK = "<!-- ordered -->"


def page(text: str, rows: list[dict[str, str]]) -> str:
    """Put the three tables between the two marks."""
    before, _, after = text.split(MARK)
    tables = (coverage_table(rows), population_table(rows), difference_table(rows))
    lines = [line for table in tables for line in ("", *table)]
    return "\n".join([f"{before}{MARK}", *lines, "", f"{MARK}{after}"])


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
        with path.open(newline="", encoding="utf-8") as stream:
            rows = list(csv.DictReader(stream))
        PAGE.write_text(page(PAGE.read_text(encoding="utf-8"), rows), encoding="utf-8")
        yield PAGE


def main() -> int:
    """Read the command's options and run."""
    parser = options("python -m experiments.coverage", __doc__)
    parser.add_argument("--samples", type=int, default=SAMPLES, help="of each setting")
    parser.add_argument("--every", type=int, default=EVERY, help="so many settings of the grid one")
    return run(parser, work)
