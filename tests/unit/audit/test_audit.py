"""The audit on a toy document: what a verdict follows from, and what is refused by name."""

from fractions import Fraction
from math import nan
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from toy_document import CLAIMS, FN, TP, P, equations, giving, table, toy

from kappabook.audit.computed import Interval, agrees, holds, noted
from kappabook.audit.declared import computes
from kappabook.audit.judging import Audit
from kappabook.audit.ledger import as_csv, selected, totals
from kappabook.audit.printed import AuditError, alterations


def but(value):
    """The toy's values, with another one for kappa."""

    @computes("accuracy", "kappa", "wrong", "positive")
    def changed(p):
        return {**table(p), "kappa": value}

    return changed


# --- verdicts -----------------------------------------------------------------------------------


def test_every_claim_has_the_verdict_that_follows(tmp_path):
    rows = toy(tmp_path).rows
    assert {name: (row.verdict, row.evidence) for name, row in rows.items()} == {
        "tp": ("input", ""),
        "fp": ("input", ""),
        "accuracy": ("reproduced", "computed"),
        "kappa": ("reproduced", "computed"),
        "again": ("reproduced", "computed"),
        "wrong": ("corrected", "computed"),
        "eq": ("reproduced", "proved"),
        "positive": ("reproduced", "computed"),
        "best": ("contested", "read"),
        "data": ("unavailable", ""),
    }
    assert rows["again"].note == "Says again toy.kappa."
    assert rows["positive"].computed == "K = 3/5"
    assert rows["kappa"].reads == {"toy.tp", "toy.fp"}


@pytest.mark.parametrize(
    ("value", "text", "verdict"),
    [
        (9 / 19, "0.474", True),
        (Fraction(9, 19), "0.473", False),
        (np.float64(0.4745), "0.474", True),  # below the half unit, in binary
        (np.int64(3), "3", True),
        (Fraction(1, 3), "1/3", True),
        (0.3333333, "1/3", False),
        (True, "1", False),
        (np.True_, "1", False),
        ({1, 2}, "1", False),
        (nan, "0.474", False),
        (Interval(nan, 1), "0.5", False),
        (Interval(0.47, 0.48), "0.474", True),
        (Interval(0.48, 0.49), "0.474", False),
        (Interval(0.473, 0.474), "0.47", True),  # it rounds to what is printed
        ("Logistic", "Logistic", True),
        ("Logistic", "SMO", False),
        (lambda text: text == "A", "A", True),
        (lambda text: text == "A", "B", False),
        ({P: TP + FN}, "TP = P - FN", True),
        ({P: TP + FN}, "TP = P + FN", False),
    ],
)
def test_the_type_of_a_value_says_how_it_is_compared(value, text, verdict):
    assert agrees(value, text) is verdict


@pytest.mark.parametrize("value", [nan, True, np.True_, {0.6}, [0.6], object()])
def test_what_is_no_number_is_not_reproduced_and_the_document_goes_on(tmp_path, value):
    rows = toy(tmp_path, but(value), equations).rows
    assert rows["kappa"].verdict == "not reproduced"
    assert "was computed" in rows["kappa"].note
    assert rows["accuracy"].verdict == "reproduced"


def test_numbers_of_a_note_are_filled_in(tmp_path):
    """From the value beside it, what the function gives for it, and another claim."""
    note = "{tries} tries; {computed}, to {share:.1%}; an accuracy of {accuracy:.2f}."
    value = noted(Fraction(9, 15), tries=18, share=0.25)
    row = toy(tmp_path, but(value), equations, kappa={"note": note}).row("kappa")
    assert row.note == "18 tries; 0.6, to 25.0%; an accuracy of 0.80."


def test_one_claim_runs_no_more_than_it_needs(tmp_path):
    @computes("eq")
    def expensive(p):
        raise RuntimeError

    audit = toy(tmp_path, expensive, table)
    assert audit.row("kappa").verdict == audit.row("again").verdict == "reproduced"
    assert audit.row("data").verdict == "unavailable"
    with pytest.raises(RuntimeError):
        audit.row("eq")


