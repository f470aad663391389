"""What the text, above all Section 5, says of averages and ranks: Tables 7, 9 and 10."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from kappabook.algebra import sides
from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Number, Proof, Statement, Unjudged
from kappabook.papers.bendavid2007.chance.share_of_hits import largest_unit_fraction_below
from kappabook.papers.bendavid2007.printed.keys import CLASSIFIERS, DATASETS, KEY, SHORT, TABLES
from kappabook.papers.bendavid2007.printed.rounding import exact, mean, named
from kappabook.papers.bendavid2007.printed.tables import (
    MEASURES,
    Cell,
    column,
    keys,
    number,
    row,
)
from kappabook.papers.bendavid2007.tables.appendix import kappa_of_means
from kappabook.papers.bendavid2007.tables.ranks import Ranking, differing, printed_ranking, ranks
from kappabook.papers.bendavid2007.tables.table11 import extremes
from kappabook.printed import alterations

# --- Table 7 ------------------------------------------------------------------------------------


@check("s5.classifiers", "s5.accuracy", "s5.kappa")
def averages(printed: Mapping[str, str]) -> Findings:
    """Average the 75 cells in per cent."""
    tables = {name.split(".")[1] for name in printed if name.startswith(f"{KEY}.tableA")}
    yield "s5.classifiers", Finding(Number(len(tables)))
    for name in MEASURES:
        yield f"s5.{name}", Finding(Number(100 * mean(column(printed, keys(), name))))


@check("s5.variance", "s5.wider")
def intervals(printed: Mapping[str, str]) -> Findings:
    """Compare the half-widths of kappa with those of accuracy."""
    of_kappa, of_accuracy = (column(printed, keys(), name) for name in ("kappa-ci", "accuracy-ci"))
    wider = sum(exact(k) > exact(a) for k, a in zip(of_kappa, of_accuracy, strict=True))
    more, less = mean(of_kappa), mean(of_accuracy)
    shown = f"half-width {float(more):.4f} > {float(less):.4f}; in {wider} of 75 cells"
    are_wider = Statement(mean_is_larger, (of_kappa, of_accuracy), (of_accuracy, of_kappa), shown)
    for claim in ("s5.variance", "s5.wider"):
        yield claim, Finding(are_wider)


def mean_is_larger(texts: Sequence[str], others: Sequence[str]) -> bool:
    """Say whether printed numbers have a larger mean than others."""
    return mean(texts) > mean(others)


@check("s5.equal-weight")
def equal_weight(printed: Mapping[str, str]) -> Finding:
    """Say whether the bottom row is the simple mean, and not the one weighed by size."""
    sizes = tuple(number(printed, f"table6.{dataset}.size") for dataset in DATASETS)
    means = tuple(
        tuple(mean(column(printed, keys([dataset]), name)) for dataset in DATASETS)
        for name in MEASURES
    )
    texts = tuple(printed[f"{KEY}.table7.average.{name}"] for name in MEASURES)
    others = tuple(f"{float(weighed(values, sizes)):.4f}" for values in means)
    shown = f"weighed by size the accuracy would be {others[0]}"
    return Finding(Statement(weigh_the_same, (texts, means, sizes), (others, means, sizes), shown))


def weighed(values: Sequence[Fraction], weights: Sequence[Fraction]) -> Fraction:
    """Average values by their weights."""
    products = (value * weight for value, weight in zip(values, weights, strict=True))
    return sum(products, Fraction(0)) / sum(weights)


def weigh_the_same(
    texts: Sequence[str], means: Sequence[Sequence[Fraction]], sizes: Sequence[Fraction]
) -> bool:
    """Say whether printed averages are the simple means of rows, and not those by size."""
    equal = [Fraction(1)] * len(sizes)
    return all(
        Number(weighed(values, equal)).agrees(text)
        and not Number(weighed(values, sizes)).agrees(text)
        for text, values in zip(texts, means, strict=True)
    )


# --- Table 9 ------------------------------------------------------------------------------------


def _rankings(printed: Mapping[str, str]) -> dict[str, Ranking]:
    return {dataset: printed_ranking(printed, dataset) for dataset in DATASETS}


@check("*.eight", "s5.percent", "s5.shown", "s5.rank-one", "s5.rank-two", "s5.no-ties", "s5.half",
       "s5.best-stays", "s7.half")  # fmt: skip
def two_rankings(printed: Mapping[str, str]) -> Findings:
    """Check on how many data sets the rankings by accuracy and by kappa differ."""
    found = _rankings(printed)
    changed = differing(found)
    share = Fraction(len(changed), len(found))
    for section in ("abstract", "s1", "s5", "s6"):
        yield f"{section}.eight", Finding(Number(len(changed)), note=_EIGHT)
    yield "s5.percent", Finding(Number(100 * share))
    shown = {name.split(".")[2] for name in printed if name.startswith(f"{KEY}.table9.")}
    same = Statement(are_shown, (changed, shown), (changed[1:], shown), ", ".join(changed))
    yield "s5.shown", Finding(same)
    yield "s5.rank-one", Finding(Number(ranks((1, 0))[0]))
    yield "s5.rank-two", Finding(Number(ranks((0, 2, 1))[2]))
    both = tuple(found[name] for name in changed)
    tied = (replace(both[0], by_kappa=(1, 1, 3, 4, 5)), *both[1:])
    own = Statement(have_own_ranks, (both,), (tied,), "the ranks 1 to 5, each once, in all eight")
    yield "s5.no-ties", Finding(own, note=_TIES)
    stays = ", ".join(name for name in changed if found[name].best == 1)
    moved_on = tuple(one for one in both if one.best != 1)
    yield "s5.best-stays", Finding(Statement(best_stays_somewhere, (both,), (moved_on,), stays))
    half = Number(largest_unit_fraction_below(share))
    yield "s5.half", Finding(half)
    moved = sum(both.changed for both in found.values())
    tops = sum(both.best != 1 for both in found.values())
    note = (
        f"For: the rankings of {len(changed)} of 15 data sets changed, {float(100 * share):.0f} "
        f"per cent. Against: of the 75 ranks of classifiers {moved} changed, "
        f"{100 * moved / 75:.0f} per cent, and the best classifier on {tops} data sets."
    )
    yield "s7.half", Finding(half, "proved", note, "contested")


_TIES = (
    "By the printed means over folds, and in Table 9 as mended. By the hits among all rows Random "
    "Forest and Logistic tie on English Comp, with twenty each. On Monks-3, which Table 9 does not "
    "show, four classifiers tie by both meters."
)


def have_own_ranks(rankings: Sequence[Ranking]) -> bool:
    """Say whether no two classifiers share a rank."""
    return all(
        sorted(ranks_) == [1, 2, 3, 4, 5]
        for one in rankings
        for ranks_ in (one.by_accuracy, one.by_kappa)
    )


def are_shown(changed: Sequence[str], shown: set[str]) -> bool:
    """Say whether the data sets with two rankings are those of Table 9."""
    return set(changed) == shown


def best_stays_somewhere(rankings: Sequence[Ranking]) -> bool:
    """Say whether, in some ranking, the best by accuracy is the best by kappa."""
    return any(ranking.best == 1 for ranking in rankings)


_EIGHT = (
    "From the printed means over folds, where a hit in a shorter fold weighs more. By the hits "
    "among all rows four must differ (Contraceptive, LEV, Post Operative, Proj. Man.), English "
    "Comp does not, and for EFE, ESL and Housing the printed digits cannot decide."
)


@check("s5.housing", "s5.lev", "s5.post-operative", "s5.project-management")
def best_by_accuracy(printed: Mapping[str, str]) -> Findings:
    """Rank by kappa who is best by accuracy, on the four data sets that the text names."""
    for name in ("boston-housing", "lev", "post-operative", "project-management"):
        best = printed_ranking(printed, name).best
        yield f"s5.{name.removeprefix('boston-')}", Finding(Number(best))


# --- Table 10 -----------------------------------------------------------------------------------


@check("s5.table10-order")
def order(printed: Mapping[str, str]) -> Finding:
    """Say whether the accuracies of Table 10 fall."""
    falling = ("J48", "NaiveBayes", "SMO", "Logistic", "RandomForest")
    cells = keys(["post-operative"], falling)
    values = tuple(exact(text) for text in column(printed, cells, "accuracy"))
    shown = " > ".join(f"{float(value):.4f}" for value in values)
    return Finding(Statement(falls, (values,), (values[::-1],), shown))


def falls(values: Sequence[Fraction]) -> bool:
    """Say whether each value is smaller than the one before."""
    return all(one > other for one, other in pairwise(values))


@check("s5.table10-appendix")
def copied(printed: Mapping[str, str]) -> Finding:
    """Count the values of Table 10 that stand in the appendix."""
    pairs = [
        (printed[f"{KEY}.table10.{c}.{name}"], printed[f"{KEY}.{TABLES[c]}.post-operative.{name}"])
        for c in CLASSIFIERS
        for name in (*MEASURES, "chance")
    ]
    same = sum(one == other for one, other in pairs)
    altered = [(alterations(pairs[0][0])[0], pairs[0][1]), *pairs[1:]]
    shown = f"{same} of {len(pairs)} values"
    return Finding(Statement(are_pairwise_equal, (pairs,), (altered,), shown))


def are_pairwise_equal(pairs: Sequence[tuple[str, str]]) -> bool:
    """Say whether two printed texts of each pair are the same."""
    return all(one == other for one, other in pairs)


@check(
    "s5.highest", "s5.lowest", "s5.highest-pc", "s5.lowest-pc", "s5.relative*", "s6.c45-pc",
    "s6.c45-higher",
)  # fmt: skip
def chance_of_post_operative(printed: Mapping[str, str]) -> Findings:
    """Check what is said of the chances in Table 10."""
    found = extremes(printed, "post-operative")
    texts = column(printed, keys(["post-operative"]), "chance")
    chance = dict(zip(CLASSIFIERS, map(exact, texts), strict=True))
    low, high = chance[found.lowest], chance[found.highest]
    yield "s5.highest", Finding(named(SHORT[found.highest]))
    yield "s5.lowest", Finding(named(SHORT[found.lowest]))
    yield "s5.highest-pc", Finding(Number(high))
    yield "s5.lowest-pc", Finding(Number(low))
    yield "s5.relative", Finding(Number(found.difference))
    formula = Proof(is_relative_difference, f"{float(found.difference):.4f}", (low, high))
    yield "s5.relative-formula", Finding(formula)
    definition = Unjudged("names the relative difference")
    yield "s5.relative-definition", Finding(definition, "none", verdict="definition")
    yield "s6.c45-pc", Finding(Number(high))
    yield "s6.c45-higher", Finding(Number(100 * (chance["J48"] / chance["Logistic"] - 1)))


def is_relative_difference(text: str, low: Fraction, high: Fraction) -> bool:
    """Say whether a formula, of numbers alone, is 100 (high - low)/low with those in it."""
    (value,) = sides(text, {})
    numbers = {str(float(low)), str(float(high))}
    return bool(value == 100 * (high - low) / low) and all(one in text for one in numbers)


@check("s6.c45-*-rank", "s6.logistic-kappa-rank", "s6.reason")
def ranks_of_post_operative(printed: Mapping[str, str]) -> Findings:
    """Check what is said of the ranks in Table 10, and why they differ."""
    both, place = printed_ranking(printed, "post-operative"), list(CLASSIFIERS).index
    yield "s6.c45-accuracy-rank", Finding(Number(both.by_accuracy[place("J48")]))
    yield "s6.logistic-kappa-rank", Finding(Number(both.by_kappa[place("Logistic")]))
    yield "s6.c45-kappa-rank", Finding(Number(both.by_kappa[place("J48")]))
    cells = [
        row(printed, table, "post-operative", ("accuracy", "chance")) for table in TABLES.values()
    ]
    alike = [replace(cell, chance=cells[0].chance) for cell in cells]
    note = (
        "If P_c were the same for all, kappa would rise with accuracy, and the two rankings would "
        "agree."
    )
    shown = "eq. (1) on the means gives the same ranks"
    reason = Statement(rank_so_by_kappa, (cells, both.by_kappa), (alike, both.by_kappa), shown)
    yield "s6.reason", Finding(reason, note=note)


def rank_so_by_kappa(cells: Sequence[Cell], by_kappa: tuple[int, ...]) -> bool:
    """Say whether kappa of the mean accuracies and chances gives the ranks of the mean kappas."""
    return ranks([kappa_of_means(cell) for cell in cells]) == by_kappa
