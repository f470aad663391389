"""The critics' printed tables, and the coefficients that they give of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from operator import attrgetter
from typing import Any

from kappabook.metrics import ConfusionMatrix
from kappabook.metrics.companions import pabak
from kappabook.printed import Printed

YES_NO = ("yes", "no")
DIAGNOSES = ("personality", "neurosis", "psychosis")
OUTCOMES = ("ectopic", "aiu", "niu")


def read_table(printed: Printed, name: str, labels: Sequence[str] = YES_NO) -> ConfusionMatrix:
    """Make the exact matrix of a table from its cells, ``<name>.<row>-<column>``.

    Raises
    ------
    ValueError
        A cell is no number, or the cells make no table; with the name.
    """
    try:
        cells = [[printed.number(f"{name}.{row}-{column}") for column in labels] for row in labels]
        return ConfusionMatrix(cells, labels)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


def margins(name: str, table: ConfusionMatrix) -> dict[str, Any]:
    """Add up a table of yes and no, so that a slip in a cell or in a total cannot hide."""
    rows = zip(table.labels, table.row_totals, strict=True)
    columns = zip(table.labels, table.column_totals, strict=True)
    return {
        **{f"{name}.{label}-total": total for label, total in rows},
        **{f"{name}.total-{label}": total for label, total in columns},
        f"{name}.total": table.total,
    }


def shares_of_both(table: ConfusionMatrix) -> list[Fraction]:
    """Share of each label among all that both raters say."""
    said = (table.row_totals + table.column_totals).tolist()
    return [Fraction(x) / (2 * Fraction(table.total)) for x in said]


def scott_pi(table: ConfusionMatrix) -> Fraction:
    """Scott's pi: chance agrees as two labels do that are drawn from what both say."""
    agreed = Fraction(sum(table.cells.diagonal().tolist())) / Fraction(table.total)
    chance = sum(share**2 for share in shares_of_both(table))
    return (agreed - chance) / (1 - chance)


def krippendorff_alpha(table: ConfusionMatrix) -> Fraction:
    """Krippendorff's alpha: of all 2 n labels two are drawn, the first is not put back."""
    ratings = 2 * Fraction(table.total)
    return 1 - (1 - scott_pi(table)) * (ratings - 1) / ratings


def gwet_ac(table: ConfusionMatrix) -> Fraction:
    """Gwet's AC1: raters guess in a share of the cases that is largest if labels are even."""
    shares = shares_of_both(table)
    agreed = Fraction(sum(table.cells.diagonal().tolist())) / Fraction(table.total)
    chance = sum((share * (1 - share) for share in shares), Fraction()) / (len(shares) - 1)
    return (agreed - chance) / (1 - chance)


def bangdiwala_b(table: ConfusionMatrix) -> Fraction:
    """Bangdiwala's B: the squared hits, over the products of the margins."""
    hits = table.cells.diagonal()
    return Fraction((hits**2).sum() / (table.row_totals @ table.column_totals))


# By the name that the critics' tables give them.
COEFFICIENTS: dict[str, Callable[[ConfusionMatrix], Fraction | float]] = {
    "agreement": attrgetter("accuracy"),
    "chance": attrgetter("chance_agreement"),
    "kappa": attrgetter("kappa"),
    "pi": scott_pi,
    "ac1": gwet_ac,
    "alpha": krippendorff_alpha,
    "b": bangdiwala_b,
    "pabak": pabak,
    "brennan-prediger": pabak,
}


def measured(name: str, table: ConfusionMatrix, *names: str) -> dict[str, Any]:
    """Compute some of the coefficients of a table, by claim."""
    return {f"{name}.{one}": COEFFICIENTS[one](table) for one in names}
