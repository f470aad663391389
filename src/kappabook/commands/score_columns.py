"""Which columns of a table of predictions are what, and how they are asked for in SQL.

Only places of columns stand in a query, never a name, and labels are its parameters.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kappabook.commands.files.tables import Table, listed, nearest
from kappabook.commands.score_curve import AUC_METHODS, AUK_METHODS
from kappabook.commands.score_matrix import KAPPA_METHODS
from kappabook.metrics.intervals.distributions import valid_level

TRUTH, PREDICTION, SCORE, WEIGHT, GROUP = "y_true", "y_pred", "y_score", "sample_weight", "group"
_USUAL = (TRUTH, PREDICTION, SCORE, WEIGHT, GROUP)
METHODS = {"kappa": KAPPA_METHODS, "auc": AUC_METHODS, "auk": AUK_METHODS}
MEMORY = "800MB"
MOST_LABELS = 1000
# Above so many rows nothing is held in memory.
LARGE = 1_000_000
# A column is taken by its name if it fits in the first of these rows: so large a share of the cells
# holds numbers, or the groups are at least so many.
_LOOKED_AT, _MOST, _FEWEST_GROUPS = 100_000, 0.8, 10
# What is wrong with a number in a cell: nothing, it is missing, infinite, or no number.
FINE, MISSING, INFINITE, NO_NUMBER, NEGATIVE, ZERO = range(6)
_BLANKS = "".join(filter(str.isspace, map(chr, range(0x3001))))


@dataclass(frozen=True)
class Asked:
    """What was asked for; a column that is not named is looked for under its usual name.

    Attributes
    ----------
    truth : str
    predictions, scores : tuple of str
        One for each classifier; beside each other they belong together.
    probabilities : tuple of str
        Of one classifier, a column for each class, named as the class or ending in its name.
    weight, group : str, optional
    no_score, no_group : bool
        Use no column of scores, or of groups, that was not named.
    positive : str, optional
    threshold : float, optional
    ordered : tuple of str
        All labels in their order, for weighted kappa.
    weights : {'quadratic', 'linear'}
        Of weighted kappa.
    missing : tuple of str
        Words that stand for a gap.
    level : float
        Of the intervals.
    methods : mapping
        'kappa', 'auc' and 'auk' to the method of its interval.
    h : bool
        Also measure H.
    memory : str
        The most that DuckDB takes.
    spill : Path, optional
        Where to put what does not fit into memory; by default the system's folder for that.
    large : int
        Above so many rows nothing is held in memory.
    """

    truth: str = TRUTH
    predictions: tuple[str, ...] = ()
    scores: tuple[str, ...] = ()
    probabilities: tuple[str, ...] = ()
    weight: str | None = None
    group: str | None = None
    no_score: bool = False
    no_group: bool = False
    positive: str | None = None
    threshold: float | None = None
    ordered: tuple[str, ...] = ()
    weights: str = "quadratic"
    missing: tuple[str, ...] = ()
    level: float = 0.95
    methods: Mapping[str, str] = field(default_factory=dict)
    h: bool = False
    memory: str = MEMORY
    spill: Path | None = None
    large: int = LARGE

    def __post_init__(self) -> None:
        """Refuse what does not go together."""
        valid_level(self.level)
        if self.threshold is not None and not math.isfinite(self.threshold):
            raise ValueError(f"--threshold is {self.threshold}; give a finite number.")
        if self.threshold is not None and (self.predictions or self.probabilities):
            raise ValueError(
                "--threshold cuts scores; leave out --prediction and --probabilities, or "
                "--threshold."
            )
        if self.weights not in ("quadratic", "linear"):
            raise ValueError(f"--weights is {self.weights!r}; give 'quadratic' or 'linear'.")
        for name, method in self.methods.items():
            if method not in METHODS.get(name, ()):
                known = "; ".join(f"{n}={'|'.join(ways)}" for n, ways in METHODS.items())
                raise ValueError(f"--method {name}={method} is unknown; give {known}.")
        for option, names in (
            ("--prediction", self.predictions),
            ("--score", self.scores),
            ("--probabilities", self.probabilities),
            ("--ordered", self.ordered),
        ):
            twice = sorted({name for name in names if names.count(name) > 1})
            if twice:
                what = "label" if option == "--ordered" else "column"
                raise ValueError(f"{option} names {listed(twice)} twice; name each {what} once.")
        if self.predictions and self.scores and len(self.predictions) != len(self.scores):
            raise ValueError(
                f"--prediction names {_columns(self.predictions)} and --score "
                f"{_columns(self.scores)}; drop --prediction and give --threshold, or one score "
                "per prediction, in the same order."
            )
        if self.probabilities and (self.scores or len(self.predictions) > 1):
            raise ValueError("--probabilities are of one classifier; leave out --score.")
        for given, option, left in (
            (self.scores, "--score", self.no_score),
            (self.group, "--group", self.no_group),
        ):
            if left and given:
                raise ValueError(f"{option} and --no-{option[2:]} exclude each other.")
        every = [*self.named, self.weight, self.group]
        named = [name for name in every if name is not None]
        for name in named:
            if named.count(name) > 1:
                raise ValueError(f"column {name!r} is named for two things; each has its own.")

    @property
    def named(self) -> tuple[str, ...]:
        """Columns of truth, predictions, scores and probabilities."""
        return (self.truth, *self.predictions, *self.scores, *self.probabilities)


def _columns(names: Sequence[str]) -> str:
    return f"{len(names)} column{'s' if len(names) > 1 else ''}"


@dataclass(frozen=True)
class Roles:
    """The columns that are used, and what was decided about them."""

    truth: str
    predictions: tuple[str, ...] = ()
    scores: tuple[str, ...] = ()
    probabilities: tuple[str, ...] = ()
    weight: str | None = None
    group: str | None = None
    notes: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Name the classifiers."""
        return self.predictions or self.scores or ("probabilities",)

    @property
    def numbers(self) -> tuple[str, ...]:
        """Columns of scores or probabilities."""
        return self.scores or self.probabilities


