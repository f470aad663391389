"""One scan of a table of predictions counts all that a confusion matrix needs.

Three views follow each other. ``rows_read`` is the file. In ``cells`` its columns have the names of
what they are: l0 the truth, l1 ... the predictions, x0 ... the scores, w the weight, g the group;
f0, ... and fw say what is wrong with a number. ``cases`` has the rows that are used, and places of
labels.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kappabook.commands.reading.gaps import is_gap_word
from kappabook.commands.reading.labels import one_spelling, refuse_long, spelling_note
from kappabook.commands.reading.numbers import POINT, why_no_number
from kappabook.commands.reading.read_table import Table, label_of
from kappabook.commands.reading.sets import (
    HOLDS_SEVERAL,
    is_empty_list,
    lists_in,
    note_of_single,
)
from kappabook.commands.score.columns import MOST_LABELS, Asked, gap, number
from kappabook.commands.score.matrix import Codes, Counted
from kappabook.metrics.confusion import ConfusionMatrix

# Where scores are cut unless another threshold is asked for.
HALF = 0.5
# Sums of weights beyond these are scaled; a square of a weight far below the others is no 0.
_MODERATE, _LEAST_SQUARE = 1e100, 1e-300
_WRONG = {
    "infinite": "is infinite; scores and weights are finite numbers. Mend it, or leave it empty",
    "no number": "is no number; write numbers with a point, and name what stands for a gap with "
    "--missing",
    "negative": "is negative; weights are at least 0",
    "lost": "is lost beside weights more than 10^300 times as large; give weights of one unit",
}


@dataclass
class Tally:
    """What one scan counts.

    Attributes
    ----------
    patterns : list of (cells, rows, sum of weights, sum of squared weights)
        Rows that are used, by their cells of truth and predictions.
    ends : list of sequence of float
        Of each pattern the least and the largest of each column of scores.
    names : list of dict
        Of truth and predictions: the label that each cell is counted as.
    reasons : Counter
        Rows set aside, by the first reason that holds.
    ranges : list of (low, high)
        Of each column of scores, in the rows used.
    notes : list of str
    scale : float
        What all weights were multiplied by.
    """

    patterns: list[tuple[Sequence[Any], int, float, float]] = field(default_factory=list)
    ends: list[Sequence[float]] = field(default_factory=list)
    names: list[dict[Any, str]] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)
    ranges: list[tuple[float, float]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    scale: float = 1.0

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
            "reasons": dict(sorted(self.reasons.items())),
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


def tally(table: Table, asked: Asked, scale: float = 1.0) -> Tally:
    """Count all rows in one scan; a number that is none raises ValueError with its line.

    Weights whose squares would overflow or vanish are multiplied by `scale`, a power of two, in a
    second scan: no measure depends on the unit of the weights.
    """
    _name_cells(table, asked, HALF if asked.threshold is None else asked.threshold, scale)
    m, s = 1 + len(asked.names), len(asked.numbers)
    keys = [*(f"l{i}" for i in range(m)), *(f"f{i}" for i in range(s)), "fw", "g IS NULL"]
    w = "CASE WHEN fw = 'fine' THEN w END"
    square = f"{w} * {w}" if scale == 1 else f"greatest({w} * {w}, {_LEAST_SQUARE})"
    sums = ["count(*)", f"sum({w})", f"sum({square})"]
    sums += [f"{end}(x{i})" for i in range(s) for end in ("min", "max")]
    found = Tally(names=[{} for _ in range(m)], ranges=[(math.inf, -math.inf)] * s, scale=scale)
    from_file = 1 + len(asked.prediction)
    for row in table.each(f"SELECT {', '.join(keys + sums)} FROM cells GROUP BY ALL"):
        cells, states, no_group = row[:m], row[m : m + s + 1], row[m + s + 1]
        n, weight, squares, *ends = row[m + s + 2 :]
        _refuse_wrong(table, asked, states, scale)
        labels = [label_of(cell) for cell in cells]
        for i, label in enumerate(labels[:from_file]):
            if label is not None and (asked.is_gap(label) or is_empty_list(label)):
                labels[i] = None
        if reason := next(_reasons(asked, labels, states, no_group=no_group), ""):
            found.reasons[reason] += n
            continue
        for names, cell, label in zip(found.names, cells, labels, strict=True):
            names[cell] = str(label)
            # Two spellings of each, as 1 and 1.0, may still be few enough labels.
            if len(names) > 2 * MOST_LABELS:
                raise ValueError(
                    f"{table.path}: more than {len(names) - 1} different labels, such as "
                    f"{label!r}; at most {MOST_LABELS} are counted."
                )
        found.patterns.append((cells, n, weight, squares))
        found.ends.append(ends)
        found.ranges = [
            (min(low, x), max(high, y))
            for (low, high), x, y in zip(found.ranges, ends[::2], ends[1::2], strict=True)
        ]
    if not found.used:
        why = ", ".join(f"{reason}: {n}" for reason, n in found.reasons.items())
        raise ValueError(f"{table.path}: no row can be used ({why}); name other columns.")
    largest = max(weight for _, _, weight, _ in found.patterns)
    if scale == 1 and not 1 / _MODERATE < largest < _MODERATE:
        table.query("DROP VIEW cells")
        exponent = math.frexp(largest)[1] if math.isfinite(largest) else 1000
        return tally(table, asked, math.ldexp(1.0, min(1000, max(-1000, -exponent))))
    _read_lists(found, table, asked)
    _merge_spellings(found, table.path, slice(1 + len(asked.prediction)))
    return found


def _name_cells(table: Table, asked: Asked, threshold: float, scale: float) -> None:
    """Make the view ``cells``.

    Without predictions these are whether a score reaches the threshold, or the place of the largest
    of several probabilities, from 1 on.
    """
    words = bool(asked.missing)
    numbers = [number(table, name, words=words) for name in asked.numbers]
    every = ", ".join(value for value, _ in numbers)
    truth = table.text(table.place(asked.truth), sets=True)
    if asked.prediction:
        predicted = [table.text(table.place(name), sets=True) for name in asked.prediction]
    elif asked.probabilities:
        predicted = [f"list_position([{every}], greatest({every}))"]
    else:
        predicted = [f"({value} >= {threshold!r}::DOUBLE)" for value, _ in numbers]
    group = "0" if asked.group is None else table.text(table.place(asked.group))
    columns = {
        **{f"l{i}": x for i, x in enumerate((truth, *predicted))},
        **{f"x{i}": value for i, (value, _) in enumerate(numbers)},
        **{f"f{i}": state for i, (_, state) in enumerate(numbers)},
        "g": f"CASE WHEN {gap(group, words=words)} THEN NULL ELSE {group}::VARCHAR END",
    }
    weight = ("1::DOUBLE", "'fine'")
    if asked.weight:
        weight = number(table, asked.weight, weight=True, words=words)
    columns["w"], columns["fw"] = weight
    if scale != 1:
        columns["w"] = f"({weight[0]} * {scale!r}::DOUBLE)"
        lost = f"{weight[0]} > 0 AND {columns['w']} = 0"
        columns["fw"] = f"CASE WHEN {lost} THEN 'lost' ELSE {weight[1]} END"
    chosen = ", ".join(f"{value} AS {name}" for name, value in columns.items())
    table.query(f"CREATE TEMP VIEW cells AS SELECT {chosen} FROM rows_read")


def _read_lists(found: Tally, table: Table, asked: Asked) -> None:
    """Count a list of one element as that element; a cell with several raises ValueError."""
    columns = (asked.truth, *asked.prediction)
    labels = {label for names in found.names[: len(columns)] for label in names.values()}
    lists, objects = lists_in(labels)
    wrong = objects | {label for label, elements in lists.items() if len(elements) != 1}
    for name, names in zip(columns, found.names, strict=False):
        for cell in [cell for cell, label in names.items() if label in wrong][:1]:
            text = table.text(table.place(name), sets=True)
            row = table.query(
                f"SELECT n FROM (SELECT row_number() OVER () - 1 AS n, {text} AS v FROM rows_read) "
                "WHERE v = ? ORDER BY n LIMIT 1",
                [cell],
            )[0][0]
            raise ValueError(f"{table.line(row)}, column {name!r}: {cell} {HOLDS_SEVERAL}")
    found.rename({label: elements[0] for label, elements in lists.items()})
    found.notes.extend(note_of_single(lists))


def _merge_spellings(found: Tally, where: object, columns: slice) -> None:
    """Count '1.0' as '1', and True as 1 where another column says so."""
    said = [set(names.values()) for names in found.names[columns]]
    every = set().union(*said)
    refuse_long(every, where)
    same = one_spelling(said)
    found.rename(same)
    if same:
        found.notes.append(spelling_note(same))


def _reasons(
    asked: Asked, labels: Sequence[str | None], states: Sequence[str], *, no_group: bool
) -> Iterator[str]:
    """Say why rows cannot be used, the first reason first."""
    if labels[0] is None:
        yield "no truth"
    for name, label in zip(asked.prediction, labels[1:], strict=False):
        if label is None:
            yield f"no prediction in {name!r}"
    for name, state in zip(asked.numbers, states, strict=False):
        if state == "missing":
            yield f"no score in {name!r}"
    if states[-1] == "missing":
        yield "no weight"
    if states[-1] == "zero":
        yield "weight 0"
    if no_group:
        yield "no group"


def _refuse_wrong(table: Table, asked: Asked, states: Sequence[str], scale: float) -> None:
    """Name the first cell that is no finite number, or a negative weight."""
    for i, state in enumerate(states):
        if state not in _WRONG:
            continue
        is_weight = i == len(asked.numbers)
        name = str(asked.weight) if is_weight else asked.numbers[i]
        cell = table.text(table.place(name))
        value, seen = number(table, name, weight=is_weight)
        if state == "lost":
            seen = f"CASE WHEN {value} > 0 AND {value} * {scale!r}::DOUBLE = 0 THEN 'lost' END"
        row, text = table.query(
            f"SELECT n, v FROM (SELECT row_number() OVER () - 1 AS n, {cell} AS v, {seen} AS state "
            "FROM rows_read) WHERE state = ? ORDER BY n LIMIT 1",
            [state],
        )[0]
        wrong = _what_is_wrong(table, name, state, str(text))
        raise ValueError(f"{table.line(row)}, column {name!r}: {str(text)!r} {wrong}.")


def _what_is_wrong(table: Table, name: str, state: str, text: str) -> str:
    if state != "no number":
        return _WRONG[state]
    if is_gap_word(text):
        return f"is no number; if it stands for a gap, give --missing={text.strip()}"
    place = table.place(name)
    form = POINT if table.is_number(place) else table.number_form(place)
    why = why_no_number(text, form)
    return f"is no number; {why}" if why else _WRONG[state]
