"""What Sections 6 and 7 say in words of Table 12, Table 7, Post Operative and Monks-3."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import floor

from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Number, Statement
from kappabook.papers.bendavid2007.chance.impossible import IMPOSSIBLE
from kappabook.papers.bendavid2007.printed.keys import DATASETS, KEY, MODELS, TABLES
from kappabook.papers.bendavid2007.printed.rounding import exact, named
from kappabook.papers.bendavid2007.printed.tables import MEASURES, column, keys, number, table7
from kappabook.papers.bendavid2007.tables.t_tests import READINGS, Disagreement
from kappabook.papers.bendavid2007.tables.table12 import OVERLAP, ROWS, level, read_row, search
from kappabook.papers.shared.findings import contested

# --- Table 12 -----------------------------------------------------------------------------------


@check("s6.line", "s6.tables", "s6.sign", "s6.pairs", "s6.examples")
def table_12_says(printed: Mapping[str, str]) -> Findings:
    """Check where the text finds the pairs of Table 12, and what it takes from them."""
    first = read_row(printed, 1)
    yield "s6.line", Finding(Number(list(DATASETS).index(first.dataset) + 1))
    tables = sorted(f"A.{TABLES[model][-1]}" for model in (first.better, first.worse))
    yield "s6.tables", Finding(named(" and ".join(tables)))
    by_accuracy, by_kappa = (
        [printed[f"{KEY}.table12.{row}.{measure}"] for row in ROWS] for measure in MEASURES
    )
    yield "s6.sign", Finding(named(by_kappa[0]), damaged=True)
    rows = {name.split(".")[2] for name in printed if name.startswith(f"{KEY}.table12.")}
    yield "s6.pairs", Finding(Number(len(rows)))
    unequal = sum(a != k for a, k in zip(by_accuracy, by_kappa, strict=True))
    yield "s6.examples", Finding(Number(unequal))


@check(
    "s6.level", "s6.test", "s6.more-examples", "s6.other-methods", "s6.any-method",
    "s6.conclusions",
)  # fmt: skip
def about_the_test(printed: Mapping[str, str]) -> Findings:
    """Weigh what the text makes of its test, by what every reading of the test says."""
    found = search(printed)
    note = f"{_FOR_AND_AGAINST} {found.tried}"
    yield "s6.level", Finding(Number(level(printed)), "inferred", note, "contested")
    shown = f"{len(found.fits)} of {len(READINGS)} readings fit"
    turned = tuple(replace(pair, better=pair.worse, worse=pair.better) for pair in found.pairs)
    fits = Statement(
        some_reading_gives, (found.by_reading, found.pairs), (found.by_reading, turned), shown
    )
    yield "s6.test", contested(fits, note, "inferred")
    others = {
        name: [pair for pair in pairs if pair not in found.pairs]
        for name, pairs in found.by_reading.items()
    }
    unpaired = others["unpaired t"]
    shown = f"{len(unpaired)} by unpaired t, {len(others[OVERLAP])} by overlap"
    described = "; ".join(map(_described, unpaired))
    note = _MORE.format(len(unpaired), described, len(found.fits))
    none: dict[str, list[Disagreement]] = {name: [] for name in others}
    more = Statement(some_find_more, (others,), (none,), shown)
    yield "s6.more-examples", contested(more, note)
    lists = tuple(found.by_reading.values())
    kinds = len(set(lists))
    shown = f"{kinds} different lists of pairs"
    other = Statement(are_several, (lists,), (lists[:1] * len(lists),), shown)
    yield "s6.other-methods", Finding(other)
    shown = f"at least {min(map(len, lists))} pairs by each reading"
    some = Statement(have_some_each, (lists,), ((*lists[1:], ()),), shown)
    yield "s6.any-method", Finding(some, "checked", f"The {len(READINGS)} readings tried.")
    turned_pairs = sum(len(one.turned) for one in found.judged.values())
    told = sum(len(one.told) for one in found.judged.values())
    shown = f"{told} of {turned_pairs} turned pairs told apart"
    note = _TURNED.format(turned_pairs, len(READINGS))
    meters = Statement(fits.holds, fits.given, fits.witness, shown)
    yield "s6.conclusions", contested(meters, note)


def some_reading_gives(
    by_reading: Mapping[str, tuple[Disagreement, ...]], pairs: tuple[Disagreement, ...]
) -> bool:
    """Say whether some reading tells apart, by one meter only, just these pairs."""
    return pairs in by_reading.values()


def some_find_more(others: Mapping[str, Sequence[Disagreement]]) -> bool:
    """Say whether some reading finds pairs beside those of Table 12."""
    return any(others.values())


def are_several(lists: Sequence[tuple[Disagreement, ...]]) -> bool:
    """Say whether readings of the test give different lists of pairs."""
    return len(set(lists)) > 1


def have_some_each(lists: Sequence[tuple[Disagreement, ...]]) -> bool:
    """Say whether every reading finds a pair on which the meters conclude otherwise."""
    return all(lists)


def _described(pair: Disagreement) -> str:
    return f"{MODELS[pair.better]} and {MODELS[pair.worse]}, {DATASETS[pair.dataset]}"


_FOR_AND_AGAINST = (
    "For: the printed intervals are t intervals at 95 per cent. Against: by an unpaired t-test at "
    "0.05 the accuracies of all three pairs differ; that two such intervals overlap is a test at "
    "about 0.005."
)
_MORE = (
    "For: by an unpaired t-test at 0.05 there are {} others ({}), though then none of the three "
    "of Table 12. Against: by each of the {} readings that give Table 12 there is no other."
)
_TURNED = (
    "For: in Table 12 the conclusion changes with the meter. Against: its three pairs are ranked "
    "alike by both meters, and of the {} pairs whose order turns none is told apart, by either "
    "meter, under any of {} readings."
)


# --- Post Operative -----------------------------------------------------------------------------


@check("s6.around-zero", "s6.failed", "s6.pc-depends")
def post_operative(printed: Mapping[str, str]) -> Findings:
    """Check what is said of one data set: its kappas are around 0, and its P_c differ."""
    cells = keys(["post-operative"])
    kappas, halves, chances = (
        [exact(text) for text in column(printed, cells, name)]
        for name in ("kappa", "kappa-ci", "chance")
    )
    ends = list(zip(kappas, halves, strict=True))
    higher = [(kappa + half, half) for kappa, half in ends]
    shown = f"{float(min(kappas)):.4f} to {float(max(kappas)):.4f}; each interval holds 0"
    yield "s6.around-zero", Finding(Statement(hold_zero, (ends,), (higher,), shown))
    top = float(max(kappa + half for kappa, half in ends))
    note = (
        "The numbers do not show that something is added. They do not show that nothing is added "
        "either. The intervals "
    )
    note += f"reach up to kappa {top:.2f}."
    none = Statement(hold_zero, (ends,), (higher,), "no interval of kappa excludes 0")
    yield "s6.failed", Finding(none, "proved", note, "consistent")
    names = [name for name in DATASETS if name not in {dataset for dataset, _ in IMPOSSIBLE}]
    averages = [number(printed, f"table7.{name}.chance") for name in names]
    shown = f"{float(min(chances)):.2f} to {float(max(chances)):.2f} here"
    differ = Statement(depends_on_both, (chances, averages), (chances[:1] * 5, averages), shown)
    yield "s6.pc-depends", Finding(differ, note=_DEPENDS)


def hold_zero(ends: Sequence[tuple[Fraction, Fraction]]) -> bool:
    """Say whether every interval, a middle and its half-width, holds 0."""
    return all(abs(middle) <= half for middle, half in ends)


def depends_on_both(of_classifiers: Sequence[Fraction], of_datasets: Sequence[Fraction]) -> bool:
    """Say whether chances differ between classifiers on one data set, and between data sets."""
    return all(
        max(values) - min(values) > FOUR_DECIMALS for values in (of_classifiers, of_datasets)
    )


FOUR_DECIMALS = Fraction(1, 10**4)


_DEPENDS = (
    "By (3) P_c joins the row totals, which belong to the data, with the column totals, which "
    "belong to the classifier. Shown for Post Operative; Table 7 has averages from 0.14 to 0.68."
)


# --- Table 7 ------------------------------------------------------------------------------------


@check("s6.monks-row", "s6.monks-good", "s6.monks-little", "s6.most-larger", "s6.monks-accuracy",
       "s6.accuracy", "s6.kappa", "s7.high-low")  # fmt: skip
def table_7_says(printed: Mapping[str, str]) -> Findings:
    """Check what is said of the averages over the classifiers."""
    rows = {
        dataset: (exact(row.accuracy), exact(row.kappa))
        for dataset, row in table7(printed, MEASURES).items()
    }
    accuracies, kappas = zip(*rows.values(), strict=True)
    gaps = {dataset: one - other for dataset, (one, other) in rows.items()}
    yield "s6.monks-row", Finding(Number(list(DATASETS).index("monks-3") + 1))
    accuracy, kappa = rows["monks-3"]
    shown = f"accuracy {float(accuracy)}, kappa {float(kappa)}: the highest of all data sets"
    best = Statement(is_the_highest, ("monks-3", rows), ("nursery", rows), shown)
    yield "s6.monks-good", Finding(best)
    shown = f"they differ by {float(gaps['monks-3'])}"
    least = Statement(is_the_least, ("monks-3", gaps), ("nursery", gaps), shown)
    yield "s6.monks-little", Finding(least, note=_LITTLE)
    larger = sum(gap > gaps["monks-3"] for gap in gaps.values())
    shown = f"{larger} of the other {len(gaps) - 1}"
    most = Statement(most_exceed, ("monks-3", gaps), ("post-operative", gaps), shown)
    yield "s6.most-larger", Finding(most)
    yield "s6.monks-accuracy", Finding(Number(floor(100 * accuracy)))
    average = sum(accuracies) / len(rows)
    yield "s6.accuracy", Finding(Number(average))
    yield "s6.kappa", Finding(Number(sum(kappas) / len(rows)))
    accuracy, kappa = rows["post-operative"]
    shown = f"Post Operative: {float(accuracy):.4f}, {float(kappa):.4f}"
    there = Statement(is_high_and_low, ("post-operative", rows), ("monks-3", rows), shown)
    note = "An accuracy above the average, and the lowest kappa of all data sets."
    yield "s7.high-low", Finding(there, note=note)


Row = tuple[Fraction, Fraction]


def is_the_highest(name: str, rows: Mapping[str, Row]) -> bool:
    """Say whether a data set has the highest accuracy and the highest kappa."""
    accuracies, kappas = zip(*rows.values(), strict=True)
    return rows[name] == (max(accuracies), max(kappas))


def is_the_least(name: str, gaps: Mapping[str, Fraction]) -> bool:
    """Say whether accuracy and kappa are nowhere nearer than on one data set."""
    return gaps[name] == min(gaps.values())


def most_exceed(name: str, gaps: Mapping[str, Fraction]) -> bool:
    """Say whether accuracy and kappa lie further apart on most data sets than on one."""
    return 2 * sum(gap > gaps[name] for gap in gaps.values()) > len(gaps)


def is_high_and_low(name: str, rows: Mapping[str, Row]) -> bool:
    """Say whether a data set has an accuracy above the mean and the lowest kappa."""
    accuracies, kappas = zip(*rows.values(), strict=True)
    accuracy, kappa = rows[name]
    return bool(accuracy * len(rows) > sum(accuracies) and kappa == min(kappas))


_LITTLE = (
    "The smallest difference of the fifteen. By (1) it is (1 - accuracy) P_c/(1 - P_c), so an "
    "accuracy near 1 makes it small, whatever P_c is."
)
