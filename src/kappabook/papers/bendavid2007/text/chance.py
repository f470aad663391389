"""What the text says of the chance: its size, and how it varies with the classifier (Table 11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from scipy.stats import chisquare, friedmanchisquare, rankdata

from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Number, Statement
from kappabook.papers.bendavid2007.chance import imputed
from kappabook.papers.bendavid2007.printed.keys import CLASSIFIERS, DATASETS, KEY, SHORT
from kappabook.papers.bendavid2007.printed.tables import keys, number
from kappabook.papers.bendavid2007.tables.table11 import TABLE_11, extremes
from kappabook.papers.shared.findings import contested

# --- corrected values ---------------------------------------------------------------------------


@check("s5.very-high", "s5.vary-monks", "s5.vary-balance")
def differences(printed: Mapping[str, str]) -> Findings:
    """Correct what is said of the rows of MONK-3 and Balance in Table 11."""
    monks, balance = (extremes(printed, name).ends for name in ("monks-3", "balance-scale"))
    yield "s5.very-high", imputed.inferred(monks, ["monks-3"])
    note = "The least of the fifteen data sets."
    yield "s5.vary-monks", Finding(monks, "inferred", note)
    note = "Seventh of the fifteen data sets, where print has it second."
    yield "s5.vary-balance", Finding(balance, "inferred", note)


@check("s5.monks-bayes", "s5.monks-others", "s6.monks-chance")
def chance_on_monks(printed: Mapping[str, str]) -> Findings:
    """Correct the chances on MONK-3: that of Naive Bayes, of the perfect ones, and the average."""
    bayes, perfect = (imputed.chance(printed, ("monks-3", c)) for c in ("NaiveBayes", "J48"))
    yield "s5.monks-bayes", Finding(bayes.times(100), "inferred", imputed.CAUSE)
    note = imputed.class_counts(["monks-3"])
    yield "s5.monks-others", Finding(Number(100 * perfect.low), "external", note)
    average = imputed.mean_chance(printed, keys(["monks-3"])).times(100)
    note = "As a share of all cases; over the accuracy it is 50 % too."
    yield "s6.monks-chance", Finding(average, "inferred", note)


@check("s5.exact", "s5.about")
def average_chance(printed: Mapping[str, str]) -> Findings:
    """Correct the average chance of all 75 cells."""
    percent = imputed.mean_chance(printed, keys()).times(100)
    for name in ("exact", "about"):
        yield f"s5.{name}", Finding(percent, "inferred", _HEADLINE)


_HEADLINE = (
    "The average P_c, which is a share of all cases; as a share of the hits it is undefined until "
    "a model of guessing is named. The printed P_c cannot be; with perfect folds at 1/2 and 1/3, "
    "their least for two and three classes, the average is at least 37.69 %."
)


# --- Table 11 -----------------------------------------------------------------------------------


@check("s5.table11-order")
def order(printed: Mapping[str, str]) -> Finding:
    """Say whether Table 11 is in order, by the printed differences and by the printed chances."""
    rows = TABLE_11[1:]
    said = tuple(number(printed, f"table11.{name}.difference") for name in rows)
    computed = tuple(extremes(printed, name, as_printed=True).difference for name in rows)
    note = "As printed. Mended, Balance (about 8 %) is the seventh, and MONK-3 (below 0.5 %) the "
    note += "last."
    exchanged = (computed[1], computed[0], *computed[2:])
    return Finding(Statement(both_fall, (said, computed), (said, exchanged)), note=note)


def both_fall(said: Sequence[Fraction], computed: Sequence[Fraction]) -> bool:
    """Say whether neither the printed nor the computed differences ever rise."""
    return all(a >= b for values in (said, computed) for a, b in pairwise(values))


@check("s5.fourteen", "s5.vary-project", "s5.vary-little")
def sizes(printed: Mapping[str, str]) -> Findings:
    """Compare the largest difference and the smallest ones with what is said of them."""
    yield "s5.fourteen", Finding(Number(len(DATASETS) - 1))
    found = {name: extremes(printed, name) for name in DATASETS}
    project = found.pop("project-management").difference
    imputed_ones = {name: found.pop(name) for name in TABLE_11[:2]}
    others = tuple(
        sorted(
            (
                *(both.difference for both in found.values()),
                *(both.ends.high for both in imputed_ones.values()),
            )
        )
    )
    shown = f"{float(project):.1f} %, the most of all; next {float(others[-1]):.1f} %"
    most = Statement(exceeds_all, (project, others), (others[0], others), shown)
    yield "s5.vary-project", Finding(most)
    top, bottom = (
        {name: found[name].difference for name in names} for names in (TABLE_11[3:5], TABLE_11[-2:])
    )
    shown = ", ".join(f"{DATASETS[name]} {float(value):.1f} %" for name, value in bottom.items())
    low, high = tuple(bottom.values()), tuple(top.values())
    yield "s5.vary-little", Finding(Statement(are_below_three, (low,), (high,), shown))


def exceeds_all(value: Fraction, others: Sequence[Fraction]) -> bool:
    """Say whether a value is larger than every other."""
    return all(value > other for other in others)


def are_below_three(differences: Sequence[Fraction]) -> bool:
    """Say whether differences in per cent are all below 3."""
    return max(differences) < 3


@check("*.varies", "s7.rarely-equal")
def varies(printed: Mapping[str, str]) -> Findings:
    """Say whether the chances of the classifiers differ on each data set."""
    least = tuple(extremes(printed, name).ends.low for name in TABLE_11[2:])
    alike = (*least[1:], Fraction(0))
    shown = "the chances differ on all thirteen without an impossible cell, by more than rounding"
    differ = Statement(are_positive, (least,), (alike,), shown)
    note = (
        "P_c differs. Whether it is a share of the hits is another question (see one-third). "
        "On MONK-3 and Balance it differs as printed, and also with the impossible cells "
        "mended."
    )
    for claim in ("abstract.varies", "s1.varies", "s6.varies", "s7.rarely-equal"):
        yield claim, Finding(differ, note=note)


def are_positive(differences: Sequence[float | Fraction]) -> bool:
    """Say whether the least difference that rounding allows is above 0 on every data set."""
    return min(differences) > 0


@check("s5.tendency")
def tendency(printed: Mapping[str, str]) -> Finding:
    """Test whether some classifiers tend to a higher chance, by Friedman's test."""
    chances = [
        [float(imputed.chance(printed, key).middle) for key in keys([dataset])]
        for dataset in DATASETS
    ]
    p = friedman(chances)
    turned = [row[i % 5 :] + row[: i % 5] for i, row in enumerate(chances)]
    means = zip(CLASSIFIERS, rankdata(chances, axis=1).mean(axis=0), strict=True)
    mean_ranks = ", ".join(f"{SHORT[name]} {value:.1f}" for name, value in means)
    note = (
        f"Friedman's test on the ranks of P_c over the fifteen data sets, impossible cells "
        f"mended: p = {p:.3f}. Mean ranks, 5 the highest: {mean_ranks}. "
        "This is one choice of data sets."
    )
    prone = Statement(differ_at_five_percent, (chances,), (turned,), f"p = {p:.3f}")
    return Finding(prone, "external", note, "consistent")


