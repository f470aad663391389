"""The numbers of an explorer, as text and in a row that wraps: the same in JupyterLab and alone."""

from __future__ import annotations

import math
from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal
from html import escape

# In columns, so that no band beside or below a few sliders stays empty. Written into the elements,
# because JupyterLab has no style sheet of ours; its own gives dt and dd a width.
GRID = (
    "display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,250px),1fr));"
    "gap:0 28px;margin:2px 0 4px;line-height:1.4"
)
PAIR = "display:flex;justify-content:space-between;gap:12px;border-bottom:1px solid #bbb"
LABEL = "width:auto;margin:0;font-weight:normal"
NUMBER = "width:auto;margin:0;font-weight:bold;font-variant-numeric:tabular-nums"


def number_text(value: float | str) -> str:
    """Write a number with three decimals and a true minus; words as they are.

    What arithmetic adds behind the twelfth decimal is left out first, and halves go away from
    zero, so that the pages, which compute in another order, show the same digits.

    Examples
    --------
    >>> [number_text(value) for value in (0.12345, -0.5, float("nan"), "eager")]
    ['0.123', '−0.500', '0/0', 'eager']
    >>> number_text(0.5875 - 1e-16), number_text(0.0625)
    ('0.588', '0.063')
    """
    if isinstance(value, str):
        return value
    if math.isnan(value):
        return "0/0"
    text = str(Decimal(f"{value:.12f}").quantize(Decimal("0.001"), ROUND_HALF_UP))
    return text.removeprefix("-") if not text.strip("-0.") else text.replace("-", "\N{MINUS SIGN}")


def twelve_digits(value: float) -> float:
    """Leave out the last four of a float's sixteen digits: on them processors do not agree.

    Examples
    --------
    >>> twelve_digits(0.81975 + 1e-16)
    0.81975
    """
    return float(f"{value:.12g}")


def numbers_html(name: str, labels: Mapping[str, str], texts: Mapping[str, str]) -> str:
    """Write the numbers of the explorer `name`: key -> label, and key -> what is shown, if any."""
    pairs = "".join(
        f'<div style="{PAIR}"><dt style="{LABEL}">{escape(label)}</dt>'
        f'<dd style="{NUMBER}" data-number="{key}">{escape(texts.get(key, ""))}</dd></div>'
        for key, label in labels.items()
    )
    return f'<dl data-explorer="{name}" style="{GRID}">{pairs}</dl>'
