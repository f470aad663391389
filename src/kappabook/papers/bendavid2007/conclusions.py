"""Table 12 and what Section 6 says of it: each conclusion under every reading of the test."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial

from kappabook.ledger import Finding, Number, Proof, Statement
from kappabook.papers.bendavid2007 import t_tests
from kappabook.papers.bendavid2007.artefact import Appendix
from kappabook.papers.bendavid2007.keys import CLASSIFIERS, DATASETS, KEY, TABLES
from kappabook.papers.bendavid2007.printed import Findings, appendix, once_per_texts
from kappabook.papers.bendavid2007.t_tests import (
    CORRECTED,
    PLAIN,
    READINGS,
    Disagreement,
    Mean,
    Reading,
    disagreements,
    judge_all,
    least_correlation,
    p_unpaired,
    paired,
)
from kappabook.transcription import LedgerError, read_number

ROWS = (1, 2, 3)
NONE, BETTER, WORSE = "No signif. difference", "A >> B", "B >> A"
# Of all readings the simplest that gives Table 12.
OVERLAP = "overlap of the printed intervals"
# The classifiers as Table 12 prints them.
MODELS = {**CLASSIFIERS, "RandomForest": "Random Forest"}


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


def compared(cells: Appendix, pair: Disagreement, meter: str) -> tuple[Mean, Mean]:
    """Return the two printed means that a row of Table 12 compares."""
    a, b = (t_tests.means(cells[pair.dataset, name])[meter] for name in (pair.better, pair.worse))
    return a, b


def conclusion(a: Mean, b: Mean, reading: Reading) -> str:
    """Write what a reading concludes, in the words of Table 12."""
    if not reading(a, b):
        return NONE
    return BETTER if read_number(a.mean) > read_number(b.mean) else WORSE


# --- Table 12 ----------------------------------------------------------------------------------


def table_12(printed: Mapping[str, str], lev_correlation: float | None = None) -> Findings:
    """Check Table 12 and the text about it.

    Parameters
    ----------
    printed : mapping of str to str
        The printed text of every claim of this paper, by id.
    lev_correlation : float, optional
        Correlation of the fold accuracies of SMO and Naive Bayes on LEV, measured in the re-run.
    """
    for name, finding in _from_print(printed):
        if name == "table12.3.accuracy" and lev_correlation is not None:
            a, b = compared(appendix(printed), read_row(printed, 3), "accuracy")
            note = f"{finding.note} {_measured(a, b, lev_correlation)}"
            yield name, replace(finding, note=note)
        else:
            yield name, finding


@once_per_texts("tableA", "table12", "s5.level")
def _from_print(printed: Mapping[str, str]) -> Findings:
    cells = appendix(printed)
    pairs = tuple(read_row(printed, row) for row in ROWS)
    judged = judge_all(cells)
    by_reading = {name: disagreements(judged, name) for name in READINGS}
    fits = [name for name, found in by_reading.items() if found == pairs]
    tried = _tried(fits)
    level = 1 - read_number(printed[f"{KEY}.s5.level"]) / 100
    for row, pair in enumerate(pairs, start=1):
        name = f"table12.{row}"
        for column, said in _names(by_reading[OVERLAP], row).items():
            proof = Proof(partial(str.__eq__, said), said)
            yield f"{name}.{column}", Finding(proof, "inferred", tried, "recovered")
        for meter in ("accuracy", "kappa"):
            finding = _conclusion(compared(cells, pair, meter), tried)
            yield f"{name}.{meter}", finding
            if row == 1:
                at_level = _same_at_level(finding, printed[f"{KEY}.{name}.{meter}"], level)
                yield f"s6.first-{meter}", at_level
    first = pairs[0]
    yield "s6.line", Finding(Number(list(DATASETS).index(first.dataset) + 1))
    tables = " and ".join(sorted(f"A.{TABLES[model][-1]}" for model in (first.better, first.worse)))
    yield "s6.tables", Finding(Proof(partial(str.__eq__, tables), tables))
    said = printed[f"{KEY}.table12.1.kappa"]
    yield "s6.sign", Finding(Proof(partial(str.__eq__, said), said), damaged=True)
    yield "s6.pairs", Finding(Number(len(pairs)))
    conclusions = [
        tuple(printed[f"{KEY}.table12.{row}.{meter}"] for meter in ("accuracy", "kappa"))
        for row in ROWS
    ]
    yield "s6.examples", Finding(Number(sum(one != other for one, other in conclusions)))
    yield "s6.level", Finding(Number(level), "inferred", f"{_FOR_AND_AGAINST} {tried}", "contested")
    yield from _about_the_test(by_reading, fits, pairs)
    turned = sum(len(one.turned) for one in judged.values())
    told = sum(len(one.told) for one in judged.values())
    yield (
        "s6.conclusions",
        Finding(
            Statement(bool(fits), f"{told} of {turned} turned pairs told apart"),
            "proved",
            _TURNED.format(turned, len(READINGS)),
            "contested",
        ),
    )


def _names(found: tuple[Disagreement, ...], row: int) -> dict[str, str]:
    """Return what Table 12 has to print in a row if these are the pairs."""
    if row > len(found):
        return dict.fromkeys(("model-a", "model-b", "dataset"), "no such pair")
    pair = found[row - 1]
    return {
        "model-a": MODELS[pair.better],
        "model-b": MODELS[pair.worse],
        "dataset": DATASETS[pair.dataset],
    }


def _conclusion(means: tuple[Mean, Mean], tried: str) -> Finding:
    """Judge one conclusion: proved if every reading has it, else by the overlap of intervals."""
    said = conclusion(*means, READINGS[OVERLAP])
    computed = Proof(partial(str.__eq__, said), said)
    p = f"An unpaired t-test, 18 df, gives p = {p_unpaired(*means):.4f}"
    if all(conclusion(*means, reading) == said for reading in READINGS.values()):
        return Finding(computed, note=f"{p}; all {len(READINGS)} readings tried conclude the same.")
    plain, corrected = (least_correlation(*means, inflation) for inflation in (PLAIN, CORRECTED))
    note = (
        f"{p}. A paired one finds no difference if the folds correlate at {plain:.2f} or less, "
        f"the corrected one at {corrected:.2f} or less. The two printed intervals overlap. {tried}"
    )
    return Finding(computed, "inferred", note, "recovered")


def _same_at_level(finding: Finding, conclusion_printed: str, level: Fraction) -> Finding:
    """Judge the same conclusion in a sentence that names the level."""

    def holds(text: str) -> bool:
        return read_number(text) == level and finding.computed.agrees(conclusion_printed)

    return replace(finding, computed=Proof(holds, str(finding.computed)))


def _tried(fits: list[str]) -> str:
    return (
        f"Test not identified: of {len(READINGS)} readings tried, {len(fits)} tell apart by one "
        f"meter only the three pairs of Table 12 and none of the other 147: {'; '.join(fits)}."
    )


def _measured(a: Mean, b: Mean, correlation: float) -> str:
    """Say what the paired tests conclude at a measured fold correlation."""
    said = [
        f"the {name} test finds {'a' if paired(a, b, correlation, inflation) else 'no'} difference"
        for name, inflation in (("paired", PLAIN), ("corrected", CORRECTED))
    ]
    return (
        f"In the re-run the folds' accuracies correlate at {correlation:.2f}: {' and '.join(said)}."
    )


# --- what Section 6 makes of it ----------------------------------------------------------------


def _about_the_test(
    by_reading: Mapping[str, tuple[Disagreement, ...]],
    fits: list[str],
    pairs: tuple[Disagreement, ...],
) -> Findings:
    yield (
        "s6.test",
        Finding(
            Statement(bool(fits), f"{len(fits)} of {len(READINGS)} readings fit"),
            "inferred",
            f"{_FOR_AND_AGAINST} {_tried(fits)}",
            "contested",
        ),
    )
    others = {name: [p for p in found if p not in pairs] for name, found in by_reading.items()}
    unpaired = others["unpaired t"]
    yield (
        "s6.more-examples",
        Finding(
            Statement(any(others.values()), f"{len(unpaired)} by unpaired t, 0 by overlap"),
            "proved",
            _MORE.format(len(unpaired), "; ".join(map(_described, unpaired)), len(fits)),
            "contested",
        ),
    )
    kinds = len(set(by_reading.values()))
    yield "s6.other-methods", Finding(Statement(kinds > 1, f"{kinds} different lists of pairs"))
    fewest = min(map(len, by_reading.values()))
    yield (
        "s6.any-method",
        Finding(
            Statement(fewest > 0, f"at least {fewest} pairs by each reading"),
            note=f"Of the {len(READINGS)} readings tried.",
        ),
    )


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
