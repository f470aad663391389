"""Classifiers in one table: every measure, every interval, every difference of two."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np

from kappabook.commands.files.spill import spilling
from kappabook.commands.files.tables import Table, listed, open_table
from kappabook.commands.label_checks import remarks
from kappabook.commands.render import without_nan
from kappabook.commands.score_columns import (
    PREDICTION,
    Asked,
    Roles,
    query_of,
    roles_in,
)
from kappabook.commands.score_curve import (
    DRAWN_UP_TO,
    PULLS,
    Curve,
    Sorted,
    rank_sorted,
    ranking_measures,
    sorted_cases,
    without_ranking,
)
from kappabook.commands.score_matrix import (
    Counted,
    Measure,
    Values,
    around,
    class_rates,
    matrix_measures,
    standard_error,
    table_pulls,
)
from kappabook.commands.score_rows import Cases, Classes, Rows, Tally, classes_of, tally
from kappabook.metrics.auk import auk_score
from kappabook.metrics.intervals import compare_kappas, compare_scores, delong_test
from kappabook.metrics.intervals.dirichlet import SEED
from kappabook.metrics.intervals.distributions import quantile

RULE = "segment"
MATRIX_MEASURES = ("accuracy", "chance_agreement", "kappa", "weighted_kappa", "mcc")
RANKING_MEASURES = ("auc", "auk", "h")
PROBABLE = ("brier", "log_loss")
# In a table of two classes: which rate of which class, the positive one or the other.
OF_TWO = {
    "sensitivity": ("recall", True),
    "specificity": ("recall", False),
    "ppv": ("precision", True),
    "npv": ("precision", False),
}
NO_SCORES = "there are no scores"
_TWO = 2
_HALF = 0.5
_GROUPED = "above {n} rows no interval keeps groups together"
_WEIGHTED = "above {n} rows its interval is for cases that count once, and these have weights"
_PAIRED = "above {n} rows the two rankings are never in memory together"
# What scikit-learn takes for 0 inside a logarithm.
_LEAST = float(np.finfo(float).eps)


@dataclass(frozen=True)
class Classifier:
    """One classifier: its measures, and what they depend on.

    Attributes
    ----------
    name : str
    n : int
        Cases.
    labels : tuple of str
    confusion : list of list of float
        Rows are the truth, columns the prediction; whole numbers unless there are weights.
    measures : mapping of str to Measure
        'accuracy', 'chance_agreement', 'kappa', 'mcc', 'auc', 'auk', 'h'; if there is reason,
        'weighted_kappa', 'sensitivity', 'specificity', 'ppv', 'npv', 'brier', 'log_loss'.
    per_class : mapping of str to Measure
        Kappa of each class against the rest.
    rates : mapping of str to mapping
        Of each class 'precision', 'recall' and 'f1', and 'auc' if it has a column of
        probabilities.
    macro : mapping of str to Measure
        The means of these over the classes.
    level : float
        Of all intervals.
    positive : str, optional
        The positive class of AUC, AUK, H and `prevalence`.
    prevalence : float
        Its share of the truth.
    threshold : float, optional
        Where scores were cut to make the predictions; None if these were in the file.
    threshold_from : str
        Where the threshold or the predictions come from.
    best_threshold, best_kappa : float
        The cut with the largest kappa on these cases, and that kappa: too hopeful for new cases.
    caution : str
        What makes the interval of kappa less sure.
    curve : Curve, optional
    """

    name: str
    n: int
    labels: tuple[str, ...]
    confusion: list[list[float]]
    measures: dict[str, Measure]
    per_class: dict[str, Measure]
    rates: dict[str, dict[str, Measure]]
    macro: dict[str, Measure]
    level: float = 0.95
    positive: str | None = None
    prevalence: float = math.nan
    threshold: float | None = None
    threshold_from: str = ""
    best_threshold: float = math.nan
    best_kappa: float = math.nan
    caution: str = ""
    curve: Curve | None = field(default=None, repr=False, compare=False)

    @property
    def has_scores(self) -> bool:
        """Whether it was measured as a ranking, too."""
        return not math.isnan(self.measures["auc"].estimate)

    @property
    def cut(self) -> str:
        """Say which threshold the thresholded measures are about."""
        if self.threshold is None:
            return self.threshold_from
        return f"threshold {self.threshold:g}: {self.threshold_from}"

    def as_dict(self) -> dict[str, Any]:
        """Return the contents of ``--json`` about one classifier, nan and all."""
        found: dict[str, Any] = {"name": self.name, "n": self.n}
        reasons = {}
        for name, one in self.measures.items():
            found[name] = one.estimate
            found[f"{name}_interval"] = _ends(one)
            if one.reason:
                reasons[f"{name}_interval" if one.estimate == one.estimate else name] = one.reason
        found["per_class"] = {label: one.estimate for label, one in self.per_class.items()}
        found["per_class_interval"] = {label: _ends(one) for label, one in self.per_class.items()}
        support = dict(zip(self.labels, map(sum, self.confusion), strict=True))
        found["classes"] = {
            label: {"support": support[label], **_with_ends(rates)}
            for label, rates in self.rates.items()
        }
        found["macro"] = _with_ends(self.macro)
        found["auk_rule"] = RULE if self.has_scores else None
        for key in ("prevalence", "positive", "threshold", "threshold_from"):
            found[key] = getattr(self, key)
        best = {"threshold": self.best_threshold, "kappa": self.best_kappa}
        found["best_threshold"] = best if self.best_kappa == self.best_kappa else None
        found["labels"], found["confusion"] = list(self.labels), self.confusion
        found["methods"] = {name: one.method for name, one in self.measures.items() if one.method}
        found["reasons"] = reasons | {
            f"per_class.{label}": one.reason for label, one in self.per_class.items() if one.reason
        }
        found["caution"] = self.caution
        return found


@dataclass(frozen=True)
class Comparison:
    """The difference a - b of one measure of two classifiers on the same cases."""

    a: str
    b: str
    measure: str
    difference: float
    low: float
    high: float
    method: str = ""
    reason: str = ""


@dataclass(frozen=True)
class Scored:
    """All that was found in one file.

    Attributes
    ----------
    name : str
        Of the file.
    classifiers : list of Classifier
        At least one.
    comparisons : list of Comparison
    rows : mapping
        'read', 'used', 'set_aside' and, by reason, 'reasons'.
    notes : list of str
        What was decided while reading.
    weighted, grouped : str
        Names of the columns of weights and groups, or nothing.
    weights : str
        Of weighted kappa, or nothing.
    """

    name: str
    classifiers: list[Classifier]
    comparisons: list[Comparison]
    rows: dict[str, Any]
    notes: list[str]
    weighted: str = ""
    grouped: str = ""
    weights: str = ""

    @property
    def level(self) -> float:
        """Of all intervals."""
        return self.classifiers[0].level

    def as_dict(self) -> dict[str, Any]:
        """Return the contents of ``--json``; what is undefined is None."""
        shared = {
            "confidence_level": self.level,
            "weights": self.weights or None,
            "rows": self.rows,
            "notes": self.notes,
            "sample_weight": self.weighted or None,
            "group": self.grouped or None,
        }
        each = [one.as_dict() for one in self.classifiers]
        found: dict[str, Any]
        if len(each) == 1:
            found = each[0] | shared
        else:
            pairs = [asdict(one) for one in self.comparisons]
            found = {"classifiers": each, "comparisons": pairs} | shared
        plain: dict[str, Any] = without_nan(found)
        return plain


def _with_ends(measures: Mapping[str, Measure]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, one in measures.items():
        found |= {name: one.estimate, f"{name}_interval": _ends(one)}
    return found


def _ends(one: Measure) -> list[float] | None:
    return None if one.low != one.low else [one.low, one.high]


def measure(data: Any, asked: Asked) -> Scored:
    """Read a table of predictions and measure its classifiers."""
    with (
        spilling(asked.spill) as folder,
        open_table(data, memory=asked.memory, spill=folder) as table,
    ):
        roles = roles_in(table, asked)
        threshold = _HALF if asked.threshold is None else asked.threshold
        counts = tally(table, roles, query_of(table, roles, asked, threshold), asked.missing)
        if not counts.used:
            why = ", ".join(f"{reason}: {n}" for reason, n in counts.reasons.items())
            raise ValueError(f"{table.path}: no row can be used ({why}); name other columns.")
        classes = classes_of(table, roles, counts, asked)
        notes = [*table.notes, *roles.notes, *_notes(table, roles, counts, classes)]
        rows = Rows(table, roles, asked, counts, classes)
        if roles.probabilities:
            rows.refuse_sums()
        large = counts.rows()["read"] > asked.large
        if large:
            notes.append(
                f"More than {asked.large} rows: nothing is held in memory. DuckDB took at most "
                f"{asked.memory}; what did not fit went into {folder}, which is gone now."
            )
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what is undefined is nan, and said
            all_of_it = _Measuring(rows, roles, asked, counts, classes, large)
            classifiers = [all_of_it.classifier(i) for i in range(len(roles.names))]
            pairs = all_of_it.comparisons(classifiers)
    return Scored(
        name=table.name,
        classifiers=classifiers,
        comparisons=pairs,
        rows=counts.rows(),
        notes=notes,
        weighted=roles.weight or "",
        grouped=roles.group or "",
        weights=asked.weights if asked.ordered else "",
    )


def _notes(table: Table, found: Roles, counts: Tally, classes: Classes) -> list[str]:
    """Say what was decided for the user."""
    notes = list(classes.notes)
    longer = sorted(label for label, short in counts.same.items() if label != short)
    if longer:
        word = "whole numbers that they are"
        word = word if longer[0][0].isdigit() or longer[0][0] == "-" else "1 and 0 of the others"
        notes.append(f"The labels {listed(longer)} are counted as the {word}.")
    taken = PREDICTION in (*found.predictions, *found.scores)
    if not taken and PREDICTION in table.columns and classes.threshold is not None:
        notes.append(
            f"Column {PREDICTION!r} is not used: the scores are cut at {classes.threshold:g}."
        )
    if found.predictions:
        said = counts.labels(0)
        for i in range(1, 1 + len(found.predictions)):
            said = said + counts.labels(i)
            extra = [x for x in counts.labels(i) if x not in counts.labels(0)]
            if extra:
                times = sum(counts.labels(i)[x] for x in extra)
                notes.append(
                    f"{found.predictions[i - 1]!r} predicts {listed(extra)} {times} times, which "
                    f"{found.truth!r} never says: these rows count as errors."
                )
    else:
        said = counts.labels(0)
    return [*notes, *remarks(said, counts.used, raters=False)]


class _Measuring:
    """Everything about the classifiers of one table; arrays are fetched where they are needed."""

    def __init__(
        self, rows: Rows, roles: Roles, asked: Asked, counts: Tally, classes: Classes, large: bool
    ) -> None:
        self.rows, self.roles, self.asked = rows, roles, asked
        self.counts, self.classes = counts, classes
        several, scored = len(roles.names) > 1, bool(roles.numbers)
        drawn = counts.used <= DRAWN_UP_TO or asked.methods.get("auk") == "bootstrap"
        weighted = roles.weight is not None and (scored or asked.ordered)
        needed = several or roles.group or weighted or roles.probabilities or (scored and drawn)
        self.cases: Cases | None = rows.fetch() if needed and not large else None
        self.no_interval = _GROUPED.format(n=asked.large) if large and roles.group else ""
        self.matrices = [self._counted(i) for i in range(len(roles.names))]

    def _counted(self, i: int) -> Counted:
        labels = self.classes.labels
        matrix = self.counts.matrix(i + 1, labels, weighted=self.roles.weight is not None)
        if self.cases is None:
            return matrix
        cells = self.cases.truth * len(labels) + self.cases.predicted[i]
        return Counted(
            matrix.confusion, matrix.squares, matrix.n, cells, self.cases.weight, self.cases.group
        )

    def classifier(self, i: int) -> Classifier:
        """Measure one of them."""
        asked, classes, counted = self.asked, self.classes, self.matrices[i]
        measures, per_class, caution = matrix_measures(
            counted,
            asked.level,
            method=asked.methods.get("kappa"),
            weights=asked.weights if asked.ordered else None,
            no_interval=self.no_interval,
        )
        rates, macro = class_rates(counted, asked.level, self.no_interval)
        measures |= of_two(classes.labels, classes.positive, rates)
        measures |= self._probable(i)
        ranked = Sorted(0, 0)
        if self.roles.probabilities:
            areas = without_ranking("each class has scores of its own")
            self._one_against_the_rest(rates, macro)
        else:
            ranked, areas = self._ranked(i)
        totals = np.asarray(counted.confusion.row_margins, dtype=float)
        return Classifier(
            name=self.roles.names[i],
            n=counted.n,
            labels=tuple(classes.labels),
            confusion=counted.confusion.cells.tolist(),
            measures=measures | areas,
            per_class=per_class,
            rates=rates,
            macro=macro,
            level=asked.level,
            positive=classes.positive,
            prevalence=math.nan if classes.place < 0 else float(totals[classes.place]),
            threshold=classes.threshold,
            threshold_from=classes.threshold_from,
            best_threshold=ranked.best_threshold,
            best_kappa=ranked.best_kappa,
            caution=caution,
            curve=ranked.curve,
        )

    def _ranked(self, i: int) -> tuple[Sorted, dict[str, Measure]]:
        """Measure one column of scores of the positive class."""
        labels, place = self.classes.labels, self.classes.place
        if not self.roles.scores:
            return Sorted(0, 0), without_ranking(NO_SCORES)
        if len(labels) != _TWO or place < 0:
            why = f"one column of scores ranks two classes, and there are {len(labels)}"
            return Sorted(0, 0), without_ranking(
                why if len(labels) != _TWO else "no positive class is known"
            )
        return self._rank(i, place, hand=self.asked.h)

    def _rank(self, i: int, place: int, *, hand: bool = False) -> tuple[Sorted, dict[str, Measure]]:
        """Rank the class at `place` against all others by one column of numbers."""
        counts = self.counts.labels(0)
        positives = counts[self.classes.labels[place]]
        n = self.counts.used - positives, positives
        if not all(n):
            lack = "positive" if n[0] else "negative"
            return Sorted(0, 0), without_ranking(f"the truth has no {lack} case")
        totals = np.asarray(self.matrices[0].confusion.row_totals, dtype=float)
        sizes = float(totals.sum() - totals[place]), float(totals[place])
        if self.roles.weight is None:
            sizes = float(n[0]), float(n[1])
        if sizes[1] / sum(sizes) in (0, 1):  # the other is lost beside it
            return Sorted(0, 0), without_ranking("one class has all the weight")
        if self.cases is None:
            arrays, group = None, None
            ranked = rank_sorted(self.rows.sorted(i, place), *sizes, hand=hand)
        else:
            arrays = (self.cases.truth == place, self.cases.scores[i], self.cases.weight)
            group = self.cases.group
            ranked = rank_sorted(sorted_cases(arrays), *sizes, hand=hand)
        ranked.best_threshold = self._halfway(i, ranked.best_threshold, arrays)
        level, methods = self.asked.level, dict(self.asked.methods)
        why = self.no_interval
        if self.cases is None and self.roles.weight is not None:
            why = why or _WEIGHTED.format(n=self.asked.large)
        if why:
            estimates = {"auc": ranked.auc, "auk": ranked.auk, "h": ranked.h}
            return ranked, {name: Measure(x, reason=why) for name, x in estimates.items()}
        return ranked, ranking_measures(ranked, n, level, methods, arrays, group)

    def _halfway(self, i: int, best: float, arrays: Any) -> float:
        """Put a cut half-way between the last score that is called positive and the next."""
        if arrays is None:
            below = self.rows.next_below(i, best)
        else:
            lower = arrays[1][arrays[1] < best]
            below = float(lower.max()) if len(lower) else math.nan
        return best if math.isnan(below) else best / 2 + below / 2

    def _probable(self, i: int) -> dict[str, Measure]:
        """Measure how close probabilities are: Brier score and log loss."""
        numbers = self.rows.number
        if self.roles.probabilities:
            of = {int(place): numbers[j] for j, place in enumerate(self.classes.columns)}
            squares = " + ".join(f"({p} - ({{y}} = {k})::INT)^2" for k, p in of.items())
            true = "CASE {y} " + " ".join(f"WHEN {k} THEN {p}" for k, p in of.items()) + " END"
        elif self.roles.scores and self.classes.place >= 0 and len(self.classes.labels) == _TWO:
            if not all(0 <= end <= 1 for end in self.counts.ranges[i]):
                return {}
            is_positive = f"({{y}} = {self.classes.place})"
            squares = f"({numbers[i]} - {is_positive}::INT)^2"
            true = f"CASE WHEN {is_positive} THEN {numbers[i]} ELSE 1 - {numbers[i]} END"
        else:
            return {}
        terms = {
            "brier": squares,
            "log_loss": f"-ln(least(greatest({true}, {_LEAST!r}), {1 - _LEAST!r}))",
        }
        found = {}
        means = self.rows.means([*terms.values()])
        for name, (mean, error) in zip(terms, means, strict=True):
            ends = (0.0, 1.0 if name == "brier" and self.roles.scores else math.inf)
            how = "delta, by group" if self.roles.group else "delta"
            found[name] = around(mean, error, ends, how, self.asked.level)
        return found

    def _one_against_the_rest(
        self, rates: dict[str, dict[str, Measure]], macro: dict[str, Measure]
    ) -> None:
        """Add the AUC of each class, by its own column, and their mean."""
        pulls, level = [], self.asked.level
        for j, place in enumerate(self.classes.columns):
            label = self.classes.labels[place]
            _, areas = self._rank(j, int(place))
            rates[label]["auc"] = areas["auc"]
            if self.cases is not None and not math.isnan(areas["auc"].low):
                is_it = self.cases.truth == place
                pulls.append(PULLS["auc"]((is_it, self.cases.scores[j], self.cases.weight)))
        estimates = [one["auc"].estimate for one in rates.values() if "auc" in one]
        mean = math.fsum(estimates) / len(estimates)
        if math.isnan(mean):
            reason = next(one["auc"].reason for one in rates.values() if one["auc"].reason)
            macro["auc"] = Measure(mean, reason=reason)
        elif len(pulls) < len(estimates) or self.cases is None:
            macro["auc"] = Measure(mean, reason=_PAIRED.format(n=self.asked.large))
        else:
            pull = np.mean(pulls, axis=0)
            error = standard_error(pull, self.cases.weight, self.cases.group)
            how = "delta, by group" if self.roles.group else "delta"
            macro["auc"] = around(mean, error, (0.0, 1.0), how, level)

    # --- pairs ------------------------------------------------------------------------------------

    def comparisons(self, classifiers: list[Classifier]) -> list[Comparison]:
        """Compare each two in each measure; groups and weights are respected.

        Without groups kappa is compared by :func:`compare_kappas`, the AUC by :func:`delong_test`
        and the AUK of few cases by :func:`compare_scores`; all else by the pulls of the cases.
        """
        if len(classifiers) == 1:
            return []
        pulls = [self._pulls(i) for i in range(len(classifiers))]
        return [
            one
            for i, j in combinations(range(len(classifiers)), 2)
            for one in self._pair(i, j, classifiers, pulls)
        ]

    def _pulls(self, i: int) -> dict[str, Values]:
        """Pull of each case on each measure of one classifier; of each pattern if none are held."""
        ordered = self.asked.weights if self.asked.ordered else None
        tables = table_pulls(self.matrices[i].confusion, ordered)
        if self.cases is None:
            at = {label: k for k, label in enumerate(self.classes.labels)}
            cells = np.array([(at[p[0]], at[p[i + 1]]) for p in self.counts.patterns])
            return {name: x[cells[:, 0], cells[:, 1]] for name, x in tables.items()}
        found = {name: x.ravel()[self.matrices[i].cells] for name, x in tables.items()}
        positive = self.cases.truth == self.classes.place
        two = len(self.classes.labels) == _TWO
        if self.cases.scores and two and 1 < positive.sum() < len(positive) - 1:
            ranked = (positive, self.cases.scores[i], self.cases.weight)
            found |= {x: of(ranked) for x, of in PULLS.items() if x != "h" or self.asked.h}
        return found

    def _pair(
        self, i: int, j: int, classifiers: list[Classifier], pulls: list[dict[str, Values]]
    ) -> Iterator[Comparison]:
        a, b = classifiers[i], classifiers[j]
        named = self._by_name(i, j)
        for measure in MATRIX_MEASURES + RANKING_MEASURES:
            if measure not in a.measures:
                continue
            difference = a.measures[measure].estimate - b.measures[measure].estimate
            lacks = partial(Comparison, a.name, b.name, measure, difference, math.nan, math.nan, "")
            if math.isnan(difference):
                if measure in MATRIX_MEASURES:
                    yield lacks("it is undefined for one of the two")
            elif self.no_interval:
                yield lacks(self.no_interval)
            elif measure in named:
                found = named[measure]()
                if found is None:
                    yield lacks("one case has all the weight of its class")
                    continue
                ends = found.low, found.high
                yield Comparison(a.name, b.name, measure, difference, *ends, found.method)
            elif measure not in pulls[i]:
                large = self.cases is None
                yield lacks(
                    _PAIRED.format(n=self.asked.large) if large else "one class has a single case"
                )
            else:
                error = self._error(pulls[i][measure] - pulls[j][measure])
                if not error[0] > 0:
                    yield lacks("the two never differ in their pulls, or it is unknown")
                    continue
                reach = 1.0 if measure in ("accuracy", "chance_agreement", "auc", "h") else 2.0
                step = quantile(self.asked.level, error[1]) * error[0]
                ends = max(-reach, difference - step), min(reach, difference + step)
                how = "delta, by group" if self.roles.group else "delta"
                yield Comparison(a.name, b.name, measure, difference, *ends, how)

    def _error(self, pull: Values) -> tuple[float, float]:
        if self.cases is not None:
            return standard_error(pull, self.cases.weight, self.cases.group)
        squares = np.array([square for _, _, square in self.counts.patterns.values()])
        total = float(self.matrices[0].confusion.total)
        return math.sqrt(float(squares @ pull**2)) / total, math.inf

    def _by_name(self, i: int, j: int) -> dict[str, Any]:
        """Return the comparisons that the library has a function for."""
        cases, level = self.cases, self.asked.level
        if cases is None or cases.group is not None:
            return {}
        options: dict[str, Any] = {"sample_weight": cases.weight, "confidence_level": level}
        columns = cases.truth, cases.predicted[i], cases.predicted[j]
        kappas = partial(
            compare_kappas, *columns, labels=list(range(len(self.classes.labels))), **options
        )
        known: dict[str, Any] = {"kappa": kappas}
        if self.asked.ordered:
            known["weighted_kappa"] = partial(kappas, weights=self.asked.weights)
        if not cases.scores:
            return known
        scores = cases.truth == self.classes.place, cases.scores[i], cases.scores[j]

        def areas() -> Any:
            try:
                return delong_test(*scores, pos_label=True, **options)
            except ValueError:  # one case has all the weight of its class
                return None

        positives = int(scores[0].sum())
        if min(positives, len(scores[0]) - positives) >= _TWO:
            known["auc"] = areas
            if len(cases.truth) <= DRAWN_UP_TO:
                auk = partial(auk_score, pos_label=True)
                known["auk"] = partial(compare_scores, auk, *scores, random_state=SEED, **options)
        return known


def of_two(
    labels: Sequence[str], positive: str | None, rates: dict[str, dict[str, Measure]]
) -> dict[str, Measure]:
    """Name the rates of two classes as those of a test for the positive one."""
    if len(labels) != _TWO or positive is None:
        return {}
    other = next(label for label in labels if label != positive)
    return {
        name: rates[positive if of_positive else other][rate]
        for name, (rate, of_positive) in OF_TWO.items()
    }