# --- altering -----------------------------------------------------------------------------------


def test_every_digit_that_can_decide_is_noticed(tmp_path):
    """The printed number, an input that others are computed from, a repeat, the right value."""
    audit = toy(tmp_path)
    assert audit.unnoticed() == {"data": ["611", "613"]}
    assert not audit.notices("again", "0.6")
    assert audit.notices("again", "0.61")
    assert audit.notices("wrong", "0.51")
    assert audit.notices("eq", "TP = P + FN")


def test_only_what_reads_a_text_runs_again(tmp_path):
    calls = []

    @computes("accuracy", "kappa", "wrong", "positive")
    def counted(p):
        calls.append("table")
        return table(p)

    audit = toy(tmp_path, counted, equations)
    assert audit.rows
    calls.clear()
    assert audit.notices("kappa", "0.7")
    assert calls == []
    assert audit.notices("tp", "0.5")
    assert calls == ["table"]


def product_of_the_others(p, name):
    """Read no more than is needed: after a 0 the product is known."""
    value = 1
    for other in sorted(set("abc") - {name}):
        value *= p.number(other)
        if value == 0:
            break
    return {name: value}


@given(st.lists(st.integers(0, 3), min_size=3, max_size=3))
def test_altering_one_text_is_as_judging_all_anew(tmp_path_factory, numbers):
    """The record of what is read spares work and changes no answer."""

    def verdicts(texts):
        folder = tmp_path_factory.mktemp("anew") / "toy"
        folder.mkdir()
        lines = "".join(f"toy.{name},p. 1,x,{text}\n" for name, text in texts.items())
        (folder / "claims.csv").write_text(f"claim,locator,statement,printed\n{lines}")
        made = ModuleType(product_of_the_others.__module__)
        made.each = computes("{}", each="abc")(product_of_the_others)
        audit = Audit(folder, made)
        return audit, [row.verdict for row in audit.rows.values()]

    texts = dict(zip("abc", map(str, numbers), strict=True))
    audit, before = verdicts(texts)
    for name, text in texts.items():
        for altered in alterations(text):
            after = verdicts({**texts, name: altered})[1]
            assert audit.notices(name, altered) == (after != before)


# --- what is refused ----------------------------------------------------------------------------


@computes("eq")
def reads_stray(p):
    return {"eq": p["acuracy"]}


@computes("eq")
def fails(p):
    raise ValueError(f"the cells sum to {p['tp']}.")


@pytest.mark.parametrize(
    ("functions", "message"),
    [
        ((table, reads_stray), r"reads_stray: it reads 'acuracy', .*; the nearest is accuracy"),
        (
            (table, equations, giving("best", best=0.6)),
            r"claims\.csv:10: best: a value is computed, and its remark",
        ),
        ((table,), r"toy/claims\.csv:8: eq: no value, and 'reproduced' must rest on something"),
        ((table, fails), r"test_audit\.py:\d+: fails: the cells sum to 0\.4"),
        ((but(Interval(0, 1)), equations), r"claims\.csv:5: kappa: an interval confirms no digit"),
        ((but(holds(bool, (1,), (2,))), equations), r"kappa: its altered twin holds too"),
        ((but({P: TP + FN}), equations), None),
    ],
)
def test_values_that_do_not_fit_are_refused_by_name(tmp_path, functions, message):
    audit = toy(tmp_path, *functions)
    if message is None:
        assert audit.rows["kappa"].verdict == "not reproduced"
        return
    with pytest.raises(AuditError, match=message):
        _ = audit.rows


