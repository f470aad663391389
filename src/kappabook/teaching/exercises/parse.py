"""Reading what a learner typed: plain numbers, lists and words, or a sentence that says why not."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from kappabook.metrics import ConfusionMatrix


class UnreadableError(ValueError):
    """An answer that cannot be compared; the message is meant for the learner."""


def is_empty(value: Any) -> bool:
    """Say whether nothing was given: the stub's ``...``, or None."""
    return value is ... or value is None


def as_fraction(value: Any, where: str = "") -> Fraction:
    """Read one finite real number of any usual type, exactly.

    Parameters
    ----------
    where : str
        Begins the message, such as "Entry 2: ".

    Raises
    ------
    UnreadableError
        No number; the message says what came instead.
    """
    if is_empty(value):
        raise _error(where, "this is still empty.")
    if isinstance(value, str | bytes):
        raise _error(where, _about_text(value))
    if isinstance(value, bool | np.bool_):
        raise _error(where, f"{value} is a truth value; a number is asked for.")
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value.item()
    if isinstance(value, complex | np.complexfloating):
        raise _error(where, "this is a complex number. Look for a root of a negative number.")
    if comma := _decimal_comma(value):
        raise _error(where, comma)
    if is_many(value):
        raise _error(where, f"one number is asked for; this is a {kind_of(value)}.")
    if callable(value) and not hasattr(value, "__float__"):
        raise _error(where, "this is a function; call it, with parentheses.")
    return _finite(value, where)


def _finite(value: Any, where: str) -> Fraction:
    try:
        plain = value if isinstance(value, int | Fraction | Decimal) else float(value)
    except Exception:
        raise _error(where, f"a number is asked for; this is a {kind_of(value)}.") from None
    try:
        return Fraction(plain)
    except ValueError:
        raise _error(
            where, "nan is no number. A value before was missing, or it was 0/0."
        ) from None
    except OverflowError:
        raise _error(where, "this is infinite. Something before was divided by 0.") from None


def _decimal_comma(value: Any) -> str:
    """Recognise 0,609, which Python reads as two numbers."""
    if isinstance(value, tuple) and len(value) == 2 and all(type(x) is int for x in value):
        whole, decimals = value
        if decimals >= 0:
            return (
                f"use a decimal point: {whole}.{decimals}, not {whole},{decimals}. "
                "Python reads a comma as two numbers."
            )
    return ""


def _error(where: str, text: str) -> UnreadableError:
    return UnreadableError(f"{where}{text}" if where else text[0].upper() + text[1:])


def as_entries(value: Any, shape: tuple[int, ...]) -> list[Fraction]:
    """Read a list, array, column or table of numbers of this shape, row by row.

    Raises
    ------
    UnreadableError
        Another shape, or an entry that is no number.
    """
    asked = (
        f"a list of {shape[0]} numbers"
        if len(shape) == 1
        else f"a table of {shape[0]} rows and {shape[1]} columns"
    )
    items = as_list(value, asked)
    if len(shape) == 2 and len(items) == shape[0] * shape[1] and not any(map(is_many, items)):
        raise UnreadableError(
            f"Your numbers stand in one line; asked for is {asked}: [[., .], [., .]]."
        )
    if len(shape) == 1 and len(items) == 2 * shape[0] and all(type(x) is int for x in items):
        raise UnreadableError(
            f"Asked for is {asked}; yours has {len(items)}. Use a decimal point: a comma makes "
            "two numbers of one."
        )
    if len(items) != shape[0]:
        what = "numbers" if len(shape) == 1 else "rows"
        raise UnreadableError(f"Asked for is {asked}; yours has {len(items)} {what}.")
    if len(shape) == 1:
        return [as_fraction(item, f"Entry {i}: ") for i, item in enumerate(items, 1)]
    for i, row in enumerate(items, 1):
        if not is_many(row):
            raise UnreadableError(
                f"Asked for is {asked}; your row {i} is a {kind_of(row)}. Each row is a list of "
                "its own: [[., .], [., .]]."
            )
    rows = [as_list(row, asked) for row in items]
    for i, row in enumerate(rows, 1):
        if len(row) != shape[1]:
            raise UnreadableError(f"Asked for is {asked}; your row {i} has {len(row)}.")
    return [
        as_fraction(cell, f"Row {i}, column {j}: ")
        for i, row in enumerate(rows, 1)
        for j, cell in enumerate(row, 1)
    ]


