"""The rows of a table of predictions: counted in one scan, sorted by DuckDB, or as arrays."""

from __future__ import annotations

import difflib
import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kappabook.commands.files.tables import Table, label_of, listed
from kappabook.commands.label_checks import in_order, refuse_long, spelled_alike
from kappabook.commands.score_columns import (
    FINE,
    INFINITE,
    MISSING,
    MOST_LABELS,
    NEGATIVE,
    NO_NUMBER,
    ZERO,
    Asked,
    Query,
    Roles,
    blank,
    query_of,
    refuse_number,
    usable,
)
from kappabook.commands.score_curve import Batch
from kappabook.commands.score_matrix import Codes, Counted, Values
from kappabook.metrics.confusion import ConfusionMatrix

IN_FILE = "predictions as given"
# Probabilities of all classes are rounded in files, so their sum is near 1.
_NEAR_1 = 0.01


@dataclass
class Tally:
    """What one scan counts.

    Attributes
    ----------
    patterns : dict
        (truth, prediction, ...) -> rows, sum of weights, sum of squared weights. Predictions by a
        threshold are 'True' and 'False'.
    reasons : Counter
        Rows set aside, by the first reason that holds.
    ranges : list of (low, high)
        Of each column of scores, in the rows used.
    raw : list of dict
        The values that truth, then predictions, have in the file for each label.
    same : dict
        The label that another spelling of it is counted as.
    """

    patterns: dict[tuple[str, ...], tuple[int, float, float]] = field(default_factory=dict)
    reasons: Counter[str] = field(default_factory=Counter)
    ranges: list[tuple[float, float]] = field(default_factory=list)
    raw: list[dict[str, list[Any]]] = field(default_factory=list)
    same: dict[str, str] = field(default_factory=dict)

    @property
    def used(self) -> int:
        """Rows used."""
        return sum(n for n, _, _ in self.patterns.values())

    def rename(self, labels: Mapping[str, str], first: int = 0) -> None:
        """Count labels under other names, two of the same name as one; from a column on."""
        patterns, self.patterns = self.patterns, {}
        for pattern, (n, weight, square) in patterns.items():
            named = tuple(labels.get(x, x) if i >= first else x for i, x in enumerate(pattern))
            old = self.patterns.get(named, (0, 0.0, 0.0))
            self.patterns[named] = (old[0] + n, old[1] + weight, old[2] + square)
        for i, column in enumerate(self.raw[first:], first):
            self.raw[i] = {}
            for label, values in column.items():
                self.raw[i].setdefault(labels.get(label, label), []).extend(values)

    def rows(self) -> dict[str, Any]:
        """Rows read, used and set aside, with the reasons."""
        aside = sum(self.reasons.values())
        return {
            "read": self.used + aside,
            "used": self.used,
            "set_aside": aside,
            "reasons": dict(self.reasons),
        }

    def labels(self, place: int) -> Counter[str]:
        """Count the labels of the truth (0) or of a prediction."""
        counts: Counter[str] = Counter()
        for pattern, (n, _, _) in self.patterns.items():
            counts[pattern[place]] += n
        return counts

    def matrix(self, place: int, labels: Sequence[str], *, weighted: bool) -> Counted:
        """Put truth and one prediction into a matrix."""
        k, at = len(labels), {label: i for i, label in enumerate(labels)}
        counts: NDArray[Any] = np.zeros((k, k), dtype=np.int64)
        sums, squares = np.zeros((k, k)), np.zeros((k, k))
        for pattern, (n, weight, square) in self.patterns.items():
            cell = at[pattern[0]], at[pattern[place]]
            counts[cell] += n
            sums[cell] += weight
            squares[cell] += square
        if not weighted:
            return Counted(ConfusionMatrix(counts, list(labels)), counts, self.used)
        return Counted(ConfusionMatrix(sums, list(labels)), squares, self.used)


