"""Ben-David (2008), About the relationship between ROC curves and Cohen's kappa.

Six confusion matrices, equations (1)-(16) with their derivations, and what the text says of Figures
1-4. Everything is exact: shares are fractions, equations are proved from Table 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import ceil
from typing import Any, NamedTuple

import sympy as sp

from kappabook.audit.algebra import Meaning, follows, is_zero, sides
from kappabook.audit.computed import OfText, Said, holds
from kappabook.audit.declared import computes
from kappabook.audit.printed import Printed
from kappabook.metrics import ConfusionMatrix
from kappabook.metrics.rounded import number
from kappabook.papers.shared.baselines import ABOVE_ZERO
from kappabook.papers.shared.texts import cells_from_others
from kappabook.papers.shared.theorems import ends_of_kappa, follows_for_many_classes

# --- Table 1 and the equations ------------------------------------------------------------------

TP, FN, FP, TN, P, N, P_bar, N_bar, P_0, P_c, K = sp.symbols(
    "TP FN FP TN P N P_bar N_bar P_0 P_c K"
)
FPR, TPR, m = sp.symbols("FPR TPR m")

# Table 1: three cells are free, the fourth completes them to one; the margins are sums of cells.
TABLE_1 = sp.Matrix([[TP, FN], [FP, 1 - TP - FN - FP]])
_ROWS, _COLUMNS = TABLE_1 * sp.ones(2, 1), TABLE_1.T * sp.ones(2, 1)
_ACCURACY, _CHANCE = TABLE_1.trace(), _ROWS.dot(_COLUMNS)
MEANING = {
    TN: TABLE_1[1, 1],
    **dict(zip((P, N, P_bar, N_bar), (*_ROWS, *_COLUMNS), strict=True)),
    P_0: _ACCURACY,
    P_c: _CHANCE,
    K: 1 - (1 - _ACCURACY) / (1 - _CHANCE),
}
RATES = {**MEANING, FPR: FP / MEANING[N], TPR: TP / MEANING[P]}
# With P = N = 1/2, only TP and FP are free.
_HALF = {FN: sp.Rational(1, 2) - TP}
EQUAL_CLASSES = {name: value.subs(_HALF) for name, value in MEANING.items()} | _HALF


@computes("eq*", "a?.step?", "s4.fpr", "s4.tpr", "s1.random", "s4.special-pc", "s4.eq14-source")
def equations(p: Printed) -> dict[str, Any]:
    """Equations (1)-(16), and every step of Appendices A.1-A.4: the printed text is proved."""
    numbered = [f"eq{i}" for i in (1, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14)]
    steps = [f"a{a}.step{i + 1}" for a, n in enumerate((7, 4, 3, 4), 1) for i in range(n)]
    return {
        **dict.fromkeys((*numbered, *steps), MEANING),
        **dict.fromkeys(("eq2", "eq3"), follows_for_many_classes),
        **dict.fromkeys(("eq15", "eq16"), EQUAL_CLASSES),
        **dict.fromkeys(("s4.fpr", "s4.tpr"), RATES),
        "s1.random": {P_0: sp.Sum(1 / m**2, (sp.Symbol("i"), 1, m)).doit()},
        "s4.special-pc": Fraction(str(EQUAL_CLASSES[P_c].simplify())),
        "s4.eq14-source": solved_from("TP = P_bar*(1 - K)*(1 - 2*N) + K*P + FP"),
    }


@cache
def solved_from(corrected: str) -> int:
    """Return the number of the one equation that, solved for TP, gives the text."""
    names = {symbol.name: symbol for symbol in (*MEANING, TP, FP)}
    _, wanted = sides(corrected, names)
    equations = {
        10: (TP + FP) * (1 - 2 * N) + N - P_c,
        11: (P * P_bar + N * N_bar - N) / (1 - 2 * N) - FP - TP,
        12: TP + TN - P_0,
        13: (TP - FP - P_bar * (1 - 2 * N)) / (P - P_bar * (1 - 2 * N)) - K,
    }
    (number,) = (i for i, e in equations.items() for tp in sp.solve(e, TP) if is_zero(tp - wanted))
    return number


def proved(text: str, unless: str, meaning: Meaning = MEANING, shown: str = "") -> Said:
    """Prove an equation that the text implies; with a sign turned it must not follow."""
    return holds(follows, (text, meaning), (unless, meaning), shown or text, "proved")


def fixed_by(known: set[sp.Symbol], *wanted: sp.Symbol, meaning: Meaning = MEANING) -> bool:
    """Say whether measures of Table 1 are fixed by some of TP, FP and N."""
    values = (sp.cancel(meaning[one].subs(FN, 1 - N - TP)) for one in wanted)
    return all(value.free_symbols <= known for value in values)


# --- the examples -------------------------------------------------------------------------------

EXAMPLES = range(1, 7)
LABELS = ("P", "N")


@cache
def matrix(*cells: str | Fraction) -> ConfusionMatrix:
    """Make an exact matrix of TP, FN, FP, TN."""
    return ConfusionMatrix.from_probabilities([cells[:2], cells[2:]], LABELS)


def example(p: Printed, number: int) -> ConfusionMatrix:
    """Read the matrix of Example 1 to 6."""
    return matrix(*(p[f"example{number}.{cell}"] for cell in ("tp", "fn", "fp", "tn")))


@computes("example{}.*", each=EXAMPLES)
def examples(p: Printed, number: int) -> dict[str, Any]:
    """Examples 1-6: each cell from the others, then accuracy, P_c and kappa of the cells."""
    name, x = f"example{number}", example(p, number)
    plane = {"example6.axes": lambda text: sorted(text.split(", ")) == ["FP", "TP"]}
    return {
        **cells_from_others(p, name, "p_bar", "n_bar"),
        f"{name}.accuracy": x.accuracy,
        f"{name}.pc": x.chance_agreement,
        f"{name}.kappa": x.kappa,
        **(plane if number == 6 else {}),
    }


@computes("s1.coin", "s4.six", "s4.equal-*")
def said_of_the_examples(p: Printed) -> dict[str, Any]:
    """Section 4: what it says of the six examples together."""
    balanced = [example(p, i) for i in (1, 2, 3)]
    return {
        "s1.coin": example(p, 1).accuracy,
        "s4.six": sum(claim.endswith(".total") for claim in p),
        "s4.equal-classes": in_each(*balanced),
        "s4.equal-predictions": in_each(*balanced),
    }


def in_each(*tables: ConfusionMatrix) -> OfText:
    """Ask of a printed 'A = B', of names and numbers, whether it holds in each of the tables."""
    shares = [_shares(x) for x in tables]

    def holds_in_all(text: str) -> bool:
        names = text.split(" = ")
        return all(len({x[n] if n in x else number(n) for n in names}) == 1 for x in shares)

    alike = (name for name, share in shares[0].items() if all(x[name] == share for x in shares))
    return OfText(holds_in_all, ", ".join(f"{name} {float(shares[0][name]):g}" for name in alike))


def _shares(x: ConfusionMatrix) -> dict[str, Fraction]:
    (p, n), (p_bar, n_bar) = x.row_margins, x.column_margins
    return {"P": p, "N": n, "P_bar": p_bar, "N_bar": n_bar, "TP": x["P", "P"]}


# --- the lines of the figures -------------------------------------------------------------------


class Point(NamedTuple):
    """One classifier on a line: joint probabilities of false and true positives, and kappa."""

    fp: Fraction
    tp: Fraction
    kappa: Fraction


@dataclass(frozen=True)
class Line:
    """All classifiers with margins P and P_bar; only FP is free, and TP = P_bar - FP, by (6).

    Not a ROC curve: along one, P_bar changes.
    """

    p: Fraction
    p_bar: Fraction

    @property
    def ends(self) -> tuple[Fraction, Fraction]:
        """Smallest and largest FP for which no cell is negative."""
        return max(Fraction(0), self.p_bar - self.p), min(self.p_bar, 1 - self.p)

    @property
    def random_fp(self) -> Fraction:
        """FP of an independent guesser, whose cells are the products of the margins."""
        return self.p_bar * (1 - self.p)

    def at(self, fp: Fraction) -> ConfusionMatrix:
        """Return the matrix at one FP."""
        tp = self.p_bar - fp
        return matrix(tp, self.p - tp, fp, 1 - self.p - fp)

    def fp_of(self, kappa: Fraction) -> Fraction:
        """Return FP at one kappa, which falls along a straight line."""
        (low, high), (most, least) = self.ends, (Fraction(self.at(fp).kappa) for fp in self.ends)
        return low + (most - kappa) / (most - least) * (high - low)

    def points(self) -> list[Point]:
        """Return the points at steps of 0.05, the coarsest with those that the text names."""
        (low, high), step = self.ends, Fraction(1, 20)
        fps = [low + i * step for i in range(int((high - low) / step) + 1)]
        return [Point(fp, self.p_bar - fp, Fraction(self.at(fp).kappa)) for fp in fps]


def read_lines(p: Printed, figure: int) -> tuple[Line, ...]:
    """Read what a figure draws; on the lines of the first two lies Example 3."""
    share = p.number(f"fig{figure}.p")
    if figure < 3:
        return (Line(share, example(p, 3).column_margins[0]),)
    if figure == 3:
        return (Line(share, p.number("fig3.p-bar")),)
    low, high, step = (p.number(f"fig4.{name}") for name in ("lowest", "highest", "step"))
    return tuple(Line(share, low + i * step) for i in range(int((high - low) / step) + 1))


@computes("fig{}.n", "fig{}.random-fp", "fig{}.random-tp", each=(1, 2))
def balanced_figures(p: Printed, figure: int) -> dict[str, Any]:
    """Figures 1 and 2: the guesser on a line where P = N = P_bar = 0.5."""
    (line,), name = read_lines(p, figure), f"fig{figure}"
    return {
        f"{name}.n": 1 - line.p,
        f"{name}.random-fp": line.random_fp,
        f"{name}.random-tp": line.p_bar - line.random_fp,
    }


@computes("fig1.leftmost", "fig1.rightmost", "fig1.random-example", "fig1.negative")
def figure_1(p: Printed) -> dict[str, Any]:
    """Figure 1: its ends, and the circled point."""
    guess, smart, ideal = (example(p, i) for i in (1, 2, 3))
    (line,) = read_lines(p, 1)
    left, right = line.ends
    circled = p.number("fig1.random-fp")
    wrong = holds(lambda fp: line.at(fp).accuracy == 0, (right,), (right / 2,), "accuracy 0")
    return {
        "fig1.leftmost": holds(is_at, (line, left, ideal), (line, left, smart), "Example 3"),
        "fig1.rightmost": wrong,
        "fig1.random-example": holds(
            is_at, (line, circled, guess), (line, circled, smart), "Example 1"
        ),
        "fig1.negative": proved("P_0 = (1 + K)/2", "P_0 = (1 - K)/2", EQUAL_CLASSES),
    }


@computes("fig2.example-*", "fig2.left-is-better", "fig2.perfect-*", "fig2.random-kappa")
def figure_2(p: Printed) -> dict[str, Any]:
    """Figure 2: the three points that the text names."""
    smart, ideal = Fraction(example(p, 2).kappa), example(p, 3)
    (one,), (line,) = read_lines(p, 1), read_lines(p, 2)
    kappa_at = {name: line.at(p.number(f"fig2.{name}-fp")).kappa for name in ("example", "perfect")}
    return {
        "fig2.example-fp": line.fp_of(smart),
        "fig2.example-kappa": kappa_at["example"],
        "fig2.example-tp": one.p_bar - one.fp_of(smart),
        "fig2.left-is-better": proved("P_0 = P_bar + N - 2*FP", "P_0 = P_bar + N + 2*FP"),
        "fig2.perfect-fp": line.fp_of(Fraction(1)),
        "fig2.perfect-kappa": kappa_at["perfect"],
        "fig2.perfect-tp": in_each(ideal),
        "fig2.random-kappa": line.at(p.number("fig2.random-fp")).kappa,
    }


@computes("fig3.*")
def figure_3(p: Printed) -> dict[str, Any]:
    """Figure 3: one line, drawn with seven points."""
    (line,) = read_lines(p, 3)
    return {
        "fig3.seven": len(line.points()),
        "fig3.p-percent": 100 * line.p,
        "fig3.p-bar-percent": 100 * line.p_bar,
        "fig3.line": proved("TP = P_bar - FP", "TP = P_bar + FP"),
    }


@computes("fig4.*")
def figure_4(p: Printed) -> dict[str, Any]:
    """Figure 4: five lines, of which the squares are Figure 3's."""
    (third,), lines = read_lines(p, 3), read_lines(p, 4)
    kappa = "K = (2*N*P_bar - 2*FP)/(P {} P_bar*(1 - 2*N))"
    return {
        "fig4.p": third.p,
        "fig4.five": len(lines),
        "fig4.straight": proved(kappa.format("-"), kappa.format("+")),
        "fig4.order": holds(kappas_rise, lines, lines[::-1], "higher at every FP that two share"),
        "fig4.squares": holds(second_lowest, (third, *lines), (lines[2], *lines), "P_bar = 0.6"),
    }


