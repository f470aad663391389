"""Other definitions of chance: Scott's pi, Gwet's AC1, Krippendorff's alpha, Bennett's S."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from operator import attrgetter

import sympy as sp

from kappabook.algebra import is_zero
from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Number, Statement
from kappabook.metrics import ConfusionMatrix
from kappabook.metrics.companions import pabak
from kappabook.metrics.raters.two import gwet_ac, krippendorff_alpha, scott_pi
from kappabook.papers.critics.claims import notes
from kappabook.papers.critics.claims.findings import (
    KEY,
    cells_from_agreement,
    cells_from_total,
    proved,
    read_counts,
)
from kappabook.papers.critics.claims.symbols import (
    AC1,
    PABAK,
    a,
    b,
    c,
    corrected,
    d,
    kappa,
    m,
    pi,
    tied,
)
from kappabook.papers.shared.findings import contested
from kappabook.transcription import read_number

OUTCOMES = ("ectopic", "aiu", "niu")
# Two independent raters with the margin m, and two raters who each say yes to half of the cases.
INDEPENDENT = {m: m, AC1: corrected(m**2 + (1 - m) ** 2, 2 * m * (1 - m))}
HALF_AND_HALF = {d: a, c: b}
# 10 000 cases, 100 errors: of one kind, so that the margins differ beyond doubt, by one in a
# hundred; and as many of either kind.
ONE_SIDED = ConfusionMatrix([[5000, 0], [100, 4900]]).exact()
TWO_SIDED = ConfusionMatrix([[4950, 50], [50, 4950]]).exact()
# Raters who each say yes to half of the cases.
UNIFORM = ConfusionMatrix([[40, 10], [10, 40]]).exact()
# Two tables of one agreement and one kappa, whose AC1 differ.
ONE_KAPPA = (UNIFORM, ConfusionMatrix([[50, 0], [20, 30]]).exact())
# What a class of the shares r and c, one by each rater, adds to chance: of kappa, pi and AC1 (two
# classes).
_row, _column = sp.symbols("r c")
_SHARED = (_row + _column) / 2
SHARED_CHANCE, SHARED_CHANCE_OF_AC1 = _SHARED**2, _SHARED * (1 - _SHARED)


# --- measures of exact tables -----------------------------------------------------------------


def bangdiwala_b(table: ConfusionMatrix) -> Fraction:
    """Bangdiwala's B: the squared hits, over the products of the margins."""
    hits = table.cells.diagonal()
    return Fraction((hits**2).sum() / (table.row_totals @ table.column_totals))


KAPPA: Callable[[ConfusionMatrix], Fraction | float] = attrgetter("kappa")

# By the name that the critics' tables give them.
COEFFICIENTS: dict[str, Callable[[ConfusionMatrix], Fraction | float]] = {
    "agreement": attrgetter("accuracy"),
    "chance": attrgetter("chance_agreement"),
    "kappa": KAPPA,
    "pi": scott_pi,
    "ac1": gwet_ac,
    "alpha": krippendorff_alpha,
    "b": bangdiwala_b,
    "pabak": pabak,
    "brennan-prediger": pabak,
}


# --- claims -----------------------------------------------------------------------------------


@check("scott1955.*", "krippendorff2004.small-sample")
def pi_and_alpha() -> Findings:
    """Check the definitions of Scott and Krippendorff."""
    shared = proved("both raters share the mean margins", verdict="definition")
    yield "scott1955.chance", shared
    yield "scott1955.pi", proved("agreement beyond that chance", verdict="definition")
    yield "krippendorff2004.small-sample", proved("2N ratings, drawn without replacement")


@check("zwick1986.*")
def zwick(printed: Mapping[str, str]) -> Findings:
    """Check how kappa, pi and S are related, and what testing the margins first does."""
    yield "zwick1986.gap", proved("half the squared difference of the margins")
    never_above = Statement(
        never_exceeds_kappa, (SHARED_CHANCE,), (SHARED_CHANCE_OF_AC1,), "pi <= kappa"
    )
    yield "zwick1986.pi-below", Finding(never_above, note=notes.PI_BELOW)
    yield "zwick1986.uniform", proved("p = q = 1/2", tied(HALF_AND_HALF, kappa, pi, PABAK))
    shown = (
        f"McNemar's chi-squared {float(mcnemar(ONE_SIDED)):g}, "
        f"agreement {float(ONE_SIDED.accuracy):g}"
    )
    rejected = Statement(rejected_at_high_agreement, (ONE_SIDED,), (TWO_SIDED,), shown)
    yield "zwick1986.homogeneity", contested(rejected, notes.HOMOGENEITY)
    table = read_counts(printed, "feinstein1990.d")
    shown = "kappa {:.2f}, pi {:.2f}, S {:.2f}".format(*map(float, three_coefficients(table)))
    differ = Statement(coefficients_differ, (table,), (UNIFORM,), shown)
    yield "zwick1986.differ", Finding(differ, note=notes.DIFFER)


