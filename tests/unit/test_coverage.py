"""The measured coverage of intervals: what the files promise, their pages, and cases done again."""

import csv
import importlib

import numpy as np
import pytest
from support import ROOT

RESULTS = ROOT / "data/results"


@pytest.fixture
def script(monkeypatch):
    """The experiment on long ordered scales and unequal spreads."""
    monkeypatch.syspath_prepend(str(ROOT))
    return importlib.import_module("experiments.coverage.run")


@pytest.fixture
def bench(monkeypatch):
    """Import one of the older benchmarks by its name."""
    monkeypatch.syspath_prepend(str(ROOT / "experiments/benchmarks"))
    return importlib.import_module


def read(file):
    with (RESULTS / file).open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def known(row):
    """Coverage, and two standard errors of the simulation; 1 and 0 where there is none."""
    return float(row["coverage"] or 1), 2 * float(row["standard_error"] or 0)


# --- what is promised -----------------------------------------------------------------------------


def test_one_kappa():
    """Within .92 and .985 from 50 cases and 5 of the rarest class on; elsewhere above .88."""
    rows = read("kappa-coverage.csv")
    assert len(rows) >= 60
    for row in rows:
        coverage, slack = known(row)
        if int(row["n"]) >= 50 and float(row["expected_in_rarest"]) >= 5:
            assert 0.92 - slack <= coverage <= 0.985 + slack, row
        else:
            assert coverage >= 0.88 - slack, row


def test_two_kappas():
    """Type-I error at most 5 %, within the Monte Carlo error; coverage at least .86."""
    for row in read("comparison-coverage.csv"):
        equal = abs(float(row["difference"])) < 1e-9
        assert known(row)[0] >= (0.95 - 3 * 0.007 if equal else 0.85), row


def test_raters(bench):
    """Within .92 and .985 where a label is expected 5 times or more; elsewhere above .82."""
    script = bench("rater_coverage")
    coefficients = ("nominal", "ordered", "groups")
    rows = [r for r in read(script.FILE) if r["study"] in coefficients and script.enough(r)]
    assert len(rows) > 1000
    few = low = 0
    for row in rows:
        coverage, slack = known(row)
        if script.expected(row) >= 5:
            few += not 0.92 - slack <= coverage <= 0.985 + slack
            low += not 0.92 <= coverage <= 0.985
        else:
            assert coverage >= 0.82 - slack, row
    assert low == 16  # as the page says
    # Of so many settings some miss by more than two standard errors of the simulation.
    assert few <= 0.01 * len(rows)


def test_panels_rates_and_plans(bench):
    script = bench("rater_coverage")
    for row in read(script.FILE):
        coverage, slack = known(row)
        what, _, value = row["study"].partition(" ")
        if what == "panels" or what.startswith("rate"):
            assert coverage >= (0.92 if script.expected(row) >= 5 else 0.87) - slack, row
        if what == "half-width":
            assert float(row["width"]) / 2 == pytest.approx(float(value), rel=0.06), row
            assert coverage >= 0.95 - 1.5 * slack
        if what == "power":
            assert 0.73 <= coverage <= 0.84, row
        if what == "stopped":
            assert coverage >= (0.9 if row["kappa"] == "0.8" else 0.93), row


# --- the experiment measures what it says ---------------------------------------------------------


@pytest.mark.parametrize(
    "study", ["grid", "other", "earlier", "own", "costs", "weights", "comparison", "judge"]
)
def test_a_large_sample_has_the_truth(script, study):
    """Population, definition and library meet where nothing is left to chance."""
    found = [case for case in script.all_cases() if case.study == study]
    for case in found[1 :: len(found) // 3]:
        codes, weight = case.population.draw(100_000, np.random.default_rng(case.n))
        k = case.population.raters[0].shape[1]
        for measure in case.measures:
            if measure.method is None:
                result = script.ask(measure, codes, weight, None, k)
                truth = script.truth(case.population, measure)
                assert float(result) == pytest.approx(truth, abs=0.025), (case, measure)


def test_the_bootstrap_beside_the_default_is_of_the_same_difference(script):
    cases = (case for case in script.all_cases() if case.study == "comparison")
    case = next(case for case in cases if len(case.measures) == 3)
    codes, _ = case.population.draw(200, np.random.default_rng(0))
    k = case.population.raters[0].shape[1]
    ours, _, drawn = (script.ask(measure, codes, None, None, k) for measure in case.measures)
    assert drawn.difference == pytest.approx(ours.difference, abs=1e-12)
    assert (drawn.low, drawn.high) == pytest.approx((ours.low, ours.high), abs=0.03)


# --- cases done again, and the pages --------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    "study", ["grid", "own", "costs", "weights", "groups", "comparison", "judge", "auc"]
)
def test_a_setting_comes_out_again(script, study):
    if study == "auc":
        again = script.task("area", 0)
    else:
        place = next(i for i, case in enumerate(script.all_cases()) if case.study == study)
        again = script.task("case", place + 1)
    lines = (RESULTS / "coverage.csv").read_text(encoding="utf-8").splitlines()
    for row in again:
        cells = [row[name] for name in script.COLUMNS]
        shown = [f"{x:.6g}" if isinstance(x, float) else str(x) for x in cells]
        shown = [f'"{x}"' if "," in x else x if x != "nan" else "" for x in shown]
        assert ",".join(shown) in lines


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "number"),
    [("coverage_of_kappa", 0), ("coverage_of_kappa", 51), ("comparison_coverage", 22)],
)
def test_a_setting_of_the_older_benchmarks_comes_out_again(bench, module, number):
    kappa, script = bench("coverage_of_kappa"), bench(module)
    setting = list(script.settings())[number]
    row = read(script.FILE)[number]
    assert kappa.rounded(script.measure(setting)) == row


@pytest.mark.slow
def test_a_setting_of_raters_comes_out_again(bench):
    script = bench("rater_coverage")
    setting = script.Setting("nominal", 0.5, 0.8, 30, 2, 0.0)
    again = [script.rounded(row) for row in script.measure(setting, 1000)]
    assert len(again) == 6
    rows = read(script.FILE)
    assert all(row in rows for row in again)


def test_the_pages_have_the_tables(script, bench):
    page = (ROOT / "docs/intervals.md").read_text(encoding="utf-8")
    assert script.page(page, script.read(RESULTS / script.FILE)) == page
    for module in map(bench, ("coverage_of_kappa", "comparison_coverage")):
        assert "\n".join(module.table(read(module.FILE))) in page
    raters = bench("rater_coverage")
    page = (ROOT / "docs/raters.md").read_text(encoding="utf-8")
    assert raters.page(page, read(raters.FILE)) == page
