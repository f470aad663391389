"""What looks wrong in labels: said, and never changed."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence

MOST_LETTERS = 1000
_LIKE_GAPS = {"na", "n/a", "nan", "null", "none", "-", "?", "missing"}
_NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?", re.IGNORECASE | re.ASCII)
# Few labels have the first of these in them; the others stand in many a name.
_SEVERAL, _PERHAPS = re.compile(r"\s*[|;]\s*"), re.compile(r"\s*[|;,/+]\s*")
# Groups of names that a note shows.
_MOST_GROUPS = 5
_SPELLED = re.compile(r"-?(0|[1-9]\d*)(\.0+)?")


def spelled_alike(labels: Iterable[str]) -> dict[str, str]:
    """Say which whole numbers are written with and without a decimal point, as '1' and '1.0'.

    Returns
    -------
    dict
        The short form of each label; empty if no two are one number, or one is no whole number.
    """
    found = set(labels)
    if not all(_SPELLED.fullmatch(label) for label in found):
        return {}
    short = {label: label.partition(".")[0] for label in found}
    return short if len(set(short.values())) < len(found) else {}


def in_order(labels: Iterable[str]) -> list[str]:
    """Sort labels, numbers by their size."""
    found = sorted(set(labels))
    return sorted(found, key=float) if are_numbers(found) else found


def refuse_long(labels: Iterable[str], where: object) -> None:
    """Refuse labels that are texts: no table and no picture could show them."""
    for label in labels:
        if len(label) > MOST_LETTERS:
            raise ValueError(
                f"{where}: a label has {len(label)} characters, and begins {label[:40]!r}; labels "
                f"have at most {MOST_LETTERS}. Is this a column of texts?"
            )


def as_number(label: str) -> float | None:
    """Read a number with a decimal point; None for any other text."""
    text = label.strip()
    value = float(text) if _NUMBER.fullmatch(text) else math.inf
    return value if math.isfinite(value) else None


def are_numbers(labels: Iterable[str]) -> bool:
    """Whether all labels are numbers with a decimal point, as grades and measurements are."""
    return None not in map(as_number, labels)


def remarks(
    counts: Counter[str], n_items: int, *, numbers: bool = False, raters: bool = True
) -> list[str]:
    """Say which labels look like one another, like gaps, like several labels, like identifiers.

    `numbers` says that they are measurements, `raters` that people gave them and not a classifier.
    """
    said = []
    for group in _twins(counts):
        shown = ", ".join(f"{label!r} ({times(counts[label])})" for label in group)
        said.append(
            f"The labels {shown} differ only by case, blanks or the form of a number. They are "
            "counted as different labels; if they are one, mend the file."
        )
    for label in counts:
        if label.strip().lower() in _LIKE_GAPS:
            said.append(
                f"The label {label!r} ({times(counts[label])}) looks like a gap. It is counted as "
                "a label; if nobody rated there, leave the cell empty or give --missing."
            )
        if _holds_several(label, counts):
            said.append(
                f"The label {label!r} ({times(counts[label])}) looks like several labels in one "
                "cell. It is counted as a label of its own; agreement needs one label per cell."
            )
    if len(counts) > max(20, n_items / 2):
        asked = "" if numbers else " Are they identifiers, or measurements (--level interval)?"
        same = (
            f"{asked} All numbers but alpha at the levels interval and ratio ask only whether "
            "labels are the same."
        )
        if not raters:
            same = " Are they identifiers, or measurements? Kappa is for labels."
        said.append(f"There are {len(counts)} different labels for {n_items} items.{same}")
    return said


def names_alike(names: Iterable[str], what: str) -> list[str]:
    """Say which names, of raters or items, look like one another."""
    groups = _twins(Counter(names))
    if not groups:
        return []
    shown = "; ".join(", ".join(map(repr, group)) for group in groups[:_MOST_GROUPS])
    shown += f"; ... ({len(groups)} in all)" * (len(groups) > _MOST_GROUPS)
    return [
        f"Some names of {what} differ only by case, blanks or the form of a number: {shown}. They "
        f"are different {what} here; if they are one, mend the file."
    ]


def times(n: int) -> str:
    """Write how often something is there."""
    return "once" if n == 1 else f"{n} times"


def _holds_several(label: str, counts: Counter[str]) -> bool:
    surely, perhaps = (
        [part in counts for part in separator.split(label) if part]
        for separator in (_SEVERAL, _PERHAPS)
    )
    return (len(surely) > 1 and any(surely)) or (len(perhaps) > 1 and all(perhaps))


def _twins(counts: Counter[str]) -> list[Sequence[str]]:
    groups: dict[str, list[str]] = {}
    for label in counts:
        groups.setdefault(plain(label), []).append(label)
    return [group for group in groups.values() if len(group) > 1]


def plain(label: str) -> str:
    """Write labels alike that differ only by case, blanks or the form of a number."""
    text = " ".join(unicodedata.normalize("NFKC", label).casefold().split())
    value = as_number(text)
    return text if value is None else f"{value:.15g}"
