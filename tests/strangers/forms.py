"""The forms in which people hold predictions, matrices and ratings: one entry a form.

Every file in ``files`` is invented; `source` says, in our words, what writes such files.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pandas as pd
from strangers import oracles
from strangers.oracles import Expected

FILES = Path(__file__).parent / "files"

RIGHT, REFUSED, NAMED = "right", "refused", "named"


@dataclass(frozen=True)
class Form:
    """A file, the command on it, the right numbers, and what must come of it.

    Parameters
    ----------
    file, command : str
        The file in ``files``, and what is typed, without the file.
    right : callable
        Derives the right numbers from the file, by keys of the JSON.
    outcome : {'right', 'refused', 'named'}
        The right numbers; an error; or other numbers under a note.
    says : sequence of str
        What the notes or the error must contain: an option, a column, a value. With 'right' it
        may be empty: then there is nothing to decide.
    source : str
        What writes such files.
    read : dict
        How a person reads the file into a data frame; None where nobody would.
    """

    file: str
    command: str
    right: Callable[[Path], Expected]
    outcome: str
    says: Sequence[str]
    source: str
    read: dict[str, Any] | None = field(default_factory=dict)

    @property
    def path(self) -> Path:
        return FILES / self.file


# --- how the right numbers come out of a file -----------------------------------------------------


def cells(read: Callable[[pd.DataFrame], Any], **how: Any) -> Callable[[Path], Expected]:
    """Take the counts out of a printed matrix."""
    return lambda path: oracles.matrix(_counts(path, read, how))


def rates(read: Callable[[pd.DataFrame], Any], **how: Any) -> Callable[[Path], Expected]:
    """Take a matrix of two classes, the negative first."""
    return lambda path: oracles.two_by_two(_counts(path, read, how))


def _counts(path: Path, read: Callable[[pd.DataFrame], Any], how: dict[str, Any]) -> Any:
    return read(pd.read_csv(path, **{"index_col": 0, **how})).to_numpy().tolist()


def known(*cells: Sequence[int]) -> Callable[[Path], Expected]:
    """Counts that no reader of tables finds by itself, copied from the file by hand."""
    return lambda _: oracles.matrix(cells)


def columns(
    truth: str, prediction: str, keep: str = "index == index", weight: str | None = None, **how: Any
) -> Callable[[Path], Expected]:
    def right(path: Path) -> Expected:
        table = pd.read_csv(path, **{"dtype": {truth: str, prediction: str}, **how}).query(keep)
        table = table.dropna(subset=[truth, prediction])
        return oracles.two_columns(
            table[truth], table[prediction], None if weight is None else table[weight]
        )

    return right


def auc(
    truth: str, score: str, positive: Any, change: Callable[[pd.DataFrame], Any] = lambda t: t
) -> Callable[[Path], Expected]:
    def right(path: Path) -> Expected:
        table = change(pd.read_csv(path))
        return oracles.ranking(table[truth], table[score], positive)

    return right


def pair(
    first: str,
    second: str,
    number: Callable[[str], Any] = str,
    gaps: Sequence[str] = (),
    **options: Any,
) -> Callable[[Path], Expected]:
    """Two columns of ratings; `number` reads a cell."""

    def right(path: Path) -> Expected:
        with path.open(newline="", encoding="utf-8") as stream:
            rows = list(csv.DictReader(stream))
        cells = [
            [None if row[name] in ("", *gaps) else number(row[name]) for row in rows]
            for name in (first, second)
        ]
        return oracles.pair(*cells, **options)

    return right


def items(*items: Any, **options: Any) -> Callable[[Path], Expected]:
    """The ratings of each item, copied from the file by hand."""
    return lambda _: oracles.ratings([list(item) for item in items], **options)


def long(
    item: str | list[str], label: Callable[[Any], Any], **how: Any
) -> Callable[[Path], Expected]:
    """One rating a row: gathered by item."""

    def right(path: Path) -> Expected:
        if path.suffix == ".csv":
            table = pd.read_csv(path, **how)
        else:
            text = path.read_text(encoding="utf-8")
            rows = (
                json.loads(text)
                if path.suffix == ".json"
                else map(json.loads, text.split("\n")[:-1])
            )
            table = pd.DataFrame(list(rows))
        groups = table.groupby(item, sort=False)
        return oracles.ratings([[label(row) for _, row in rows.iterrows()] for _, rows in groups])

    return right


def undefined(_: Path) -> Expected:
    """No number is right here: it must be refused."""
    return {"no number": 0.0}
