"""Table 12: three pairs of classifiers, each conclusion under every reading of the test."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from kappabook.computed import OfText, computes, noted
from kappabook.papers.bendavid2007 import t_tests
from kappabook.papers.bendavid2007.definitions import (
    COLUMNS,
    DATASETS,
    MEASURES,
    MODELS,
    Appendix,
    cells,
    exact,
)
from kappabook.papers.bendavid2007.rerun import lev_correlation
from kappabook.papers.bendavid2007.t_tests import READINGS, Disagreement, Judged, Mean
from kappabook.printed import AuditError, Printed, number

ROWS = (1, 2, 3)
NONE, BETTER, WORSE = "No signif. difference", "A >> B", "B >> A"
# Of all readings the simplest that gives Table 12.
OVERLAP = "overlap of the printed intervals"


def read_row(p: Printed, row: int) -> Disagreement:
    """Read whom a row of Table 12 compares, and on which data."""
    return Disagreement(
        _key_of(p[f"table12.{row}.dataset"], DATASETS),
        _key_of(p[f"table12.{row}.model-a"], MODELS),
        _key_of(p[f"table12.{row}.model-b"], MODELS),
        "kappa",
    )


def _key_of(name: str, names: Mapping[str, str]) -> str:
    for key, known in names.items():
        if known == name:
            return key
    raise AuditError(f"Table 12: {name!r} is none of {', '.join(names.values())}.")


def compared(printed: Appendix, pair: Disagreement, measure: str) -> tuple[Mean, Mean]:
    """Return the two printed means that a row of Table 12 compares."""
    a, b = (
        t_tests.means(printed[pair.dataset, name])[measure] for name in (pair.better, pair.worse)
    )
    return a, b


# --- the search for the test --------------------------------------------------------------------


@dataclass(frozen=True)
class Search:
    """What every reading of the test says of the 150 pairs; and the three pairs of Table 12.

    `by_reading` holds the pairs that a reading tells apart by one measure only, and `fits` the
    readings for which these are the three of Table 12.
    """

    pairs: tuple[Disagreement, ...]
    judged: Mapping[str, Judged]
    by_reading: Mapping[str, tuple[Disagreement, ...]]
    fits: tuple[str, ...]


def search(p: Printed) -> Search:
    """Look for the test: apply every reading to all pairs of classifiers."""
    pairs = tuple(read_row(p, row) for row in ROWS)
    judged = t_tests.judge_all(cells(p, COLUMNS[:4]))
    by_reading = {name: t_tests.disagreements(judged, name) for name in READINGS}
    fits = tuple(name for name, found in by_reading.items() if found == pairs)
    return Search(pairs, judged, by_reading, fits)


# --- the conclusions ----------------------------------------------------------------------------


@computes(each=product(ROWS, MEASURES))
def conclusion(p: Printed, which: tuple[int, str]) -> dict[str, Any]:
    """Table 12: what each row concludes by each measure, from the printed intervals."""
    row, measure = which
    means = _means(p, row, measure)
    said, numbers = concluded(*means), readings_of(p, *means)
    if which == (3, "accuracy"):
        numbers["r"] = r = lev_correlation()
        if differ_by_every_t(*means, r):
            said = "every t-test that can be run finds a difference"
    return {f"table12.{row}.{measure}": noted(said, **numbers)}


@computes(each=MEASURES)
def first_row(p: Printed, measure: str) -> dict[str, Any]:
    """Section 6: the conclusion of the first row, in a sentence that names the level."""
    means = _means(p, 1, measure)
    found, said = concluded(*means), p[f"table12.1.{measure}"]
    level = 1 - p.number("s5.level") / 100  # of the printed intervals
    return {
        f"s6.first-{measure}": noted(
            OfText(lambda text: number(text) == level and found == said, found),
            **readings_of(p, *means),
        )
    }


def concluded(a: Mean, b: Mean) -> str:
    """Say who is better, if the two printed intervals have no point in common."""
    if not t_tests.intervals_part(a, b):
        return NONE
    return BETTER if exact(a.mean) > exact(b.mean) else WORSE


def differ_by_every_t(a: Mean, b: Mean, correlation: float) -> bool:
    """Say whether every t-test at 0.05 tells two means apart, folds correlating as measured."""
    by_pairs = (
        t_tests.paired(a, b, correlation, inflation)
        for inflation in (t_tests.PLAIN, t_tests.CORRECTED)
    )
    return t_tests.unpaired(a, b) and t_tests.welch(a, b) and all(by_pairs)


def readings_of(p: Printed, a: Mean, b: Mean) -> dict[str, Any]:
    """Return what a note says of a pair: p, the correlations that matter, and who concludes what.

    Where the readings disagree, it also says which of them give all of Table 12.
    """
    by = t_tests.told_apart(a, b)
    found = {
        "p": t_tests.p_unpaired(a, b),
        "plain": t_tests.least_correlation(a, b, t_tests.PLAIN),
        "corrected": t_tests.least_correlation(a, b, t_tests.CORRECTED),
        "by": len(by),
        "readings": len(READINGS),
        "names": ", ".join(name for name in READINGS if name in by),
    }
    if 0 < len(by) < len(READINGS):
        fits = search(p).fits
        found |= {"fitting": len(fits), "fits": "; ".join(fits)}
    return found


def _means(p: Printed, row: int, measure: str) -> tuple[Mean, Mean]:
    """Read the two means that a row of Table 12 compares, and no others."""
    pair = read_row(p, row)
    two = [(pair.dataset, name) for name in (pair.better, pair.worse)]
    return compared(cells(p, (measure, f"{measure}-ci"), two), pair, measure)
