"""The AUK paper: what its printed numbers allow, its theorems, and what its figures hold."""

from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from scipy.integrate import quad

from kappabook import auk_bounds, papers
from kappabook.audit import Audit
from kappabook.checkout import printed_folder
from kappabook.computed import agrees
from kappabook.metrics.rates import kappa_at
from kappabook.papers.kaymak_auk import equations as eq
from kappabook.papers.kaymak_auk import sections_1_to_3, tables
from kappabook.papers.kaymak_auk.german_credit import results
from kappabook.papers.kaymak_auk.german_credit.results import Distribution
from kappabook.papers.kaymak_auk.sections_4_to_9 import needed
from kappabook.papers.kaymak_auk.tables import (
    AREAS,
    as_printed,
    read_areas,
    read_classifier,
)
from kappabook.printed import AuditError

KEY = "kaymak_auk"
PRINTED = as_printed()
PAIRS = {(n, model): pair for n in AREAS for model, pair in read_areas(PRINTED, n).items()}


# --- Tables 1-3 -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "chance", "kappa"),
    [
        (1, "0.8612", Fraction(222, 347)),
        (2, "0.8784", Fraction(179, 304)),
        (3, "0.8444", Fraction(264, 389)),
    ],
)
def test_classifiers_exactly(number, chance, kappa):
    """Computed apart, from (11) and (12)."""
    matrix = read_classifier(PRINTED, number)
    assert matrix.accuracy == Fraction("0.95")
    assert matrix.chance_agreement == Fraction(chance)
    assert matrix.kappa == kappa == (Fraction("0.95") - Fraction(chance)) / (1 - Fraction(chance))


def test_a_table_that_does_not_add_up_is_named(tmp_path):
    (tmp_path / KEY).mkdir()
    for file in (printed_folder() / KEY).iterdir():
        text = file.read_text().replace("B: share of true positives,0.04", "B: x,0.05")
        (tmp_path / KEY / file.name).write_text(text)
    with pytest.raises(
        AuditError, match=r"sections_1_to_3\.py:\d+: three_classifiers: .*sum to 1\.01"
    ):
        _ = Audit(tmp_path / KEY, sections_1_to_3).rows


# --- equations ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("proof", "text"),
    [
        (eq.MEANING, "t = (1 - p)/p*f + (1 - kappa)*(1 - 2*p)/p*p_hat + kappa"),
        (eq.MEANING, "kappa = 2*p*(1 - p)*(t - f)/(p + (1 - 2*p)*f + (1 - 2*p)*(t - f))"),
        (eq.area_follows, "GINI = 2*AUC + 1"),
        (eq.area_follows, "AUK = AUC - 0.5"),
        (eq.area_follows_when_balanced, "AUK = GINI"),
        (eq.defines, "AUK = Integral(kappa, (f, 0, 2))"),
        (eq.stationary_when_balanced, "Derivative(kappa, f) = Derivative(t, f) - 1 = 1"),
        (eq.stationary, "Derivative(t, f) = 1 - (1 - 2*p)*(t - f)/(p + (1 - 2*p)*f)"),
        (eq.slope_term_is_positive, "p < 0.6"),
        (eq.slope_term_is_positive, "f - t > 0"),
    ],
)
def test_proofs_refuse_what_does_not_follow(proof, text):
    assert not agrees(proof, text)


@pytest.mark.parametrize("place", [(4, "linear"), (4, "net"), (5, "net")])
def test_an_auk_that_both_classes_allow_leaves_nothing_to_contest(place):
    """In the middle of what p = 0.11 and p = 0.89 have in common."""
    ranges = [tables.auk_range(PAIRS[place], p) for p in (0.11, 0.89)]
    both = (max(low for low, _ in ranges) + min(high for _, high in ranges)) / 2
    claim = f"table{place[0]}.auk-{place[1]}"
    assert papers.audit(KEY).row(claim).verdict == "contested"
    assert papers.audit(KEY).notices(claim, f"{both:.4f}")


@pytest.mark.parametrize(
    ("height", "same"),
    [
        (eq.t, True),
        (eq.t**2, False),
        (eq.t - eq.f, True),
        (eq.KAPPA, False),
        (eq.KAPPA.subs(eq.p, sp.Rational(1, 2)), True),
    ],
)
def test_areas_that_do_not_care_which_class_is_positive(height, same):
    """AUC, and AUK at p = 1/2 alone; by quadrature along t = f^(1/3)."""
    assert eq.area_is_the_same_either_way(height) is same
    at = sp.lambdify((eq.f, eq.t, eq.p), height)
    slope = lambda f: f ** (-2 / 3) / 3  # noqa: E731
    one, _ = quad(lambda f: at(f, np.cbrt(f), 0.2), 0, 1)
    other, _ = quad(lambda f: at(1 - np.cbrt(f), 1 - f, 0.8) * slope(f), 0, 1)
    assert (abs(one - other) < 1e-6) == same


# --- what the printed numbers allow ---------------------------------------------------------


def test_kappa_at_the_operating_point():
    assert float(kappa_at(0.60, 0.928, 0.11)) == pytest.approx(0.106, abs=0.0005)
    assert float(kappa_at(0.60, 0.928, 0.89)) == pytest.approx(0.3305, abs=0.00005)
    assert tables.kappa_range("0.60", "0.928", 0.11)[1] < 0.109
    low, high = tables.kappa_range("0.60", "0.928", 0.89)
    assert low < 0.328 < high


def test_printed_kappa_is_the_difference_of_the_rates_at_two_shares():
    share = tables.share_where_kappa_is_the_difference(0.60, 0.928)
    assert share == pytest.approx(0.8929, abs=0.0001)
    assert kappa_at(0.60, 0.928, [0.5, share]) == pytest.approx([0.328, 0.328])


