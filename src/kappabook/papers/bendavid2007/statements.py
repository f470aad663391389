"""What the text says of Tables 7, 9 and 10, in the Abstract and Sections 1, 5, 6 and 7."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from kappabook.ledger import Finding, Number, Proof, Statement
from kappabook.papers.bendavid2007 import ranks as rk
from kappabook.papers.bendavid2007.appendix import kappa_of_means
from kappabook.papers.bendavid2007.averages import inputs
from kappabook.papers.bendavid2007.datasets import only_monks_is_artificial
from kappabook.papers.bendavid2007.keys import AVERAGE, CLASSIFIERS, DATASETS, KEY, TABLES
from kappabook.papers.bendavid2007.printed import (
    COLUMNS,
    Findings,
    appendix,
    once_per_texts,
)
from kappabook.papers.bendavid2007.rounding import Name, exact, mean
from kappabook.papers.bendavid2007.shares import largest_unit_fraction_below
from kappabook.papers.shared.algebra import sides


@once_per_texts("table7", "tableA", "table6")
def of_table_7(printed: Mapping[str, str]) -> Findings:
    """Check what is said of averages and intervals."""
    behind = inputs(printed)
    average = {column: mean(behind[AVERAGE, column]) for column in COLUMNS}
    yield "s5.classifiers", Finding(Number(len(TABLES)))
    yield "s5.equal-weight", Finding(_equal_weight(printed, behind))
    yield "s5.accuracy", Finding(Number(100 * average["accuracy"]))
    yield "s5.kappa", Finding(Number(100 * average["kappa"]))
    wider = sum(exact(c.kappa_ci) > exact(c.accuracy_ci) for c in appendix(printed).values())
    shown = f"half-width {float(average['kappa-ci']):.4f} > {float(average['accuracy-ci']):.4f}"
    spread = Statement(
        average["kappa-ci"] > average["accuracy-ci"], f"{shown}; in {wider} of 75 cells"
    )
    yield "s5.variance", Finding(spread)
    yield "s5.wider", Finding(spread)
    yield "s5.monks-synthetic", only_monks_is_artificial()


def _equal_weight(
    printed: Mapping[str, str], behind: Mapping[tuple[str, str], tuple[str, ...]]
) -> Statement:
    """Say whether the bottom row is the simple mean, and not the one weighed by size."""
    sizes = [exact(printed[f"{KEY}.table6.{dataset}.size"]) for dataset in DATASETS]
    meters = ("accuracy", "kappa")
    simple, weighed = [], []
    for meter in meters:
        means = [mean(behind[dataset, meter]) for dataset in DATASETS]
        simple.append(sum(means, Fraction(0)) / len(means))
        products = (m * size for m, size in zip(means, sizes, strict=True))
        weighed.append(sum(products, Fraction(0)) / sum(sizes))
    texts = [printed[f"{KEY}.table7.{AVERAGE}.{meter}"] for meter in meters]
    holds = all(
        Number(s).agrees(text) and not Number(w).agrees(text)
        for s, w, text in zip(simple, weighed, texts, strict=True)
    )
    return Statement(holds, f"weighed by size the accuracy would be {float(weighed[0]):.4f}")


@once_per_texts("tableA", "table9")
def of_table_9(printed: Mapping[str, str]) -> Findings:
    """Check what is said of the two rankings."""
    found = rk.rankings(appendix(printed))
    changed = rk.differing(found)
    share = Fraction(len(changed), len(found))
    shown = {name.removeprefix(f"{KEY}.table9.").partition(".")[0] for name in printed}
    shown = {name for name in shown if name in DATASETS}
    for section in ("abstract", "s1", "s5", "s6"):
        yield f"{section}.eight", Finding(Number(len(changed)), note=_EIGHT)
    yield "s5.percent", Finding(Number(100 * share))
    yield "s5.shown", Finding(Statement(shown == set(changed), ", ".join(changed)))
    yield "s5.rank-one", Finding(Number(rk.ranks((Fraction(1), Fraction(0)))[0]), "proved")
    yield "s5.half", Finding(Number(largest_unit_fraction_below(share)))
    stays = [name for name in changed if found[name].best == 1]
    yield "s5.best-stays", Finding(Statement(bool(stays), ", ".join(stays)))
    for name, dataset in _BEST.items():
        yield f"s5.{name}", Finding(Number(found[dataset].best))
    ranks = sum(both.changed for both in found.values())
    tops = sum(both.best != 1 for both in found.values())
    note = (
        f"For: the rankings of {len(changed)} of 15 data sets changed, {float(100 * share):.0f} "
        f"per cent. Against: of the 75 ranks of classifiers {ranks} changed, "
        f"{100 * ranks / 75:.0f} per cent, and the best classifier on {tops} data sets."
    )
    half = Number(largest_unit_fraction_below(share))
    yield "s7.half", Finding(half, note=note, verdict="contested")


_BEST = {
    "housing": "boston-housing",
    "lev": "lev",
    "post-operative": "post-operative",
    "project-management": "project-management",
}
_EIGHT = (
    "From the printed means over folds, where a hit in a shorter fold weighs more. By the hits "
    "among all rows four must differ (Contraceptive, LEV, Post Operative, Proj. Man.), English "
    "Comp does not, and the printed digits leave EFE, ESL and Housing open."
)


@once_per_texts("tableA", "table10", "s5.relative-formula")
def of_table_10(printed: Mapping[str, str]) -> Findings:
    """Check what is said of the Post Operative data."""
    cells = appendix(printed)
    row = rk.in_one(cells, "post-operative")
    both, ends = rk.ranking(row), rk.extremes(row)
    assert ends is not None  # no printed chance of this data set is 0
    place = list(CLASSIFIERS).index
    in_print = [name for name in printed if name.startswith(f"{KEY}.table10.")]
    yield "s5.table10-order", Finding(_falls(cells))
    yield "s5.table10-appendix", Finding(_same_as_appendix(printed, in_print, cells))
    chance = {name: exact(cell.chance) for name, cell in zip(CLASSIFIERS, row, strict=True)}
    yield "s5.highest", Finding(Name(rk.SHORT[ends.highest]))
    yield "s5.lowest", Finding(Name(rk.SHORT[ends.lowest]))
    yield "s5.highest-pc", Finding(Number(chance[ends.highest]))
    yield "s5.lowest-pc", Finding(Number(chance[ends.lowest]))
    yield "s5.relative", Finding(Number(ends.difference))
    yield "s5.relative-formula", Finding(_formula(chance[ends.lowest], chance[ends.highest]))
    named = Statement(True, "names the relative difference")
    yield "s5.relative-definition", Finding(named, verdict="definition")
    yield "s6.c45-accuracy-rank", Finding(Number(both.by_accuracy[place("J48")]))
    yield "s6.c45-pc", Finding(Number(max(chance.values())))
    more = 100 * (chance["J48"] / chance["Logistic"] - 1)
    yield "s6.c45-higher", Finding(Number(more))
    yield "s6.logistic-kappa-rank", Finding(Number(both.by_kappa[place("Logistic")]))
    yield "s6.c45-kappa-rank", Finding(Number(both.by_kappa[place("J48")]))
    by_means = rk.ranks([kappa_of_means(cell) for cell in row])
    reason = Statement(by_means == both.by_kappa, "eq. (1) on the means gives the same ranks")
    yield "s6.reason", Finding(reason, note=_REASON)


_REASON = "With one P_c for all, kappa rises with accuracy, and the two rankings would agree."


def _falls(cells: rk.Appendix) -> Statement:
    order = ("J48", "NaiveBayes", "SMO", "Logistic", "RandomForest")
    values = [exact(cells["post-operative", name].accuracy) for name in order]
    shown = " > ".join(f"{float(value):.4f}" for value in values)
    return Statement(values == sorted(values, reverse=True), shown)


def _same_as_appendix(
    printed: Mapping[str, str], names: list[str], cells: rk.Appendix
) -> Statement:
    texts = {
        name: getattr(cells["post-operative", name.split(".")[2]], name.split(".")[3])
        for name in names
        if not name.endswith("rank")
    }
    same = sum(printed[name] == text for name, text in texts.items())
    return Statement(same == len(texts) == 15, f"{same} of 15 values")


@cache
def _formula(low: Fraction, high: Fraction) -> Proof:
    """Prove that a printed formula, of numbers alone, is 100 (high - low)/low with those in it."""
    expected = 100 * (high - low) / low

    def of(text: str) -> bool:
        (value,) = sides(text, {})
        numbers = {str(float(low)), str(float(high))}
        return bool(value == expected) and all(number in text for number in numbers)

    return Proof(of, f"{float(expected):.4f}")