def is_at(line: Line, fp: Fraction, table: ConfusionMatrix) -> bool:
    """Say whether a table is the one at an FP of a line."""
    return line.at(fp) == table


def kappas_rise(*lines: Line) -> bool:
    """Say whether kappa rises from line to line: at both ends of the FP that two share."""
    shared = (
        (a, b, max(a.ends[0], b.ends[0]), min(a.ends[1], b.ends[1])) for a, b in pairwise(lines)
    )
    return all(a.at(fp).kappa < b.at(fp).kappa for a, b, *ends in shared for fp in ends)


def second_lowest(wanted: Line, *lines: Line) -> bool:
    """Say whether a line is the second from below, at an FP that all share."""
    fp = max(line.ends[0] for line in lines)
    return sorted(lines, key=lambda line: line.at(fp).kappa)[1] == wanted


# --- Sections 1 to 3, 6 and 7 -------------------------------------------------------------------

PERFECT = matrix("0.7", "0", "0", "0.3")
ALL_POSITIVE = matrix("0.7", "0", "0.3", "0")
# Further up and left in the FP-kappa plane than calling everything positive, and less accurate.
CORNER = matrix("7/64", "189/320", "0", "3/10")
# Hand and Till (2001), abstract; Cohen (1968), who introduced weighted kappa.
DATA_SETS_OF_HAND_AND_TILL, WEIGHTED_KAPPA = 8, 1968


