"""Intervals and tests of one kappa by their posterior: oracles, rare classes, size, display."""

import csv
import math
import pickle
import subprocess
import sys

import numpy as np
import pytest
from scipy.stats import norm
from support import ROOT, slowly

from kappabook import ConfusionMatrix, cohen_kappa_score
from kappabook.metrics.inference import (
    compare_kappas,
    kappa_inference,
    kappa_inference_from_predictions,
)
from kappabook.metrics.inference.dirichlet import Kinds, drawn, kinds, table_prior
from kappabook.metrics.inference.distribution import DrawnDistribution
from kappabook.metrics.inference.expected_cost import Costs, kappas

TABLE = [[88, 10, 2], [14, 40, 6], [18, 10, 12]]
RARE = ConfusionMatrix([[980, 10], [10, 0]])
METHODS = ("dirichlet", "fisher", "log")


def repeated(cells):
    """The cases of a table as two columns."""
    i, j = np.indices(np.shape(cells)).reshape(2, -1)
    return np.repeat(i, np.ravel(cells)), np.repeat(j, np.ravel(cells))


# --- the posterior ------------------------------------------------------------------------------


@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
@pytest.mark.parametrize("cells", [TABLE, [[980, 10], [10, 0]], [[3, 1], [0, 4]]])
def test_against_a_posterior_drawn_with_numpys_dirichlet(cells, weights):
    """Written out again: the shapes by hand, scikit-learn's way to kappa, another generator."""
    k, n = len(cells), np.sum(cells)
    prior = np.where(np.eye(k, dtype=bool), min(k, 3) / 2 / k, min(k, 3) / 4 / (k * (k - 1)))
    shapes = (np.array(cells) + prior) * n / (n + 3)
    drawn = np.random.Generator(np.random.MT19937(8)).dirichlet(shapes.ravel(), 200_000)
    drawn = drawn.reshape(-1, k, k)
    power = {None: 0, "linear": 1, "quadratic": 2}[weights]
    cost = np.abs(np.subtract.outer(np.arange(k), np.arange(k))).astype(float) ** power
    np.fill_diagonal(cost, 0)
    chance = np.einsum("ni,il,nl->n", drawn.sum(axis=2), cost, drawn.sum(axis=1))
    kappa = 1 - np.einsum("nij,ij->n", drawn, cost) / chance
    found = kappa_inference(ConfusionMatrix(cells), weights=weights)
    for level in (0.5, 0.95, 0.99):
        low, high = found.confidence_interval(level)
        reach = 0.02 * (np.quantile(kappa, 0.975) - np.quantile(kappa, 0.025))
        lower, upper = np.quantile(kappa, [(1 - level) / 2, (1 + level) / 2])
        assert low == pytest.approx(min(lower, found.kappa), abs=reach)
        assert high == pytest.approx(max(upper, found.kappa), abs=reach)
    middle = float(np.quantile(kappa, 0.1))
    if middle < found.kappa:
        assert found.p_value_at(middle) == pytest.approx(0.2, abs=0.01)


@pytest.mark.parametrize("value", [-6, -4, 4, 6])
def test_beyond_its_draws_a_normal_distribution_goes_on_as_it_is(value):
    """The outermost draws are at 4; the distribution is read off up to about 3."""
    draws = norm.ppf((np.arange(20_000) + 0.5) / 20_000)
    found = DrawnDistribution(draws, 0.0, "plain")
    assert found.value(value) == pytest.approx(value, rel=0.01)
    assert found.score(value) == pytest.approx(value, rel=0.01)


