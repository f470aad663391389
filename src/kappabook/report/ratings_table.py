"""Items by raters, from a file in the wide or in the long form."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from kappabook.report.label_checks import in_order
from kappabook.report.tables import Table, listed


@dataclass(frozen=True)
class Columns:
    """Which columns are what; the options of ``kappabook agree``."""

    raters: tuple[str, ...] = ()
    item: str | None = None
    rater: str | None = None
    label: str | None = None
    judge: str | None = None
    reference: str | None = None
    run: str | None = None


@dataclass
class Sheet:
    """One cell per item and rater, and what does not fit into it.

    Attributes
    ----------
    items, raters : list of str
    cells : list of dict
        For each item the labels by rater; who did not rate is not there.
    runs : list of dict
        For each item and rater the labels of all runs, by run; empty without runs.
    reference : list
        The true label of each item, or None.
    row_of : list of int
        The first row of each item, for messages.
    rows_of : list of int
        Rows of each item that hold a label.
    n_rows : int
        Rows read.
    layout : str
        Which axis became what, in a sentence.
    """

    raters: list[str]
    n_rows: int
    layout: str
    items: list[str] = field(default_factory=list)
    cells: list[dict[str, str]] = field(default_factory=list)
    runs: list[dict[str, dict[str, str]]] = field(default_factory=list)
    reference: list[str | None] = field(default_factory=list)
    row_of: list[int] = field(default_factory=list)
    rows_of: list[int] = field(default_factory=list)

    def add_item(self, name: str, row: int) -> None:
        """Begin an item."""
        self.items.append(name)
        self.cells.append({})
        self.runs.append({})
        self.reference.append(None)
        self.row_of.append(row)
        self.rows_of.append(0)


def read_sheet(table: Table, columns: Columns) -> Sheet:
    """Read items by raters; what cannot be laid out raises ValueError with the remedy."""
    if columns.rater or columns.label:
        return _Long(table, columns).sheet
    return _Wide(table, columns).sheet


class _Reader:
    """What both forms do: items, repeated runs, true labels."""

    def __init__(self, table: Table, columns: Columns) -> None:
        self.table, self.columns = table, columns
        self.place: dict[str, int] = {}
        self.seen: dict[tuple[int, str, str], int] = {}

    def item(self, sheet: Sheet, name: str, row: int) -> int:
        if name not in self.place:
            self.place[name] = len(sheet.items)
            sheet.add_item(name, row)
        return self.place[name]

    def rate(self, sheet: Sheet, i: int, rater: str, label: str, row: int, run: str | None) -> None:
        """Put a label into its cell; the first run, or the only one, is the rating."""
        key = (i, rater, run or "")
        if key in self.seen:
            first, item = self.seen[key], sheet.items[i]
            remedy = (
                "keep one of them"
                if run
                else "keep one, or name the column that numbers repeated runs with --run"
            )
            raise ValueError(
                f"{self.table.line(row)}: {rater!r} rated item {item!r}"
                f"{f' in run {run!r}' if run else ''} already in row {first + 1} of the data, and "
                f"here {label!r} again; {remedy}."
            )
        self.seen[key] = row
        sheet.cells[i].setdefault(rater, label)
        if run:
            sheet.runs[i].setdefault(rater, {})[run] = label

    def truth(self, sheet: Sheet, i: int, label: str | None, row: int) -> None:
        known = sheet.reference[i]
        if label is not None and known is not None and label != known:
            raise ValueError(
                f"{self.table.line(row)}, column {self.columns.reference!r}: {label!r}, but item "
                f"{sheet.items[i]!r} was {known!r} before; an item has one true label."
            )
        sheet.reference[i] = known if label is None else label

    def named(self, text: str | None, column: str, row: int) -> str:
        if text is None:
            raise ValueError(
                f"{self.table.line(row)}: column {column!r} is blank; each row needs it filled."
            )
        return text

    def check_judge(self, raters: list[str]) -> None:
        judge = self.columns.judge
        if judge is not None and judge not in raters:
            raise ValueError(
                f"--judge {judge!r} is not among the raters {listed(raters)}; name one of them, or "
                "add it to them."
            )


class _Wide(_Reader):
    """One row per item, one column per rater."""

    def __init__(self, table: Table, columns: Columns) -> None:
        super().__init__(table, columns)
        raters = self._raters()
        self.check_judge(raters)
        if columns.run and not columns.item:
            raise ValueError("--run needs --item COLUMN, which says which rows are one item.")
        beside = [c for c in (columns.item, columns.run, columns.reference) if c]
        texts = dict(zip((*raters, *beside), table.texts([*raters, *beside]), strict=True))
        self.sheet = Sheet(raters, table.n_rows, _wide_words(raters, columns))
        self._fill(texts)

    def _raters(self) -> list[str]:
        want, table = self.columns, self.table
        beside = {want.item, want.run, want.reference} - {None}
        if want.raters:
            twice = [name for name, n in Counter(want.raters).items() if n > 1]
            if twice:
                raise ValueError(f"--raters names {twice[0]!r} twice; a rater is one column.")
            for name in want.raters:
                table.place(name)
            for name in sorted(set(map(str, beside)) & set(want.raters)):
                raise ValueError(
                    f"{name!r} is among --raters, and also --item, --run or --reference; a column "
                    "is one of them."
                )
            return list(want.raters)
        if want.item is None:
            raise ValueError(
                "say which columns are raters: --raters A,B,C, or --item COLUMN for all others; "
                f"for one rating per row, --item, --rater and --label. {table.path} has the "
                f"columns {listed(table.columns)}."
            )
        for role in beside:
            table.place(str(role))
        return [c for c in table.columns if c not in beside and c not in table.unnamed]

    def _fill(self, texts: dict[str, list[str | None]]) -> None:
        sheet, want = self.sheet, self.columns
        for row in range(self.table.n_rows):
            name = str(row + 1)
            if want.item:
                name = self.named(texts[want.item][row], want.item, row)
            run = self.named(texts[want.run][row], want.run, row) if want.run else None
            if name in self.place and run is None:
                first = sheet.row_of[self.place[name]]
                raise ValueError(
                    f"{self.table.line(row)}: item {name!r} stands already in row {first + 1} of "
                    "the data; keep one row per item, name the column that numbers repeated runs "
                    "with --run, or, for one rating per row, give --rater and --label."
                )
            i = self.item(sheet, name, row)
            filled = False
            for rater in sheet.raters:
                label = texts[rater][row]
                if label is not None:
                    self.rate(sheet, i, rater, label, row, run)
                    filled = True
            sheet.rows_of[i] += filled
            if want.reference:
                self.truth(sheet, i, texts[want.reference][row], row)


class _Long(_Reader):
    """One row per rating."""

    def __init__(self, table: Table, columns: Columns) -> None:
        super().__init__(table, columns)
        if not (columns.item and columns.rater and columns.label):
            raise ValueError("the long form needs all of --item, --rater and --label.")
        if columns.raters:
            raise ValueError("--raters names columns of the wide form; leave it out, or --rater.")
        gold_is_rater = bool(columns.reference) and columns.reference not in table.columns
        names = [columns.item, columns.rater, columns.label]
        names += [columns.run] if columns.run else []
        names += [columns.reference] if columns.reference and not gold_is_rater else []
        if len(set(names)) < len(names):
            raise ValueError(
                f"the columns {listed(names)} are not all different; each has one role."
            )
        texts = dict(zip(names, table.texts(names), strict=True))
        found = in_order(r for r in texts[columns.rater] if r is not None)
        if gold_is_rater and columns.reference not in found:
            raise ValueError(
                f"--reference {columns.reference!r} is neither a column ({listed(table.columns)}) "
                f"nor a rater ({listed(found)})."
            )
        raters = [r for r in found if not (gold_is_rater and r == columns.reference)]
        self.check_judge(raters)
        self.sheet = Sheet(raters, table.n_rows, _long_words(raters, columns))
        self._fill(texts, columns.reference if gold_is_rater else None)

    def _fill(self, texts: dict[str, list[str | None]], gold_rater: str | None) -> None:
        sheet, want = self.sheet, self.columns
        assert want.item
        assert want.rater
        assert want.label
        for row, label in enumerate(texts[want.label]):
            i = self.item(sheet, self.named(texts[want.item][row], want.item, row), row)
            rater = self.named(texts[want.rater][row], want.rater, row)
            run = self.named(texts[want.run][row], want.run, row) if want.run else None
            if want.reference and gold_rater is None:
                self.truth(sheet, i, texts[want.reference][row], row)
            if label is None:
                continue
            sheet.rows_of[i] += 1
            if rater == gold_rater:
                self.truth(sheet, i, label, row)
            else:
                self.rate(sheet, i, rater, label, row, run)


def _wide_words(raters: list[str], columns: Columns) -> str:
    items = (
        f"the column {columns.item!r} names the items" if columns.item else "each row is an item"
    )
    return f"The columns {listed(raters)} are the raters; {items}."


def _long_words(raters: list[str], columns: Columns) -> str:
    return (
        f"Each row is one rating: of the item in {columns.item!r}, by the rater in "
        f"{columns.rater!r}, with the label in {columns.label!r}. The raters are {listed(raters)}."
    )