@computes("s1.origin", "s1.compensate", "s2.*")
def introduction(p: Printed) -> dict[str, Any]:
    """Sections 1 and 2: where ROC curves come from, and what they do not depend on."""
    whole, thinned, changed = (
        ConfusionMatrix([[65, 5], negatives], LABELS).exact()
        for negatives in ([16, 14], [8, 7], [8, 14])
    )
    shown = "true of FPR and TPR, not of FP and TP"
    return {
        # Six decades before 2007 is 1947; the introduction says the mid-fifties.
        "s1.origin": Fraction(2007 - 1947, 10),
        "s1.compensate": holds(
            lambda *measures: all(map(is_zero_by_guessing, measures)),
            (TPR - FPR, K),
            (TPR - FPR, P_0),
            "a guesser has TPR = FPR, hence AUC 1/2, and kappa 0",
            "proved",
        ),
        "s2.independent": holds(only_rates_stay, (whole, thinned), (whole, changed), shown),
    }


def is_zero_by_guessing(measure: sp.Expr) -> bool:
    """Say whether a measure is 0 for whoever calls a share t positive, whatever the truth is."""
    q, t = sp.symbols("q t")
    guesser = {TP: q * t, FN: q * (1 - t), FP: (1 - q) * t}
    return is_zero(measure.xreplace(RATES).xreplace(guesser))