@pytest.mark.parametrize("weights", [None, "linear", "quadratic", "matrix"])
def test_kappa_of_many_tables_is_kappa_of_each(weights):
    rng = np.random.default_rng(2)
    table = rng.random((4, 4))
    np.fill_diagonal(table, 0)
    weights = table if weights == "matrix" else weights
    cells = rng.integers(0, 9, (30, 4, 4)).astype(float)
    present = np.array([0, 2, 3])
    cells[:, 1], cells[:, :, 1] = 0, 0
    i, j = np.divmod(np.arange(9), 3)
    small = cells[np.ix_(range(30), present, present)].reshape(30, 9)
    found = kappas(small.T, i, j, Costs.of(weights, present, 4))
    for one, value in zip(cells, found, strict=True):
        y1, y2 = repeated(one.astype(int))
        expected = cohen_kappa_score(y1, y2, labels=range(4), weights=weights)
        assert value == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
def test_no_digits_are_lost_when_one_class_takes_nearly_all(weights):
    """1 - P_c is about 1e-15 here; by 1 minus the sum of products it would keep one digit."""
    cells = np.array([[10**15, 1], [2, 3]])
    found = kappas(cells.reshape(4, 1).astype(float), np.array([0, 0, 1, 1]),
                   np.array([0, 1, 0, 1]), Costs.of(weights, np.arange(2), 2))  # fmt: skip
    assert found[0] == pytest.approx(float(ConfusionMatrix(cells).kappa), rel=1e-9)


def test_the_prior_mass_of_zero_cells_is_kept_by_those_that_stand_for_them():
    k = 60
    cells = np.zeros((k, k))
    cells[0, 0], cells[1, 1], cells[0, 1] = 30, 20, 4
    found = kinds(cells.ravel(), cells.ravel(), table_prior(k).ravel(), np.random.default_rng(0))
    assert len(found.shape) == 3 + 256
    assert found.shape.sum() == pytest.approx((54 + 1.5 + 0.75) * 54 / 57)


# --- the cases of the review --------------------------------------------------------------------


def test_test_and_interval_of_a_rare_class_agree():
    found = kappa_inference(RARE)
    low, high = found.confidence_interval()
    assert low < 0 < high
    assert found.p_value > 0.05
    # The large-sample interval says "below 0" with p = .75 by the null standard error.
    low, high = found.confidence_interval(method="fisher")
    assert high < 0
    assert found.null_p_value == pytest.approx(0.7494, abs=1e-4)
    assert found.p_value_at(0, method="fisher") < 0.05


@pytest.mark.parametrize("n", [200, slowly(1000)])
def test_kappa_zero_of_two_rare_classes_is_covered(n):
    """The large-sample interval covers 40 % at n = 200 with 5 %, 10 % at n = 1000 with 1 %."""
    share = {200: 0.05, 1000: 0.01}[n]
    margin = np.array([1 - share, share])
    rng = np.random.default_rng(9)
    tables = rng.multinomial(n, np.outer(margin, margin).ravel(), 400)
    tables, times = np.unique(tables, axis=0, return_counts=True)
    covered, old = [], []
    for table in tables:
        found = kappa_inference(ConfusionMatrix(table.reshape(2, 2)), n_draws=1000)
        low, high = found.confidence_interval()
        covered.append(low <= 0 <= high)
        assert covered[-1] == (found.p_value >= 0.05)
        low, high = found.confidence_interval(method="log" if found.kappa < 0 else "fisher")
        old.append(low <= 0 <= high)
    assert np.array(covered) @ times / 400 > 0.92
    assert np.array(old) @ times / 400 < 0.5


@pytest.mark.parametrize("cells", [[[190, 0], [10, 0]], [[0, 3], [0, 5]], [[0, 5], [5, 0]]])
def test_a_table_without_variance_has_an_interval(cells):
    found = kappa_inference(ConfusionMatrix(cells))
    low, high = found.confidence_interval()
    assert found.status == "no variance"
    assert -1 <= low <= found.kappa < high < 1
    assert np.isnan(found.confidence_interval(method="log")).all()


def test_no_disagreement_has_an_interval_that_ends_at_one():
    found = kappa_inference(ConfusionMatrix([[10, 0], [0, 10]]))
    low, high = found.confidence_interval()
    assert high == 1
    # The exact binomial limit, which holds the margins, is more careful.
    assert found.confidence_interval(method="fisher")[0] < low < 0.8
    assert found.p_value_at(1) == 1


