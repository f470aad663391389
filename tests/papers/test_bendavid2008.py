"""The 2008 paper: its examples, its equations, and figures drawn from what is checked."""

from fractions import Fraction

import pytest
import sympy as sp

from kappabook import papers
from kappabook.papers.bendavid2008 import equations as eq
from kappabook.papers.bendavid2008 import figures
from kappabook.papers.bendavid2008.examples import read_example
from kappabook.papers.bendavid2008.lines import FIGURE_LINES
from kappabook.papers.shared.algebra import follows
from kappabook.papers.shared.theorems import follows_for_many_classes
from kappabook.transcription import LedgerError

KEY = "bendavid2008"


@pytest.fixture(scope="module")
def rows():
    return {row.claim.removeprefix(f"{KEY}."): row for row in papers.rows(KEY)}


# --- the ledger -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("example4.pc", "corrected"),
        ("example4.kappa", "reproduced"),
        ("example2.accuracy", "typographic"),
        ("eq4", "typographic"),
        ("eq10", "reproduced"),
        ("eq11", "reproduced"),
        ("eq13", "reproduced"),
        ("eq14", "corrected"),
        ("a1.step2", "reproduced"),
        ("a4.step1", "reproduced"),
        ("a4.step2", "corrected"),
    ],
)
def test_what_held_and_what_did_not(rows, claim, verdict):
    assert rows[claim].verdict == verdict


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
    matrix = read_example(papers.printed(KEY), number)
    assert matrix.accuracy == Fraction(accuracy)
    assert matrix.chance_agreement == Fraction(chance)
    assert matrix.kappa == Fraction(kappa)


def test_a_table_that_does_not_add_up_is_named():
    printed = {**papers.printed(KEY), f"{KEY}.example4.tp": "0.66"}
    with pytest.raises(LedgerError, match=r"bendavid2008\.example4: the cells sum to 1\.01"):
        papers.findings(KEY, printed)


# --- equations ------------------------------------------------------------------------------


def test_proofs_refuse_what_does_not_follow():
    assert eq.prove("TP = P_bar - FP")
    assert not eq.prove("TP = P_bar + FP")
    assert not eq.prove("TP")


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


@pytest.mark.parametrize("text", ["K = (TP", "K = TPP + 1", "K = Q", "= = "])
def test_an_unreadable_equation_is_named(text):
    with pytest.raises(LedgerError, match=r"no equation that sympy parses|which nothing defines"):
        follows(text, eq.MEANING)


def test_kappa_formula_13_against_random_tables():
    """Numbers instead of symbols: (13) on a thousand exact tables."""
    formula = sp.lambdify(
        [eq.TP, eq.FP, eq.P, eq.P_bar, eq.N],
        (eq.TP - eq.FP - eq.P_bar * (1 - 2 * eq.N)) / (eq.P - eq.P_bar * (1 - 2 * eq.N)),
    )
    line = FIGURE_LINES["fig3"][0]
    for step in range(1, 300):
        matrix = line.matrix(Fraction(step, 1000))
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
    (line,) = (line for line in FIGURE_LINES["fig4"] if line.p_bar == Fraction(p_bar))
    assert [f"{float(p.kappa):.4f}" for p in line.points()] == [f"{float(k):.4f}" for k in kappas]
    assert line.points()[-1].fp == Fraction(3, 10)


@pytest.mark.parametrize("name", FIGURE_LINES)
def test_what_is_drawn_is_what_is_checked(name):
    """The artists hold the points of the lines that the ledger checks."""
    (ax,) = getattr(figures, name)().axes
    y = "tp" if name in ("fig1", "fig3") else "kappa"
    drawn = [line.get_xydata().tolist() for line in ax.lines]
    for line in FIGURE_LINES[name]:
        points = [[float(p.fp), float(getattr(p, y))] for p in line.points()]
        assert points in drawn


def test_labels_beside_the_points():
    texts = [text.get_text() for text in figures.fig3().axes[0].texts]
    assert texts[:7] == ["+0.783", "+0.565", "+0.348", "+0.130", "−0.087", "−0.304", "−0.522"]


def test_figures_draw_into_given_axes():
    ax = figures.fig1().axes[0]
    ax.clear()
    assert figures.fig2(ax) is ax.figure