def tally(table: Table, roles: Roles, query: Query, gaps: Sequence[str]) -> Tally:
    """Count all rows in one scan; a number that is none raises ValueError with its line."""
    keys = [*query.labels, *(state for _, state in query.numbers)]
    keys.append(query.weight[1] if query.weight else str(FINE))
    weight = query.weight[0] if query.weight else "1"
    sums = ["count(*)"]
    if query.weight:
        usable = f"CASE WHEN isfinite({weight}) THEN {weight} END"
        sums += [f"sum({usable})", f"sum({usable} * {usable})"]
    else:
        sums += ["count(*)", "count(*)"]
    for value, _ in query.numbers:
        sums += [f"min({value})", f"max({value})"]
    keys.append(query.group or "0")
    # Groups are many; only whether there is one matters here.
    keys[-1] = blank(keys[-1])
    m, s = len(query.labels), len(query.numbers)
    found = Tally(ranges=[(np.inf, -np.inf)] * s, raw=[{} for _ in range(m)])
    for row in table.query(f"SELECT {', '.join(keys + sums)} FROM rows_read GROUP BY ALL"):
        labels = [label_of(cell) for cell in row[:m]]
        labels = [None if label in gaps else label for label in labels]
        states, n, (sw, sw2) = row[m : m + s + 1], row[m + s + 2], row[m + s + 3 : m + s + 5]
        _refuse(table, roles, query, states)
        if reason := next(_reasons(roles, labels, states, no_group=row[m + s + 1]), ""):
            found.reasons[reason] += n
            continue
        pattern = tuple(map(str, labels))
        for raw, label, cell in zip(found.raw, pattern, row, strict=False):
            if cell not in raw.setdefault(label, []):
                raw[label].append(cell)
        old = found.patterns.get(pattern, (0, 0.0, 0.0))
        found.patterns[pattern] = (old[0] + n, old[1] + float(sw), old[2] + float(sw2))
        for i, (low, high) in enumerate(found.ranges):
            ends = row[m + s + 5 + 2 * i : m + s + 7 + 2 * i]
            found.ranges[i] = min(low, ends[0]), max(high, ends[1])
    given = {x for i in range(1 + len(roles.predictions)) for x in found.labels(i)}
    refuse_long(given, table.path)
    if same := spelled_alike(given) or _yes_and_no(found, 1 + len(roles.predictions)):
        found.same = same
        found.rename(same)
    return found


def _yes_and_no(found: Tally, m: int) -> dict[str, str]:
    """Count True and False as 1 and 0 if one column says so, and another the other."""
    said = [set(found.labels(i)) for i in range(m)]
    words = {label for labels in said for label in labels} - {"0", "1"}
    if not all(labels <= {"0", "1"} or labels <= words for labels in said):
        return {}
    if not words or words == set().union(*said) or {w.lower() for w in words} - {"true", "false"}:
        return {}
    return {word: "1" if word.lower() == "true" else "0" for word in words}


def _reasons(
    roles: Roles, labels: Sequence[str | None], states: Sequence[int], *, no_group: bool
) -> Iterator[str]:
    """Say why rows cannot be used, the first reason first."""
    if labels[0] is None:
        yield "no truth"
    if roles.predictions:
        for name, label in zip(roles.predictions, labels[1:], strict=True):
            if label is None:
                yield f"no prediction in {name!r}"
    for name, state in zip(roles.numbers, states, strict=False):
        if state == MISSING:
            yield f"no score in {name!r}"
    if states[-1] == MISSING:
        yield "no weight"
    if states[-1] == ZERO:
        yield "weight 0"
    if no_group and roles.group is not None:
        yield "no group"


def _refuse(table: Table, roles: Roles, query: Query, states: Sequence[int]) -> None:
    columns = [*roles.numbers, *([roles.weight] if roles.weight else [])]
    numbers = [*query.numbers, *([query.weight] if query.weight else [])]
    for name, (_, expression), state in zip(columns, numbers, states, strict=False):
        if state in (INFINITE, NO_NUMBER, NEGATIVE):
            refuse_number(table, name, state, expression)


# --- classes --------------------------------------------------------------------------------------

