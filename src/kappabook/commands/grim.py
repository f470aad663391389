"""Can a published agreement be right? Every 2 x 2 table that rounds to what was printed."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from kappabook.commands import render
from kappabook.commands.grim_tables import (
    CELLS,
    LISTED,
    MARGINS,
    TESTS,
    Found,
    Printed,
    Span,
    Table,
    search,
)
from kappabook.commands.render import Finding, Report
from kappabook.metrics.intervals import kappa_interval
from kappabook.metrics.rounded import half_unit, number

MOST_CASES = 1_000_000
MOST_DIGITS = 15
MOST_LETTERS = 50
MOST_ROWS = 10_000
LOWEST = {"agreement": 0, "kappa": -1, "chance_agreement": 0, "mcc": -1, "pabak": -1, "mcnemar": 0}
COUNTS = (*MARGINS, *CELLS, "discordant")
PRINTED = (*LOWEST, *COUNTS, "prevalence")  # prevalence is what the first rater calls yes
ROUNDINGS = ("nearest", "truncated", "either")
MEASURES = (
    *("agreement", "chance_agreement", "kappa", "mcc", "pabak"),
    *("first_margin", "second_margin", "rarer_class"),
)
WORDS = {
    "mcc": "MCC",
    "pabak": "PABAK",
    "mcnemar": "McNemar's p",
    "first_margin": "first rater's share of yes",
    "second_margin": "second rater's share of yes",
    "rarer_class": "rarer class, mean of both raters",
    **{name: name.replace("_", "-") for name in CELLS},
}


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
    sheet: str | int | None = None,
    intervals: bool = True,
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
        and ``no_no`` for the cells), and others that name a row: each row is one result, and no
        number is given beside the table.
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
        Which one; 'corrected' is the chi-square with continuity correction. p-values are compared
        in double precision, all else exactly.
    rounding : {'nearest', 'truncated', 'either'}, default='nearest'
        Whether digits were rounded or cut off, or either of it.
    sheet : str or int, optional
        The sheet of a workbook, by name or number; by default the first with data.
    intervals : bool, default=True
        Of a table of results: whether ``kappa_interval`` is computed for each, which takes nearly
        all the time, about a quarter of a second for a result; else it is None.

    Returns
    -------
    Report
        Its `data` has, for a table of results, a list ``rows``; for one result:

        - ``n``, ``printed``, ``rounding``: what was given;
        - ``possible``; ``n_tables``; ``n_up_to_symmetry``, the number of tables if those that
          differ only by exchanging the raters or the classes count once;
        - ``unique``: the table, rows being the first rater's yes and no, if it is one;
        - ``ranges``: least and largest agreement, chance agreement, kappa, mcc, pabak, margins, and
          share of the rarer class (mean of both raters) over all tables; nan where all are 0/0;
        - ``tables``: all, if there are at most 50; otherwise those with the least or largest of a
          measure; ``kappa_interval``: lowest and highest end of their 95 % intervals of kappa;
        - if no table fits: ``without``, for each printed measure the range that it would have if
          only the other values had been printed, None if these are impossible too; and
          ``if_truncated``, how many would fit if digits had been cut instead of rounded.

    Raises
    ------
    ValueError
        Nothing printed; a number that is no text, is a percentage or lies outside its range; a
        kappa with more digits than any two kappas of n cases need to be told apart; cells and
        margins that do not add up; too many tables to look at. In a table of results, these are
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
    printed: dict[str, str | None] = {
        "agreement": agreement,
        "kappa": kappa,
        "chance_agreement": chance_agreement,
        "mcc": mcc,
        "pabak": pabak,
        "discordant": discordant,
        "mcnemar": mcnemar,
        "prevalence": prevalence,
        **_named("margins", margins, MARGINS),
        **_named("cells", cells, CELLS),
    }
    given = {name: text for name, text in printed.items() if not _blank(text)}
    if isinstance(n, str | Path) or hasattr(n, "columns"):
        if given:
            raise ValueError(
                f"{next(iter(given))} is given beside a table of results; leave it out, or make it "
                "a column."
            )
        return _report_of_rows(n, mcnemar_test, rounding, sheet, intervals)
    if sheet is not None:
        raise ValueError(f"--sheet is {sheet!r}, and there is no workbook; name one as FILE.")
    if hasattr(n, "__index__") and not isinstance(n, bool):
        n = int(n)  # one of numpy, too
    return _report(_answer(n, given, mcnemar_test, rounding))


def _named(what: str, several: Sequence[str | None], names: Sequence[str]) -> dict[str, str | None]:
    if len(several) != len(names):
        raise ValueError(
            f"{what} has {len(several)} values; give {len(names)} ({', '.join(names)}), "
            "with ? for one that is not printed."
        )
    return dict(zip(names, several, strict=True))


def _answer(
    n: int, given: Mapping[str, Any], test: str, rounding: str, intervals: bool = True
) -> dict[str, Any]:
    """Return the `data` of one result; drawing intervals takes nearly all the time."""
    for name, value, known in (("mcnemar_test", test, TESTS), ("rounding", rounding, ROUNDINGS)):
        if value not in known:
            raise ValueError(f"{name} is {value!r}; it is one of {', '.join(known)}.")
    if "prevalence" in given and "first_rater" in given:
        raise ValueError(
            f"prevalence is {given['prevalence']!r} and the first margin {given['first_rater']!r}; "
            "they are the same thing. Give one of them."
        )
    named = {"first_rater" if name == "prevalence" else name: given[name] for name in given}
    texts = {name: _clean(name, text) for name, text in named.items()}
    printed = _read_print(n, texts, test, rounding)
    _refuse_sums(printed)  # only of what was printed: with digits cut off, cells may not add up
    found = search(printed)
    without: dict[str, tuple[float, float] | None] = {}
    cut = None
    if not found.n_tables:
        for name in (name for name in MEASURES if name in texts and len(texts) > 1):
            others = {other: text for other, text in texts.items() if other != name}
            left = search(_read_print(n, others, test, rounding))
            without[name] = _range(left, name) if left.n_tables else None
        if rounding == "nearest":
            cut = search(_read_print(n, texts, test, "truncated")).n_tables
    if found.n_tables <= LISTED:
        tables = set(found.listed)
    else:
        tables = {table for kept in (found.least, found.largest) for _, table in kept.values()}
    pairs = tuple((table[:2], table[2:]) for table in sorted(tables))
    return {
        "n": n,
        "printed": texts,
        "rounding": rounding,
        "possible": found.n_tables > 0,
        "n_tables": found.n_tables,
        "n_up_to_symmetry": found.n_up_to_symmetry,
        "unique": pairs[0] if found.n_tables == 1 else None,
        "ranges": {name: _range(found, name) for name in MEASURES},
        "kappa_interval": _interval(tables) if intervals else None,
        "tables": pairs,
        "without": without,
        "if_truncated": cut,
    }


def _range(found: Found, name: str) -> tuple[float, float]:
    if name not in found.least:  # 0/0 in all tables
        return math.nan, math.nan
    return found.least[name][0], found.largest[name][0]


def _interval(tables: set[Table]) -> tuple[float, float]:
    """Intervals do not change when raters or classes are exchanged: one of each kind is enough."""
    kinds = {
        (abs(a - d), abs(b - c), b + c): [[a, b], [c, d]]
        for a, b, c, d in sorted(tables)
        if max(a, d) < a + b + c + d  # where one class takes all, kappa is 0/0
    }
    found = [kappa_interval(table) for table in kinds.values()]
    if not found:
        return math.nan, math.nan
    return min(one.low for one in found), max(one.high for one in found)


# --- what is printed ----------------------------------------------------------------------------


def _read_print(n: int, texts: Mapping[str, str], test: str, rounding: str) -> Printed:
    """Read printed texts by name."""
    if isinstance(n, bool) or not isinstance(n, int) or not 1 <= n <= MOST_CASES:
        raise ValueError(
            f"n is {n!r}; give the number of cases, a whole number from 1 to {MOST_CASES}."
        )
    if not texts:
        raise ValueError("nothing printed but n; give at least one value, such as kappa.")
    spans = {name: _read(name, text, n, rounding) for name, text in texts.items()}
    if "kappa" in texts:
        _refuse_digits(n, texts["kappa"])
    return Printed(n, spans, test)


def _blank(text: object) -> bool:
    return text is None or (isinstance(text, str) and text.strip() in ("", "?"))


def words(name: str) -> str:
    """Name a printed value, or a measure, for people."""
    return WORDS.get(name, name.replace("_", " "))


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
    if len(bare) > MOST_LETTERS:
        raise ValueError(
            f"{_given(name)} has {len(bare)} characters, and begins {bare[:20]!r}; no printed "
            f"number has more than {MOST_LETTERS}."
        )
    try:
        number(bare)
    except ValueError:
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


def _as_share(percent: str) -> str:
    """Move the point: a percentage with one decimal is a share with three, so 85.0 is 0.850."""
    return f"{Decimal(percent).scaleb(-2):f}" if "/" not in percent else "the fraction over 100"


def _read(name: str, text: str, n: int, rounding: str) -> Span:
    """Read a share, or a count of cases, which has no point; as the shares it stands for."""
    value, lowest = number(text.lstrip("<= ")), LOWEST.get(name, 0)
    if name in COUNTS and not set("./") & set(text):
        if not 0 <= value <= n:
            raise ValueError(
                f"{_given(name)} is {text!r}, a count, and n is {n}; give a count from 0 to n, or "
                "a share with a point, such as 0.30."
            )
        return Span(value / n, value / n)
    if not lowest <= value <= 1:
        remedy = f"give the printed value, between {lowest} and 1"
        if 1 < value <= 100:
            remedy += f"; if it is a percentage, write it as a share: {_as_share(text)}"
        raise ValueError(f"{_given(name)} is {text!r}; it lies between {lowest} and 1: {remedy}.")
    return _span(text, rounding)


def _span(text: str, rounding: str) -> Span:
    """Return what a number stands for: rounded, cut towards zero, or either of them."""
    if text.startswith("<"):
        return Span(Fraction(0), number(text.lstrip("<= ")), True, "=" in text)
    value, half = number(text), half_unit(text)
    if not half or rounding == "nearest":  # half-way may have been rounded up or down
        return Span(value - half, value + half)
    if value == 0:  # a small number loses its sign with its digits
        return Span(-2 * half, 2 * half, False, False)
    near = half if rounding == "either" else 0
    if value > 0:
        return Span(value - near, value + 2 * half, True, False)
    return Span(value - 2 * half, value + near, False, True)


def _refuse_digits(n: int, text: str) -> None:
    """Two different kappas of n cases differ by at least 1/(2 n^3); more digits say no more.

    Kappa is 1 - 2en/v with whole numbers e and v, and v is at most 2 n^2. Four decimals are never
    too many: everybody prints them.
    """
    digits, enough = len(text.partition(".")[2]), max(4, len(str(2 * n**3 - 1)))
    if digits > enough:
        rounded = round(Decimal(text), enough)
        raise ValueError(
            f"kappa is {text!r}, with {digits} decimals; {n} cases allow {enough}, which tell any "
            f"two of their kappas apart. Write it as {rounded}, or check n."
        )


def _refuse_sums(printed: Printed) -> None:
    """Refuse cells that cannot add up to n, or to the margins printed beside them."""
    yes_yes, yes_no, no_yes, no_no, first, second = printed.cases(*CELLS, *MARGINS)
    n = (printed.n, printed.n)
    sums = (
        ("the four cells", (yes_yes, yes_no, no_yes, no_no), n, "n"),
        ("yes-yes and yes-no", (yes_yes, yes_no), first, "what the first rater calls yes"),
        ("yes-yes and no-yes", (yes_yes, no_yes), second, "what the second rater calls yes"),
    )
    for name, parts, (low, high), whole in sums:
        least, most = (sum(part[i] for part in parts) for i in (0, 1))
        if low <= high and (least > high or most < low):
            got, to = (least, high) if least > high else (most, low)
            raise ValueError(
                f"{name} add up to {got} of {printed.n} cases, and {whole} is {to}; check the "
                "cells, the margins and n."
            )


# --- what is said -------------------------------------------------------------------------------


def _report(found: dict[str, Any]) -> Report:
    said = ", ".join(f"{words(name)} {text}" for name, text in found["printed"].items())
    rounded = {"nearest": "", "truncated": "; digits cut off", "either": "; rounded or cut off"}
    printed = f"{found['n']} cases; printed: {said}{rounded[found['rounding']]}."
    return Report(
        title="Can it be right?",
        intro=[printed, _verdict(found)],
        tables=list(_tables(found)),
        findings=list(_findings(found)),
        data=found,
    )


def _verdict(found: dict[str, Any]) -> str:
    n_tables, kinds = found["n_tables"], found["n_up_to_symmetry"]
    if not n_tables:
        return "Impossible: no 2 x 2 table of so many cases rounds to the printed numbers."
    if n_tables == 1:
        return "Possible, and unique: exactly one table rounds to the printed numbers."
    text = f"Possible: {n_tables} tables round to the printed numbers."
    if kinds == 1:
        return f"{text} They are one, but for exchanging the raters or the classes."
    if kinds < n_tables:
        text += (
            f" If exchanging the raters or the classes counts as the same table, {kinds} are left."
        )
    return text


def _tables(found: dict[str, Any]) -> Iterator[render.Table]:
    if found["possible"]:
        if found["n_tables"] <= 4:
            rows = [[str(x) for row in table for x in row] for table in found["tables"]]
            yield render.Table("The tables", [words(name) for name in CELLS], rows)
        rows = [[words(name), *map(render.number, ends)] for name, ends in found["ranges"].items()]
        yield render.Table("", ["over all tables", "least", "largest"], rows)
    elif found["without"]:
        rows = []
        for name, ends in found["without"].items():
            left = map(render.number, ends) if ends else ("impossible too", "")
            rows.append([words(name), found["printed"][name], *left])
        title = "Each measure, if only the other numbers had been printed"
        yield render.Table(title, ["measure", "printed", "least", "largest"], rows)


def _findings(found: dict[str, Any]) -> Iterator[Finding]:
    if found["possible"]:
        low, high = found["kappa_interval"]
        whole = len(found["tables"]) == found["n_tables"]
        which = "all tables" if whole else "the most extreme tables"
        said = "Kappa is 0/0 in all tables."
        if not math.isnan(low):
            said = f"95 % interval of kappa, over {which}: {low:.2f} to {high:.2f}."
        yield Finding(
            said, "That the printed numbers are right: other mistakes leave possible numbers."
        )
        return
    if cut := found["if_truncated"]:
        yield Finding(
            f"If digits were cut off instead of rounded, {cut} "
            f"{'table fits' if cut == 1 else 'tables fit'}.",
            "That digits were cut off: a paper rarely says how it rounds.",
        )
    for name, ends in found["without"].items():
        if ends and ends[0] < float(Fraction(found["printed"][name])) < ends[1]:
            yield Finding(
                f"{words(name)} lies in the range that the other numbers leave, but takes no "
                "value that rounds to the printed one."
            )
    yield Finding(
        "The numbers cannot all be right for so many cases and two classes.",
        "Who made which mistake. Look for another n (missing cases), more than two classes, "
        "weights, a mean over folds, or a slip in one of the numbers.",
    )


# --- a table of results -------------------------------------------------------------------------


def _report_of_rows(
    given: Any, test: str, rounding: str, sheet: str | int | None, intervals: bool
) -> Report:
    """Answer each row of a table; one that cannot be read keeps its error."""
    known = ("n", *PRINTED, "mcnemar_test", "rounding")
    names, rows, where, notes = _read_rows(given, sheet, known)
    columns = [name for name in names if name in known]
    if "n" not in names or len(columns) == 1:
        raise ValueError(
            f"{where} has the columns {', '.join(names)}; one result a row needs n, and at least "
            f"one of {', '.join(known[1:])}."
        )
    if len(rows) > MOST_ROWS:
        raise ValueError(f"{where} has {len(rows)} rows; at most {MOST_ROWS} are read.")
    shown: list[list[str]] = []
    answers: list[dict[str, Any]] = []
    limits: list[str] = []
    for i, row in enumerate(_with_progress(rows), 1):
        there = {name: text for name, text in row.items() if not _blank(text)}
        label = ", ".join(str(text) for name, text in there.items() if name not in known) or str(i)
        try:
            found = _answer(
                _cases(there.get("n")),
                {name: there[name] for name in PRINTED if name in there},
                there.get("mcnemar_test", test),
                there.get("rounding", rounding),
                intervals,
            )
        except ValueError as error:
            answers.append({"row": row, "error": str(error)})
            limits.append(f"Row {i}: {error}")
            shown.append([label, "not read", "-", "-", "-"])
            continue
        answers.append({"row": row, "error": None, **found})
        n_tables = found["n_tables"]
        verdict = "unique" if n_tables == 1 else "possible" if n_tables else "impossible"
        shown.append([label, verdict, str(n_tables), *map(render.number, found["ranges"]["kappa"])])
    n_wrong = sum(answer.get("possible") is False for answer in answers)
    cut = sum(bool(answer.get("if_truncated")) for answer in answers)
    said = f"; {cut} of these would be possible if digits were cut off." if cut else "."
    n_unread = sum(answer["error"] is not None for answer in answers)
    unread = f" {n_unread} of {len(rows)} rows could not be read." if n_unread else ""
    return Report(
        title="Can they be right?",
        intro=[f"{where}: {len(rows)} rows; columns read: {', '.join(columns)}."],
        tables=[
            render.Table("", ["row", "answer", "tables", "kappa from", "to"], shown, words=[1])
        ],
        findings=[
            Finding(
                f"{n_wrong} of {len(rows) - n_unread} results are impossible{said}{unread}",
                "Who made which mistake: see each result by itself.",
            )
        ],
        limits=limits,
        notes=notes,
        data={"rows": answers},
    )


def _with_progress(rows: Sequence[Any]) -> Iterator[Any]:
    """Go through rows, with a bar on a terminal after some seconds."""
    from tqdm import tqdm

    seen = sys.stderr is not None and sys.stderr.isatty()
    yield from tqdm(rows, desc="results", delay=3, leave=False, disable=not seen)


def _read_rows(
    given: Any, sheet: str | int | None, known: Sequence[str]
) -> tuple[list[str], list[dict[str, Any]], str, list[str]]:
    """Read a file, or a data frame, as rows of text; a cell of numbers lost its digits.

    The known names of columns are found in upper case and in lower case.

    Returns
    -------
    Names of the columns, rows, what they were read from, and what was decided in reading them.
    """
    notes: list[str] = []
    if isinstance(given, str | Path):
        from kappabook.commands.reading.read_table import open_table

        with open_table(Path(given), header=True, sheet=sheet) as table:
            names, where, notes = list(table.columns), str(given), list(table.notes)
            columns = table.texts(names)
            if table.decimal_comma:
                columns = [
                    [x and x.replace(",", ".") for x in column] if name in PRINTED else column
                    for name, column in zip(names, columns, strict=True)
                ]
            lost_zeros = table.kind == "excel"
    else:
        names, where, lost_zeros = [str(name) for name in given.columns], "data frame", False
        columns = [[None if x is None or x != x else x for x in given[name]] for name in names]
    lower = [name.strip().lower() for name in names]
    names = [
        plain if plain in known and lower.count(plain) == 1 else name
        for plain, name in zip(lower, names, strict=True)
    ]
    for name, column in zip(names, columns, strict=True):
        if lost_zeros and name in PRINTED and len({half_unit(x) for x in _numbers(column)}) > 1:
            notes.append(
                f"The numbers in {name!r} differ in their digits, and a workbook keeps no zero at "
                "the end: 0.80 is read as 0.8, which says less. Store them as text."
            )
    rows = [dict(zip(names, cells, strict=True)) for cells in zip(*columns, strict=True)]
    return names, rows, where, notes


def _numbers(column: Iterable[Any]) -> list[str]:
    """Return the cells of a column that are numbers with a point."""
    return [x for x in column if isinstance(x, str) and re.fullmatch(r"-?[0-9]*\.[0-9]+", x)]


def _cases(text: Any) -> Any:
    """Read the number of cases of a row; what is no whole number is refused where it is used."""
    if text is None:
        raise ValueError("n is missing; give the number of cases, such as 200.")
    whole = hasattr(text, "__index__") or (isinstance(text, str) and text.strip().isdecimal())
    return int(text) if whole and len(str(text)) <= MOST_LETTERS else text
