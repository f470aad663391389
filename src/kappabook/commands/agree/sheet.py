"""Items by raters, filled row by row; what contradicts itself is refused with its line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from kappabook.commands.files.tables import Table
from kappabook.commands.label_checks import MOST_LETTERS, refuse_long

# Rows that a message names.
_MOST_LINES = 6


@dataclass(frozen=True)
class Columns:
    """Which columns are what, and which labels stand for gaps; options of ``kappabook agree``."""

    raters: tuple[str, ...] = ()
    item: str | None = None
    rater: str | None = None
    label: str | None = None
    judge: str | None = None
    reference: str | None = None
    run: str | None = None
    groups: str | None = None
    missing: tuple[str, ...] = ()

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
    """One cell per item and rater, and what does not fit into it.

    Attributes
    ----------
    raters : list of str
    n_rows : int
        Rows read.
    layout : str
        Which axis became what, in a sentence.
    items : list of str
    cells : list of dict
        For each item the labels by rater; who did not rate is not there.
    runs : list of dict
        For each item and rater the labels of all runs, by run; empty without runs.
    reference, groups : list
        The true label and the group of each item, or None.
    row_of : list of int
        The first row of each item.
    rows_of : list of int
        Rows of each item that hold a label.
    row_of_rating : dict
        By item, rater and run ('' without runs).
    """

    raters: list[str]
    n_rows: int
    layout: str
    items: list[str] = field(default_factory=list)
    cells: list[dict[str, str]] = field(default_factory=list)
    runs: list[dict[str, dict[str, str]]] = field(default_factory=list)
    reference: list[str | None] = field(default_factory=list)
    groups: list[str | None] = field(default_factory=list)
    row_of: list[int] = field(default_factory=list)
    rows_of: list[int] = field(default_factory=list)
    row_of_rating: dict[tuple[int, str, str], int] = field(default_factory=dict)

    def add_item(self, name: str, row: int) -> int:
        """Begin an item; return its place."""
        self.items.append(name)
        self.cells.append({})
        self.runs.append({})
        self.reference.append(None)
        self.groups.append(None)
        self.row_of.append(row)
        self.rows_of.append(0)
        return len(self.items) - 1

    def label(self, i: int, rater: str, run: str) -> str:
        """Return one rating."""
        return self.runs[i][rater][run] if run else self.cells[i][rater]

    def ratings(self) -> Iterator[tuple[str, str, int]]:
        """Go through all ratings, those of further runs too: label, rater and row."""
        for (i, rater, run), row in self.row_of_rating.items():
            yield self.label(i, rater, run), rater, row


class Filler:
    """Fills a sheet; `gold` is the rater whose labels are the true ones, if one is."""

    def __init__(self, sheet: Sheet, table: Table, columns: Columns, gold: str | None = None):
        self.sheet, self.table, self.columns, self.gold = sheet, table, columns, gold
        names = [name for name in columns.beside if name != gold]
        self.texts = dict(zip(names, table.texts(names), strict=True)) if names else {}
        self.place: dict[str, int] = {}
        self.twice: list[int] = []
        self.first_twice = ""

    def add(self, row: int, ratings: Iterable[tuple[str, str | None]]) -> None:
        """Add a row with its ratings, raters and labels."""
        sheet, columns = self.sheet, self.columns
        name = self._needed(columns.item, row) or str(row + 1)
        run = self._needed(columns.run, row)
        if name not in self.place:
            self.place[name] = sheet.add_item(name, row)
        elif not columns.rater and not run:
            raise ValueError(
                f"{self.table.line(row)}: item {name!r} stands already in row "
                f"{sheet.row_of[self.place[name]] + 1} of the data; keep one row per item, name "
                "the column that numbers repeated runs with --run, or, for one rating per row, "
                "give --rater and --label."
            )
        i = self.place[name]
        if columns.groups:
            self._one(sheet.groups, i, self._needed(columns.groups, row), "group", row)
        if columns.reference in self.texts:
            truth = self._rated(self.texts[columns.reference][row])
            self._one(sheet.reference, i, truth, "true label", row)
        any_label = False
        for rater, text in ratings:
            label = self._rated(text)
            any_label |= label is not None
            if rater == self.gold:
                self._one(sheet.reference, i, label, "true label", row)
            elif label is not None:
                self._rate((i, rater, run or ""), label, row)
        sheet.rows_of[i] += any_label

    def done(self) -> Sheet:
        """Return the sheet, if nobody rated an item twice, and labels are no texts."""
        for label, rater, row in self.sheet.ratings():
            if len(label) > MOST_LETTERS:
                refuse_long([label], f"{self.table.line(row)}, {rater!r}")
        if self.twice:
            lines = [self.table.line(row) for row in self.twice[1:_MOST_LINES]]
            more = f" Another {len(self.twice) - 1}: {', '.join(lines)}" if lines else ""
            more += ", ..." if len(self.twice) > _MOST_LINES else "." if lines else ""
            remedy = "" if self.columns.run else ", or number repeated runs in a column for --run"
            raise ValueError(f"{self.first_twice}; keep one of each{remedy}.{more}")
        return self.sheet

    def _rated(self, text: str | None) -> str | None:
        return None if text in self.columns.missing else text

    def _needed(self, column: str | None, row: int) -> str | None:
        return None if column is None else needed(self.table, column, self.texts[column][row], row)

    def _rate(self, key: tuple[int, str, str], label: str, row: int) -> None:
        """Put a label into its cell; the first run, or the only one, is the rating."""
        sheet, (i, rater, run) = self.sheet, key
        if key in sheet.row_of_rating:
            self.twice.append(row)
            self.first_twice = self.first_twice or (
                f"{self.table.line(row)}: {rater!r} rated item {sheet.items[i]!r}"
                f"{f' in run {run!r}' if run else ''} again, as {label!r}; the first time, "
                f"{sheet.label(*key)!r}, is at {self.table.line(sheet.row_of_rating[key])}"
            )
            return
        sheet.row_of_rating[key] = row
        sheet.cells[i].setdefault(rater, label)
        if run:
            sheet.runs[i].setdefault(rater, {})[run] = label

    def _one(self, known: list[str | None], i: int, text: str | None, what: str, row: int) -> None:
        """Keep what an item has one of."""
        if text is not None and known[i] not in (None, text):
            raise ValueError(
                f"{self.table.line(row)}: item {self.sheet.items[i]!r} has the {what} {text!r} "
                f"here and {known[i]!r} before; an item has one {what}."
            )
        known[i] = text or known[i]


def needed(table: Table, column: str, text: str | None, row: int) -> str:
    """Return a text that must be there."""
    if text is None:
        raise ValueError(
            f"{table.line(row)}: column {column!r} is blank; each row needs it filled."
        )
    return text