def only_rates_stay(whole: ConfusionMatrix, thinned: ConfusionMatrix) -> bool:
    """Say whether two tables have the same TPR and FPR, and other shares TP and FP."""
    rates = [x.cells[:, 0] / x.row_totals for x in (whole, thinned)]
    shares = [x.cells[:, 0] / x.total for x in (whole, thinned)]
    return bool((rates[0] == rates[1]).all() and (shares[0] != shares[1]).all())


@computes("s3.*")
def ranges(p: Printed) -> dict[str, Any]:
    """Section 3: the range of kappa, and what it cites of the 2007 paper."""
    chance, sets, differing = (
        number(p.elsewhere("bendavid2007", claim))
        for claim in ("table7.average.chance", "s4.datasets", "s5.eight")
    )
    return {
        **dict(zip(("s3.kappa-min", "s3.kappa-max"), ends_of_kappa(), strict=True)),
        "s3.above-zero": ABOVE_ZERO,
        "s3.one-third": Fraction(1, ceil(1 / chance)),
        "s3.fifteen": sets,
        "s3.rankings": holds(
            lambda part: 2 * part > sets, (differing,), (differing - 1,), f"{differing} of {sets}"
        ),
    }


@computes("s4.correspondence", "s4.north-west", "s4.random-hits")
def all_classifiers(p: Printed) -> dict[str, Any]:
    """Section 4: what it says of all classifiers."""
    shown = f"accuracy {float(CORNER.accuracy):.4g} against {float(ALL_POSITIVE.accuracy):.4g}"
    return {
        "s4.correspondence": holds(
            lambda *known: fixed_by({*known}, P_c, K), (TP, FP, N), (TP, FP), evidence="proved"
        ),
        "s4.north-west": holds(
            corner_is_worse, (CORNER, ALL_POSITIVE), (PERFECT, ALL_POSITIVE), shown
        ),
        "s4.random-hits": holds(
            sees_true_negatives, (K,), (TP,), "K changes with TN, TP does not", "proved"
        ),
    }


