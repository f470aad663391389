"""The rows of a table of predictions: counted in one scan, then as numbers alone.

Three views follow each other. ``rows_read`` is the file. In ``cells`` its columns have the names of
what they are: l0 the truth, l1 ... the predictions, x0 ... the scores, w the weight, g the group;
f0, ... and fw say what is wrong with a number. ``cases`` has the rows that are used, and places of
labels.
"""

from __future__ import annotations

import difflib
import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, takewhile
from pathlib import Path
from typing import Any

import numpy as np

from kappabook.commands.files.tables import Table, label_of, listed
from kappabook.commands.label_checks import in_order, refuse_long, remarks, spelled_alike
from kappabook.commands.score.columns import MOST_LABELS, PREDICTION, Asked, Roles, blank, number
from kappabook.commands.score.curve import Batch
from kappabook.commands.score.matrix import Codes, Counted, Values
from kappabook.metrics.confusion import ConfusionMatrix

IN_FILE = "predictions as given"
_HALF = 0.5
# Probabilities of all classes are rounded in files, so their sum is near 1.
_NEAR_1 = 0.01
# Sorted scores that are in memory at once.
_BATCH = 500_000
_WRONG = {
    "infinite": "is infinite; scores and weights are finite numbers. Mend it, or leave it empty",
    "no number": "is no number; write numbers with a point, and name what stands for a gap with "
    "--missing",
    "negative": "is negative; weights are at least 0",
}


# --- one scan -------------------------------------------------------------------------------------


