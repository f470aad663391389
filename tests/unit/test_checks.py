"""Checks that declare what they judge, and the record of what they read; on made-up documents."""

from fractions import Fraction
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kappabook.checks import Audit, Printed, check, checks_in, derived
from kappabook.ledger import Finding, Number, Proof, Statement
from kappabook.printed import alterations
from kappabook.transcription import Claim, Erratum, LedgerError


def claims(**texts):
    """Claims of the document `paper`; two underscores stand for a point."""
    return [
        Claim(f"paper.{name.replace('__', '.')}", "p. 1", "What", text, f"claims.csv:{line}")
        for line, (name, text) in enumerate(texts.items(), start=2)
    ]


def audit(functions, *errata, **texts):
    return Audit("paper", claims(**texts), [f.__check__ for f in functions], errata)


@check("half")
def half(printed):
    return Finding(Number(Fraction(printed["paper.whole"]) / 2))


@check("whole")
def whole(printed):
    return Finding(Number(2 * Fraction(printed["paper.half"])))


@check("row{n}.*", n=(1, 2))
def rows(printed, n):
    yield f"row{n}.a", Finding(Number(n))
    yield f"row{n}.b", Finding(Number(Fraction(printed[f"paper.row{n}.a"]) + 1))


ROWS = {"row1__a": "1", "row1__b": "2", "row2__a": "2", "row2__b": "3"}


# --- what is declared -------------------------------------------------------------------------


def test_a_check_judges_what_it_declares():
    both = audit([half, whole], half="0.5", whole="1")
    assert [row.verdict for row in both.rows] == ["reproduced", "reproduced"]
    assert both.tasks["paper.half"].check.function is half
    assert both.reads("paper.half") == {"paper.whole"}


def test_a_field_makes_one_call_for_each_value():
    found = audit([rows], **ROWS)
    assert len(found.runs) == 2
    assert found.reads("paper.row2.a") == frozenset()
    assert found.reads("paper.row2.b") == {"paper.row2.a"}


def test_a_check_without_texts_takes_none():
    @check("one")
    def one():
        return Finding(Number(1))

    assert audit([one], one="1").rows[0].verdict == "reproduced"


def test_a_module_has_the_checks_that_are_written_in_it_and_not_those_it_imports():
    module = ModuleType(half.__module__)
    module.half, module.number = half, Number
    module.imported = check("x")(type(half)(half.__code__, {"__name__": "elsewhere"}))
    assert [found.function for found in checks_in(module)] == [half]


@check("half", "whole")
def greedy():
    yield "half", Finding(Number(1))


@check("hlf")
def misspelled():
    return Finding(Number(1))


@check("half")
def nosy(printed):
    return Finding(Number(Fraction(printed["paper.whoel"])))


@check("half")
def stray():
    yield "half", Finding(Number(0.5))
    yield "whole", Finding(Number(1))


@check("half")
def twice():
    yield "half", Finding(Number(0.5))
    yield "half", Finding(Number(0.5))


@pytest.mark.parametrize(
    ("functions", "message"),
    [
        ([half], r"claims without a check: paper\.whole \(claims\.csv:3\)\."),
        (
            [half, whole, misspelled],
            r"checks without a claim: .*misspelled \(test_checks\.py:\d+\) judges paper\.hlf; "
            r"the nearest is paper\.half\.",
        ),
        (
            [half, greedy, whole],
            r"paper\.half \(claims\.csv:2\): two checks, "
            r".*\.half \(test_checks\.py:\d+\) and .*\.greedy \(test_checks\.py:\d+\); keep one",
        ),
        ([greedy], r"paper\.whole: .*greedy \(test_checks\.py:\d+\) declares it and does not"),
        (
            [nosy, whole],
            r"nosy \(test_checks\.py:\d+\) reads paper\.whoel, which is no claim; "
            r"the nearest is paper\.whole\.",
        ),
        ([stray, whole], r"stray \(.*\) judges paper\.whole, which it does not declare"),
        ([twice, whole], r"paper\.half: .*twice \(.*\) judges it twice; keep one"),
    ],
)
def test_checks_and_claims_must_pair(functions, message):
    with pytest.raises(LedgerError, match=message):
        assert audit(functions, half="0.5", whole="1").rows


def test_errata_belong_to_claims_and_ids_stand_once():
    wrong = Erratum("paper.haf", "1", "2", "slip", "A slip.", "None.", "", "errata.csv:2")
    with pytest.raises(
        LedgerError, match=r"errata without a claim: paper\.haf \(errata\.csv:2\); .*paper\.half"
    ):
        audit([half, whole], wrong, half="0.5", whole="1")
    again = [*claims(half="0.5"), *claims(half="0.5")]
    with pytest.raises(LedgerError, match=r"id paper\.half stands already at claims\.csv:2"):
        Audit("paper", again, [])


