"""Which columns of a file are the truth, the predictions and the scores, and what they hold."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kappabook.commands.files.tables import Table, listed
from kappabook.commands.score.matrix_measures import LARGE

TRUTH, PREDICTION, SCORE, WEIGHT, GROUP = "y_true", "y_pred", "y_score", "sample_weight", "group"
# What is wrong with a number in a cell: nothing, it is missing, infinite, or no number.
MEMORY = "800MB"
FINE, MISSING, INFINITE, NO_NUMBER, NEGATIVE, ZERO = range(6)
_BLANKS = "".join(filter(str.isspace, map(chr, range(0x3001))))


@dataclass(frozen=True)
class Asked:
    """What was asked for beside the columns.

    Attributes
    ----------
    positive : str, optional
    threshold : float, optional
    missing : sequence of str
        Words that stand for a gap.
    memory : str
        The most that DuckDB takes.
    spill : Path, optional
        Where to put what does not fit into memory; by default the system's folder for that.
    large : int
        Above so many rows only large-sample intervals, and nothing is held in memory.
    """

    positive: str | None = None
    threshold: float | None = None
    missing: Sequence[str] = ()
    memory: str = MEMORY
    spill: Path | None = None
    large: int = LARGE

    def __post_init__(self) -> None:
        """Refuse a threshold that is none."""
        if self.threshold is not None and not math.isfinite(self.threshold):
            raise ValueError(f"--threshold is {self.threshold}; give a finite number.")


@dataclass(frozen=True)
class Roles:
    """The columns asked for; what is not named is looked for under its usual name.

    Attributes
    ----------
    truth : str
    predictions, scores : tuple of str
        One for each classifier; beside each other they belong together.
    weight, group : str or None
    """

    truth: str = TRUTH
    predictions: tuple[str, ...] = ()
    scores: tuple[str, ...] = ()
    weight: str | None = None
    group: str | None = None

    def __post_init__(self) -> None:
        """Refuse columns that do not go together."""
        for option, names in (("--prediction", self.predictions), ("--score", self.scores)):
            twice = sorted({name for name in names if names.count(name) > 1})
            if twice:
                raise ValueError(f"{option} names {listed(twice)} twice; name each column once.")
        if self.predictions and self.scores and len(self.predictions) != len(self.scores):
            raise ValueError(
                f"--prediction names {_columns(self.predictions)} and --score "
                f"{_columns(self.scores)}; drop --prediction and give --threshold, or one score "
                "per prediction, in the same order."
            )
        every = [self.truth, *self.predictions, *self.scores, self.weight, self.group]
        named = [name for name in every if name is not None]
        for name in named:
            if named.count(name) > 1:
                raise ValueError(f"column {name!r} is named for two things; each has its own.")

    def found_in(self, table: Table, *, cut: bool) -> Roles:
        """Fill in what has its usual name, and check that every column is there.

        With `cut`, the scores are to be cut at a threshold, so 'y_pred' is not taken by itself.
        """
        taken = {self.truth, *self.predictions, *self.scores, self.weight, self.group}

        def usual(name: str) -> str | None:
            return name if name in table.columns and name not in taken else None

        table.place(self.truth)
        predictions, scores = self.predictions, self.scores
        if not predictions and len(scores) <= 1 and not cut and (name := usual(PREDICTION)):
            predictions = (name,)
        if not scores and len(predictions) <= 1 and (name := usual(SCORE)):
            scores = (name,)
        if not predictions and not scores:
            table.place(SCORE if cut else PREDICTION)
        found = Roles(
            self.truth,
            predictions,
            scores,
            self.weight or usual(WEIGHT),
            self.group or usual(GROUP),
        )
        for name in (*predictions, *scores, found.weight, found.group):
            if name is not None:
                table.place(name)
        return found

    @property
    def names(self) -> tuple[str, ...]:
        """Name the classifiers."""
        return self.predictions or self.scores


def _columns(names: Sequence[str]) -> str:
    return f"{len(names)} column{'s' if len(names) > 1 else ''}"


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


def query_of(
    table: Table, roles: Roles, threshold: float | None, gaps: Sequence[str] = ()
) -> Query:
    """Write the expressions; without predictions they are whether a score reaches the threshold.

    The words in `gaps`, which stand for a missing cell, go into a table of their own.
    """
    table.query("CREATE OR REPLACE TEMP TABLE gaps AS SELECT unnest(?::VARCHAR[]) AS word", [gaps])
    numbers = [number(table, name, gaps=bool(gaps)) for name in roles.scores]
    if roles.predictions:
        predicted = [table.text(table.place(name)) for name in roles.predictions]
    else:
        predicted = [f"({value} >= {threshold!r}::DOUBLE)" for value, _ in numbers]
    weight = None if roles.weight is None else number(table, roles.weight, gaps=bool(gaps))
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
        text, value = f"{cell}::VARCHAR", f"TRY_CAST({cell} AS DOUBLE)"
        gap = blank(cell)
        gap += f" OR {text} IN (SELECT word FROM gaps)" if gaps else ""
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
        present.append(f"{cell}::VARCHAR NOT IN (SELECT word FROM gaps)")
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