def test_few_cases_and_rare_classes_are_named():
    assert not kappa_inference(RARE).caution
    said = kappa_inference(ConfusionMatrix([[30, 2], [1, 3]], ["well", "ill"])).caution
    assert said.startswith(
        "36 cases are fewer than 50; class 'ill' has 4 cases in the rows, fewer than 5"
    )
    said = kappa_inference(ConfusionMatrix([[190, 0], [10, 0]])).caution
    assert said.startswith("class 1 has 0 cases in the columns")


# --- sample weights -----------------------------------------------------------------------------


def test_equal_weights_are_no_weights():
    y1, y2 = repeated(TABLE)
    plain = kappa_inference(ConfusionMatrix(TABLE))
    for size in (1, 1e-200, 1e300):
        found = kappa_inference_from_predictions(y1, y2, sample_weight=np.full(200, size))
        assert found.confidence_interval() == pytest.approx(plain.confidence_interval(), abs=1e-12)
        assert found.caution == plain.caution


def test_spread_of_weighted_draws_is_the_large_sample_one():
    """With many cases the posterior has the sandwich's standard error, not that of all cases."""
    rng = np.random.default_rng(3)
    y1 = rng.integers(0, 3, 6000)
    y2 = np.where(rng.random(6000) < 0.6, y1, rng.integers(0, 3, 6000))
    weight = np.where(y1 == y2, 1, rng.exponential(1, 6000)) + 3 * (y1 == 0)
    found = kappa_inference_from_predictions(y1, y2, sample_weight=weight)
    (low, high), (left, right) = (
        found.confidence_interval(method=method) for method in ("dirichlet", "fisher")
    )
    assert high - low == pytest.approx(right - left, rel=0.03)
    assert (high + low) / 2 == pytest.approx((right + left) / 2, abs=0.02 * (right - left))


# --- the same answer for the same question ------------------------------------------------------


def test_the_same_table_has_the_same_answer_and_a_seed_another():
    first, again, other = (
        kappa_inference(ConfusionMatrix(TABLE), random_state=seed).confidence_interval()
        for seed in (1960, 1960, 1)
    )
    assert first == again == kappa_inference(ConfusionMatrix(TABLE)).confidence_interval()
    assert first != other
    assert first == pytest.approx(other, abs=0.01 * (first[1] - first[0]))


@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
def test_equal_tables_have_equal_intervals(weights):
    cells = np.array(TABLE)
    twins = [cells, cells.T, cells[::-1, ::-1], cells[::-1, ::-1].T]
    twins.append(np.pad(cells, (0, 2)))  # classes that nobody used
    if weights is None:
        twins.append(cells[np.ix_([2, 0, 1], [2, 0, 1])])
    found = {
        kappa_inference(ConfusionMatrix(twin), weights=weights).confidence_interval()
        for twin in twins
    }
    assert len(found) == 1


@pytest.mark.parametrize("order", [[1, 0, 2], [2, 1, 0], [2, 0, 1]])
def test_classes_of_equal_totals_are_told_apart_by_their_mistakes(order):
    """Classes 0 and 2 agree and occur equally often, but their mistakes differ."""
    cells = np.array([[2, 0, 1], [3, 1, 2], [0, 1, 2]])
    found = {
        kappa_inference(ConfusionMatrix(x)).confidence_interval()
        for x in (cells, cells[np.ix_(order, order)])
    }
    assert len(found) == 1


def test_it_can_be_stored():
    found = kappa_inference(ConfusionMatrix(TABLE))
    assert pickle.loads(pickle.dumps(found)).p_value == found.p_value


# --- size ---------------------------------------------------------------------------------------


def test_large_counts():
    small, large = (kappa_inference(ConfusionMatrix(np.array(TABLE) * x)) for x in (1, 10**14))
    (left, right), (low, high) = small.confidence_interval(), large.confidence_interval()
    assert low <= large.kappa <= high
    assert high - low == pytest.approx((right - left) / 1e7, rel=0.1)


