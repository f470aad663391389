"""The 2008 paper: its examples, its equations, and figures drawn from what is checked."""

from fractions import Fraction
from itertools import product

import pytest
import sympy as sp

from kappabook import papers
from kappabook.algebra import follows
from kappabook.papers.bendavid2008 import equations as eq
from kappabook.papers.bendavid2008 import figures, sections
from kappabook.papers.bendavid2008.examples import read_example
from kappabook.papers.bendavid2008.lines import FIGURE_LINES, read_line, read_lines
from kappabook.papers.shared.baselines import reasonable_kappas_satisfy
from kappabook.papers.shared.bibliography import RECORDS
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
        ("example6.axes", "definition"),
        ("s4.equal-classes", "typographic"),
        ("s3.rankings", "contested"),
        ("s6.ten", "corrected"),
        ("fig3.seven", "definition"),
        ("fig4.five", "reproduced"),
        ("references.provost2001", "typographic"),
        ("references.cook1998", "not reproduced"),
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


# --- what other documents and sources say ----------------------------------------------------


def test_the_2007_paper_prints_what_is_cited_from_it():
    printed = papers.printed("bendavid2007")
    assert Fraction(printed["bendavid2007.table7.average.chance"]) == sections.CHANCE_2007
    sizes = [name for name in printed if name.startswith("bendavid2007.table6.")]
    assert sum(name.endswith(".size") for name in sizes) == sections.DATA_SETS_2007
    assert int(printed["bendavid2007.s5.eight"]) == sections.DIFFERING_2007


@pytest.mark.parametrize("key", ["cohen1960", "maclure1987", "thompson1988"])
def test_records_agree_with_the_critics_list(key):
    reference = papers.references()[key]
    year, *_, pages = RECORDS[key].text.split(", ")
    assert (year, reference.source.rpartition(", ")[2]) == (reference.year, pages)


def test_least_kappa_of_the_reasonable_is_zero():
    """Once more without algebra: every table in twelfths that reaches the majority's share."""
    steps = range(13)
    kappas = [
        Fraction(2 * (tp * tn - fp * fn), (tp + fn) * (fn + tn) + (fp + tn) * (tp + fp))
        for tp, fn, fp in product(steps, repeat=3)
        if (tn := 12 - tp - fn - fp) >= 0
        and tp + tn >= max(tp + fn, fp + tn)
        and (tp + fn) * (fp + tn) > 0
    ]
    assert min(kappas) == 0
    assert reasonable_kappas_satisfy("K >= 0")
    refused = ("K > 0", "K >= 1", "K >= -1", "K = 0")
    assert not any(map(reasonable_kappas_satisfy, refused))


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


def test_lines_are_drawn_from_the_printed_inputs():
    printed = papers.printed(KEY)
    for number in (1, 2, 3):
        assert (read_line(printed, number),) == FIGURE_LINES[f"fig{number}"]
    assert read_lines(printed) == FIGURE_LINES["fig4"]


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
