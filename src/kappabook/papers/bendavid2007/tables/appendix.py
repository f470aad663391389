"""Tables A.1-A.5: each cell beside our run, and kappa beside accuracy and chance.

Each printed number is a mean over ten folds, and kappa of the means is not the mean of the kappas.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from kappabook.checks import check
from kappabook.ledger import Finding, Interval, Number, Unjudged
from kappabook.papers.bendavid2007.chance import imputed
from kappabook.papers.bendavid2007.chance.impossible import IMPOSSIBLE
from kappabook.papers.bendavid2007.printed.keys import CLASSIFIER_OF, DATASETS, FOLDS, KEY
from kappabook.papers.bendavid2007.printed.rounding import between, exact
from kappabook.papers.bendavid2007.printed.tables import COLUMNS, T9, Cell, Key
from kappabook.papers.bendavid2007.rerun.cells import RUN, outcome, summary
from kappabook.transcription import LedgerError


@check("{table}.{dataset}.{column}", table=CLASSIFIER_OF, dataset=DATASETS, column=COLUMNS)
def cell(printed: Mapping[str, str], table: str, dataset: str, column: str) -> Finding:
    """Judge a number of the appendix by our run, or if it is impossible say what it must be."""
    key = dataset, CLASSIFIER_OF[table]
    if key in IMPOSSIBLE and column.startswith("chance"):
        return _imputed(printed, key, column)
    found = outcome(printed, *key)
    if found.kind == "private":
        return Finding(Unjudged("private"), "none", found.note, "unavailable")
    ours = Number(summary()[key][column])
    if found.kind == "exact":
        verdict = "recovered" if found.note else "reproduced"
        return Finding(ours, "rerun", found.note, verdict, run=RUN)
    agrees = ours.agrees(printed[f"{KEY}.{table}.{dataset}.{column}"])
    note = f"{_ALONE[found.kind]} {found.note}" if agrees else found.note
    return Finding(ours, "rerun", note, "not reproduced", run=RUN)


# Why a number whose digits agree is not claimed, by what became of its row.
_ALONE = {
    "near": (
        "The digits of this number agree; it is not claimed, because accuracy and kappa of this "
        "row do not both agree."
    ),
    "not recovered": (
        "The digits of this number agree; it is not claimed, because the data are a stand-in and "
        "it may agree by chance."
    ),
}


def _imputed(printed: Mapping[str, str], key: Key, column: str) -> Finding:
    value, datasets = imputed.chance(printed, key, column), key[:1]
    if imputed.imputed_cell(printed, *key).known:
        return Finding(Number(value.low), "external", imputed.class_counts(datasets))
    return imputed.inferred(value, datasets)


# --- kappa beside accuracy and chance -----------------------------------------------------------


def kappa_of_means(cell: Cell) -> Fraction:
    r"""Put the mean accuracy and the mean chance into eq. (1).

    Raises
    ------
    LedgerError
        The chance is 1, where kappa has no value.
    """
    accuracy, chance = exact(cell.accuracy), exact(cell.chance)
    if chance == 1:
        raise LedgerError(f"chance {cell.chance} leaves kappa undefined; it must be below 1.")
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