@check("gwet2008.*")
def gwet(printed: Mapping[str, str]) -> Findings:
    """Check AC1, and how stable it is."""
    yield "gwet2008.chance", proved("2m(1 - m)", verdict="definition")
    yield "gwet2008.ac1", proved("agreement beyond that chance", verdict="definition")
    above_zero = proved("positive unless m = 1/2", INDEPENDENT, notes.INDEPENDENT_AC1)
    yield "gwet2008.independent", above_zero
    tables = tuple(read_counts(printed, f"feinstein1990.{letter}") for letter in "ab")
    shown = "AC1 {:.2f} and {:.2f}, kappa {:.2f} and {:.2f}".format(
        *(float(measure(table)) for measure in (gwet_ac, KAPPA) for table in tables)
    )
    stable = Statement(ac1_moves_less_than_kappa, tables, ONE_KAPPA, shown)
    yield "gwet2008.stable", contested(stable, notes.STABLE, "checked")


@check("gwet2019.table.*")
def abstractors(printed: Mapping[str, str]) -> Findings:
    """Check a table of three classes and its six coefficients."""
    name = "gwet2019.table"
    table = read_counts(printed, name, OUTCOMES)
    agreement = read_number(printed[f"{KEY}.{name}.agreement"])
    yield from cells_from_agreement(name, table, agreement)
    for measure in ("agreement", "kappa", "pi", "ac1", "brennan-prediger", "alpha"):
        yield f"{name}.{measure}", Finding(Number(COEFFICIENTS[measure](table)))


@check("krippendorff2004.news.*")
def news(printed: Mapping[str, str]) -> Findings:
    """Check the two observers' table and their alpha."""
    name = "krippendorff2004.news"
    table = read_counts(printed, name)
    yield from cells_from_total(name, table, int(read_number(printed[f"{KEY}.{name}.total"])))
    yield f"{name}.total", Finding(Number(table.total))
    yield f"{name}.alpha", Finding(Number(krippendorff_alpha(table)))


# --- what the statements say --------------------------------------------------------------------


def never_exceeds_kappa(share_of_chance: sp.Expr) -> bool:
    """Say whether a coefficient with this chance, class by class, is never above kappa.

    Pi's squared mean margin exceeds kappa's product of margins by a quarter of a square. So pi's
    chance is at least kappa's, for any number of classes, and agreement beyond chance falls as
    chance rises: its slope is -(1 - p_o)/(1 - p_e)^2.
    """
    observed, chance = sp.symbols("o e")
    more_chance = is_zero(share_of_chance - _row * _column - (_row - _column) ** 2 / 4)
    slope = sp.diff(corrected(observed, chance), chance)
    return more_chance and is_zero(slope + (1 - observed) / (1 - chance) ** 2)


def mcnemar(table: ConfusionMatrix) -> Fraction:
    """McNemar's chi-squared, by which two raters' margins of two classes are compared."""
    first, second = table.cells[0, 1], table.cells[1, 0]
    return Fraction((first - second) ** 2 / (first + second))


def rejected_at_high_agreement(table: ConfusionMatrix) -> bool:
    """Say whether equal margins are rejected at 0.1 %, though nine in ten cases agree."""
    return mcnemar(table) > 11 and table.accuracy > 0.9


def three_coefficients(table: ConfusionMatrix) -> list[Fraction | float]:
    """Kappa, pi and S, which is PABAK for two classes."""
    return [COEFFICIENTS[name](table) for name in ("kappa", "pi", "pabak")]


def coefficients_differ(table: ConfusionMatrix) -> bool:
    """Say whether kappa, pi and S are three numbers."""
    return len(set(three_coefficients(table))) == 3


def ac1_moves_less_than_kappa(one: ConfusionMatrix, other: ConfusionMatrix) -> bool:
    """Say whether AC1 differs less than kappa between two tables of one agreement."""
    moved = [abs(float(measure(one) - measure(other))) for measure in (gwet_ac, KAPPA)]
    return one.accuracy == other.accuracy and moved[0] < moved[1]
