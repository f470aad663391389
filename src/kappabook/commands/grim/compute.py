"""Can a published agreement be right? Every 2 x 2 table that rounds to what was printed."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kappabook.commands.grim.printed import Printed, read_print
from kappabook.commands.grim.tables import LISTED, Found, Table, search
from kappabook.metrics.companions import pabak
from kappabook.metrics.confusion import ConfusionMatrix
from kappabook.metrics.intervals import kappa_interval

Range = tuple[float, float]


@dataclass(frozen=True)
class Grim:
    """What a print allows; ``bool(found)`` is `possible`.

    Attributes
    ----------
    n : int
        Number of cases.
    printed : dict of str to str
        What was printed, by name.
    n_tables, n_up_to_symmetry : int
        Tables that round to the print; and how many are left if tables that differ only by
        exchanging the raters or the classes count once.
    tables : tuple of ((int, int), (int, int))
        The tables, rows being the first rater's yes and no, if there are at most 50; otherwise
        the most extreme ones: with the least or largest of each measure.
    ranges : dict of str to (float, float)
        Least and largest agreement, chance agreement, kappa, mcc, pabak, margins, and share of
        the rarer class (mean of both raters) over all tables; nan where a measure is 0/0 in all.
    kappa_interval : (float, float)
        The lowest lower and the highest upper end of the 95 % intervals of kappa of `tables`.
    without : dict of str to (float, float) or None
        Filled if no table fits: for each printed value, the range that it would have if only the
        other values had been printed; None if these are impossible too.
    """

    n: int
    printed: dict[str, str]
    n_tables: int
    n_up_to_symmetry: int
    tables: tuple[tuple[tuple[int, int], tuple[int, int]], ...]
    ranges: dict[str, Range]
    kappa_interval: Range
    without: dict[str, Range | None]

    @property
    def possible(self) -> bool:
        """Say whether any table rounds to the print."""
        return self.n_tables > 0

    @property
    def unique(self) -> tuple[tuple[int, int], tuple[int, int]] | None:
        """The table, if there is exactly one."""
        return self.tables[0] if self.n_tables == 1 else None

    def __bool__(self) -> bool:
        return self.possible


def grim(
    n: int,
    *,
    agreement: str | None = None,
    kappa: str | None = None,
    chance_agreement: str | None = None,
    prevalence: str | None = None,
    margins: Sequence[str | None] = (None, None),
    cells: Sequence[str | None] = (None, None, None, None),
    mcc: str | None = None,
    pabak: str | None = None,
) -> Grim:
    r"""Find every 2 x 2 table of n cases that rounds to what was printed, exactly.

    A table rounds to a printed number if they differ by at most half a unit of its last digit,
    so .620 allows less than .62, and a number half-way between two may be printed as either.

    With s and t for the differences of the two cells on and off the diagonal, and e disagreements,

    .. math:: \kappa = 1 - \frac{2 e n}{n^2 - s^2 + t^2}

    (our own form), so that for given e and t the tables form a stretch of s, whose ends are found
    in whole numbers. The name is that of a test of printed means, of Brown and Heathers (2017).

    Parameters
    ----------
    n : int
        Number of cases, at most 100,000. Where nothing printed bounds the number of
        disagreements, at most about 10,000.
    agreement, kappa, chance_agreement, mcc, pabak : str, optional
        As printed, as text. Shares, not percentages. A table in which a printed measure is 0/0
        does not fit.
    prevalence : str, optional
        Share of the cases that the first rater (the truth) calls yes: ``margins[0]``.
    margins : two of str or None
        What the first and the second rater call yes: a share with a point, or a count without.
    cells : four of str or None
        yes-yes, yes-no, no-yes, no-no; shares or counts, like the margins.

    Returns
    -------
    Grim
        Possible or not, how many tables, the table if it is one, ranges of measures.

    Raises
    ------
    ValueError
        Nothing printed; a number that is no text, is a percentage or lies outside its range; a
        kappa with more digits than any two kappas of n cases need to be told apart; cells and
        margins that do not add up; too many tables to look at.

    References
    ----------
    Brown and Heathers (2017), The GRIM test, Social Psychological and Personality Science 8.

    Examples
    --------
    >>> from kappabook.commands.grim.compute import grim
    >>> grim(100, agreement="0.68", kappa="0.316", prevalence="0.42").unique
    ((20, 22), (10, 48))
    >>> found = grim(100, agreement="0.68", kappa="0.316")
    >>> found.n_tables, found.n_up_to_symmetry, found.ranges["rarer_class"]
    (12, 3, (0.35, 0.37))
    >>> grim(50, agreement="0.90", kappa="0.85").possible
    False
    """
    margins = list(margins)
    if prevalence is not None:
        if margins and margins[0] not in (None, "?"):
            raise ValueError(
                f"prevalence is {prevalence!r} and the first margin {margins[0]!r}; they are the "
                "same thing. Give one of them."
            )
        margins[:1] = [prevalence]
    shares = {
        "agreement": agreement,
        "kappa": kappa,
        "chance_agreement": chance_agreement,
        "mcc": mcc,
        "pabak": pabak,
    }
    printed = read_print(n, shares, margins, cells)
    found = search(printed)
    tables = _kept(found)
    return Grim(
        n=n,
        printed=printed.values,
        n_tables=found.n_tables,
        n_up_to_symmetry=found.n_up_to_symmetry,
        tables=tuple((t[:2], t[2:]) for t in tables),
        ranges=_ranges(found),
        kappa_interval=_interval(tables),
        without={} if found.n_tables else _without(printed, shares, margins, cells),
    )


def _kept(found: Found) -> list[Table]:
    if found.n_tables <= LISTED:
        return sorted(found.listed)
    return sorted({kept for _, kept in found.extremes.values()})


MEASURES: dict[str, Callable[[ConfusionMatrix], Any]] = {
    "agreement": lambda m: m.accuracy,
    "chance_agreement": lambda m: m.chance_agreement,
    "kappa": lambda m: m.kappa,
    "mcc": lambda m: m.mcc,
    "pabak": pabak,
    "first_margin": lambda m: _share(m, m.cells[0].sum()),
    "second_margin": lambda m: _share(m, m.cells[:, 0].sum()),
    "rarer_class": lambda m: (1 - abs(_share(m, m.cells[0, 0] - m.cells[1, 1]))) / 2,
}


def _share(matrix: ConfusionMatrix, cases: Any) -> Fraction:
    return Fraction(int(cases), int(matrix.cells.sum()))


def _ranges(found: Found) -> dict[str, Range]:
    """Measure the extreme tables again, with the library's own functions."""
    ranges = {}
    for name, measure in MEASURES.items():
        extreme = "agreement" if name == "pabak" else name
        ends = [found.extremes.get((extreme, end)) for end in ("least", "largest")]
        low, high = (float(measure(_matrix(end[1]))) if end else math.nan for end in ends)
        ranges[name] = low, high
    return ranges


def _matrix(table: Table) -> ConfusionMatrix:
    return ConfusionMatrix([table[:2], table[2:]], labels=["yes", "no"])


def _interval(tables: list[Table]) -> Range:
    """Intervals do not change when raters or classes are exchanged: one of each kind is enough."""
    kinds = {
        (abs(a - d), abs(b - c), b + c): (a, b, c, d)
        for a, b, c, d in tables
        if max(a, d) < a + b + c + d  # where one class takes all, kappa is 0/0
    }
    if not kinds:
        return math.nan, math.nan
    found = [kappa_interval(_matrix(table)) for table in kinds.values()]
    return min(one.low for one in found), max(one.high for one in found)


def _without(printed: Printed, shares: Any, margins: Any, cells: Any) -> dict[str, Range | None]:
    """Leave out one printed value after the other, and say what it could have been."""
    others: dict[str, Range | None] = {}
    for name in shares:
        if shares[name] is None or len(printed.values) == 1:
            continue
        found = search(read_print(printed.n, {**shares, name: None}, margins, cells))
        others[name] = _ranges(found)[name] if found.n_tables else None
    return others
