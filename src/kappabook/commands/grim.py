"""Can a published agreement be right? Every 2 x 2 table that rounds to what was printed."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from kappabook.commands.grim_tables import (
    LISTED,
    TESTS,
    Bounds,
    Found,
    Span,
    Table,
    Whole,
    search,
)
from kappabook.commands.render import Finding, Report
from kappabook.commands.render import Table as Layout
from kappabook.metrics.companions import pabak as pabak_of
from kappabook.metrics.confusion import ConfusionMatrix
from kappabook.metrics.intervals import kappa_interval
from kappabook.printed import AuditError, half_unit, number

MOST_CASES = 1_000_000
MOST_DIGITS = 15
MOST_ROWS = 10_000
LOWEST = {"agreement": 0, "kappa": -1, "chance_agreement": 0, "mcc": -1, "pabak": -1, "mcnemar": 0}
MARGINS = ("first_rater", "second_rater")
CELLS = ("yes_yes", "yes_no", "no_yes", "no_no")
COUNTS = (*MARGINS, *CELLS, "discordant")
ROUNDINGS = ("nearest", "truncated", "either")
WORDS = {
    "mcc": "MCC",
    "pabak": "PABAK",
    "mcnemar": "McNemar's p",
    "first_margin": "first rater's share of yes",
    "second_margin": "second rater's share of yes",
    "rarer_class": "rarer class, mean of both raters",
    **{name: name.replace("_", "-") for name in CELLS},
}
Range = tuple[float, float]


@dataclass(frozen=True)
class Fit:
    """What a print allows; ``bool(fit)`` is `possible`.

    Attributes
    ----------
    n : int
        Number of cases.
    printed : dict of str to str
        What was printed, by name.
    rounding : str
        How the print is taken to be rounded.
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
        Filled if no table fits: for each printed measure, the range that it would have if only the
        other values had been printed; None if these are impossible too.
    if_truncated : int or None
        Filled if no table fits: how many would if digits had been cut instead of rounded.
    """

    n: int
    printed: dict[str, str]
    rounding: str
    n_tables: int
    n_up_to_symmetry: int
    tables: tuple[tuple[tuple[int, int], tuple[int, int]], ...]
    ranges: dict[str, Range]
    kappa_interval: Range
    without: dict[str, Range | None]
    if_truncated: int | None

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


def fit(
    n: int,
    *,
    margins: Sequence[str | None] = (None, None),
    cells: Sequence[str | None] = (None, None, None, None),
    prevalence: str | None = None,
    mcnemar_test: str = "exact",
    rounding: str = "nearest",
    **printed: str | None,
) -> Fit:
    """Find the tables of n cases; the parameters are those of `grim`."""
    margins = list(margins)
    if prevalence is not None:
        if margins and margins[0] not in (None, "?"):
            raise ValueError(
                f"prevalence is {prevalence!r} and the first margin {margins[0]!r}; they are the "
                "same thing. Give one of them."
            )
        margins[:1] = [prevalence]
    given: dict[str, str | None] = dict(printed)
    for names, several, what in ((MARGINS, margins, "margins"), (CELLS, cells, "cells")):
        if len(several) != len(names):
            raise ValueError(
                f"{what} has {len(several)} values; give {len(names)} ({', '.join(names)}), "
                "with ? for one that is not printed."
            )
        given |= dict(zip(names, several, strict=True))
    for name, value, known in (
        ("mcnemar_test", mcnemar_test, TESTS), ("rounding", rounding, ROUNDINGS)
    ):  # fmt: skip
        if value not in known:
            raise ValueError(f"{name} is {value!r}; it is one of {', '.join(known)}.")
    texts = {name: _clean(name, text) for name, text in given.items() if not _blank(text)}
    bounds = read_print(n, texts, mcnemar_test, rounding)
    _refuse_sums(bounds)  # only of what was printed: with digits cut off, cells may not add up
    found = search(bounds)
    without: dict[str, Range | None] = {}
    if not found.n_tables and len(texts) > 1:
        for name in (name for name in LOWEST if name in texts and name != "mcnemar"):
            others = {other: text for other, text in texts.items() if other != name}
            left = search(read_print(n, others, mcnemar_test, rounding))
            without[name] = _ranges(left)[name] if left.n_tables else None
    cut = None
    if not found.n_tables and rounding == "nearest":
        cut = search(read_print(n, texts, mcnemar_test, "truncated")).n_tables
    many = found.n_tables > LISTED
    tables = {kept for _, kept in found.extremes.values()} if many else set(found.listed)
    return Fit(
        n=n,
        printed=texts,
        rounding=rounding,
        n_tables=found.n_tables,
        n_up_to_symmetry=found.n_up_to_symmetry,
        tables=tuple((t[:2], t[2:]) for t in sorted(tables)),
        ranges=_ranges(found),
        kappa_interval=_interval(tables),
        without=without,
        if_truncated=cut,
    )


def words(name: str) -> str:
    """Name a printed value, or a measure, for people."""
    return WORDS.get(name, name.replace("_", " "))


# --- what is printed ----------------------------------------------------------------------------


def read_print(n: int, texts: Mapping[str, str], test: str, rounding: str) -> Bounds:
    """Read printed texts, by name, as bounds on whole numbers."""
    if isinstance(n, bool) or not isinstance(n, int) or not 1 <= n <= MOST_CASES:
        raise ValueError(
            f"n is {n!r}; give the number of cases, a whole number from 1 to {MOST_CASES}."
        )
    if not texts:
        raise ValueError("nothing printed but n; give at least one value, such as kappa.")
    unknown = [name for name in texts if name not in (*LOWEST, *COUNTS)]
    if unknown:
        raise TypeError(f"grim has no argument {unknown[0]!r}; see its documentation.")
    spans = {name: _share(name, texts[name], rounding) for name in LOWEST if name in texts}
    if "kappa" in texts:
        _refuse_digits(n, texts["kappa"])
    counts = {
        name: _count(name, texts[name], n, rounding) if name in texts else (0, n) for name in COUNTS
    }
    hits = [(n - counts["discordant"][1], n - counts["discordant"][0])]
    if "agreement" in spans:
        hits.append(spans["agreement"].whole(n))
    if "pabak" in spans:
        hits.append(spans["pabak"].whole(Fraction(n, 2), Fraction(n, 2)))
    # Chance agreement is one half of 1 + (s*s - t*t)/(n*n).
    offs = (-n * n, n * n)
    if "chance_agreement" in spans:
        offs = spans["chance_agreement"].whole(2 * n * n, -n * n)
    return Bounds(
        n=n,
        hits=(max(low for low, _ in hits), min(high for _, high in hits)),
        offs=offs,
        kappa=spans.get("kappa"),
        mcc=spans.get("mcc"),
        p=spans.get("mcnemar"),
        test=test,
        cells=tuple(counts[name] for name in CELLS),
        margins=tuple(counts[name] for name in MARGINS),
    )


def _blank(text: object) -> bool:
    return text is None or (isinstance(text, str) and text.strip() in ("", "?"))


def _given(name: str) -> str:
    return words(name) if name in COUNTS else name


def _clean(name: str, text: Any) -> str:
    """Return a printed number, of which no digit was lost, or refuse it."""
    if not isinstance(text, str):
        raise ValueError(
            f"{_given(name)} is {text!r}, of type {type(text).__name__}; give it as text, as it is "
            f"printed, such as {str(text)!r}: 0.62 and 0.620 say different things."
        )
    clean: str = text.strip().replace("\N{MINUS SIGN}", "-")
    if percent := re.fullmatch(r"(\d+(?:\.\d+)?)\s*%", clean):
        raise ValueError(
            f"{_given(name)} is {clean!r}, a percentage; write it as a share with as many digits: "
            f"{_as_share(percent[1])}."
        )
    bare = clean.lstrip("<= ") if name == "mcnemar" else clean
    try:
        number(bare)
    except AuditError:
        raise ValueError(
            f"{_given(name)} is {clean!r}, which is no number; write it with a point and without "
            "unit, such as 0.62."
        ) from None
    if len(bare.partition(".")[2]) > MOST_DIGITS:
        raise ValueError(
            f"{_given(name)} is {clean!r}, with more than {MOST_DIGITS} decimals, which is beyond "
            f"what computers print correctly; round it to {MOST_DIGITS} decimals or fewer."
        )
    return clean


def _span(text: str, rounding: str) -> Span:
    """Return what a number stands for: rounded, cut towards zero, or either of them."""
    if text.startswith("<"):
        return Span(Fraction(0), number(text.lstrip("<= ")), True, "=" in text)
    value, half = number(text), half_unit(text)
    if not half or rounding == "nearest":  # half-way between two prints is both
        return Span(value - half, value + half)
    if value == 0:  # a small number loses its sign with its digits
        return Span(-2 * half, 2 * half, False, False)
    near = half if rounding == "either" else 0
    if value > 0:
        return Span(value - near, value + 2 * half, True, False)
    return Span(value - 2 * half, value + near, False, True)


def _share(name: str, text: str, rounding: str) -> Span:
    value, lowest = number(text.lstrip("<= ")), LOWEST[name]
    if not lowest <= value <= 1:
        remedy = f"give the printed value, between {lowest} and 1"
        if 1 < value <= 100:
            remedy = f"if it is a percentage, write it as a share: {_as_share(text)}"
        raise ValueError(f"{_given(name)} is {text!r}; it lies between {lowest} and 1: {remedy}.")
    return _span(text, rounding)


def _as_share(percent: str) -> str:
    """Move the point: a percentage with one decimal is a share with three, so 85.0 is 0.850."""
    return f"{Decimal(percent).scaleb(-2):f}" if "/" not in percent else "the fraction over 100"


def _count(name: str, text: str, n: int, rounding: str) -> Whole:
    """Read a whole number as a count of cases; what has a point is a share of them."""
    value = number(text)
    if "." not in text and "/" not in text:
        if not 0 <= value <= n:
            raise ValueError(
                f"{_given(name)} is {text!r}, a count, and n is {n}; give a count from 0 to n, or "
                "a share with a point, such as 0.30."
            )
        return int(value), int(value)
    if not 0 <= value <= 1:
        raise ValueError(
            f"{_given(name)} is {text!r}; a share lies between 0 and 1. Write a percentage as a "
            "share, and a count without a point."
        )
    low, high = _span(text, rounding).whole(n)
    return max(0, low), min(n, high)


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


def _refuse_sums(found: Bounds) -> None:
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


# --- what follows -------------------------------------------------------------------------------

MEASURES: dict[str, Callable[[ConfusionMatrix], Any]] = {
    "agreement": lambda m: m.accuracy,
    "chance_agreement": lambda m: m.chance_agreement,
    "kappa": lambda m: m.kappa,
    "mcc": lambda m: m.mcc,
    "pabak": pabak_of,
    "first_margin": lambda m: _part(m, m.cells[0].sum()),
    "second_margin": lambda m: _part(m, m.cells[:, 0].sum()),
    "rarer_class": lambda m: (1 - abs(_part(m, m.cells[0, 0] - m.cells[1, 1]))) / 2,
}


def _part(matrix: ConfusionMatrix, cases: Any) -> Fraction:
    return Fraction(int(cases), int(matrix.cells.sum()))


def _matrix(table: Table) -> ConfusionMatrix:
    return ConfusionMatrix([table[:2], table[2:]], labels=["yes", "no"])


def _ranges(found: Found) -> dict[str, Range]:
    """Measure the extreme tables again, with the library's own functions."""
    ranges = {}
    for name, measure in MEASURES.items():
        extreme = "agreement" if name == "pabak" else name
        ends = [found.extremes.get((extreme, end)) for end in ("least", "largest")]
        low, high = (float(measure(_matrix(end[1]))) if end else math.nan for end in ends)
        ranges[name] = low, high
    return ranges


