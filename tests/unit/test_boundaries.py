"""Where one step more or less matters: cases that mutation testing found nobody to notice."""

import dataclasses
import importlib
import inspect
import math
import pkgutil
from fractions import Fraction

import numpy as np
import pytest
from rated import table_file
from support import slowly

import kappabook.commands
import kappabook.metrics
from kappabook import cohen_kappa_score, kappa_interval, kappa_sample_size
from kappabook.commands.grim import fit
from kappabook.metrics.confusion import ConfusionMatrix
from kappabook.metrics.intervals import sample_size
from kappabook.metrics.intervals.ranks import friedman_nemenyi
from kappabook.metrics.raters import (
    Ratings,
    coefficients,
    corrected_prevalence,
    krippendorff_alpha_score,
)
from kappabook.papers.kaymak_auk.extremes import auk_extremal_curves

# They are filled step by step, or are settings that the caller changes.
FILLED = {
    "Moments",
    "Report",
    "Agreement",
    "Found",
    "Settings",
    "Sheet",
    "Sorted",
    "Tally",
    "_Moments",
    "_Piece",
    "_Sums",
}
BY_PLACE = {"y2", "coefficient", "alpha"}


def members(package):
    """Every class and function that a package defines."""
    names = [m.name for m in pkgutil.walk_packages(package.__path__, package.__name__ + ".")]
    for name in [package.__name__, *names]:
        for thing in vars(importlib.import_module(name)).values():
            if getattr(thing, "__module__", None) == name:
                yield thing


@pytest.mark.parametrize("package", [kappabook.metrics, kappabook.commands])
def test_results_cannot_be_altered(package):
    classes = [c for c in members(package) if inspect.isclass(c) and dataclasses.is_dataclass(c)]
    open_ones = {c.__name__ for c in classes if not c.__dataclass_params__.frozen}
    assert len(classes) > 20
    assert open_ones <= FILLED


def test_an_option_of_a_measure_goes_by_its_name():
    """And the data may go by their names too."""
    for name in ("metrics", "metrics.raters", "metrics.intervals"):
        module = importlib.import_module(f"kappabook.{name}")
        for function in filter(inspect.isfunction, vars(module).values()):
            for parameter in inspect.signature(function).parameters.values():
                assert parameter.kind is not parameter.POSITIONAL_ONLY, function
                if parameter.default is not parameter.empty and parameter.name not in BY_PLACE:
                    assert parameter.kind is parameter.KEYWORD_ONLY, (function, parameter)


def test_the_data_of_every_function_may_go_by_their_names():
    for thing in members(kappabook.metrics):
        functions = [thing, *vars(thing).values()] if inspect.isclass(thing) else [thing]
        for function in filter(inspect.isfunction, functions):
            for name, parameter in inspect.signature(function).parameters.items():
                positional = parameter.kind is parameter.POSITIONAL_ONLY
                assert name == "self" or not positional, (thing, function)


@pytest.mark.parametrize("n", [1, 3])
def test_weights_are_as_many_as_the_cases(n):
    with pytest.raises(ValueError, match=f"{n} weights for 2 samples"):
        cohen_kappa_score([0, 1], [0, 1], sample_weight=[1] * n)


@pytest.mark.parametrize("margins", [[[0.5, 0.5]], [[0.5, 0.5]] * 3, [1.0], [[[0.5, 0.5]] * 2]])
def test_margins_are_one_row_or_two(margins):
    with pytest.raises(ValueError, match="margins have shape"):
        kappa_sample_size(margins, 0.4, half_width=0.1)


@pytest.mark.parametrize("k", [3, *map(slowly, range(4, 8))])
def test_one_order_on_all_data_sets_is_certain_for_any_number_of_them(k):
    for n in range(2, 40):
        assert friedman_nemenyi(np.tile(np.arange(k) / 7, (n, 1))).iman_davenport == math.inf


@pytest.mark.parametrize("kappa", [slowly(".20"), ".60", slowly("-.20")])
def test_the_interval_of_a_print_spans_those_of_all_its_tables(kappa):
    found = fit(20, kappa=kappa)
    assert 1 < found.n_tables <= 50
    low, high = found.ranges["kappa"]
    kappas = [float(ConfusionMatrix(table).kappa) for table in found.tables]
    assert (low, high) == pytest.approx((min(kappas), max(kappas)))
    each = [kappa_interval(table) for table in found.tables]
    assert found.kappa_interval[0] == pytest.approx(min(one.low for one in each))
    assert found.kappa_interval[1] == pytest.approx(max(one.high for one in each))


@pytest.mark.parametrize("costs", [[[0, 1], [2, 0]], [[0, 2], [1, 0]]])
def test_costs_of_interchangeable_raters_are_symmetric(costs):
    with pytest.raises(ValueError, match="costs are symmetric"):
        krippendorff_alpha_score([[0, 1], [1, 1]], level=costs)


def test_distances_of_five_thousand_labels_fit_into_a_matrix_and_no_more():
    coefficients._refuse_many(5000)
    with pytest.raises(ValueError, match="5001 different labels"):
        coefficients._refuse_many(5001)


