"""What was asked for, and which columns of a table of predictions are what.

Only places of columns stand in a query, never a name; labels and words for gaps are its parameters.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from kappabook.commands.reading.columns import parts_of_data
from kappabook.commands.reading.labels import are_numbers, in_order
from kappabook.commands.reading.numbers import POINT, as_number
from kappabook.commands.reading.read_table import Table, listed, nearest, valid_memory
from kappabook.commands.reading.roles import Role
from kappabook.commands.score.curve import AUC_METHODS, AUK_METHODS
from kappabook.commands.score.matrix import KAPPA_METHODS
from kappabook.metrics.intervals.distributions import valid_level

TRUTH, PREDICTION, SCORE, WEIGHT, GROUP = "y_true", "y_pred", "y_score", "sample_weight", "group"
_CHOICES: dict[str, tuple[Any, ...]] = {
    "rows": ("truth", "prediction"),
    "totals": (True, False),
    "decimal": (".", ","),
    "score_of": ("predicted", "positive"),
}
_USUAL = (TRUTH, PREDICTION, SCORE, WEIGHT, GROUP)
METHODS = {"kappa": KAPPA_METHODS, "auc": AUC_METHODS, "auk": AUK_METHODS}
MEMORY = "800MB"
MOST_LABELS = 1000
# A column is taken by its name if it fits in the first of these rows: so large a share of the cells
# holds numbers, or the groups are at least so many.
_LOOKED_AT, _MOST, _FEWEST_GROUPS = 100_000, 0.8, 10
# Of a wider table the first columns without a role are looked at.
_MOST_UNUSED = 100
_BLANKS = "".join(f"\\x{{{x:x}}}" for x in range(0x3001) if chr(x).isspace())


@dataclass(frozen=True)
class Asked:
    """The keywords of :func:`kappabook.score` for a table or a matrix, checked and of one type.

    A column that is not named is looked for under its usual name.
    """

    truth: str = TRUTH
    prediction: tuple[str, ...] = ()
    score: tuple[str, ...] = ()
    probabilities: tuple[str, ...] = ()
    weight: str | None = None
    group: str | None = None
    no_score: bool = False
    no_group: bool = False
    positive: str | None = None
    threshold: float | None = None
    ordered: tuple[str, ...] = ()
    weights: str | None = None
    missing: tuple[str, ...] = ()
    matrix: bool = False
    header: bool | None = None
    sheet: str | int | None = None
    rows: Role | None = None
    totals: bool | None = None
    decimal: str | None = None
    score_of: str | None = None
    confidence_level: float = 0.95
    method: Mapping[str, str] = field(default_factory=dict)
    h: bool = False
    memory: str = MEMORY
    spill: str | Path | None = None

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Asked:
        """Take them as users give them: one name or several, labels of any type."""
        asked = {one.name: given[one.name] for one in fields(cls)}
        for name in ("prediction", "score", "probabilities", "ordered", "missing"):
            x = asked[name]
            asked[name] = (x,) if isinstance(x, str) else tuple(map(str, x))
        asked["missing"] = tuple(word.strip() for word in asked["missing"])
        asked["positive"] = None if asked["positive"] is None else str(asked["positive"])
        asked["method"] = dict(asked["method"] or {})
        asked["memory"] = valid_memory(asked["memory"])
        if isinstance(asked["totals"], str):
            asked["totals"] = {"yes": True, "no": False}.get(asked["totals"], asked["totals"])
        return cls(**asked)

    def __post_init__(self) -> None:
        """Refuse what does not go together."""
        valid_level(self.confidence_level)
        for option, choices in _CHOICES.items():
            if (given := getattr(self, option)) is not None and given not in choices:
                shown = " or ".join(map(repr, choices))
                raise ValueError(f"--{option.replace('_', '-')} is {given!r}; give {shown}.")
        if self.matrix:
            self._refuse_columns()
        elif self.rows is not None or self.totals is not None:
            raise ValueError("--rows and --totals are about a confusion matrix; give --matrix too.")
        if self.threshold is not None and not math.isfinite(self.threshold):
            raise ValueError(f"--threshold is {self.threshold}; give a finite number.")
        if self.threshold is not None and (self.prediction or self.probabilities):
            raise ValueError(
                "--threshold cuts scores; leave out --prediction and --probabilities, or "
                "--threshold."
            )
        if self.weights not in (None, "quadratic", "linear"):
            raise ValueError(f"--weights is {self.weights!r}; give 'quadratic' or 'linear'.")
        for name, method in self.method.items():
            if method not in METHODS.get(name, ()):
                known = "; ".join(f"{n}={'|'.join(ways)}" for n, ways in METHODS.items())
                raise ValueError(f"--method {name}={method} is unknown; give {known}.")
        for option in ("prediction", "score", "probabilities", "ordered"):
            names = getattr(self, option)
            if twice := sorted({name for name in names if names.count(name) > 1}):
                what = "label" if option == "ordered" else "column"
                raise ValueError(f"--{option} names {listed(twice)} twice; name each {what} once.")
        if self.prediction and self.score and len(self.prediction) != len(self.score):
            raise ValueError(
                f"--prediction names {_columns(self.prediction)} and --score "
                f"{_columns(self.score)}; drop --prediction and give --threshold, or one score "
                "per prediction, in the same order."
            )
        if self.probabilities and (self.score or len(self.prediction) > 1):
            raise ValueError("--probabilities are of one classifier; leave out --score.")
        for option in ("score", "group"):
            if getattr(self, option) and getattr(self, f"no_{option}"):
                raise ValueError(f"--{option} and --no-{option} exclude each other.")
        for name in self.named:
            if self.named.count(name) > 1:
                raise ValueError(f"column {name!r} is named for two things; each has its own.")

    def _refuse_columns(self) -> None:
        for option in ("prediction", "score", "probabilities", "weight", "group"):
            if getattr(self, option):
                raise ValueError(f"--matrix has counts only; leave out --{option}.")
        if self.threshold is not None or self.missing or {*self.method} - {"kappa"}:
            raise ValueError(
                "--matrix has counts only; leave out --threshold, --missing, and --method of areas."
            )

    def is_gap(self, label: str) -> bool:
        """Whether a label is a word for a gap, or the same number."""
        words = self.missing
        return bool(words) and (
            label.strip() in words
            or ((x := as_number(label)) is not None and x in map(as_number, words))
        )

    @property
    def named(self) -> list[str]:
        """All columns that have a name here."""
        several = (self.truth, *self.prediction, *self.score, *self.probabilities)
        return [name for name in (*several, self.weight, self.group) if name is not None]

    @property
    def names(self) -> Sequence[str]:
        """Name the classifiers."""
        return self.prediction or self.score or ("probabilities",)

    @property
    def numbers(self) -> Sequence[str]:
        """Columns of scores or probabilities."""
        return self.score or self.probabilities

    @property
    def costs(self) -> str | None:
        """Of weighted kappa, if the labels have an order."""
        return (self.weights or "quadratic") if self.ordered else None

    def with_order(self, labels: Sequence[str], where: object) -> Asked:
        """Order the labels by their size if weights are asked for and all are numbers."""
        if self.weights is None or self.ordered:
            return self
        if not are_numbers(labels):
            raise ValueError(
                f"{where}: --weights {self.weights} needs the order of the labels "
                f"{listed(labels)}: --ordered LOW,MID,HIGH."
            )
        return replace(self, ordered=tuple(in_order(labels)))


def _columns(names: Sequence[str]) -> str:
    return f"{len(names)} column{'s' if len(names) > 1 else ''}"


def with_usual(table: Table, asked: Asked) -> tuple[Asked, list[str]]:
    """Name the columns that were not named, if their content fits, and say what was decided.

    With a threshold the scores are to be cut, so 'y_pred' is not taken by itself.
    """
    cut = asked.threshold is not None
    notes: list[str] = []

    def usual(name: str) -> bool:
        return name in table.columns and name not in asked.named

    if asked.truth == TRUTH:
        _expect(table, TRUTH, "that of the truth with --truth")
    for name in asked.named:
        table.place(name)
    set_gaps(table, asked.missing)
    table.decimal = asked.decimal
    predictions, scores = asked.prediction, asked.score
    alone = len(scores) <= 1 and not asked.probabilities
    if not predictions and alone and not cut and usual(PREDICTION):
        predictions = (PREDICTION,)
    wanted = not (scores or asked.probabilities or asked.no_score) and len(predictions) <= 1
    if wanted and usual(SCORE):
        why = _no_number(table, SCORE) if predictions else ""
        if predictions and not why and (n := _classes(table, asked.truth)) > 2:
            why = f"one column of scores ranks two classes, and there are {n}"
        if why:
            notes.append(f"Column {SCORE!r} is not used as scores: {why}; --score insists.")
        else:
            scores = (SCORE,)
    if not (predictions or scores or asked.probabilities):
        if cut:
            _expect(table, SCORE, "that of the scores with --score")
        _expect(
            table,
            PREDICTION,
            "that of the predictions with --prediction, of the scores with --score, or those "
            "of the probabilities with --probabilities",
        )
    weight, group = asked.weight, asked.group
    if weight is None and usual(WEIGHT):
        why = _no_number(table, WEIGHT, least=0)
        weight = None if why else WEIGHT
        notes.append(
            f"Column {WEIGHT!r} is not used as weights: {why}; --weight insists."
            if why
            else f"Column {WEIGHT!r} weights each row, because of its name."
        )
    if group is None and not asked.no_group and usual(GROUP):
        found = _different(table, GROUP)
        group = GROUP if found >= _FEWEST_GROUPS else None
        notes.append(
            f"Column {GROUP!r} says which rows belong together, because of its name; else give "
            "--no-group."
            if group
            else f"Column {GROUP!r} is not used: its {found} values are too few to be groups of "
            "rows; --group insists."
        )
    for column in (asked.truth, *predictions):
        if _different(table, column) > MOST_LABELS:
            raise ValueError(
                f"{table.path}: column {column!r} has more than {MOST_LABELS} different labels. If "
                "it holds scores, name it with --score; if it names cases, it is no label."
            )
    used = replace(asked, prediction=predictions, score=scores, weight=weight, group=group)
    for name in filter(None, (*used.numbers, used.weight)):
        form = POINT if table.is_number(table.place(name)) else table.number_form(table.place(name))
        if form.thousands in (",", ".") or (form.decimal == "," and not table.decimal_comma):
            notes.append(f"Column {name!r}: {form.note}")
    if unused := unused_words(table, used):
        notes.append(f"--missing: {listed(unused)} stands in no column that is used.")
    return used, notes + _parts(table, used)


def _parts(table: Table, asked: Asked) -> list[str]:
    """Name columns that part the rows into training and test data."""
    notes = []
    for name in [x for x in table.columns if x not in asked.named][:_MOST_UNUSED]:
        cell = f"{table.text(table.place(name), sets=True)}::VARCHAR"
        rows = f"(SELECT {cell} AS v FROM rows_read LIMIT {_LOOKED_AT})"
        few = table.query(f"SELECT DISTINCT v FROM {rows} WHERE v IS NOT NULL LIMIT 12")
        if parts := parts_of_data(name, [str(value) for (value,) in few]):
            notes.append(
                f"Column {name!r} says {listed(parts)}: are these training and test data? All rows "
                "are measured together; for one part alone, keep only its rows in the file."
            )
    return notes


def _expect(table: Table, name: str, remedy: str) -> None:
    """Refuse a table without a column that nobody named; a usual name of another is not meant."""
    if name not in table.columns:
        near = nearest(name, [x for x in table.columns if x not in _USUAL])
        raise ValueError(
            f"{table.path} has no column {name!r}.{near} Name {remedy}. Its columns are "
            f"{listed(table.columns)}."
        )


# --- a look at the first rows ---------------------------------------------------------------------


def _look(table: Table, what: str) -> Any:
    return table.query(f"SELECT {what} FROM (SELECT * FROM rows_read LIMIT {_LOOKED_AT})")[0]


def _different(table: Table, name: str) -> int:
    return int(_look(table, f"count(DISTINCT {table.text(table.place(name), sets=True)})")[0])


def _classes(table: Table, truth: str) -> int:
    cell = table.text(table.place(truth), sets=True)
    return int(_look(table, f"count(DISTINCT {cell}) FILTER (NOT ({gap(cell)}))")[0])


def _no_number(table: Table, name: str, least: float = -math.inf) -> str:
    """Say why a column does not hold numbers, or nothing."""
    value, state = number(table, name)
    fine = f"{state} = 'fine'" + f" AND {value} >= {least}" * math.isfinite(least)
    n, there = _look(table, f"count(*), count(*) FILTER ({fine})")
    what = "finite numbers" if least < 0 else f"numbers of at least {least}"
    return f"only {there} of its {n} cells hold {what}" if there < _MOST * n else ""


# --- cells in SQL ---------------------------------------------------------------------------------


def set_gaps(table: Table, words: Sequence[str]) -> None:
    """Tell the engine the words that stand for a gap, and those of them that are numbers."""
    numbers = [x for word in words if (x := as_number(word)) is not None]
    for name, values in (("gaps::VARCHAR[]", list(words)), ("gap_numbers::DOUBLE[]", numbers)):
        variable, _, kind = name.partition("::")
        table.query(f"SET VARIABLE {variable} = (SELECT ?::{kind})", [values])


def blank(cell: str) -> str:
    """Write whether a cell is null or holds blanks only, as ``str.strip`` sees them."""
    return f"regexp_full_match(coalesce({cell}::VARCHAR, ''), '[{_BLANKS}]*')"


def gap(cell: str, *, words: bool = True) -> str:
    """Write whether a cell is blank or holds a word for a gap: the text, or the same number.

    `words` says whether there are such words.
    """
    if not words:
        return blank(cell)
    value = f"TRY_CAST({cell}::VARCHAR AS DOUBLE)"
    return (
        f"({blank(cell)} OR list_contains(getvariable('gaps'), trim({cell}::VARCHAR)) OR "
        f"coalesce(list_contains(getvariable('gap_numbers'), {value}), false))"
    )


def number(table: Table, name: str, *, weight: bool = False, words: bool = True) -> tuple[str, str]:
    """Write a column as a number, and what each cell is: 'fine', 'missing', 'infinite' and so on.

    A weight may also be 'negative' or 'zero'. `words` says whether words stand for gaps.
    """
    place = table.place(name)
    cell = table.text(place)
    if table.is_number(place):
        value = f"{cell}::DOUBLE"
        missing = gap(cell) if words else f"{cell} IS NULL"
    else:
        value, missing = table.as_number(place), gap(cell, words=words)
    of_weight = f"WHEN {value} < 0 THEN 'negative' WHEN {value} = 0 THEN 'zero'" if weight else ""
    return value, (
        f"CASE WHEN {missing} THEN 'missing' WHEN {value} IS NULL THEN 'no number' "
        f"WHEN isnan({value}) THEN 'missing' WHEN isinf({value}) THEN 'infinite' {of_weight} "
        "ELSE 'fine' END"
    )


def unused_words(table: Table, asked: Asked) -> list[str]:
    """Return the words of ``--missing`` that stand in no column used."""
    cells = [table.text(table.place(name), sets=True) for name in asked.named]
    unused = []
    for word in asked.missing:
        value = as_number(word)
        there = [f"trim({cell}::VARCHAR) = $1" for cell in cells]
        if value is not None:
            there += [f"TRY_CAST({cell}::VARCHAR AS DOUBLE) = {value!r}::DOUBLE" for cell in cells]
        if not table.query(
            f"SELECT 1 FROM rows_read WHERE {' OR '.join(there)} LIMIT 1", [word.strip()]
        ):
            unused.append(word)
    return unused