def _interval(tables: set[Table]) -> Range:
    """Intervals do not change when raters or classes are exchanged: one of each kind is enough."""
    kinds = {
        (abs(a - d), abs(b - c), b + c): (a, b, c, d)
        for a, b, c, d in sorted(tables)
        if max(a, d) < a + b + c + d  # where one class takes all, kappa is 0/0
    }
    if not kinds:
        return math.nan, math.nan
    found = [kappa_interval(_matrix(table)) for table in kinds.values()]
    return min(one.low for one in found), max(one.high for one in found)


# --- what is said -------------------------------------------------------------------------------


def grim(
    n: int | str | Path | Any,
    *,
    agreement: str | None = None,
    kappa: str | None = None,
    chance_agreement: str | None = None,
    mcc: str | None = None,
    pabak: str | None = None,
    prevalence: str | None = None,
    margins: Sequence[str | None] = (None, None),
    cells: Sequence[str | None] = (None, None, None, None),
    discordant: str | None = None,
    mcnemar: str | None = None,
    mcnemar_test: str = "exact",
    rounding: str = "nearest",
) -> Report:
    r"""Find every 2 x 2 table of n cases that could be printed so, exactly.

    A table rounds to a printed number if they differ by at most half a unit of its last digit,
    so .620 allows less than .62, and a number half-way between two may be printed as either.
    The name is that of a test of printed means, of Brown and Heathers (2017).

    Parameters
    ----------
    n : int, path or DataFrame
        Number of cases, at most 1,000,000 (about 10,000 where nothing printed bounds the number of
        disagreements). Or a table with a column ``n``, columns named as the values below
        (``first_rater`` and ``second_rater`` for the margins; ``yes_yes``, ``yes_no``, ``no_yes``
        and ``no_no`` for the cells), and others that name a row: each row is one print.
    agreement, kappa, chance_agreement, mcc, pabak : str, optional
        As printed, as text. Shares, not percentages. A table in which a printed measure is 0/0
        does not fit.
    prevalence : str, optional
        Share of the cases that the first rater (the truth) calls yes: ``margins[0]``.
    margins : two of str or None, optional
        What the first and the second rater call yes: a share with a point, or a count without.
    cells : four of str or None, optional
        yes-yes, yes-no, no-yes, no-no; shares or counts, like the margins.
    discordant : str, optional
        The cases on which the raters disagree, like the margins.
    mcnemar : str, optional
        The p-value of McNemar's test, such as '.03' or '<.001'.
    mcnemar_test : {'exact', 'mid-p', 'chi-square', 'corrected'}, default='exact'
        Which one; 'corrected' is the chi-square with continuity correction. Its two p-values are
        compared in double precision, all else exactly.
    rounding : {'nearest', 'truncated', 'either'}, default='nearest'
        Whether digits were rounded or cut off, or either of it.

    Returns
    -------
    Report
        Its `data` has ``possible``, ``n_tables``, ``unique`` (the table, if it is one), ``ranges``
        of measures, ``kappa_interval`` and more; of a table of prints, a list of these as ``rows``.

    Raises
    ------
    ValueError
        Nothing printed; a number that is no text, is a percentage or lies outside its range; a
        kappa with more digits than any two kappas of n cases need to be told apart; cells and
        margins that do not add up; too many tables to look at. In a table of prints, these are
        said of their row, and the others are answered.

    References
    ----------
    Brown and Heathers (2017), The GRIM test, Social Psychological and Personality Science 8.

    Examples
    --------
    >>> from kappabook.commands.grim import grim
    >>> grim(100, agreement="0.68", kappa="0.316", prevalence="0.42").data["unique"]
    ((20, 22), (10, 48))
    >>> found = grim(100, agreement="0.68", kappa="0.316").data
    >>> found["n_tables"], found["n_up_to_symmetry"], found["ranges"]["rarer_class"]
    (12, 3, (0.35, 0.37))
    >>> grim(50, agreement="0.90", kappa="0.85").data["possible"]
    False
    """
    printed: dict[str, Any] = {
        "agreement": agreement,
        "kappa": kappa,
        "chance_agreement": chance_agreement,
        "mcc": mcc,
        "pabak": pabak,
        "prevalence": prevalence,
        "margins": margins,
        "cells": cells,
        "discordant": discordant,
        "mcnemar": mcnemar,
        "mcnemar_test": mcnemar_test,
        "rounding": rounding,
    }
    if isinstance(n, str | Path) or hasattr(n, "columns"):
        return _report_of_rows(n, **printed)
    found = fit(n, **printed)
    said = ", ".join(f"{words(name)} {text}" for name, text in found.printed.items())
    rounded = {"nearest": "", "truncated": "; digits cut off", "either": "; rounded or cut off"}
    return Report(
        title="Can it be right?",
        intro=[f"{found.n} cases; printed: {said}{rounded[found.rounding]}.", _verdict(found)],
        tables=list(_tables(found)),
        findings=list(_findings(found)),
        data=_data(found),
    )


