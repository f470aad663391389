"""The AUK paper: what its printed numbers allow, its theorems, and what its figures hold."""

import numpy as np
import pytest
import sympy as sp
from scipy.integrate import quad

from kappabook import papers
from kappabook.audit.computed import agrees
from kappabook.audit.judging import Audit
from kappabook.audit.printed import AuditError
from kappabook.papers.kaymak_auk import equations as eq
from kappabook.papers.kaymak_auk import sections_1_to_3, tables
from kappabook.papers.kaymak_auk.german_credit import results
from kappabook.papers.kaymak_auk.german_credit.results import Distribution
from kappabook.papers.kaymak_auk.sections_4_to_9 import needed
from kappabook.papers.kaymak_auk.tables import (
    AREAS,
    as_printed,
    read_areas,
)
from kappabook.system.checkout import printed_folder

KEY = "kaymak_auk"
PRINTED = as_printed()
PAIRS = {(n, model): pair for n in AREAS for model, pair in read_areas(PRINTED, n).items()}


# --- Tables 1-3 -----------------------------------------------------------------------------


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


@pytest.mark.parametrize("pair", PAIRS.values(), ids=map(str, PAIRS))
def test_every_printed_pair_is_possible_at_eighty_nine_percent(pair):
    assert tables.is_possible(pair, 0.89)


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
