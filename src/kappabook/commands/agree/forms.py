"""The forms of a table of ratings: a row per item, a row per rating, or counts of labels.

Whatever the form, a table becomes a list of ratings, a frame of pandas with a row for each: where
it stands, the item, the run, the rater, what was said, and whether it is the known label.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from kappabook.commands.reading.labels import in_order
from kappabook.commands.reading.numbers import as_number
from kappabook.commands.reading.read_table import Table, listed, nearest
from kappabook.system.extras import need

with need("report"):
    import pandas as pd

Frame = Any  # one of pandas: its types would say less


class RatingList(NamedTuple):
    """The ratings of a table: `said` has each, `rows` what is said of a whole row of the file.

    Of a table of counts, `labels` are the columns, also those that nobody gave.
    """

    layout: str
    raters: list[str]
    items: list[str]
    rows: Frame
    said: Frame
    labels: Sequence[str] = ()


def rating_list(
    table: Table,
    roles: Mapping[str, str],
    raters: Sequence[str],
    *,
    judge: str | None,
    counts: bool,
) -> RatingList:
    """Read the list of ratings; columns that do not go together raise ValueError.

    Parameters
    ----------
    table : Table
    roles : mapping
        From 'item', 'rater', 'label', 'run', 'groups' and 'reference' to names of columns.
    raters, judge, counts
        As in :func:`kappabook.agree`.
    """
    if counts:
        return _counted(table, roles, raters, judge)
    form = _long if "rater" in roles or "label" in roles else _wide
    found = form(table, roles, raters)
    if judge is not None and judge not in found.raters:
        raise ValueError(
            f"--judge {judge!r} is not among the raters {listed(found.raters)}; name one of them, "
            f"or add it to them.{nearest(judge, found.raters)}"
        )
    if len(found.raters) < 2:
        only = f" ({found.raters[0]!r})" if found.raters else "s"
        raise ValueError(
            f"{table.path}: {len(found.raters)} rater{only}; agreement is between two or more. "
            "Name more columns, or see whether the table has one row per rating."
        )
    return found


def _rows(
    table: Table, roles: Mapping[str, str], beside: Sequence[str] = ()
) -> tuple[Frame, list[str]]:
    """Read the columns that have a role; items and runs become places, and items are listed."""
    for name, n in Counter([*roles.values(), *beside]).items():
        if n > 1:
            raise ValueError(f"the column {name!r} is named {n} times; a column has one role.")
    texts = table.texts(list(roles.values())) if roles else []
    rows = pd.DataFrame(dict(zip(roles, texts, strict=True)), range(table.n_rows), dtype=object)
    rows["row"] = rows.index
    for role in ("item", "rater", "run", "groups"):
        for row in rows.row[rows[role].isna()] if role in rows else ():
            raise ValueError(
                f"{table.line(row)}: column {roles[role]!r} is blank; each row needs it filled."
            )
    rows["run"] = rows["run"].factorize()[0] if "run" in rows else 0
    names = rows["item"] if "item" in rows else (rows.row + 1).astype(str)
    rows["item"], items = names.factorize()
    return rows, list(items)


def _others(table: Table, roles: Mapping[str, str], chosen: Sequence[str]) -> list[str]:
    """Return the columns that were chosen, or all that have a name and no role."""
    apart = {*roles.values(), *table.unnamed, *table.index_names}
    return list(chosen) or [name for name in table.columns if name not in apart]


def _wide(table: Table, roles: Mapping[str, str], raters: Sequence[str]) -> RatingList:
    """Read one row per item, or per item and run."""
    if not raters and "item" not in roles:
        raise ValueError(
            "say which columns are raters: --raters A,B,C, or --item COLUMN for all others; "
            f"for one rating per row, --item, --rater and --label. {table.path} has the "
            f"columns {listed(table.columns)}."
        )
    if "run" in roles and "item" not in roles:
        raise ValueError("--run needs --item COLUMN, which says which rows are one item.")
    names = _others(table, roles, raters)
    rows, items = _rows(table, roles, names)
    said = rows.loc[rows.index.repeat(len(names))].assign(
        rater=names * len(rows),
        label=np.array(table.texts(names), dtype=object).T.ravel(),
        known=False,
    )
    which = "each row is an item"
    if "item" in roles:
        which = f"the column {roles['item']!r} names the items"
    return RatingList(
        f"The columns {listed(names)} are the raters; {which}.", names, items, rows, said
    )


def _long(table: Table, roles: Mapping[str, str], raters: Sequence[str]) -> RatingList:
    """Read one row per rating; the reference may be a column, or one of the raters."""
    if raters or not {"item", "rater", "label"} <= set(roles):
        raise ValueError(
            "the long form needs all of --item, --rater and --label, and no --raters, which are "
            "columns of the wide form."
        )
    gold = None
    if roles.get("reference") not in table.columns:
        roles = dict(roles)
        gold = roles.pop("reference", None)
    rows, items = _rows(table, roles)
    found = in_order(rows.rater)
    if gold and gold not in found:
        raise ValueError(
            f"--reference {gold!r} is neither a column ({listed(table.columns)}) nor a rater "
            f"({listed(found)}).{nearest(gold, [*table.columns, *found])}"
        )
    names = [rater for rater in found if rater != gold]
    layout = (
        f"Each row is one rating: of the item in {roles['item']!r}, by the rater in "
        f"{roles['rater']!r}, with the label in {roles['label']!r}. The raters are {listed(names)}."
    )
    return RatingList(layout, names, items, rows, rows.assign(known=rows.rater == gold))


def _counted(
    table: Table, roles: Mapping[str, str], chosen: Sequence[str], judge: str | None
) -> RatingList:
    """Read how many raters gave each label to an item: so many ratings, of raters without names."""
    if judge or not {"item", "groups"} >= set(roles):
        raise ValueError(
            "--counts says how many raters gave each label, not who; so there is no --rater, "
            "--label, --judge, --reference or --run."
        )
    shown = _others(table, roles, chosen)
    names = in_order(shown)
    rows, items = _rows(table, roles, shown)
    told = "" if "item" in roles or chosen else "; --item COLUMN if one names the items"
    texts = pd.DataFrame(dict(zip(names, table.texts(names), strict=True)), dtype=object)
    cells = texts.fillna("0").map(as_number).astype(float)
    for row, column in np.argwhere(~((cells >= 0) & (cells % 1 == 0)).to_numpy()):
        raise ValueError(
            f"{table.line(int(row))}: {names[column]!r} is {texts.iloc[row, column]!r}; with "
            f"--counts a cell counts raters{told}."
        )
    for name in names if told else ():
        if _numbers_rows(cells[name]):
            raise ValueError(
                f"{table.path}: {name!r} has another number in every row, as if it named the "
                f"items; say so with --item {name}, or name the columns of labels with --raters."
            )
    rows["item"], items = rows.row, [items[i] for i in rows["item"]]  # of one name or not
    counts = cells.to_numpy(dtype=int)
    said = rows.loc[rows.index.repeat(counts.sum(axis=1))]
    said = said.assign(
        rater=[f"rater {i + 1}" for i in said.groupby("row").cumcount()],
        label=np.tile(names, len(rows)).repeat(counts.ravel()),
        known=False,
    )
    layout = (
        f"Each row is an item; the columns {listed(shown)} count how many raters said so{told}."
    )
    return RatingList(layout, in_order(said.rater), items, rows, said, names)


def _numbers_rows(cells: Any) -> bool:
    """Whether a column looks like the names of items: 1, 2, 3, ..., or many different numbers."""
    if len(cells) > 3 and (cells.diff()[1:] == 1).all():
        return True
    return len(cells) >= 10 and bool(cells.is_unique)