def as_list(value: Any, asked: str) -> list[Any]:
    """Read anything with an order and a length as a list."""
    if isinstance(value, ConfusionMatrix):
        return list(value.cells.tolist())
    if isinstance(value, Mapping | Set):
        raise UnreadableError(f"Asked for is {asked}; a {kind_of(value)} has no order. Use [ ].")
    if isinstance(value, str | bytes):
        raise UnreadableError(f"Asked for is {asked}; this is a text. Take the quotes away.")
    if hasattr(value, "to_numpy"):
        value = value.to_numpy()
    if isinstance(value, np.ndarray) and value.ndim:
        return list(value.tolist())
    if isinstance(value, Sequence):
        return list(value)
    raise UnreadableError(f"Asked for is {asked}, in [ ]; this is a {kind_of(value)}.")


def is_many(value: Any) -> bool:
    """Say whether this is a collection rather than one thing."""
    return (
        isinstance(value, ConfusionMatrix | Mapping | Set)
        or hasattr(value, "__next__")
        or (hasattr(value, "__len__") and not isinstance(value, str | bytes))
    )


def as_words(value: Any, among: tuple[str, ...], count: int) -> list[str]:
    """Read one word, or a list of them, regardless of case, spaces and brackets.

    Raises
    ------
    UnreadableError
        No text, another number of words, or a word that is not offered.
    """
    offered = ", ".join(repr(word) for word in among)
    if count == 1 and is_many(value):
        raise UnreadableError(f"One of {offered} is asked for, not a {kind_of(value)}.")
    words = [value] if count == 1 else as_list(value, f"a list of {count} texts")
    if len(words) != count:
        raise UnreadableError(f"Asked for are {count} texts; yours has {len(words)}.")
    return [_word(word, among, offered) for word in words]


def _word(word: Any, among: tuple[str, ...], offered: str) -> str:
    if is_empty(word):
        raise UnreadableError(f"One entry is still empty; choose from {offered}.")
    if not isinstance(word, str):
        raise UnreadableError(f"A text in quotes is asked for, one of {offered}.")
    plain = " ".join(word.casefold().split()).strip(" .:()[]'\"")
    if plain not in among:
        raise UnreadableError(f"{word[:40]!r} is none of {offered}.")
    return plain


def _about_text(text: str | bytes) -> str:
    if isinstance(text, str) and re.fullmatch(r"\s*-?\d+,\d+\s*", text):
        point = text.strip().replace(",", ".")
        return f"{text!r} is a text; take the quotes away and use a decimal point: {point}."
    if isinstance(text, str) and re.fullmatch(r"\s*-?[\d.]+\s*%\s*", text):
        return f"{text!r} is a text; give the share of 1 as a number, without quotes."
    try:
        float(text)
    except ValueError:
        return "this is a text; a number is asked for, without quotes."
    return f"{text!r} is a text; take the quotes away."


# What a learner calls the types that are met most.
_KINDS = {
    "int": "single number",
    "float": "single number",
    "str": "text",
    "dict": "dictionary",
    "ndarray": "whole array",
    "Series": "whole column",
    "DataFrame": "whole data frame",
    "ConfusionMatrix": "whole table",
}


def kind_of(value: Any) -> str:
    """Say what a learner would call the type."""
    name = type(value).__name__
    return _KINDS.get(name, name)
