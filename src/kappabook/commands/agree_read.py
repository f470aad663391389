"""Ratings in a file or data frame, read once and coded once: raters by items, with gaps.

Whatever the form, a table becomes a list of ratings: the row, the item, the rater, the run, and
what was said. What contradicts itself is refused with its line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, NoReturn, get_args

import numpy as np
from numpy.typing import NDArray

from kappabook.commands.files.tables import label_of, listed, nearest, open_table
from kappabook.commands.label_checks import (
    as_number,
    in_order,
    names_alike,
    refuse_long,
    remarks,
)
from kappabook.metrics.raters import Ratings
from kappabook.metrics.raters.table import MISSING

Level = Literal["nominal", "ordinal", "interval", "ratio"]
Ints = NDArray[np.int64]
# Rows that a message names.
_MOST_LINES = 6


@dataclass(frozen=True)
class Columns:
    """Which columns are what, and how they are read; the parameters of `agree`."""

    raters: tuple[str, ...] = ()
    item: str | None = None
    rater: str | None = None
    label: str | None = None
    judge: str | None = None
    reference: str | None = None
    run: str | None = None
    groups: str | None = None
    missing: tuple[str, ...] = ()
    duplicates: str = "error"
    counts: bool = False

    @property
    def beside(self) -> list[str]:
        """The columns that say something of a whole row; one role for each."""
        roles = (self.item, self.run, self.groups, self.reference)
        names = [name for name in roles if name is not None]
        for name, n in Counter(names).items():
            if n > 1:
                raise ValueError(
                    f"{name!r} has two of the roles --item, --run, --groups and --reference; a "
                    "column has one."
                )
        return names


@dataclass
class Sheet:
    """What was read. Labels, items, raters and groups are names; the arrays hold their places.

    Attributes
    ----------
    codes : ndarray of shape (n_raters, n_items)
        What each rater said of each item, or first said of it; -1 where there is nothing.
    reference, groups : ndarray of shape (n_items,)
        The true label (-1 where there is none), and the group.
    runs : dict from rater to ndarray of shape (n_runs, n_items)
        Of raters with several runs of an item, what each run said.
    rows, rows_used : int
        Rows read, and those that say something of agreement.
    used : set of int
        Places of the labels that raters gave, not only the reference.
    """

    layout: str
    raters: list[str]
    items: list[str]
    labels: list[str]
    codes: Ints
    reference: Ints
    groups: Ints | None
    runs: dict[str, Ints]
    rows: int
    rows_used: int
    level: Level
    notes: list[str] = field(default_factory=list)
    named: bool = True  # whether it is known who rated; not in a table of counts

    @cached_property
    def several(self) -> NDArray[np.bool_]:
        """Which items two or more raters rated."""
        return np.asarray((self.codes != MISSING).sum(axis=0) > 1)

    @cached_property
    def table(self) -> Ratings:
        """The ratings for the functions of raters, with all labels."""
        return self.coded(self.codes)

    @cached_property
    def own(self) -> Ratings:
        """The same with the labels that raters gave: AC1 counts what they can choose from."""
        return self.coded(self.codes, np.unique(self.codes[self.codes != MISSING]).tolist())

    @cached_property
    def numbers(self) -> Ratings:
        """The same with labels as the numbers that they are, equal ones once, by size."""
        return self.coded(self.codes, numbers=True)

    def coded(self, codes: Ints, kept: list[int] | None = None, numbers: bool = False) -> Ratings:
        """Make a table of ratings of codes, without reading anything again."""
        kept = list(range(len(self.labels))) if kept is None else kept
        labels: list[Any] = [self.labels[i] for i in kept]
        place = np.full(len(self.labels) + 1, MISSING)  # the last is for a gap
        place[kept] = range(len(kept))
        if numbers:
            values = np.array([as_number(label) for label in labels], dtype=float)
            labels, place[kept] = (x.tolist() for x in np.unique(values, return_inverse=True))
        raters = self.raters if len(codes) == len(self.raters) else None
        return Ratings.from_codes(place[codes], labels, raters, named=self.named)


def read(data: str | Path | Any, columns: Columns, ordered: Sequence[str], level: Any) -> Sheet:
    """Read a file or a data frame; what cannot be laid out raises ValueError with the remedy."""
    if columns.duplicates not in ("error", "first", "last"):
        raise ValueError(f"--duplicates is {columns.duplicates!r}; give error, first or last.")
    if isinstance(data, str | Path):
        with open_table(Path(data)) as table:
            return _read(table, columns, ordered, level)
    return _read(_Frame(data), columns, ordered, level)


class _Frame:
    """A data frame with the few words that a file has."""

    path, unnamed, notes = "data frame", frozenset[str](), ()

    def __init__(self, frame: Any) -> None:
        if not hasattr(frame, "columns"):
            raise TypeError(f"data is a {type(frame).__name__}; give a path or a data frame.")
        self._frame, self.columns = frame, [str(name) for name in frame.columns]
        self.n_rows = len(frame)

    def place(self, name: str) -> int:
        """Return where a column stands."""
        if name not in self.columns:
            raise ValueError(
                f"the data frame has no column {name!r}.{nearest(name, self.columns)} Its columns "
                f"are {listed(self.columns)}."
            )
        return self.columns.index(name)

    def texts(self, names: Sequence[str]) -> list[list[str | None]]:
        """Read columns as text."""
        names_of = list(self._frame.columns)
        return [
            [label_of(x) if x is not None and x == x else None for x in self._frame[names_of[i]]]
            for i in map(self.place, names)
        ]

    def line(self, row: int) -> str:
        """Say where a row stands."""
        return f"row {row}"


@dataclass(frozen=True)
class _Long:
    """One rating a row of these arrays; `who` and `item` are places in the lists of names."""

    layout: str
    raters: list[str]
    rows: Ints
    who: Ints
    texts: list[str | None]


def _read(table: Any, columns: Columns, ordered: Sequence[str], level: Any) -> Sheet:
    if columns.counts:
        return _counts(table, columns, ordered, level)
    gold = None
    if columns.rater or columns.label:
        found, gold = _long(table, columns)
    else:
        found = _wide(table, columns)
    beside = dict.fromkeys(name for name in columns.beside if name != gold)
    texts = dict(zip(beside, table.texts(list(beside)), strict=True)) if beside else {}
    items, item_of = _items(table, columns, texts)
    gaps = set(columns.missing)
    said = [None if text in gaps else text for text in found.texts]
    rated = np.array([text is not None for text in said], dtype=bool)
    truth = found.raters.index(gold) if gold is not None else -1
    own = rated & (found.who != truth)

    names = sorted({text for text in said if text is not None})
    reference_texts = [None if x in gaps else x for x in texts.get(columns.reference or "", [])]
    names = in_order({*names, *(x for x in reference_texts if x is not None)})
    labels, level = _order(names, ordered, level, _where(table, columns, found, said, texts))
    place = {label: i for i, label in enumerate(labels)}
    codes = np.array([MISSING if text is None else place[text] for text in said], dtype=np.int64)

    runs = _places(texts[columns.run])[1][found.rows] if columns.run else np.zeros_like(found.rows)
    item = item_of[found.rows]
    kept = _once(table, columns, found, items, said, np.flatnonzero(own), item, runs)
    cell = found.who[kept] * len(items) + item[kept]
    first = kept[np.unique(cell, return_index=True)[1]]
    matrix = np.full((len(found.raters), len(items)), MISSING)
    matrix[found.who[first], item[first]] = codes[first]
    one = _OneEach(table, items, item_of)
    reference = np.full(len(items), MISSING)
    if gold is not None:
        of_gold = np.flatnonzero(rated & (found.who == truth))
        rows, given = found.rows[of_gold], codes[of_gold]
        reference = one.fill(rows, given, labels, "true label")
    elif columns.reference:
        given = np.array([MISSING if x is None else place[x] for x in reference_texts])
        rows = np.flatnonzero(given != MISSING)
        reference = one.fill(rows, given[rows], labels, "true label")
    groups = None
    if columns.groups:
        names_of, given = _groups(columns.groups, texts[columns.groups])
        groups = one.fill(np.arange(table.n_rows), given, names_of, "group")
    _refuse_few(table.path, matrix, items)

    here = [g for g in range(len(found.raters)) if (matrix[g] != MISSING).any()]
    silent = [name for g, name in enumerate(found.raters) if g not in here and name != gold]
    if columns.judge in silent:
        here = sorted([*here, found.raters.index(columns.judge)])
        silent.remove(columns.judge)
    several = (matrix != MISSING).sum(axis=0) > 1
    repeated = np.zeros(len(items), dtype=bool)
    of_runs: dict[str, Ints] = {}
    for g in here if columns.run else ():
        mine = kept[found.who[kept] == g]
        several_runs = np.bincount(item[mine], minlength=len(items)) > 1
        repeated |= several_runs
        if several_runs.any():
            cells = np.full((int(runs.max()) + 1, len(items)), MISSING)
            cells[runs[mine], item[mine]] = codes[mine]
            of_runs[found.raters[g]] = cells
    speaks = np.zeros(table.n_rows, dtype=bool)
    speaks[found.rows[rated]] = True
    counted = several | repeated | ((reference != MISSING) & (matrix != MISSING).any(axis=0))
    sheet = Sheet(
        layout=found.layout,
        raters=[found.raters[g] for g in here],
        items=items,
        labels=labels,
        codes=matrix[here],
        reference=reference,
        groups=groups,
        runs=of_runs,
        rows=table.n_rows,
        rows_used=int((speaks & counted[item_of]).sum()),
        level=level,
    )
    sheet.notes = [
        *table.notes,
        *(f"{name!r} rated no item, and is not counted as a rater." for name in silent),
        *_doubts(sheet),
        *names_alike(sheet.raters, "raters"),
        *names_alike(items, "items"),
        *_remarks(sheet),
    ]
    if len(found.rows[own]) > len(kept):
        n = int(own.sum()) - len(kept)
        sheet.notes.append(
            f"{n} ratings of an item by one rater again; the {columns.duplicates} of each counts."
        )
    return sheet


def _remarks(sheet: Sheet) -> list[str]:
    counts = np.bincount(sheet.codes[sheet.codes != MISSING], minlength=len(sheet.labels))
    named = Counter({x: int(n) for x, n in zip(sheet.labels, counts, strict=True) if n})
    said = remarks(named, len(sheet.items), numbers=sheet.level in ("interval", "ratio"))
    if sheet.level == "nominal" and len(named) > 2 and None not in map(as_number, named):
        said.append(
            "The labels are numbers, and count as mere names: 1 is as far from 2 as from 3. If "
            "they are grades or measurements, say --level ordinal or --level interval."
        )
    return said


def _counts(table: Any, columns: Columns, ordered: Sequence[str], level: Any) -> Sheet:
    """Read a table that counts, for each item, how many raters gave each label."""
    if columns.rater or columns.label or columns.judge or columns.reference or columns.run:
        raise ValueError(
            "--counts says how many raters gave each label, not who; so there is no --rater, "
            "--label, --judge, --reference or --run."
        )
    names = _wide_columns(table, columns)
    told = "" if columns.item or columns.raters else "; --item COLUMN if one names the items"
    if ordered and set(ordered) != set(names):
        raise ValueError(f"--ordered is {listed(list(ordered))}; the columns are {listed(names)}.")
    cells = np.zeros((table.n_rows, len(names)), dtype=np.int64)
    for j, (name, column) in enumerate(zip(names, table.texts(names), strict=True)):
        for row, text in enumerate(column):
            value = as_number(text) if text is not None else 0.0
            if value is None or value < 0 or value != int(value):
                raise ValueError(
                    f"{table.line(row)}: {name!r} is {text!r}; with --counts a cell counts "
                    f"raters{told}."
                )
            cells[row, j] = int(value)
        if told and _numbers_rows(cells[:, j]):
            raise ValueError(
                f"{table.path}: {name!r} has another number in every row, as if it named the "
                f"items; say so with --item {name}, or name the columns of labels with --raters."
            )
    labels, level = _order(in_order(names), ordered, level, lambda: iter(()))
    cells = cells[:, [names.index(label) for label in labels]]
    if (cells.sum(axis=1) > 0).sum() < 2 or cells.sum(axis=1).max() < 2:
        raise ValueError(f"{table.path}: agreement needs two items, and one that several rated.")
    codes = Ratings.from_counts(cells, labels).codes.astype(np.int64)
    items = [str(i + 1) for i in range(table.n_rows)]
    if columns.item:
        items = [x or str(i + 1) for i, x in enumerate(table.texts([columns.item])[0])]
    groups = None
    if columns.groups:
        given = table.texts([columns.groups])[0]
        _needed(table, columns.groups, given)
        groups = _groups(columns.groups, given)[1]
    return Sheet(
        layout=f"Each row is an item; the columns {listed(names)} count how many raters said "
        f"so{told}.",
        raters=[],
        items=items,
        labels=labels,
        codes=codes,
        reference=np.full(len(items), MISSING),
        groups=groups,
        runs={},
        rows=table.n_rows,
        rows_used=int((cells.sum(axis=1) > 1).sum()),
        level=level,
        notes=list(table.notes),
        named=False,
    )


def _numbers_rows(cells: Ints) -> bool:
    """Whether a column looks like the names of items: 1, 2, 3, ..., or many different numbers."""
    if len(cells) > 3 and (np.diff(cells) == 1).all():
        return True
    return len(cells) >= 10 and len(np.unique(cells)) == len(cells)


# --- the forms ----------------------------------------------------------------------------------


def _wide_columns(table: Any, columns: Columns) -> list[str]:
    if not columns.raters and columns.item is None and not columns.counts:
        raise ValueError(
            "say which columns are raters: --raters A,B,C, or --item COLUMN for all others; "
            f"for one rating per row, --item, --rater and --label. {table.path} has the "
            f"columns {listed(table.columns)}."
        )
    for name in (*columns.beside, *columns.raters):
        table.place(name)
    for name, n in Counter(columns.raters).items():
        if n > 1:
            raise ValueError(f"--raters names {name!r} twice; a rater is one column.")
        if name in columns.beside:
            raise ValueError(
                f"{name!r} is among --raters, and also --item, --run, --groups or --reference; a "
                "column is one of them."
            )
    others = (c for c in table.columns if c not in columns.beside and c not in table.unnamed)
    return list(columns.raters or others)


def _wide(table: Any, columns: Columns) -> _Long:
    raters = _wide_columns(table, columns)
    _check(raters, table, columns.judge)
    if columns.run and not columns.item:
        raise ValueError("--run needs --item COLUMN, which says which rows are one item.")
    items = (
        f"the column {columns.item!r} names the items" if columns.item else "each row is an item"
    )
    n, r = table.n_rows, len(raters)
    return _Long(
        f"The columns {listed(raters)} are the raters; {items}.",
        raters,
        np.repeat(np.arange(n), r),
        np.tile(np.arange(r), n),
        [text for row in zip(*table.texts(raters), strict=True) for text in row],
    )


def _long(table: Any, columns: Columns) -> tuple[_Long, str | None]:
    """Read one row per rating; the reference may be a column, or one of the raters."""
    if not (columns.item and columns.rater and columns.label):
        raise ValueError("the long form needs all of --item, --rater and --label.")
    if columns.raters:
        raise ValueError("--raters names columns of the wide form; leave it out, or --rater.")
    gold = columns.reference if columns.reference not in table.columns else None
    names = [columns.rater, columns.label, *(name for name in columns.beside if name != gold)]
    if len(set(names)) < len(names):
        raise ValueError(f"the columns {listed(names)} are not all different; each has one role.")
    whose, texts = table.texts([columns.rater, columns.label])
    _needed(table, columns.rater, whose)
    found = in_order(rater for rater in whose if rater is not None)
    if gold and gold not in found:
        raise ValueError(
            f"--reference {gold!r} is neither a column ({listed(table.columns)}) nor a rater "
            f"({listed(found)}).{nearest(gold, [*table.columns, *found])}"
        )
    raters = [rater for rater in found if rater != gold]
    _check(raters, table, columns.judge)
    layout = (
        f"Each row is one rating: of the item in {columns.item!r}, by the rater in "
        f"{columns.rater!r}, with the label in {columns.label!r}. The raters are {listed(raters)}."
    )
    place = {rater: g for g, rater in enumerate(found)}
    who = np.array([place[rater] for rater in whose], dtype=np.int64)
    return _Long(layout, found, np.arange(table.n_rows), who, texts), gold


def _check(raters: list[str], table: Any, judge: str | None) -> None:
    if judge is not None and judge not in raters:
        raise ValueError(
            f"--judge {judge!r} is not among the raters {listed(raters)}; name one of them, or add "
            f"it to them.{nearest(judge, raters)}"
        )
    if len(raters) < 2:
        raise ValueError(
            f"{table.path}: {len(raters)} rater{f' ({raters[0]!r})' if raters else 's'}; agreement "
            "is between two or more. Name more columns, or see whether the table has one row per "
            "rating."
        )


# --- items, and what an item has one of ---------------------------------------------------------


def _items(
    table: Any, columns: Columns, texts: dict[str, list[str | None]]
) -> tuple[list[str], Ints]:
    """Return the items in the order of the file, and the item of each row."""
    for name in (columns.item, columns.run, columns.groups):
        if name is not None:
            _needed(table, name, texts[name])
    if columns.item is None:
        places = np.arange(table.n_rows)
        return [str(row + 1) for row in places], places
    items, item_of = _places(texts[columns.item])
    first = np.unique(item_of, return_index=True)[1]
    again = np.flatnonzero(first[item_of] != np.arange(len(item_of)))
    one_a_row = not columns.rater and columns.run is None
    if len(again) and one_a_row and columns.duplicates == "error":
        row = int(again[0])
        raise ValueError(
            f"{table.line(row)}: item {items[item_of[row]]!r} stands already in row "
            f"{first[item_of[row]] + 1} of the data; keep one row per item, name the column that "
            "numbers repeated runs with --run, choose --duplicates first or last, or, for one "
            "rating per row, give --rater and --label."
        )
    return items, item_of


def _places(texts: Iterable[str | None]) -> tuple[list[str], Ints]:
    """Return names in the order in which they come, and the place of each text."""
    place: dict[Any, int] = {}
    codes = [place.setdefault(text, len(place)) for text in texts]
    return list(place), np.array(codes, dtype=np.int64)


def _groups(column: str, texts: list[Any]) -> tuple[list[str], Ints]:
    """Return groups by name, so that the order of the rows changes nothing; and their places."""
    names, codes = _places(texts)
    if len(names) < 2:
        raise ValueError(
            f"--groups {column}: all items are in the group {names[0]!r}; an interval over groups "
            "needs several. Leave --groups out if items are independent."
        )
    order = sorted(range(len(names)), key=names.__getitem__)
    return [names[i] for i in order], np.argsort(order)[codes]


def _needed(table: Any, column: str, texts: list[str | None]) -> None:
    if None in texts:
        raise ValueError(
            f"{table.line(texts.index(None))}: column {column!r} is blank; each row needs it "
            "filled."
        )


def _once(
    table: Any,
    columns: Columns,
    found: _Long,
    items: list[str],
    said: list[str | None],
    own: Ints,
    item: Ints,
    runs: Ints,
) -> Ints:
    """Keep one rating of an item by a rater in a run, in the order of the file."""
    keys = (item[own] * len(found.raters) + found.who[own]) * (int(runs.max()) + 1) + runs[own]
    if columns.duplicates == "last":
        return np.sort(own[::-1][np.unique(keys[::-1], return_index=True)[1]])
    _, first, of_key = np.unique(keys, return_index=True, return_inverse=True)
    first_of = first[of_key]
    again = np.flatnonzero(first_of != np.arange(len(own)))
    if len(again) and columns.duplicates == "error":
        i, j = own[again[0]], own[first_of[again[0]]]
        lines = [table.line(int(found.rows[own[k]])) for k in again[1:_MOST_LINES]]
        more = f" Another {len(again) - 1}: {', '.join(lines)}" if lines else ""
        more += ", ..." if len(again) > _MOST_LINES else "." if lines else ""
        remedy = "" if columns.run else ", or number repeated runs in a column for --run"
        raise ValueError(
            f"{table.line(int(found.rows[i]))}: {found.raters[found.who[i]]!r} rated item "
            f"{items[item[i]]!r}{' in one run' if columns.run else ''} again, as {said[i]!r}; the "
            f"first time, {said[j]!r}, is at {table.line(int(found.rows[j]))}; keep one of each, "
            f"choose --duplicates first or last{remedy}.{more}"
        )
    return np.asarray(own[np.sort(first)])


@dataclass(frozen=True)
class _OneEach:
    """Fills in what an item has one of."""

    table: Any
    items: list[str]
    item_of: Ints

    def fill(self, rows: Ints, given: Ints, names: list[str], what: str) -> Ints:
        """Return it for each item; two different ones raise ValueError."""
        found = np.full(len(self.items), MISSING)
        found[self.item_of[rows][::-1]] = given[::-1]  # the first stays
        other = np.flatnonzero(found[self.item_of[rows]] != given)
        if len(other):
            row, i = int(rows[other[0]]), self.item_of[rows[other[0]]]
            raise ValueError(
                f"{self.table.line(row)}: item {self.items[i]!r} has the {what} "
                f"{names[given[other[0]]]!r} here and {names[found[i]]!r} before; an item has one "
                f"{what}."
            )
        return found


# --- labels -------------------------------------------------------------------------------------

Said = Callable[[], Iterable[tuple[str, str, str]]]


def _where(
    table: Any, columns: Columns, found: _Long, said: list[str | None], texts: dict[str, Any]
) -> Said:
    """Go through all labels with their lines and raters, where one of them is wrong."""

    def each() -> Iterable[tuple[str, str, str]]:
        for row, g, text in zip(found.rows, found.who, said, strict=True):
            if text is not None:
                yield text, found.raters[g], table.line(int(row))
        for row, text in enumerate(texts.get(columns.reference or "", [])):
            if text is not None and text not in columns.missing:
                yield text, "the reference", table.line(row)

    return each


def _order(
    names: list[str], ordered: Sequence[str], level: Any, each: Said
) -> tuple[list[str], Level]:
    """Return all labels, and the level of alpha; what does not fit it raises ValueError."""
    if level is None:
        level = "ordinal" if ordered else "nominal"
    if level not in get_args(Level):
        raise ValueError(f"--level is {level!r}; give {', '.join(get_args(Level))}.")
    try:
        refuse_long(names, "labels")
    except ValueError:
        for label, rater, line in each():
            refuse_long([label], f"{line}, {rater!r}")
        raise
    if ordered:
        twice = [label for label, n in Counter(ordered).items() if n > 1]
        if twice or len(ordered) < 2:
            raise ValueError(
                f"--ordered is {listed(list(ordered))}; give two or more labels, each once, low "
                "first."
            )
        if strange := set(names) - set(ordered):
            _wrong(
                each,
                strange,
                "is not in --ordered " + ",".join(ordered) + "; add it in its "
                "place, name it in --missing if it stands for a gap, or mend the file.",
            )
    if level in ("interval", "ratio") or (level == "ordinal" and not ordered):
        values = {name: as_number(name) for name in names}
        if strange := {name for name, value in values.items() if value is None}:
            _wrong(
                each,
                strange,
                f"is no number with a decimal point, as --level {level} needs. "
                "Words have an order by --ordered LOW,MID,HIGH; a word for a gap is named in "
                "--missing.",
            )
        if level == "ratio" and (strange := {name for name in names if (values[name] or 0) < 0}):
            _wrong(
                each,
                strange,
                "is negative; --level ratio needs numbers from 0 upwards. "
                "Differences have the level interval.",
            )
    return list(ordered) or names, level


def _wrong(each: Said, strange: set[str], words: str) -> NoReturn:
    for label, rater, line in each():
        if label in strange:
            raise ValueError(f"{line}: {label!r} of {rater} {words}")
    raise ValueError(f"{min(strange)!r} {words}")


def _refuse_few(path: Any, codes: Ints, items: list[str]) -> None:
    """Refuse what has nothing to compare."""
    if not (codes != MISSING).any():
        raise ValueError(f"{path}: every rating is missing; there is nothing to compare.")
    if len(items) < 2:
        raise ValueError(f"{path}: one item; agreement is measured over two or more.")
    if (codes != MISSING).sum(axis=0).max() < 2:
        raise ValueError(
            f"{path}: none of the {len(items)} items was rated by two raters; agreement "
            "needs items that several rated. Is --item the column of the items?"
        )


def _doubts(sheet: Sheet) -> list[str]:
    """Warn where items look like raters, and where a column looks like no rater's."""
    r, n = len(sheet.raters), len(sheet.items)
    said = {
        rater: set(row[row != MISSING].tolist())
        for rater, row in zip(sheet.raters, sheet.codes, strict=True)
    }
    users = Counter(label for own in said.values() for label in own)
    alone = [rater for rater, own in said.items() if own and all(users[x] == 1 for x in own)]
    rest = ",".join(name for name in sheet.raters if name not in alone)
    found = [
        f"{rater!r} shares no label with any other rater. Is it a rater? If not, leave it out: "
        + (f'--raters "{rest}".' if rest else "name the raters with --raters.")
        for rater in alone
    ]
    if r > n or (r > 20 and r > n / 2):
        found.append(
            f"There are {r} raters and {n} items. Is the table turned round? Raters are columns "
            "here, and items are rows (or the columns --item and --rater are swapped)."
        )
    return found