def _data(found: Fit) -> dict[str, Any]:
    names = ("n", "printed", "rounding", "possible", "n_tables", "n_up_to_symmetry", "unique")
    more = ("ranges", "kappa_interval", "tables", "without", "if_truncated")
    return {name: getattr(found, name) for name in (*names, *more)}


def _verdict(found: Fit) -> str:
    if not found:
        return "Impossible: no 2 x 2 table of so many cases rounds to this print."
    if found.n_tables == 1:
        return "Possible, and unique: exactly one table rounds to this print."
    text = f"Possible: {found.n_tables} tables round to this print."
    if found.n_up_to_symmetry == 1:
        return f"{text} They are one, but for exchanging the raters or the classes."
    if found.n_up_to_symmetry < found.n_tables:
        text += (
            " If exchanging the raters or the classes counts as the same table, "
            f"{found.n_up_to_symmetry} are left."
        )
    return text


def _tables(found: Fit) -> Iterator[Layout]:
    if found:
        if found.n_tables <= 4:
            rows = [[str(x) for row in table for x in row] for table in found.tables]
            yield Layout("The tables", [words(name) for name in CELLS], rows)
        rows = [[words(name), *map(_four, ends)] for name, ends in found.ranges.items()]
        yield Layout("", ["over all tables", "least", "largest"], rows)
    elif found.without:
        rows = []
        for name, ends in found.without.items():
            left = ["impossible too", ""] if ends is None else [_four(end) for end in ends]
            rows.append([words(name), found.printed[name], *left])
        title = "Each measure, if only the other numbers had been printed"
        yield Layout(title, ["measure", "printed", "least", "largest"], rows)


