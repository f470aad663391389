"""What every display needs: matplotlib when something is drawn, and names it may draw."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kappabook.extras import need


def pyplot() -> Any:
    """Return ``matplotlib.pyplot``; if it is missing, name what brings it."""
    with need("matplotlib"):
        import matplotlib.pyplot as plt
    return plt


def shortened(names: Iterable[object], most: int) -> list[str]:
    """Shorten names in the middle to at most `most` characters; those that differ, still differ.

    Where the ends do not tell them apart, names are numbered in their order. Control characters
    are written out.

    Examples
    --------
    >>> from kappabook.display.drawing import shortened
    >>> shortened(["annotator number 1", "annotator number 2", "x"], 8)
    ['anno…r 1', 'anno…r 2', 'x']
    >>> shortened(["reader 1 (Basel)", "reader 2 (Basel)"], 11)
    ['1: read…el)', '2: read…el)']
    """
    plain = ["".join(c if c.isprintable() else repr(c)[1:-1] for c in str(x)) for x in names]
    short = [_short(name, most) for name in plain]
    if len(set(short)) < len(set(plain)):
        numbers = [f"{i}: " for i in range(1, len(plain) + 1)]
        short = [n + _short(name, most - len(n)) for n, name in zip(numbers, plain, strict=True)]
    return short


def drawn(names: Iterable[object], most: int) -> list[str]:
    """Shorten names, and keep a dollar in them from beginning a formula."""
    return [name.replace("$", r"\$") for name in shortened(names, most)]


def _short(name: str, most: int) -> str:
    if len(name) <= most:
        return name
    end = (most - 1) // 2
    return f"{name[: most - 1 - end]}…{name[len(name) - end :]}"
