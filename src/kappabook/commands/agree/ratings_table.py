"""Ratings in the wide form, one column per rater, or in the long form, one row per rating."""

from __future__ import annotations

from collections import Counter

from kappabook.commands.agree.sheet import Columns, Filler, Sheet, needed
from kappabook.commands.files.tables import Table, listed, nearest
from kappabook.commands.label_checks import in_order


def read_sheet(table: Table, columns: Columns) -> Sheet:
    """Read items by raters; what cannot be laid out raises ValueError with the remedy."""
    return (_long if columns.rater or columns.label else _wide)(table, columns)


def _wide(table: Table, columns: Columns) -> Sheet:
    raters = _wide_raters(table, columns)
    _check(raters, table, columns.judge)
    if columns.run and not columns.item:
        raise ValueError("--run needs --item COLUMN, which says which rows are one item.")
    items = (
        f"the column {columns.item!r} names the items" if columns.item else "each row is an item"
    )
    layout = f"The columns {listed(raters)} are the raters; {items}."
    filler = Filler(Sheet(raters, table.n_rows, layout), table, columns)
    for row, labels in enumerate(zip(*table.texts(raters), strict=True)):
        filler.add(row, zip(raters, labels, strict=True))
    return filler.done()


def _wide_raters(table: Table, columns: Columns) -> list[str]:
    if not columns.raters and columns.item is None:
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


def _long(table: Table, columns: Columns) -> Sheet:
    """Read one row per rating; the reference may be a column, or one of the raters."""
    if not (columns.item and columns.rater and columns.label):
        raise ValueError("the long form needs all of --item, --rater and --label.")
    if columns.raters:
        raise ValueError("--raters names columns of the wide form; leave it out, or --rater.")
    gold = columns.reference if columns.reference not in table.columns else None
    names = [columns.rater, columns.label, *(name for name in columns.beside if name != gold)]
    if len(set(names)) < len(names):
        raise ValueError(f"the columns {listed(names)} are not all different; each has one role.")
    whose, labels = table.texts([columns.rater, columns.label])
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
    filler = Filler(Sheet(raters, table.n_rows, layout), table, columns, gold)
    for row, (rater, label) in enumerate(zip(whose, labels, strict=True)):
        filler.add(row, [(needed(table, columns.rater, rater, row), label)])
    return filler.done()


def _check(raters: list[str], table: Table, judge: str | None) -> None:
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
