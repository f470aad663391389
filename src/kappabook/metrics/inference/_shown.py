"""How a result with an interval is shown: as one line, as a row or as a column of HTML."""

from __future__ import annotations

import math
from html import escape
from typing import Any

# What is shown are results, whose modules import this one.


def as_line(result: Any) -> str:
    """Write the name, the estimate, the interval and how it was found."""
    shown = ", ".join(f"{name} {value}".strip() for name, value in _rows(result))
    return f"{type(result).__name__} {shown} ({', '.join(_notes(result))})"


def as_html(result: Any) -> str:
    """Write a table of one row, with the name and the notes below it."""
    rows = _rows(result)
    heads = "".join(f"<th>{escape(name or 'estimate')}</th>" for name, _ in rows)
    cells = "".join(f"<td>{escape(value)}</td>" for _, value in rows)
    caption = escape(f"{type(result).__name__}: {', '.join(_notes(result))}")
    return f"<table>\n<caption>{caption}</caption>\n<tr>{heads}</tr>\n<tr>{cells}</tr>\n</table>"


def html_table(rows: dict[str, str]) -> str:
    """Write names and values as a table of two columns; empty values are left out."""
    lines = [f"<tr><th>{escape(n)}</th><td>{escape(x)}</td></tr>" for n, x in rows.items() if x]
    return "\n".join(["<table>", *lines, "</table>"])


def _rows(result: Any) -> list[tuple[str, str]]:
    level = f"{100 * result.confidence_level:.6g} % interval"
    interval = (level, f"{_short(result.low)} to {_short(result.high)}")
    if hasattr(result, "difference"):
        return [
            ("difference", _short(result.difference)),
            interval,
            ("p", _short(result.p_value)),
            ("a", _short(result.estimate_a)),
            ("b", _short(result.estimate_b)),
        ]
    return [("", _short(result.estimate)), interval]


def _notes(result: Any) -> list[str]:
    notes = [result.method]
    if hasattr(result, "n_resamples"):
        notes.append(f"{result.n_resamples} resamples")
    if hasattr(result, "n_positives"):
        notes.append(f"{result.n_positives:.6g} positives, {result.n_negatives:.6g} negatives")
    undefined = getattr(result, "undefined_share", 0)
    if undefined > 0:
        notes.append(f"undefined on {100 * undefined:.2g} %")
    return notes


def _short(value: float) -> str:
    return "undefined" if math.isnan(value) else f"{value:.3g}"
