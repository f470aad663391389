"""The ledger in HTML that needs nothing else, no network, no library: a page, or part of one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from html import escape
from importlib.resources import files
from string import Template

from kappabook import papers
from kappabook.audit.judging import REPEAT, Row
from kappabook.audit.ledger import RESULTS
from kappabook.audit.printed import EVIDENCE, VERDICTS
from kappabook.workbook.notebook_cells import Cell, cell_of

# A sign beside each verdict's word, so that neither shape nor colour is needed alone.
SIGNS = {
    "reproduced": "✓",
    "corrected": "✎",
    "consistent": "≈",
    "contested": "⇄",
    "not reproduced": "✗",
    "unavailable": "∅",
    "input": "≡",
    REPEAT: "↺",
}
MEANINGS = {**VERDICTS, REPEAT: "says again what another row says, with its verdict; not counted"}
# What stands for no evidence where a word is needed.
NOTHING = "nothing"
Totals = Mapping[str, Mapping[str, int]]


def from_build(cell: Cell) -> str:
    """Return the address of a cell in the notebooks, as seen from ``build/``."""
    return f"../notebooks/{cell.link}"


def page(rows: Iterable[Row], totals: Totals, link: Callable[[Cell], str] = from_build) -> str:
    """Write the ledger as a page of its own; the parameters are those of `fragment`."""
    ledger = fragment(rows, totals, link, "../docs/what-held.md#ten-findings")
    return Template(_file("page.html")).substitute(ledger=ledger)


def fragment(
    rows: Iterable[Row], totals: Totals, link: Callable[[Cell], str], findings: str
) -> str:
    """Write the ledger as one element, with its style and script, for a page of any theme.

    Parameters
    ----------
    rows : iterable of Row
        The ledger.
    totals : mapping of str to mapping of str to int
        By document and verdict, with sums under ``all``.
    link : callable
        From the cell that shows a claim to its address.
    findings : str
        The address of the page on the ten findings.
    """
    # Results that are a value come first: what has none would show empty columns.
    rows = sorted(rows, key=lambda row: row.counts_as in ("input", REPEAT) or not row.printed)
    verdicts = [verdict for verdict in MEANINGS if totals["all"][verdict]]
    evidence = [name for name in EVIDENCE if any(row.evidence == name for row in rows)]
    return Template(_file("ledger.html")).substitute(
        style=_file("ledger.css"),
        script=_file("ledger.js"),
        number=len(rows),
        documents=_options(papers.PAPERS),
        verdicts=_options(verdicts),
        evidence=_options(name or NOTHING for name in evidence),
        findings=escape(findings),
        verdict_words=_words({f"{SIGNS[v]} {v}": meaning for v, meaning in MEANINGS.items()}),
        evidence_words=_words({name or NOTHING: meaning for name, meaning in EVIDENCE.items()}),
        totals=_totals(totals, verdicts),
        rows="\n".join(_row(row, link) for row in rows),
    )


def _file(name: str) -> str:
    return (files(__package__) / name).read_text(encoding="utf-8")


def _words(meanings: Mapping[str, str]) -> str:
    lines = (f"<dt>{word}</dt><dd>{escape(said)}.</dd>" for word, said in meanings.items())
    return "\n".join(("<dl>", *lines, "</dl>"))


def _options(values: Iterable[str]) -> str:
    return "".join(f"<option>{escape(value)}</option>" for value in values)


def _totals(totals: Totals, verdicts: list[str]) -> str:
    head = "".join(f'<th scope="col">{SIGNS[v]} {v}</th>' for v in verdicts)
    lines = [f'<tr><th scope="col">document</th>{head}<th scope="col">results</th></tr>']
    for key, line in totals.items():
        cells = "".join(_count(key, verdict, line[verdict]) for verdict in verdicts)
        lines.append(f'<tr><th scope="row">{key}</th>{cells}<td>{line[RESULTS]}</td></tr>')
    return "\n".join(lines)


def _count(document: str, verdict: str, number: int) -> str:
    """Write one number of the totals; it is a button that shows the rows it counts."""
    if not number:
        return "<td>0</td>"
    of = "every document" if document == "all" else document
    label = f"show {number}: {of}, {verdict}"
    chosen = [
        f'data-{name}="{"" if value == "all" else value}"'
        for name, value in (("document", document), ("verdict", verdict))
    ]
    return (
        f'<td><button type="button" {" ".join(chosen)} aria-label="{label}">{number}</button></td>'
    )


def _row(row: Row, link: Callable[[Cell], str]) -> str:
    cell, counts = cell_of(row.claim), row.counts_as
    cells = (
        ("claim", f"<code>{_breakable(row.claim)}</code> <small>{escape(row.locator)}</small>"),
        ("verdict", f"{SIGNS[counts]} {row.verdict} <small>{row.evidence}</small>"),
        ("statement", f"{escape(row.statement)} <small>{escape(_said(row))}</small>"),
        ("printed", _code(row.printed)),
        ("computed", _code(row.computed)),
        ("shown in", _anchor(cell, link(cell)) if cell else ""),
    )
    chosen = {"d": row.document, "v": counts, "e": row.evidence or NOTHING}
    data = " ".join(f'data-{name}="{value}"' for name, value in chosen.items())
    # Spaces between, so that whoever takes the text out of the tags gets words.
    columns = " ".join(
        f'<td role="cell" data-name="{name}">{text}</td>' if text else '<td role="cell"></td>'
        for name, text in cells
    )
    return f'<tr role="row" id="{escape(row.claim)}" {data}>{columns}</tr>'


def _said(row: Row) -> str:
    """Write the note, and behind it what the authors answer."""
    return f"{row.note} The authors answer: {row.response}" if row.response else row.note


def _anchor(cell: Cell, address: str) -> str:
    text = f"{cell.notebook}, cell {cell.number}"
    return f'<a href="{escape(address)}">{escape(text)}</a>'


def _code(text: str) -> str:
    return f"<code>{escape(text)}</code>" if text else ""


def _breakable(claim: str) -> str:
    """Let a long id break behind its points."""
    return escape(claim).replace(".", ".<wbr>")
