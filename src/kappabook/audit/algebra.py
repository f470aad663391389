"""Proofs of printed equations: the printed text itself is parsed, and shown to follow."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from tokenize import TokenError
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.parsing.sympy_parser import parse_expr, rationalize, standard_transformations
from sympy.polys.fields import field

from kappabook.audit.printed import AuditError

# What each symbol stands for, in free symbols alone.
Meaning = Mapping[sp.Symbol, sp.Expr]

_TRANSFORMATIONS = (*standard_transformations, rationalize)


def follows(text: str, meaning: Meaning) -> bool:
    """Say whether all sides of a printed equation are equal by the definitions.

    Examples
    --------
    >>> TP, FP, P_bar = sp.symbols("TP FP P_bar")
    >>> follows("P_bar - FP = TP", {P_bar: TP + FP})
    True
    """
    return _follows(text, tuple(meaning.items()))


@cache
def _follows(text: str, meaning: tuple[tuple[sp.Symbol, sp.Expr], ...]) -> bool:
    values = dict(meaning)
    known = {*values, *(symbol for value in values.values() for symbol in value.free_symbols)}
    first, *others = sides(text, {symbol.name: symbol for symbol in known})
    return bool(others) and all(is_zero(_with(first - other, values)) for other in others)


def _with(expression: sp.Expr, values: Mapping[sp.Symbol, sp.Expr]) -> sp.Expr:
    """Put all values in at once."""
    if expression.atoms(sp.Symbol) == expression.free_symbols:
        return expression.xreplace(values)  # the same, and quicker, where no sum binds a symbol
    return expression.subs(values, simultaneous=True)


def is_zero(expression: sp.Expr) -> bool:
    """Say whether a rational function is zero wherever it is defined; it must be so somewhere.

    Sums and functions in it count as unknowns, so that what holds does so for all of them.

    Examples
    --------
    >>> p, q = sp.symbols("p q")
    >>> is_zero(p / (p + q) + q / (p + q) - 1), is_zero(p / q - q / p)
    (True, False)
    """
    unknown = expression.atoms(sp.Sum, AppliedUndef)
    rational = expression.xreplace({part: sp.Dummy() for part in unknown})
    symbols = sorted(rational.free_symbols, key=str)
    if not symbols:
        return bool(sp.simplify(rational) == 0)
    try:
        # Far quicker than cancel, which expands first.
        return not field(symbols, sp.QQ)[0].from_expr(rational)
    except ZeroDivisionError:
        return False
    except ValueError:  # a root, say
        return bool(sp.cancel(rational) == 0)


def sides(text: str, names: Mapping[str, Any]) -> list[Any]:
    """Parse the sides of a printed equation; only the given names may stand in it.

    Raises
    ------
    AuditError
        The text does not parse, or uses a name that nothing defines.
    """
    try:
        parsed = [
            parse_expr(side, local_dict=dict(names), transformations=_TRANSFORMATIONS)
            for side in text.split("=")
        ]
    except (SyntaxError, TypeError, TokenError, AttributeError) as error:
        raise AuditError(f"{text!r} is no equation that sympy parses: {error}") from None
    if not all(isinstance(side, sp.Expr) for side in parsed):
        raise AuditError(f"{text!r} uses a name of sympy's own, which nothing defines.")
    used = {symbol.name for side in parsed for symbol in side.atoms(sp.Symbol)}
    unknown = used - names.keys()
    if unknown:
        raise AuditError(f"{text!r} uses {', '.join(sorted(unknown))}, which nothing defines.")
    return parsed
