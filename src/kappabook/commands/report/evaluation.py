"""All measures, comparisons and cuts as one tidy table, and the tables that are made from it."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from kappabook.commands.render import digits_for
from kappabook.commands.report.folds import BASELINE, MEASURES, RANKING, Folds, measures_of
from kappabook.commands.report.prepared import Prepared
from kappabook.commands.report.thresholds import Costs, cost_of, read_costs, tuned_cuts
from kappabook.metrics.intervals import correlated_bayesian_t_test
from kappabook.metrics.intervals.folds import corrected_resampled_t_test
from kappabook.metrics.rates import kappa_at
from kappabook.study.pairs import holm

LEVEL, POWER, ALIKE = 0.95, 0.8, 0.01
#: p-values below this count as a difference.
ALPHA = round(1 - LEVEL, 6)
#: Prevalences for which kappa is computed from the rates found here.
PREVALENCES = (0.01, 0.05, 0.1, 0.25, 0.5)


class Row(NamedTuple):
    """One number.

    `part` is data, class, measure, rank, comparison, summary, confusion, threshold or prevalence;
    `other` the second classifier, the predicted class or the rule of a threshold; `label` a class;
    `reason` says why there is no value.
    """

    part: str
    classifier: str = ""
    other: str = ""
    measure: str = ""
    label: str = ""
    statistic: str = ""
    value: float = math.nan
    reason: str = ""

    def having(self, **statistics: float) -> Iterator[Row]:
        """Yield a row for each statistic, of six digits: what the file holds is what is said."""
        for name, value in statistics.items():
            yield self._replace(statistic=name, value=float(f"{value:.6g}"))


@dataclass(frozen=True, eq=False, repr=False)
class Evaluation:
    """What was found.

    Attributes
    ----------
    folds : Folds
    costs : (float, float) or None
        Of a false positive and of a false negative.
    prevalence_changes : bool
        Whether the share of the classes will differ where the classifier is used.
    first : str
        The measure that is put first: cost where costs are known, AUC where the prevalence
        changes, else kappa.
    tidy : DataFrame
        One number per row, see `Row`.
    """

    folds: Folds
    costs: Costs | None
    prevalence_changes: bool
    first: str
    tidy: pd.DataFrame

    @property
    def data(self) -> Prepared:
        """The data, as prepared."""
        return self.folds.data

    @cached_property
    def _rows(self) -> dict[tuple[str, ...], Row]:
        return {row[:6]: Row(*row) for row in self.tidy.itertuples(index=False, name=None)}

    def row(self, part: str, statistic: str, **where: str) -> Row:
        """Look one number up, and why there is none."""
        at = (part, *(where.get(key, "") for key in Row._fields[1:5]), statistic)
        return self._rows.get(at, Row(part))

    def value(self, part: str, statistic: str, **where: str) -> float:
        """Look one number up; nan where there is none."""
        return self.row(part, statistic, **where).value

    def span(
        self, classifier: str, measure: str, label: str = "", **where: str
    ) -> tuple[float, float, float]:
        """Look up an estimate and the ends of its interval; of a threshold, by ``other``."""
        part = "threshold" if where else "measure"
        where |= {"classifier": classifier, "measure": measure, "label": label}
        estimate, low, high = (self.value(part, s, **where) for s in ("estimate", "low", "high"))
        return estimate, low, high

    @property
    def ranked(self) -> list[str]:
        """The classifiers, best first by the measure that is put first; no baseline."""
        names = [name for name in self.folds.folds if name != BASELINE]
        places = {n: self.value("rank", "rank", classifier=n, measure=self.first) for n in names}
        return sorted(names, key=lambda n: (math.isnan(places[n]), places[n]))

    @property
    def order(self) -> list[str]:
        """The measures that have a value, what is put first first."""
        estimates = {m: [self.span(n, m)[0] for n in self.folds.folds] for m in MEASURES}
        known = [m for m, of in estimates.items() if not np.isnan(of).all()]
        return sorted(known, key=lambda m: m != self.first)

    def called(self, measure: str) -> str:
        """Name a measure for people; the AUK of several classes is rescaled, and says so."""
        name = MEASURES[measure][0]
        rescaled = measure == "auk" and not self.data.is_binary
        return f"{name}, of the best possible" if rescaled else name

    def measures(self, measures: list[str] | None = None) -> pd.DataFrame:
        """Estimate and interval of each measure and classifier, as text."""
        names = [*self.ranked, BASELINE]
        rows = {
            self.called(m): [shown(self.span(n, m)) for n in names] for m in measures or self.order
        }
        return pd.DataFrame(rows, index=pd.Index(names, name="classifier"))

    def per_class(self, measure: str = "kappa") -> pd.DataFrame:
        """One measure of each class against the rest, by classifier, as text."""
        rows = {
            c: [shown(self.span(n, measure, c)) for n in self.ranked] for c in self.data.classes
        }
        return pd.DataFrame(rows, index=pd.Index(self.ranked, name="classifier"))

    def ranks(self) -> pd.DataFrame:
        """Tell the place of each classifier by each measure."""
        places = {
            self.called(m): [
                self.value("rank", "rank", classifier=n, measure=m) for n in self.ranked
            ]
            for m in self.order
        }
        return pd.DataFrame(places, index=self.ranked).dropna(axis="columns", how="all")

    def comparisons(self, measure: str | None = None) -> pd.DataFrame:
        """Each two classifiers by one measure: difference, test, what would have been noticed."""
        measure = measure or self.first
        chances = {f"probability_{word}": f"P({word})" for word in ("lower", "alike", "higher")}
        columns = ["difference", "low", "high", "p_value", "p_adjusted", "detectable", *chances]
        pairs = self._pairs("comparison", measure)
        cells = [
            [self.value("comparison", s, classifier=a, other=b, measure=measure) for s in columns]
            for a, b in pairs
        ]
        index = pd.MultiIndex.from_tuples(pairs, names=["classifier", "other"])
        table = pd.DataFrame(cells, index, pd.Index(columns, name="statistic"), dtype=float)
        return table.rename(columns=chances)

    def thresholds(self) -> pd.DataFrame:
        """Tell what each rule of cutting gives, as text; empty without two classes and scores."""
        rules = [pair for pair in self._pairs("threshold", "kappa") if " " not in pair[1]]
        found = {}
        for name, rule in rules:
            cut = self.value("threshold", "cut", classifier=name, other=rule)
            found[name, rule] = {"cut": "" if math.isnan(cut) else f"{cut:.3g}"} | {
                MEASURES[m][0]: shown(self.span(name, m, other=rule))
                for m in ("cost", "kappa", "accuracy", "f1")
                if m != "cost" or self.costs
            }
        table = pd.DataFrame.from_dict(found, orient="index")
        return table.rename_axis(["classifier", "rule"]) if found else table

    def _pairs(self, part: str, measure: str) -> list[tuple[str, str]]:
        """List the classifiers of a part, each with what it is compared with, or its rule."""
        rows = (row for row in self._rows.values() if (row.part, row.measure) == (part, measure))
        return list(dict.fromkeys((row.classifier, row.other) for row in rows))

    def at_prevalences(self) -> pd.DataFrame:
        """Kappa with the rates found here, where the positive class is rarer or more common."""
        where = {"part": "prevalence", "statistic": "estimate", "measure": "kappa"}
        kappas = {
            share: [self.value(**where, classifier=n, label=share) for n in self.ranked]
            for share in map("{:g}".format, PREVALENCES)
        }
        table = pd.DataFrame(kappas, pd.Index(self.ranked, name="classifier"))
        return table.rename_axis(columns="label").dropna(axis="columns")

    def __repr__(self) -> str:
        return (
            f"{len(self.ranked)} classifiers on {self.data.name}, by {MEASURES[self.first][0]}: "
            + ", ".join(self.ranked)
        )


def shown(span: tuple[float, float, float]) -> str:
    """Write an estimate with its interval, or a dash."""
    estimate, low, high = span
    if math.isnan(estimate):
        return "–"
    if math.isnan(low):
        return f"{estimate:.3f}"
    digits = digits_for(low, high)
    return f"{estimate:.{digits}f} ({low:.{digits}f} to {high:.{digits}f})"


def three(value: float) -> str:
    """Write three decimals; what rounds to zero has no sign."""
    return f"{round(value, 3) + 0.0:.3f}"


def evaluate(
    folds: Folds, *, costs: Costs | str | None = None, prevalence_changes: bool = False
) -> Evaluation:
    """Measure, rank, compare and cut: everything that a report says.

    Parameters
    ----------
    folds : Folds
    costs : (float, float) or 'FP:FN', optional
        Costs of a false positive and of a false negative, of two classes.
    prevalence_changes : bool, default=False
        Whether the classes will be more or less frequent where the classifier is used.

    Raises
    ------
    ValueError
        Costs that are no two positive numbers, or of more than two classes.
    """
    given = read_costs(costs, folds.data)
    values = values_of_folds(folds, given)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        rows = [
            *_data_rows(folds, given),
            *_measure_rows(folds, values),
            *_rank_rows(values),
            *_comparison_rows(values, folds.test_train_ratio),
            *_confusion_rows(folds),
            *_threshold_rows(folds, given),
            *_prevalence_rows(folds),
        ]
    first = "cost" if given else "kappa"
    if prevalence_changes and ("auc", "") in values:
        first = "auc"
    return Evaluation(folds, given, prevalence_changes, first, pd.DataFrame(rows))


def values_of_folds(folds: Folds, costs: Costs | None = None) -> pd.DataFrame:
    """Put the values of all folds into a table: a row for each fold, a column for each measure.

    Its rows are named by classifier, repeat and fold, its columns by measure and class; the class
    is empty where a measure is of all.
    """
    found = {
        (name, fold.repeat, fold.fold): fold.measured | cost_of(fold.confusion, folds.data, costs)
        for name, of in folds.folds.items()
        for fold in of
    }
    table = pd.DataFrame.from_dict(found, orient="index")
    keys: list[Any] = table.columns.tolist()
    table.columns = pd.MultiIndex.from_tuples(keys, names=["measure", "label"])
    return table.rename_axis(["classifier", "repeat", "fold"])


def _data_rows(folds: Folds, costs: Costs | None) -> Iterator[Row]:
    data = folds.data
    numbers = {f"rows_{key}": n for key, n in data.rows.items()} | {
        "columns_used": data.X.shape[1],
        "columns_set_aside": int((data.columns["kind"] == "set aside").sum()),
        "classes": len(data.classes),
        "classifiers": len(folds.folds) - 1,
        "folds": folds.n_splits,
        "repeats": folds.n_repeats,
        "confidence_level": LEVEL,
        "power": POWER,
        "counts_as_no_difference": ALIKE,
    }
    if costs:
        numbers |= {"cost_of_false_positive": costs[0], "cost_of_false_negative": costs[1]}
        numbers["cost_cut"] = costs[0] / sum(costs)
    yield from Row("data").having(**numbers)
    for label, (cases, share) in data.balance().iterrows():
        yield from Row("class", label=str(label)).having(cases=cases, share=share)


def _measure_rows(folds: Folds, values: pd.DataFrame) -> Iterator[Row]:
    """Yield each measure with its interval, or why there is none."""
    for name in folds.folds:
        own = values.loc[name]
        for measure in MEASURES:
            labels = [str(key[1]) for key in values.columns.tolist() if key[0] == measure]
            head = Row("measure", name, "", measure, "", "estimate")
            unscored = measure in RANKING and name not in folds.scored and name != BASELINE
            if unscored or (measure in RANKING and not labels):
                weka = "the engine gives labels, no scores"
                why = weka if folds.engine == "WEKA" else "the classifier gives no scores"
                yield head._replace(reason=why)
                continue
            if labels and "" not in labels:
                yield head._replace(reason="H is of two classes; see the classes")
            for label in labels:
                head = Row("measure", name, "", measure, label)
                yield from _interval_rows(head, own[measure, label], folds.test_train_ratio)


def _interval_rows(
    head: Row, values: Any, ratio: float, ends: tuple[float, float] | None = None
) -> Iterator[Row]:
    """Yield mean, interval and number of splits; the interval keeps to the measure's ends."""
    values = np.asarray(values, dtype=float)
    if (~np.isnan(values)).sum() < 2:
        yield head._replace(statistic="estimate", reason=f"undefined in {len(values)} folds")
        return
    found = corrected_resampled_t_test(
        values, test_train_ratio=ratio, nan_policy="omit", confidence_level=LEVEL
    )
    yield from head.having(estimate=found.estimate, splits=found.n_used)
    if found.standard_error:
        least, most = ends or MEASURES[head.measure][1:]
        yield from head.having(low=max(found.low, least), high=min(found.high, most))
    else:
        for end in ("low", "high"):
            yield head._replace(statistic=end, reason="all folds have the same value")


