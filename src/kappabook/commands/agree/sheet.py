"""Ratings laid out once: raters by items, with gaps. What contradicts itself is refused."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kappabook.commands.agree.forms import TURN, Frame, RatingList, item_parts, rating_list
from kappabook.commands.reading.computed import hits_of_shift, shifted_code, spreadsheet_dates
from kappabook.commands.reading.gaps import missing_labels
from kappabook.commands.reading.labels import (
    MOST_LETTERS,
    are_numbers,
    in_order,
    names_alike,
    one_spelling,
    refuse_long,
    remarks,
    spelling_note,
)
from kappabook.commands.reading.numbers import POINT, as_number, number_form
from kappabook.commands.reading.read_table import Table, listed, open_table
from kappabook.commands.reading.sets import one_order, set_of
from kappabook.metrics.raters import Ratings
from kappabook.metrics.raters.table import MISSING, group_codes, same_total
from kappabook.system.extras import need

with need("report"):
    import pandas as pd

Ints = NDArray[np.int64]
# Rows that a message names.
_MOST_LINES = 6


@dataclass(frozen=True)
class Sheet:
    """What was read.

    Attributes
    ----------
    layout : str
        Which columns became what.
    table : Ratings
        What each rater said of each item, or first said of it; with all labels of the file.
    items : list of str
    reference, groups : ndarray of shape (n_items,)
        The place of the true label (-1 where there is none), and the group.
    runs : dict from rater to ndarray of shape (n_runs, n_items)
        Of raters with several runs of an item, what each run said.
    rows, rows_used : int
        Rows read, and those that say something of agreement.
    ordered : bool
        Whether the labels were given in order.
    level : str
        What alpha takes the labels for.
    notes : list of str
        What looked odd.
    """

    layout: str
    table: Ratings
    items: list[str]
    reference: Ints
    groups: Ints | None
    runs: dict[str, Ints]
    rows: int
    rows_used: int
    ordered: bool
    level: str = "nominal"
    notes: list[str] = field(default_factory=list)

    @property
    def raters(self) -> list[Any]:
        """Names of the raters; none for a table of counts."""
        return list(self.table.raters) if self.table.named else []

    @property
    def labels(self) -> list[Any]:
        """All labels, in order."""
        return list(self.table.labels)

    @cached_property
    def several(self) -> NDArray[np.bool_]:
        """Which items two or more raters rated."""
        return np.asarray((self.table.codes != MISSING).sum(axis=0) > 1)

    @cached_property
    def choices(self) -> Ratings:
        """The table with the labels that raters choose from: those of an order, or that they gave.

        AC1 counts them, and a label that only the reference has is none of them.
        """
        if self.ordered:
            return self.table
        used, codes = np.unique(self.table.codes, return_inverse=True)
        gaps = int(used[0] == MISSING)
        codes = codes.reshape(self.table.codes.shape) - gaps
        labels = [self.labels[code] for code in used[gaps:]]
        return Ratings.from_codes(codes, labels, self.table.raters, named=self.table.named)

    def numbers(self, table: Ratings) -> Ratings:
        """Take labels for the numbers that they are, equal ones once, by size."""
        values, place = np.unique([float(x) for x in self.labels], return_inverse=True)
        codes = np.append(place, MISSING)[table.codes]
        return Ratings.from_codes(codes, values.tolist(), table.raters, named=table.named)


def read_sheet(
    data: Any,
    columns: Mapping[str, str | None],
    raters: Sequence[str] = (),
    *,
    judge: str | None = None,
    missing: Sequence[str] = (),
    duplicates: str = "error",
    counts: bool = False,
    ordered: Sequence[str] = (),
    level: str | None = None,
    decimal: str | None = None,
    header: bool | None = None,
    sheet: str | int | None = None,
) -> Sheet:
    """Read a file or a data frame; what cannot be laid out raises ValueError with the remedy.

    Parameters
    ----------
    data : path or data frame
    columns : mapping
        From 'item', 'rater', 'label', 'run', 'groups' and 'reference' to names of columns.
    raters, judge, missing, duplicates, counts, ordered, level, decimal, header, sheet
        As in :func:`kappabook.agree`.
    """
    if duplicates not in ("error", "first", "last"):
        raise ValueError(f"--duplicates is {duplicates!r}; give error, first or last.")
    roles = {role: name for role, name in columns.items() if name is not None}
    with open_table(data, header=header, sheet=sheet) as table:
        table.refuse_repeated_header()
        numeric = level in ("interval", "ratio")
        found = rating_list(table, roles, raters, judge=judge, counts=counts, numeric=numeric)
        said = found.said
        if "reference" in found.rows:
            labels = found.rows.reference
            known = found.rows.assign(label=labels, rater="the reference", known=True)
            said = pd.concat([said, known])
        said, notes = said[said.label.notna()], list[str]()
        if not ordered and level in (None, "ordinal"):
            gone = missing_labels(said.label.unique(), missing)[0]
            ordered, notes = _order_of(table, found, roles, {*said.label} - gone)
        level = level or ("ordinal" if ordered else "nominal")
        if not found.labels:  # those of a table of counts are names of columns
            said, more = _labelled(table, said, missing, ordered, level, decimal)
            notes += more
        _refuse_labels(table, said, ordered, level)
        labels = list(ordered) or in_order({*said.label, *found.labels})
        laid_out = _sheet(table, found, said, labels, judge, duplicates, bool(ordered), roles)
        laid_out = replace(laid_out, level=level)
    laid_out.notes.extend([*notes, *_doubts(laid_out, level, wide=found.wide)])
    return laid_out


def _order_of(
    table: Table, found: RatingList, roles: Mapping[str, str], labels: set[str]
) -> tuple[Sequence[str], list[str]]:
    """Return the order that the columns of labels have by their type, and say so."""
    columns = [roles["label"]] if "label" in roles else found.raters
    orders = {table.orders[name] for name in columns if name in table.orders}
    if not orders or found.labels:
        return (), []
    longest = max(orders, key=len)
    fits = all(list(order) == [x for x in longest if x in order] for order in orders)
    if not fits or not labels <= set(longest) or len(longest) < 2:
        return (), [
            "The columns of labels are ordered, and their orders do not fit together; none is "
            "used. Give one with --ordered."
        ]
    return longest, [
        f"The labels have the order of their type, {' < '.join(longest)}, so that alpha is ordinal "
        "and there are weighted kappas; --level nominal forgets it."
    ]


def _labelled(
    table: Table,
    said: Frame,
    missing: Sequence[str],
    ordered: Sequence[str],
    level: str,
    decimal: str | None,
) -> tuple[Frame, list[str]]:
    """Leave out the gaps, write equal labels in one way, and say what was done."""
    gone, unused = missing_labels(said.label.unique(), missing)
    notes = [f"No label is {word!r}, which --missing names." for word in unused]
    said = said[~said.label.isin(gone)]
    try:
        same, of_sets = one_order(said.label.unique())
    except ValueError:
        _refuse_objects(table, said)
        raise
    notes += of_sets
    said = _renamed(said, same)
    said = said[said.label != ""]
    numbers = level != "nominal" and not ordered
    form = POINT
    try:
        delimiter = table.delimiter
        form = number_form(
            said.label.unique(), where=table.path, delimiter=delimiter, decimal=decimal
        )
    except ValueError:
        if numbers:  # else labels are equal or not, whatever number they are
            raise
    if form != POINT and numbers:
        values = {x: as_number(x, form) for x in said.label.unique()}
        said = _renamed(said, {x: f"{v:.15g}" for x, v in values.items() if v is not None})
        notes.append("" if table.decimal_comma else form.note)
        form = POINT
    columns = [set(labels) for _, labels in said.groupby("rater").label.unique().items()]
    same = one_spelling(columns, ordered, form)
    if same:
        notes.append(spelling_note(same))
    return _renamed(said, same), [note for note in notes if note]


def _renamed(said: Frame, names: Mapping[str, str]) -> Frame:
    if not names:
        return said
    return said.assign(label=[names.get(label, label) for label in said.label])


def _refuse_objects(table: Table, said: Frame) -> None:
    """Refuse the first cell that holds objects, such as marked spans, and no labels."""
    for one in said.drop_duplicates("label").itertuples():
        try:
            set_of(one.label)
        except ValueError as error:
            raise ValueError(
                f"{table.line(one.row)}, {one.rater!r}: {error}; a label is one text or number. "
                "Write the label alone into the cell, or leave out the column."
            ) from None


def _sheet(
    table: Table,
    found: RatingList,
    said: Frame,
    labels: list[str],
    judge: str | None,
    duplicates: str,
    ordered: bool,
    roles: Mapping[str, str],
) -> Sheet:
    """Lay out what was said as raters by items."""
    ratings, truth = said[~said.known], said[said.known]
    heard = {*ratings.rater, judge}
    raters = [x for x in found.raters if x in heard]
    kept = _once(table, ratings, found, duplicates, roles)
    kept = kept.assign(who=_places(kept.rater, raters), code=_places(kept.label, labels))
    first = kept.drop_duplicates(["who", "item"])
    codes = _laid_out(first, "who", (len(raters), len(found.items)))
    _refuse_few(table, codes)
    reference = _places(_one_each(table, truth, "label", found.items, "true label"), labels)
    groups = None
    if "groups" in found.rows:
        groups = _one_each(table, found.rows, "groups", found.items, "group").to_numpy()

    again = kept[kept.duplicated(["who", "item"])]  # in another run
    shape = (int(found.rows.run.max()) + 1, len(found.items))
    runs = {raters[g]: _laid_out(kept[kept.who == g], "run", shape) for g in np.unique(again.who)}
    speaks = (codes != MISSING).sum(axis=0) > 1
    speaks |= (reference != MISSING) & (codes != MISSING).any(axis=0)
    speaks[again["item"]] = True
    notes = [
        *table.notes,
        *found.notes,
        *(
            f"{rater!r} rated no item, and is not counted as a rater."
            for rater in found.raters
            if rater not in heard
        ),
    ]
    if left := len(ratings) - len(kept):
        notes.append(
            f"{left} ratings of an item by one rater again; the {duplicates} of each counts."
        )
    return Sheet(
        layout=found.layout,
        table=Ratings.from_codes(codes, labels, raters, named=not found.labels),
        items=found.items,
        reference=reference,
        groups=group_codes(groups, len(found.items)),
        runs=runs,
        rows=len(found.rows),
        rows_used=int((found.rows.row.isin(said.row) & speaks[found.rows["item"]]).sum()),
        ordered=ordered,
        notes=notes,
    )


# --- codes --------------------------------------------------------------------------------------


def _places(texts: Any, names: Any) -> Ints:
    """Return the place of each text among the names; -1 for a gap."""
    return np.asarray(pd.Index(names, dtype=object).get_indexer(texts), dtype=np.int64)


def _laid_out(ratings: Frame, by: str, shape: tuple[int, int]) -> Ints:
    """Put codes into a table of raters, or runs, by items."""
    codes = np.full(shape, MISSING)
    codes[ratings[by], ratings["item"]] = ratings.code
    return codes


def _once(
    table: Table, ratings: Frame, found: RatingList, duplicates: str, roles: Mapping[str, str]
) -> Frame:
    """Keep one rating of an item by a rater in a run, in the order of the file."""
    keys = ["rater", "item", "run"]
    if duplicates in ("first", "last"):
        return ratings.drop_duplicates(keys, keep=duplicates)
    again = ratings[ratings.duplicated(keys)]
    for _, one in again.iterrows():
        first = ratings[(ratings[keys] == one[keys]).all(axis=1)].iloc[0]
        rows = again.row.unique()[1:]
        lines = [table.line(row) for row in rows[: _MOST_LINES - 1]]
        more = f" Another {len(rows)}: {', '.join(lines)}" if lines else ""
        more += ", ..." if len(rows) > len(lines) else "." if lines else ""
        raise ValueError(
            f"{table.line(one.row)}: {one.rater!r} rated item {found.items[one['item']]!r} again, "
            f"as {one.label!r}; the first time, {first.label!r}, is at {table.line(first.row)}; "
            f"{_remedy_of_repeats(table, ratings, found, roles)}.{more}"
        )
    return ratings


def _remedy_of_repeats(
    table: Table, ratings: Frame, found: RatingList, roles: Mapping[str, str]
) -> str:
    """Say how rows are told apart that have the same item, rater and run."""
    if parts := item_parts(table, ratings, found, roles):
        items = ",".join([roles["item"], *parts])
        run = f"; if {parts[0]!r} numbers repeated runs, --run {parts[0]}" * (len(parts) == 1)
        run *= "run" not in roles
        return f"with {listed(parts)} each is another item: --item {items!r}{run}"
    run = ", or number repeated runs in a column for --run" * ("run" not in roles)
    long = "; if each row is one rating, --rater and --label say so" * found.wide
    return f"keep one of each, choose --duplicates first or last{run}{long}"


def _one_each(table: Table, rows: Frame, column: str, items: list[str], what: str) -> Any:
    """Return what each item has one of; two different ones raise ValueError."""
    given = rows.drop_duplicates(["item", column])
    for _, one in given[given.duplicated("item")].iterrows():
        before = given[column][given["item"] == one["item"]].iloc[0]
        raise ValueError(
            f"{table.line(one.row)}: item {items[one['item']]!r} has the {what} {one[column]!r} "
            f"here and {before!r} before; an item has one {what}."
        )
    return given.set_index("item")[column].reindex(range(len(items)))


def _refuse_labels(table: Table, said: Frame, ordered: Sequence[str], level: str) -> None:
    """Refuse labels that are texts, and those that the order or the level does not know."""

    def refuse(wrong: Any, words: str) -> None:
        for one in said[wrong].itertuples():
            raise ValueError(f"{table.line(one.row)}: {one.label!r} of {one.rater} {words}")

    for one in said[said.label.str.len() > MOST_LETTERS].itertuples():
        refuse_long([one.label], f"{table.line(one.row)}, {one.rater!r}")
    if ordered:
        if len(set(ordered)) < len(ordered) or len(ordered) < 2:
            raise ValueError(
                f"--ordered is {listed(list(ordered))}; give two or more labels, each once, low "
                "first."
            )
        refuse(
            ~said.label.isin(ordered),
            f"is not in --ordered {','.join(ordered)}; add it in its place, name it in --missing "
            "if it stands for a gap, or mend the file.",
        )
    if level in ("interval", "ratio") or (level == "ordinal" and not ordered):
        numbers = {label: as_number(label) for label in said.label.unique()}
        values = said.label.map(numbers).astype(float)
        refuse(
            values.isna(),
            f"is no number with a decimal point, as --level {level} needs. Words have an order by "
            "--ordered LOW,MID,HIGH; a word for a gap is named in --missing.",
        )
        refuse(
            (values < 0) & (level == "ratio"),
            "is negative; --level ratio needs numbers from 0 upwards. Differences have the level "
            "interval.",
        )


# --- what is refused, and what is doubted -------------------------------------------------------


def _refuse_few(table: Table, codes: Ints) -> None:
    """Refuse what has nothing to compare."""
    sizes = (codes != MISSING).sum(axis=0)
    if not sizes.any():
        raise ValueError(f"{table.path}: every rating is missing; there is nothing to compare.")
    if len(sizes) < 2:
        raise ValueError(f"{table.path}: one item; agreement is measured over two or more.")
    if sizes.max() < 2:
        raise ValueError(
            f"{table.path}: none of the {len(sizes)} items was rated by two raters; agreement "
            "needs items that several rated. Is --item the column of the items?"
        )


def _doubts(sheet: Sheet, level: str, *, wide: bool) -> Iterator[str]:
    """Say what looks odd: raters, items, then labels."""
    labels, r, n = np.arange(len(sheet.labels)), len(sheet.raters), len(sheet.items)
    if sheet.table.named:
        apart = _ranges_apart(sheet) if level in ("interval", "ratio") else _labels_apart(sheet)
        alone = [x for x, lonely in zip(sheet.raters, apart, strict=True) if lonely]
        rest = [name for name in sheet.raters if name not in alone]
        for rater in alone:
            yield f"{rater!r} shares no label with any other rater. Is it a rater? " + (
                f"If not, name the raters: --raters {_option(rest)}."
                if wide and len(rest) > 1
                else "If not, leave it out."
            )
        yield from _shifted_raters(sheet)
    if r > n or (r > 20 and r > n / 2):
        yield (
            f"There are {r} raters and {n} items. Is the table turned round? Raters are columns "
            "here, and items are rows (or the columns --item and --rater are swapped). "
            + (TURN if wide else "")
        ).rstrip()
    if total := _same_sum(sheet):
        yield (
            f"The numbers of every row add up to {total:g}, as if the columns were labels and the "
            f"cells counted {total:g} raters; if so, say --counts."
        )
    yield from names_alike(sheet.raters, "raters")
    yield from names_alike(sheet.items, "items")
    counts = np.bincount(sheet.table.codes[sheet.table.codes != MISSING], minlength=len(labels))
    said = Counter({x: int(n) for x, n in zip(sheet.labels, counts, strict=True) if n})
    yield from remarks(said, n, numbers=level in ("interval", "ratio"))
    if dates := spreadsheet_dates(list(said)):
        yield dates
    if len(said) == 1 and (sheet.table.codes == MISSING).any():
        yield (
            f"Every rating is {next(iter(said))!r}, and there are empty cells, which count as not "
            "rated. If an empty cell means that this label was not chosen, write a word there."
        )
    if level == "nominal" and len(said) > 2 and are_numbers(said):
        yield (
            "The labels are numbers, and count as mere names: 1 is as far from 2 as from 3. If "
            "they are grades or measurements, say --level ordinal or --level interval."
        )


def _shifted_raters(sheet: Sheet) -> Iterator[str]:
    """Name raters whose numbers are those of the others with a constant added."""
    if not are_numbers(sheet.labels):
        return
    given = [[x for x in row if x != MISSING] for row in sheet.table.codes]
    least = [min((float(sheet.labels[x]) for x in row), default=np.nan) for row in given]
    start = Counter(x for x in least if not np.isnan(x)).most_common(1)[0][0]
    usual = least.index(start)  # the first of most raters
    for at, rater in enumerate(sheet.raters):
        both = (sheet.table.codes[[usual, at]] != MISSING).all(axis=0)
        pairs = Counter(
            (sheet.labels[a], sheet.labels[b]) for a, b in sheet.table.codes[[usual, at]][:, both].T
        )
        if at != usual and (by := shifted_code(pairs)):
            now, moved = hits_of_shift(pairs, by)
            change = f"{by} is added to" if by > 0 else f"{-by} is taken from"
            yield (
                f"{rater!r} and {sheet.raters[usual]!r} give the same label to {now} of "
                f"{both.sum()} items, and would to {moved} if {change} each label of {rater!r}: "
                "does that code begin at another number? Write the labels in one code."
            )


def _option(names: Sequence[str]) -> str:
    """Write names as an option takes them."""
    if not any("," in name for name in names):
        return f'"{",".join(names)}"'
    return "'" + ",".join(f'"{name}"' if "," in name else name for name in names) + "'"


def _labels_apart(sheet: Sheet) -> NDArray[np.bool_]:
    """Return which raters share no label with another one."""
    labels = np.arange(len(sheet.labels))
    used = np.array([np.isin(labels, row) for row in sheet.table.codes])  # raters by labels
    shared = (used & (used.sum(axis=0) > 1)).any(axis=1)
    return np.asarray(used.any(axis=1) & ~shared)


def _ranges_apart(sheet: Sheet) -> NDArray[np.bool_]:
    """Return which raters measure in a range apart from all others; equal numbers are rare."""
    values = np.array([*map(float, sheet.labels), math.nan])  # the last one is that of a gap
    measured = np.ma.masked_invalid(values[sheet.table.codes])
    low, high = (end.filled(np.nan) for end in (measured.min(axis=1), measured.max(axis=1)))
    overlaps = (low[:, None] <= high) & (low <= high[:, None])
    return np.asarray(~np.isnan(low) & (overlaps.sum(axis=1) == 1))


def _same_sum(sheet: Sheet) -> float:
    """Return what all rows add up to, as in a table of counts; 0 if they do not."""
    if not sheet.table.named or not are_numbers(sheet.labels):
        return 0
    return same_total(sheet.table.codes, np.array(sheet.labels, dtype=float))