@dataclass
class Tally:
    """What one scan counts.

    Attributes
    ----------
    patterns : list of (cells, rows, sum of weights, sum of squared weights)
        Rows that are used, by their cells of truth and predictions.
    names : list of dict
        Of truth and predictions: the label that each cell is counted as.
    reasons : Counter
        Rows set aside, by the first reason that holds.
    ranges : list of (low, high)
        Of each column of scores, in the rows used.
    notes : list of str
    """

    patterns: list[tuple[Sequence[Any], int, float, float]] = field(default_factory=list)
    names: list[dict[Any, str]] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)
    ranges: list[tuple[float, float]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def used(self) -> int:
        """Rows used."""
        return sum(n for _, n, _, _ in self.patterns)

    def rename(self, labels: Mapping[str, str], columns: slice = slice(None)) -> None:
        """Count labels under other names, two of the same name as one."""
        for names in self.names[columns]:
            names |= {cell: labels.get(label, label) for cell, label in names.items()}

    def rows(self) -> dict[str, Any]:
        """Rows read, used and set aside, with the reasons."""
        aside = self.reasons.total()
        return {
            "read": self.used + aside,
            "used": self.used,
            "set_aside": aside,
            "reasons": dict(self.reasons),
        }

    def labels(self, i: int) -> Counter[str]:
        """Count the labels of the truth (0) or of a prediction."""
        counts: Counter[str] = Counter()
        for cells, n, _, _ in self.patterns:
            counts[self.names[i][cells[i]]] += n
        return counts

    def places(self, i: int, labels: Sequence[str]) -> tuple[Codes, Codes]:
        """Cell of each pattern in the matrix of truth and a prediction: row and column."""
        at = {label: k for k, label in enumerate(labels)}
        cells = [cells for cells, *_ in self.patterns]
        row, column = (np.array([at[self.names[j][c[j]]] for c in cells]) for j in (0, i))
        return row, column

    def matrix(self, i: int, labels: Sequence[str], *, weighted: bool) -> Counted:
        """Put truth and one prediction into a matrix."""
        sums = np.zeros((3, len(labels), len(labels)))
        for of_all, one in zip(sums, list(zip(*self.patterns, strict=True))[1:], strict=True):
            np.add.at(of_all, self.places(i, labels), one)
        counts, weights, squares = sums
        if not weighted:
            weights = squares = counts.astype(np.int64)
        return Counted(ConfusionMatrix(weights, list(labels)), squares, self.used)


def tally(table: Table, roles: Roles, asked: Asked) -> Tally:
    """Count all rows in one scan; a number that is none raises ValueError with its line."""
    _name_cells(table, roles, _HALF if asked.threshold is None else asked.threshold)
    m, s = 1 + len(roles.names), len(roles.numbers)
    keys = [*(f"l{i}" for i in range(m)), *(f"f{i}" for i in range(s)), "fw", "g IS NULL"]
    w = "CASE WHEN fw = 'fine' THEN w END"
    sums = ["count(*)", f"sum({w})", f"sum({w} * {w})"]
    sums += [f"{end}(x{i})" for i in range(s) for end in ("min", "max")]
    found = Tally(names=[{} for _ in range(m)], ranges=[(math.inf, -math.inf)] * s)
    for row in table.query(f"SELECT {', '.join(keys + sums)} FROM cells GROUP BY ALL"):
        cells, states, no_group = row[:m], row[m : m + s + 1], row[m + s + 1]
        n, weight, squares, *ends = row[m + s + 2 :]
        _refuse_wrong(table, roles, states)
        labels = [None if (x := label_of(cell)) in asked.missing else x for cell in cells]
        if reason := next(_reasons(roles, labels, states, no_group=no_group), ""):
            found.reasons[reason] += n
            continue
        for names, cell, label in zip(found.names, cells, labels, strict=True):
            if isinstance(cell, list | dict):
                raise ValueError(f"{table.path}: {cell} holds several values; a label is one.")
            names[cell] = str(label)
        found.patterns.append((cells, n, weight, squares))
        found.ranges = [
            (min(low, x), max(high, y))
            for (low, high), x, y in zip(found.ranges, ends[::2], ends[1::2], strict=True)
        ]
    if not found.used:
        why = ", ".join(f"{reason}: {n}" for reason, n in found.reasons.items())
        raise ValueError(f"{table.path}: no row can be used ({why}); name other columns.")
    _merge_spellings(found, table.path, slice(1 + len(roles.predictions)))
    return found


def _name_cells(table: Table, roles: Roles, threshold: float) -> None:
    """Make the view ``cells``.

    Without predictions these are whether a score reaches the threshold, or the place of the largest
    of several probabilities, from 1 on.
    """
    numbers = [number(table, name) for name in roles.numbers]
    every = ", ".join(value for value, _ in numbers)
    if roles.predictions:
        predicted = [table.text(table.place(name)) for name in roles.predictions]
    elif roles.probabilities:
        predicted = [f"list_position([{every}], greatest({every}))"]
    else:
        predicted = [f"({value} >= {threshold!r}::DOUBLE)" for value, _ in numbers]
    group = "0" if roles.group is None else table.text(table.place(roles.group))
    columns = {
        **{f"l{i}": x for i, x in enumerate((table.text(table.place(roles.truth)), *predicted))},
        **{f"x{i}": value for i, (value, _) in enumerate(numbers)},
        **{f"f{i}": state for i, (_, state) in enumerate(numbers)},
        "g": f"CASE WHEN {blank(group)} THEN NULL ELSE {group}::VARCHAR END",
    }
    weight = number(table, roles.weight, weight=True) if roles.weight else ("1::DOUBLE", "'fine'")
    columns["w"], columns["fw"] = weight
    chosen = ", ".join(f"{value} AS {name}" for name, value in columns.items())
    table.query(f"CREATE TEMP VIEW cells AS SELECT {chosen} FROM rows_read")


def _merge_spellings(found: Tally, where: object, columns: slice) -> None:
    """Count '1.0' as '1', and True as 1 where another column says so."""
    said = [set(names.values()) for names in found.names[columns]]
    every = set().union(*said)
    refuse_long(every, where)
    same = spelled_alike(every) or _yes_and_no(said)
    found.rename(same)
    longer = sorted(label for label, short in same.items() if label != short)
    if longer:
        number = longer[0][0].isdigit() or longer[0][0] == "-"
        word = "whole numbers that they are" if number else "1 and 0 of the others"
        found.notes.append(f"The labels {listed(longer)} are counted as the {word}.")


def _yes_and_no(said: list[set[str]]) -> dict[str, str]:
    """Read True and False as 1 and 0 if one column says so, and another the other."""
    words = set().union(*said) - {"0", "1"}
    if not words or {word.lower() for word in words} - {"true", "false"}:
        return {}
    apart = all(labels <= {"0", "1"} or labels <= words for labels in said)
    if not apart or not any(labels & {"0", "1"} for labels in said):
        return {}
    return {word: "1" if word.lower() == "true" else "0" for word in words}


def _reasons(
    roles: Roles, labels: Sequence[str | None], states: Sequence[str], *, no_group: bool
) -> Iterator[str]:
    """Say why rows cannot be used, the first reason first."""
    if labels[0] is None:
        yield "no truth"
    for name, label in zip(roles.predictions, labels[1:], strict=False):
        if label is None:
            yield f"no prediction in {name!r}"
    for name, state in zip(roles.numbers, states, strict=False):
        if state == "missing":
            yield f"no score in {name!r}"
    if states[-1] == "missing":
        yield "no weight"
    if states[-1] == "zero":
        yield "weight 0"
    if no_group:
        yield "no group"


def _refuse_wrong(table: Table, roles: Roles, states: Sequence[str]) -> None:
    """Name the first cell that is no finite number, or a negative weight."""
    for i, state in enumerate(states):
        if state not in _WRONG:
            continue
        is_weight = i == len(roles.numbers)
        name = str(roles.weight) if is_weight else roles.numbers[i]
        cell = table.text(table.place(name))
        seen = number(table, name, weight=is_weight)[1]
        row, value = table.query(
            f"SELECT n, v FROM (SELECT row_number() OVER () - 1 AS n, {cell} AS v, {seen} AS state "
            "FROM rows_read) WHERE state = ? ORDER BY n LIMIT 1",
            [state],
        )[0]
        raise ValueError(f"{table.line(row)}, column {name!r}: {str(value)!r} {_WRONG[state]}.")


# --- classes --------------------------------------------------------------------------------------

_YES, _NO = {"1", "true"}, {"0", "-1", "false"}


@dataclass(frozen=True)
class Classes:
    """The classes and what is positive.

    Attributes
    ----------
    labels : list of str
    positive : str or None
    threshold : float or None
        Where scores were cut; None with predictions from the file.
    threshold_from : str
    notes : list of str
    columns : list of int
        Places of the classes that the columns of probabilities are of.
    """

    labels: list[str]
    positive: str | None
    threshold: float | None
    threshold_from: str
    notes: list[str] = field(default_factory=list)
    columns: list[int] = field(default_factory=list)

    @property
    def place(self) -> int:
        """Place of the positive class among the labels, or -1."""
        return -1 if self.positive is None else self.labels.index(self.positive)


def classes_of(table: Table, roles: Roles, counts: Tally, asked: Asked) -> Classes:
    """Find the classes; what does not fit together raises ValueError.

    Predictions by a threshold, which are yes or no in the tally, and those by the largest
    probability, which are places, get the labels of the classes.
    """
    find = _cut_classes
    if roles.predictions or roles.probabilities:
        find = _said_classes
    found = find(table.path, roles, counts, asked)
    found.notes.extend(counts.notes)
    taken = PREDICTION in (*roles.predictions, *roles.scores)
    if not taken and PREDICTION in table.columns and found.threshold is not None:
        found.notes.append(
            f"Column {PREDICTION!r} is not used: the scores are cut at {found.threshold:g}."
        )
    said = counts.labels(0)
    for i, name in enumerate(roles.predictions, 1):
        predicted = counts.labels(i)
        if extra := [x for x in predicted if x not in counts.labels(0)]:
            times = sum(predicted[x] for x in extra)
            found.notes.append(
                f"{name!r} predicts {listed(extra)} {times} times, which {roles.truth!r} never "
                "says: these rows count as errors."
            )
        said += predicted
    found.notes.extend(remarks(said, counts.used, raters=False))
    return found


def _said_classes(where: Path, roles: Roles, counts: Tally, asked: Asked) -> Classes:
    """Take the classes that truth, predictions and columns of probabilities name."""
    truth = set(counts.labels(0))
    columns = _labels_of(where, roles, truth) if roles.probabilities else []
    if not roles.predictions:
        counts.rename({str(i): label for i, label in enumerate(columns, 1)}, slice(1, None))
    found = truth.union(columns)
    for i, name in enumerate(roles.names, 1):
        predicted = set(counts.labels(i))
        if not truth & predicted:
            raise ValueError(
                f"{where}: {roles.truth!r} says {listed(in_order(truth), 4)} and {name!r} says "
                f"{listed(in_order(predicted), 4)}: no label in common. Labels are compared as "
                "text; if these are scores, name the column with --score."
            )
        found |= predicted
    labels = _ordered(where, found, asked.ordered)
    if columns and set(labels) > set(columns):
        lacking = listed(sorted(found - set(columns)))
        raise ValueError(
            f"{where}: no column of probabilities is of {lacking}; give one for every class."
        )
    if len(labels) > MOST_LABELS:
        raise ValueError(f"{where}: {len(labels)} labels; at most {MOST_LABELS} are counted.")
    positive = positive_of(labels, asked.positive)
    notes = []
    if roles.scores and len(labels) == 2:
        positive = _needed(where, labels, positive)
        notes = _taken(positive, asked)
    origin = IN_FILE if roles.predictions else "the class with the largest probability"
    return Classes(labels, positive, None, origin, notes, [labels.index(x) for x in columns])


def _cut_classes(where: Path, roles: Roles, counts: Tally, asked: Asked) -> Classes:
    """Take the two classes of the truth, and a threshold that tells them apart."""
    labels, positive = _two_classes(where, roles, in_order(counts.labels(0)), asked.positive)
    labels = _ordered(where, set(labels), asked.ordered)
    threshold, origin = asked.threshold, "threshold of --threshold"
    if threshold is None:
        threshold, origin = _HALF, "default threshold for probabilities"
    other = next(label for label in labels if label != positive)
    notes = [*_taken(positive, asked), f"Predictions: {threshold:g} is the {origin}."]
    for name, (low, high) in zip(roles.scores, counts.ranges, strict=True):
        if asked.threshold is None and (low < 0 or high > 1):
            raise ValueError(
                f"{where}: column {name!r} goes from {low:g} to {high:g}, so these are no "
                "probabilities; say with --threshold where to cut, or name predictions."
            )
        if not low < threshold <= high:
            reach, said = (
                ("No score reaches", other)
                if threshold > high
                else (
                    "Every score reaches",
                    positive,
                )
            )
            notes.append(
                f"{reach} the threshold {threshold:g}: {name!r} goes from {low:g} to {high:g}, and "
                f"every prediction is {said!r}."
            )
    counts.rename({"True": positive, "False": other}, slice(1, None))
    return Classes(labels, positive, threshold, origin, notes)


def _ordered(where: Path, found: set[str], ordered: Sequence[str]) -> list[str]:
    """Take the order asked for, which must have every label; by default that of the alphabet."""
    lacking = in_order(found - set(ordered))
    if ordered and lacking:
        raise ValueError(
            f"{where}: --ordered lacks {listed(lacking)}; name all labels, from one end to the "
            "other."
        )
    return list(ordered) or in_order(found)


def _labels_of(where: Path, roles: Roles, truth: set[str]) -> list[str]:
    """Find which class each column of probabilities is of: by its name, or what ends it."""
    names = roles.probabilities
    alike = takewhile(lambda letters: len(set(letters)) == 1, zip(*names, strict=False))
    shared = re.sub(r"[^\W_]*$", "", "".join(letters[0] for letters in alike))
    for labels in ([*names], [name[len(shared) :] for name in names]):
        if truth <= set(labels):
            return labels
    raise ValueError(
        f"{where}: --probabilities names {listed(names)}, and {roles.truth!r} says "
        f"{listed(in_order(truth))}; name a column for each class, called as the class or ending "
        "in its name, such as 'p_cat'."
    )


def _two_classes(
    where: Path, roles: Roles, labels: list[str], asked: str | None
) -> tuple[list[str], str]:
    """Find the two classes, the positive one last; of one that is there alone think the other."""
    if len(labels) > 2:
        raise ValueError(
            f"{where}: {roles.truth!r} has {len(labels)} classes, {listed(labels)}; a score ranks "
            "two. Give predictions with --prediction."
        )
    if len(labels) == 2:
        return labels, _needed(where, labels, positive_of(labels, asked))
    only = labels[0]
    if asked is None and _plain(only) not in _YES | _NO:
        raise ValueError(
            f"{where}: {roles.truth!r} is {only!r} throughout; say with --positive which class the "
            "scores are about."
        )
    yes, no = ("True", "False") if _plain(only) in ("true", "false") else ("1", "0")
    positive = asked or (only if _plain(only) in _YES else yes)
    other = only
    if positive == only:
        other = no if _plain(only) in _YES else f"not {only}"
    return in_order({positive, other}), positive


def positive_of(labels: Sequence[str], asked: str | None) -> str | None:
    """Find the positive class: the one asked for, or 1 or True of two."""
    if asked is not None:
        if asked in labels:
            return asked
        near = difflib.get_close_matches(asked, labels, 3, 0.5)
        hint = f" Did you mean {' or '.join(map(repr, near))}?" if near else ""
        raise ValueError(f"--positive {asked!r} is no label; they are {listed(labels)}.{hint}")
    yes = [label for label in labels if _plain(label) in _YES]
    no = [label for label in labels if _plain(label) in _NO]
    return yes[0] if len(labels) == 2 and len(yes) == len(no) == 1 else None


def _needed(where: Path, labels: Sequence[str], positive: str | None) -> str:
    if positive is None:
        raise ValueError(
            f"{where}: scores are about one class, and the labels are {listed(labels)}; say which "
            "with --positive."
        )
    return positive


def _taken(positive: str, asked: Asked) -> list[str]:
    if asked.positive:
        return []
    return [f"Higher scores are taken to mean {positive!r}; else use --positive."]


def _plain(label: str) -> str:
    try:
        return f"{float(label):g}"
    except ValueError:
        return label.strip().lower()


# --- cases ----------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Cases:
    """The rows used: codes of labels, scores, weights and groups, each of shape (n,)."""

    truth: Codes
    predicted: list[Codes]
    scores: list[Values]
    weight: Values | None
    group: Codes | None


class Rows:
    """The rows that have everything asked for, in ``cases``: kept as a table, or read again.

    Its columns are l0 (the truth), l1, ... as places of the labels, x0, ..., w and g.
    """

    def __init__(
        self, table: Table, roles: Roles, counts: Tally, classes: Classes, *, keep: bool
    ) -> None:
        self._table, self._roles = table, roles
        at = {label: i for i, label in enumerate(classes.labels)}
        codes = []
        for i, names in enumerate(counts.names):
            for what, values in (("cell", names), ("code", [at[x] for x in names.values()])):
                table.query(f"SET VARIABLE {what}{i} = (SELECT ?)", [list(values)])
            place = f"list_position(getvariable('cell{i}'), l{i})"
            codes.append(f"list_extract(getvariable('code{i}'), {place})::USMALLINT AS l{i}")
        numbers = range(len(roles.numbers))
        # Which group it is does not matter, and two of as many texts never share such a number.
        chosen = ", ".join([*codes, *(f"x{i}" for i in numbers), "w", "hash(g) AS g"])
        fine = " AND ".join([*(f"f{i} = 'fine'" for i in numbers), "fw = 'fine'", "g IS NOT NULL"])
        known = " AND ".join(f"l{i} IS NOT NULL" for i in range(len(codes)))
        table.query(
            f"CREATE TEMP {'TABLE' if keep else 'VIEW'} cases AS "
            f"SELECT * FROM (SELECT {chosen} FROM cells WHERE {fine}) WHERE {known}"
        )

    def fetch(self) -> Cases:
        """Read them into memory, in the order of the file."""
        found, roles = self._table.arrays("SELECT * FROM cases"), self._roles
        labels = [found[f"l{i}"].astype(np.int64) for i in range(1 + len(roles.names))]
        return Cases(
            labels[0],
            labels[1:],
            [found[f"x{i}"] for i in range(len(roles.numbers))],
            found["w"] if roles.weight else None,
            np.unique(found["g"], return_inverse=True)[1] if roles.group else None,
        )

    def sorted(self, i: int, place: int) -> Iterator[Batch]:
        """Let DuckDB sort one column of scores of the class at `place`, the highest first."""
        weight = ", w" if self._roles.weight else ""
        self._table.query(
            f"CREATE OR REPLACE TEMP TABLE ranked AS SELECT x{i} AS score, "
            f"(l0 = {place})::UTINYINT AS positive{weight} FROM cases ORDER BY score DESC"
        )
        for start in count(0, _BATCH):
            here = f"rowid >= {start} AND rowid < {start + _BATCH}"
            part = self._table.arrays(f"SELECT * FROM ranked WHERE {here}")
            if not len(part["score"]):
                return
            yield part["score"], part["positive"], part.get("w")

    def next_below(self, i: int, score: float) -> float:
        """Return the largest score below one; nan if there is none."""
        found = self._table.query(f"SELECT max(x{i}) FROM cases WHERE x{i} < ?", [score])[0][0]
        return math.nan if found is None else float(found)

    def refuse_sums(self) -> None:
        """Refuse probabilities of all classes that do not sum to 1."""
        total = " + ".join(f"x{i}" for i in range(len(self._roles.numbers)))
        bad = self._table.query(
            f"SELECT n, total FROM (SELECT row_number() OVER () - 1 AS n, {total} AS total "
            f"FROM cells) WHERE abs(total - 1) > {_NEAR_1} ORDER BY n LIMIT 1"
        )
        for row, value in bad:
            raise ValueError(
                f"{self._table.line(row)}: the probabilities sum to {value:.4g}; of every row they "
                "sum to 1."
            )

    def mean(self, term: str) -> tuple[float, tuple[float, float]]:
        """Average an expression over the rows: the mean, its error and degrees of freedom."""
        each = f"(SELECT w AS b, w * ({term}) AS a, g FROM cases)"
        if self._roles.group:
            each = f"(SELECT sum(b) AS b, sum(a) AS a FROM {each} GROUP BY g)"
        sums = "count(*), fsum(a), fsum(b), fsum(a * a), fsum(a * b), fsum(b * b)"
        n, a, b, aa, ab, bb = self._table.query(f"SELECT {sums} FROM {each}")[0]
        squares = max(0.0, aa - 2 * (a / b) * ab + (a / b) ** 2 * bb)
        error = math.sqrt(squares * n / (n - 1)) / b if n > 1 else math.nan
        return a / b, (error, n - 1.0 if self._roles.group else math.inf)
