"""What stands in the ledger for the impossible chances, and for what was computed from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from kappabook.ledger import Finding, Number
from kappabook.papers.bendavid2007.appendix import column_of
from kappabook.papers.bendavid2007.keys import AVERAGE, KEY, TABLES
from kappabook.papers.bendavid2007.mended import (
    appendix_averages,
    differences,
    mended_cells,
    table_7,
)
from kappabook.papers.bendavid2007.printed import Findings, once_per_texts
from kappabook.papers.bendavid2007.ranks import SHORT
from kappabook.papers.bendavid2007.rounding import Name, Within, exact, from_rounded, mean_slack

_COUNTS = "Class counts of the public data: Balance 288, 49, 288; MONK-3 204, 228."
_CAUSE = "Rests on perfect folds having been stored as 0, which gives the printed half-width."


@once_per_texts("table7", "tableA")
def cells_and_averages(printed: Mapping[str, str]) -> Findings:
    """Correct the impossible cells, and the averages of the chance that hold them."""
    cells = mended_cells(printed)
    for (dataset, classifier), cell in cells.items():
        name = f"{TABLES[classifier]}.{dataset}"
        known = exact(printed[f"{KEY}.{name}.accuracy"]) == 1
        if known:  # ten perfect folds: their classes decide the chance
            yield f"{name}.chance", Finding(Number(cell.chance.low), "external", _COUNTS)
            yield f"{name}.chance-ci", Finding(Number(cell.half_width.low), "external", _COUNTS)
        else:
            yield f"{name}.chance", _inferred(cell.chance)
            yield f"{name}.chance-ci", _inferred(cell.half_width)
    for dataset, average in table_7(printed, cells).items():
        yield f"table7.{dataset}.chance", _inferred(average.chance)
        yield f"table7.{dataset}.chance-ci", _inferred(average.half_width)
    for classifier, average in appendix_averages(printed, cells).items():
        name = f"{TABLES[classifier]}.{AVERAGE}"
        if classifier in ("NaiveBayes", "Logistic"):
            yield f"{name}.chance", _inferred(average.chance)
            yield f"{name}.chance-ci", _inferred(average.half_width)
        else:
            yield f"{name}.chance", Finding(average.chance, "external", _COUNTS)
            text = printed[f"{KEY}.{name}.chance-ci"]
            widths = column_of(printed, TABLES[classifier], "chance-ci")
            yield f"{name}.chance-ci", _half_width_average(text, widths, average.half_width)


def _inferred(value: Within) -> Finding:
    return Finding(value, "inferred", f"{_CAUSE} {_COUNTS}")


def _half_width_average(printed: str, widths: tuple[str, ...], average: Within) -> Finding:
    """Judge an average to which the mended half-width of MONK-3 adds next to nothing."""
    centre, slack = Fraction(average.low + average.high) / 2, mean_slack(widths)
    note = f"With the half-width of MONK-3 mended, 0.0007. {_COUNTS}"
    finding = from_rounded(printed, centre, centre - slack, centre + slack, note)
    return replace(finding, evidence="external")


@once_per_texts("tableA1.", "tableA2.", "tableA3.", "tableA4.", "tableA5.")
def table_11(printed: Mapping[str, str]) -> Findings:
    """Correct the rows of MONK-3 and Balance in Table 11, and what the text says of them."""
    cells = mended_cells(printed)
    found = differences(printed, cells)
    lowest, highest, apart = found["balance-scale"]
    balance = "Seventh of the fifteen data sets, where print has it second."
    yield "table11.balance-scale.lowest", Finding(Name(SHORT[lowest]), "inferred")
    yield "table11.balance-scale.highest", Finding(Name(SHORT[highest]), "inferred")
    yield "table11.balance-scale.difference", Finding(apart, "inferred", f"{_CAUSE} {_COUNTS}")
    yield "s5.vary-balance", Finding(apart, "inferred", balance)
    lowest, highest, apart = found["monks-3"]
    others = "The other four models"
    low, high = (SHORT[n] if n == "NaiveBayes" else others for n in (lowest, highest))
    yield "table11.monks-3.lowest", Finding(Name(low), "inferred", _CAUSE)
    yield "table11.monks-3.highest", Finding(Name(high), "inferred", _CAUSE)
    yield "table11.monks-3.difference", Finding(apart, "inferred", f"{_CAUSE} {_COUNTS}")
    yield "s5.very-high", Finding(apart, "inferred", f"{_CAUSE} {_COUNTS}")
    yield "s5.vary-monks", Finding(apart, "inferred", "The least of the fifteen data sets.")
    bayes, perfect = cells["monks-3", "NaiveBayes"].chance, cells["monks-3", "J48"].chance
    yield "s5.monks-bayes", Finding(_percent(bayes), "inferred", _CAUSE)
    yield "s5.monks-others", Finding(Number(100 * perfect.low), "external", _COUNTS)
    average = table_7(printed, cells)
    yield "s6.monks-chance", Finding(_percent(average["monks-3"].chance), "inferred", _SHARE)
    for name in ("exact", "about"):
        yield f"s5.{name}", Finding(_percent(average[AVERAGE].chance), "inferred", _HEADLINE)


def _percent(value: Within) -> Within:
    return Within(100 * value.low, 100 * value.high)


_SHARE = "As a share of all cases; over the accuracy it is 50 % too."
_HEADLINE = (
    "The average P_c, which is a share of all cases; as a share of the hits it is undefined until "
    "a model of guessing is named. The printed P_c cannot be; with perfect folds at 1/2 and 1/3, "
    "their least for two and three classes, the average is at least 37.69 %."
)
