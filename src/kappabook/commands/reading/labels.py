"""What is one label: equal numbers and truth values are; what only looks alike is named."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction

from kappabook.commands.reading.gaps import gap_words, likely_codes
from kappabook.commands.reading.numbers import POINT, NumberForm, as_number, exact_number
from kappabook.commands.reading.sets import holds_several

MOST_LETTERS = 1000
# Groups of names that a note shows.
_MOST_GROUPS = 5
# Labels that a note shows.
_MOST_SHOWN = 6
# A whole number, with zeros after the point or without.
_WHOLE = re.compile(r"-?(0|[1-9][0-9]*)([.,]0*)?")
# Numbers of versions and sections, of which 1.10 is not 1.1.
_SECTION = re.compile(r"[0-9]+(\.[0-9]+){2,}")
_MOST_DIGITS = 15
_TRUTH = ("false", "true")


def one_spelling(
    columns: Iterable[Collection[str]],
    preferred: Sequence[str] = (),
    form: NumberForm = POINT,
) -> dict[str, str]:
    """Find the labels that are one label in several spellings.

    Whole numbers with and without a point ('1', '1.0', '1.00') are always one label. Other equal
    numbers ('1.5' and '1.50', '01' and '1', '1e0' and '+1'), and the words true and false in any
    case, are one unless a column has two spellings of the same: then it may tell them apart. True
    and False are 1 and 0 if some columns hold only the words, and the others only the numbers.

    Parameters
    ----------
    columns : iterable of collections of str
        The different labels of each column; in a list of ratings, of each rater.
    preferred : sequence of str
        Spellings to keep, such as those of ``--ordered``.
    form : NumberForm
        How numbers are written.

    Returns
    -------
    dict
        From each label that is counted under another spelling to that spelling.

    Examples
    --------
    >>> one_spelling([["1", "2"], ["1.0", "2.0"]])
    {'1.0': '1', '2.0': '2'}
    >>> one_spelling([["True", "False"], ["0", "1"]])
    {'False': '0', 'True': '1'}
    """
    kept = [set(column) for column in columns]
    same: dict[str, str] = {}
    for step in (_whole_numbers, _equal_numbers, _equal_words, _truth_values):
        renamed = step(kept, preferred, form)
        kept = [{renamed.get(label, label) for label in column} for column in kept]
        same = {label: renamed.get(name, name) for label, name in same.items()} | {
            label: name for label, name in renamed.items() if label not in same
        }
    return {label: name for label, name in sorted(same.items()) if label != name}


def spelling_note(same: Mapping[str, str]) -> str:
    """Say which labels are counted under another spelling; '' if none is."""
    if not same:
        return ""
    pairs = [f"{label!r} as {same[label]!r}" for label in sorted(same)]
    shown = ", ".join(pairs[:_MOST_SHOWN]) + f", ... ({len(pairs)})" * (len(pairs) > _MOST_SHOWN)
    return f"Equal labels are written in several ways, and counted as one: {shown}."


def _whole_numbers(
    columns: Sequence[Collection[str]], preferred: Sequence[str], form: NumberForm
) -> dict[str, str]:
    """Write whole numbers without a point, if one is there in both ways."""
    labels = set().union(*columns)
    mark = form.decimal
    if any(_SECTION.fullmatch(label) for label in labels):
        return {}
    short = {x: x.partition(mark)[0] for x in labels if _is_whole(x, form)}
    if len(set(short.values())) == len(short):
        return {}
    wanted = {x.partition(mark)[0]: x for x in preferred if _is_whole(x, form)}
    return {label: wanted.get(name, name) for label, name in short.items()}


def _is_whole(label: str, form: NumberForm) -> bool:
    found = _WHOLE.fullmatch(label)
    return found is not None and (found[2] or form.decimal)[0] == form.decimal


def _equal_numbers(
    columns: Sequence[Collection[str]], preferred: Sequence[str], form: NumberForm
) -> dict[str, str]:
    groups: dict[object, set[str]] = {}
    for label in set().union(*columns):
        value = as_number(label, form)
        if value is not None:
            exact = Fraction(label.strip()) if form == POINT else value
            groups.setdefault(exact, set()).add(label)
    same: dict[str, str] = {}
    for group in _spelled_apart(groups.values(), columns):
        written = [f"{as_number(x, form):.{_MOST_DIGITS}g}" for x in group]
        usual = [x for x in group if x in preferred] or [x for x in written if x in group]
        name = usual[0] if usual else min(group, key=lambda x: (len(x), x))
        same |= dict.fromkeys(group, name)
    return same


def _equal_words(
    columns: Sequence[Collection[str]], preferred: Sequence[str], form: NumberForm
) -> dict[str, str]:
    """Write the words true and false in one case; those of a program differ from a sheet's."""
    del form
    words = {label for column in columns for label in column if label.casefold() in _TRUTH}
    groups = [{label for label in words if label.casefold() == word} for word in _TRUTH]
    same: dict[str, str] = {}
    for group in _spelled_apart(groups, columns):
        usual = [x for x in group if x in preferred] or [x for x in group if x.istitle()]
        same |= dict.fromkeys(group, usual[0] if usual else min(group))
    return same


