"""Table 12: three pairs of classifiers, each conclusion under every reading of the test."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from kappabook.checks import Findings, check, derived
from kappabook.ledger import Finding, Proof
from kappabook.papers.bendavid2007.printed.keys import DATASETS, KEY, MODELS
from kappabook.papers.bendavid2007.printed.rounding import exact, named
from kappabook.papers.bendavid2007.printed.tables import (
    COLUMNS,
    MEASURES,
    Appendix,
    appendix,
    keys,
    number,
)
from kappabook.papers.bendavid2007.rerun.cells import RUN, lev_correlation
from kappabook.papers.bendavid2007.tables import t_tests
from kappabook.papers.bendavid2007.tables.t_tests import READINGS, Disagreement, Judged, Mean
from kappabook.transcription import LedgerError, read_number

ROWS = (1, 2, 3)
NONE, BETTER, WORSE = "No signif. difference", "A >> B", "B >> A"
# Of all readings the simplest that gives Table 12.
OVERLAP = "overlap of the printed intervals"


def read_row(printed: Mapping[str, str], row: int) -> Disagreement:
    """Read whom a row of Table 12 compares, and on which data."""
    name = f"{KEY}.table12.{row}"
    return Disagreement(
        _key_of(printed[f"{name}.dataset"], DATASETS),
        _key_of(printed[f"{name}.model-a"], MODELS),
        _key_of(printed[f"{name}.model-b"], MODELS),
        "kappa",
    )


def _key_of(name: str, names: Mapping[str, str]) -> str:
    for key, known in names.items():
        if known == name:
            return key
    raise LedgerError(f"Table 12: {name!r} is none of {', '.join(names.values())}.")


def compared(cells: Appendix, pair: Disagreement, measure: str) -> tuple[Mean, Mean]:
    """Return the two printed means that a row of Table 12 compares."""
    a, b = (t_tests.means(cells[pair.dataset, name])[measure] for name in (pair.better, pair.worse))
    return a, b


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

    @property
    def tried(self) -> str:
        """How many readings were tried, and which fit, for a note."""
        return (
            f"Test not identified: of {len(READINGS)} readings tried, {len(self.fits)} find that "
            "the three pairs of Table 12, and none of the other 147, differ by one measure only: "
            f"{'; '.join(self.fits)}."
        )


@derived
def search(printed: Mapping[str, str]) -> Search:
    """Look for the test: apply every reading to all pairs of classifiers."""
    pairs = tuple(read_row(printed, row) for row in ROWS)
    judged = t_tests.judge_all(appendix(printed, COLUMNS[:4]))
    by_reading = {name: t_tests.disagreements(judged, name) for name in READINGS}
    fits = tuple(name for name, found in by_reading.items() if found == pairs)
    return Search(pairs, judged, by_reading, fits)


@check("table12.{row}.model-?", "table12.{row}.dataset", row=ROWS)
def names(row: int) -> Findings:
    """Say whom a row of Table 12 compares: the author's choice of three pairs among 150."""
    for name, known in (("model-a", MODELS), ("model-b", MODELS), ("dataset", DATASETS)):
        shown = "names a data set" if name == "dataset" else "names a classifier"
        is_known = Proof(_is_one_of, shown, tuple(known.values()))
        yield f"table12.{row}.{name}", Finding(is_known, "none", _CHOSEN, "definition")


_CHOSEN = (
    "The author's choice. Other rows judge whether these are all pairs that differ by one "
    "measure only (s6.test, s6.more-examples)."
)


def _is_one_of(text: str, *names: str) -> bool:
    return text in names


@check("table12.{row}.{measure}", row=ROWS, measure=MEASURES)
def conclusion(printed: Mapping[str, str], row: int, measure: str) -> Finding:
    """Judge what a row of Table 12 concludes by one measure."""
    found = _conclusion(printed, row, measure)
    if (row, measure) != (3, "accuracy"):
        return found
    means, r = _means(printed, row, measure), lev_correlation()
    note = f"{found.note} {measured(*means, r)}"
    if not differ_by_every_t(*means, r):
        return replace(found, note=note)
    note = f"{_NO_T_TEST} {note}"
    return Finding(found.computed, "rerun", note, "not reproduced", run=RUN)