def _rank_rows(values: pd.DataFrame) -> Iterator[Row]:
    """Yield the place of each classifier by each measure; 1 is best, and ties share a place."""
    for measure, own in _ranked_measures(values):
        means = own.groupby("classifier", sort=False).mean().map(lambda x: float(f"{x:.6g}"))
        for name, rank in means.rank(ascending=measure == "cost").dropna().items():
            yield from Row("rank", str(name), "", measure).having(rank=rank)


def _comparison_rows(values: pd.DataFrame, ratio: float) -> Iterator[Row]:
    """Compare each two classifiers by each measure; p-values are adjusted within a measure."""
    for measure, own in _ranked_measures(values):
        folds = own.unstack("classifier", sort=False)
        tests = {}
        for a, b in combinations(folds.columns, 2):
            difference = (folds[a] - folds[b]).to_numpy()
            if (~np.isnan(difference)).sum() > 1:
                how: Any = {"test_train_ratio": ratio, "nan_policy": "omit"}
                test = corrected_resampled_t_test(difference, confidence_level=LEVEL, **how)
                tests[a, b] = test, correlated_bayesian_t_test(difference, rope=ALIKE, **how)
        p = np.array([test.p_value() for test, _ in tests.values()])
        adjusted, counted = p.copy(), np.isfinite(p)  # Folds that all differ alike are no test.
        adjusted[counted] = holm(p[counted])
        for i, ((a, b), (test, belief)) in enumerate(tests.items()):
            for row in Row("comparison", a, b, measure).having(
                difference=test.estimate,
                low=test.low,
                high=test.high,
                p_value=p[i],
                p_adjusted=adjusted[i],
                detectable=test.detectable_difference(power=POWER, alpha=1 - LEVEL),
                probability_lower=belief.below,
                probability_alike=belief.within,
                probability_higher=belief.above,
            ):
                why = "all folds have the same difference" if math.isnan(row.value) else ""
                yield row._replace(reason=why)
        if tests:
            head, differ = Row("summary", measure=measure), int((adjusted < ALPHA).sum())
            yield from head.having(pairs=len(tests), pairs_that_differ=differ)