@pytest.mark.parametrize(
    ("table", "model", "low", "high", "possible"),
    [
        (4, "linear", 0.1046, 0.1493, False),
        (4, "net", 0.0895, 0.1331, False),
        (5, "linear", 0.0631, 0.1604, True),
        (5, "net", 0.0397, 0.1423, False),
    ],
)
def test_bounds_at_eleven_percent(table, model, low, high, possible):
    pair = PAIRS[table, model]
    auc, auk = pair.numbers
    found = auk_bounds(auc, 0.11, concave=pair.concave)
    assert found == pytest.approx((low, high), abs=0.00006)
    assert (found[0] <= auk <= found[1]) == possible == tables.is_possible(pair, 0.11)


@pytest.mark.parametrize("pair", PAIRS.values(), ids=map(str, PAIRS))
def test_every_printed_pair_is_possible_at_eighty_nine_percent(pair):
    assert tables.is_possible(pair, 0.89)


def test_only_an_extreme_test_set_could_save_eleven_percent():
    """Table 5's network needs hardly more than 11 %; Table 4's six standard deviations more."""
    shares = {key: tables.least_share(pair) for key, pair in PAIRS.items()}
    assert shares[5, "net"] == pytest.approx(0.115, abs=0.0005)
    assert shares[4, "linear"] == pytest.approx(0.138, abs=0.0005)
    assert shares[4, "net"] == pytest.approx(0.200, abs=0.0005)


def test_a_coarse_trapezoid_could_exceed_the_bounds():
    for model in ("linear", "net"):
        auc, auk = PAIRS[4, model].numbers
        assert tables.trapezoid_reach(auc, 0.11) > auk
    assert tables.trapezoid_reach(0.7186, 0.11) == pytest.approx(0.290, abs=0.0005)


def test_optimality_at_eleven_percent_caps_the_auc():
    """The line of slope (26) through (0.60, 0.928); the area under it, computed apart."""
    assert tables.auc_ceiling(0.60, 0.928, 0.11) == pytest.approx(0.6953, abs=0.0001)
    assert tables.largest_auc_ceiling("0.60", "0.928", 0.11) < 0.6986 < 0.7186
    slope = 1 + 0.78 * 0.328 / (0.11 + 0.78 * 0.6)
    area, _ = quad(lambda f: min(1, 0.928 + slope * (f - 0.6)), 0, 1, points=[0.65])
    assert area == pytest.approx(tables.auc_ceiling(0.60, 0.928, 0.11), abs=1e-6)
    assert tables.auc_ceiling(0.60, 0.928, 0.89) > 0.87


def test_how_rare_a_test_set_is_that_could_save_eleven_percent():
    """Fewer than two deviations above what is expected, but for the net of Table 4."""
    away = {}
    for place in ((4, "linear"), (4, "net"), (5, "net")):
        found = needed(PAIRS[place], 500)
        away[place] = (found["bad"] - found["expected"]) / found["spread"]
        assert (found["test"], found["test_768"]) == (286, 268)
        assert found["bad"] == np.ceil(found["share"] * 286)
    assert away[4, "linear"] < 2.1
    assert away[5, "net"] < 1
    assert away[4, "net"] > 6


# --- the re-run -----------------------------------------------------------------------------


def test_ties_with_a_printed_value_count_one_half():
    values = np.array([0.1, 0.2, 0.2, 0.3])
    assert Distribution({"linear": values}).percentiles(0.2).endswith(": 50 (linear)")


def test_the_range_is_that_of_the_training_that_reaches_farther():
    near, far = np.linspace(0.4, 0.6, 1001), np.linspace(0, 1, 1001)
    assert Distribution({"net-a": near, "net-b": far}).central == pytest.approx((0.025, 0.975))


def test_the_percentiles_of_the_printed_areas_count_the_splits():
    """Once more from the file of results."""
    rows, splits = papers.audit(KEY).rows, results.skewed()
    for (table, model), pair in PAIRS.items():
        names = ["linear"] if model == "linear" else ["net-converged", "net-decay", "net-stopped"]
        column, hull = splits.groupby("model"), "_hull" if table == 4 else ""
        positive = "bad" if (table, model) == (5, "linear") else "good"
        for area, value in zip(("auc", f"auk_{positive}"), pair.numbers, strict=True):
            below = {n: 100 * (column.get_group(n)[f"{area}{hull}"] < value).mean() for n in names}
            said = ", ".join(f"{share:.0f} ({name})" for name, share in below.items())
            assert said in rows[f"table{table}.{area[:3]}-{model}"].note


def test_no_test_by_auk_tells_more_pairs_apart_than_one_by_auc():
    found = results.differences()
    auc, auk = ((found[f"{area}_p"] < 0.05).sum() for area in ("auc", "auk"))
    assert (len(found), auc, auk) == (3000, 547, 540)
    assert papers.audit(KEY).row("s5.powerful").computed.endswith("547 apart, by AUK 540")


# --- costs ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("p", "by"), [(0.5, "cases"), (0.11, "negatives")])
def test_implied_costs_differ_between_models(p, by):
    """For t = f^c at f = 1/2 the slope is c 2^(1 - c); by cases the median is elsewhere."""
    shares = sections_1_to_3.cost_shares(p, by)
    assert shares[0] > shares[1]
    if by == "negatives":
        slopes = [c * 2 ** (1 - c) for c in (1 / 2, 1 / 3)]
        expected = [p * s / (p * s + 1 - p) for s in slopes]
        assert shares == pytest.approx(expected, abs=0.0002)
