"""Classifiers in one table: every measure, every interval, every difference of two."""

from __future__ import annotations

import math
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations
from pathlib import Path
from tempfile import gettempdir
from typing import Any

import numpy as np

from kappabook.commands.reading.computed import counts_of_rows, shifted, summary_note
from kappabook.commands.reading.labels import in_order
from kappabook.commands.reading.read_table import Table, open_table
from kappabook.commands.reading.repeats import repeated_cases
from kappabook.commands.score.cases import Cases, Rows
from kappabook.commands.score.classes import Classes, classes_of
from kappabook.commands.score.columns import Asked, with_usual
from kappabook.commands.score.confidences import Meaning, meaning_of_scores
from kappabook.commands.score.counts import Tally, tally
from kappabook.commands.score.curve import (
    DRAWN_UP_TO,
    Ranked,
    rank_sorted,
    ranking_measures,
    sorted_cases,
    without_ranking,
)
from kappabook.commands.score.matrix import (
    Measure,
    Values,
    around,
    costs_by_value,
    matrix_measures,
    standard_error,
    table_pulls,
)
from kappabook.commands.score.printed import read_matrix
from kappabook.commands.score.pulls import PULLS
from kappabook.commands.score.rates import class_rates
from kappabook.commands.score.results import (
    MATRIX_MEASURES,
    OF_TWO,
    PROBABLE,
    RANKING_MEASURES,
    Classifier,
    Comparison,
    Scored,
)
from kappabook.metrics.auk import auk_score
from kappabook.metrics.intervals import compare_kappas, compare_scores, delong_test
from kappabook.metrics.intervals.dirichlet import SEED
from kappabook.system.files import scratch

# Above so many rows nothing is held in memory.
LARGE = 1_000_000
# Numbers that may stand for a gap in a column of scores.
_MOST_CODES = 2
# Rows up to which it is asked whether a spreadsheet computed something.
_MOST_COMPUTED = 10_000
# Parts of which a note gives the accuracy.
_MOST_PARTS = 6
# Why a difference has no interval; what scikit-learn takes for 0 inside a logarithm.
_ALIKE = "the two never differ in their pulls, or it is unknown"
_LEAST = float(np.finfo(float).eps)


def measure(data: Any, asked: Asked) -> Scored:
    """Read a table of predictions, or a confusion matrix, and measure its classifiers."""
    if asked.matrix:
        return _measure_matrix(data, asked)
    folder = Path(asked.spill or gettempdir())
    with (
        scratch(folder, "Name another folder with --spill.") as inner,
        open_table(
            data, header=asked.header, sheet=asked.sheet, memory=asked.memory, spill=inner
        ) as table,
    ):
        asked, usual = with_usual(table, asked)
        counts = tally(table, asked)
        if asked.truth in counts.names[0]:
            table.refuse_repeated_header()
        asked, ordered = _in_order(table, asked, counts)
        usual += ordered
        usual += _repeats(table, asked, counts)
        usual += _computed(table, asked, counts)
        try:
            classes = classes_of(table, counts, asked)
        except ValueError as error:
            if last := _summary(table, asked):
                raise ValueError(f"{error} {last}") from error
            raise
        meaning = meaning_of_scores(counts, asked, classes)
        notes = [*table.notes, *usual, *classes.notes, *meaning.notes]
        large = counts.rows()["read"] > LARGE
        keep = bool(asked.numbers) and not large
        rows = Rows(table, asked, counts, classes, keep=keep, wholes=meaning.whole)
        if asked.probabilities:
            rows.refuse_sums()
        if large:
            notes.append(
                f"More than {LARGE} rows: nothing is held in memory. DuckDB took at most "
                f"{asked.memory}; what did not fit went into {inner}, which is gone now."
            )
        found = _Measuring(asked, counts, classes, rows, meaning, large=large).all_of_it()
    return replace(found, name=table.name, rows=counts.rows(), notes=[*notes, *found.notes])


