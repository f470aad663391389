"""What a notebook shows: printed beside computed, and the ledger to look into."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pandas as pd
from IPython.display import HTML

from kappabook import papers
from kappabook.audit import ledger as rows_of_ledger
from kappabook.audit.judging import REPEAT, Row
from kappabook.audit.ledger import COLUMNS, selected
from kappabook.workbook.notebook_cells import cell_of

COMPARED = ("printed", "computed", "verdict")


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
    return _table([papers.judge(claim, value) for claim, value in values.items()], COMPARED)


def ledger(
    pattern: str | Iterable[str],
    *columns: str,
    verdict: str | None = None,
    evidence: str | None = None,
) -> pd.DataFrame:
    """Show the rows of the ledger whose claim matches a pattern such as ``bendavid2008.a4.*``.

    Parameters
    ----------
    pattern : str or several
        With ``*``, ``?`` and ``[1-3]`` as in names of files; ``*`` alone is every document.
    *columns : str
        Any of the ledger's; ``kind``, what is wrong where the right value is given; ``error``,
        the one error behind several rows; or ``cell``, the notebook and cell that shows the claim.
    verdict, evidence : str, optional
        Only the rows that have these.

    Examples
    --------
    >>> ledger("bendavid2008.eq*", verdict="corrected").index.tolist()
    ['bendavid2008.eq3', 'bendavid2008.eq4', 'bendavid2008.eq14']
    """
    patterns = [pattern] if isinstance(pattern, str) else pattern
    names = {c.claim: c.document for each in patterns for c in papers.matching(each)}
    found = [
        papers.row(claim.claim)
        for key in dict.fromkeys(names.values())
        for claim in papers.claims(key)
        if claim.claim in names
    ]
    return _table(selected(found, verdict, evidence), columns or COMPARED)


def checked(document: str) -> HTML:
    """Say, folded, how many results of a document we checked; below, those that are not as printed.

    Examples
    --------
    >>> checked("bendavid2008").data.partition("</summary>")[0].partition("<summary>")[2]
    'We checked this text: 96 results, 11 not as printed, 15 that depend on the reading'
    """
    if document not in papers.PAPERS:
        raise ValueError(f"no document {document!r}; there are {', '.join(papers.PAPERS)}.")
    results = [row for row in papers.rows(document) if row.counts_as not in ("input", REPEAT)]
    wrong = [row for row in results if row.counts_as in ("corrected", "not reproduced")]
    disputed = [row for row in results if row.counts_as == "contested"]
    said = f"We checked this text: {len(results)} results, {len(wrong)} not as printed"
    said += f", {len(disputed)} that depend on the reading" if disputed else ""
    table = _table(wrong + disputed, ("statement", *COMPARED)).to_html(index_names=False)
    table = table.replace("<td>", '<td style="text-align: left">')
    return HTML(f"<details><summary>{said}</summary>{table}</details>")


def totals() -> pd.DataFrame:
    """Count the results by document and verdict; inputs and repeats stand apart."""
    return pd.DataFrame.from_dict(rows_of_ledger.totals(papers.all_rows()), orient="index")


def _table(rows: Iterable[Row], columns: tuple[str, ...]) -> pd.DataFrame:
    rows = list(rows)
    known = ("cell", "error", "kind", *COLUMNS)
    for column in columns:
        if column not in known:
            raise ValueError(f"no column {column!r}; there are {', '.join(known)}.")
    cells = [[_value(row, column) for column in columns] for row in rows]
    index = pd.Index([row.claim for row in rows], name="claim")
    return pd.DataFrame(cells, index=index, columns=list(columns))


def _value(row: Row, column: str) -> str:
    return str(cell_of(row.claim) or "") if column == "cell" else str(getattr(row, column))
