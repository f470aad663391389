"""The ledger as it was before the documents were rewritten, in today's words: what it is now.

`oracle.csv` has the verdict, the kind of error and the evidence of 2,127 rows, and what becomes of
each: a row, an input, a repeat, or nothing. A difference is listed here with its reason.
"""

import csv
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from kappabook import papers

with Path(__file__).with_name("oracle.csv").open(encoding="utf-8") as stream:
    ORACLE = {line["claim"]: line for line in csv.DictReader(stream)}
SAME = "same_as:"


def matching(pattern):
    return [claim for claim in ORACLE if fnmatchcase(claim, pattern)]


# A claim, and what is another now: its verdict, its kind or its evidence.
DIFFERENT = {
    # Decades are counted, no text is proved.
    "bendavid2008.s1.origin": {"evidence": "computed"},
    # What these ask is algebra for every table, not of some.
    "bendavid2008.s4.correspondence": {"evidence": "proved"},
    "bendavid2008.s4.random-hits": {"evidence": "proved"},
    "bendavid2008.s7.formula": {"evidence": "proved"},
    # The same: for every table, from the printed formulas.
    "kappa_guide.intro.magnifies": {"evidence": "proved"},
    "kappa_guide.intro.detection": {"evidence": "proved"},
    # The page's random guesser has the frequencies of both sides, so he is right in P_e of the
    # cases, and a coin is no example against it; a referee's point.
    "kappa_guide.scale.negative": {"verdict": "reproduced", "evidence": "proved"},
    # Whether one class against the rest is "a single class" is no computation.
    "kappa_guide.classes.kind": {"evidence": "read"},
    # A word is looked up on the printed scale, no text is proved.
    "kappa_guide.example.level": {"evidence": "computed"},
    # The critics: algebra for every table or every classifier; no printed value is compared.
    "critics.brennan1981.base-rate": {"evidence": "proved"},
    "critics.chicco2021b.rates": {"evidence": "proved"},
    "critics.ferrer2022.special": {"evidence": "proved"},
    "critics.hripcsak2005.limit": {"evidence": "proved"},
    "critics.koyejo2014.one-cut": {"evidence": "proved"},
    "critics.lipton2014.uninformative": {"evidence": "proved"},
    "critics.maclure1987.mean": {"evidence": "proved"},
    "critics.pontius2011.any-number": {"evidence": "proved"},
    "critics.powers2012.unchanged": {"evidence": "proved"},
    "critics.vach2005.latent": {"evidence": "proved"},
    "critics.vancalster2025.improper": {"evidence": "proved"},
    "critics.warrens2010.paradox": {"evidence": "proved"},
    "critics.zwick1986.pi-below": {"evidence": "proved"},
    # So here.
    "kaymak_auk.s2.dominance": {"evidence": "proved"},
    "kaymak_auk.s3.minority": {"evidence": "proved"},
    "kaymak_auk.s4.nonlinear": {"evidence": "proved"},
    "kaymak_auk.fig1.kappa": {"evidence": "proved"},
    "kaymak_auk.s7.left": {"evidence": "proved"},
    "kaymak_auk.s7.one-condition": {"evidence": "proved"},
    "kaymak_auk.s9.one-to-one": {"evidence": "proved"},
    "kaymak_auk.s9.minority-balanced": {"evidence": "proved"},
    # The paper says "random or majority": 93 % is true of the majority, and of no random guesser.
    "kaymak_auk.s2.random": {"verdict": "contested", "kind": ""},
    # 7 of the 75 kappas of the 2007 paper are 0 or below; "four of five in one data set" refuted
    # what is said of all. Its twin, bendavid2007.s2.mostly-above-zero, counts all 75.
    "cats_and_dogs.fig3.unlikely": {"verdict": "reproduced"},
    # Algebra for every table.
    "cats_and_dogs.calc.arbitrary-thus": {"evidence": "proved"},
    # Words are computed, no text is proved.
    "cats_and_dogs.fig3.approaching": {"evidence": "computed"},
    "cats_and_dogs.pattern.divisor": {"evidence": "computed"},
    "cats_and_dogs.weighted.cat-cells": {"evidence": "computed"},
    # "At least as good" may be loose for "better"; then the printed inequality is right.
    "bendavid2007.s2.above-zero": {"verdict": "contested", "kind": ""},
    "bendavid2008.s3.above-zero": {"verdict": "contested", "kind": ""},
    # What the text has is computed, by a search that tries all, or as a word or a sign.
    **{
        claim: {"evidence": "computed"}
        for name in (
            *("s4.folds", "s5.level", "s5.highest", "s5.lowest", "s6.sign", "s6.tables"),
            *("table11.*est", "table12.?.kappa", "table12.[12].accuracy"),
        )
        for claim in matching(f"bendavid2007.{name}")
    },
    # Which thousand of Nursery was drawn is lost; 200 others were run, and print lies among them.
    **{
        claim: {"verdict": "consistent", "evidence": "simulated"}
        for claim in matching("bendavid2007.tableA?.nursery.*")
    },
    # But for two half-widths, which lie just below.
    "bendavid2007.tableA4.nursery.accuracy-ci": {"evidence": "simulated"},
    "bendavid2007.tableA4.nursery.kappa-ci": {"evidence": "simulated"},
}
# Statements that matter and had no row.
NEW = {
    "kaymak_auk.abstract.suitable": "contested",
    "kaymak_auk.s1.simpler": "contested",
    "kaymak_auk.s5.focused": "contested",
    "kaymak_auk.s5.powerful": "contested",
    "bendavid2007.s3.not-demonstrated": "contested",
    "bendavid2008.abstract.not-demonstrated": "contested",
    "bendavid2008.s1.fail-to-compare": "contested",
    "bendavid2008.s1.compensate": "reproduced",
    "bendavid2008.s2.no-practical-test": "contested",
    "bendavid2008.s6.rocch": "contested",
    "bendavid2008.s6.no-practical-test": "contested",
    "bendavid2008.s6.no-reports": "contested",
    "bendavid2008.s6.superiority": "contested",
    "bendavid2008.s7.not-demonstrated": "contested",
}


