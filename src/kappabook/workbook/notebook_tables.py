"""What a notebook shows: printed beside computed, and the ledger to look into."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pandas as pd

from kappabook import papers
from kappabook.ledger import COLUMNS, EVIDENCE, FAILURES, VERDICTS, Finding, Number, Row, judge
from kappabook.workbook import alterations, ledger_totals, second_entry
from kappabook.workbook.cells import cell_of

COMPARED = ("printed", "computed", "verdict")
FOUND = ("statement", *COMPARED)


def compare(claims: str | Mapping[str, Any], computed: Any = None) -> pd.DataFrame:
    """Set computed values beside printed ones, by the ledger's own rule.

    Parameters
    ----------
    claims : str or mapping of str to number
        A claim's id with `computed`, or ids with their values.

    Examples
    --------
    >>> compare("bendavid2008.example2.kappa", 0.6)["verdict"].item()
    'reproduced'
    """
    values = {claims: computed} if isinstance(claims, str) else dict(claims)
    return _table([_judged(claim, value) for claim, value in values.items()], COMPARED)


def ledger(
    pattern: str,
    *columns: str,
    verdict: str | None = None,
    evidence: str | None = None,
    fails_by: str | None = None,
) -> pd.DataFrame:
    """Show the rows of the ledger whose claim matches a pattern such as ``bendavid2008.a4.*``.

    Parameters
    ----------
    pattern : str
        With ``*``, ``?`` and ``[1-3]`` as in names of files; ``*`` alone is every document.
    *columns : str
        Any of the ledger's, ``statement``, or ``cell``: the notebook and cell that shows the claim.
    verdict, evidence, fails_by : str, optional
        Only the rows that have these; `fails_by` is ``digit``, ``text`` or ``witness``.

    Examples
    --------
    >>> ledger("bendavid2008.s4.*", verdict="typographic").index.item()
    'bendavid2008.s4.equal-classes'
    """
    wanted = {"verdict": verdict, "evidence": evidence, "fails_by": fails_by}
    for value, known in zip(wanted.values(), (VERDICTS, EVIDENCE, FAILURES), strict=True):
        if value not in (None, *known):
            raise ValueError(f"{value!r} is none of {', '.join(filter(None, known))}.")
    names = {claim.claim: claim.document for claim in papers.matching(pattern)}
    found = [
        row
        for key in dict.fromkeys(names.values())  # the other documents need not be computed
        for row in papers.rows(key)
        if row.claim in names
        and all(value in (None, getattr(row, name)) for name, value in wanted.items())
    ]
    return _table(found, columns or COMPARED)


def search(text: str, *columns: str) -> pd.DataFrame:
    """Show the rows of the ledger that hold every word of a text, in any column.

    Examples
    --------
    >>> search("Lagrange").empty
    True
    """
    words = text.casefold().split()
    every = ledger_totals.all_rows()
    found = [row for row in every if all(word in _everything(row) for word in words)]
    return _table(found, columns or FOUND)


def _judged(name: str, value: Any) -> Row:
    claim = papers.claim(name)
    audit = papers.audit(claim.document)
    damaged = audit.findings()[name].damaged
    return judge(claim, Finding(Number(value), damaged=damaged), audit.errata.get(name))


def _table(rows: Iterable[Row], columns: tuple[str, ...]) -> pd.DataFrame:
    rows = list(rows)
    known = ("statement", "cell", *COLUMNS)
    for column in columns:
        if column not in known:
            raise ValueError(f"no column {column!r}; there are {', '.join(known)}.")
    cells = [[_value(row, column) for column in columns] for row in rows]
    index = pd.Index([row.claim for row in rows], name="claim")
    return pd.DataFrame(cells, index=index, columns=list(columns))


def _value(row: Row, column: str) -> str:
    if column == "cell":
        return str(cell_of(row.claim) or "")
    if column == "statement":
        return papers.statements(row.document)[row.claim]
    return str(getattr(row, column))


def _everything(row: Row) -> str:
    values = (row.claim, row.locator, row.printed, row.computed, row.verdict, row.note)
    return " ".join((papers.statements(row.document)[row.claim], *values)).casefold()


# --- the ledger as a whole ----------------------------------------------------------------------


def totals() -> pd.DataFrame:
    """Count the claims by document and verdict."""
    return pd.DataFrame.from_dict(ledger_totals.totals(ledger_totals.all_rows()), orient="index")


def kinds() -> pd.DataFrame:
    """Count the critics' claims by kind, and by how much of their source was seen."""
    return pd.DataFrame.from_dict(ledger_totals.kinds(), orient="index")


def sensitivity() -> pd.DataFrame:
    """Show how many alterations of a printed number were tried and noticed, as a test confirms."""
    found = pd.DataFrame(alterations.read_record()).set_index("document")
    found.loc["all"] = found.sum()
    return found


def exempt() -> pd.DataFrame:
    """Count the claims that no single digit decides, by reason."""
    found = alterations.exempt_reasons().most_common()
    return pd.DataFrame(found, columns=["reason", "claims"]).set_index("reason")


def double_entry() -> pd.DataFrame:
    """Compare each transcription with its second entry."""
    columns = "values", "agreeing", "differing"
    lines = {key: c.counts for key, c in second_entry.second_entries().items()}
    return pd.DataFrame.from_dict(lines, orient="index", columns=columns)