@pytest.mark.slow
@pytest.mark.parametrize("weights", [None, "quadratic"])
def test_a_thousand_classes_need_no_million_gammas_per_draw(weights):
    rng = np.random.default_rng(1)
    y1 = rng.integers(0, 1000, 3000)
    y2 = np.where(rng.random(3000) < 0.7, y1, rng.integers(0, 1000, 3000))
    found = kappa_inference_from_predictions(y1, y2, weights=weights)
    low, high = found.confidence_interval()
    left, right = found.confidence_interval(method="fisher")
    assert found._posterior.n_draws == 2000
    assert (low, high) == pytest.approx((left, right), abs=0.2 * (right - left))


@pytest.mark.parametrize(
    ("n_cells", "n_draws"), [(1, 50_000), (40, 50_000), (41, 48_780), (1000, 2000), (1001, 2000)]
)
def test_two_million_gammas_are_drawn_but_no_more_than_50000_tables_and_no_fewer_than_2000(
    n_cells, n_draws
):
    found = Kinds(np.arange(n_cells), np.ones(n_cells), np.ones(n_cells))
    parts = list(drawn(found, None, np.random.default_rng(0)))
    assert {len(part) for part in parts} == {n_cells}
    assert sum(part.shape[1] for part in parts) == n_draws


def test_more_cells_than_can_be_drawn_take_the_large_sample_method():
    cells = np.ones((80, 80), dtype=int) + 50 * np.eye(80, dtype=int)
    found = kappa_inference(ConfusionMatrix(cells))
    assert found.method == "fisher"
    costs = 1 - np.eye(80)
    assert kappa_inference(ConfusionMatrix(cells), weights=costs).method == "log"


def test_many_classes_by_floats_are_what_few_are_by_exact_numbers():
    cells = np.zeros((120, 120), dtype=int)
    cells[:3, :3] = TABLE
    for weights in (None, "linear", "quadratic"):
        few, many = (kappa_inference(ConfusionMatrix(x), weights=weights) for x in (TABLE, cells))
        assert many.kappa == pytest.approx(few.kappa, rel=1e-13)
        assert many.standard_error == pytest.approx(few.standard_error, rel=1e-12)
        assert many.null_standard_error == pytest.approx(few.null_standard_error, rel=1e-12)


# --- how it shows -------------------------------------------------------------------------------


def test_text_and_html_hold_estimate_interval_and_caution():
    found = kappa_inference(ConfusionMatrix([[30, 2], [1, 3]], ["<well>", "<ill>"]))
    low, high = found.confidence_interval()
    for text in (repr(found), found._repr_html_()):
        for part in (f"{found.kappa:.3f}", f"{low:.3f} to {high:.3f}", "dirichlet", "36 cases"):
            assert part in text
    assert "&lt;ill&gt;" in found._repr_html_()
    assert "Caution" not in repr(kappa_inference(ConfusionMatrix(TABLE)))
    assert float(found) == found.kappa
    y, a = repeated(TABLE)
    pair = compare_kappas(y, a, y, labels=[0, 1, 2])
    for text in (repr(pair), pair._repr_html_()):
        for part in ("0.492", "1.000", "-0.508", f"{pair.low:.3f} to {pair.high:.3f}"):
            assert part in text
    assert float(pair) == pair.difference