def roles_in(table: Table, asked: Asked) -> Roles:
    """Find the columns; those not named are taken by their usual names if their content fits.

    With a threshold the scores are to be cut, so 'y_pred' is not taken by itself.
    """
    cut = asked.threshold is not None
    taken = {*asked.named, asked.weight, asked.group}
    notes: list[str] = []

    def usual(name: str) -> str | None:
        return name if name in table.columns and name not in taken else None

    if asked.truth == TRUTH:
        _expect(table, TRUTH, "that of the truth with --truth")
    for name in (*asked.named, asked.weight, asked.group):
        if name is not None:
            table.place(name)
    predictions, scores = asked.predictions, asked.scores
    alone = len(scores) <= 1 and not asked.probabilities
    if not predictions and alone and not cut and (name := usual(PREDICTION)):
        predictions = (name,)
    seen = _Look(table, asked)
    wanted = not (scores or asked.probabilities or asked.no_score) and len(predictions) <= 1
    if wanted and (name := usual(SCORE)):
        why = seen.no_number(name) if predictions else ""
        if predictions and not why and seen.classes > 2:
            why = f"one column of scores ranks two classes, and there are {seen.classes}"
        if why:
            notes.append(f"Column {name!r} is not used as scores: {why}; --score insists.")
        else:
            scores = (name,)
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
    if weight is None and (name := usual(WEIGHT)):
        why = seen.no_number(name, positive=True)
        weight = None if why else name
        notes.append(
            f"Column {name!r} is not used as weights: {why}; --weight insists."
            if why
            else f"Column {name!r} weights each row, because of its name."
        )
    if group is None and not asked.no_group and (name := usual(GROUP)):
        found = seen.different(name)
        group = name if found >= _FEWEST_GROUPS else None
        notes.append(
            f"Column {name!r} says which rows belong together, because of its name; else give "
            "--no-group."
            if group
            else f"Column {name!r} is not used: its {found} values are too few to be groups of "
            "rows; --group insists."
        )
    for column in (asked.truth, *predictions):
        if seen.different(column) > MOST_LABELS:
            raise ValueError(
                f"{table.path}: column {column!r} has more than {MOST_LABELS} different labels. If "
                "it holds scores, name it with --score; if it names cases, it is no label."
            )
    return Roles(asked.truth, predictions, scores, asked.probabilities, weight, group, tuple(notes))


def _expect(table: Table, name: str, remedy: str) -> None:
    """Refuse a table without a column that nobody named; a usual name of another is not meant."""
    if name not in table.columns:
        near = nearest(name, [x for x in table.columns if x not in _USUAL])
        raise ValueError(
            f"{table.path} has no column {name!r}.{near} Name {remedy}. Its columns are "
            f"{listed(table.columns)}."
        )


class _Look:
    """A look at the first rows, before all of them are counted."""

    def __init__(self, table: Table, asked: Asked) -> None:
        self._table, self._gaps = table, asked.missing
        self._truth = table.text(table.place(asked.truth))
        _note_gaps(table, asked.missing)

    def _ask(self, what: str) -> Any:
        rows = f"(SELECT * FROM rows_read LIMIT {_LOOKED_AT})"
        return self._table.query(f"SELECT {what} FROM {rows}")[0]

    @property
    def classes(self) -> int:
        """Different labels of the truth."""
        here = f"NOT {blank(self._truth)} AND {self._truth}::VARCHAR NOT IN (FROM gaps)"
        return int(self._ask(f"count(DISTINCT {self._truth}) FILTER ({here})")[0])

    def different(self, name: str) -> int:
        """Count the different values of a column."""
        return int(self._ask(f"count(DISTINCT {self._table.text(self._table.place(name))})")[0])

    def no_number(self, name: str, *, positive: bool = False) -> str:
        """Say why a column does not hold numbers, or nothing."""
        value, state = number(self._table, name, gaps=bool(self._gaps))
        fine = f"{state} = {FINE}" + f" AND {value} >= 0" * positive
        n, there = self._ask(f"count(*), count(*) FILTER ({fine})")
        what = "numbers of at least 0" if positive else "finite numbers"
        return f"only {there} of its {n} cells hold {what}" if there < _MOST * n else ""