def friedman(rows: Sequence[Sequence[float]]) -> float:
    """Return p of Friedman's test on the ranks within rows."""
    return float(friedmanchisquare(*zip(*rows, strict=True)).pvalue)


def differ_at_five_percent(rows: Sequence[Sequence[float]]) -> bool:
    """Say whether Friedman's test finds a difference between the columns at 0.05."""
    return friedman(rows) < 0.05


@check("s5.lowest-[!p]*", "s5.highest-[!p]*")
def names(printed: Mapping[str, str]) -> Findings:
    """Count the names in the columns of Table 11, as printed."""
    lowest, highest = (
        Counter(printed[f"{KEY}.table11.{name}.{end}"] for name in TABLE_11)
        for end in ("lowest", "highest")
    )
    three = tuple(lowest[name] for name in ("Logistic", "N Bayes", "SMO"))
    p = float(chisquare(three).pvalue)
    counts = "Logistic {}, Naive Bayes {}, SMO {}".format(*three)
    note = (
        f"{counts} of the 14 rows that name one; equal frequencies would differ as much with "
        f"probability {p:.2f}. With MONK-3 mended Naive Bayes has one more."
    )
    alike = Statement(may_be_equal, (three,), ((sum(three), 0, 0),), counts)
    yield "s5.lowest-frequencies", Finding(alike, "proved", note, "consistent")
    for name, short in (("forest", "Random forest"), ("c45", "C4.5")):
        shown = f"{lowest[short]} of the 14 rows that name one"
        absent = Statement(is_absent, (short, lowest), ("Logistic", lowest), shown)
        yield f"s5.lowest-{name}", contested(absent, _ABSENT)
        shown = f"{highest[short]} of 15 rows"
        there = Statement(is_there, (short, highest), ("Logistic", highest), shown)
        yield f"s5.highest-{name}", Finding(there)
    (_, most), (_, second) = highest.most_common(2)
    shown = f"{most} of 15 rows; next {second}"
    often = Statement(is_most_frequent, ("N Bayes", highest), ("C4.5", highest), shown)
    yield "s5.highest-bayes", Finding(often)


def may_be_equal(counts: tuple[int, ...]) -> bool:
    """Say whether the chi-squared test of equal frequencies finds no difference at 0.05."""
    return bool(chisquare(counts).pvalue > 0.05)


def is_absent(name: str, column: Mapping[str, int]) -> bool:
    """Say whether a column of names, counted, lacks one."""
    return column.get(name, 0) == 0


def is_there(name: str, column: Mapping[str, int]) -> bool:
    """Say whether a column of names, counted, has one."""
    return column.get(name, 0) > 0


def is_most_frequent(name: str, column: Mapping[str, int]) -> bool:
    """Say whether one name is more frequent in a column than every other."""
    return all(column.get(name, 0) > n for other, n in column.items() if other != name)


_ABSENT = (
    "For: it is the lowest in none of the 14 other rows, nor on MONK-3 once mended. Against: "
    "as printed, the first row says the other four models, and it is one of them."
)
