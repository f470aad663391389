"""Python's values and pandas' tables, written as a hall reads them."""

from __future__ import annotations

import re

FRACTION = re.compile(r"Fraction\((-?\d+), (\d+)\)")
ARRAY = re.compile(r"array\((\[[^()]*\])\)")
HEAD = re.compile(r"<thead>(.*?)</thead>", re.S)
BODY = re.compile(r"<tbody>(.*?)</tbody>", re.S)
ROW = re.compile(r"<tr[^>]*>.*?</tr>", re.S)
HEADING = re.compile(r"<th[^>]*>(.*?)</th>", re.S)


def plain(text: str) -> str:
    """Write fractions with a stroke, and arrays as lists.

    Examples
    --------
    >>> plain("(Fraction(-3, 17), Fraction(1, 1), array([1.  , 2.62]))")
    '(-3/17, 1, [1, 2.62])'
    """
    text = FRACTION.sub(lambda found: f"{found[1]}/{found[2]}".removesuffix("/1"), text)
    return ARRAY.sub(lambda found: re.sub(r"\.?\s+(?=,)", "", found[1]), text)


def plain_table(html: str) -> str:
    """Give a table one row of headings, and take from it what is pandas' alone.

    That is: its style, its size, row numbers from 0, and the underscores of its headings.
    """
    html = re.sub(r"<style.*?</style>|<p>\d+ rows.*?</p>", "", html, flags=re.S)
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
    if not names[0] and numbers == [[str(i)] for i in range(len(lines))]:
        names = names[1:]
        lines = [HEADING.sub("", line) for line in lines]
    headings = "".join(f'<th scope="col">{name}</th>' if name else "<td></td>" for name in names)
    table = f"<thead><tr>{headings}</tr></thead><tbody>{''.join(lines)}</tbody>"
    return html[: head.start()] + table + html[body.end() :]