def _in_order(table: Table, asked: Asked, counts: Tally) -> tuple[Asked, list[str]]:
    """Take the order of an ordered categorical column, or of numbers with ``--weights``."""
    columns = [asked.truth, *asked.prediction]
    labels = in_order(set().union(*(counts.labels(i) for i in range(len(columns)))))
    orders = [order for name in columns if (order := table.orders.get(name))]
    for order in () if asked.ordered else orders:
        places = [i for i, label in enumerate(order) if label in labels]
        if len(places) == len(labels):
            inside = order[places[0] : places[-1] + 1]
            note = f"The labels have the order of an ordered column: {', '.join(inside)}."
            return replace(asked, ordered=inside), [note]
    return asked.with_order(labels, table.path), []


def _computed(table: Table, asked: Asked, counts: Tally) -> list[str]:
    """Name predictions counted from another number, a last row of sums, and counts of cases."""
    notes = []
    for i, name in enumerate(asked.prediction, 1):
        pairs: Counter[tuple[str, str]] = Counter()
        for key, n, _, _ in counts.patterns:
            pairs[counts.names[0][key[0]], counts.names[i][key[i]]] += n
        if by := shifted(pairs):
            hits = sum(n for (a, b), n in pairs.items() if float(a) == float(b) + by)
            notes.append(
                f"With {by:+d} added to each prediction in {name!r}, {hits} of {counts.used} rows "
                "would be right: classes that are counted from 0 in one column and from 1 in the "
                "other? They are compared as they are."
            )
    notes += [note for name in asked.score if (note := _codes_of_scores(table, asked, name))]
    notes += filter(None, [_summary(table, asked)])
    if not asked.prediction or table.n_rows > _MOST_COMPUTED:
        return notes
    names = [asked.truth, *asked.prediction]
    cells = dict(zip(names, table.texts(names, sets=True), strict=True))
    free = [x for x in table.columns if x == asked.weight or x not in {*names, *asked.named}]
    others = dict(zip(free, table.texts(free, sets=True), strict=True)) if free else {}
    if column := counts_of_rows(cells, others):
        here = "Each row is one case here"
        if column == asked.weight:
            here = f"Intervals are those of {counts.used} weighted cases, not of as many as it says"
        notes.append(
            f"Each row has other labels than all the others, and {column!r} holds whole numbers: a "
            f"table that counts cases? {here}. A file with these three columns "
            "alone is read by --matrix; or repeat each row so often, in pandas "
            f"table.loc[table.index.repeat(table[{column!r}])]."
        )
    return notes


def _summary(table: Table, asked: Asked) -> str:
    """Say that the last row holds the sums or means of the others, if it does."""
    if table.n_rows > _MOST_COMPUTED:
        return ""
    names = [asked.truth, *asked.prediction, *asked.score]
    cells = dict(zip(names, table.texts(names, sets=True), strict=True))
    return summary_note(cells, table.line(table.n_rows - 1), "a case")


def _codes_of_scores(table: Table, asked: Asked, name: str) -> str:
    """Name one or two whole numbers far outside [0, 1] beside scores that lie within."""
    value = f"TRY_CAST({table.text(table.place(name))}::VARCHAR AS DOUBLE)"
    outside = table.query(
        f"SELECT v, count(*) FROM (SELECT {value} AS v FROM rows_read) WHERE v < 0 OR v > 1 "
        "GROUP BY v ORDER BY v LIMIT 3"
    )
    values = [v for v, _ in outside if not asked.is_gap(f"{v:g}")]
    few = 2 * sum(n for _, n in outside) < table.n_rows
    if not values or len(outside) > _MOST_CODES or not few or any(v % 1 for v in values):
        return ""
    shown = " and ".join(f"{v:g}" for v in values)
    return (
        f"All scores in {name!r} lie between 0 and 1 but for {shown}, which counts as a score. If "
        f"it stands for a gap, give --missing={','.join(f'{v:g}' for v in values)}."
    )


