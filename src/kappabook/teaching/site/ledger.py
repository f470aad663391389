"""The ledger as a page: a table to search, whose rows open the notebook cell that shows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

from kappabook.ledger import VERDICTS, Row
from kappabook.workbook.shown import Place

MEANINGS = {
    "reproduced": "what we compute rounds to what is printed, or follows from the definitions",
    "definition": "it fixes a name; there is nothing to prove",
    "corrected": "the document is wrong; the right value is given and checked",
    "typographic": "damaged text whose intended value is certain",
    "recovered": "reproduced after a search over choices that the document leaves open",
    "consistent": "inside what rounded inputs or a random experiment allow",
    "contested": "it stands or falls with an interpretation; for and against are given",
    "not reproduced": "tried, and the note says how",
    "unavailable": "private data, a lost split, or a picture that is not in the text",
}


def ledger_page(
    rows: Iterable[Row], statements: Mapping[str, str], cells: Mapping[str, Place]
) -> str:
    """Write the page, in MyST with the table in HTML.

    Parameters
    ----------
    rows : iterable of Row
    statements : mapping of str to str
        What each claim says.
    cells : mapping of str to Place
        Where each claim is shown; a claim may be absent.
    """
    rows = list(rows)
    used = [verdict for verdict in VERDICTS if any(row.verdict == verdict for row in rows)]
    words = "\n".join(f"- *{verdict}*: {MEANINGS[verdict]}" for verdict in used)
    return "\n".join(
        (
            "# Ledger\n",
            f"All {len(rows)} statements that were checked. A claim that is a link opens the "
            "notebook cell that shows it.\n",
            words + "\n",
            "```{raw} html",
            _controls(rows, used),
            '<div class="ledger-box" tabindex="0" role="region" aria-label="Table of claims">',
            '<table id="claims"><thead><tr>',
            *(
                f'<th scope="col">{name}</th>'
                for name in ("claim", "statement and note", "printed", "computed", "verdict")
            ),
            "</tr></thead><tbody>",
            *(_line(row, statements[row.claim], cells.get(row.claim)) for row in rows),
            "</tbody></table></div>",
            "```\n",
        )
    )


def _controls(rows: list[Row], used: list[str]) -> str:
    documents = dict.fromkeys(row.document for row in rows)
    return (
        '<form id="ledger-form" role="search" aria-label="Ledger">'
        '<label>Search <input type="search" id="ledger-words" '
        'placeholder="e.g. table4 auc"></label> '
        f'<label>Document <select id="ledger-document">{_options(documents)}</select></label> '
        f'<label>Verdict <select id="ledger-verdict">{_options(used)}</select></label> '
        f'<output id="ledger-count" aria-live="polite">{len(rows)} claims</output></form>'
    )


def _options(values: Iterable[str]) -> str:
    return '<option value="">all</option>' + "".join(f"<option>{v}</option>" for v in values)


def _line(row: Row, statement: str, cell: Place | None) -> str:
    name = escape(row.claim).replace(".", ".<wbr>")
    if cell:
        name = f'<a href="notebooks/{cell.notebook}.html#{cell.cell}">{name}</a>'
    return (
        f'<tr id="{escape(row.claim)}" data-document="{row.document}" '
        f'data-verdict="{row.verdict}"><th scope="row">{name}<br>'
        f"<small>{escape(row.locator)}</small></th>"
        f"<td>{escape(statement)}<br><small>{escape(row.note)}</small></td>"
        f"<td>{escape(row.printed)}</td><td>{escape(row.computed)}</td>"
        f"<td>{row.verdict}<br><small>{row.evidence}</small></td></tr>"
    )
