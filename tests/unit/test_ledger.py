"""The rules of the ledger, on claims made up for the purpose."""

import math
from fractions import Fraction
from functools import partial

import pytest

from kappabook.ledger import (
    CAN_FAIL,
    Finding,
    Interval,
    Number,
    Proof,
    Statement,
    Unjudged,
    judge,
)
from kappabook.transcription import Claim, Erratum, LedgerError


def claim(printed="0.474", name="paper.kappa"):
    return Claim(name, "p. 1", "A kappa", printed, "claims.csv:2")


def erratum(correct, printed="0.474", name="paper.kappa"):
    return Erratum(
        name, printed, correct, "slip", "A slip.", "It may be a choice.", "", "errata.csv:2"
    )


# --- verdicts -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "verdict"),
    [
        (Fraction(9, 19), "reproduced"),
        (Fraction("0.4745"), "reproduced"),
        (Fraction("0.47450001"), "not reproduced"),
        (0.474, "reproduced"),
        (-0.474, "not reproduced"),
    ],
)
def test_half_a_unit_of_the_last_digit(value, verdict):
    assert judge(claim(), Finding(Number(value))).verdict == verdict


def test_a_printed_fraction_is_met_exactly():
    assert judge(claim("1/3"), Finding(Number(Fraction(1, 3)))).verdict == "reproduced"
    assert judge(claim("1/3"), Finding(Number(0.333333))).verdict == "not reproduced"


def test_an_erratum_makes_corrected_or_typographic():
    wrong = claim("0.625")
    fixed = erratum("0.62", "0.625")
    assert judge(wrong, Finding(Number(0.62)), fixed).verdict == "corrected"
    assert judge(wrong, Finding(Number(0.62), damaged=True), fixed).verdict == "typographic"


def test_a_lost_value_is_typographic():
    row = judge(claim(""), Finding(Number(0.8), damaged=True), erratum("0.80", ""))
    assert row.verdict == "typographic"


def test_statements_and_proofs():
    above = partial(Statement, int.__gt__, witness=(1, 2))
    held = judge(claim(""), Finding(above((2, 1))))
    assert (held.verdict, held.computed, held.fails_by) == ("reproduced", "holds", "witness")
    assert judge(claim(""), Finding(above((1, 1)))).verdict == "not reproduced"
    proof = Proof(lambda text: text == "A = B", "shown")
    assert judge(claim("A = B"), Finding(proof, verdict="definition")).verdict == "definition"
    corrected = judge(claim("A = C"), Finding(proof), erratum("A = B", "A = C"))
    assert (corrected.verdict, corrected.computed) == ("corrected", "A = B")
    roomy = Proof(lambda text: text < "0.5", "below 0.5", witness="0.6")
    assert judge(claim("0.474"), Finding(roomy)).fails_by == "witness"
    assert roomy.can_fail


def test_consistent_must_lie_in_its_interval():
    inside = Finding(Interval(0.46, 0.48), "simulation", "60th percentile", "consistent")
    outside = Finding(Interval(0.10, 0.20), "simulation", "never", "consistent")
    assert judge(claim(), inside).verdict == "consistent"
    assert judge(claim(), outside).verdict == "not reproduced"


def test_exact_and_rounded_are_both_shown():
    assert str(Number(Fraction(9, 19))) == "9/19 = 0.473684"
    assert str(Number(Fraction(1, 2))) == "0.5"
    assert str(Interval(0.1, 0.2)) == "[0.1, 0.2]"


# --- refusals -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("finding", "correction", "message"),
    [
        (Number(9 / 19), erratum("0.474"), "right as printed"),
        (Number(0.62), erratum("0.62", "0.635"), r"errata.csv:2\) quotes '0.635', not '0.474'"),
        (Number(0.62), erratum("0.63"), "correction '0.63'.*is not what is computed: 0.62"),
    ],
)
def test_a_wrong_erratum_is_refused(finding, correction, message):
    with pytest.raises(LedgerError, match=message):
        judge(claim(), Finding(finding), correction)


def test_a_printed_value_that_is_no_number_is_named_with_file_and_line():
    with pytest.raises(LedgerError, match=r"claims.csv:2: paper.kappa: .*'0,474' is no number"):
        judge(claim("0,474"), Finding(Number(0.474)))


def test_unknown_verdicts_and_unexplained_ones_are_refused():
    with pytest.raises(LedgerError, match="'nearly' is none of reproduced"):
        judge(claim(), Finding(Number(1), verdict="nearly"))
    with pytest.raises(LedgerError, match="'hearsay' is none of proved"):
        judge(claim(), Finding(Number(1), evidence="hearsay"))
    with pytest.raises(LedgerError, match="'unavailable' needs a note"):
        judge(claim(), Finding(Number(1), verdict="unavailable"))


# --- sameness -------------------------------------------------------------------------------


def test_proofs_are_equal_by_what_they_run_and_are_given():
    """A proof that is made anew need not be run again; one that is given other values must."""
    same = Proof(str.__eq__, "shown", ("a",))
    assert same == Proof(str.__eq__, "shown", ("a",))
    assert same != Proof(str.__eq__, "shown", ("b",))
    assert same != Proof(str.__ne__, "shown", ("a",))
    assert same != Proof(str.__eq__, "otherwise", ("a",))
    assert (same.agrees("a"), same.agrees("b")) == (True, False)


# --- every result can fail --------------------------------------------------------------------


def equal(one, other):
    return one == other


def test_a_row_says_how_it_can_fail():
    rows = [
        judge(claim(), Finding(Number(0.474))),
        judge(claim("two"), Finding(Proof(str.__eq__, "two", ("two",)))),
        judge(claim(""), Finding(Statement(equal, (1, 1), (1, 2)))),
        judge(claim(""), Finding(Unjudged("names f"), verdict="definition")),
        judge(claim(""), Finding(Number(0.8), damaged=True), erratum("0.80", "")),
        judge(claim(), Finding(Unjudged("lost"), note="Lost.", verdict="unavailable")),
    ]
    assert [row.fails_by for row in rows] == ["digit", "text", "witness", "", "digit", ""]
    assert [row.evidence for row in rows] == ["proved"] * 3 + ["none", "proved", "none"]


@pytest.mark.parametrize("verdict", CAN_FAIL)
def test_a_result_that_nothing_could_refute_is_refused(verdict):
    with pytest.raises(LedgerError, match=rf"paper\.kappa: '{verdict}' must be able to fail"):
        judge(claim(""), Finding(Unjudged("so"), note="Why.", verdict=verdict))


@pytest.mark.parametrize(
    ("finding", "message"),
    [
        (
            Finding(Interval(0.4, 0.5), "inferred", "Why.", "consistent", reading="p = 0.89"),
            r"fits only under another reading \(p = 0\.89\); that is 'contested'",
        ),
        (Finding(Number(0.474), "rerun"), "evidence 'rerun' without a run; name the file"),
        (Finding(Number(0.474), "none"), "'reproduced' must rest on something, not 'none'"),
    ],
)
def test_a_finding_that_its_rule_forbids_is_refused(finding, message):
    with pytest.raises(LedgerError, match=rf"paper\.kappa: .*{message}"):
        judge(claim(), finding)


def test_nan_agrees_with_nothing():
    with pytest.raises((LedgerError, ValueError)):
        judge(claim(), Finding(Number(math.nan)))
