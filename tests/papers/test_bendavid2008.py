"""The 2008 paper: its examples and equations by another route, its errors, and its figures."""

from fractions import Fraction
from itertools import product

import pytest
import sympy as sp

from kappabook.audit import Audit
from kappabook.checkout import printed_folder
from kappabook.papers import bendavid2008 as paper
from kappabook.papers import bendavid2008_figures as figures
from kappabook.papers.shared.baselines import better_kappas_satisfy
from kappabook.papers.shared.theorems import follows_for_many_classes
from kappabook.printed import AuditError, Printed

KEY = "bendavid2008"
PRINTED = Printed.of(printed_folder() / KEY)


# --- examples, once more without the library ------------------------------------------------


@pytest.mark.parametrize(
    ("number", "accuracy", "chance", "kappa"),
    [
        (1, "1/2", "1/2", "0"),
        (2, "4/5", "1/2", "3/5"),
        (3, "1", "1/2", "1"),
        (4, "4/5", "31/50", "9/19"),
        (5, "1", "29/50", "1"),
        (6, "29/50", "29/50", "0"),
    ],
)
def test_examples_exactly(number, accuracy, chance, kappa):
    matrix = paper.example(PRINTED, number)
    assert matrix.accuracy == Fraction(accuracy)
    assert matrix.chance_agreement == Fraction(chance)
    assert matrix.kappa == Fraction(kappa)


def test_a_table_that_does_not_add_up_is_named(tmp_path):
    (tmp_path / KEY).mkdir()
    for file in (printed_folder() / KEY).iterdir():
        text = file.read_text().replace("4: joint probability of true positives,0.65", "4: x,0.66")
        (tmp_path / KEY / file.name).write_text(text)
    (tmp_path / "bendavid2007").symlink_to(printed_folder() / "bendavid2007")
    with pytest.raises(AuditError, match=r"bendavid2008\.py:\d+: examples: .*sum to 1\.01"):
        _ = Audit(tmp_path / KEY, paper).rows


# --- its errors -----------------------------------------------------------------------------


def test_kappa_above_the_majority_is_positive_and_at_it_may_be_zero():
    """Once more without algebra: every table in twelfths that reaches the majority's share."""
    kappas = {True: [], False: []}
    for tp, fn, fp in product(range(13), repeat=3):
        tn = 12 - tp - fn - fp
        p, majority = tp + fn, max(tp + fn, fp + tn)
        if tn >= 0 and 0 < p < 12 and tp + tn >= majority:
            below = p * (fn + tn) + (12 - p) * (tp + fp)
            kappas[tp + tn > majority].append(Fraction(2 * (tp * tn - fp * fn), below))
    assert min(kappas[True]) > 0 == min(kappas[False])
    assert better_kappas_satisfy("K > 0")
    assert not any(map(better_kappas_satisfy, ("K > 1", "K > -1", "K >= 0", "K = 0")))


# --- equations ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "cell", "cases"),
    [
        ("P_c = Sum(r[i]*c[i], (i, 1, I))", "p", ""),
        ("P_c = Sum(r[i]*c[i], (i, 1, I))/N**2", "x", "N"),
        (
            "K = (N*Sum(x[i, i], (i, 1, I)) - Sum(r[i]*c[i], (i, 1, I)))"
            "/(N**2 - Sum(r[i]*c[i], (i, 1, I)))",
            "x",
            "N",
        ),
    ],
)
def test_definitions_hold_for_any_number_of_classes(text, cell, cases):
    assert follows_for_many_classes(text, cell, cases)
    assert not follows_for_many_classes(text.replace("c[i]", "r[i]"), cell, cases)


def test_kappa_formula_13_against_exact_tables():
    """Numbers instead of symbols: (13) on three hundred tables."""
    formula = sp.lambdify(
        [paper.TP, paper.FP, paper.P, paper.P_bar, paper.N],
        (paper.TP - paper.FP - paper.P_bar * (1 - 2 * paper.N))
        / (paper.P - paper.P_bar * (1 - 2 * paper.N)),
    )
    (line,) = paper.read_lines(PRINTED, 3)
    for step in range(1, 300):
        matrix = line.at(Fraction(step, 1000))
        (p, n), (p_bar, _) = matrix.row_margins, matrix.column_margins
        assert formula(matrix["P", "P"], matrix["N", "P"], p, p_bar, n) == matrix.kappa


# --- figures --------------------------------------------------------------------------------

KAPPA_FIG_4 = {
    "0.5": ["0.6", "0.4", "0.2", "0", "-0.2", "-0.4", "-0.6"],
    "0.6": ["0.7826", "0.5652", "0.3478", "0.1304", "-0.0870", "-0.3043", "-0.5217"],
    "0.7": ["1", "0.7619", "0.5238", "0.2857", "0.0476", "-0.1905", "-0.4286"],
    "0.8": ["0.7368", "0.4737", "0.2105", "-0.0526", "-0.3158"],
    "0.9": ["0.4118", "0.1176", "-0.1765"],
}


@pytest.mark.parametrize(("p_bar", "kappas"), KAPPA_FIG_4.items())
def test_points_of_figure_4(p_bar, kappas):
    """Computed apart, from K = (0.6 P_bar - 2 FP)/(0.7 - 0.4 P_bar)."""
    (line,) = (x for x in paper.read_lines(PRINTED, 4) if x.p_bar == Fraction(p_bar))
    assert [f"{float(p.kappa):.4f}" for p in line.points()] == [f"{float(k):.4f}" for k in kappas]
    assert line.points()[-1].fp == Fraction(3, 10)


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_what_is_drawn_is_what_is_checked(number):
    """The artists hold the points of the lines that the ledger checks."""
    (ax,) = getattr(figures, f"fig{number}")().axes
    y = "tp" if number in (1, 3) else "kappa"
    drawn = [line.get_xydata().tolist() for line in ax.lines]
    for line in paper.read_lines(PRINTED, number):
        points = [[float(p.fp), float(getattr(p, y))] for p in line.points()]
        assert points in drawn
