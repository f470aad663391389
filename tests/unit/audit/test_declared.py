"""Declarations: each claim is computed by the one function that declares it, or refused by name."""

import re

import pytest
from toy_document import FN, TP, P, equations, giving, module, table, toy

from kappabook.audit.declared import computes
from kappabook.audit.judging import Audit
from kappabook.audit.printed import AuditError

HERE = r"t\w+\.py:\d+: "  # this file, or the toy document


@pytest.mark.parametrize(
    ("functions", "message"),
    [
        ((giving("kapa"),), r"made declares 'kapa', which is no claim; the nearest is kappa"),
        ((giving("zz*"),), r"made declares 'zz\*', which no claim matches"),
        ((giving("aga*"),), r"made declares 'aga\*', which no claim matches"),  # but a repeat
        ((giving("[ek"),), r"made declares '\[ek', whose bracket is not closed"),
        ((giving("again"),), r"made declares again, which says again kappa"),
        ((table, giving("kappa")), r"made declares kappa, and so does .*: table;"),
        ((table, giving("[k]*")), r"made declares kappa by '\[k\]\*', and so does .*: table"),
        ((giving("eq", "e*"),), r"made declares eq by 'e\*', and so does .*: made"),
    ],
)
def test_a_declaration_that_does_not_fit_the_claims_is_refused_unrun(tmp_path, functions, message):
    with pytest.raises(AuditError, match=HERE + message):
        toy(tmp_path, *functions)


@pytest.mark.parametrize(
    ("function", "claim", "message"),
    [
        (giving("eq", "best"), "eq", "declares eq and does not give it"),
        (giving("e*"), "eq", "declares eq and does not give it"),
        (giving("best", "eq", eq=0), "eq", "declares best and does not give it"),
        (
            giving("eq", eq=0, kappa=0.6),
            "eq",
            "gives kappa and does not declare it; .*: table",
        ),
        (giving("eq", eq=0, best=0.6), "eq", r"gives best and does not declare it\."),
        (giving("eq", eq=0, kapa=0.6), "eq", "gives 'kapa', which is no claim; the nearest is kap"),
        (giving("eq", eq=0, again=0.6), "eq", "gives again, which says again kappa"),
    ],
)
def test_a_function_gives_what_it_declares(tmp_path, function, claim, message):
    """Noticed as soon as it runs: for one claim, for its note, and for all."""
    for judged in (lambda audit: audit.row(claim), lambda audit: audit.rows):
        with pytest.raises(AuditError, match=f"{HERE}made {message}"):
            judged(toy(tmp_path, table, function))
    audit = toy(tmp_path, table, function, kappa={"note": "As {eq}."})
    with pytest.raises(AuditError, match=message):
        audit.row("kappa")


def test_a_pattern_stands_for_what_needs_a_value(tmp_path):
    """Inputs, judgements, repeats and what is unavailable may be left out; inputs may be given."""
    sums = giving("*p", "d*", "b*", "e*", eq={P: TP + FN}, fp=0.1)
    audit = toy(tmp_path, table, sums)
    assert audit.rows["fp"].check.endswith("made")
    assert not audit.rows["tp"].check
    assert audit.rows["data"].verdict == "unavailable"


@pytest.mark.parametrize(
    ("ids", "each", "message"),
    [
        ((), None, "declares no claim"),
        ((1,), None, "declares no claim"),
        (("x{}",), None, "declares x{}, and there is no `each` to fill the braces"),
        (("x{}.{}",), "ab", "declares x{}.{}, and `each` gives 'a' to fill the braces"),
        (("x{}.{}.{}",), [(1, 2)], "declares x{}.{}.{}, and `each` gives (1, 2)"),
        (("x{",), "a", "declares x{, and `each` gives 'a'"),
        (("x{}",), (), "has nothing in `each`"),
    ],
)
def test_what_cannot_be_declared_is_refused_at_the_function(ids, each, message):
    with pytest.raises(AuditError, match=f"{HERE}fails {re.escape(message)}"):

        @computes(*ids, each=each)
        def fails(p):
            return {}


def test_a_mark_without_parentheses_is_refused():
    with pytest.raises(AuditError, match=rf'{HERE}bare declares no claim; write @computes\("ID"'):

        @computes
        def bare(p):
            return {}


def test_each_call_declares_its_own(tmp_path):
    @computes("{}p", each="tf")
    def cells(p, letter):
        return {f"{letter}p": p.number(f"{letter}p")}

    audit = Audit(toy(tmp_path).folder, module(cells, table, equations))
    assert audit.row("tp").reads == {"toy.tp"}
    same = computes("tp", each="tf")(lambda p, letter: {"tp": 0})
    with pytest.raises(AuditError, match=r"declares tp, and so does .*lambda"):
        toy(tmp_path, same)
