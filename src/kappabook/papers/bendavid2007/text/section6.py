"""What Sections 6 and 7 say in words of Table 12, Table 7, Post Operative and Monks-3."""

from __future__ import annotations

from collections.abc import Mapping
from math import floor

from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Number, Statement
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
    yield "s6.pairs", Finding(Number(len(ROWS)))
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
    yield "s6.test", contested(bool(found.fits), shown, note, "inferred")
    others = {
        name: [pair for pair in pairs if pair not in found.pairs]
        for name, pairs in found.by_reading.items()
    }
    unpaired = others["unpaired t"]
    shown = f"{len(unpaired)} by unpaired t, {len(others[OVERLAP])} by overlap"
    described = "; ".join(map(_described, unpaired))
    note = _MORE.format(len(unpaired), described, len(found.fits))
    yield "s6.more-examples", contested(any(others.values()), shown, note)
    kinds = len(set(found.by_reading.values()))
    yield "s6.other-methods", Finding(Statement(kinds > 1, f"{kinds} different lists of pairs"))
    fewest = min(map(len, found.by_reading.values()))
    some = Statement(fewest > 0, f"at least {fewest} pairs by each reading")
    yield "s6.any-method", Finding(some, note=f"Of the {len(READINGS)} readings tried.")
    turned = sum(len(one.turned) for one in found.judged.values())
    told = sum(len(one.told) for one in found.judged.values())
    shown = f"{told} of {turned} turned pairs told apart"
    note = _TURNED.format(turned, len(READINGS))
    yield "s6.conclusions", contested(bool(found.fits), shown, note)


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
    around = all(abs(kappa) <= half for kappa, half in ends)
    shown = f"{float(min(kappas)):.4f} to {float(max(kappas)):.4f}; each interval holds 0"
    yield "s6.around-zero", Finding(Statement(around, shown))
    top = float(max(kappa + half for kappa, half in ends))
    note = "Nothing is shown to be added; that nothing is added does not follow. The intervals "
    note += f"reach up to kappa {top:.2f}."
    none = Statement(around, "no interval of kappa excludes 0")
    yield "s6.failed", Finding(none, "proved", note, "consistent")
    average = number(printed, "table7.post-operative.chance")
    shown = f"{float(min(chances)):.2f} to {float(max(chances)):.2f} here"
    differ = Statement(min(chances) < average < max(chances), shown)
    yield "s6.pc-depends", Finding(differ, note=_DEPENDS)


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
    gap = {dataset: one - other for dataset, (one, other) in rows.items()}
    yield "s6.monks-row", Finding(Number(list(DATASETS).index("monks-3") + 1))
    accuracy, kappa = rows["monks-3"]
    best = accuracy == max(accuracies) and kappa == max(kappas)
    shown = f"accuracy {float(accuracy)}, kappa {float(kappa)}: the highest of all data sets"
    yield "s6.monks-good", Finding(Statement(best, shown))
    apart = gap.pop("monks-3")
    least = Statement(apart <= min(gap.values()), f"they differ by {float(apart)}")
    yield "s6.monks-little", Finding(least, note=_LITTLE)
    larger = sum(other > apart for other in gap.values())
    most = Statement(larger > len(rows) / 2, f"{larger} of the other {len(gap)}")
    yield "s6.most-larger", Finding(most)
    yield "s6.monks-accuracy", Finding(Number(floor(100 * accuracy)))
    average = sum(accuracies) / len(rows)
    yield "s6.accuracy", Finding(Number(average))
    yield "s6.kappa", Finding(Number(sum(kappas) / len(rows)))
    accuracy, kappa = rows["post-operative"]
    shown = f"Post Operative: {float(accuracy):.4f}, {float(kappa):.4f}"
    holds = Statement(accuracy > average and kappa == min(kappas), shown)
    note = "An accuracy above the average, and the lowest kappa of all data sets."
    yield "s7.high-low", Finding(holds, note=note)


_LITTLE = (
    "The smallest difference of the fifteen. By (1) it is (1 - accuracy) P_c/(1 - P_c), so an "
    "accuracy near 1 makes it small, whatever P_c is."
)
