"""One's own data, read as text: a file, or a data set that ships with scikit-learn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kappabook.commands.files import tables
from kappabook.commands.files.tables import listed, open_table

# Data sets that come with scikit-learn, and what their target is called here.
SAMPLES = {
    "breast-cancer": "diagnosis",
    "digits": "digit",
    "iris": "species",
    "wine": "cultivar",
}


@dataclass(frozen=True, eq=False, repr=False)
class RawData:
    """A table as it stands in the file: every cell is text, or None where it is blank.

    Attributes
    ----------
    name : str
        For titles: the file's name without its ending.
    columns : dict of str to list
        Cells by column.
    unnamed : frozenset of str
        Columns that had no name.
    notes : tuple of str
        What was decided while reading.
    """

    name: str
    columns: dict[str, list[str | None]]
    unnamed: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()

    @property
    def n_rows(self) -> int:
        """Rows, the header not counted."""
        return len(next(iter(self.columns.values())))

    def column(self, name: str) -> list[str | None]:
        """Return a column; an unknown name raises ValueError with the nearest ones."""
        if name in self.columns:
            return self.columns[name]
        raise ValueError(f"{self.name} has no column {name!r}{nearest(name, self.columns)}")

    def head(self, n: int = 5) -> Any:
        """Return the first rows as a data frame."""
        import pandas as pd

        return pd.DataFrame({name: cells[:n] for name, cells in self.columns.items()})

    def __repr__(self) -> str:
        return f"{self.name}: {self.n_rows} rows, {len(self.columns)} columns"


def read_data(source: str | Path) -> RawData:
    """Read CSV, Parquet or JSON lines; or one of scikit-learn's data sets by its name.

    Parameters
    ----------
    source : str or Path
        A file, or a name in `SAMPLES` where there is no file of that name.

    Returns
    -------
    RawData

    Raises
    ------
    ValueError, OSError
        What is no table, with file, line, value and remedy.

    Examples
    --------
    >>> from kappabook.commands.own_data import read_data
    >>> read_data("wine")
    wine: 178 rows, 14 columns
    """
    if str(source) in SAMPLES and not Path(source).exists():
        return _sample(str(source))
    path = Path(source)
    with open_table(path) as table:
        names = list(table.columns)
        cells = table.texts(names)
        # What becomes of a column without a name is said when it is prepared.
        notes = tuple(note for note in table.notes if "has no name" not in note)
        columns = dict(zip(names, cells, strict=True))
        return RawData(path.stem, columns, table.unnamed, notes)


def nearest(name: str, there: Iterable[str]) -> str:
    """Say which names are near one that does not exist, and which there are."""
    names = list(there)
    return f".{tables.nearest(name, names)} There are {listed(names)}."


def _sample(name: str) -> RawData:
    from sklearn import datasets

    bunch = getattr(datasets, f"load_{name.replace('-', '_')}")()
    labels = [str(bunch.target_names[code]) for code in bunch.target]
    columns: dict[str, list[str | None]] = {
        str(feature): [repr(value) for value in bunch.data[:, i].tolist()]
        for i, feature in enumerate(bunch.feature_names)
    }
    columns[SAMPLES[name]] = [*labels]
    return RawData(name, columns)