def _findings(found: Fit) -> Iterator[Finding]:
    if not found:
        if found.if_truncated:
            tables = "table fits" if found.if_truncated == 1 else "tables fit"
            yield Finding(
                f"If digits were cut off instead of rounded, {found.if_truncated} {tables}.",
                "That digits were cut off: a paper rarely says how it rounds.",
            )
        for name, ends in found.without.items():
            if ends is not None and ends[0] < float(Fraction(found.printed[name])) < ends[1]:
                yield Finding(
                    f"{words(name)} lies in the range that the other numbers leave, but takes no "
                    "value that rounds to the print."
                )
        yield Finding(
            "The numbers cannot all be right for so many cases and two classes.",
            "Who made which mistake. Look for another n (missing cases), more than two classes, "
            "weights, a mean over folds, or a slip in one of the numbers.",
        )
        return
    low, high = found.kappa_interval
    which = "all tables" if len(found.tables) == found.n_tables else "the most extreme tables"
    said = "Kappa is 0/0 in all tables."
    if not math.isnan(low):
        said = f"95 % interval of kappa, over {which}: {low:.2f} to {high:.2f}."
    yield Finding(said, "That the print is right: other mistakes leave possible numbers.")


def _four(value: float) -> str:
    return "0/0" if math.isnan(value) else f"{value:.4f}"