def _spelled_apart(
    groups: Iterable[set[str]], columns: Sequence[Collection[str]]
) -> list[list[str]]:
    """Return groups of several spellings of which no column has two."""
    return [
        sorted(group)
        for group in groups
        if len(group) > 1 and all(len(group.intersection(column)) < 2 for column in columns)
    ]


def _truth_values(
    columns: Sequence[Collection[str]], preferred: Sequence[str], form: NumberForm
) -> dict[str, str]:
    """Read True and False as 1 and 0 if some columns say so, and others the other."""
    known = [set(column).difference(gap_words(column)) for column in columns]
    every = sorted(set().union(*known))
    words = {x: str(_TRUTH.index(x.casefold())) for x in every if x.casefold() in _TRUTH}
    numbers = {x: f"{value:g}" for x in every if (value := as_number(x, form)) in (0, 1)}
    apart = all(column <= words.keys() or column <= numbers.keys() for column in known)
    if not (words and numbers and apart):
        return {}
    if words.keys() <= set(preferred):
        name_of = {name: word for word, name in words.items()}
        return {label: name_of[name] for label, name in numbers.items() if name in name_of}
    return words | numbers


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
    gaps, codes = gap_words(counts), likely_codes(counts)
    sets = [label for label in counts if label.startswith("[")]  # named when they were read
    for label in counts:
        if label in gaps:
            said.append(
                f"The label {label!r} ({times(counts[label])}) looks like a gap. It is counted as "
                "a label; if nobody rated there, leave the cell empty or give --missing."
            )
        if label in codes:
            said.append(code_remark(label, counts[label], "number" if numbers else "label"))
        if label not in sets and holds_several(label, counts):
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


def code_remark(label: str, n: int, what: str) -> str:
    """Say of a label, or of a number, that it looks like a code for a gap."""
    return (
        f"The {what} {label!r} ({times(n)}) is far from all others, as a code for a missing value "
        f"is. It is counted as a {what}; if it stands for a gap, give "
        f"--missing{'=' if label.startswith('-') else ' '}{label}."
    )


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


def _twins(counts: Counter[str]) -> list[Sequence[str]]:
    keys = {label: plain(label) for label in counts}
    if set(keys.values()) <= {"0", "1", *_TRUTH}:  # True may be 1 here
        keys = {x: str(_TRUTH.index(key)) if key in _TRUTH else key for x, key in keys.items()}
    groups: dict[str, list[str]] = {}
    for label, key in keys.items():
        groups.setdefault(key, []).append(label)
    return [group for group in groups.values() if len(group) > 1]


def plain(label: str) -> str:
    """Write labels alike that differ only by case, blanks or the form of a number."""
    text = " ".join(unicodedata.normalize("NFKC", label).casefold().split())
    value = exact_number(text)  # identifiers beyond 2**53 are not one float
    return f"{value:.15g}" if isinstance(value, float) else text if value is None else str(value)
