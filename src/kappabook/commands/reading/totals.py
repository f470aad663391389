"""Totals beside a table of counts: rows and columns that are the sums of the others.

The sums decide, whatever the totals are called. Names are a second clue only: a row called 'Total'
that does not fit is an error in the table, and a class whose counts happen to be the sums of the
others is a class where the labels of both sides say so.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

# Words for totals, in any case and without accents; a name of several words has one of them.
_WORDS = """
total totals totales totali totaux totaal totalt toplam subtotal grandtotal gesamt gesamtsumme
gesamtergebnis insgesamt summe zeilensumme spaltensumme totale somme soma suma sumy razem kokku
yhteensa summa celkem osszesen ogolem итого всего
сумма 合计 合計 总计 總計 総計
합계
"""
_TOTAL = frozenset(_WORDS.split())
# These are names of classes as well: no total if the sums do not fit and both sides have them.
_PERHAPS = frozenset(["all", "sum", "margin", "n", "row", "column"])
# With fewer cases a class may equal the sum of the others by chance.
_FEW = 20


@dataclass(frozen=True)
class Counts:
    """A table of counts with labels.

    Attributes
    ----------
    rows, columns : list of str
    cells : list of list of number
    notes : list of str
        What was left out.
    n_total_rows : int
    """

    rows: list[str]
    columns: list[str]
    cells: list[list[int]]
    notes: Sequence[str] = ()
    n_total_rows: int = 0


def without_totals(table: Counts, where: object, *, totals: bool | None = None) -> Counts:
    """Leave out a last or first row and column that are the sums of the others.

    Parameters
    ----------
    table : Counts
    where : object
        The file, for messages.
    totals : bool, optional
        True: what fits is totals; False: there are none. By default the sums, the labels of both
        sides and the names decide, and what stays ambiguous is refused.

    Raises
    ------
    ValueError
        A row or column whose name says total does not fit, or it is not clear whether something
        is a class or totals.
    """
    if totals is False:
        return table
    column = _end_of_totals(table, where, totals)
    row = _end_of_totals(_turned(table), where, totals, across=True)
    kept_rows = [i for i in range(len(table.rows)) if i != row]
    kept = [j for j in range(len(table.columns)) if j != column]
    notes = [
        _note(what, names, at)
        for what, names, at in (("column", table.columns, column), ("row", table.rows, row))
        if at is not None
    ]
    return Counts(
        [table.rows[i] for i in kept_rows],
        [table.columns[j] for j in kept],
        [[table.cells[i][j] for j in kept] for i in kept_rows],
        notes,
        int(row is not None),
    )


def says_total(name: str) -> bool:
    """Whether a name says that something is a total, in one of many languages."""
    return bool(_words(name) & _TOTAL)


def _words(name: str) -> set[str]:
    plain = unicodedata.normalize("NFKD", name).casefold()
    plain = "".join(x for x in plain if not unicodedata.combining(x))
    plain = unicodedata.normalize("NFC", plain)  # Hangul in syllables again
    return set("".join(x if x.isalnum() else " " for x in plain).split())


def _turned(table: Counts) -> Counts:
    return Counts(table.columns, table.rows, [list(x) for x in zip(*table.cells, strict=True)])


def _note(what: str, names: Sequence[str], at: int) -> str:
    end = "last" if at else "first"
    note = f"The {end} {what}, {names[at]!r}, holds the sums of the others: totals, left out."
    if not says_total(names[at]) and not _words(names[at]) & _PERHAPS:
        note += " If it is a class, give --totals no."
    return note


def _fits(table: Counts, at: int) -> bool:
    """Whether a column is the sum of the others in every row."""
    return all(2 * row[at] == sum(row) for row in table.cells)


def _end_of_totals(
    table: Counts, where: object, totals: bool | None, *, across: bool = False
) -> int | None:
    """Return the place of the column of totals, the last or the first, or None."""
    names, n = table.columns, len(table.columns)
    if n < 2:
        return None
    for at in (n - 1, 0):
        name = names[at]
        strong, weak = says_total(name), _words(name) <= _PERHAPS and bool(_words(name))
        beside = [i for i, other in enumerate(table.rows) if other == name]
        # The same name at the same end of the other side: both are totals, or it is a class.
        paired = beside == [0 if at == 0 else len(table.rows) - 1]
        if not _fits(table, at):
            if totals is None and (
                (strong and ((at and paired) or not beside)) or (weak and not beside)
            ):
                _refuse_sum(table, where, at, across=across)
            continue
        if n < 3 and not (strong or (weak and not beside)):
            continue  # two equal classes
        if beside and not (paired and _fits(_turned(table), beside[0])):
            continue  # a class: its row is no total
        rest = sum(sum(row) for row in table.cells) / (4 if beside else 2)
        if totals is None and not (strong or weak) and rest < _FEW:
            what = "row" if across else "column"
            raise ValueError(
                f"{where}: the {what} {name!r} holds the sums of the others. If these are totals, "
                "give --totals yes; if it is a class, --totals no."
            )
        if sum(sum(row) for row in table.cells):
            return at
    return None


def _refuse_sum(table: Counts, where: object, at: int, *, across: bool) -> None:
    what = "column" if across else "row"
    for name, row in zip(table.rows, table.cells, strict=True):
        if 2 * row[at] != sum(row):
            raise ValueError(
                f"{where}: {what} {name!r} has the total {row[at]} and sums to "
                f"{sum(row) - row[at]}; mend a cell, leave out the totals, or give --totals no if "
                f"{table.columns[at]!r} is a class."
            )