def becomes(claim):
    """What the oracle asks of a claim that is a row still."""
    line = ORACLE[claim]
    if line["fate"] == "input":
        return {"verdict": "input", "kind": "", "evidence": ""}
    if line["fate"].startswith(SAME):
        return becomes(line["fate"].removeprefix(SAME))
    return {name: line[name] for name in ("verdict", "kind", "evidence")} | DIFFERENT.get(claim, {})


@pytest.mark.parametrize("key", papers.PAPERS)
def test_every_claim_has_the_verdict_that_it_had(key):
    rows = {row.claim: row for row in papers.rows(key)}
    before = {c: o for c, o in ORACLE.items() if o["document"] == key}
    kept = [c for c, o in before.items() if o["fate"] != "gone"]
    new = {claim: verdict for claim, verdict in NEW.items() if claim in rows}
    assert set(rows) & set(before) == set(kept)
    assert {claim: rows[claim].verdict for claim in new} == new
    repeats = {c for c, o in before.items() if o["fate"].startswith(SAME)}
    assert {claim for claim in kept if rows[claim].same_as} == repeats
    found = {c: {n: getattr(rows[c], n) for n in ("verdict", "kind", "evidence")} for c in kept}
    assert found == {claim: becomes(claim) for claim in kept}


def test_every_new_row_is_there():
    assert set(NEW) <= {row.claim for row in papers.all_rows()}


def test_every_repeat_points_to_a_row_or_an_input():
    first = {o["fate"].removeprefix(SAME) for o in ORACLE.values() if o["fate"].startswith(SAME)}
    assert {ORACLE[claim]["fate"] for claim in first} <= {"row", "input"}
