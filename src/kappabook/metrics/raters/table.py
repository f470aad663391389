"""A table of ratings: items by raters, with gaps, read and checked once."""

from __future__ import annotations

import warnings
from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property
from typing import Any, NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.metrics.check import (
    as_labels,
    frames_of_ours,
    is_missing,
    number,
    one_scale,
    refuse_twice,
    scale_of,
)
from kappabook.metrics.check_tables import Table, numeric_table

Values = NDArray[np.float64]
Places = NDArray[np.intp]

MISSING = -1
MOST_LABELS = 10_000
# So many different numbers with decimals may be grades, such as 1.3 and 1.7, if each is given so
# often on average.
_GRADES, _OFTEN = 20, 4
# Whole numbers of at most this range, and at most so many patterns, are counted, not sorted.
_DENSE, _COUNTED = 2**10, 2**17


class Ratings:
    """A table of ratings, read and checked; every function of ratings takes it too.

    It is our own; the table of counts is that of Fleiss (1971).

    Parameters
    ----------
    ratings : array-like, data frame or mapping, of shape (n_items, n_raters)
        Text or numbers, at least two raters and two items; a missing rating is None, nan,
        pandas.NA or masked. Ordered categories of pandas, and the Enum of polars, bring their order
        along. Numbers that are not whole are grades, such as 1.5: half or quarter points, or few
        different numbers. Raters are named by the columns of a data frame, or by the keys of a
        mapping from each rater to her column; else they are 0, 1, ...
    labels : array-like of shape (n_labels,), optional
        The labels, in order; by default those that occur, sorted.
    numeric : bool, default=False
        Whether any finite numbers may be labels.

    Attributes
    ----------
    codes : ndarray of shape (n_raters, n_items)
        Places of the labels; -1 where a rater did not rate.
    labels, raters : tuple
    ordered : bool
        Whether the order of the labels is known: they are numbers, or were given in order.
    named : bool
        Whether it is known who rated; not of a table of counts.
    patterns : ndarray of shape (n_raters, n_patterns)
        What the raters said of an item, each combination once.
    counts : ndarray of shape (n_patterns,)
        Items with each pattern.
    place : ndarray of shape (n_items,)
        The pattern of each item.

    Raises
    ------
    ValueError
        For what is no table of ratings.

    Warns
    -----
    UserWarning
        If the table looks like counts by label, or like a row for each rater.

    Examples
    --------
    >>> from kappabook import Ratings, fleiss_kappa_score
    >>> table = Ratings({"Ann": ["a", "b", "b"], "Bob": ["a", "b", None]})
    >>> table.labels, table.raters, table.n_items
    (('a', 'b'), ('Ann', 'Bob'), 3)
    >>> counts = [[3, 0], [2, 1], [0, 3], [1, 2]]  # of two labels, three ratings an item
    >>> round(fleiss_kappa_score(Ratings.from_counts(counts)), 4)
    0.3333
    """

    def __init__(self, ratings: Any, labels: ArrayLike | None = None, *, numeric: bool = False):
        cells, self.raters = _cells(ratings)
        _refuse_shape(cells)
        self.codes, found = _coded(cells, numeric=numeric)
        if not numeric and len(found) > MOST_LABELS:
            raise ValueError(
                f"ratings hold {len(found)} different labels; more than {MOST_LABELS} are refused. "
                "Are they identifiers, or measurements? For these give level='interval'."
            )
        if not isinstance(ratings, Mapping):
            self._warn_of_another_form(found)
        labels = _scale(ratings) if labels is None else labels
        if labels is not None:
            self.codes, found = _in_order(self.codes, found, labels)
        self.labels = tuple(found)
        self.ordered = labels is not None or not isinstance(found[0], str)
        self.named = True

    @classmethod
    def from_counts(cls, counts: Table, labels: ArrayLike | None = None) -> Ratings:
        """Take a table that counts, for each item, how many raters gave each label.

        Parameters
        ----------
        counts : array-like of shape (n_items, n_labels)
            Whole numbers. Who rated is not known, so what needs the margins of each rater
            (Conger's kappa, pairs, judges) is refused.
        labels : array-like of shape (n_labels,), optional
            The labels, in order; by default the columns of a data frame, else 0, 1, ...
        """
        names: Any = labels if labels is not None else getattr(counts, "columns", None)
        cells = numeric_table(getattr(counts, "values", counts), "counts")
        if cells.ndim != 2 or len(cells) < 2:
            raise ValueError(
                f"counts have shape {cells.shape}; give a row for each of at least two items and a "
                "column for each label."
            )
        bad = (cells < 0) | (cells != np.floor(cells.astype(float)))
        if bad.any():
            i, j = np.argwhere(bad)[0]
            raise ValueError(f"counts[{i}, {j}] is {cells[i, j]}; it counts raters.")
        cells = cells.astype(int)
        found = list(range(cells.shape[1])) if names is None else [number(x) for x in names]
        refuse_twice("label", found)
        if len(found) != cells.shape[1]:
            raise ValueError(f"{len(found)} labels for {cells.shape[1]} columns of counts.")
        rated = cells.sum(axis=1)
        if rated.max(initial=0) < 2:
            raise ValueError("no item has two ratings; there is nothing to compare.")
        codes = np.full((len(cells), int(rated.max())), MISSING)
        codes[np.arange(codes.shape[1]) < rated[:, np.newaxis]] = np.repeat(
            np.tile(np.arange(len(found)), len(cells)), cells.ravel()
        )
        ordered = labels is not None or not isinstance(found[0], str)
        return cls.from_codes(np.ascontiguousarray(codes.T), found, ordered=ordered, named=False)

    @classmethod
    def from_codes(
        cls,
        codes: Places,
        labels: Sequence[Hashable],
        raters: Sequence[Hashable] | None = None,
        *,
        ordered: bool = True,
        named: bool = True,
    ) -> Ratings:
        """Take places of labels; nothing is checked or read again.

        Parameters
        ----------
        codes : ndarray of int of shape (n_raters, n_items)
            Places in `labels`; -1 where a rater did not rate.
        labels : sequence of shape (n_labels,)
        raters : sequence of shape (n_raters,), optional
            Names; by default 0, 1, ...
        ordered, named : bool, default=True
            Whether the order of the labels, and who rated, is known.
        """
        table = object.__new__(cls)
        table.codes, table.labels = codes, tuple(labels)
        table.raters = tuple(range(len(codes)) if raters is None else raters)
        table.ordered, table.named = ordered, named
        return table

    @property
    def n_items(self) -> int:
        """Number of rows."""
        return int(self.codes.shape[1])

    @property
    def n_raters(self) -> int:
        """Number of columns."""
        return int(self.codes.shape[0])

    @property
    def n_labels(self) -> int:
        """Number of labels, those of `labels` that nobody used included."""
        return len(self.labels)

    @cached_property
    def _keys(self) -> tuple[NDArray[Any], NDArray[Any], NDArray[np.int64]]:
        """A number for each item's pattern; these numbers sorted, and how often each occurs."""
        base, n_raters = self.n_labels + 1, self.n_raters
        if base**n_raters >= 2**62:
            key = np.unique(self.codes, axis=1, return_inverse=True)[1].ravel()
            return key, *np.unique(key, return_counts=True)
        key = np.zeros(self.n_items, dtype=np.int64)  # what was said, as the digits of a number
        for column in self.codes:
            key *= base
            key += column
            key += 1
        if base**n_raters <= max(_COUNTED, 2 * self.n_items):
            every = np.bincount(key, minlength=base**n_raters)
            keys = np.flatnonzero(every)
            return key, keys, every[keys]
        return key, *np.unique(key, return_counts=True)

    @cached_property
    def patterns(self) -> Places:
        """Every pattern once, shape (n_raters, n_patterns); -1 where a rater did not rate."""
        base = self.n_labels + 1
        if base**self.n_raters >= 2**62:
            return np.asarray(np.unique(self.codes, axis=1))
        digits = base ** np.arange(self.n_raters - 1, -1, -1)
        return np.asarray(self._keys[1] // digits[:, np.newaxis] % base - 1)

    @property
    def counts(self) -> NDArray[np.int64]:
        """Items with each pattern."""
        return self._keys[2]

    @cached_property
    def place(self) -> Places:
        """The pattern of each item, shape (n_items,)."""
        return np.searchsorted(self._keys[1], self._keys[0])

    @cached_property
    def sizes(self) -> Places:
        """Ratings in each pattern."""
        return np.asarray((self.patterns != MISSING).sum(axis=0))

    @property
    def n_several(self) -> int:
        """Items that two or more raters rated; others say nothing of agreement."""
        return int(self.counts[self.sizes > 1].sum())

    def tally(self, codes: Places) -> Values:
        """Ratings with each label, shape (n, n_labels), of codes of shape (n_raters, n)."""
        n, k = codes.shape[1], self.n_labels
        rows, columns = np.nonzero(codes != MISSING)
        flat = np.bincount(columns * k + codes[rows, columns], minlength=n * k)
        return flat.reshape(n, k).astype(float)

    def require_pairs(self) -> None:
        """Raise an error if no item was rated twice."""
        if self.sizes.max(initial=0) < 2:
            raise ValueError(
                f"none of the {self.n_items} items was rated by two raters; agreement needs items "
                "that several rated. Is the table in the wide form, one row per item?"
            )

    def require_order(self, reason: str) -> None:
        """Raise an error if the order of the labels is not known."""
        if not self.ordered:
            raise ValueError(
                f"{reason} needs the order of the labels, and {self.labels[0]!r} is text: give "
                "labels, from the lowest to the highest."
            )

    def require_names(self, what: str) -> None:
        """Raise an error if it is not known who rated."""
        if not self.named:
            raise ValueError(
                f"a table of counts does not say who rated what, and {what} needs that; give the "
                "ratings, one column for each rater."
            )

    def rater(self, name: Any) -> int:
        """Return the place of a rater; an unknown one raises ValueError."""
        self.require_names("a comparison of raters")
        name = number(name)
        if name not in self.raters:
            shown = ", ".join(map(repr, self.raters[:10])) + ", ..." * (len(self.raters) > 10)
            raise ValueError(f"{name!r} is not among the raters: {shown}.")
        return self.raters.index(name)

    def with_another_label(self) -> Ratings:
        """Return the table with one more label, that nobody used."""
        labels = (*self.labels, "another label")
        return self._twin(self.codes, labels, self.raters)

    def part(self, items: NDArray[np.bool_], raters: list[int]) -> Ratings:
        """Return the table of some items and raters, with the same labels."""
        names = tuple(self.raters[g] for g in raters)
        codes = np.ascontiguousarray(self.codes[raters][:, items])
        return self._twin(codes, self.labels, names)

    def _twin(
        self, codes: Places, labels: Sequence[Hashable], raters: Sequence[Hashable]
    ) -> Ratings:
        return Ratings.from_codes(codes, labels, raters, ordered=self.ordered, named=self.named)

    def _warn_of_another_form(self, found: list[Any]) -> None:
        """Say so if the table is likely to be one of counts, or turned round."""
        n_raters, n_items = self.codes.shape
        doubt = ""
        if n_raters >= 2 * n_items and n_raters > 9:
            doubt = (
                f"ratings have {n_items} rows and {n_raters} columns: {n_items} items, each rated "
                f"by up to {n_raters} raters. If the rows are raters, turn the table round"
            )
        elif isinstance(found[0], int) and found[0] >= 0:
            total = int(same_total(self.codes, np.asarray(found)))
            if total:
                doubt = (
                    f"every row of ratings adds up to {total}, as if it counted {total} ratings by "
                    "label; each cell is read as one rating. For a table of counts give "
                    "Ratings.from_counts(table)"
                )
        if doubt:
            warnings.warn(f"{doubt}.", UserWarning, stacklevel=frames_of_ours())


def same_total(codes: Places, values: NDArray[Any]) -> float:
    """Return what the numbers of each item add up to, as counts do; 0 if they differ, or have gaps.

    `codes` of shape (n_raters, n_items) are places in `values`.
    """
    total = 0.0
    for part in (codes[:, :100], codes):  # most tables differ early
        if codes.shape[1] < 3 or (part == MISSING).any():
            return 0.0
        sums = values[part].sum(axis=0)
        total = float(sums[0])
        if total <= 1 or (sums != total).any():
            return 0.0
    vary = (codes != codes[:, :1]).any()
    return total if vary else 0.0


def as_ratings(ratings: Any, labels: ArrayLike | None = None, *, numeric: bool = False) -> Ratings:
    """Read a table, or take one that was read; then `labels` put its labels in order."""
    if not isinstance(ratings, Ratings):
        return Ratings(ratings, labels, numeric=numeric)
    if labels is None:
        return ratings
    codes, found = _in_order(ratings.codes, list(ratings.labels), labels)
    return Ratings.from_codes(codes, found, ratings.raters, named=ratings.named)


def _scale(ratings: Any) -> list[Any] | None:
    """Return the order that the columns of a data frame or a mapping have by their type."""
    names = ratings.keys() if isinstance(ratings, Mapping) else getattr(ratings, "columns", None)
    if names is None or isinstance(ratings, np.ndarray):
        return None
    scales = [
        (scale, f"the column {name!r}") for name in names if (scale := scale_of(ratings[name]))
    ]
    return one_scale(scales)


def _cells(ratings: Any) -> tuple[NDArray[Any], tuple[Hashable, ...]]:
    """Cells of shape (n_raters, n_items), and the raters."""
    names = ratings.keys() if isinstance(ratings, Mapping) else getattr(ratings, "columns", None)
    if names is not None and not isinstance(ratings, np.ndarray):
        raters = tuple(number(name) for name in names)
        refuse_twice("rater", raters)
        columns = [_column(ratings[name]) for name in names]
        if len({len(column) for column in columns}) > 1:
            raise ValueError(
                f"the columns of ratings have {min(map(len, columns))} to "
                f"{max(map(len, columns))} cells; write None where a rater did not rate."
            )
        if {column.dtype.kind for column in columns} <= set("iuf"):
            return np.array(columns), raters
        return np.array([column.astype(object) for column in columns], dtype=object), raters
    table = np.asarray(ratings) if hasattr(ratings, "dtype") else _from_lists(ratings)
    if np.ma.is_masked(ratings):
        table = table.astype(object)
        table[np.ma.getmaskarray(ratings)] = None
    if table.ndim != 2:
        raise ValueError(
            f"ratings have shape {table.shape}; give a table with one row per item and one column "
            "per rater, and one label in each cell."
        )
    return table.T, tuple(range(table.shape[1]))


def _column(column: Any) -> NDArray[Any]:
    """One column of a data frame; numbers stay numbers, all else becomes objects."""
    if isinstance(column, list | tuple):
        return _from_lists([[cell] for cell in column])[:, 0] if column else np.empty(0, object)
    array = column.to_numpy() if hasattr(column, "to_numpy") else np.asarray(column)
    if getattr(array, "ndim", 1) != 1:
        raise ValueError("two columns of ratings have one name; give each rater a name.")
    if array.dtype.kind in "mM":  # as objects, those counted in nanoseconds would be numbers
        _refuse_kind(array.dtype)
    return np.asarray(array) if array.dtype.kind in "iuf" else np.asarray(array, dtype=object)


def _from_lists(ratings: Any) -> NDArray[Any]:
    if not hasattr(ratings, "__iter__"):
        raise ValueError(
            f"ratings are a {type(ratings).__name__}; give a table with one row per item and one "
            "column per rater."
        )
    rows = list(ratings)
    try:
        lengths = {len(row) for row in rows if not isinstance(row, str)}
    except TypeError:
        lengths = set()
    if not lengths or any(isinstance(row, str) for row in rows):
        raise ValueError("ratings must be a table: one row per item, with one label per rater.")
    if len(lengths) > 1:
        raise ValueError(
            f"the rows of ratings have {min(lengths)} to {max(lengths)} cells; write None where a "
            "rater did not rate, so that each column is one rater."
        )
    table = np.empty((len(rows), lengths.pop()), dtype=object)
    for i, row in enumerate(rows):
        for j, cell in enumerate(row):
            table[i, j] = cell
    return table


def _refuse_shape(cells: NDArray[Any]) -> None:
    n_raters, n_items = cells.shape
    if n_raters < 2:
        raise ValueError(
            f"ratings have {n_raters} column{'s' * (n_raters != 1)}; agreement is between at least "
            "two raters, one in each column."
        )
    if n_items < 2:
        raise ValueError(
            f"ratings have {n_items} row{'s' * (n_items != 1)}; agreement is measured over at "
            "least two items, one in each row. Is the table turned round?"
        )


def _refuse_kind(dtype: object) -> NoReturn:
    raise ValueError(f"ratings have dtype {dtype}; labels are numbers or text.")


def _coded(cells: NDArray[Any], *, numeric: bool) -> tuple[Places, list[Any]]:
    """Codes with -1 for gaps, and the labels that occur, sorted."""
    gaps = None
    if cells.dtype.kind == "O":
        cells, gaps = _plain(cells)
    elif cells.dtype.kind == "f":
        gaps = np.isnan(cells)
    elif cells.dtype.kind not in "biuU":
        _refuse_kind(cells.dtype)
    if gaps is not None and not gaps.any():
        gaps = None
    if gaps is not None:
        if gaps.all():
            raise ValueError("every rating is missing; there is nothing to compare.")
        cells = np.where(gaps, cells[~gaps][0], cells)  # any label; taken out again below
    if cells.dtype.kind == "f":
        cells = _whole_if_possible(cells, gaps, numeric)
    if cells.dtype.kind == "b":
        cells = cells.astype(int)
    codes, found = _places(cells)
    if gaps is not None:
        codes[gaps] = MISSING
    for code, label in enumerate(found):
        if isinstance(label, str) and not label.strip():
            j, i = np.argwhere(codes == code)[0]
            raise ValueError(
                f"ratings[{i}, {j}] is blank text; write None where nobody rated, or give the "
                "label a name."
            )
    return codes, found


def _places(cells: NDArray[Any]) -> tuple[Places, list[Any]]:
    """Place of each label among those that occur; whole numbers of a small range are counted."""
    if cells.dtype.kind in "iu" and int(cells.max()) - int(cells.min()) < _DENSE:
        low = int(cells.min())
        codes = np.subtract(cells, low, dtype=np.int64).astype(np.int16)
        used = np.flatnonzero(np.bincount(codes.ravel(order="K")))
        if used[-1] >= len(used):
            codes = np.searchsorted(used, codes)
        return np.ascontiguousarray(codes), (used + low).tolist()
    values, codes = np.unique(cells, return_inverse=True)
    return codes.reshape(cells.shape), values.tolist()


def _plain(cells: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    """Turn objects into one array of text or of numbers, and say where there is none."""
    flat = [None if is_missing(cell) else number(cell) for cell in cells.ravel().tolist()]
    gaps = np.array([cell is None for cell in flat]).reshape(cells.shape)
    if gaps.all():
        return cells, gaps
    for place, cell in enumerate(flat):
        if cell is not None and not isinstance(cell, str | int | float):
            j, i = divmod(place, cells.shape[1])
            raise ValueError(
                f"ratings[{i}, {j}] is {cell!r}; each cell holds one label, a number or text."
            )
    kinds = {type(cell) for cell in flat} - {type(None)}
    text = [issubclass(kind, str) for kind in kinds]
    if any(text) and not all(text):
        shown = ", ".join(sorted(kind.__name__ for kind in kinds))
        raise ValueError(f"ratings mix {shown}; '1' and 1 are different labels. Convert one.")
    filler = next(cell for cell in flat if cell is not None)
    plain = np.array([filler if cell is None else cell for cell in flat]).reshape(cells.shape)
    if plain.dtype.kind == "O":
        raise ValueError("ratings hold integers beyond 64 bits; use text for such labels.")
    return plain, gaps


def _whole_if_possible(
    cells: NDArray[Any], gaps: NDArray[np.bool_] | None, numeric: bool
) -> NDArray[Any]:
    """Return int64 where all are whole; other numbers stay if they are grades, or if `numeric`.

    Grades are half and quarter points, or at most 20 different numbers, each given often. Other
    numbers are measurements.
    """
    with np.errstate(invalid="ignore"):
        whole = cells.astype(np.int64)
    same = whole == cells
    if same.all():
        return whole
    finite = np.isfinite(cells)
    if finite.all() and (numeric or _are_grades(cells)):
        return cells.astype(np.float64)
    wrong = ~same if finite.all() else ~finite
    j, i = np.argwhere(wrong if gaps is None else wrong & ~gaps)[0]
    remedy = "ratings are finite"
    if not numeric and finite.all():
        remedy = "labels are whole numbers, half or quarter points, a few other grades, or text"
    raise ValueError(
        f"ratings[{i}, {j}] is {cells[j, i]}; {remedy}. "
        "Measurements have the level 'interval' or 'ratio'."
    )


def _are_grades(numbers: NDArray[Any]) -> bool:
    """Whether numbers are labels and no measurements."""
    return not (4 * numbers % 1).any() or _OFTEN * len(np.unique(numbers)) <= min(
        numbers.size, _OFTEN * _GRADES
    )


def _in_order(codes: Places, found: list[Any], labels: Any) -> tuple[Places, list[Any]]:
    """Codes by the order that the caller gives; a label that it lacks raises ValueError."""
    if isinstance(labels, set | frozenset):
        raise ValueError("labels is a set; give a list, because the order of the labels counts.")
    wanted = [number(label) for label in (labels.tolist() if hasattr(labels, "tolist") else labels)]
    refuse_twice("label", wanted)
    place = {label: i for i, label in enumerate(wanted)}
    for code, label in enumerate(found):
        if label not in place and (codes == code).any():
            j, i = np.argwhere(codes == code)[0]
            raise ValueError(
                f"ratings[{i}, {j}] is {label!r}, which is not in labels={wanted}; add it in its "
                "place, or make the rating None."
            )
    if not wanted:
        raise ValueError("labels is empty; list the labels, or leave it out.")
    return np.array([*(place.get(label, MISSING) for label in found), MISSING])[codes], wanted


def group_codes(groups: ArrayLike | None, n_items: int) -> Places | None:
    """Turn groups into 0, 1, ...; another length than the items, or one group, is refused."""
    if groups is None:
        return None
    labels = as_labels(groups, "groups")
    if len(labels) != n_items:
        raise ValueError(
            f"groups has {len(labels)} labels for {n_items} items; give the group of each item."
        )
    found, codes = np.unique(labels, return_inverse=True)
    if len(found) < 2:
        raise ValueError(
            f"all items are in the group {number(found[0])!r}; an interval over groups needs "
            "several. Leave groups out if items are independent."
        )
    return codes.astype(np.intp)
