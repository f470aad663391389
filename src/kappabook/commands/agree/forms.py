"""The forms of a table of ratings: a row per item, a row per rating, or counts of labels.

Whatever the form, a table becomes a list of ratings, a frame of pandas with a row for each: where
it stands, the item, the run, the rater, what was said, and whether it is the known label.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from kappabook.commands.reading.columns import (
    Cells,
    derived_names,
    each_once,
    holds_times,
    names_in_another_order,
    names_people,
    no_labels,
)
from kappabook.commands.reading.computed import (
    check_of_others,
    counts_beside_labels,
    counts_of_rows,
    ends_in_sums,
    groups_without_common_labels,
    percentages_of_rows,
    summary_note,
    sums_and_means,
    total_of_counts,
)
from kappabook.commands.reading.labels import in_order
from kappabook.commands.reading.numbers import POINT, NumberForm, as_number
from kappabook.commands.reading.read_table import Table, listed, nearest
from kappabook.system.extras import need

with need("report"):
    import pandas as pd

Frame = Any  # one of pandas: its types would say less
# How a table is turned whose rows are raters.
TURN = (
    "In pandas, table.set_index(NAME).T.rename_axis('item').reset_index() turns rows into columns."
)
# Columns that are tried as parts of an item; and the share of items that several raters rated.
_MOST_PARTS, _SHARED = 10, 0.5
# Between the names that make the name of an item.
_BETWEEN = " / "


@dataclass(frozen=True)
class RatingList:
    """The ratings of a table: `said` has each, `rows` what is said of a whole row of the file.

    Of a table of counts, `labels` are the columns, also those that nobody gave. `wide` says that
    raters are columns.
    """

    layout: str
    raters: list[str]
    items: list[str]
    rows: Frame
    said: Frame
    labels: Sequence[str] = ()
    wide: bool = False
    notes: Sequence[str] = ()


def rating_list(
    table: Table,
    roles: Mapping[str, str],
    raters: Sequence[str],
    *,
    judge: str | None,
    counts: bool,
    numeric: bool,
) -> RatingList:
    """Read the list of ratings; columns that do not go together raise ValueError.

    Parameters
    ----------
    table : Table
    roles : mapping
        From 'item', 'rater', 'label', 'run', 'groups' and 'reference' to names of columns.
        The item may be several columns, with commas between their names.
    raters, judge, counts
        As in :func:`kappabook.agree`.
    numeric : bool
        Whether labels are measurements.
    """
    if counts:
        return _counted(table, roles, raters, judge)
    if "rater" in roles or "label" in roles:
        found = _long(table, roles, raters)
    else:
        found = _wide(table, roles, raters, judge, numeric=numeric)
    if judge is not None and judge not in found.raters:
        raise ValueError(
            f"--judge {judge!r} is not among the raters {listed(found.raters)}; name one of them, "
            f"or add it to them.{nearest(judge, found.raters)}"
        )
    if len(found.raters) < 2:
        only = f" ({found.raters[0]!r})" if found.raters else "s"
        aside = "".join(f" {note}" for note in found.notes)
        raise ValueError(
            f"{table.path}: {len(found.raters)} rater{only}; agreement is between two or more. "
            f"Name more columns, or see whether the table has one row per rating.{aside}"
        )
    return found


def _rows(
    table: Table, roles: Mapping[str, str], beside: Sequence[str] = ()
) -> tuple[Frame, list[str]]:
    """Read the columns that have a role; items and runs become places, and items are listed."""
    columns = {role: [name] for role, name in roles.items()}
    if "item" in roles:
        columns["item"] = item_columns(table, roles["item"])
    chosen = [name for of_role in columns.values() for name in of_role]
    for name, n in Counter([*chosen, *beside]).items():
        if n > 1:
            raise ValueError(f"the column {name!r} is named {n} times; a column has one role.")
    labels = [roles[role] for role in ("label", "reference") if role in roles]
    texts = dict(zip(labels, table.texts(labels, sets=True), strict=True)) if labels else {}
    if others := [name for name in chosen if name not in labels]:
        texts |= zip(others, table.texts(others), strict=True)
    rows = pd.DataFrame(index=range(table.n_rows), dtype=object)
    rows["row"] = rows.index
    for role, of_role in columns.items():
        cells = pd.DataFrame({name: texts[name] for name in of_role}, dtype=object)
        for name in of_role if role in ("item", "rater", "run", "groups") else ():
            for row in rows.row[cells[name].isna()]:
                raise ValueError(
                    f"{table.line(row)}: column {name!r} is blank; each row needs it filled."
                )
        rows[role] = cells[of_role[0]]
        for name in of_role[1:]:
            rows[role] = rows[role] + _BETWEEN + cells[name]
    rows["run"] = rows["run"].factorize()[0] if "run" in rows else 0
    names = rows["item"] if "item" in rows else (rows.row + 1).astype(str)
    rows["item"], items = names.factorize()
    return rows, list(items)


def item_columns(table: Table, item: str) -> list[str]:
    """Return the column of the items, or the several columns whose values name an item together."""
    if item in table.columns or "," not in item:
        return [item]
    return [name.strip() for name in item.split(",")]


def _others(table: Table, roles: Mapping[str, str], chosen: Sequence[str]) -> list[str]:
    """Return the columns that were chosen, or all that have a name and no role."""
    apart = {*roles.values(), *table.unnamed, *table.index_names}
    if "item" in roles:
        apart.update(item_columns(table, roles["item"]))
    return list(chosen) or [name for name in table.columns if name not in apart]


def _wide(
    table: Table,
    roles: Mapping[str, str],
    raters: Sequence[str],
    judge: str | None,
    *,
    numeric: bool,
) -> RatingList:
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
    cells: dict[str, Cells] = dict(zip(names, table.texts(names, sets=True), strict=True))
    notes: list[str] = []
    if not raters:
        alike = _with_points(cells) if table.decimal_comma else cells
        pasted = _pasted(table, [items[i] for i in rows["item"]], cells) if "item" in roles else []
        kept, notes = _without_other_columns(alike, roles, judge, numeric=numeric)
        notes = [*pasted, *notes]
        names = list(kept)
        cells = {name: cells[name] for name in names}
    notes += _computed(table, cells, roles)
    said = rows.loc[rows.index.repeat(len(names))].assign(
        rater=names * len(rows),
        label=np.array(list(cells.values()), dtype=object).T.ravel(),
        known=False,
    )
    which = "each row is an item"
    if "item" in roles:
        of_item = item_columns(table, roles["item"])
        which = f"the column {of_item[0]!r} names the items"
        if len(of_item) > 1:
            which = f"the columns {listed(of_item)} together name the items"
        elif names_people(of_item[0], items):
            notes.append(
                f"The column {of_item[0]!r} names people, as if rows were raters and columns "
                f"items. {TURN}"
            )
        elif holds_times(items):
            notes.append(
                f"The column {of_item[0]!r} holds times of day, as if each row were the answers of "
                f"one person, and columns were items. {TURN}"
            )
    layout = f"The columns {listed(names)} are the raters; {which}."
    return RatingList(layout, names, items, rows, said, wide=True, notes=notes)


def _pasted(table: Table, items: Sequence[str], cells: Mapping[str, Cells]) -> list[str]:
    """Refuse a table pasted beside another whose rows are in another order; name what may be one.

    Numbers from 0 or 1 on, each once, may also say in which order the items were shown.
    """
    again = names_in_another_order(items, cells)
    if not again:
        return []
    at = table.columns.index(again)
    left, right = table.columns[:at], table.columns[at:]
    item = next(x for x in left or right if x not in cells)
    what = (
        f"The column {again!r} holds the items of {item!r} in another order, as where two tables "
        "were pasted side by side: in one row are ratings of two items. If so, join them in "
        f"pandas: table[{list(left)!r}].merge(table[{list(right)!r}], left_on={item!r}, "
        f"right_on={again!r})"
    )
    other = "If not, name the raters with --raters."
    if each_once(items):
        return [f"{what}. {other}"]
    raise ValueError(f"{table.path}: {what}. {other}")


def _with_points(cells: Mapping[str, Cells]) -> dict[str, Cells]:
    """Write decimal commas as points, so that 1,0 and 1 are found to be one label."""
    comma = re.compile(r"\s*[-+]?\d+,\d+\s*")
    return {
        name: [x.replace(",", ".") if x and comma.fullmatch(x) else x for x in column]
        for name, column in cells.items()
    }


def _computed(table: Table, cells: Mapping[str, Cells], roles: Mapping[str, str]) -> list[str]:
    """Name a last row of sums or means, and a column that counts equal rows."""
    form = NumberForm(",") if table.decimal_comma else POINT
    summary = summary_note(cells, table.line(table.n_rows - 1), "an item", form)
    notes = [summary] if summary else []
    free = [name for name in table.columns if name not in {*cells, *roles.values()}]
    others = dict(zip(free, table.texts(free, sets=True), strict=True)) if free else {}
    if name := counts_of_rows(cells, others) or counts_beside_labels(cells):
        notes.append(
            f"Each row has other labels than all the others, and {name!r} holds whole numbers: a "
            "table that counts cases? Each row is one item here; to count cases, repeat each row "
            f"so often, in pandas table.loc[table.index.repeat(table[{name!r}])]."
        )
    return notes


def _without_other_columns(
    cells: dict[str, Cells], roles: Mapping[str, str], judge: str | None, *, numeric: bool
) -> tuple[dict[str, Cells], list[str]]:
    """Leave out the columns that hold no labels, and say why."""
    others = {name: column for name, column in cells.items() if name != judge}
    reasons = no_labels(cells, numeric=numeric)
    reasons.pop(str(judge), None)
    reasons |= sums_and_means({name: x for name, x in others.items() if name not in reasons})
    notes = [
        f"The column {name!r} {reason}; it is no rater here. If it is one, name the raters "
        "with --raters."
        for name, reason in reasons.items()
    ]
    if any(names_people(name, cells[name]) for name in reasons) and "rater" not in roles:
        notes.append(f"If the rows are people, and columns are items: {TURN}")
    kept = {name: column for name, column in cells.items() if name not in reasons}
    checks = [check for check in check_of_others(kept)[-1:] if check[0] != judge]
    named = {judge, *(check[0] for check in checks)}
    if doubtful := [name for name in derived_names(kept) if name not in named]:
        what = "rater" if len(doubtful) == 1 else "raters"
        notes.append(
            f"By name, {listed(doubtful)} may hold a prediction, known labels, or what was made of "
            f"the ratings, and counts as {what} here. Name the raters with --raters, a model "
            "among them with --judge, and known labels with --reference."
        )
    for name, first, second in checks:
        given = {label for other, column in kept.items() if other != name for label in column}
        counts = given >= set(kept[name])
        notes.append(
            f"In every row {name!r} says whether {first!r} and {second!r} are equal, as a formula "
            f"of a spreadsheet does; it {'counts as a' if counts else 'is no'} rater here. If it "
            f"{'is none' if counts else 'is one'}, name the raters with --raters."
        )
        kept = {other: column for other, column in kept.items() if counts or other != name}
    if apart := groups_without_common_labels(kept):
        shown = "; ".join(map(listed, apart))
        notes.append(
            f"These groups of columns have no label in common: {shown}. All count as raters of the "
            "same thing here; name those that are with --raters."
        )
    return kept, notes


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


def item_parts(
    table: Table, ratings: Frame, found: RatingList, roles: Mapping[str, str]
) -> list[str]:
    """Find the columns that with that of the item tell apart what one rater rated several times.

    Only columns count in which raters have values in common: a time of rating is no part of an
    item.
    """
    if "item" not in roles:
        return []
    apart = _others(table, roles, ())
    if not apart:
        return []
    cells = dict(zip(apart, table.texts(apart, sets=True), strict=True))
    if found.wide:
        others = no_labels(cells) | dict.fromkeys(set(apart) - set(found.raters), "")
        apart = [name for name in apart if name in others or not _looks_rated(name, cells)]
    rows = pd.DataFrame({name: cells[name] for name in apart}, dtype=object)
    apart = [x for x in apart if rows[x].notna().all() and 1 < rows[x].nunique() <= len(rows) / 2]
    codes = pd.DataFrame({name: rows[name].factorize()[0] for name in apart}, rows.index)
    given = ratings[["rater", "item", "row"]].merge(codes, left_on="row", right_index=True)
    for size in (1, 2, 3):
        for parts in combinations(apart[:_MOST_PARTS], size):
            keys = ["item", *parts]
            if given.duplicated(["rater", *keys]).any():
                continue
            raters = given.groupby(keys).rater.nunique()
            if (raters > 1).mean() >= _SHARED:
                return list(parts)
    return []


def _looks_rated(name: str, cells: Mapping[str, Cells]) -> bool:
    """Whether a column has most of its labels in common with another one."""
    own = set(cells[name]) - {None}
    others = [set(column) - {None} for other, column in cells.items() if other != name]
    return any(2 * len(own & labels) > len(own | labels) for labels in others)


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
    kept, n_rows, notes = _without_sums(cells, [] if chosen else shown, items)
    names, shown = [x for x in names if x in kept], [x for x in shown if x in kept]
    rows, items, cells = rows.iloc[:n_rows], items[:n_rows], cells[names].iloc[:n_rows]
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
    return RatingList(layout, in_order(said.rater), items, rows, said, names, notes=notes)


def _without_sums(
    cells: Frame, free: Sequence[str], items: Sequence[str]
) -> tuple[list[str], int, list[str]]:
    """Leave out a column of sums among those not chosen, and a last row; name percentages."""
    counts = {name: [int(x) for x in cells[name]] for name in cells}
    notes = []
    if (total := total_of_counts(counts)) in free:
        del counts[total]
        notes.append(
            f"The column {total!r} holds the sum of the others in every row, and is left out. If "
            "it is a label, name the columns of labels with --raters."
        )
    n_rows = len(cells)
    if ends_in_sums(counts):
        n_rows -= 1
        counts = {name: column[:-1] for name, column in counts.items()}
        notes.append(
            f"The last row, {items[-1]!r}, holds the sums of the rows above, and is left out."
        )
    if percentages_of_rows(counts):
        notes.append(
            "The numbers of every row add up to 100, as percentages do; as many raters count here. "
            "If they are percentages, write how many raters gave each label: agreement by chance "
            "and all intervals depend on it."
        )
    return list(counts), n_rows, notes


def _numbers_rows(cells: Any) -> bool:
    """Whether a column looks like the names of items: 1, 2, 3, ..., or many different numbers."""
    if len(cells) > 3 and (cells.diff()[1:] == 1).all():
        return True
    return len(cells) >= 10 and bool(cells.is_unique)
