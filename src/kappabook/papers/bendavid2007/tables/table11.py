"""Table 11: who has the lowest and the highest chance on each data set, and how far apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from kappabook.checks import Findings, check, derived
from kappabook.ledger import Finding
from kappabook.papers.bendavid2007.chance import imputed
from kappabook.papers.bendavid2007.printed.keys import DATASETS, KEY, SHORT, TABLES
from kappabook.papers.bendavid2007.printed.rounding import Within, between, from_rounded, named
from kappabook.transcription import LedgerError

# In the order of the table.
TABLE_11 = (
    "monks-3",
    "balance-scale",
    "project-management",
    "efe",
    "english-comprehension",
    "era",
    "post-operative",
    "cmc",
    "boston-housing",
    "swd",
    "esl",
    "car",
    "lev",
    "nursery",
    "credit-approval",
)
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


@derived
def extremes(printed: Mapping[str, str], dataset: str, *, as_printed: bool = False) -> Extremes:
    """Return the extremes of one data set; impossible chances are imputed, or else as printed.

    Raises
    ------
    LedgerError
        Imputed ends overlap, so that it is not certain which classifier is lowest.
    """
    chances = {
        name: between(printed[f"{KEY}.{table}.{dataset}.chance"])
        if as_printed
        else imputed.chance(printed, (dataset, name))
        for name, table in TABLES.items()
    }
    lowest = min(chances, key=lambda name: chances[name].high)
    highest = max(chances, key=lambda name: chances[name].low)
    low, high = chances[lowest], chances[highest]
    overlap = any(low.high >= chances[name].low for name in chances if name != lowest)
    if dataset in IMPUTED and not as_printed and overlap:
        raise LedgerError(f"{dataset}: the lowest chance is not certain: {chances}.")
    return Extremes(
        lowest,
        highest,
        _relative(high.middle, low.middle),
        Within(_relative(high.low, low.high), _relative(high.high, low.low)),
    )


def _relative(high: float | Fraction, low: float | Fraction) -> Fraction:
    return 100 * (Fraction(high) / Fraction(low) - 1)


@check("table11.{dataset}.*", dataset=TABLE_11[2:])
def sound_rows(printed: Mapping[str, str], dataset: str) -> Findings:
    """Compute the thirteen rows that hold no impossible chance."""
    found, row = extremes(printed, dataset), f"table11.{dataset}"
    yield f"{row}.lowest", Finding(named(SHORT[found.lowest]))
    yield f"{row}.highest", Finding(named(SHORT[found.highest]))
    text = printed[f"{KEY}.{row}.difference"]
    yield f"{row}.difference", from_rounded(text, found.difference, found.ends)


@check("table11.{dataset}.*", dataset=IMPUTED)
def imputed_rows(printed: Mapping[str, str], dataset: str) -> Findings:
    """Compute the rows of MONK-3 and Balance, their impossible chances imputed."""
    found, row = extremes(printed, dataset), f"table11.{dataset}"
    note = imputed.CAUSE if dataset == "monks-3" else ""
    for end, name in (("lowest", found.lowest), ("highest", found.highest)):
        alone = dataset != "monks-3" or name == "NaiveBayes"
        shown = named(SHORT[name] if alone else OTHER_FOUR)
        yield f"{row}.{end}", Finding(shown, "inferred", note)
    yield f"{row}.difference", imputed.inferred(found.ends, [dataset])


def reranked(printed: Mapping[str, str]) -> list[tuple[str, Within]]:
    """Sort Table 11 anew, by differences in per cent with the impossible chances imputed.

    Raises
    ------
    LedgerError
        Two differences overlap, so that their order is not certain.
    """
    found = {dataset: extremes(printed, dataset).ends for dataset in DATASETS}
    rows = sorted(found.items(), key=lambda row: row[1].low, reverse=True)
    for (name, more), (other, less) in pairwise(rows):
        if less.high >= more.low:
            raise LedgerError(f"{name} ({more}) and {other} ({less}) cannot be put in order.")
    return rows