# --- what is read -----------------------------------------------------------------------------


def test_a_derived_value_is_computed_again_only_when_what_it_read_changes():
    calls = []

    @derived
    def total(printed, *names):
        calls.append(names)
        return sum(int(printed[name]) for name in names)

    texts = {"a": "1", "b": "2", "c": "4"}
    first = Printed(texts)
    assert total(first, "a", "b") == 3
    assert first.read == {"a", "b"}
    again = Printed(texts | {"c": "5"})
    assert (total(again, "a", "b"), again.read, len(calls)) == (3, {"a", "b"}, 1)
    assert total(texts | {"a": "7"}, "a", "b") == 9
    assert (total(texts, "a", "b"), len(calls)) == (3, 2)
    assert total(texts, "c") == 4


def test_what_a_failing_derived_value_read_is_noted_too():
    @derived
    def number(printed):
        return int(printed["a"])

    printed = Printed({"a": "none"})
    with pytest.raises(ValueError, match="none"):
        number(printed)
    assert printed.read == {"a"}


# --- witnesses --------------------------------------------------------------------------------


@check("c")
def cannot_fail():
    return Finding(Statement(bool, (1,), (2,)))


def test_a_witness_that_does_not_fail_is_refused_with_its_row_and_check():
    found = audit([cannot_fail], c="")
    message = r"claims\.csv:2: paper\.c: its witness does not fail .*test_checks\.py:\d+\)"
    with pytest.raises(LedgerError, match=message):
        assert found.rows


@check("c")
def leaves_all_room():
    return Finding(Proof(str.isdigit, "digits", witness="2"))


def test_so_is_another_number_that_a_proof_passes():
    found = audit([leaves_all_room], c="1")
    with pytest.raises(LedgerError, match=r"paper\.c: its witness does not fail"):
        assert found.rows


# --- altering ---------------------------------------------------------------------------------


@check("loose")
def loose(printed):
    return Finding(Number(Fraction(printed["paper.loose"])))


def altered(audit):
    """Alter every number of a document, and ask whether that is noticed."""
    return [
        (name, audit.notices(name, text))
        for name, claim in audit.claims.items()
        for text in alterations(claim.printed)
    ]


def test_sensitivity_finds_the_number_that_nothing_protects():
    found = audit([half, whole, loose], half="0.5", whole="1", loose="3")
    assert {name for name, noticed in altered(found) if not noticed} == {"paper.loose"}
    assert len(altered(found)) == 6


def is_inverse(text, count):
    return Fraction(text) == Fraction(1, count)


@check("sum", "count")
def counted(printed):
    count = int(printed["paper.count"])
    yield "sum", Finding(Proof(is_inverse, "1/n", (count,)))
    yield "count", Finding(Number(count))


def test_sensitivity_runs_a_proof_that_changed():
    """It is the other claim's proof that notices; the altered claim itself agrees with itself."""
    assert all(noticed for _, noticed in altered(audit([counted], sum="0.5", count="2")))


def test_only_readers_run_again():
    calls = []

    @check("a")
    def first(printed):
        calls.append("a")
        return Finding(Number(Fraction(printed["paper.b"])))

    @check("b", "c")
    def others():
        calls.append("others")
        yield "b", Finding(Number(1), note="Tried.", verdict="not reproduced")
        yield "c", Finding(Statement(bool, (1,), (0,)))

    found = audit([first, others], a="1", b="1", c="")
    assert found.rows
    calls.clear()
    assert found.notices("paper.b", "2")
    assert calls == ["a"]
    calls.clear()
    assert found.notices("paper.a", "2")
    assert calls == []


@derived
def product_of(printed, names):
    value = 1
    for name in names.split():
        value *= int(printed[f"paper.{name}"])
        if value == 0:
            return 0
    return value


@check("{name}", name=("a", "b", "c"))
def by_the_others(printed, name):
    """Reads only what it needs, and a derived value that may stop early."""
    others = " ".join(other for other in "abc" if other != name)
    return Finding(Number(product_of(printed, others)))


@given(st.lists(st.integers(0, 3), min_size=3, max_size=3))
def test_altering_one_text_is_as_judging_all_anew(numbers):
    """The record of what is read spares work and changes no answer."""
    texts = dict(zip("abc", map(str, numbers), strict=True))
    found = audit([by_the_others], **texts)
    verdicts = [row.verdict for row in found.rows]
    for name, text in texts.items():
        for altered in alterations(text):
            try:
                anew = audit([by_the_others], **(texts | {name: altered}))
                changed = [row.verdict for row in anew.rows] != verdicts
            except ValueError:
                changed = True
            assert found.notices(f"paper.{name}", altered) == changed


def test_a_print_that_its_reader_cannot_take_is_noticed():
    assert audit([half, whole], half="0.5", whole="1").notices("paper.whole", "one")