def _report_of_rows(given: Any, **options: Any) -> Report:
    """Answer each row of a table; one that cannot be read keeps its error."""
    columns, rows, where = _read_rows(given)
    shown: list[list[str]] = []
    answers: list[dict[str, Any]] = []
    for row in rows:
        label = ", ".join(text for name, text in row.items() if name not in _COLUMNS and text)
        try:
            found = fit(_cases(row.get("n")), **{**options, **_of_row(row)})
        except ValueError as error:
            answers.append({"row": row, "error": str(error)})
            shown.append([label or str(len(shown) + 1), "not read", "-", "-", "-"])
            continue
        verdict = "unique" if found.n_tables == 1 else "possible" if found else "impossible"
        ends = [_four(end) if found else "-" for end in found.ranges["kappa"]]
        shown.append([label or str(len(shown) + 1), verdict, str(found.n_tables), *ends])
        answers.append({"row": row, "error": None, **_data(found)})
    said = [answer["error"] for answer in answers]
    cut = sum(bool(answer.get("if_truncated")) for answer in answers)
    n_wrong = sum(answer.get("possible") is False for answer in answers)
    findings = [
        Finding(
            f"{n_wrong} of {len(rows)} prints are impossible"
            + (f"; {cut} of these would be possible if digits were cut off." if cut else "."),
            "Who made which mistake: see each print by itself.",
        )
    ]
    return Report(
        title="Can they be right?",
        intro=[f"{where}: {len(rows)} prints; columns read: {', '.join(columns)}."],
        tables=[Layout("", ["print", "answer", "tables", "kappa from", "to"], shown, words=[1])],
        findings=findings,
        limits=[f"Row {i}: {error}" for i, error in enumerate(said, 1) if error],
        data={"rows": answers},
    )


