"""Statlog German Credit as its numbers, its codes, or one column per code.

The bank's 20 attributes are in ``german.data``. The 24 numbers of ``german.data-numeric`` are a
function of them, which :mod:`kappabook.data.derived` has: seven quantities less the instalment
rate, the amount in hundreds; the last digit of most codes; and whether a code is one of nine.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kappabook.data.derived import GERMAN_NUMERIC, GERMAN_SYMBOLIC
from kappabook.data.fetching import fetch
from kappabook.system.files import writing

#: The forms of German Credit, see `german_credit`.
FORMS = ("numeric", "symbolic", "one-hot")
CLASSES = {"1": "good", "2": "bad"}
# The other attributes are codes.
QUANTITIES = {
    *("duration_months", "amount", "instalment_rate", "residence_since", "age"),
    *("existing_credits", "people_liable"),
}


@dataclass(frozen=True, repr=False)
class GermanCredit:
    """One form of the data: 1000 rows, in the order of the file.

    X has one row for each case, float64 or (of the symbolic form) text; y is 'good' (700) or
    'bad' (300); `columns` names the columns of X.
    """

    X: NDArray[np.float64] | NDArray[np.str_]
    y: NDArray[np.str_]
    columns: tuple[str, ...]

    def __repr__(self) -> str:
        good, bad = (int((self.y == name).sum()) for name in ("good", "bad"))
        return (
            f"GermanCredit: {len(self.y)} rows ({good} good, {bad} bad) of "
            f"{len(self.columns)} columns: {self.columns[0]}, ..."
        )


def german_credit(form: str = "numeric", *, download: bool = True) -> GermanCredit:
    """Read German Credit.

    Bad credits were oversampled when the data were collected, and Groemping (2019), South German
    Credit Data, documents columns whose codes or labels are wrong: numbers to try methods on, not
    to learn about credit from.

    Parameters
    ----------
    form : {'numeric', 'symbolic', 'one-hot'}, default='numeric'
        24 integers, which follow from the 20 attributes; these attributes, 13 of them codes such
        as A11; or the 7 quantities and one column of 0 and 1 for each of the 54 codes that occur,
        such as ``purpose=A43``.
    download : bool, default=True
        As in :func:`kappabook.fetch`.

    Returns
    -------
    GermanCredit

    Raises
    ------
    ValueError
        No such form; a file that is not the one the registry means.
    OSError
        The data cannot be had, as in :func:`kappabook.fetch`.

    Examples
    --------
    >>> from kappabook import german_credit
    >>> german_credit("symbolic")  # doctest: +SKIP
    GermanCredit: 1000 rows (700 good, 300 bad) of 20 columns: checking_account, ...
    """
    if form not in FORMS:
        raise ValueError(f"no form {form!r} of German Credit; there are {', '.join(FORMS)}.")
    files = fetch("german-credit", download=download)
    if form == "numeric":
        table = np.loadtxt(files["german.data-numeric"], dtype=str)
        return GermanCredit(table[:, :-1].astype(np.float64), _classes(table), GERMAN_NUMERIC)
    table = np.loadtxt(files["german.data"], dtype=str)
    symbolic = GermanCredit(table[:, :-1], _classes(table), GERMAN_SYMBOLIC)
    return symbolic if form == "symbolic" else one_hot(symbolic)


def one_hot(symbolic: GermanCredit) -> GermanCredit:
    """Keep the quantities; give each code that occurs a column of 0 and 1."""
    columns: dict[str, NDArray[np.float64]] = {}
    for name, values in zip(symbolic.columns, symbolic.X.T, strict=True):
        if name in QUANTITIES:
            columns[name] = values.astype(np.float64)
        else:
            codes = sorted(set(values.tolist()), key=lambda code: int(code[1:]))
            columns |= {f"{name}={code}": (values == code).astype(np.float64) for code in codes}
    return GermanCredit(np.column_stack(list(columns.values())), symbolic.y, tuple(columns))


def write_csv(path: Path, form: str = "symbolic") -> int:
    """Write one form as a CSV file with named columns, ``class`` last; return its rows."""
    data = german_credit(form)
    X = data.X if form == "symbolic" else data.X.astype(int)
    with writing(path) as (draft,), draft.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow([*data.columns, "class"])
        writer.writerows([*row, label] for row, label in zip(X, data.y, strict=True))
    return len(data.y)


def _classes(table: NDArray[np.str_]) -> NDArray[np.str_]:
    return np.array([CLASSES[code] for code in table[:, -1]])
