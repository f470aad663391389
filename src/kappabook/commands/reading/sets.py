"""Cells of text that hold several labels: lists of many programs, and labels with separators.

A list is a set: the order of its elements never matters. One of a single element is that element,
and an empty one is a gap. The lists of JSON, Parquet and data frames become text first, so that all
formats are read in one way: `agree` counts a set of labels as one label, and `score`, for which a
case has one label, refuses it.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from kappabook.commands.reading.numbers import as_number

# Few labels have the first of these in them; the others stand in many a name.
_SEVERAL, _PERHAPS = re.compile(r"\s*[|;]\s*"), re.compile(r"\s*[|;,/+&]\s*")
# c("a", "b") of R; array(['a', 'b']), frozenset({'a', 'b'}) and the like of Python.
_CALL = re.compile(r"(?:c|list|array|set|frozenset|tuple|np\.array)\((.*?)(?:, dtype=\w+)?\)", re.S)
# ['a' 'b'] of numpy, which Python would read as one text, and {a,b} of PostgreSQL.
_WITHOUT_COMMAS = re.compile(r"\[\s*(?:'[^']*'|\"[^\"]*\")(?:\s+(?:'[^']*'|\"[^\"]*\"))+\s*\]")
_QUOTED = re.compile(r"'([^']*)'|\"([^\"]*)\"")
_POSTGRES = re.compile(r"\{[^{}:'\",]+(?:,[^{}:'\",]+)+\}")
_EMPTY = frozenset(["[]", "{}", "()", "set()", "list()", "c()", "character(0)", "frozenset()"])
_LONGEST = 10_000
# "[0,10]" beside "(10,20]", as R and pandas write intervals.
_CLOSED = re.compile(r"\[[^\[\](){},]+,[^\[\](){},]+\]")
_HALF_OPEN = re.compile(r"\([^\[\](){},]+,[^\[\](){},]+\]|\[[^\[\](){},]+,[^\[\](){},]+\)")
HOLDS_SEVERAL = (
    "holds several values; write one row, or one column, for each, so that a cell is one label."
)
_MOST_SHOWN = 3


def set_of(text: str) -> tuple[str, ...] | None:
    """Return the different elements of a list that is written as text, in order.

    JSON (``["neg", "pos"]``, ``{"choices": ["neg", "pos"]}``), and lists as Python, numpy, R and
    PostgreSQL print them.

    Returns
    -------
    tuple of str or None
        Empty for an empty list; None for any other text.

    Raises
    ------
    ValueError
        If the elements are objects or lists, as marked spans are.
    """
    text = text.strip()
    if is_empty_list(text):
        return ()
    if len(text) > _LONGEST or len(text) < 3 or text[-1] not in "]})":
        return None
    if call := _CALL.fullmatch(text):
        held = call[1].strip()
        text = held if held[:1] in ("[", "{", "(") else f"[{held}]"
    if text[0] not in "[{(":
        return None
    elements = _elements(text)
    if elements is None:
        return None
    if any(isinstance(x, dict | list | tuple | set) for x in elements):
        raise ValueError(f"{text[:60]!r} holds lists or objects")
    known = {_text(x) for x in elements if x is not None}
    return tuple(sorted(x for x in known if x.strip()))


def is_empty_list(text: str) -> bool:
    """Whether a text is a list without elements."""
    return text.strip() in _EMPTY


def lists_in(labels: Iterable[str]) -> tuple[dict[str, tuple[str, ...]], set[str]]:
    """Return the labels that are lists, with their elements, and those that hold objects.

    Closed intervals beside half-open ones are no lists.
    """
    every = set(labels)
    intervals = any(_HALF_OPEN.fullmatch(label.strip()) for label in every)
    lists, objects = dict[str, tuple[str, ...]](), set[str]()
    for label in sorted(every):
        try:
            elements = set_of(label)
        except ValueError:
            objects.add(label)
            continue
        if elements is not None and not (intervals and _CLOSED.fullmatch(label.strip())):
            lists[label] = elements
    return lists, objects


def note_of_single(lists: Mapping[str, Sequence[str]]) -> list[str]:
    """Say that a list of one element is read as that element, if there is one."""
    single = [label for label, elements in lists.items() if len(elements) == 1]
    note = "A list of one element, such as {}, is read as that element."
    return [note.format(single[0])] if single else []


def _elements(text: str) -> list[Any] | None:
    """Parse a list, or an object with one key that holds a list or a value."""
    if _WITHOUT_COMMAS.fullmatch(text):
        return [a or b for a, b in _QUOTED.findall(text)]
    if _POSTGRES.fullmatch(text):
        return text[1:-1].split(",")
    value: Any = None
    try:
        value = json.loads(text, parse_float=_number, parse_int=str)
    except (ValueError, RecursionError):
        try:
            value = ast.literal_eval(text)
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            return None
    if isinstance(value, dict):
        if len(value) > 1:
            raise ValueError(f"{text[:60]!r} is an object with {len(value)} fields")
        value = next(iter(value.values()), [])
        value = value if isinstance(value, list | tuple | set) else [value]
    if isinstance(value, tuple) and not all(isinstance(x, str) for x in value):
        return None  # (1, 2) may be an interval
    return list(value) if isinstance(value, list | tuple | set) else None


def _number(text: str) -> str:
    """Write a number of JSON, a whole one without a point, as the lists of frames have them."""
    whole, _, rest = text.partition(".")
    return whole if set(rest) == {"0"} else text


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def one_order(labels: Iterable[str]) -> tuple[dict[str, str], list[str]]:
    """Find the labels that hold the same set in other words, and say what was found.

    Returns
    -------
    same : dict of str to str
        The label that each is counted as: the element of a list of one, '' for an empty list, and
        the first spelling in alphabetical order of one set.
    notes : list of str

    Raises
    ------
    ValueError
        As :func:`set_of`.

    Examples
    --------
    >>> one_order(['["a"]', '["b","a"]', '["a", "b"]'])[0]
    {'["a", "b"]': '["a", "b"]', '["a"]': 'a', '["b","a"]': '["a", "b"]'}
    >>> one_order(["calm|glad", "glad|calm", "glad"])[0]
    {'glad|calm': 'calm|glad'}
    """
    every, same = sorted(set(labels)), dict[str, str]()
    lists, objects = lists_in(every)
    for label in sorted(objects):
        set_of(label)
    several: dict[tuple[str, ...], list[str]] = {}
    for label, elements in lists.items():
        if len(elements) > 1:
            several.setdefault(elements, []).append(label)
            same[label] = json.dumps(elements, ensure_ascii=False)
        else:
            same[label] = elements[0] if elements else ""
    notes = note_of_single(lists)
    if empty := [x for x, elements in lists.items() if not elements]:
        notes.append(f"A list without elements ({empty[0]}) is read as a gap.")
    if several:
        shown = ", ".join(x[0] for x in list(several.values())[:_MOST_SHOWN])
        notes.append(
            f"Some cells hold several labels ({shown}{', ...' * (len(several) > _MOST_SHOWN)}). "
            "Each set of labels is counted as one label, whatever their order; for agreement on "
            "each label, write one column for it."
        )
    groups: dict[tuple[str, ...], list[str]] = {}
    for label in every:
        if label not in lists and (parts := _parts(label)):
            groups.setdefault(parts, []).append(label)
    orders = [group for group in groups.values() if len(group) > 1]
    for group in orders:
        same |= dict.fromkeys(group[1:], group[0])
    if orders:
        shown = "; ".join(" and ".join(map(repr, group)) for group in orders[:_MOST_SHOWN])
        notes.append(
            f"Some labels hold the same parts in another order, and are counted as one: {shown}"
            f"{', ...' * (len(orders) > _MOST_SHOWN)}."
        )
    return dict(sorted(same.items())), notes


def _parts(label: str) -> tuple[str, ...] | None:
    """Split a label at its separators; 1/2 and 1,2 are numbers, and not sets."""
    parts = [part for part in _SEVERAL.split(label.strip()) if part]
    if len(parts) < 2:
        parts = [part for part in _PERHAPS.split(label.strip()) if part]
        if any(as_number(part) is not None for part in parts):
            return None
    return tuple(sorted(set(parts))) if len(parts) > 1 else None


def holds_several(label: str, counts: Collection[str] | Mapping[str, int]) -> bool:
    """Whether a label looks like several of the others with separators between them."""
    surely, perhaps = (
        [part in counts for part in separator.split(label) if part]
        for separator in (_SEVERAL, _PERHAPS)
    )
    return (len(surely) > 1 and any(surely)) or (len(perhaps) > 1 and all(perhaps))
