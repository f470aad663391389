"""The rules of the ledger, on claims made up for the purpose."""

import math
from fractions import Fraction
from functools import partial

import numpy as np
import pytest

from kappabook.ledger import (
    Finding,
    Interval,
    Number,
    Proof,
    Statement,
    close,
    judge,
)
from kappabook.transcription import Claim, Erratum, LedgerError
from kappabook.workbook.altering import sensitivity


def claim(printed="0.474", name="paper.kappa"):
    return Claim(name, "p. 1", "A kappa", printed, "claims.csv:2")


def erratum(correct, printed="0.474", name="paper.kappa"):
    return Erratum(name, printed, correct, "A slip.", "errata.csv:2")


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
    assert judge(claim(""), Finding(Statement(True))).verdict == "reproduced"
    assert judge(claim(""), Finding(Statement(False))).verdict == "not reproduced"
    proof = Proof(lambda text: text == "A = B", "shown")
    assert judge(claim("A = B"), Finding(proof, verdict="definition")).verdict == "definition"
    corrected = judge(claim("A = C"), Finding(proof), erratum("A = B", "A = C"))
    assert (corrected.verdict, corrected.computed) == ("corrected", "A = B")


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


def test_claims_and_checks_must_pair():
    found = {"paper.kappa": Finding(Number(0.474))}
    with pytest.raises(LedgerError, match=r"claims without a check: paper\.other \(claims.csv:2\)"):
        close([claim(), claim(name="paper.other")], found)
    with pytest.raises(LedgerError, match=r"checks without a claim: paper\.kappa"):
        close([], found)
    with pytest.raises(LedgerError, match=r"errata without a claim: paper\.x \(errata.csv:2\)"):
        close([claim()], found, [erratum("1", name="paper.x")])
    with pytest.raises(LedgerError, match=r"id paper\.kappa stands already at claims.csv:2"):
        close([claim(), claim()], found)
    with pytest.raises(
        LedgerError, match=r"errata.csv:2: id paper\.kappa stands already at errata"
    ):
        close([claim("0.5")], found, [erratum("0.474", "0.5"), erratum("0.474", "0.5")])


def test_a_check_for_an_unknown_claim_says_which_may_be_meant_and_where_that_stands():
    found = {"paper.kappa": Finding(Number(0.474)), "paper.kapa": Finding(Number(0.474))}
    message = r"checks without a claim: paper\.kapa \(nearest: paper\.kappa \(claims.csv:2\)\)"
    with pytest.raises(LedgerError, match=message):
        close([claim()], found)


# --- sameness -------------------------------------------------------------------------------


def test_proofs_are_equal_by_what_they_run_and_hold():
    """A proof that is made anew need not be run again; one that holds other values must."""

    def about(value):
        return Proof(lambda text: text == value, "shown")

    def bound(value, **more):
        return Proof(partial(holds, value, **more), "shown")

    def holds(value, text, strict=True):
        return text == value

    assert about("a") == about("a")
    assert hash(about("a")) == hash(about("a"))
    assert about("a") != about("b")
    assert bound(["a", {"x": 1}]) == bound(["a", {"x": 1}])
    assert bound("a") != bound("b")
    assert bound("a") != bound("a", strict=False)
    assert bound(1) != bound(1.0)
    assert bound(np.zeros(2)) != bound(np.zeros(2))  # not surely the same
    assert about("a") != bound("a")
    assert Proof(str.isdigit, "shown") != Proof(str.isdigit, "otherwise")
    assert Proof(str.isdigit, "shown") != "shown"


def test_nan_agrees_with_nothing():
    with pytest.raises((LedgerError, ValueError)):
        judge(claim(), Finding(Number(math.nan)))


# --- sensitivity ----------------------------------------------------------------------------


def test_sensitivity_finds_the_unprotected_number():
    claims = [claim("0.5", "paper.kept"), claim("0.5", "paper.loose")]

    def compute(printed):
        return {
            "paper.kept": Finding(Number(0.5)),
            "paper.loose": Finding(Number(Fraction(printed["paper.loose"]))),
        }

    noticed = {(a.claim, a.altered): a.noticed for a in sensitivity(claims, compute)}
    assert noticed == {
        ("paper.kept", "0.4"): True,
        ("paper.kept", "0.6"): True,
        ("paper.loose", "0.4"): False,
        ("paper.loose", "0.6"): False,
    }
    some = sensitivity(claims, compute, among=claims[1:])
    assert [a.claim for a in some] == ["paper.loose", "paper.loose"]


def test_sensitivity_runs_a_proof_that_changed():
    """It is the other claim's proof that notices; the altered claim itself has no check."""
    claims = [claim("0.5", "paper.sum"), claim("2", "paper.count")]

    def compute(printed):
        count = int(printed["paper.count"])
        return {
            "paper.sum": Finding(Proof(lambda text: Fraction(text) == Fraction(1, count), "1/n")),
            "paper.count": Finding(Number(count)),
        }

    assert all(alteration.noticed for alteration in sensitivity(claims, compute))