def corner_is_worse(corner: ConfusionMatrix, other: ConfusionMatrix) -> bool:
    """Say whether a table is above and left of another in the FP-kappa plane, and less accurate."""
    north_west = corner.kappa > other.kappa and corner.cells[1, 0] < other.cells[1, 0]
    return bool(north_west and corner.accuracy < other.accuracy)


def sees_true_negatives(measure: sp.Symbol) -> bool:
    """At fixed TP and FP, moving cases from FN to TN changes a measure that sees them."""
    return bool(sp.cancel(sp.diff(MEANING.get(measure, measure), FN)) != 0)


@computes("s6.*", "s7.*")
def conclusions(p: Printed) -> dict[str, Any]:
    """Sections 6 and 7: other people's methods, and what the paper has shown."""
    rates = "K = 2*P*N*(TPR {} FPR)/(P*N_bar + N*P_bar)"
    fourth, sixth = example(p, 4), example(p, 6)
    return {
        "s6.quadratic": holds(
            lambda kinds: sp.degree(kinds, m) == 2,
            (m**2 - m,),
            (m - 1,),
            "m (m - 1) kinds of error",
        ),
        "s6.ten": DATA_SETS_OF_HAND_AND_TILL,
        "s6.weighted": holds(
            lambda year: year < 1981, (WEIGHTED_KAPPA,), (1990,), "Cohen, in 1968"
        ),
        "s7.formula": holds(
            lambda meaning: fixed_by({TP, FP}, K, meaning=meaning),
            (EQUAL_CLASSES,),
            (MEANING,),
            "by TP and FP alone if P = N",
            "proved",
        ),
        "s7.first": proved(rates.format("-"), rates.format("+"), RATES, "(13) in rates"),
        "s7.point": holds(
            kappa_changes_along, (fourth, ALL_POSITIVE), (sixth, ALL_POSITIVE), "9/19, then 0"
        ),
    }


def kappa_changes_along(first: ConfusionMatrix, later: ConfusionMatrix) -> bool:
    """Say whether one rising ROC curve can hold two tables, and they have two kappas."""
    rises = bool((first.cells[:, 0] <= later.cells[:, 0]).all())
    same_classes = first.row_margins[0] == later.row_margins[0]
    return rises and same_classes and first.kappa != later.kappa
