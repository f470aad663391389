"""Tables A.1-A.5, and what follows from them: Tables 7, 9, 10 and 11; and Table 6, the data sets.

Each printed number is a mean over ten folds, and kappa of the means is not the mean of the kappas.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from typing import Any, SupportsFloat

import scipy

from kappabook.audit.computed import Interval, noted
from kappabook.audit.declared import computes
from kappabook.audit.printed import AuditError, Printed
from kappabook.data import sources
from kappabook.data.derived import balance_scale
from kappabook.papers.bendavid2007 import impossible
from kappabook.papers.bendavid2007.definitions import (
    AVERAGE,
    CLASSIFIER_OF,
    CLASSIFIERS,
    COLUMNS,
    DATASETS,
    FOLDS,
    MEASURES,
    PUBLIC,
    SHORT,
    T9,
    TABLES,
    Appendix,
    Cell,
    Key,
    Within,
    between,
    cells,
    column,
    exact,
    from_rounded,
    keys,
    mean,
    mean_of_rounded,
    mean_within,
    rows_of,
)
from kappabook.papers.bendavid2007.impossible import IMPOSSIBLE
from kappabook.papers.bendavid2007.rerun import among_samples, said_of, summary

# --- Table 6 --------------------------------------------------------------------------------------

# Cases of each class of Balance, by its rule.
SIDES = Counter(line[0] for line in balance_scale())

# Attributes and classes of the public files; the tests count them anew where the data are.
PUBLISHED = {
    "balance-scale": (4, len(SIDES)),
    "car": (6, 4),
    "cmc": (9, 3),
    "credit-approval": (15, 2),
    "era": (4, 9),
    "esl": (4, 9),
    "boston-housing": (13, 0),
    "lev": (4, 5),
    "monks-3": (6, 2),
    "nursery": (8, 5),
    "post-operative": (8, 3),
    "swd": (10, 4),
}
# Rows of Nursery's class "recommend".
RECOMMEND = 2


@computes("table6.{}.*", each=PUBLIC)
def table_6(p: Printed, dataset: str) -> dict[str, Any]:
    """Table 6: a row beside the public file."""
    attributes, classes = PUBLISHED[dataset]
    row, rows = f"table6.{dataset}", sources()[dataset].rows
    found: dict[str, Any] = {
        f"{row}.source": distributor(dataset),
        f"{row}.size": rows,
        f"{row}.attributes": attributes,
        f"{row}.classes": classes,
    }
    if dataset == "balance-scale":
        # P_c of a classifier that never predicts B, and as often L as R or not.
        share = SIDES["L"] / SIDES.total()
        found[f"{row}.classes"] = noted(classes, balanced=SIDES["B"], chance=share)
    if dataset == "boston-housing":
        del found[f"{row}.classes"]  # a number, cut somewhere
    if dataset == "nursery":
        drawn = int(p["s4.nursery"])
        present = scipy.stats.hypergeom.sf(0, rows, RECOMMEND, drawn)
        found[f"{row}.size"] = noted(drawn, whole=rows)
        found[f"{row}.classes"] = noted(
            classes, cases=RECOMMEND, whole=rows, drawn=drawn, present=present
        )
    return found


def distributor(dataset: str) -> str:
    """Say whose address or licence the registry has: UCI's or the WEKA project's."""
    addresses = [address for file in sources()[dataset].files for address in file.addresses]
    return "UCI" if any("archive.ics.uci.edu" in address for address in addresses) else "WEKA"


# --- Tables A.1-A.5 -----------------------------------------------------------------------------


@computes("{}.{}.*", each=product(TABLES.values(), PUBLIC))
def appendix(p: Printed, row: tuple[str, str]) -> dict[str, Any]:
    """Tables A.1-A.5: a row beside our run; an impossible chance beside what it must be."""
    table, dataset = row
    key = dataset, CLASSIFIER_OF[table]
    ours, said = summary()[key], said_of(key)
    found: dict[str, Any] = {name: noted(ours[name], **said) for name in COLUMNS}
    if key[0] == "nursery":  # a random thousand that is lost
        for name in COLUMNS:
            middle = among_samples(key[1], name)
            found[name] = noted(middle, low=middle.low, high=middle.high)
    if key in IMPOSSIBLE:
        known = impossible.imputed(p, key).known
        for name in ("chance", "chance-ci"):
            ends = impossible.chance(p, key, name)
            found[name] = ends.low if known else certain(ends)
    return {f"{table}.{dataset}.{name}": value for name, value in found.items()}


def certain(value: Within) -> Any:
    """Ask of a text whether it is right wherever between its ends the value lies."""
    return noted(value.agrees, low=value.low, high=value.high)


# --- kappa beside accuracy and chance -----------------------------------------------------------


def kappa_of_means(cell: Cell) -> Fraction:
    r"""Put the mean accuracy and the mean chance into eq. (1).

    Raises
    ------
    AuditError
        The chance is 1, where kappa has no value.
    """
    accuracy, chance = exact(cell.accuracy), exact(cell.chance)
    if chance == 1:
        raise AuditError(f"chance {cell.chance} leaves kappa undefined; it must be below 1.")
    return (accuracy - chance) / (1 - chance)


def gap(cell: Cell) -> Fraction:
    r"""Return the mean kappa less kappa of the means.

    In each fold :math:`a = \kappa + P_c - \kappa P_c`. So the gap is the covariance of kappa and
    :math:`P_c` over the folds, divided by :math:`1 - \bar P_c`: nothing but a mean of ratios.
    """
    return exact(cell.kappa) - kappa_of_means(cell)


def kappa_range(cell: Cell) -> Interval:
    """Return the mean kappas that the five other printed numbers of a cell allow.

    The covariance of `gap` is at most the product of the two standard deviations (Cauchy and
    Schwarz); all inputs are taken at the ends of their rounding.
    """
    accuracy, chance = between(cell.accuracy), between(cell.chance)
    product = between(cell.kappa_ci).high * between(cell.chance_ci).high
    reach = (FOLDS - 1) / T9**2 * float(product) / (1 - float(chance.high))
    ends = [
        float((a - c) / (1 - c))
        for a in (accuracy.low, accuracy.high)
        for c in (chance.low, chance.high)
    ]
    return Interval(min(ends) - reach, max(ends) + reach)


# --- Table 7, and the bottom rows of the appendix -----------------------------------------------


@computes("table7.{}.{}", each=product((*DATASETS, AVERAGE), COLUMNS))
def table_7(p: Printed, which: tuple[str, str]) -> dict[str, Any]:
    """Table 7: each number the mean of five cells of the appendix, or of all 75."""
    row, name = which
    return {f"table7.{row}.{name}": average(p, f"table7.{row}", name)}


@computes("{}.average.{}", each=product(TABLES.values(), COLUMNS))
def bottom_rows(p: Printed, which: tuple[str, str]) -> dict[str, Any]:
    """Tables A.1-A.5: the bottom row of each, the mean of the fifteen above."""
    table, name = which
    return {f"{table}.{AVERAGE}.{name}": average(p, f"{table}.{AVERAGE}", name)}


def behind(row: str) -> tuple[Key, ...]:
    """Return the cells of the appendix that a row averages, such as ``table7.car``."""
    table, _, name = row.partition(".")
    if table == "table7":
        return keys() if name == AVERAGE else keys([name])
    return keys(classifiers=[CLASSIFIER_OF[table]])


def average(p: Printed, row: str, name: str) -> Any:
    """Average a column of the cells behind a row; where some are impossible, of the mended ones."""
    of, text = behind(row), p[f"{row}.{name}"]
    mended = [key for key in of if key in IMPOSSIBLE]
    if not mended or not name.startswith("chance"):
        return with_middle(mean_of_rounded(text, column(p, of, name)), mean(column(p, of, name)))
    value = impossible.mean_chance(p, of, name)
    if name == "chance" or not all(impossible.imputed(p, key).known for key in mended):
        return certain(value)
    # The mended half-width of Monks-3 is known; the others are as wide as they are rounded.
    slack = mean_within(map(between, column(p, of, name)))
    reach, centre = (slack.high - slack.low) / 2, value.middle
    found = from_rounded(text, centre, Within(centre - reach, centre + reach))
    return with_middle(found, centre)


def with_middle(value: float | Fraction | Interval, middle: float | Fraction) -> Any:
    """Give to the note of an interval what the rounded inputs themselves give."""
    if not isinstance(value, Interval):
        return value
    return noted(value, middle=middle, low=value.low, high=value.high)


def off_by_rounding(p: Printed) -> list[tuple[str, str]]:
    """Return the cells of Table 7 that are not the rounded mean of their inputs."""
    return [
        (row, name)
        for row in (*DATASETS, AVERAGE)
        for name in COLUMNS
        if isinstance(
            mean_of_rounded(p[f"table7.{row}.{name}"], column(p, behind(f"table7.{row}"), name)),
            Interval,
        )
    ]


# --- Tables 9 and 10: ranks ---------------------------------------------------------------------

TABLE_9 = rows_of("table9")


def ranks(values: Sequence[SupportsFloat]) -> tuple[int, ...]:
    """Rank from the largest, 1; ties share the best rank, as in a competition."""
    return tuple(
        scipy.stats.rankdata([-float(value) for value in values], method="min").astype(int).tolist()
    )


@dataclass(frozen=True)
class Ranking:
    """Ranks of the five classifiers on one data set, in the order of the appendix."""

    by_accuracy: tuple[int, ...]
    by_kappa: tuple[int, ...]

    @property
    def changed(self) -> int:
        """Number of classifiers whose two ranks differ."""
        return sum(a != k for a, k in zip(self.by_accuracy, self.by_kappa, strict=True))

    @property
    def best(self) -> int:
        """Rank by kappa of the classifier that is best by accuracy."""
        return self.by_kappa[self.by_accuracy.index(1)]


def ranking(cells: Sequence[Cell]) -> Ranking:
    """Rank five rows of the appendix, those of one data set."""
    return Ranking(
        ranks([exact(cell.accuracy) for cell in cells]),
        ranks([exact(cell.kappa) for cell in cells]),
    )


def rankings(cells: Appendix) -> dict[str, Ranking]:
    """Rank the classifiers on each data set by accuracy and by kappa."""
    return {d: ranking([cells[d, c] for c in CLASSIFIERS]) for d in DATASETS}


def ranking_of(p: Printed, dataset: str) -> Ranking:
    """Rank the classifiers on one data set, and read no more than that needs."""
    return ranking(list(cells(p, MEASURES, keys([dataset])).values()))


def differing(found: Mapping[str, Ranking]) -> tuple[str, ...]:
    """Return the data sets on which the two rankings differ."""
    return tuple(dataset for dataset, both in found.items() if both.changed)


@computes("table9.{}.*", each=TABLE_9)
def table_9(p: Printed, dataset: str) -> dict[str, Any]:
    """Table 9: the ranks by accuracy and by kappa on a data set where they differ."""
    return by_classifier(f"table9.{dataset}.{{}}.{{}}", ranking_of(p, dataset))


@computes("table10.*-rank")
def table_10(p: Printed) -> dict[str, Any]:
    """Table 10: the ranks on Post Operative; its values say again what the appendix has."""
    return by_classifier("table10.{}.{}-rank", ranking_of(p, "post-operative"))


def by_classifier(name: str, both: Ranking) -> dict[str, Any]:
    """Give each rank its id."""
    ranked = zip(MEASURES, (both.by_accuracy, both.by_kappa), strict=True)
    return {
        name.format(classifier, measure): rank
        for measure, found in ranked
        for classifier, rank in zip(CLASSIFIERS, found, strict=True)
    }


# --- Table 11: the chance as the classifier varies ----------------------------------------------

TABLE_11 = rows_of("table11")
# The data sets with impossible chances: the first two of the table.
IMPUTED = TABLE_11[:2]
OTHER_FOUR = "The other four models"


@dataclass(frozen=True)
class Extremes:
    """Classifiers with the lowest and the highest chance on one data set.

    `difference` is the highest chance less the lowest, over the lowest, in per cent, for the
    middles of their ends; `ends` holds it for all that the chances may be.
    """

    lowest: str
    highest: str
    difference: Fraction
    ends: Within


def extremes(p: Printed, dataset: str, *, as_printed: bool = False) -> Extremes:
    """Return the extremes of one data set; impossible chances are imputed, or else as printed.

    Raises
    ------
    AuditError
        Imputed ends overlap, so that it is not certain which classifier is lowest.
    """
    chances = {
        name: between(p[f"{table}.{dataset}.chance"])
        if as_printed
        else impossible.chance(p, (dataset, name))
        for name, table in TABLES.items()
    }
    lowest = min(chances, key=lambda name: chances[name].high)
    highest = max(chances, key=lambda name: chances[name].low)
    low, high = chances[lowest], chances[highest]
    overlap = any(low.high >= chances[name].low for name in chances if name != lowest)
    if dataset in IMPUTED and not as_printed and overlap:
        raise AuditError(f"{dataset}: the lowest chance is not certain: {chances}.")
    return Extremes(
        lowest,
        highest,
        _relative(high.middle, low.middle),
        Within(_relative(high.low, low.high), _relative(high.high, low.low)),
    )


def _relative(high: float | Fraction, low: float | Fraction) -> Fraction:
    return 100 * (Fraction(high) / Fraction(low) - 1)


@computes("table11.{}.*", each=TABLE_11)
def table_11(p: Printed, dataset: str) -> dict[str, Any]:
    """Table 11: the lowest and the highest chance on a data set, and their relative difference."""
    found, row = extremes(p, dataset), f"table11.{dataset}"
    names = {"lowest": found.lowest, "highest": found.highest}
    shown = {end: SHORT[name] for end, name in names.items()}
    if dataset == "monks-3":  # the four that are perfect have one chance
        shown = {
            end: SHORT[name] if name == "NaiveBayes" else OTHER_FOUR for end, name in names.items()
        }
    difference = certain(found.ends)
    if dataset not in IMPUTED:
        value = from_rounded(p[f"{row}.difference"], found.difference, found.ends)
        difference = with_middle(value, found.difference)
    return {
        **{f"{row}.{end}": name for end, name in shown.items()},
        f"{row}.difference": difference,
    }


def reranked(p: Printed) -> list[tuple[str, Within]]:
    """Sort Table 11 anew, by differences in per cent with the impossible chances imputed.

    Raises
    ------
    AuditError
        Two differences overlap, so that their order is not certain.
    """
    found = {dataset: extremes(p, dataset).ends for dataset in DATASETS}
    rows = sorted(found.items(), key=lambda row: row[1].low, reverse=True)
    for (name, more), (other, less) in pairwise(rows):
        if less.high >= more.low:
            raise AuditError(f"{name} ({more}) and {other} ({less}) cannot be put in order.")
    return rows
