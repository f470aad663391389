"""What looks wrong in labels: said, and never changed."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence

_LIKE_GAPS = {"na", "n/a", "nan", "null", "none", "-", "?", "missing"}
_WHOLE = re.compile(r"-?(0|[1-9]\d*)")
_SPELLED = re.compile(r"-?(0|[1-9]\d*)(\.0+)?")
_SEVERAL = re.compile(r"\s*[|;,/+]\s*")


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
    """Sort labels, whole numbers by their size."""
    found = set(labels)
    if all(_WHOLE.fullmatch(label) for label in found):
        return sorted(found, key=int)
    return sorted(found)


def remarks(counts: Counter[str], n_items: int) -> list[str]:
    """Say which labels look like one another, like gaps, like several labels, like identifiers."""
    said = []
    for group in _twins(counts):
        shown = ", ".join(f"{label!r} ({counts[label]} times)" for label in group)
        said.append(
            f"The labels {shown} differ only by case, blanks or the form of a number. They are "
            "counted as different labels; if they are one, mend the file."
        )
    for label in counts:
        if label.strip().lower() in _LIKE_GAPS:
            said.append(
                f"The label {label!r} ({counts[label]} times) looks like a gap. It is counted as a "
                "label; if nobody rated there, leave the cell empty or give --missing."
            )
        parts = [part for part in _SEVERAL.split(label) if part]
        if len(parts) > 1 and all(part in counts for part in parts):
            said.append(
                f"The label {label!r} ({counts[label]} times) looks like several labels in one "
                "cell. It is counted as a label of its own; agreement needs one label per cell."
            )
    if len(counts) > max(20, n_items / 2):
        said.append(
            f"There are {len(counts)} different labels for {n_items} items. Are they identifiers "
            "or measurements? These coefficients are for labels."
        )
    return said


def _twins(counts: Counter[str]) -> list[Sequence[str]]:
    groups: dict[str, list[str]] = {}
    for label in counts:
        groups.setdefault(_plain(label), []).append(label)
    return [group for group in groups.values() if len(group) > 1]


def _plain(label: str) -> str:
    text = " ".join(unicodedata.normalize("NFKC", label).casefold().split())
    try:
        return f"{float(text):.15g}"
    except ValueError:
        return text