@pytest.mark.parametrize(
    ("remarks", "message"),
    [
        ('["kapa"]\nnote = "x"', r"toy/remarks\.toml:1: kapa is no claim; the nearest is kappa"),
        ('["zz*"]\nnote = "x"', r"remarks\.toml:1: zz\* is no claim"),
        ('["kappa"]\nnot = "x"', r"remarks\.toml:1: kappa: 'not' is no word of a remark"),
        ('["kappa"]\nverdict = "fine"', r"kappa: verdict is 'fine'; expected one of reproduced"),
        ('["kappa"]\nverdict = "contested"', r"'contested' needs a note that says why"),
        ('["kappa"]\nverdict = "corrected"', r"'corrected' needs the right value"),
        ('["kappa"]\nerror = "x"', r"the error 'x' needs what is correct"),
        ('["kappa"]\ncorrect = "0.5"', r"a correction needs correct, kind, reason and objection"),
        ('["again"]\nnote = "x"', r"again: it says again kappa; remark on that"),
        ('["kap*"]\nnote = "x"\n["k*a"]\nnote = "y"', r"k\*a and kap\* disagree on the note of"),
        ('["kappa"]\nevidence = "read"\nnote = "x"', r"'reproduced' cannot rest on reading alone"),
        ('["kappa"\nnote = "x"', r"toy/remarks\.toml: .*\(at line 1, column \d+\)"),
        ('note = "x"', r"remarks\.toml:1: note has no heading"),
        (
            '["kappa"]\ncorrect = "0.6"\nkind = "slip"\nreason = "x"\nobjection = "y"',
            r"the correction '0\.6' is what is printed",
        ),
        (
            '["kappa"]\ncorrect = "0.60"\nkind = "slip"\nreason = "x"\nobjection = "y"',
            r"claims\.csv:5: kappa: right as printed \(0\.6\); remove its correction",
        ),
        (
            '["wrong"]\ncorrect = "0.52"\nkind = "slip"\nreason = "x"\nobjection = "y"',
            r"claims\.csv:7: wrong: its correction '0\.52' is not computed: 1/2 = 0\.5 is|0\.5 is",
        ),
        (
            '["wrong"]\ncorrect = "50 %"\nkind = "slip"\nreason = "x"\nobjection = "y"',
            r"claims\.csv:7: wrong: printed value '50 %' is no number",
        ),
        (
            '["kappa"]\nverdict = "contested"\nnote = "{tries} tries"',
            r"remarks\.toml: kappa: its note has \{tries\}, which is no number",
        ),
    ],
)
def test_remarks_that_do_not_fit_are_refused_with_their_place(tmp_path, remarks, message):
    with pytest.raises(AuditError, match=message):
        _ = toy(tmp_path, remarks=remarks).rows


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("0.60,toy.kappa", "0.60,toy.kapa", r":6: again says again 'kapa', .*nearest is kappa"),
        ("0.60,toy.kappa", "0.61,toy.kappa", r"again prints '0\.61' and says again kappa, which"),
        ("0.80", "80 %", r"claims\.csv:4: accuracy: printed value '80 %' is no number"),
        ("Accuracy,0.80", "Accuracy,", r"accuracy: printed value '' is no number"),
    ],
)
def test_a_transcription_that_cannot_be_read_is_refused_with_its_place(tmp_path, old, new, message):
    with pytest.raises(AuditError, match=message):
        _ = toy(tmp_path, claims=CLAIMS.replace(old, new)).rows


# --- what is shown ------------------------------------------------------------------------------


def test_inputs_and_repeats_are_shown_and_not_counted(tmp_path):
    rows = list(toy(tmp_path).rows.values())
    assert (
        totals(rows)["all"]
        == totals(rows)["toy"]
        == {
            **{"reproduced": 4, "consistent": 0, "corrected": 1, "contested": 1},
            **{"not reproduced": 0, "unavailable": 1, "results": 7, "input": 2, "repeat": 1},
        }
    )
    assert len(as_csv(rows).splitlines()) == 1 + len(rows)
    assert [row.claim for row in selected(rows, evidence="proved")] == ["toy.eq"]
    with pytest.raises(AuditError, match="'luck' is none of reproduced"):
        selected(rows, verdict="luck")
