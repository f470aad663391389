"""A table as text, and what each of its columns holds; nothing is guessed before it is seen."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from kappabook.commands.reading import read_table
from kappabook.commands.reading.columns import counted_rows
from kappabook.commands.reading.gaps import is_gap_word
from kappabook.commands.reading.read_table import listed, open_table

#: Data sets that come with scikit-learn, and what their target is called here.
SAMPLES = {
    "breast-cancer": "diagnosis",
    "digits": "digit",
    "iris": "species",
    "wine": "cultivar",
}
Source = str | Path | pd.DataFrame
Found = tuple["pd.Series[Any]", str]
MISSING = "(missing)"

# A column is one of numbers if at least this share of its cells are; a text column in which more
# than this share of the cells are different names its rows.
_MOST = 0.9
# Values of a category that get a column of their own; the rarest others share one.
MOST_CATEGORIES = 30
_NAMES = {"id", "index", "nr", "no", "number"}
_WHOLE = r"[-+]?\d{1,18}"
_COMMAS = (
    (r"[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?", "", "separators of thousands"),
    (r"[-+]?\d+,\d+", ".", "decimal points"),
)
_DATES = (
    (r"\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}.*)?", ("ISO8601",)),
    (r"\d{1,2}\.\d{1,2}\.\d{4}", ("%d.%m.%Y",)),
    (r"\d{1,2}/\d{1,2}/\d{4}", ("%m/%d/%Y", "%d/%m/%Y")),
)


class RawData(NamedTuple):
    """A table as it stands in the file: text, or None where a cell is blank."""

    name: str
    cells: pd.DataFrame
    unnamed: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()

    def column(self, name: str) -> pd.Series[Any]:
        """Return a column, stripped; an unknown name raises ValueError with the nearest ones."""
        if name not in self.cells:
            raise ValueError(
                f"{self.name} has no column {name!r}{nearest(name, map(str, self.cells))}"
            )
        return self.cells[name].map(str.strip, na_action="ignore")


def read_data(
    source: Source, *, header: bool | None = None, sheet: str | int | None = None
) -> RawData:
    """Read a file, a data frame, or one of scikit-learn's data sets; refuse what is no table."""
    name, given = "data", source
    if is_sample(source):
        from sklearn import datasets

        name = str(source)
        bunch = getattr(datasets, f"load_{name.replace('-', '_')}")(as_frame=True)
        classes = np.asarray(bunch.target_names).astype(str)[bunch.target]
        given = bunch.data.assign(**{SAMPLES[name]: classes})
    elif isinstance(source, str | Path):
        name, given = Path(source).stem, Path(source)
    elif isinstance(source, pd.DataFrame):
        given = source.rename(columns=str)
    with open_table(given, header=header, sheet=sheet) as table:
        names = [name for name in table.columns if name not in table.index_names]
        cells = dict(zip(names, table.texts(names), strict=True))
        # What becomes of a column without a name is said when it is prepared.
        notes = tuple(note for note in table.notes if "has no name" not in note)
        return RawData(name, pd.DataFrame(cells, dtype=object), table.unnamed, notes)


def is_sample(source: Source) -> bool:
    """Say whether this names a data set of scikit-learn, and no file."""
    return isinstance(source, str) and source in SAMPLES and not Path(source).exists()


def nearest(name: str, there: Iterable[str]) -> str:
    """Say which names are near one that does not exist, and which there are."""
    names = [*there]
    return f".{read_table.nearest(name, names)} There are {listed(names)}."


# --- what a column holds --------------------------------------------------------------------------


def useless(name: str, texts: pd.Series[Any], *, unnamed: bool = False) -> str:
    """Say why a column only numbers the rows of the whole file; empty if it does not."""
    if unnamed:
        return "It has no name, as columns of row numbers have. Name it to use it."
    filled = texts.dropna()
    if len(filled) < 2 or not filled.str.fullmatch(_WHOLE).all():
        return ""
    if ends := counted_rows([x if isinstance(x, str) else None for x in texts]):
        return f"It counts the rows, from {ends[0]} to {ends[1]}, and says nothing about a new one."
    numbers = filled.astype("int64")
    if name.strip().rstrip(".").lower() in _NAMES and numbers.is_unique:
        return (
            "By its name and its values, all different, it names the rows, and says nothing about "
            "a new one. If it is a measurement, give it another name."
        )
    return ""


def read_column(texts: pd.Series[Any]) -> tuple[str, Any, str]:
    """Decide what a column of text, or None, holds.

    Returns
    -------
    kind : {'number', 'date', 'category', 'set aside'}
    values : Series or None
        float64 with nan; datetime64 with NaT; text, with '(missing)' for a gap.
    decision : str
        Empty where nothing had to be decided.
    """
    filled = texts.dropna()
    gaps = [text for text in filled.unique() if is_gap_word(text)]
    known = filled[~filled.isin(gaps)]
    distinct = filled.unique()
    if known.empty:
        return "set aside", None, "All its values are missing."
    if len(distinct) == 1 and len(filled) == len(texts):
        return "set aside", None, f"It is constant: every row has {distinct[0]!r}."
    for kind, read in (("number", _numbers), ("date", _dates)):
        if (found := read(filled, known)) is not None:
            values = found[0].reindex(texts.index)
            if len(values.unique()) > 1:
                return kind, values, found[1]
            return "set aside", None, "It is constant."
    if len(distinct) > max(20, _MOST * len(filled)):
        return (
            "set aside",
            None,
            f"It is text with {len(distinct)} different values in {len(filled)} rows: it names "
            "the rows, and says nothing about a new one.",
        )
    said, numeric = [], pd.to_numeric(filled, errors="coerce").notna()
    if numeric.any() and not numeric.all():
        said.append(
            f"Mixed: {numeric.sum()} of {len(filled)} values are numbers. All are taken for names."
        )
    if len(distinct) > MOST_CATEGORIES:
        said.append(f"It has {len(distinct)} values; the rarest of them share one column.")
    return "category", texts.fillna(MISSING), " ".join(said)


def _numbers(filled: pd.Series[Any], known: pd.Series[Any]) -> Found | None:
    """Read numbers, if nine of ten are; the others are missing."""
    said, values = [], pd.to_numeric(known, errors="coerce").astype(float)
    for pattern, instead, meaning in _COMMAS:
        if values.isna().any() and (values.notna() | known.str.fullmatch(pattern)).all():
            values = pd.to_numeric(known.str.replace(",", instead)).astype(float)
            said.append(f"Commas are read as {meaning}.")
            break
    infinite = np.isinf(values)
    values[infinite] = np.nan
    n_read = int(values.notna().sum())
    if n_read == 0 or n_read < _MOST * (len(known) - infinite.sum()):
        return None
    strange = filled.drop(values.dropna().index)
    if len(strange):
        shown = listed([*strange.value_counts(sort=False).index], 5)
        said.append(f"Taken for missing: {shown} ({len(strange)} in all).")
    return values, " ".join(said)


def _dates(_: pd.Series[Any], known: pd.Series[Any]) -> Found | None:
    """Read dates, if all have one form."""
    for shape, formats in _DATES:
        if known.str.fullmatch(shape).all():
            read = {f: pd.to_datetime(known, format=f, errors="coerce", utc=True) for f in formats}
            fitting = [form for form in formats if read[form].notna().all()]
            if not fitting:
                return None
            said = ""
            if len(formats) > 1:
                said = f"Dates are read with the {'month' if fitting[0][1] == 'm' else 'day'} first"
                said += "; the other order fits too." if len(fitting) > 1 else "."
            return read[fitting[0]].dt.tz_localize(None), said
    return None