def _repeats(table: Table, asked: Asked, counts: Tally) -> list[str]:
    """Say if the same cases stand in several rows, and how accurate the predictions of each are."""
    found = repeated_cases(table, asked.truth, asked.named)
    if found is None or (asked.group and _within(table, found.column, asked.group)):
        return []
    if not found.values or len(found.values) > _MOST_PARTS or not asked.prediction:
        return [found.note]
    names = [found.apart[0], asked.truth, asked.prediction[0]]
    cells = ", ".join(table.text(table.place(name)) for name in names)
    right: Counter[str] = Counter()
    used: Counter[str] = Counter()
    rows = table.query(f"SELECT {cells}, count(*) FROM rows_read GROUP BY ALL")
    for part, truth, predicted, n in rows:
        if truth in counts.names[0] and predicted in counts.names[1]:
            used[str(part)] += n
            right[str(part)] += n * (counts.names[0][truth] == counts.names[1][predicted])
    each = ", ".join(f"{right[x] / used[x]:.3f} in {x!r}" for x in found.values if used[x])
    return [f"{found.note} The accuracy of {asked.prediction[0]!r} is {each}."]


def _within(table: Table, column: str, group: str) -> bool:
    """Whether all rows of one value of a column are in one group."""
    case, inside = (table.text(table.place(name)) for name in (column, group))
    sql = (
        f"SELECT {case} FROM rows_read GROUP BY {case} HAVING count(DISTINCT {inside}) > 1 LIMIT 1"
    )
    return not table.query(sql)


def _measure_matrix(data: Any, asked: Asked) -> Scored:
    asked, counts, classes, rows, notes = read_matrix(data, asked)
    file = Path(data) if isinstance(data, str | Path) else None
    name, stem = (file.name, file.stem) if file else ("the matrix", "matrix")
    asked = replace(asked, truth="", prediction=(stem,), matrix=False, rows=None, totals=None)
    found = _Measuring(asked, counts, classes).all_of_it()
    return replace(found, name=name, rows=rows, notes=[*notes, *found.notes])


