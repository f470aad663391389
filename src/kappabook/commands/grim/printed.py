"""What a paper prints about a 2 x 2 table of n cases, read as bounds on whole numbers."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from kappabook.printed import AuditError, half_unit, number

MOST_CASES = 100_000
MOST_DIGITS = 15
CELLS = ("yes-yes", "yes-no", "no-yes", "no-no")
RATERS = ("first rater", "second rater")
Bounds = tuple[Fraction, Fraction]
Whole = tuple[int, int]


@dataclass(frozen=True)
class Printed:
    """A print as bounds, both ends included; None where nothing was printed.

    Attributes
    ----------
    n : int
        Number of cases.
    values : dict of str to str
        What was printed, by name, as text; what is shown to the user.
    hits, offs : (int, int)
        Bounds of the cases on which the raters agree, and of s*s - t*t, where s and t are the
        differences of the cells on and off the diagonal (see `kappabook.commands.grim.tables`).
    kappa, mcc : (Fraction, Fraction) or None
        Bounds of the two that divide.
    cells : four (int, int)
        Bounds of yes-yes, yes-no, no-yes, no-no.
    margins : two (int, int)
        Bounds of the cases that the first and the second rater calls yes.
    """

    n: int
    values: dict[str, str]
    hits: Whole
    offs: Whole
    kappa: Bounds | None
    mcc: Bounds | None
    cells: tuple[Whole, ...]
    margins: tuple[Whole, ...]


def read_print(
    n: int,
    shares: dict[str, str | None],
    margins: Sequence[str | None],
    cells: Sequence[str | None],
) -> Printed:
    """Read what was printed; see `kappabook.commands.grim.grim` for the arguments and errors."""
    if isinstance(n, bool) or not isinstance(n, int) or not 1 <= n <= MOST_CASES:
        raise ValueError(f"n is {n!r}; give the number of cases, a whole number from 1 to 100000.")
    read: dict[str, Bounds] = {}
    values: dict[str, str] = {}
    for name, text in shares.items():
        if text is not None:
            text = values[name] = _clean(name, text)
            read[name] = _share(name, text, -1 if name in ("kappa", "mcc", "pabak") else 0)
    if "kappa" in values:
        _refuse_digits(n, values["kappa"])
    counts = []
    for names, texts, what in ((RATERS, margins, "margins"), (CELLS, cells, "cells")):
        if len(texts) != len(names):
            raise ValueError(
                f"{what} has {len(texts)} values; give {len(names)} ({', '.join(names)}), "
                "with ? for one that is not printed."
            )
        for name, printed in zip(names, texts, strict=True):
            if printed is None or (isinstance(printed, str) and printed.strip() in ("", "?")):
                counts.append((0, n))
                continue
            text = values[name] = _clean(name, printed)
            counts.append(_count(name, text, n))
    if not values:
        raise ValueError("nothing printed but n; give at least one value, such as kappa.")
    found = Printed(
        n=n,
        values=values,
        hits=_hits(n, read.get("agreement"), read.get("pabak")),
        offs=_scaled(read.get("chance_agreement"), n),
        kappa=read.get("kappa"),
        mcc=read.get("mcc"),
        margins=tuple(counts[:2]),
        cells=tuple(counts[2:]),
    )
    _refuse_sums(found)
    return found


def _clean(name: str, text: str) -> str:
    if not isinstance(text, str):
        raise ValueError(
            f"{name} is {text!r}, of type {type(text).__name__}; give it as text, as it is "
            f"printed, such as {str(text)!r}: 0.62 and 0.620 say different things."
        )
    text = text.strip().replace("\N{MINUS SIGN}", "-")
    if percent := re.fullmatch(r"(\d+(?:\.\d+)?)\s*%", text):
        raise ValueError(
            f"{name} is {text!r}, a percentage; write it as a share with as many digits: "
            f"{_as_share(percent[1])}."
        )
    try:
        number(text)
    except AuditError:
        raise ValueError(
            f"{name} is {text!r}, which is no number; write it with a point and without unit, "
            "such as 0.62."
        ) from None
    if len(text.partition(".")[2]) > MOST_DIGITS:
        raise ValueError(
            f"{name} is {text!r}, with more than {MOST_DIGITS} decimals, which is beyond what "
            f"computers print correctly; round it to {MOST_DIGITS} decimals or fewer."
        )
    return text


def _share(name: str, text: str, lowest: int) -> Bounds:
    value, slack = number(text), half_unit(text)
    if not lowest <= value <= 1:
        remedy = f"give the printed value, between {lowest} and 1"
        if 1 < value <= 100:
            remedy = f"if it is a percentage, write it as a share: {_as_share(text)}"
        raise ValueError(f"{name} is {text!r}; it lies between {lowest} and 1: {remedy}.")
    return value - slack, value + slack


def _as_share(percent: str) -> str:
    """Move the point by two places: 85 is 0.85 and 85.0 is 0.850."""
    return f"{Decimal(percent).scaleb(-2):f}" if "/" not in percent else "the fraction over 100"


def _count(name: str, text: str, n: int) -> Whole:
    """Read a whole number as a count of cases; what has a point is a share of them."""
    value, slack = number(text), half_unit(text)
    if "." not in text and "/" not in text:
        if not 0 <= value <= n:
            raise ValueError(
                f"{name} is {text!r}, a count, and n is {n}; give a count from 0 to n, or a share "
                "with a point, such as 0.30."
            )
        return int(value), int(value)
    if not 0 <= value <= 1:
        raise ValueError(
            f"{name} is {text!r}; a share lies between 0 and 1. Write a percentage as a share, "
            "and a count without a point."
        )
    low = max(0, math.ceil((value - slack) * n))
    high = min(n, math.floor((value + slack) * n))
    return low, high


def _hits(n: int, agreement: Bounds | None, pabak: Bounds | None) -> Whole:
    low, high = 0, n
    if agreement:
        low, high = max(low, math.ceil(agreement[0] * n)), min(high, math.floor(agreement[1] * n))
    if pabak:
        ends = tuple((end + 1) / 2 * n for end in pabak)
        low, high = max(low, math.ceil(ends[0])), min(high, math.floor(ends[1]))
    return low, high


def _scaled(chance: Bounds | None, n: int) -> Whole:
    """Bounds of s*s - t*t: chance agreement is one half of 1 + (s*s - t*t)/(n*n)."""
    if chance is None:
        return -n * n, n * n
    return math.ceil((2 * chance[0] - 1) * n * n), math.floor((2 * chance[1] - 1) * n * n)


def _refuse_digits(n: int, text: str) -> None:
    """Two different kappas of n cases differ by at least 1/(2 n^3); more digits say no more.

    Kappa is 1 - 2en/D with whole numbers e and D, and D is at most 2 n^2. Four decimals are never
    too many: everybody prints them.
    """
    digits, enough = len(text.partition(".")[2]), max(4, len(str(2 * n**3 - 1)))
    if digits > enough:
        rounded = round(Decimal(text), enough)
        raise ValueError(
            f"kappa is {text!r}, with {digits} decimals; {n} cases allow {enough}, which tell any "
            f"two of their kappas apart. Write it as {rounded}, or check n."
        )


def _refuse_sums(found: Printed) -> None:
    """Refuse cells that cannot add up to n, or to the margins printed beside them."""
    yes_yes, yes_no, no_yes, no_no = found.cells
    first, second = found.margins
    n = (found.n, found.n)
    sums = (
        ("the four cells", (yes_yes, yes_no, no_yes, no_no), n, "n"),
        ("yes-yes and yes-no", (yes_yes, yes_no), first, "what the first rater calls yes"),
        ("yes-yes and no-yes", (yes_yes, no_yes), second, "what the second rater calls yes"),
    )
    for name, parts, (low, high), whole in sums:
        least, most = (sum(part[i] for part in parts) for i in (0, 1))
        if low <= high and (least > high or (most < low)):
            got, to = (least, high) if least > high else (most, low)
            raise ValueError(
                f"{name} add up to {got} of {found.n} cases, and {whole} is {to}; check the cells, "
                "the margins and n."
            )
