"""Which names are meant by one that does not exist: the one rule for options, columns and ids."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher

# From this similarity on, between 0 and 1, a name is offered. Two of three letters in common are
# mostly chance.
_NEAR = 0.7
_WORD = re.compile(r"[^\W_]+")
# A word of so many letters may stand for one that it begins: pred for prediction.
_STEM = 4


def near(name: str, known: Iterable[str], most: int = 3) -> list[str]:
    """Return the names that may be meant by one that does not exist, the most similar first.

    Capitals, spaces and punctuation do not count. Of an id, which has points, each part must be
    similar: the name of its document alone does not make two ids similar.

    Examples
    --------
    >>> near("y_prde", ["y_true", "y_pred", "id"])
    ['y_pred']
    >>> near("Y Pred", ["y_true", "y_pred", "id"], 1)
    ['y_pred']
    >>> near("text.table1.nonsense", ["text.table1.kappa", "text.table2.kappa"])
    []
    """
    found = [(_similarity(name.casefold(), other.casefold()), other) for other in known]
    similar = [
        (parts, SequenceMatcher(None, name, other).ratio(), other)  # the whole decides ties
        for parts, other in found
        if parts >= _NEAR
    ]
    return [other for *_, other in sorted(similar, key=lambda one: (-one[0], -one[1]))[:most]]


def nearest(name: str, names: Sequence[str]) -> str:
    """Ask for the names that are nearly this one, or for nothing."""
    similar = near(name, names)
    return f" Did you mean {' or '.join(map(repr, similar))}?" if similar else ""


def listed(names: Sequence[str], most: int = 12) -> str:
    """Write names one after the other, the first of many."""
    return ", ".join(map(repr, names[:most])) + f", ... ({len(names)})" * (len(names) > most)


def _similarity(one: str, other: str) -> float:
    """Compare two names, part by part where both have points: the least similar part decides."""
    words, their_words = _WORD.findall(one), _WORD.findall(other)
    if words and "".join(words) == "".join(their_words):
        return 1.0
    if "." in one and "." in other:
        parts = zip(one.partition("."), other.partition("."), strict=True)
        return min(1.0 if a == b else _similarity(a, b) for a, b in parts)
    stems = [
        (a, b)
        for a in words
        for b in their_words
        if min(len(a), len(b)) >= _STEM and (a.startswith(b) or b.startswith(a))
    ]
    matcher = SequenceMatcher(None, one, other)
    if stems or min(matcher.real_quick_ratio(), matcher.quick_ratio()) >= _NEAR:
        return max(matcher.ratio(), _NEAR if stems else 0.0)
    return 0.0