@dataclass(frozen=True)
class Query:
    """How the columns are asked for in SQL; only places of columns stand there, never names.

    Attributes
    ----------
    labels : list of str
        Expressions of the labels: the truth, then the predictions.
    numbers : list of (str, str)
        Expressions of the scores, and of what is wrong with them.
    weight : (str, str) or None
    group : str or None
    """

    labels: list[str]
    numbers: list[tuple[str, str]]
    weight: tuple[str, str] | None
    group: str | None


def _note_gaps(table: Table, words: Sequence[str]) -> None:
    """Put the words for a missing cell into a table of their own."""
    table.query(
        "CREATE OR REPLACE TEMP TABLE gaps AS SELECT unnest(?::VARCHAR[]) AS word", [list(words)]
    )


def query_of(table: Table, roles: Roles, asked: Asked, threshold: float | None) -> Query:
    """Write the expressions.

    Without predictions they are whether a score reaches the threshold, or the place of the largest
    of several probabilities, from 1 on.
    """
    _note_gaps(table, asked.missing)
    gaps = bool(asked.missing)
    numbers = [number(table, name, gaps=gaps) for name in roles.numbers]
    if roles.predictions:
        predicted = [table.text(table.place(name)) for name in roles.predictions]
    elif roles.probabilities:
        every = ", ".join(value for value, _ in numbers)
        predicted = [f"list_position([{every}], greatest({every}))"]
    else:
        predicted = [f"({value} >= {threshold!r}::DOUBLE)" for value, _ in numbers]
    weight = None if roles.weight is None else number(table, roles.weight, gaps=gaps)
    if weight is not None:
        value, state = weight
        state = (
            f"CASE WHEN {value} < 0 AND isfinite({value}) THEN {NEGATIVE} "
            f"WHEN {value} = 0 THEN {ZERO} ELSE {state} END"
        )
        weight = value, state
    return Query(
        [table.text(table.place(roles.truth)), *predicted],
        numbers,
        weight,
        None if roles.group is None else table.text(table.place(roles.group)),
    )


def number(table: Table, name: str, *, gaps: bool) -> tuple[str, str]:
    """Write a column as a number, and say of each cell what is wrong with it."""
    cell = table.text(table.place(name))
    if table.is_number(table.place(name)):
        gap, value = f"{cell} IS NULL", f"{cell}::DOUBLE"
    else:
        text, value = f"{cell}::VARCHAR", table.as_number(table.place(name))
        gap = blank(cell)
        gap += f" OR {text} IN (FROM gaps)" if gaps else ""
    state = (
        f"CASE WHEN {gap} THEN {MISSING} WHEN {value} IS NULL THEN {NO_NUMBER} "
        f"WHEN isfinite({value}) THEN {FINE} WHEN isnan({value}) THEN {MISSING} "
        f"ELSE {INFINITE} END"
    )
    return value, state


def blank(cell: str) -> str:
    """Write whether a cell is null or holds blanks only, as ``str.strip`` sees them."""
    return f"(trim(coalesce({cell}::VARCHAR, ''), '{_BLANKS}') = '')"


def usable(table: Table, roles: Roles, query: Query) -> str:
    """Write the condition that a row has all that is asked for, as the tally sees it."""
    names = (roles.truth, *roles.predictions)
    present = []
    for name, cell in zip(names, query.labels, strict=False):
        present.append(f"NOT {blank(cell)}")
        present.append(f"{cell}::VARCHAR NOT IN (FROM gaps)")
        if table.is_number(table.place(name)):
            present.append(f"NOT isnan({cell}::DOUBLE)")
    states = [state for _, state in [*query.numbers, *([query.weight] if query.weight else [])]]
    present += [f"{state} = {FINE}" for state in states]
    if query.group:
        present.append(f"NOT {blank(query.group)}")
    return " AND ".join(present)


def refuse_number(table: Table, name: str, state: int, expression: str) -> None:
    """Name the first cell that is no finite number, or a negative weight."""
    cell = table.text(table.place(name))
    row, value = table.query(
        f"SELECT n, v FROM (SELECT row_number() OVER () - 1 AS n, {cell} AS v, "
        f"{expression} AS state FROM rows_read) WHERE state = {state} ORDER BY n LIMIT 1"
    )[0]
    said = {
        INFINITE: "is infinite; scores and weights are finite numbers. Mend it, or leave it empty",
        NO_NUMBER: "is no number; write numbers with a point, and name what stands for a gap "
        "with --missing",
        NEGATIVE: "is negative; weights are at least 0",
    }
    raise ValueError(f"{table.line(row)}, column {name!r}: {str(value)!r} {said[state]}.")