_NO_T_TEST = (
    "The printed conclusion agrees with three readings: intervals that overlap, a level of "
    "0.05/10, and a corrected test of folds that do not correlate. The first two are not "
    "t-tests at 0.05, and the folds do correlate; every t-test at 0.05 that can be run here "
    "finds a difference."
)


def differ_by_every_t(a: Mean, b: Mean, correlation: float) -> bool:
    """Say whether every t-test at 0.05 tells two means apart, folds correlating as measured."""
    by_pairs = (
        t_tests.paired(a, b, correlation, inflation)
        for inflation in (t_tests.PLAIN, t_tests.CORRECTED)
    )
    return t_tests.unpaired(a, b) and t_tests.welch(a, b) and all(by_pairs)


@check("s6.first-{measure}", measure=MEASURES)
def first_row(printed: Mapping[str, str], measure: str) -> Finding:
    """Judge the conclusion of the first row in a sentence that names the level."""
    found = _conclusion(printed, 1, measure)
    same = found.computed.agrees(printed[f"{KEY}.table12.1.{measure}"])
    return replace(found, computed=Proof(_is_level, str(found.computed), (level(printed), same)))


def level(printed: Mapping[str, str]) -> Fraction:
    """Return the level of the test that belongs to the confidence of the printed intervals."""
    return 1 - number(printed, "s5.level") / 100


def _is_level(text: str, level: Fraction, same: bool) -> bool:
    return read_number(text) == level and same


def _means(printed: Mapping[str, str], row: int, measure: str) -> tuple[Mean, Mean]:
    """Read the two means that a row of Table 12 compares, and no others."""
    pair, columns = read_row(printed, row), (measure, f"{measure}-ci")
    names = (pair.better, pair.worse)
    return compared(appendix(printed, columns, keys([pair.dataset], names)), pair, measure)


def _conclusion(printed: Mapping[str, str], row: int, measure: str) -> Finding:
    """Judge a conclusion: proved if every reading has it, else contested."""
    means = _means(printed, row, measure)
    by, (a, b) = t_tests.told_apart(*means), means
    said = NONE
    if OVERLAP in by:
        said = BETTER if exact(a.mean) > exact(b.mean) else WORSE
    p = f"An unpaired t-test, 18 df, gives p = {t_tests.p_unpaired(a, b):.4f}"
    if len(by) in (0, len(READINGS)):
        note = f"{p}; all {len(READINGS)} readings tried conclude the same."
        return Finding(named(said), note=note)
    plain, corrected = (
        t_tests.least_correlation(a, b, inflation)
        for inflation in (t_tests.PLAIN, t_tests.CORRECTED)
    )
    note = (
        f"For: the two printed intervals overlap, and a paired t-test finds no difference if the "
        f"folds correlate at {plain:.2f} or less, one corrected for shared training rows at "
        f"{corrected:.2f} or less. Against: {p[0].lower()}{p[1:]}, below the stated 0.05; by it "
        f"the accuracies differ. By {len(by)} of {len(READINGS)} readings tried they do: "
        f"{', '.join(name for name in READINGS if name in by)}. {search(printed).tried}"
    )
    return Finding(named(said), "inferred", note, "contested")


def measured(a: Mean, b: Mean, correlation: float) -> str:
    """Say what the paired tests conclude at a measured fold correlation."""
    said = []
    for name, inflation in (("paired", t_tests.PLAIN), ("corrected", t_tests.CORRECTED)):
        found = "a" if t_tests.paired(a, b, correlation, inflation) else "no"
        said.append(f"the {name} test finds {found} difference")
    return (
        f"In the re-run the folds' accuracies correlate at {correlation:.2f}: {' and '.join(said)}."
    )