@pytest.mark.slow
def test_a_users_file_passes_mypy(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(
        "from kappabook import ConfusionMatrix\n"
        "from kappabook.metrics.inference import compare_kappas, kappa_inference\n"
        "found = kappa_inference(ConfusionMatrix([[4, 1], [2, 3]]), weights='linear')\n"
        "kappa: float = found.kappa\n"
        "low, high = found.confidence_interval(0.9, method='fisher')\n"
        "width: float = high - low\n"
        "pair = compare_kappas([0, 1], [0, 1], [1, 1], method='delta')\n"
        "both: tuple[float, float] = pair.confidence_interval()\n"
    )
    wrong = tmp_path / "wrong.py"
    misspelt = file.read_text().replace("'fisher'", "'fischer'").replace("'linear'", "'cubic'")
    wrong.write_text(misspelt)
    run = [sys.executable, "-m", "mypy", "--strict", "--config-file", str(ROOT / "pyproject.toml")]
    done = subprocess.run([*run, str(file)], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stdout
    done = subprocess.run([*run, str(wrong)], capture_output=True, text=True, cwd=ROOT)
    assert "Found 2 errors" in done.stdout


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"method": "wald"}, "method is 'wald'"),
        ({"method": "fisher", "weights": 1 - np.eye(3)}, "method is 'fisher'"),
        ({"n_draws": 10}, "n_draws is 10; quantiles want at least 1000"),
        ({"weights": "cubic"}, "weights is 'cubic'"),
    ],
)
def test_refusals(options, message):
    with pytest.raises(ValueError, match=message):
        kappa_inference(ConfusionMatrix(TABLE), **options)


def test_a_kappa_out_of_range_is_not_tested():
    with pytest.raises(ValueError, match=r"kappa0 is 1\.5; kappa lies between -1 and 1"):
        kappa_inference(ConfusionMatrix(TABLE)).p_value_at(1.5)


# --- the measured coverage ----------------------------------------------------------------------

FILE = ROOT / "data/results/kappa-coverage.csv"


def coverage_rows():
    with FILE.open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


@pytest.fixture
def script(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "experiments/benchmarks"))
    import comparison_coverage
    import coverage_of_kappa

    return {"kappa": coverage_of_kappa, "comparison": comparison_coverage}


@pytest.mark.slow
@pytest.mark.parametrize(("number", "n"), [(0, "20"), (51, "1000")])
def test_two_settings_come_out_again(script, number, n):
    row = next(row for row in coverage_rows() if row["number"] == str(number))
    setting = next(s for s in script["kappa"].settings() if s.number == number)
    assert row["n"] == n
    assert script["kappa"].rounded(script["kappa"].measure(setting)) == row


def test_coverage_holds_where_it_is_promised():
    """Within .92 and .985 from 50 cases and 5 of the rarest class on; elsewhere above .88."""
    rows = coverage_rows()
    assert len(rows) >= 60
    for row in rows:
        coverage, slack = float(row["coverage"]), 2 * float(row["standard_error"])
        if int(row["n"]) >= 50 and float(row["expected_in_rarest"]) >= 5:
            assert 0.92 - slack <= coverage <= 0.985 + slack, row
        else:
            assert coverage >= 0.88 - slack, row


def test_the_level_of_a_comparison_is_not_exceeded(script):
    """Type-I error at most 5 %, within the Monte Carlo error; coverage at least .86."""
    with (ROOT / "data/results" / script["comparison"].FILE).open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    for row in rows:
        coverage = float(row["coverage"])
        equal = abs(float(row["difference"])) < 1e-9
        assert coverage >= (0.95 - 3 * 0.007 if equal else 0.85), row


@pytest.mark.slow
def test_one_comparison_comes_out_again(script):
    with (ROOT / "data/results" / script["comparison"].FILE).open(newline="") as stream:
        row = list(csv.DictReader(stream))[22]
    setting = list(script["comparison"].settings())[22]
    again = script["comparison"].measure(setting)
    assert script["kappa"].rounded(again) == row


def test_the_page_has_the_tables(script):
    page = (ROOT / "docs/intervals.md").read_text(encoding="utf-8")
    for module in script.values():
        with (ROOT / "data/results" / module.FILE).open(newline="", encoding="utf-8") as stream:
            rows = list(csv.DictReader(stream))
        assert "\n".join(module.table(rows)) in page


def test_nan_is_said_of_what_is_undefined():
    with pytest.warns(UserWarning, match="undefined"):
        found = kappa_inference(ConfusionMatrix([[4, 0], [0, 0]]))
    assert math.isnan(found.p_value_at(0.3))
    assert "undefined" in repr(found)
