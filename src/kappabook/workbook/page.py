"""The ledger as one page of HTML that needs nothing else: no network, no library."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from importlib.resources import files
from string import Template

from kappabook import papers
from kappabook.ledger import EVIDENCE, VERDICTS, Row
from kappabook.workbook.shown import Place, where

# A sign beside each verdict's word, so that neither shape nor colour is needed alone.
SIGNS = {
    "reproduced": "✓",
    "definition": "≡",
    "corrected": "✎",
    "typographic": "¶",
    "recovered": "↺",
    "consistent": "≈",
    "contested": "⇄",
    "not reproduced": "✗",
    "unavailable": "∅",
}
FROM_BUILD = "../notebooks/"


def page(
    rows: Iterable[Row], totals: Mapping[str, Mapping[str, int]], *, notebooks: str = FROM_BUILD
) -> str:
    """Write the page.

    Parameters
    ----------
    rows : iterable of Row
        The ledger.
    totals : mapping of str to mapping of str to int
        By document and verdict, with sums under ``all``.
    notebooks : str
        Address of the notebooks' folder, as seen from the page; ends in a slash.
    """
    rows = list(rows)
    verdicts = [verdict for verdict in VERDICTS if verdict in totals["all"]]
    evidence = [name for name in EVIDENCE if any(row.evidence == name for row in rows)]
    template = Template((files(__package__) / "page.html").read_text(encoding="utf-8"))
    return template.substitute(
        number=len(rows),
        documents=_options(papers.PAPERS),
        verdicts=_options(verdicts),
        evidence=_options(evidence),
        totals=_totals(totals, verdicts),
        rows="\n".join(_row(row, notebooks) for row in rows),
    )


def _options(values: Iterable[str]) -> str:
    return "".join(f"<option>{escape(value)}</option>" for value in values)


def _totals(totals: Mapping[str, Mapping[str, int]], verdicts: list[str]) -> str:
    head = "".join(f'<th scope="col">{SIGNS[v]} {v}</th>' for v in verdicts)
    lines = [f'<tr><th scope="col">document</th>{head}<th scope="col">all</th></tr>']
    for key, line in totals.items():
        cells = "".join(_count(key, verdict, line[verdict]) for verdict in (*verdicts, "all"))
        lines.append(f'<tr><th scope="row">{key}</th>{cells}</tr>')
    return "\n".join(lines)


def _count(document: str, verdict: str, number: int) -> str:
    """Write one number of the totals; it is a button that shows the rows it counts."""
    if not number:
        return "<td>0</td>"
    of = "every document" if document == "all" else document
    label = f"show {number}: {of}, {'every verdict' if verdict == 'all' else verdict}"
    chosen = [
        f'data-{name}="{"" if value == "all" else value}"'
        for name, value in (("document", document), ("verdict", verdict))
    ]
    return (
        f'<td><button type="button" {" ".join(chosen)} aria-label="{label}">{number}</button></td>'
    )


def _row(row: Row, notebooks: str) -> str:
    place, statement = where(row.claim), papers.statements(row.document)[row.claim]
    cells = (
        ("claim", f"<code>{_breakable(row.claim)}</code><small>{escape(row.locator)}</small>"),
        ("statement", f"{escape(statement)}<small>{escape(row.note)}</small>"),
        ("printed", _code(row.printed)),
        ("computed", _code(row.computed)),
        ("verdict", f"{SIGNS[row.verdict]} {row.verdict}<small>{row.evidence}</small>"),
        ("shown in", _link(place, notebooks) if place else ""),
    )
    data = f'data-d="{row.document}" data-v="{row.verdict}" data-e="{row.evidence}"'
    columns = "".join(
        f'<td role="cell" data-name="{name}">{text}</td>' if text else '<td role="cell"></td>'
        for name, text in cells
    )
    return f'<tr role="row" id="{escape(row.claim)}" {data}>{columns}</tr>'


def _link(place: Place, notebooks: str) -> str:
    text = f"{place.notebook}, cell {place.number}"
    return f'<a href="{escape(notebooks + place.link)}">{escape(text)}</a>'


def _code(text: str) -> str:
    return f"<code>{escape(text)}</code>" if text else ""


def _breakable(claim: str) -> str:
    """Let a long id break behind its points."""
    return escape(claim).replace(".", ".<wbr>")
