"""Table 7, and the bottom rows of Tables A.1-A.5: each number the mean of cells of the appendix."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from kappabook.checks import check
from kappabook.ledger import Finding, Number
from kappabook.papers.bendavid2007.chance import imputed
from kappabook.papers.bendavid2007.chance.impossible import IMPOSSIBLE
from kappabook.papers.bendavid2007.printed.keys import AVERAGE, CLASSIFIER_OF, DATASETS, KEY
from kappabook.papers.bendavid2007.printed.rounding import (
    Within,
    between,
    from_rounded,
    mean,
    mean_of_rounded,
    mean_within,
)
from kappabook.papers.bendavid2007.printed.tables import COLUMNS, Key, column, keys


@check("table7.{row}.{name}", row=(*DATASETS, AVERAGE), name=COLUMNS)
def table_7(printed: Mapping[str, str], row: str, name: str) -> Finding:
    """Average five cells of the appendix, or all 75."""
    return _average(printed, f"table7.{row}.{name}", behind(row), name)


@check("{table}.average.{name}", table=CLASSIFIER_OF, name=COLUMNS)
def bottom_rows(printed: Mapping[str, str], table: str, name: str) -> Finding:
    """Average the fifteen rows of a table of the appendix."""
    cells = keys(classifiers=[CLASSIFIER_OF[table]])
    return _average(printed, f"{table}.{AVERAGE}.{name}", cells, name)


def behind(row: str) -> tuple[Key, ...]:
    """Return the cells of the appendix that a row of Table 7 averages."""
    return keys() if row == AVERAGE else keys([row])


def off_by_rounding(printed: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the cells of Table 7 that are not the rounded mean of their inputs."""
    return [
        (row, name)
        for row in (*DATASETS, AVERAGE)
        for name in COLUMNS
        if not Number(mean(column(printed, behind(row), name))).agrees(
            printed[f"{KEY}.table7.{row}.{name}"]
        )
    ]


def _average(printed: Mapping[str, str], claim: str, cells: tuple[Key, ...], name: str) -> Finding:
    """Judge an average; where impossible cells are among its inputs, that of the imputed ones."""
    text = printed[f"{KEY}.{claim}"]
    affected = [key for key in cells if key in IMPOSSIBLE]
    if not affected or not name.startswith("chance"):
        return mean_of_rounded(text, column(printed, cells, name))
    average = imputed.mean_chance(printed, cells, name)
    datasets = {dataset for dataset, _ in affected}
    if not all(imputed.imputed_cell(printed, *key).known for key in affected):
        return imputed.inferred(average, datasets)
    if name == "chance":
        return Finding(average, "external", imputed.class_counts(datasets))
    # The imputed half-width of MONK-3 adds next to nothing.
    slack = mean_within(map(between, column(printed, cells, name)))
    reach, centre = Fraction(slack.high - slack.low) / 2, Fraction(average.middle)
    note = f"With the half-width of MONK-3 mended, 0.0007. {imputed.class_counts(datasets)}"
    return from_rounded(text, centre, Within(centre - reach, centre + reach), note, "external")
