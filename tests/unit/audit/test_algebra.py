"""When an expression is zero: the step that every printed equation's proof ends with."""

import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from kappabook.audit.algebra import is_zero

p, q, k = sp.symbols("p q k")
LEAVES = st.sampled_from([p, q, p + q, 1 - p, 1 - q, sp.Integer(1), sp.Integer(2)])


def joined(parts):
    one, other, sign = parts
    return {"+": one + other, "-": one - other, "*": one * other, "/": one / other}[sign]


EXPRESSIONS = st.recursive(
    LEAVES,
    lambda inner: st.tuples(inner, inner, st.sampled_from("+-*/")).map(joined),
    max_leaves=6,
).filter(lambda value: not value.has(sp.nan, sp.zoo))


@given(EXPRESSIONS, EXPRESSIONS)
def test_it_says_what_cancel_says(one, other):
    """Sympy's own normal form, another way to it."""
    assert is_zero(one - other) == (sp.cancel(one - other) == 0)


@given(EXPRESSIONS)
def test_what_is_written_otherwise_is_the_same(value):
    assert is_zero(sp.expand(value) - value)
    assert is_zero(sp.together(value) - value)


@pytest.mark.parametrize(
    ("value", "zero"),
    [
        (sp.Integer(0), True),
        (sp.sqrt(2) ** 2 - 2, True),
        (sp.sqrt(p) ** 2 - p, True),
        (sp.sqrt(p * q) - p, False),
        (sp.Rational(1, 10**30), False),
    ],
)
def test_numbers_and_roots(value, zero):
    assert is_zero(value) is zero


def test_sums_and_functions_are_unknowns():
    i, n = sp.symbols("i n", integer=True)
    x, g = sp.IndexedBase("x"), sp.Function("g")
    total = sp.Sum(x[i], (i, 1, n))
    assert is_zero(total / (total + n) + n / (total + n) - 1)
    assert not is_zero(total - sp.Sum(x[i] ** 2, (i, 1, n)))
    assert is_zero(g(p) / q - 1 / (q / g(p)))
    assert not is_zero(g(p) - g(q))


def test_what_is_defined_nowhere_is_not_zero():
    inside = p * (q + 1) - p * q - p
    assert not is_zero(1 / inside)
