"""The measured coverage of intervals: the populations, the file, its page, and cases done again."""

import numpy as np
import pytest
from support import ROOT

FILE = ROOT / "data/results/coverage.csv"
DEFAULTS = {"gamma", "delta_t", "delta", "beta"}


@pytest.fixture
def script(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT))
    from experiments.coverage import run as script

    return script


@pytest.fixture
def rows(script):
    return [row for row in script.read(FILE) if row["method"] in DEFAULTS and row["samples"]]


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
                known = script.truth(case.population, measure)
                assert float(result) == pytest.approx(known, abs=0.025), (case, measure)


def test_the_bootstrap_beside_the_default_is_of_the_same_difference(script):
    cases = (case for case in script.all_cases() if case.study == "comparison")
    case = next(case for case in cases if len(case.measures) == 3)
    codes, _ = case.population.draw(200, np.random.default_rng(0))
    k = case.population.raters[0].shape[1]
    ours, _, drawn = (script.ask(measure, codes, None, None, k) for measure in case.measures)
    assert drawn.difference == pytest.approx(ours.difference, abs=1e-12)
    assert drawn.low == pytest.approx(ours.low, abs=0.03)
    assert drawn.high == pytest.approx(ours.high, abs=0.03)


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
    lines = FILE.read_text(encoding="utf-8").splitlines()
    for row in again:
        cells = [row[name] for name in script.COLUMNS]
        shown = [f"{x:.6g}" if isinstance(x, float) else str(x) for x in cells]
        shown = [f'"{x}"' if "," in x else x if x != "nan" else "" for x in shown]
        assert ",".join(shown) in lines


def test_the_page_has_the_tables(script):
    page = (ROOT / "docs/intervals.md").read_text(encoding="utf-8")
    assert script.page(page, script.read(FILE)) == page