class _Measuring:
    """Everything about the classifiers of one table; a matrix has no rows."""

    def __init__(
        self,
        asked: Asked,
        counts: Tally,
        classes: Classes,
        rows: Any = None,
        meaning: Meaning | None = None,
        *,
        large: bool = False,
    ) -> None:
        self.asked, self.counts, self.classes = asked, counts, classes
        self.rows, self.level = rows, asked.confidence_level
        self.unknown = meaning.unknown if meaning else []
        drawn = counts.used <= DRAWN_UP_TO or asked.method.get("auk") == "bootstrap"
        weighed = asked.weight and (asked.numbers or asked.ordered)
        apart = len(asked.names) > 1 or asked.group or asked.probabilities
        needed = apart or weighed or (asked.score and drawn)
        self.cases: Cases | None = rows.fetch() if needed and not large else None
        self.costs, note = costs_by_value(asked.costs, classes.labels)
        self.notes = [note] if note else []
        self.matrices = [self._counted(i) for i in range(len(asked.names))]
        self.no_interval = ""
        if large and asked.group:
            self.no_interval = f"above {LARGE} rows no interval keeps groups together"

    def all_of_it(self) -> Scored:
        """Measure and compare all of them."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what is undefined is nan, and said
            classifiers = [self._classifier(i) for i in range(len(self.asked.names))]
            pairs = list(self._comparisons(classifiers)) if len(classifiers) > 1 else []
        return Scored(
            classifiers=classifiers,
            comparisons=pairs,
            weighted=self.asked.weight or "",
            grouped=self.asked.group or "",
            weights=self.asked.costs or "",
            notes=self.notes,
        )

    def _counted(self, i: int) -> Any:
        labels, cases = self.classes.labels, self.cases
        matrix = self.counts.matrix(i + 1, labels, weighted=self.asked.weight is not None)
        if cases is None:
            return matrix
        cells = cases.truth * len(labels) + cases.predicted[i]
        return replace(matrix, cells=cells, weight=cases.weight, group=cases.group)

    def _classifier(self, i: int) -> Classifier:
        classes, counted = self.classes, self.matrices[i]
        measures, per_class, caution = matrix_measures(
            counted, self.level, method=self.asked.method.get("kappa"), costs=self.costs
        )
        rates, macro = class_rates(counted, self.level)
        if self.no_interval:
            measures, per_class, macro = map(self._bare, (measures, per_class, macro))
            rates = {label: self._bare(one) for label, one in rates.items()}
            caution = ""
        ranked, areas = self._ranked(i)
        if self.asked.probabilities:
            self._one_against_the_rest(rates, macro)
        totals = np.asarray(counted.confusion.row_margins, dtype=float)
        return Classifier(
            name=self.asked.names[i],
            n=counted.n,
            labels=tuple(classes.labels),
            confusion=self._as_given(counted.confusion.cells),
            measures=measures | self._of_two(rates) | self._probable(i) | areas,
            per_class=per_class,
            rates=rates,
            macro=macro,
            level=self.level,
            positive=classes.positive,
            prevalence=math.nan if classes.place < 0 else float(totals[classes.place]),
            threshold=classes.threshold,
            threshold_from=classes.threshold_from,
            best_threshold=ranked.best_threshold,
            best_kappa=ranked.best_kappa,
            caution=caution,
            ranked=bool(self.asked.numbers) and len(classes.labels) == 2 and classes.place >= 0,
            curve=ranked.curve,
        )

    def _as_given(self, cells: Any) -> list[list[float]]:
        """Return the sums of the weights in the unit of the file."""
        scale = self.counts.scale
        table: list[list[float]] = (cells if scale == 1 else cells / scale).tolist()
        return table

    def _bare(self, measures: dict[str, Measure]) -> dict[str, Measure]:
        return {x: Measure(one.estimate, reason=self.no_interval) for x, one in measures.items()}

    def _of_two(self, rates: dict[str, dict[str, Measure]]) -> dict[str, Measure]:
        """Name the rates of two classes as those of a test for the positive one."""
        labels, place = self.classes.labels, self.classes.place
        if len(labels) != 2 or place < 0:
            return {}
        label = {True: labels[place], False: labels[1 - place]}
        return {name: rates[label[positive]][rate] for name, (rate, positive) in OF_TWO.items()}

    def _probable(self, i: int) -> dict[str, Measure]:
        """Measure how close probabilities are: Brier score and log loss."""
        place = self.classes.place
        if self.asked.probabilities:
            of = {k: f"x{j}" for j, k in enumerate(self.classes.columns)}
            squares = " + ".join(f"({p} - (l0 = {k})::INT)^2" for k, p in of.items())
            if len(of) == 2:  # as of the one column that says the same
                squares = f"({squares}) / 2"
            true = "CASE l0 " + " ".join(f"WHEN {k} THEN {p}" for k, p in of.items()) + " END"
        elif self._ranks_two() and self.unknown[i]:
            return {name: Measure(math.nan, reason=self.unknown[i]) for name in PROBABLE}
        elif self._ranks_two() and all(0 <= end <= 1 for end in self.counts.ranges[i]):
            squares = f"(x{i} - (l0 = {place})::INT)^2"
            true = f"CASE WHEN l0 = {place} THEN x{i} ELSE 1 - x{i} END"
        else:
            return {}
        terms = {
            "brier": squares,
            "log_loss": f"-ln(least(greatest({true}, {_LEAST!r}), {1 - _LEAST!r}))",
        }
        found = {}
        for name, term in terms.items():
            mean, error = self.rows.mean(term)
            ends = (0.0, 1.0 if name == "brier" and self.asked.score else math.inf)
            found[name] = around(mean, error, ends, self._delta, self.level)
        return found

    @property
    def _delta(self) -> str:
        return "delta, by group" if self.asked.group else "delta"

    # --- rankings ---------------------------------------------------------------------------------

    def _ranks_two(self) -> bool:
        return bool(self.asked.score) and len(self.classes.labels) == 2 and self.classes.place >= 0

    def _ranked(self, i: int) -> tuple[Ranked, dict[str, Measure]]:
        """Measure one column of scores of the positive class."""
        n, place = len(self.classes.labels), self.classes.place
        if self._ranks_two() and self.unknown[i]:
            return Ranked(), without_ranking(self.unknown[i])
        if self._ranks_two():
            return self._rank(i, place, hand=self.asked.h)
        if self.asked.probabilities and n == 2 and place >= 0:
            return self._rank(self.classes.columns.index(place), place, hand=self.asked.h)
        if self.asked.probabilities and n > 2:
            why = "each class has scores of its own"
        elif not self.asked.numbers:
            why = "a matrix has no scores" if self.rows is None else "there are no scores"
        elif n != 2:
            why = f"one column of scores ranks two classes, and there are {n}"
        else:
            why = "no positive class is known"
        return Ranked(), without_ranking(why)

    def _rank(self, i: int, place: int, *, hand: bool = False) -> tuple[Ranked, dict[str, Measure]]:
        """Rank the class at `place` against all others by one column of numbers."""
        positives = self.counts.labels(0)[self.classes.labels[place]]
        n = self.counts.used - positives, positives
        if not all(n):
            lack = "positive" if n[0] else "negative"
            return Ranked(), without_ranking(f"the truth has no {lack} case")
        totals = np.asarray(self.matrices[0].confusion.row_totals, dtype=float)
        sizes = float(totals.sum() - totals[place]), float(totals[place])
        if sizes[1] / sum(sizes) in (0, 1):  # the other is lost beside it
            return Ranked(), without_ranking("one class has all the weight")
        arrays = None
        if self.cases is None:
            ranked = rank_sorted(self.rows.sorted(i, place), *sizes, hand=hand)
        else:
            arrays = (self.cases.truth == place, self.cases.scores[i], self.cases.weight)
            ranked = rank_sorted(sorted_cases(arrays), *sizes, hand=hand)
        below = self.rows.next_below(i, ranked.best_threshold)
        if not math.isnan(below):  # a cut half-way to the next score
            cut = ranked.best_threshold / 2 + below / 2
            ranked = replace(ranked, best_threshold=cut)
        why = self.no_interval
        if self.cases is None and self.asked.weight and not why:
            why = (
                f"above {LARGE} rows its interval is for cases that count once, and these have "
                "weights"
            )
        if why:
            estimates = {"auc": ranked.auc, "auk": ranked.auk, "h": ranked.h}
            return ranked, {name: Measure(x, reason=why) for name, x in estimates.items()}
        group = None if self.cases is None else self.cases.group
        methods = dict(self.asked.method)
        return ranked, ranking_measures(ranked, n, self.level, methods, arrays, group)

    def _one_against_the_rest(
        self, rates: dict[str, dict[str, Measure]], macro: dict[str, Measure]
    ) -> None:
        """Add the AUC of each class, by its own column, and their mean."""
        cases, pulls = self.cases, []
        for j, place in enumerate(self.classes.columns):
            one = self._rank(j, place)[1]["auc"]
            rates[self.classes.labels[place]]["auc"] = one
            if cases is not None and not math.isnan(one.low):
                pulls.append(PULLS["auc"]((cases.truth == place, cases.scores[j], cases.weight)))
        found = [one["auc"] for one in rates.values() if "auc" in one]
        mean = math.fsum(one.estimate for one in found) / len(found)
        if math.isnan(mean):
            macro["auc"] = Measure(mean, reason=next(one.reason for one in found if one.reason))
        elif len(pulls) < len(found) or cases is None:
            lacking = [one.reason for one in found if math.isnan(one.low)]
            macro["auc"] = Measure(mean, reason=_paired() if cases is None else lacking[0])
        else:
            error = standard_error(np.mean(pulls, axis=0), cases.weight, cases.group)
            macro["auc"] = around(mean, error, (0.0, 1.0), self._delta, self.level)

    # --- pairs ------------------------------------------------------------------------------------

    def _comparisons(self, classifiers: list[Classifier]) -> Iterator[Comparison]:
        """Compare each two in each measure; groups and weights are respected.

        Without groups kappa is compared by :func:`compare_kappas`, the AUC by :func:`delong_test`
        and the AUK of few cases by :func:`compare_scores`; all else by the pulls of the cases.
        """
        pulls = [self._pulls(i) for i in range(len(classifiers))]
        for i, j in combinations(range(len(classifiers)), 2):
            a, b = classifiers[i], classifiers[j]
            named = self._by_name(i, j)
            for name in (x for x in MATRIX_MEASURES + RANKING_MEASURES if x in a.measures):
                difference = a.measures[name].estimate - b.measures[name].estimate
                if math.isnan(difference):
                    if name in RANKING_MEASURES and (name == "h" or not (a.ranked and b.ranked)):
                        continue
                    found = Measure(difference, reason="it is undefined for one of the two")
                elif self.no_interval:
                    found = Measure(difference, reason=self.no_interval)
                elif name in named:
                    found = _by_function(difference, named[name])
                elif name not in pulls[i]:
                    single = "one class has a single case"
                    found = Measure(difference, reason=_paired() if self.cases is None else single)
                else:
                    found = self._by_pulls(difference, name, pulls[i][name] - pulls[j][name])
                yield Comparison(a.name, b.name, name, found)

    def _pulls(self, i: int) -> dict[str, Values]:
        """Pull of each case on each measure of one classifier; of each pattern if none are held."""
        tables = table_pulls(self.matrices[i].confusion, self.costs)
        cases = self.cases
        if cases is None:
            places = self.counts.places(i + 1, self.classes.labels)
            return {name: x[places] for name, x in tables.items()}
        found = {name: x.ravel()[self.matrices[i].cells] for name, x in tables.items()}
        positive = cases.truth == self.classes.place
        if self._ranks_two() and 1 < positive.sum() < len(positive) - 1:
            ranked = (positive, cases.scores[i], cases.weight)
            found |= {x: of(ranked) for x, of in PULLS.items() if x != "h" or self.asked.h}
        return found

    def _by_pulls(self, difference: float, name: str, pulls: Values) -> Measure:
        """Put an interval around a difference."""
        if self.cases is not None:
            error = standard_error(pulls, self.cases.weight, self.cases.group)
        else:
            squares = np.array([square for *_, square in self.counts.patterns])
            total = float(self.matrices[0].confusion.total)
            error = math.sqrt(float(squares @ pulls**2)) / total, math.inf
        if not error[0] > 0:
            return Measure(difference, reason=_ALIKE)
        most = 1.0 if name in ("accuracy", "chance_agreement", "auc", "h") else 2.0
        return around(difference, error, (-most, most), self._delta, self.level)

    def _by_name(self, i: int, j: int) -> dict[str, Any]:
        """Return the comparisons that the library has a function for."""
        cases = self.cases
        if cases is None or cases.group is not None:
            return {}
        how: dict[str, Any] = {"sample_weight": cases.weight, "confidence_level": self.level}
        columns = cases.truth, cases.predicted[i], cases.predicted[j]
        labels = list(range(len(self.classes.labels)))
        known: dict[str, Any] = {"kappa": partial(compare_kappas, *columns, labels=labels, **how)}
        known["weighted_kappa"] = partial(known["kappa"], weights=self.costs)
        positive = cases.truth == self.classes.place
        if cases.scores and 1 < positive.sum() < len(positive) - 1:
            scores = positive, cases.scores[i], cases.scores[j]
            known["auc"] = partial(delong_test, *scores, pos_label=True, **how)
            if len(positive) <= DRAWN_UP_TO:
                auk = partial(auk_score, pos_label=True)
                known["auk"] = partial(compare_scores, auk, *scores, random_state=SEED, **how)
        return known


def _by_function(difference: float, compare: Any) -> Measure:
    try:
        found = compare()
    except ValueError:
        return Measure(difference, reason="one case has all the weight of its class")
    if found.low == found.high:
        return Measure(difference, reason=_ALIKE)
    return Measure(difference, found.low, found.high, found.method)


def _paired() -> str:
    return f"above {LARGE} rows the two rankings are never in memory together"
