"""Columns that hold no labels: an index, dates and times, measurements, names, free text.

The rule is about the values of a column, beside those of the others. A name decides only where the
values leave it open.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from kappabook.commands.reading.gaps import is_gap_word
from kappabook.commands.reading.numbers import as_number

Cells = Sequence[str | None]

_WHOLE = re.compile(r"[-+]?[0-9]{1,18}(\.0*)?")
# What pandas and R call a column without a name.
_NO_NAME = re.compile(r"unnamed: \d+(_level_\d+)?|\.\.\.\d+|")
# What programs, and people, call the column in which rows are numbered.
_INDEX = re.compile(r"index|level_0|row_?(id|number|num|names?|nr)")
_PERHAPS_INDEX = re.compile(r"row|_?id|idx|nr|no|num(ber)?|#|n°|lfd_?nr|obs|case")
# R calls it X, as measurements are called too. An id may be anything's.
_R_INDEX = re.compile(r"x(\.?\d+)?")
_AN_ID = re.compile(r"(.*_)?(id|uid)(_.*)?")
_SHAPES = {
    "dates or times": re.compile(
        r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}([T ]\d{1,2}:\d{2}.*)?"
        r"|\d{1,2}[-/.]\d{1,2}[-/.](\d{4}|\d{2})([T ,]+\d{1,2}:\d{2}.*)?"
        r"|\d{1,2}[. -]\s?[^\W\d]{3,9}\.?[ -]\d{2,4}.*|[^\W\d]{3,9}\.? \d{1,2},? \d{4}.*"
        r"|\d{1,2}:\d{2}(:\d{2}([.,]\d+)?)?(\s?[ap]\.?m\.?)?|\d{8}T\d{6}Z?",
        re.IGNORECASE,
    ),
    "durations": re.compile(
        r"P(?=.)(\d+Y)?(\d+M)?(\d+W)?(\d+D)?(T(\d+H)?(\d+M)?(\d+([.,]\d+)?S)?)?"
        r"|\d+ days?,? .*|\d+([.,]\d+)? ?(ms|s|secs?|seconds|min|minutes|h|hours)",
        re.IGNORECASE,
    ),
    "e-mail addresses": re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+"),
    "web addresses": re.compile(r"(https?|ftp|s3|gs|file)://\S+", re.IGNORECASE),
}
# Seconds, milliseconds and nanoseconds since 1970 of the years 2001 to 2060.
_SINCE_1970 = [(10**k * 978_000_000, 10**k * 2_840_000_000) for k in (0, 3, 6, 9)]
_MOST = 0.9
# With fewer rows 1, 2, 3, ... may be ratings.
_FEWEST_COUNTED = 8
_FEWEST_DIFFERENT = 10
# Who gave fewer ratings may have had no chance to give the label of another.
_FEWEST_UNSHARED = 5
# Names of what is predicted, known, or made of the ratings.
_DERIVED = re.compile(
    r"(y_?)?pred(s|icted|ictions?)?|model_(output|prediction)|gold(en)?|(ground_?)?truth|y_?true"
    r"|true|reference|gt|target|expected|consensus|majority(_vote)?|adjudicat(ed|ion)"
    r"|aggregated?|final(_decision)?|agree(d|ment)?|resolved|mean|average|avg|median|sum|total"
    r"|std|sd|variance|entropy|confidence|certainty|difficulty|lead_time|n_raters"
    # German, Dutch, French, Spanish, Italian, Portuguese
    r"|konsens|ergebnis|end(ergebnis|urteil)|mehrheit|entscheidung|wahrheit|vorhersage|mittelwert"
    r"|summe|uitkomst|meerderheid|eindoordeel|voorspelling|gemiddelde|d[ée]cision|majorit[ée]"
    r"|v[ée]rit[ée]|pr[ée]diction|moyenne|somme|consenso|decisi[oó]n|mayor[ií]a|verdad"
    r"|predicci[oó]n|media|suma|maggioranza|decisione|verit[aà]|predizione|somma|decis[aã]o"
    r"|maioria|verdade|previs[aã]o|m[eé]dia|soma"
)
_PEOPLE = re.compile(
    r"(rater|coder|annotator|judge|reviewer|worker|evaluator|labell?er|screener)(_?(id|name|nr|no))?"
    r"|e-?mail(_address)?|prolific_?(p?id)?"
)
# Parts of data by their names, and columns that say whether a row belongs to one.
_PARTS = {
    "train": {"train", "training", "trn", "entrainement", "apprentissage", "entrenamiento"},
    "test": {"test", "testing", "tst", "holdout", "prueba"},
    "validation": {"val", "valid", "validation", "dev", "development", "eval", "validierung"},
}
_IS_PART = re.compile(r"(is|in)_?(train(ing)?|test|val(id(ation)?)?|dev|holdout)(_?(set|data))?")
_YES_OR_NO = {"true", "false", "yes", "no", "1", "0", "10", "00", "t", "f", "y", "n"}
_WHAT = r"(label|class|category|rating|code|score|sentiment|value|answer|stance|type)s?"


def counted_rows(cells: Cells) -> tuple[int, int] | None:
    """Return the first and last number of a column that counts the rows, from 0 or from 1."""
    if len(cells) < 2 or not all(cell is not None and _WHOLE.fullmatch(cell) for cell in cells):
        return None
    numbers = [int(float(cell)) for cell in cells if cell is not None]
    up = numbers[0] in (0, 1) and all(b - a == 1 for a, b in pairwise(numbers))
    return (numbers[0], numbers[-1]) if up else None


def numbers_rows(name: str, cells: Cells, *, measured: bool = False) -> str:
    """Say why a column only numbers the rows, as a verb and its object; '' if it does not.

    It counts them; or it holds every number from 0 or 1 on once, in rows that were shuffled; or by
    its name it is an index, and its whole numbers are all different, or count the rows of several
    tables that were joined. If columns may be measurements (`measured`), numbers in another order
    may be ranks, and a column called X is none by its name; one called patient_id is, with gaps
    too.
    """
    if ends := counted_rows(cells):
        return f"counts the rows, from {ends[0]} to {ends[1]}"
    if measured:
        cells = [cell for cell in cells if cell is not None]
    if len(cells) < 2 or not all(cell is not None and _WHOLE.fullmatch(cell) for cell in cells):
        return ""
    numbers = [int(float(cell)) for cell in cells if cell is not None]
    named = _may_be_index(name) if not measured else _is_id(name)
    starts = [i for i, x in enumerate(numbers) if i == 0 or x != numbers[i - 1] + 1]
    runs = [b - a for a, b in pairwise([*starts, len(numbers)])]
    again = all(numbers[i] == numbers[0] in (0, 1) for i in starts)
    if named and again and min(runs) >= _FEWEST_COUNTED:
        return f"counts the rows, from {numbers[0]} on {len(runs)} times"
    if len(set(numbers)) < len(numbers):
        return ""
    if not measured and (ends := each_once(cells)):
        return f"holds each number from {ends[0]} to {ends[1]} once"
    return "numbers the rows, by its name and its values, all different" * named


def each_once(cells: Cells) -> tuple[int, int] | None:
    """Return the least and largest number of a column that holds all from 0 or 1 on once."""
    if not all(cell is not None and _WHOLE.fullmatch(cell) for cell in cells):
        return None
    numbers = {int(float(cell)) for cell in cells if cell is not None}
    least, largest = min(numbers, default=0), max(numbers, default=0)
    each = largest - least + 1 == len(numbers) == len(cells) >= _FEWEST_COUNTED
    return (least, largest) if each and least in (0, 1) else None


def _may_be_index(name: str) -> bool:
    plain = name.strip().rstrip(".").casefold()
    shapes = (_NO_NAME, _INDEX, _PERHAPS_INDEX, _R_INDEX)
    return any(shape.fullmatch(plain) for shape in shapes)


def _is_id(name: str) -> bool:
    """Whether a column names cases by its name, beside others that are measurements."""
    plain = _words(name).rstrip("._")
    return any(shape.fullmatch(plain) for shape in (_NO_NAME, _INDEX, _PERHAPS_INDEX, _AN_ID))


def no_labels(columns: Mapping[str, Cells], *, numeric: bool = False) -> dict[str, str]:
    """Say which of several columns hold no labels as the others do, and why.

    Parameters
    ----------
    columns : mapping of str to sequence of (str or None)
    numeric : bool, default=False
        Whether labels are measurements, which need not be equal.

    Returns
    -------
    dict of str to str
        For each column that holds none the reason, a verb and its object. A rule by which no column
        would be left is not applied.
    """
    kept = {name: _Column(name, cells) for name, cells in columns.items()}
    reasons: dict[str, str] = {}
    for rule in (_has_no_name, _is_index, _has_a_shape, _differs_everywhere, _shares_nothing):
        found = {name: why for name, one in kept.items() if (why := rule(one, kept, numeric))}
        if len(found) < len(kept):
            reasons |= found
            kept = {name: one for name, one in kept.items() if name not in found}
    return {name: reasons[name] for name in columns if name in reasons}


class _Column:
    """What the rules ask of a column."""

    def __init__(self, name: str, cells: Cells) -> None:
        self.name, self.cells = name, cells
        counts = Counter(cell for cell in cells if cell is not None)
        self.counts = {cell: n for cell, n in counts.items() if not is_gap_word(cell)}
        self.n = sum(self.counts.values())
        self.keys = {_key(cell) for cell in self.counts}
        self.numbers = [key for key in self.keys if isinstance(key, float)]
        self.are_numbers = len(self.numbers) == len(self.keys)

    @property
    def different(self) -> bool:
        """Whether nearly all cells differ."""
        return self.n > 0 and len(self.keys) > _MOST * self.n

    def shares_with(self, others: Iterable[_Column]) -> bool:
        """Whether another column has one of the labels too."""
        return any(self.keys & other.keys for other in others)


def _key(cell: str) -> object:
    """Return the same for labels that are equal or written alike."""
    value = as_number(cell)
    if value is not None:
        return value
    text = " ".join(cell.casefold().split())
    return {"true": 1.0, "false": 0.0}.get(text, text)


_Columns = Mapping[str, _Column]


def _others(one: _Column, columns: _Columns) -> list[_Column]:
    return [other for name, other in columns.items() if name != one.name and other.n]


def _has_no_name(one: _Column, columns: _Columns, numeric: bool) -> str:
    del columns, numeric
    no_name = _NO_NAME.fullmatch(one.name.strip().casefold())
    return "has no name, as a column of row numbers" if no_name else ""


def _is_index(one: _Column, columns: _Columns, numeric: bool) -> str:
    reason = numbers_rows(one.name, one.cells)
    name = one.name.strip().casefold()
    if not reason or one.n < (3 if _may_be_index(name) else _FEWEST_COUNTED):
        return ""
    # Raters who rank items give each number once, too; measurements may increase.
    alike = [x for x in _others(one, columns) if x.are_numbers and len(x.keys) == x.n]
    ranks = any(one.keys & x.keys for x in alike) or (numeric and alike)
    return "" if ranks and not _INDEX.fullmatch(name) else reason


def _has_a_shape(one: _Column, columns: _Columns, numeric: bool) -> str:
    del columns, numeric
    for what, shape in _SHAPES.items() if one.n else ():
        n = sum(n for cell, n in one.counts.items() if shape.fullmatch(cell.strip()))
        if n >= _MOST * one.n:
            return f"holds {what}"
    if one.are_numbers and len(one.numbers) > 1:
        for low, high in _SINCE_1970:
            if all(low <= number <= high for number in one.numbers):
                return "holds times since 1970, by the size of its numbers"
    return ""


def _differs_everywhere(one: _Column, columns: _Columns, numeric: bool) -> str:
    """Find names, comments and measurements beside labels of which several are equal."""
    others = _others(one, columns)
    if one.n < _FEWEST_DIFFERENT or not one.different or all(x.different for x in others):
        return ""
    if max(len(one.keys & x.keys) for x in others) > (1 - _MOST) * len(one.keys):
        return ""
    if not one.are_numbers:
        return "holds another text in nearly every row"
    if numeric:  # a score beside grades is a rating of the same scale; a time is not
        graded = [number for x in others if x.are_numbers for number in x.numbers]
        if not graded:
            return ""
        inside = sum(min(graded) <= number <= max(graded) for number in one.numbers)
        if 2 * inside > len(one.numbers):
            return ""
    return "holds another number in nearly every row"


def _shares_nothing(one: _Column, columns: _Columns, numeric: bool) -> str:
    del numeric
    others = _others(one, columns)
    if one.n < _FEWEST_UNSHARED or one.shares_with(others):
        return ""
    sharing = [x for x in others if x.shares_with(y for y in others if y is not x)]
    # Numbers of one scale may differ by chance.
    if not sharing or (one.are_numbers and any(x.are_numbers for x in sharing)):
        return ""
    return "shares no label with any other column"


def names_in_another_order(names: Cells, columns: Mapping[str, Cells]) -> str:
    """Return the column that holds the names of the rows again, in another order; or ''.

    Of two tables pasted side by side the second has the names of its own rows. Where fewer than
    two columns hold anything else, all are ranks, and each is such an order.
    """
    if len(names) < _FEWEST_UNSHARED or len(set(names)) < len(names):
        return ""
    again = [
        name
        for name, cells in columns.items()
        if len(set(cells)) == len(cells) and set(cells) == set(names)
    ]
    moved = [name for name in again if list(columns[name]) != list(names)]
    return moved[0] if moved and len(columns) - len(again) > 1 else ""


def derived_names(names: Iterable[str]) -> list[str]:
    """Return the names that say prediction, truth, or what was made of the ratings of others."""
    return [name for name in names if _named(_DERIVED, name)]


def names_people(name: str, cells: Cells) -> bool:
    """Whether a column names people, as the rows of a table that is turned do."""
    filled = [cell for cell in cells if cell is not None]
    mail = _SHAPES["e-mail addresses"]
    addresses = bool(filled) and all(mail.fullmatch(cell.strip()) for cell in filled)
    return addresses or _named(_PEOPLE, name)


def parts_of_data(name: str, values: Iterable[str]) -> list[str]:
    """Return the values of a column that parts the rows into training and test data; or none.

    The values decide, such as train and test; of a column called is_train they are yes and no.

    Examples
    --------
    >>> parts_of_data("fold", ["train", "test"])
    ['test', 'train']
    >>> parts_of_data("fold", ["1", "2"])
    []
    """
    found = sorted({value.strip() for value in values})
    plain = {re.sub(r"[\W_]+|set$|data$", "", value.casefold()) for value in found}
    kinds = {next((k for k, words in _PARTS.items() if x in words), "") for x in plain}
    if len(kinds) > 1 and "" not in kinds:
        return found
    named = _IS_PART.fullmatch(_words(name)) and len(found) == 2 and plain <= _YES_OR_NO
    return found if named else []


def holds_times(cells: Cells) -> bool:
    """Whether every cell is a time of day, with its date or without."""
    filled = [cell.strip() for cell in cells if cell is not None]
    shape = _SHAPES["dates or times"]
    return bool(filled) and all(":" in cell and shape.fullmatch(cell) for cell in filled)


def _named(pattern: re.Pattern[str], name: str) -> bool:
    """Whether a name, or a name before or after a label's, is one of these words."""
    words = re.sub(rf"^{_WHAT}_|_{_WHAT}$", "", _words(name))
    return pattern.fullmatch(words) is not None


def _words(name: str) -> str:
    """Write a name in small letters, with one underscore between its words."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|[\s.:-]+", "_", name.strip()).casefold()