@pytest.mark.parametrize(("n_labels", "all_shown"), [(3, True), (31, False)])
def test_agree_says_so_exactly_if_a_table_is_too_large_to_show(
    agree, tmp_path, n_labels, all_shown
):
    pytest.importorskip("matplotlib")
    labels = [f"label{i:02}" for i in range(n_labels)]
    rows = [["id", "a", "b"], *([i, labels[i % n_labels], labels[i // 2]] for i in range(n_labels))]
    path, page = table_file(tmp_path, rows), tmp_path / "page.html"
    text = agree(path, "--item", "id", "--html", page, text=True)
    assert ("The table of each pair is in" not in text) == all_shown
    assert ("The table of each pair is in" not in page.read_text(encoding="utf-8")) == all_shown


@pytest.mark.parametrize("other", [0, -1])
def test_the_positive_class_is_1_beside_0_or_minus_1(other):
    truth, judge = [1, 1, other, other, None], [1, 1, 1, other, 1]
    found = corrected_prevalence(truth, judge)
    assert (found.sensitivity, found.specificity) == (1, 0.5)


@pytest.mark.parametrize("other", [-2, 2])
def test_beside_other_numbers_the_positive_class_is_asked_for(other):
    with pytest.raises(ValueError, match="do not tell which is counted"):
        corrected_prevalence([1, 1, other, other, None], [1, 1, 1, other, 1])


def test_a_cell_that_a_plan_empties_is_not_below_zero():
    """Rounding takes it to -1e-17 or so, and a table with such a cell would be refused."""
    rng = np.random.default_rng(3)
    for k in (2, 3, 4) * 20:
        rows, columns = rng.dirichlet(np.ones(k), size=2)
        chance, both = np.outer(rows, columns), np.minimum(rows, columns)
        left = rows - both, columns - both
        best = np.diag(both) + np.outer(*left) / left[0].sum()
        largest = (both.sum() - rows @ columns) / (1 - rows @ columns)
        least = sample_size._least(chance, best, largest)
        assert sample_size.planned_table(rows, columns, least).min() >= 0


def test_ten_thousand_labels_are_ratings_and_more_are_identifiers():
    ratings = np.repeat(np.arange(10_000), 2).reshape(-1, 2)
    assert Ratings(ratings).n_labels == 10_000
    with pytest.raises(ValueError, match="more than 10000 are refused"):
        Ratings([*ratings.tolist(), [10_000] * 2])


def test_linear_weights_of_a_pair_are_those_of_its_kappa(agree, tmp_path):
    """Observed and chance agreement, weighted, give back the kappa shown beside them."""
    given = [["id", "a", "b"], *([i, "1234"[i % 4], "1234"[i * i // 7 % 4]] for i in range(28))]
    found = agree(table_file(tmp_path, given), "--item", "id", "--ordered", "1,2,3,4")
    (pair,) = found["weighted_kappa"]
    apart = [abs(int(a) - int(b)) for _, a, b in given[1:]]
    assert pair["observed"] == pytest.approx(1 - np.mean(apart) / 3)
    assert 0 < pair["chance"] < 1
    assert pair["estimate"] == pytest.approx(
        (pair["observed"] - pair["chance"]) / (1 - pair["chance"])
    )


@pytest.mark.parametrize("auc", [0.2, 0.5, 0.7, 0.95])
@pytest.mark.parametrize("p", [0.1, 0.6, 0.9])
def test_extremal_curves_go_from_corner_to_corner_and_never_fall(auc, p):
    for curve in auk_extremal_curves(auc, p, concave=False):
        for rates in curve:
            assert (rates[0], rates[-1]) == (0, 1)
            assert (np.diff(rates) >= 0).all()


@pytest.mark.parametrize("scale", [0.1, 1 / 3, 1e-200])
def test_matthews_correlation_of_shares_is_that_of_counts(scale):
    counts = np.array([[41, 7], [19, 3]])
    exact = ConfusionMatrix(counts).mcc
    assert ConfusionMatrix(counts * scale).mcc == pytest.approx(exact)
    assert exact == pytest.approx((41 * 3 - 7 * 19) / math.sqrt(48 * 22 * 60 * 10))


@pytest.mark.parametrize("groups", [2, 6])
def test_two_groups_or_more_give_an_interval(agree, tmp_path, groups):
    rows = [["id", "class", "a", "b", "c"]]
    rows += [[i, i % groups, i // 6 % 2, i // 6 % 2 ^ (i % 5 == 0), i // 7 % 2] for i in range(24)]
    found = agree(table_file(tmp_path, rows), "--item", "id", "--groups", "class")
    assert found["alpha"]["low"] < found["alpha"]["estimate"] < found["alpha"]["high"]


@pytest.mark.parametrize(
    ("level", "bad", "remedy"),
    [("interval", math.inf, "ratings are finite"), ("nominal", 0.5, "labels are whole numbers")],
)
def test_a_rating_that_is_none_is_refused_with_the_remedy_of_its_level(level, bad, remedy):
    with pytest.raises(ValueError, match=remedy):
        krippendorff_alpha_score([[1.0, bad], [2.0, 1.0]], level=level)


@pytest.mark.parametrize("n", [2**61, 2**62 - 1, 2**62, 2**62 + 2])
def test_counts_near_the_largest_integer_do_not_overflow(n):
    found = ConfusionMatrix([[n, 7], [5, n - 1]])
    total = 2 * n + 11
    rows, columns = (n + 7, n + 4), (n + 5, n + 6)
    chance = Fraction(sum(r * c for r, c in zip(rows, columns, strict=True)), total**2)
    kappa = (Fraction(2 * n - 1, total) - chance) / (1 - chance)
    assert float(found.kappa) == pytest.approx(float(kappa), rel=1e-12)
