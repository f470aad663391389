"""Cells as HTML: prose with formulas, values and tables as a hall reads them, pictures."""

from __future__ import annotations

import re
from ast import literal_eval
from base64 import b64encode
from collections.abc import Sequence
from html import escape

from nbformat import NotebookNode

from kappabook import papers
from kappabook.teaching.lesson.deck import inline, prose
from kappabook.workbook.alternative_text import alternative_text, pictures
from kappabook.workbook.slides.pictures import redrawn

# The best form of an output first.
KINDS = ("image/svg+xml", "text/html", "text/latex", "text/markdown", "text/plain")

FRACTION = re.compile(r"Fraction\((-?\d+), (\d+)\)")
ARRAY = re.compile(r"array\((\[[^()]*\])\)")
HEAD = re.compile(r"<thead>(.*?)</thead>", re.S)
BODY = re.compile(r"<tbody>(.*?)</tbody>", re.S)
ROW = re.compile(r"<tr[^>]*>.*?</tr>", re.S)
HEADING = re.compile(r"<th[^>]*>(.*?)</th>", re.S)
# Of a table's heading, as in P_c.
SUBSCRIPT = re.compile(r"\b([A-Z])_(\w+)\b")
# A claim of the ledger by its id, alone at the head of a row.
CLAIM = re.compile(r"(?<=<th>)([a-z]\w+)\.[\w.-]+(?=</th>)")


def outputs(cell: NotebookNode) -> list[str]:
    """Render what a code cell has put out, in the best form of each output.

    A figure of the papers is drawn for a slide. The caption below a picture is left out: the slide
    has prose. Values bear the names in the cell's metadata ``values``, where it has them.
    """
    parts = []
    captions = {f"*{alternative_text(cell, picture)}*" for picture in pictures(cell)}
    for output in cell.outputs:
        if output.get("data", {}).get("text/markdown") in captions:
            continue
        if output.output_type == "stream":
            parts.append(f"<pre>{escape(output.text)}</pre>")
            continue
        kind = next(kind for kind in KINDS if kind in output.data)
        data = output.data[kind]
        if kind == "image/svg+xml":
            words = alternative_text(cell, output)
            picture = b64encode(data.encode()).decode()
            stored = f'<img alt="{escape(words)}" src="data:image/svg+xml;base64,{picture}">'
            parts.append(redrawn(words) or stored)
        elif kind == "text/html":
            parts.append(plain_table(data))
        elif kind == "text/plain":
            parts.append(named(plain(data), cell.metadata.get("values", [])))
        else:
            parts.append(prose(data))
    return parts


def named(value: str, names: Sequence[str]) -> str:
    """Write values below each other, each beside its name; without names as they are.

    Examples
    --------
    >>> named("0.86, 0.9", ["the model", "the lazy one"])
    '<p class="value">the model: <b>0.86</b></p><p class="value">the lazy one: <b>0.9</b></p>'
    """
    if not names:
        return f"<pre>{escape(value)}</pre>"
    values = re.split("[,;] ", value)
    if len(values) != len(names):
        raise ValueError(f"{len(names)} names {list(names)} for {len(values)} values: {value}.")
    return "".join(
        f'<p class="value">{inline(name)}: <b>{escape(one)}</b></p>'
        for name, one in zip(names, values, strict=True)
    )


# --- values and tables ------------------------------------------------------------------------


def plain(text: str) -> str:
    """Write a value without the marks of Python: fractions with a stroke, sequences with commas.

    Examples
    --------
    >>> plain("(Fraction(-3, 17), Fraction(1, 1), array([1.  , 2.62]))")
    '-3/17, 1; 1, 2.62'
    >>> plain("[('swd', 'SMO'), ('car', 'J48')]"), plain("{'by hand': 0.34}"), plain("P(A) = 1")
    ('swd, SMO; car, J48', 'by hand: 0.34', 'P(A) = 1')
    """
    text = FRACTION.sub(lambda found: f"'{found[1]}/{found[2]}'".replace("/1'", "'"), text)
    text = ARRAY.sub(lambda found: re.sub(r"\.?\s+(?=,)", "", found[1]), text)
    text = re.sub(r"\bnp\.\w+\(([^()]*)\)", r"\1", text)
    try:
        value = literal_eval(text)
    except (ValueError, SyntaxError):
        return text
    # A number keeps the digits it was written with.
    return _told(value) if isinstance(value, str | tuple | list | dict) else text


def _told(value: object) -> str:
    """Write what may be nested: commas inside, semicolons between."""
    if isinstance(value, dict):
        return "; ".join(f"{key}: {_told(item)}" for key, item in value.items())
    if not isinstance(value, tuple | list):
        return str(value)
    kinds = [isinstance(item, tuple | list | dict) for item in value]
    parts = [_told(item) for item in value]
    # What stands before the first sequence belongs together.
    if any(kinds):
        at = kinds.index(True)
        parts = [", ".join(parts[:at])] * bool(at) + parts[at:]
        return "; ".join(parts)
    return ", ".join(parts)


def plain_table(html: str) -> str:
    """Give a table one row of headings, and take from it what is pandas' alone.

    That is: its style, its size, row numbers, and the underscores of its headings. Claims
    are told in words instead of by their ids.
    """
    html = re.sub(r"<style.*?</style>|<p>\d+ rows.*?</p>", "", html, flags=re.S)
    html = CLAIM.sub(_statement, html)
    head, body = HEAD.search(html), BODY.search(html)
    if not head or not body:
        return html
    rows = [HEADING.findall(row) for row in ROW.findall(head[1])]
    # The names of the rows' headings stand below those of the columns, each beside a blank.
    pairs = list(zip(*rows, strict=False))
    if not (len(rows) == 1 or (len(rows) == 2 and all(not (a and b) for a, b in pairs))):
        return html
    names = [re.sub(r"(?<=\w\w)_(?=\w\w)", " ", "".join(pair)) for pair in pairs]
    lines = ROW.findall(body[1])
    numbers = [HEADING.findall(line) for line in lines]
    first = int(numbers[0][0]) if numbers and "".join(numbers[0]).isdigit() else 0
    if not names[0] and numbers == [[str(first + i)] for i in range(len(lines))]:
        names = names[1:]
        lines = [HEADING.sub("", line) for line in lines]
    names = [name.replace("P_bar", "<i>P\u0304</i>") for name in names]
    names = [SUBSCRIPT.sub(r"<i>\1</i><sub>\2</sub>", name) for name in names]
    headings = "".join(f'<th scope="col">{name}</th>' if name else "<td></td>" for name in names)
    table = f"<thead><tr>{headings}</tr></thead><tbody>{''.join(lines)}</tbody>"
    return html[: head.start()] + table + html[body.end() :]


def _statement(found: re.Match[str]) -> str:
    """Say what a claim says; what only looks like an id stays."""
    said = papers.statements(found[1]) if found[1] in papers.PAPERS else {}
    return (
        SUBSCRIPT.sub(r"<i>\1</i><sub>\2</sub>", inline(said[found[0]]))
        if found[0] in said
        else found[0]
    )