def _ranked_measures(values: pd.DataFrame) -> Iterator[tuple[str, pd.Series[float]]]:
    """Yield the values of each measure that ranks classifiers; the baseline is none of them."""
    rivals = values.drop(BASELINE, level="classifier", errors="ignore")
    for measure in MEASURES:
        if measure != "chance_agreement" and (measure, "") in values:
            own = rivals[measure, ""]
            known = own.groupby("classifier", sort=False).transform("count") > 0
            yield measure, own[known]


def _confusion_rows(folds: Folds) -> Iterator[Row]:
    """Yield the cells of each confusion matrix, summed over folds and divided by the repeats."""
    classes = folds.data.classes
    for name in folds.folds:
        counts = folds.confusion(name) / folds.n_repeats
        for (i, j), cases in np.ndenumerate(counts):
            yield from Row("confusion", name, classes[j], "", classes[i]).having(cases=cases)


def _threshold_rows(folds: Folds, costs: Costs | None) -> Iterator[Row]:
    """Judge the rules of cutting, and how each differs from what the classifier predicts."""
    data, ratio = folds.data, folds.test_train_ratio
    for name, found in tuned_cuts(folds, costs):
        default: dict[str, Any] = {}
        for rule, (cuts, matrices) in found.items():
            head = Row("threshold", name, rule)
            if default and np.isnan(cuts).all():
                yield head._replace(statistic="cut", reason=f"undefined in {len(cuts)} folds")
            elif default:
                low, cut, high = np.nanquantile(cuts, [0.05, 0.5, 0.95], method="nearest")
                yield from head.having(cut=cut, cut_low=low, cut_high=high)
            each = [
                {} if m is None else measures_of(m, data) | cost_of(m, data, costs)
                for m in matrices
            ]
            asked = [m for m in ("kappa", "accuracy", "f1", "cost") if m != "cost" or costs]
            of = {m: np.array([x.get((m, ""), math.nan) for x in each]) for m in asked}
            for measure, values in of.items():
                yield from _interval_rows(head._replace(measure=measure), values, ratio)
            default = default or of
            if rule in of:  # what this rule is for
                change = Row("threshold", name, f"{rule} minus default", rule)
                ends = (-math.inf, math.inf)
                yield from _interval_rows(change, of[rule] - default[rule], ratio, ends)


def _prevalence_rows(folds: Folds) -> Iterator[Row]:
    """Yield kappa of the same rates where positives are rarer or more common."""
    positive = folds.data.positive
    if not folds.data.is_binary or positive is None:
        return
    for name in folds.folds:
        confusion = folds.confusion(name)
        rates = confusion[:, positive] / confusion.sum(axis=1)
        tpr, fpr = float(rates[positive]), float(rates[1 - positive])
        head = Row("prevalence", name)
        yield from head.having(true_positive_rate=tpr, false_positive_rate=fpr)
        for share in PREVALENCES:
            kappa = float(kappa_at(fpr, tpr, share))
            yield from head._replace(measure="kappa", label=f"{share:g}").having(estimate=kappa)