_TWO = 2
_YES, _NO = {"1", "true"}, {"0", "-1", "false"}
_OTHER = {"true": "false", "1": "0"}


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
    columns : ndarray of int
        Places of the classes that the columns of probabilities are of.
    """

    labels: list[str]
    positive: str | None
    threshold: float | None
    threshold_from: str
    notes: list[str] = field(default_factory=list)
    columns: Codes = field(default_factory=lambda: np.zeros(0, dtype=np.int64))

    @property
    def place(self) -> int:
        """Place of the positive class among the labels, or -1."""
        return -1 if self.positive is None else self.labels.index(self.positive)


def classes_of(table: Table, roles: Roles, counts: Tally, asked: Asked) -> Classes:
    """Find the classes; what does not fit together raises ValueError.

    Predictions by a threshold, which are yes or no in the tally, and those by the largest
    probability, which are places, get the labels of the classes.
    """
    truth, where = set(counts.labels(0)), table.path
    if roles.probabilities:
        columns = _labels_of(where, roles, truth)
        places = {str(i): label for i, label in enumerate(columns, 1)}
        if not roles.predictions:
            counts.rename(places, first=1)
    if roles.predictions or roles.probabilities:
        said = [set(counts.labels(i + 1)) for i in range(len(roles.names))]
        for name, predicted in zip(roles.names, said, strict=True):
            _refuse_strangers(where, roles.truth, truth, name, predicted)
        found = truth.union(*said, columns if roles.probabilities else ())
        labels = _ordered(where, found, asked.ordered) if asked.ordered else in_order(found)
        if roles.probabilities and set(labels) > set(columns):
            raise ValueError(
                f"{where}: no column of probabilities is of "
                f"{listed(sorted(found - set(columns)))}; "
                "give one for every class."
            )
        if len(labels) > MOST_LABELS:
            raise ValueError(f"{where}: {len(labels)} labels; at most {MOST_LABELS} are counted.")
        positive = positive_of(labels, asked.positive)
        notes = []
        if roles.scores and len(labels) == _TWO:
            positive = _needed(where, labels, positive)
            notes = _said(positive, asked.positive)
        origin = IN_FILE if roles.predictions else "the class with the largest probability"
        at = [labels.index(label) for label in columns] if roles.probabilities else []
        return Classes(labels, positive, None, origin, notes, np.array(at, dtype=np.int64))
    labels, positive = _two_classes(where, roles, in_order(truth), asked.positive)
    if asked.ordered:
        labels = _ordered(where, set(labels), asked.ordered)
    threshold, origin = _threshold(where, roles, counts, asked.threshold)
    other = next(label for label in labels if label != positive)
    counts.rename({"True": positive, "False": other}, first=1)
    notes = [*_said(positive, asked.positive), f"Predictions: {threshold:g} is the {origin}."]
    notes += _all_alike(roles, counts, threshold, positive, other)
    return Classes(labels, positive, threshold, origin, notes)


def _ordered(where: Path | str, found: set[str], ordered: Sequence[str]) -> list[str]:
    """Take the order asked for; it must have every label."""
    lacking = in_order(found - set(ordered))
    if lacking:
        raise ValueError(
            f"{where}: --ordered lacks {listed(lacking)}; name all labels, from one end to the "
            "other."
        )
    return list(ordered)


def _labels_of(where: Path | str, roles: Roles, truth: set[str]) -> list[str]:
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
    path: Path | str, roles: Roles, labels: list[str], asked: str | None
) -> tuple[list[str], str]:
    if len(labels) > _TWO:
        raise ValueError(
            f"{path}: {roles.truth!r} has {len(labels)} classes, {listed(labels)}; a score ranks "
            "two. Give predictions with --prediction."
        )
    if len(labels) == _TWO:
        return labels, _needed(path, labels, positive_of(labels, asked))
    only = labels[0]
    if asked is None and _plain(only) not in _YES | _NO:
        raise ValueError(
            f"{path}: {roles.truth!r} is {only!r} throughout; say with --positive which class the "
            "scores are about."
        )
    word = "false" in (_plain(only), _OTHER.get(_plain(only)))
    yes, no = ("True", "False") if word else ("1", "0")
    positive = asked or (only if _plain(only) in _YES else yes)
    known = _plain(only) in _YES and positive == only
    other = only if positive != only else no if known else f"not {only}"
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
    return yes[0] if len(labels) == _TWO and len(yes) == len(no) == 1 else None


def _needed(path: Path | str, labels: Sequence[str], positive: str | None) -> str:
    if positive is None:
        raise ValueError(
            f"{path}: scores are about one class, and the labels are {listed(labels)}; say which "
            "with --positive."
        )
    return positive


def _said(positive: str, asked: str | None) -> list[str]:
    return [] if asked else [f"Higher scores are taken to mean {positive!r}; else use --positive."]


def _threshold(
    path: Path | str, roles: Roles, counts: Tally, asked: float | None
) -> tuple[float, str]:
    if asked is not None:
        return asked, "threshold of --threshold"
    for name, (low, high) in zip(roles.scores, counts.ranges, strict=True):
        if low < 0 or high > 1:
            raise ValueError(
                f"{path}: column {name!r} goes from {low:g} to {high:g}, so these are no "
                "probabilities; say with --threshold where to cut, or name predictions."
            )
    return 0.5, "default threshold for probabilities"


def _all_alike(
    roles: Roles, counts: Tally, threshold: float, positive: str, other: str
) -> list[str]:
    """Say where a threshold is outside all scores, so that it tells nothing apart."""
    notes = []
    for name, (low, high) in zip(roles.scores, counts.ranges, strict=True):
        span = f"{name!r} goes from {low:g} to {high:g}"
        if threshold > high:
            notes.append(
                f"No score reaches the threshold {threshold:g}: {span}, and every "
                f"prediction is {other!r}."
            )
        elif threshold <= low:
            notes.append(
                f"Every score reaches the threshold {threshold:g}: {span}, and every "
                f"prediction is {positive!r}."
            )
    return notes


def _refuse_strangers(
    path: Path | str, truth_name: str, truth: set[str], name: str, predicted: set[str]
) -> None:
    if not truth & predicted:
        raise ValueError(
            f"{path}: {truth_name!r} says {listed(in_order(truth), 4)} and {name!r} says "
            f"{listed(in_order(predicted), 4)}: no label in common. Labels are compared as text; "
            "if these are scores, name the column with --score."
        )


def _plain(label: str) -> str:
    try:
        return f"{float(label):g}"
    except ValueError:
        return label.strip().lower()


# --- rows -----------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Cases:
    """The rows used: codes of labels, scores, weights and groups, each of shape (n,)."""

    truth: Codes
    predicted: list[Codes]
    scores: list[Values]
    weight: Values | None
    group: Codes | None


class Rows:
    """The rows that have everything asked for, as arrays or as a sorted stream."""

    def __init__(
        self, table: Table, roles: Roles, asked: Asked, counts: Tally, classes: Classes
    ) -> None:
        self._table, self._roles, self._classes = table, roles, classes
        self._query = query_of(table, roles, asked, classes.threshold)
        wanted = usable(table, roles, self._query) if counts.reasons else "TRUE"
        self._source = f"FROM rows_read WHERE {wanted}"
        self._codes = []
        at = {label: i for i, label in enumerate(classes.labels)}
        for i, column in enumerate(counts.raw[: 1 + len(roles.predictions)]):
            pairs = [(x, at[label]) for label, values in column.items() for x in values]
            raw, codes = zip(*pairs, strict=True)
            for name, values in (("raw", raw), ("code", codes)):
                table.query(f"SET VARIABLE {name}{i} = (SELECT ?)", [list(values)])
            cell = self._query.labels[i]
            place = f"list_position(getvariable('raw{i}'), {cell})"
            self._codes.append(f"list_extract(getvariable('code{i}'), {place})")

    def sorted(self, i: int, place: int) -> Iterator[Batch]:
        """Let DuckDB sort one column of scores of the class at `place`, the highest first."""
        columns = [
            f"{self._query.numbers[i][0]} AS score",
            f"({self._codes[0]} = {place})::UTINYINT",
        ]
        types: list[type[np.generic]] = [np.float64, np.uint8]
        if self._query.weight:
            columns.append(self._query.weight[0])
            types.append(np.float64)
        sql = f"SELECT {', '.join(columns)} {self._source} ORDER BY score DESC"
        for score, positive, *weight in self._table.batches(sql, types):
            yield score, positive, weight[0] if weight else None

    def next_below(self, i: int, score: float) -> float:
        """Return the largest score below one; nan if there is none."""
        value = self._query.numbers[i][0]
        found = self._table.query(
            f"SELECT max({value}) FROM (SELECT * {self._source}) AS rows_read WHERE {value} < ?",
            [score],
        )[0][0]
        return math.nan if found is None else float(found)

    def fetch(self) -> Cases:
        """Read them into memory, in the order of the file."""
        query = self._query
        m, s = len(self._codes), len(query.numbers)
        columns = [f"({code})::USMALLINT" for code in self._codes]
        columns += [value for value, _ in query.numbers]
        columns.append(query.weight[0] if query.weight else "1.0::DOUBLE")
        # Which group it is does not matter, and two of as many texts never share such a number.
        columns.append(f"hash({query.group}::VARCHAR)" if query.group else "0::UBIGINT")
        types: list[type[np.generic]] = [np.uint16] * m + [np.float64] * (s + 1) + [np.uint64]
        parts = list(self._table.batches(f"SELECT {', '.join(columns)} {self._source}", types))
        found = [np.concatenate(column) for column in zip(*parts, strict=True)]
        labels = [column.astype(np.int64) for column in found[:m]]
        scores, place, at = found[m : m + s], self._classes.place, self._classes.threshold
        predicted = labels[1:]
        if not predicted and at is not None:
            predicted = [np.where(x >= at, place, 1 - place) for x in scores]
        elif not predicted:
            predicted = [self._classes.columns[np.argmax(scores, axis=0)]]
        group = np.unique(found[m + s + 1], return_inverse=True)[1] if query.group else None
        return Cases(labels[0], predicted, scores, found[m + s] if query.weight else None, group)

    def refuse_sums(self) -> None:
        """Refuse probabilities of all classes that do not sum to 1."""
        total = " + ".join(value for value, _ in self._query.numbers)
        bad = self._table.query(
            f"SELECT n, total FROM (SELECT row_number() OVER () - 1 AS n, {total} AS total, * "
            f"FROM rows_read) AS rows_read WHERE abs(total - 1) > {_NEAR_1} LIMIT 1"
        )
        for row, value in bad:
            raise ValueError(
                f"{self._table.line(row)}: the probabilities sum to {value:.4g}; of every row they "
                "sum to 1."
            )

    def means(self, terms: Sequence[str]) -> list[tuple[float, tuple[float, float]]]:
        """Average expressions over the rows: of each the mean, its error and degrees of freedom.

        In an expression {y} is the place of the true class.
        """
        weight, group = self._query.weight, self._query.group
        values = [f"{term.format(y=self._codes[0])} AS x{i}" for i, term in enumerate(terms)]
        taken = f"SELECT {weight[0] if weight else '1.0'} AS w, {group or 'NULL'} AS g"
        inner = f"({', '.join([taken, *values])} {self._source})"
        sums = [f"w * x{i} AS a{i}" for i in range(len(terms))]
        if group:
            sums = [f"sum(w * x{i}) AS a{i}" for i in range(len(terms))]
            inner = f"(SELECT sum(w) AS b, {', '.join(sums)} FROM {inner} GROUP BY g)"
        else:
            inner = f"(SELECT w AS b, {', '.join(sums)} FROM {inner})"
        totals = ["count(*)", "fsum(b)", "fsum(b * b)"]
        for i in range(len(terms)):
            totals += [f"fsum(a{i})", f"fsum(a{i} * a{i})", f"fsum(a{i} * b)"]
        n, b, bb, *rest = self._table.query(f"SELECT {', '.join(totals)} FROM {inner}")[0]
        found = []
        for a, aa, ab in zip(rest[::3], rest[1::3], rest[2::3], strict=True):
            squares = max(0.0, aa - 2 * (a / b) * ab + (a / b) ** 2 * bb)
            error = math.sqrt(squares * n / (n - 1)) / b if n > 1 else math.nan
            found.append((a / b, (error, n - 1.0 if group else math.inf)))
        return found

    @property
    def number(self) -> list[str]:
        """Expressions of the scores."""
        return [value for value, _ in self._query.numbers]
