"""Sections 4 and 5: what the text says of its experiment, from its own tables.

What the abstract and Sections 1 to 3 say of the experiment stands here too, beside what it rests
on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil
from typing import Any

import scipy

from kappabook.audit.computed import OfText, agrees, holds, noted
from kappabook.audit.declared import computes
from kappabook.audit.printed import Printed
from kappabook.data import sources
from kappabook.papers.bendavid2007.definitions import (
    CLASSIFIERS,
    DATASETS,
    MEASURES,
    PUBLIC,
    SHORT,
    TABLES,
    Key,
    column,
    keys,
    mean,
    rows_of,
)
from kappabook.papers.bendavid2007.grim import rankings_by_hits
from kappabook.papers.bendavid2007.impossible import chance, mean_chance
from kappabook.papers.bendavid2007.rerun import STEADY, block, exact_cells, summary
from kappabook.papers.bendavid2007.share_of_hits import imputed_table_7, read_table_7, shares
from kappabook.papers.bendavid2007.tables import TABLE_11, certain, extremes, ranking_of, ranks
from kappabook.papers.shared.texts import gives
from kappabook.study.published import MATCHED

# --- Section 4: data sets and classifiers -------------------------------------------------------


@computes("abstract.classifiers", "s4.datasets", "s4.uci", "s4.weka")
def numbers(p: Printed) -> dict[str, Any]:
    """Abstract and Section 4: rows of Table 6, and tables of the appendix."""
    listed = rows_of("table6")
    from_where = Counter(p[f"table6.{dataset}.source"] for dataset in listed)
    return {
        "abstract.classifiers": len({claim.split(".")[0] for claim in p if "tableA" in claim}),
        "s4.datasets": len(listed),
        "s4.uci": from_where["UCI"],
        "s4.weka": from_where["WEKA"],
    }


@computes("s3.more-than-three")
def more_than_three(p: Printed) -> dict[str, Any]:
    """Section 3: the largest number of classes that more than half of the data sets exceed."""
    classes = [int(p[f"table6.{dataset}.classes"]) for dataset in rows_of("table6")]
    exceeded = [n for n in range(max(classes)) if 2 * sum(c > n for c in classes) > len(classes)]
    return {"s3.more-than-three": max(exceeded)}


def made_by_rule() -> list[str]:
    """List the public data sets that enumerate all combinations and label them by a rule."""
    return [
        name
        for name in PUBLIC
        if any(file.generated for file in sources()[name].files)
        or "decision model" in sources()[name].ethics
    ]


@computes("s4.real-world", "s4.artificial", "s5.monks-synthetic")
def artificial(p: Printed) -> dict[str, Any]:
    """Sections 4 and 5: what it calls artificial."""
    by_rule, listed = made_by_rule(), len(rows_of("table6"))
    names = {"names": ", ".join(DATASETS[name] for name in by_rule)}
    only = holds(lambda name: name in by_rule, ("monks-3",), ("lev",), f"one of {len(by_rule)}")
    return {
        "s4.real-world": noted(listed - p.number("s4.artificial"), **names),
        "s4.artificial": noted(listed - p.number("s4.real-world"), **names),
        "s5.monks-synthetic": noted(only, **names),
    }


@computes("s4.defaults")
def defaults(p: Printed) -> dict[str, Any]:
    """Section 4: our run with default options, beside the appendix."""
    printed = {
        (d, c): tuple(p[f"{TABLES[c]}.{d}.{name}"] for name in MEASURES)
        for d, c in keys(MATCHED, STEADY)
    }
    ours = {key: tuple(summary()[key][name] for name in MEASURES) for key in printed}
    others = {key: (accuracy, kappa + 0.001) for key, (accuracy, kappa) in ours.items()}
    every, known = exact_cells(p), block(p)
    shown = f"{sum(every.values())} of {len(every)} public cells equal print with default options"
    value = holds(four_classifiers_agree, (printed, ours), (printed, others), shown)
    return {"s4.defaults": noted(value, equal=sum(known.values()), known=len(known))}


def four_classifiers_agree(
    theirs: Mapping[Key, tuple[str, ...]], ours: Mapping[Key, tuple[float, ...]]
) -> bool:
    """Say whether each of four classifiers equals print on more than half of the data sets.

    That is to say in accuracy and in kappa, on the data sets whose preparation is known.
    """
    same: Counter[str] = Counter()
    for (dataset, classifier), texts in theirs.items():
        values = zip(ours[dataset, classifier], texts, strict=True)
        same[classifier] += all(agrees(value, text) for value, text in values)
    return all(2 * same[name] > len(MATCHED) for name in STEADY)


# --- Section 5: the averages of Table 7 ---------------------------------------------------------


@computes("s5.accuracy", "s5.kappa")
def averages(p: Printed) -> dict[str, Any]:
    """Section 5: the average accuracy and kappa of all 75 cells, in per cent."""
    return {f"s5.{name}": 100 * mean(column(p, keys(), name)) for name in MEASURES}


@computes("s5.variance", "s5.wider")
def intervals(p: Printed) -> dict[str, Any]:
    """Section 5: the half-widths of kappa beside those of accuracy."""
    of_kappa, of_accuracy = (column(p, keys(), f"{name}-ci") for name in ("kappa", "accuracy"))
    more, less = mean(of_kappa), mean(of_accuracy)
    wider = sum(Fraction(k) > Fraction(a) for k, a in zip(of_kappa, of_accuracy, strict=True))
    shown = f"half-width {float(more):.4f} > {float(less):.4f}; in {wider} of 75 cells"
    larger = holds(lambda one, other: one > other, (more, less), (less, more), shown)
    return {"s5.variance": larger, "s5.wider": larger}


@computes("s2.mostly-above-zero")
def above_zero(p: Printed) -> dict[str, Any]:
    """Section 2: how many kappas of the appendix are positive, and on which data sets all are."""
    kappas = {d: [Fraction(k) for k in column(p, keys([d]), "kappa")] for d in DATASETS}
    all_kappas = [kappa for row in kappas.values() for kappa in row]
    others = {d: sum(kappa <= 0 for kappa in row) for d, row in kappas.items()}
    where = {d: n for d, n in others.items() if n}
    positive = len(all_kappas) - sum(where.values())
    lowered = [kappa - Fraction(1, 2) for kappa in all_kappas]
    most = holds(
        lambda values: 2 * sum(value > 0 for value in values) > len(values),
        (all_kappas,),
        (lowered,),
        f"{positive} of {len(all_kappas)} are positive",
    )
    listed = ", ".join(f"{DATASETS[d]} ({n} of 5)" for d, n in where.items())
    return {
        "s2.mostly-above-zero": noted(
            most, others=sum(where.values()), where=listed, sets=len(where)
        )
    }


# --- chance, a share of the cases or of the hits ------------------------------------------------


@computes("s2.hit-by-chance")
def hit_by_chance(p: Printed) -> dict[str, Any]:
    """Section 2: the data sets of Table 7 whose average P_c exceeds the average accuracy."""
    rows = (*DATASETS, "average")
    chances, accuracies = (
        [p.number(f"table7.{row}.{name}") for row in rows] for name in ("chance", "accuracy")
    )
    above = [DATASETS[d] for d, c, a in zip(rows, chances, accuracies, strict=True) if c > a]
    shown = "P_c is a share of all cases, not of the hits"
    larger = holds(
        lambda chances, accuracies: any(c > a for c, a in zip(chances, accuracies, strict=True)),
        (chances, accuracies),
        (accuracies, accuracies),
        shown,
    )
    return {"s2.hit-by-chance": noted(larger, sets=" and ".join(above))}


@computes("abstract.one-third")
def one_third(p: Printed) -> dict[str, Any]:
    """Abstract: more than a third of the hits; Sections 1, 5, 6 and 7 say it again."""
    average = p.number("table7.average.chance")
    printed, mended = shares(read_table_7(p)), shares(imputed_table_7(p))
    guessed, known = printed["all guessed"], printed["know or guess"]
    return {
        "abstract.one-third": noted(
            largest_unit_fraction_below(average),
            printed=average,
            mended=Fraction(mean_chance(p, keys()).low),
            guessed=100 * guessed.of_averages,
            guessed_mended=100 * mended["all guessed"].of_averages,
            guessed_mean=100 * guessed.mean_of_ratios,
            above_one=len(guessed.above_one),
            known=100 * known.of_averages,
            known_mean=100 * known.mean_of_ratios,
            above_third=known.above_one_third,
        )
    }


def largest_unit_fraction_below(value: Fraction) -> Fraction:
    """Return the largest 1/n that is less than a positive value."""
    whole = ceil(1 / value)
    return Fraction(1, whole if whole * value > 1 else whole + 1)


@computes("s5.exact", "s5.about")
def average_chance(p: Printed) -> dict[str, Any]:
    """Section 5: the average chance of all 75 cells, in per cent, the impossible ones mended."""
    percent = certain(mean_chance(p, keys()).times(100))
    return {"s5.exact": percent, "s5.about": percent}


# --- Section 5: the rankings of Table 9 ---------------------------------------------------------


@computes("s5.eight", "s5.percent", "s5.rank-*", "s5.half", "s7.half")
def two_rankings(p: Printed) -> dict[str, Any]:
    """Section 5: on how many data sets the rankings by accuracy and by kappa differ."""
    found = {dataset: ranking_of(p, dataset) for dataset in DATASETS}
    changed = [both for both in found.values() if both.changed]
    share = Fraction(len(changed), len(found))
    half, moved = largest_unit_fraction_below(share), sum(both.changed for both in changed)
    turned = rankings_by_hits(p).values()
    by_hits = {
        "at_least": sum(both.must_differ for both in turned),
        "at_most": sum(both.may_differ for both in turned),
    }
    return {
        "s5.eight": noted(len(changed), **by_hits),
        "s5.percent": 100 * share,
        "s5.rank-one": ranks((1, 0))[0],
        "s5.rank-two": ranks((0, 2, 1))[2],
        "s5.half": half,
        "s7.half": noted(
            half,
            sets=len(changed),
            percent=100 * share,
            ranks=moved,
            ranks_percent=Fraction(100 * moved, 5 * len(found)),
            winners=sum(both.best != 1 for both in found.values()),
            **by_hits,
        ),
    }


@computes("s5.housing", "s5.lev", "s5.post-operative", "s5.project-management")
def best_by_accuracy(p: Printed) -> dict[str, Any]:
    """Section 5: the rank by kappa of who is best by accuracy, on the four data sets it names."""
    named = ("boston-housing", "lev", "post-operative", "project-management")
    return {f"s5.{d.removeprefix('boston-')}": ranking_of(p, d).best for d in named}


@computes("s1.conclusions")
def conclusions(p: Printed) -> dict[str, Any]:
    """Section 1: the best classifier of Table 10 by accuracy, and by kappa."""
    accuracies, kappas = (
        {c: p.number(f"table10.{c}.{by}") for c in CLASSIFIERS} for by in MEASURES
    )
    first, second = (CLASSIFIERS[best(values)] for values in (accuracies, kappas))
    shown = f"Post Operative: {first} by accuracy, {second} by kappa"
    differ = holds(
        lambda one, other: best(one) != best(other),
        (accuracies, kappas),
        (accuracies, accuracies),
        shown,
    )
    return {"s1.conclusions": differ}


def best(values: Mapping[str, Fraction]) -> str:
    """Return who has the largest value."""
    return max(values, key=lambda name: values[name])


# --- Section 5: the chances of Tables 10 and 11 -------------------------------------------------


@computes("s5.highest", "s5.lowest", "s5.relative*")
def chance_of_post_operative(p: Printed) -> dict[str, Any]:
    """Section 5: the highest and the lowest chance in Table 10, and their relative difference."""
    found = extremes(p, "post-operative")
    chances = dict(zip(CLASSIFIERS, column(p, keys(["post-operative"]), "chance"), strict=True))
    low, high = chances[found.lowest], chances[found.highest]
    return {
        "s5.highest": SHORT[found.highest],
        "s5.lowest": SHORT[found.lowest],
        "s5.relative": found.difference,
        "s5.relative-formula": relative_difference(low, high),
    }


def relative_difference(low: str, high: str) -> OfText:
    """Ask of a formula, of numbers alone, whether it is 100 (high - low)/low with those in it."""
    whole = gives(100 * (Fraction(high) - Fraction(low)) / Fraction(low))
    return OfText(lambda text: whole(text) and low in text and high in text, whole.shown)


@computes("s5.table11-order")
def table_11_order(p: Printed) -> dict[str, Any]:
    """Section 5: Table 11 falls, by the printed differences and by the printed chances."""
    rows = TABLE_11[1:]  # "very high" is no number
    said = [p.number(f"table11.{name}.difference") for name in rows]
    ours = [extremes(p, name, as_printed=True).difference for name in rows]
    exchanged = [ours[1], ours[0], *ours[2:]]
    return {
        "s5.table11-order": holds(
            lambda said, ours: all(a >= b for values in (said, ours) for a, b in pairwise(values)),
            (said, ours),
            (said, exchanged),
        )
    }


@computes("s5.very-high", "s5.vary-*", "s5.fourteen")
def differences(p: Printed) -> dict[str, Any]:
    """Section 5: the relative differences that it calls large, or small."""
    found = {name: extremes(p, name) for name in DATASETS}
    monks, balance = (found[name].ends for name in ("monks-3", "balance-scale"))
    project = found["project-management"].difference
    others = sorted(
        found[name].ends.high if name in TABLE_11[:2] else found[name].difference
        for name in DATASETS
        if name != "project-management"
    )
    last = {name: found[name].difference for name in TABLE_11[-2:]}
    more = [found[name].difference for name in TABLE_11[3:5]]
    largest = f"{float(project):.1f} %, the most of all; next {float(others[-1]):.1f} %"
    little = ", ".join(f"{DATASETS[name]} {float(value):.1f} %" for name, value in last.items())
    return {
        "s5.very-high": certain(monks),
        "s5.vary-monks": certain(monks),
        "s5.vary-balance": certain(balance),
        "s5.fourteen": len(DATASETS) - 1,
        "s5.vary-project": holds(
            lambda value, others: value > max(others),
            (project, others),
            (others[0], others),
            largest,
        ),
        "s5.vary-little": holds(
            lambda values: max(values) < 3, (list(last.values()),), (more,), little
        ),
    }


@computes("abstract.varies")
def varies(p: Printed) -> dict[str, Any]:
    """Abstract: the chances of the classifiers differ; Sections 1, 6 and 7 say it again."""
    least = [extremes(p, name).ends.low for name in TABLE_11[2:]]
    shown = "the chances differ on all thirteen without an impossible cell, by more than rounding"
    alike = [*least[1:], Fraction(0)]
    return {"abstract.varies": holds(lambda ends: min(ends) > 0, (least,), (alike,), shown)}


@computes("s5.monks-bayes", "s5.monks-others", "s6.monks-chance")
def chance_on_monks(p: Printed) -> dict[str, Any]:
    """Sections 5 and 6: the chance of Naive Bayes on Monks-3, of the perfect ones, the average."""
    bayes, perfect = (chance(p, ("monks-3", name)) for name in ("NaiveBayes", "J48"))
    return {
        "s5.monks-bayes": certain(bayes.times(100)),
        "s5.monks-others": 100 * Fraction(perfect.low),  # from the class counts alone
        "s6.monks-chance": certain(mean_chance(p, keys(["monks-3"])).times(100)),
    }


@computes("s5.lowest-*", "s5.highest-*")
def names_in_table_11(p: Printed) -> dict[str, Any]:
    """Section 5: who stands how often in the columns of Table 11, as printed."""
    lowest, highest = (
        Counter(p[f"table11.{name}.{end}"] for name in TABLE_11) for end in ("lowest", "highest")
    )
    three = tuple(lowest[name] for name in ("Logistic", "N Bayes", "SMO"))
    (_, most), (_, second) = highest.most_common(2)
    alike = holds(
        lambda counts: scipy.stats.chisquare(counts).pvalue > 0.05,
        (three,),
        ((sum(three), 0, 0),),
        "Logistic {}, Naive Bayes {}, SMO {}".format(*three),
    )
    absent = {
        f"s5.lowest-{name}": holds(
            lambda short: lowest[short] == 0,
            (short,),
            ("Logistic",),
            f"{lowest[short]} of the 14 rows that name one",
        )
        for name, short in (("forest", "Random forest"), ("c45", "C4.5"))
    }
    often = holds(
        lambda short: most_common(short, highest),
        ("N Bayes",),
        ("C4.5",),
        f"{most} of 15 rows; next {second}",
    )
    return {
        "s5.lowest-frequencies": noted(alike, p=float(scipy.stats.chisquare(three).pvalue)),
        **absent,
        "s5.highest-bayes": often,
    }


def most_common(name: str, names: Mapping[str, int]) -> bool:
    """Say whether one name is more frequent than every other."""
    return all(names[name] > n for other, n in names.items() if other != name)


@computes("s5.tendency")
def tendency(p: Printed) -> dict[str, Any]:
    """Section 5: Friedman's test of whether some classifiers tend to a higher chance."""
    chances = [[float(chance(p, (d, c)).middle) for c in CLASSIFIERS] for d in DATASETS]
    turned = [row[i % 5 :] + row[: i % 5] for i, row in enumerate(chances)]
    means = zip(CLASSIFIERS, scipy.stats.rankdata(chances, axis=1).mean(axis=0), strict=True)
    listed = ", ".join(f"{SHORT[name]} {value:.1f}" for name, value in means)
    prone = holds(
        lambda rows: friedman(rows) < 0.05, (chances,), (turned,), f"p = {friedman(chances):.3f}"
    )
    return {"s5.tendency": noted(prone, p=friedman(chances), ranks=listed)}


def friedman(rows: Sequence[Sequence[float]]) -> float:
    """Return p of Friedman's test on the ranks within rows."""
    return float(scipy.stats.friedmanchisquare(*zip(*rows, strict=True)).pvalue)
