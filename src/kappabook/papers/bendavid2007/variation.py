"""What the text says of the chance as the classifier varies: Table 11, and Section 5, A and B."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import pairwise

from scipy.stats import chisquare, friedmanchisquare, rankdata

from kappabook.ledger import Finding, Number, Statement
from kappabook.papers.bendavid2007 import ranks as rk
from kappabook.papers.bendavid2007.artefact import Key
from kappabook.papers.bendavid2007.keys import CLASSIFIERS, DATASETS, KEY
from kappabook.papers.bendavid2007.mended import Mended, differences, mended_cells
from kappabook.papers.bendavid2007.printed import Findings, appendix, once_per_texts
from kappabook.papers.bendavid2007.rounding import Within, exact
from kappabook.transcription import LedgerError


@once_per_texts("tableA", "table11")
def of_table_11(printed: Mapping[str, str]) -> Findings:
    """Check what is said of the chance, as the classifier varies."""
    cells = appendix(printed)
    found, mended = rk.all_extremes(cells), mended_cells(printed)
    right = differences(printed, mended)
    falls = [exact(printed[_difference(name)]) for name in rk.TABLE_11[1:]]
    computed = [found[name].difference for name in rk.TABLE_11[1:]]
    ordered = all(a >= b for values in (falls, computed) for a, b in pairwise(values))
    yield "s5.table11-order", Finding(Statement(ordered), note=_REORDERED)
    yield "s5.fourteen", Finding(Number(len(DATASETS) - 1))
    sound = {name: both.difference for name, both in found.items() if name not in right}
    project = sound.pop("project-management")
    largest = max(*sound.values(), right["balance-scale"][2].high, right["monks-3"][2].high)
    shown = f"{float(project):.1f} %, the most of all; next {float(largest):.1f} %"
    yield "s5.vary-project", Finding(Statement(project > largest, shown))
    bottom = {name: float(found[name].difference) for name in rk.TABLE_11[-2:]}
    shown = ", ".join(f"{DATASETS[name]} {value:.1f} %" for name, value in bottom.items())
    yield "s5.vary-little", Finding(Statement(max(bottom.values()) < 3, shown))
    yield from _columns(printed)
    differs = Statement(
        all(both.low > 0 for both in found.values()) and right["monks-3"][2].low > 0,
        "the chances differ on all fifteen, by more than rounding",
    )
    for name in ("abstract.varies", "s1.varies", "s6.varies"):
        yield name, Finding(differs, note=_VARIES)
    yield "s7.rarely-equal", Finding(differs, note=_VARIES)
    chances = tuple(
        tuple(_chance(cells, mended, (dataset, classifier)) for classifier in CLASSIFIERS)
        for dataset in DATASETS
    )
    p, mean_ranks = _friedman(chances)
    note = (
        f"Friedman's test on the ranks of P_c over the fifteen data sets, impossible cells "
        f"mended: p = {p:.3f}. Mean ranks, 5 the highest: {mean_ranks}. One choice of data sets."
    )
    tends = Statement(p < 0.05, f"p = {p:.3f}")
    yield "s5.tendency", Finding(tends, "external", note, "consistent")


_REORDERED = (
    "As printed. Mended, Balance (about 8 %) is the seventh, and MONK-3 (below 0.5 %) the last."
)
_VARIES = "P_c differs; that it is a share of the hits is another matter (see one-third)."


def _difference(dataset: str) -> str:
    return f"{KEY}.table11.{dataset}.difference"


def _columns(printed: Mapping[str, str]) -> Findings:
    """Count the names in the columns of Table 11, as printed."""
    lowest, highest = (
        Counter(printed[f"{KEY}.table11.{name}.{end}"] for name in rk.TABLE_11)
        for end in ("lowest", "highest")
    )
    three = [lowest[name] for name in ("Logistic", "N Bayes", "SMO")]
    p = float(chisquare(three).pvalue)
    counts = "Logistic {}, Naive Bayes {}, SMO {}".format(*three)
    note = (
        f"{counts} of the 14 rows that name one; equal frequencies would differ as much with "
        f"probability {p:.2f}. With MONK-3 mended Naive Bayes has one more."
    )
    yield (
        "s5.lowest-frequencies",
        Finding(Statement(p > 0.05, counts), note=note, verdict="consistent"),
    )
    for name, short in (("forest", "Random forest"), ("c45", "C4.5")):
        absent = Statement(lowest[short] == 0, f"{lowest[short]} of the 14 rows that name one")
        yield f"s5.lowest-{name}", Finding(absent, note=_ABSENT, verdict="contested")
        there = Statement(highest[short] > 0, f"{highest[short]} of 15 rows")
        yield f"s5.highest-{name}", Finding(there)
    (first, most), (_, second) = highest.most_common(2)
    shown = f"{most} of 15 rows; next {second}"
    yield "s5.highest-bayes", Finding(Statement(first == "N Bayes" and most > second, shown))


_ABSENT = (
    "For: it is the lowest in none of the 14 other rows, nor on MONK-3 once mended. Against: "
    "as printed, the first row says the other four models, and it is one of them."
)


def _chance(cells: rk.Appendix, mended: Mapping[Key, Mended], key: Key) -> float:
    if key not in mended:
        return float(exact(cells[key].chance))
    return float(mended[key].chance.low + mended[key].chance.high) / 2


@cache
def _friedman(chances: tuple[tuple[float, ...], ...]) -> tuple[float, str]:
    """Test whether some classifiers tend to a higher chance; one row per data set."""
    p = float(friedmanchisquare(*zip(*chances, strict=True)).pvalue)
    means = rankdata(chances, axis=1).mean(axis=0)
    named = zip(CLASSIFIERS, means, strict=True)
    return p, ", ".join(f"{rk.SHORT[name]} {value:.1f}" for name, value in named)


def reranked(printed: Mapping[str, str]) -> list[tuple[str, Within]]:
    """Sort Table 11 anew, by the mended differences in per cent.

    Raises
    ------
    LedgerError
        Two differences overlap, so that their order is not certain.
    """
    cells = appendix(printed)
    found = {name: Within(both.low, both.high) for name, both in rk.all_extremes(cells).items()}
    mended = differences(printed, mended_cells(printed))
    found |= {name: apart for name, (_, _, apart) in mended.items()}
    rows = sorted(found.items(), key=lambda row: row[1].low, reverse=True)
    for (name, more), (other, less) in pairwise(rows):
        if less.high >= more.low:
            raise LedgerError(f"{name} ({more}) and {other} ({less}) cannot be put in order.")
    return rows
