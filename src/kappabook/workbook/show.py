"""What a notebook shows: figures as SVG, printed beside computed, and the ledger to look into."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from fnmatch import fnmatchcase
from typing import Any

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib_inline.backend_inline import set_matplotlib_formats

from kappabook import papers
from kappabook.display.style import STYLE
from kappabook.ledger import EVIDENCE, VERDICTS, Finding, Number, Row, judge
from kappabook.workbook import tables
from kappabook.workbook.altering import exempt_reasons, read_record
from kappabook.workbook.figures import METADATA
from kappabook.workbook.shown import where

COLUMNS = ("printed", "computed", "verdict")
FOUND = ("statement", *COLUMNS)


def use_notebook_style() -> None:
    """Show figures in the workbook's style, as SVG that two runs make alike, and whole texts."""
    plt.style.use(STYLE)
    set_matplotlib_formats("svg", metadata=METADATA["svg"])
    pd.set_option("display.max_colwidth", None)


# --- claims -----------------------------------------------------------------------------------


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
    return _table([_judged(claim, value) for claim, value in values.items()], COLUMNS)


def ledger(
    pattern: str, *columns: str, verdict: str | None = None, evidence: str | None = None
) -> pd.DataFrame:
    """Show the rows of the ledger whose claim matches a pattern such as ``bendavid2008.a4.*``.

    Parameters
    ----------
    pattern : str
        With ``*``, ``?`` and ``[1-3]`` as in names of files; ``*`` alone is every document.
    *columns : str
        Any of the ledger's, ``statement``, or ``cell``: the notebook and cell that shows the claim.
    verdict, evidence : str, optional
        Only the rows that have these.

    Examples
    --------
    >>> ledger("bendavid2008.*", verdict="consistent").index.item()
    'bendavid2008.s3.rankings'
    """
    for value, known in ((verdict, VERDICTS), (evidence, EVIDENCE)):
        if value not in (None, *known):
            raise ValueError(f"{value!r} is none of {', '.join(known)}.")
    matching = [row for row in _rows(pattern) if fnmatchcase(row.claim, pattern)]
    if not matching:
        example = papers.claims(papers.PAPERS[0])[0].claim
        raise ValueError(f"no claim matches {pattern!r}; ids look like {example}.")
    found = [
        row
        for row in matching
        if verdict in (None, row.verdict) and evidence in (None, row.evidence)
    ]
    return _table(found, columns or COLUMNS)


def search(text: str, *columns: str) -> pd.DataFrame:
    """Show the rows of the ledger that hold every word of a text, in any column.

    Examples
    --------
    >>> search("Lagrange").empty
    True
    """
    words = text.casefold().split()
    found = [row for row in tables.all_rows() if all(word in _everything(row) for word in words)]
    return _table(found, columns or FOUND)


def _rows(pattern: str) -> Iterable[Row]:
    """Return the rows of the documents that a pattern can match; others need not be computed."""
    documents = pattern.partition(".")[0]
    return (row for key in papers.PAPERS if fnmatchcase(key, documents) for row in papers.rows(key))


def _judged(claim: str, value: Any) -> Row:
    key = claim.partition(".")[0]
    known = {c.claim: c for c in papers.claims(key)}
    if claim not in known:
        raise ValueError(f"no claim {claim!r} in {key}; see ledger('{key}.*').")
    erratum = next((e for e in papers.errata(key) if e.claim == claim), None)
    damaged = papers.findings(key)[claim].damaged
    return judge(known[claim], Finding(Number(value), damaged=damaged), erratum)


def _table(rows: Iterable[Row], columns: tuple[str, ...]) -> pd.DataFrame:
    rows = list(rows)
    known = ("statement", "cell", *(field.name for field in fields(Row)))
    for column in columns:
        if column not in known:
            raise ValueError(f"no column {column!r}; there are {', '.join(known)}.")
    cells = [[_value(row, column) for column in columns] for row in rows]
    index = pd.Index([row.claim for row in rows], name="claim")
    return pd.DataFrame(cells, index=index, columns=list(columns))


def _value(row: Row, column: str) -> str:
    if column == "cell":
        return str(where(row.claim) or "")
    if column == "statement":
        return papers.statements(row.document)[row.claim]
    return str(getattr(row, column))


def _everything(row: Row) -> str:
    values = (row.claim, row.locator, row.printed, row.computed, row.verdict, row.note)
    return " ".join((papers.statements(row.document)[row.claim], *values)).casefold()


# --- the ledger as a whole ----------------------------------------------------------------------


def totals() -> pd.DataFrame:
    """Count the claims by document and verdict."""
    return pd.DataFrame.from_dict(tables.totals(tables.all_rows()), orient="index")


def sensitivity() -> pd.DataFrame:
    """Show how many alterations of a printed number were tried and noticed, as a test confirms."""
    found = pd.DataFrame(read_record()).set_index("document")
    found.loc["all"] = found.sum()
    return found


def exempt() -> pd.DataFrame:
    """Count the claims that no single digit decides, by reason."""
    found = exempt_reasons().most_common()
    return pd.DataFrame(found, columns=["reason", "claims"]).set_index("reason")


def double_entry() -> pd.DataFrame:
    """Compare each transcription with its second entry."""
    columns = "values", "agreeing", "differing"
    lines = {key: c.counts for key, c in tables.second_entries().items()}
    return pd.DataFrame.from_dict(lines, orient="index", columns=columns)
