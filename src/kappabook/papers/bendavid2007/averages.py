"""Table 7: each row the mean of the five classifiers' rows in the appendix."""

from __future__ import annotations

from collections.abc import Mapping

from kappabook.ledger import Number
from kappabook.papers.bendavid2007.appendix import column_mean
from kappabook.papers.bendavid2007.keys import AVERAGE, CLASSIFIERS, DATASETS, KEY
from kappabook.papers.bendavid2007.printed import COLUMNS, Findings, appendix, once_per_texts
from kappabook.papers.bendavid2007.rounding import mean

# Cells of Table 7 that hold an impossible cell of the appendix: `mended` computes them.
IMPOSSIBLE = frozenset(
    (dataset, column)
    for dataset in ("balance-scale", "monks-3", AVERAGE)
    for column in ("chance", "chance-ci")
)


def inputs(printed: Mapping[str, str]) -> dict[tuple[str, str], tuple[str, ...]]:
    """Return the printed numbers of the appendix behind each cell of Table 7.

    Keys are a data set, or ``average``, and a column; values five printed texts, or 75.
    """
    cells = appendix(printed)
    rows = {key: tuple(vars(cell).values()) for key, cell in cells.items()}
    behind = {
        (dataset, column): tuple(rows[dataset, classifier][i] for classifier in CLASSIFIERS)
        for dataset in DATASETS
        for i, column in enumerate(COLUMNS)
    }
    for column in COLUMNS:
        behind[AVERAGE, column] = tuple(
            text for dataset in DATASETS for text in behind[dataset, column]
        )
    return behind


def off_by_rounding(printed: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the cells of Table 7 that are not the rounded mean of their inputs."""
    return [
        (name, column)
        for (name, column), texts in inputs(printed).items()
        if not Number(mean(texts)).agrees(printed[f"{KEY}.table7.{name}.{column}"])
    ]


@once_per_texts("table7", "tableA")
def table_7(printed: Mapping[str, str]) -> Findings:
    """Average the appendix, but for the cells that `mended` computes."""
    for (name, column), texts in inputs(printed).items():
        if (name, column) not in IMPOSSIBLE:
            claim = f"table7.{name}.{column}"
            yield claim, column_mean(printed[f"{KEY}.{claim}"], texts)
