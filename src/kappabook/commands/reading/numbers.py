"""What is a number: decimal points and commas, separators of thousands, and what is ambiguous.

``1.279`` may be a number near one or 1279, ``1,000`` one or a thousand. `number_form` looks at all
numbers of a column: the forms of writing that fit them are kept, and where several are left that
give different values, they are refused unless the file itself decides.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

# Blanks and apostrophes that separate thousands.
_BLANKS, _APOSTROPHES = " \u00a0\u202f\u2009", "'\u2019"
_EXPONENT = r"(?:[eE][-+]?[0-9]+)?"
_PLAIN_INTEGER = re.compile(r"[-+]?[0-9]+")
# What looks like a number with marks in it, whatever they mean.
_LOOKS_NUMERIC = re.compile(rf"[-+]?[0-9.,{_BLANKS}{_APOSTROPHES}]*[0-9][0-9.,]*{_EXPONENT}")
_DIGIT, _LEADING_ZERO = re.compile("[0-9]"), re.compile("^([-+]?)0")
_FRACTION = re.compile(r"([-+]?[0-9]+)\s*[/\u2044]\s*([0-9]+)")
_PERCENT = re.compile(r"([-+]?[0-9]+(?:[.,][0-9]*)?)\s*%")
_SHOWN = 40


@dataclass(frozen=True)
class NumberForm:
    """How the numbers of a column are written.

    Attributes
    ----------
    decimal : {'.', ','}
        The decimal mark.
    thousands : str
        Characters of which one may separate groups of three digits; '' if none does.
    """

    decimal: str = "."
    thousands: str = ""

    @cached_property
    def _patterns(self) -> tuple[re.Pattern[str], re.Pattern[str] | None]:
        plain, grouped = self._regular_expressions()
        return re.compile(plain), re.compile(grouped) if grouped else None

    def _regular_expressions(self) -> tuple[str, str]:
        """Return regular expressions of plain and of grouped numbers, for Python and DuckDB."""
        mark = "[.]" if self.decimal == "." else ","
        plain = rf"[-+]?(?:[0-9]+{mark}?[0-9]*|{mark}[0-9]+){_EXPONENT}"
        # A group that begins with 0, as in 0.123, separates no thousands.
        groups = "|".join(f"(?:[{one}][0-9]{{3}})+" for one in self.thousands)
        grouped = rf"[-+]?[1-9][0-9]{{0,2}}(?:{groups})(?:{mark}[0-9]*)?" if groups else ""
        return plain, grouped

    def sql(self, cell: str) -> str:
        """Return a DuckDB expression for the number in a column of text, null where it is none."""
        # DuckDB reads 1_000 as 1000.
        if self == POINT:
            return f"TRY_CAST(CASE WHEN contains({cell}, '_') THEN NULL ELSE {cell} END AS DOUBLE)"
        grouped = self._regular_expressions()[1]
        point = f"replace({cell}, ',', '.')" if self.decimal == "," else cell
        other = "." if self.decimal == "," else ","
        cases = f"WHEN contains({cell}, '_') OR contains({cell}, '{other}') THEN NULL ELSE {point}"
        if grouped:
            marks, pattern = (x.replace("'", "''") for x in (self.thousands, grouped))
            joined = f"regexp_replace({cell}, '[{marks}]', '', 'g')"
            joined = f"replace({joined}, ',', '.')" if self.decimal == "," else joined
            cases = f"WHEN regexp_full_match(trim({cell}), '{pattern}') THEN {joined} {cases}"
        return f"TRY_CAST(CASE {cases} END AS DOUBLE)"

    @property
    def note(self) -> str:
        """Say how numbers are read, where that is not the decimal point alone."""
        if self.decimal == ",":
            points = ", points separate thousands" if "." in self.thousands else ""
            return f"Numbers have a decimal comma{points}."
        if self.thousands == ",":
            return "Commas in numbers are read as separators of thousands."
        return ""


#: Numbers with a decimal point and no separators: what programs write.
POINT = NumberForm()
_FORMS = (
    POINT,
    NumberForm(".", ","),
    NumberForm(",", ""),
    NumberForm(",", "."),
    *(NumberForm(mark, one) for one in (_BLANKS, _APOSTROPHES) for mark in ".,"),
)


def as_number(text: str | None, form: NumberForm = POINT) -> float | None:
    """Read a number as the form says; None for any other text, and for what is not finite."""
    if text is None:
        return None
    exact = exact_number(text, form)
    try:
        return None if exact is None else float(exact)
    except OverflowError:
        return None


def is_numeric(text: str) -> bool:
    """Whether a text is a number in at least one way of writing numbers."""
    return any(as_number(text, form) is not None for form in _FORMS)


def exact_number(text: str, form: NumberForm = POINT) -> Fraction | int | float | None:
    """Read a number without rounding: an int where it is whole, else a float.

    Whole numbers of any size, such as '18446744073709551616' or '1e300', stay exact.
    """
    text = text.strip()
    plain, grouped = form._patterns
    if grouped is not None and grouped.fullmatch(text):
        text = re.sub(f"[{form.thousands}]", "", text)
    elif not plain.fullmatch(text):
        return None
    text = text.replace(",", ".")
    if _PLAIN_INTEGER.fullmatch(text) and len(text) <= _SHOWN:
        return int(text)
    value = float(text)
    if not math.isfinite(value):
        return None
    if value.is_integer() and abs(value) >= 2**53:
        return int(Fraction(text))
    return int(value) if value.is_integer() else value


def number_form(
    cells: Iterable[str | None],
    *,
    where: object,
    delimiter: str = "",
    decimal: str | None = None,
    others: Iterable[str | None] = (),
    counts: bool = False,
) -> NumberForm:
    """Find how the numbers of a column are written; what is ambiguous raises ValueError.

    Parameters
    ----------
    cells : iterable of str or None
        The column. Texts that are no numbers are skipped.
    where : object
        File and column, for the message.
    delimiter : str
        What separates the columns of the file; '' where nothing does (JSON, Parquet, a frame).
        A comma says that commas within numbers separate thousands; a semicolon makes 1.279
        ambiguous.
    decimal : {'.', ','}, optional
        The decimal mark, if the user gave it (``--decimal``).
    others : iterable of str or None
        Cells of the other columns: their decimal marks count as evidence.
    counts : bool, default=False
        Whether these are counts, so that 1.000 may be a thousand whatever the delimiter is.

    Returns
    -------
    NumberForm
        The form without separators of thousands if the cells have none.
    """
    if decimal not in (None, ".", ","):
        raise ValueError(f"--decimal is {decimal!r}; give '.' or ','.")
    marked = examples(cells)
    marked = [x for x in marked if any(as_number(x, form) is not None for form in _FORMS)]
    fitting = [form for form in _FORMS if decimal in (None, form.decimal)]
    fitting = [form for form in fitting if all(as_number(x, form) is not None for x in marked)]
    if not fitting:
        return POINT if decimal is None else NumberForm(decimal)
    first, *rest = fitting
    doubtful = [(x, form) for form in rest for x in marked if _differ(x, first, form)]
    if not doubtful:
        return first
    text, other = next((x for x in doubtful if x[1].decimal != first.decimal), doubtful[0])
    marks = {as_decimal for x in examples(others) if (as_decimal := decimal_mark(x))}
    if "." in text:
        # 1.279: a decimal point, unless something speaks for the comma.
        if marks == {"."} or not ("," in marks or delimiter == ";" or counts):
            return first
    elif marks == {","} and delimiter != ",":
        return next(form for form in fitting if form.decimal == ",")
    elif delimiter == "," and "," not in marks:
        return next(form for form in fitting if form.decimal == ".")
    raise ValueError(f"{where}: {ambiguity(text, first, other)}")


def ambiguity(text: str, a: NumberForm, b: NumberForm) -> str:
    """Say which two numbers a text may be, and which option decides."""
    point, comma = (a, b) if a.decimal == "." else (b, a)
    return (
        f"{text!r} is {as_number(text, point):.15g} if the decimal mark is a point, and "
        f"{as_number(text, comma):.15g} if it is a comma; say which with --decimal . or "
        "--decimal ,"
    )


def decimal_mark(text: str) -> str:
    """Return the decimal mark of a number that can be read in one way only, else ''."""
    values = {(form.decimal, as_number(text, form)) for form in _FORMS}
    marks = {mark for mark, value in values if value is not None}
    return marks.pop() if len(marks) == 1 else ""


def examples(cells: Iterable[str | None]) -> list[str]:
    """Return one text for each way in which numbers with marks are written, the first of each."""
    found: dict[str, str] = {}
    for cell in cells:
        text = (cell or "").strip()
        if _LOOKS_NUMERIC.fullmatch(text) and not _PLAIN_INTEGER.fullmatch(text):
            found.setdefault(_DIGIT.sub("9", _LEADING_ZERO.sub(r"\1z", text)), text)
    return list(found.values())


def sql_spelling(cell: str) -> str:
    """Return a DuckDB expression equal for texts that are written alike, as in `examples`."""
    return f"regexp_replace(regexp_replace(trim({cell}), '^([-+]?)0', '\\1z'), '[0-9]', '9', 'g')"


def _differ(text: str, a: NumberForm, b: NumberForm) -> bool:
    return as_number(text, a) != as_number(text, b)


def why_no_number(text: str, written: NumberForm = POINT) -> str:
    """Say what a text looks like that is no number here, and how to write it; '' if unknown.

    Digits of other scripts, full-width digits, 1_000, fractions, percentages, and numbers that
    another decimal mark makes readable are never guessed.
    """
    text = text.strip()
    if percent := _PERCENT.fullmatch(text):
        share = float(percent[1].replace(",", ".")) / 100
        return f"it is a percentage; write {share:.15g}, or {percent[1]} in every row"
    if parts := _FRACTION.fullmatch(unicodedata.normalize("NFKC", text)):
        value = f"write {int(parts[1]) / int(parts[2]):.6g}" if int(parts[2]) else "write a number"
        return f"it is a fraction; {value}"
    plain = unicodedata.normalize("NFKC", text).replace("\u2212", "-").replace("_", "")
    digits = "".join(
        str(unicodedata.digit(x)) if unicodedata.digit(x, None) is not None else x for x in plain
    )
    if digits != text and (number := as_number(digits)) is not None:
        return f"it may be {number:.15g}; write it in the digits 0 to 9, without underscores"
    readings = {x: form for form in _FORMS if (x := as_number(text, form)) is not None}
    if len(readings) > 1:
        return ambiguity(text, *list(readings.values())[:2])
    for reading, other in readings.items():
        if other != written:
            return f"it may be {reading:.15g}; write all numbers of a column in one way"
    return ""
