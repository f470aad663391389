"""All that a report says, in one object: the tidy table, and what is made from it."""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pandas as pd

from kappabook.commands.own_data.comparison import comparison_rows
from kappabook.commands.own_data.fold_measures import MEASURES
from kappabook.commands.own_data.folds import Folds
from kappabook.commands.own_data.learners import BASELINE
from kappabook.commands.own_data.thresholds import prevalence_rows, threshold_rows
from kappabook.commands.own_data.tidy import (
    LEVEL,
    Costs,
    Row,
    as_frame,
    confusion_rows,
    data_rows,
    measure_rows,
    rank_rows,
    splits,
)

_KEYS = ["part", "classifier", "other", "measure", "label", "statistic"]
#: p-values below this count as a difference.
ALPHA = round(1 - LEVEL, 6)


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
    def data(self) -> Any:
        """The data, as prepared."""
        return self.folds.data

    @cached_property
    def _values(self) -> dict[tuple[str, ...], float]:
        keys = self.tidy[_KEYS].itertuples(index=False, name=None)
        return dict(zip(map(tuple, keys), self.tidy["value"], strict=True))

    def value(self, part: str, statistic: str, **where: str) -> float:
        """Look one number up; nan where there is none."""
        at = (part, *(where.get(key, "") for key in _KEYS[1:-1]), statistic)
        return float(self._values.get(at, math.nan))

    @property
    def ranked(self) -> list[str]:
        """The classifiers, best first by the measure that is put first; no baseline."""
        names = [name for name in self.folds.folds if name != BASELINE]
        places = {n: self.value("rank", "rank", classifier=n, measure=self.first) for n in names}
        return sorted(names, key=lambda n: (math.isnan(places[n]), places[n]))

    @property
    def order(self) -> list[str]:
        """The measures that have a value, what is put first first."""
        known = self.tidy[(self.tidy["part"] == "measure") & self.tidy["value"].notna()]
        there = set(known.loc[known["label"] == "", "measure"])
        return sorted((m for m in MEASURES if m in there), key=lambda m: m != self.first)

    def called(self, measure: str) -> str:
        """Name a measure for people; the AUK of several classes is rescaled, and says so."""
        name = MEASURES[measure][0]
        rescaled = measure == "auk" and not self.data.is_binary
        return f"{name}, of the best possible" if rescaled else name

    def measures(self, label: str = "") -> pd.DataFrame:
        """Estimate and interval of each measure and classifier, as text; of one class if named."""
        names = [*self.ranked, BASELINE]
        rows = {
            (MEASURES[m][0] if label else self.called(m)): [
                self._span("measure", classifier=n, measure=m, label=label) for n in names
            ]
            for m in (self.order if not label else ["kappa", "auc", "auk", "h"])
        }
        return pd.DataFrame(rows, index=pd.Index(names, name="classifier"))

    def per_class(self, measure: str = "kappa") -> pd.DataFrame:
        """One measure of each class against the rest, by classifier, as text."""
        rows = {
            label: [
                self._span("measure", classifier=n, measure=measure, label=label)
                for n in self.ranked
            ]
            for label in self.data.classes
        }
        return pd.DataFrame(rows, index=pd.Index(self.ranked, name="classifier"))

    def ranks(self) -> pd.DataFrame:
        """Tell the place of each classifier by each measure."""
        rows = self.tidy[self.tidy["part"] == "rank"]
        table = rows.pivot(index="classifier", columns="measure", values="value")
        order = [m for m in self.order if m in table]
        return table.loc[self.ranked, order].rename(columns={m: self.called(m) for m in order})

    def comparisons(self, measure: str | None = None) -> pd.DataFrame:
        """Each two classifiers by one measure: difference, test, what would have been noticed."""
        rows = self.tidy[
            (self.tidy["part"] == "comparison") & (self.tidy["measure"] == (measure or self.first))
        ]
        table = rows.pivot(index=["classifier", "other"], columns="statistic", values="value")
        columns = ["difference", "low", "high", "p_value", "p_adjusted", "detectable"]
        chances = {f"probability_{word}": f"P({word})" for word in ("lower", "alike", "higher")}
        columns += chances
        pairs = list(dict.fromkeys(zip(rows["classifier"], rows["other"], strict=True)))
        names = ["classifier", "other"]
        if not pairs:
            return pd.DataFrame(columns=[*names, *columns]).set_index(names)
        index = pd.MultiIndex.from_tuples(pairs, names=names)
        return table.reindex(index=index, columns=columns).rename(columns=chances)

    def thresholds(self) -> pd.DataFrame:
        """Tell what each rule of cutting gives, as text; empty without two classes and scores."""
        rows = self.tidy[self.tidy["part"] == "threshold"]
        pairs = [
            pair
            for pair in dict.fromkeys(zip(rows["classifier"], rows["other"], strict=True))
            if "minus" not in pair[1]
        ]
        found = [self._threshold(name, rule) for name, rule in pairs]
        index = pd.MultiIndex.from_tuples(pairs, names=["classifier", "rule"]) if pairs else None
        return pd.DataFrame(found, index=index)

    def at_prevalences(self) -> pd.DataFrame:
        """Kappa with the rates found here, where the positive class is rarer or more common."""
        rows = self.tidy[(self.tidy["part"] == "prevalence") & (self.tidy["measure"] == "kappa")]
        table = rows.pivot(index="classifier", columns="label", values="value")
        return table.reindex(index=self.ranked, columns=list(dict.fromkeys(rows["label"])))

    def _threshold(self, name: str, rule: str) -> dict[str, str]:
        cut = self.value("threshold", "cut", classifier=name, other=rule)
        found = {"cut": "" if math.isnan(cut) else f"{cut:.3g}"}
        for measure in ("cost", "kappa", "accuracy", "f1"):
            if measure != "cost" or self.costs:
                where = {"classifier": name, "other": rule, "measure": measure}
                found[MEASURES[measure][0]] = self._span("threshold", **where)
        return found

    def _span(self, part: str, **where: str) -> str:
        estimate, low, high = (self.value(part, s, **where) for s in ("estimate", "low", "high"))
        if math.isnan(estimate):
            return "–"
        return f"{estimate:.3f}" + ("" if math.isnan(low) else f" ({low:.3f} to {high:.3f})")

    def __repr__(self) -> str:
        return (
            f"{len(self.ranked)} classifiers on {self.data.name}, by {MEASURES[self.first][0]}: "
            + ", ".join(self.ranked)
        )


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
    given = read_costs(costs)
    if given and not folds.data.is_binary:
        raise ValueError(
            f"costs are for two classes, and {folds.data.target!r} has {len(folds.data.classes)}; "
            "leave --costs out, or join classes."
        )
    values = splits(folds, given)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        rows: list[Row] = [
            *data_rows(folds, given),
            *measure_rows(folds, values),
            *rank_rows(folds, values),
            *comparison_rows(folds, values),
            *confusion_rows(folds),
            *threshold_rows(folds, given),
            *prevalence_rows(folds),
        ]
    first = "cost" if given else "kappa"
    if prevalence_changes and any(m == "auc" for _, m, _ in values):
        first = "auc"
    rows += _summary(rows)
    return Evaluation(folds, given, prevalence_changes, first, as_frame(rows))


def read_costs(costs: Costs | str | None) -> Costs | None:
    """Read ``FP:FN``."""
    if costs is None or costs == "":
        return None
    try:
        parts = costs.split(":") if isinstance(costs, str) else costs
        false_positive, false_negative = map(float, parts)
        if not (0 < false_positive < math.inf and 0 < false_negative < math.inf):
            raise ValueError
    except ValueError:
        raise ValueError(
            f"costs are {costs!r}; give those of a false positive and of a false negative, "
            "both positive numbers, like 1:5."
        ) from None
    return false_positive, false_negative


def _summary(rows: list[Row]) -> list[Row]:
    """Count the pairs, and those that differ, by each measure."""
    adjusted = [r for r in rows if r.part == "comparison" and r.statistic == "p_adjusted"]
    found = []
    for measure in dict.fromkeys(r.measure for r in adjusted):
        pairs = [r.value for r in adjusted if r.measure == measure]
        differ = sum(p < ALPHA for p in pairs)
        head = Row("summary", measure=measure)
        found.append(head._replace(statistic="pairs", value=float(len(pairs))))
        found.append(head._replace(statistic="pairs_that_differ", value=float(differ)))
    return found
