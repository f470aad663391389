"""A table as text, and what each of its columns holds; nothing is guessed before it is seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from kappabook.commands.reading import read_table
from kappabook.commands.reading.columns import each_once, numbers_rows
from kappabook.commands.reading.gaps import gap_words, likely_codes
from kappabook.commands.reading.labels import code_remark
from kappabook.commands.reading.numbers import POINT, NumberForm, as_number, is_numeric
from kappabook.commands.reading.read_table import Table, listed, open_table

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
_DATES = (
    (r"\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}.*)?", ("ISO8601",)),
    (r"\d{1,2}\.\d{1,2}\.\d{4}", ("%d.%m.%Y",)),
    (r"\d{1,2}/\d{1,2}/\d{4}", ("%m/%d/%Y", "%d/%m/%Y")),
)


@dataclass(frozen=True, eq=False)
class RawData:
    """A table as it stands in the file: text, or None where a cell is blank.

    `sample_target` is the target of a data set of scikit-learn; '' if it is none.
    """

    name: str
    cells: pd.DataFrame
    table: Table
    notes: tuple[str, ...] = ()
    sample_target: str = ""

    def column(self, name: str) -> pd.Series[Any]:
        """Return a column, stripped; an unknown name raises ValueError with the nearest ones."""
        if name not in self.cells:
            target = f" Its target is {self.sample_target!r}." if self.sample_target else ""
            raise ValueError(
                f"{self.name} has no column {name!r}{nearest(name, map(str, self.cells))}{target}"
            )
        return self.cells[name].map(str.strip, na_action="ignore")

    def number_form(self, name: str) -> NumberForm:
        """Find how the numbers of a column are written; what is ambiguous raises ValueError."""
        place = self.table.place(name)
        return POINT if self.table.is_number(place) else self.table.number_form(place)


@contextmanager
def open_data(
    source: Source,
    *,
    decimal: str | None = None,
    header: bool | None = None,
    sheet: str | int | None = None,
) -> Iterator[RawData]:
    """Open a file, a data frame, or one of scikit-learn's data sets; refuse what is no table."""
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
        table.decimal = decimal
        names = [name for name in table.columns if name not in table.index_names]
        cells = dict(zip(names, table.texts(names), strict=True))
        # What becomes of a column without a name is said when it is prepared.
        notes = tuple(note for note in table.notes if "has no name" not in note)
        sample = SAMPLES[name] if is_sample(source) else ""
        yield RawData(name, pd.DataFrame(cells, dtype=object), table, notes, sample)


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
    cells = [x if isinstance(x, str) else None for x in texts]
    if not (reason := numbers_rows(name, cells, measured=True)):
        return ""
    renamed = "" if reason.startswith("counts") else " If it is a measurement, rename it."
    return f"It {reason}, and says nothing about a new one.{renamed}"


def may_number_rows(name: str, texts: pd.Series[Any]) -> str:
    """Say if a column holds each number once, as row numbers in another order do, and ranks."""
    ends = each_once([x if isinstance(x, str) else None for x in texts])
    if ends is None:
        return ""
    return (
        f"It holds each number from {ends[0]} to {ends[1]} once, as ranks do, and row numbers in "
        f"another order. If it only numbers the rows, leave it out: --ignore {name}."
    )


def read_column(
    texts: pd.Series[Any],
    number_form: Callable[[], NumberForm] = lambda: POINT,
    missing: Collection[str] = (),
) -> tuple[str, Any, str]:
    """Decide what a column of text, or None, holds.

    Parameters
    ----------
    texts : Series
    number_form : callable
        Finds how numbers are written; called only if they are the most of the column.
    missing : collection of str
        Texts that stand for a gap because the user says so.

    Returns
    -------
    kind : {'number', 'date', 'category', 'set aside'}
    values : Series or None
        float64 with nan; datetime64 with NaT; text, with '(missing)' for a gap.
    decision : str
        Empty where nothing had to be decided.
    """
    filled = texts.dropna()
    gaps = {*missing, *gap_words(filled.unique())}
    known = filled[~filled.isin(gaps)]
    if missing:
        texts = texts.mask(texts.isin([*missing]), None)
    distinct = texts.dropna().unique()
    if known.empty:
        return "set aside", None, "All its values are missing."
    if len(distinct) == 1 and not texts.isna().any():
        return "set aside", None, f"It is constant: every row has {distinct[0]!r}."
    for kind, found in (
        ("number", _numbers(filled, known, number_form)),
        ("date", _dates(known)),
    ):
        if found is not None:
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
    said, numeric = [], known.map(is_numeric)
    if numeric.any() and not numeric.all():
        said.append(
            f"Mixed: {numeric.sum()} of {len(filled)} values are numbers. All are taken for names."
        )
    if len(distinct) > MOST_CATEGORIES:
        said.append(f"It has {len(distinct)} values; the rarest of them share one column.")
    return "category", texts.fillna(MISSING), " ".join(said)


def _numbers(
    filled: pd.Series[Any], known: pd.Series[Any], number_form: Callable[[], NumberForm]
) -> Found | None:
    """Read numbers, if nine of ten are; the others are missing."""
    codes, distinct = pd.factorize(known)
    infinite = np.isin(codes, [i for i, text in enumerate(distinct) if _is_infinite(text)])
    wanted = _MOST * (len(known) - infinite.sum())
    numeric = np.array([is_numeric(text) for text in distinct])[codes]
    if not numeric.any() or numeric.sum() < wanted:
        return None
    form = number_form()
    read = np.array([as_number(text, form) for text in distinct], dtype=float)[codes]
    values = pd.Series(read, known.index)
    if not (n_read := int(values.notna().sum())) or n_read < wanted:
        return None
    said = [form.note] if form.note else []
    strange = filled.drop(values.dropna().index)
    if len(strange):
        shown = listed([*strange.value_counts(sort=False).index], 5)
        said.append(f"Taken for missing: {shown} ({len(strange)} in all).")
    counts = Counter(f"{value:.15g}" for value in values.dropna())
    said += [
        code_remark(code, counts[code], "number") for code in likely_codes(counts, measured=True)
    ]
    return values, " ".join(said)


def _is_infinite(text: str) -> bool:
    try:
        return bool(np.isinf(float(text)))
    except ValueError:
        return False


def _dates(known: pd.Series[Any]) -> Found | None:
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