_COLUMNS = ("n", "prevalence", "mcnemar_test", "rounding", *LOWEST, *COUNTS)


def _read_rows(given: Any) -> tuple[list[str], list[dict[str, Any]], str]:
    """Read a file, or a data frame, as rows of text; a cell of numbers lost its digits."""
    if isinstance(given, str | Path):
        from kappabook.commands.files.tables import open_table

        with open_table(Path(given)) as table:
            names, where = list(table.columns), str(given)
            columns = table.texts(names)
    else:
        names, where = [str(name) for name in given.columns], "data frame"
        columns = [[None if x is None or x != x else x for x in given[name]] for name in given]
    known = [name for name in names if name in _COLUMNS]
    if "n" not in names or len(known) < 2:
        raise ValueError(
            f"{where} has the columns {', '.join(names)}; one print a row needs n, and at least "
            f"one of {', '.join(_COLUMNS[1:])}."
        )
    rows = [dict(zip(names, cells, strict=True)) for cells in zip(*columns, strict=True)]
    if len(rows) > MOST_ROWS:
        raise ValueError(f"{where} has {len(rows)} rows; at most {MOST_ROWS} prints are read.")
    return known, rows, where


def _cases(text: Any) -> int:
    if isinstance(text, str) and text.strip().isascii() and text.strip().isdigit():
        return int(text)
    if text is None:
        raise ValueError("n is missing; give the number of cases, such as 200.")
    return int(text) if hasattr(text, "__index__") else text  # what is no number, `fit` refuses


def _of_row(row: dict[str, Any]) -> dict[str, Any]:
    """Return what a row prints, as the parameters of `fit`."""
    own = {name: text for name, text in row.items() if name in _COLUMNS and not _blank(text)}
    own.pop("n", None)
    found: dict[str, Any] = {"margins": [own.pop(name, None) for name in MARGINS]}
    found["cells"] = [own.pop(name, None) for name in CELLS]
    return found | own
