"""The classes, which of them is positive, and where scores are cut."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from kappabook.commands.reading.gaps import gap_words, likely_codes, never_predicted
from kappabook.commands.reading.labels import in_order, plain, remarks, times
from kappabook.commands.reading.numbers import as_number
from kappabook.commands.reading.read_table import Table, listed, nearest
from kappabook.commands.reading.roles import common_start, without_common_words
from kappabook.commands.score.columns import MOST_LABELS, PREDICTION, Asked
from kappabook.commands.score.counts import HALF, Tally

_YES, _NO = {"1", "true"}, {"0", "-1", "false"}


@dataclass(frozen=True)
class Classes:
    """The classes and what is positive.

    Attributes
    ----------
    labels : list of str
    positive : str or None
    threshold : float or None
        Where scores were cut; None with predictions from the file.
    threshold_from : str
    notes : list of str
    columns : list of int
        Places of the classes that the columns of probabilities are of.
    """

    labels: list[str]
    positive: str | None
    threshold: float | None
    threshold_from: str
    notes: list[str] = field(default_factory=list)
    columns: list[int] = field(default_factory=list)

    @property
    def place(self) -> int:
        """Place of the positive class among the labels, or -1."""
        return -1 if self.positive is None else self.labels.index(self.positive)


def classes_of(table: Table, counts: Tally, asked: Asked) -> Classes:
    """Find the classes; what does not fit together raises ValueError.

    Predictions by a threshold, which are yes or no in the tally, and those by the largest
    probability, which are places, get the labels of the classes.
    """
    find = _cut_classes
    if asked.prediction or asked.probabilities:
        find = _said_classes
    found = find(table.path, counts, asked)
    found.notes.extend(counts.notes)
    taken = PREDICTION in (*asked.prediction, *asked.score)
    if not taken and PREDICTION in table.columns and found.threshold is not None:
        found.notes.append(
            f"Column {PREDICTION!r} is not used: the scores are cut at {found.threshold:g}."
        )
    truth = counts.labels(0)
    said = truth.copy()
    for i, name in enumerate(asked.prediction, 1):
        predicted = counts.labels(i)
        if extra := [x for x in predicted if x not in truth]:
            n = sum(predicted[x] for x in extra)
            found.notes.append(
                f"{name!r} predicts {listed(extra)} {times(n)}, which {asked.truth!r} never says; "
                "that counts as an error."
            )
        said += predicted
    known = {*gap_words(said), *likely_codes(said)}  # said below
    every = {label for i in range(1, 1 + len(asked.prediction)) for label in counts.labels(i)}
    for label in never_predicted(truth, every) if asked.prediction else ():
        if label not in known:
            found.notes.append(
                f"The label {label!r} ({times(truth[label])} in {asked.truth!r}) is never "
                "predicted, and every other is; its cases count as errors. If it stands for cases "
                f"without a label, give --missing{'=' if label.startswith('-') else ' '}"
                f"{label if ' ' not in label else repr(label)}."
            )
    found.notes.extend(remarks(said, counts.used, raters=False))
    return found


def _said_classes(where: Path, counts: Tally, asked: Asked) -> Classes:
    """Take the classes that truth, predictions and columns of probabilities name."""
    truth = set(counts.labels(0))
    columns = _labels_of(where, asked, truth) if asked.probabilities else []
    if not asked.prediction:
        counts.rename({str(i): label for i, label in enumerate(columns, 1)}, slice(1, None))
    found = truth.union(columns)
    for i, name in enumerate(asked.names, 1):
        predicted = set(counts.labels(i))
        if not truth & predicted:
            raise ValueError(
                f"{where}: {asked.truth!r} says {listed(in_order(truth), 4)} and {name!r} says "
                f"{listed(in_order(predicted), 4)}: no label in common. "
                + _written_alike(in_order(truth), in_order(predicted))
            )
        found |= predicted
    labels = _ordered(where, found, asked.ordered)
    if columns and set(labels) > set(columns):
        lacking = listed(sorted(found - set(columns)))
        raise ValueError(
            f"{where}: no column of probabilities is of {lacking}; give one for every class."
        )
    if len(labels) > MOST_LABELS:
        raise ValueError(f"{where}: {len(labels)} labels; at most {MOST_LABELS} are counted.")
    positive = positive_of(labels, asked.positive)
    notes = []
    if asked.score and len(labels) == 2:
        positive = _needed(where, labels, asked)
        notes = _taken(positive, asked)
    origin = (
        "predictions as given" if asked.prediction else "the class with the largest probability"
    )
    return Classes(labels, positive, None, origin, notes, [labels.index(x) for x in columns])


def _written_alike(truth: Sequence[str], predicted: Sequence[str]) -> str:
    """Name two labels that differ only by case or what stands around them, such as 'LABEL_1'."""
    forms = [{x: _forms(names, i) for i, x in enumerate(names)} for names in (truth, predicted)]
    for a, of_a in forms[0].items():
        for b, of_b in forms[1].items():
            if of_a & of_b:
                why = "Labels are compared as text; write both alike."
                if a.strip() == b.strip():
                    why = "They differ only by blanks around them; remove these."
                elif a.strip().casefold() == b.strip().casefold():
                    why = "They differ only by case; write both alike."
                return f"Is {b!r} the same as {a!r}? {why}"
    values = [as_number(x.strip().removesuffix("%")) for x in predicted]
    fine = len(values) > len(truth) or any(x % 1 for x in values if x is not None)
    if None not in values and fine:
        return "Labels are compared as text; if these are scores, name the column with --score."
    return (
        "Labels are compared as text; if the two columns use different codes, write both in one, "
        f"such as {truth[0]!r} in both."
    )


def _forms(names: Sequence[str], i: int) -> set[str]:
    """Return a label without case, without what all of them share, and its parts at a colon."""
    bare = without_common_words(names)[0][i]
    return {plain(x) for x in (names[i], bare, *names[i].split(":"))} - {""}


def _cut_classes(where: Path, counts: Tally, asked: Asked) -> Classes:
    """Take the two classes of the truth, and a threshold that tells them apart."""
    labels, positive = _two_classes(where, asked, in_order(counts.labels(0)))
    labels = _ordered(where, set(labels), asked.ordered)
    threshold, origin = asked.threshold, "threshold of --threshold"
    if threshold is None:
        threshold, origin = HALF, "default threshold for probabilities"
    other = next(label for label in labels if label != positive)
    notes = [*_taken(positive, asked), f"Predictions: {threshold:g} is the {origin}."]
    for name, (low, high) in zip(asked.score, counts.ranges, strict=True):
        if asked.threshold is None and (low < 0 or high > 1):
            raise ValueError(
                f"{where}: column {name!r} goes from {low:g} to {high:g}, so these are no "
                "probabilities; say with --threshold where to cut, or name predictions."
            )
        if not low < threshold <= high:
            reach, said = "Every score reaches", positive
            if threshold > high:
                reach, said = "No score reaches", other
            notes.append(
                f"{reach} the threshold {threshold:g}: {name!r} goes from {low:g} to {high:g}, and "
                f"every prediction is {said!r}."
            )
    counts.rename({"True": positive, "False": other}, slice(1, None))
    return Classes(labels, positive, threshold, origin, notes)


def _ordered(where: Path, found: set[str], ordered: Sequence[str]) -> list[str]:
    """Take the order asked for, which must have every label; by default that of the alphabet."""
    lacking = in_order(found - set(ordered))
    if ordered and lacking:
        raise ValueError(
            f"{where}: --ordered lacks {listed(lacking)}; name all labels, from one end to the "
            "other."
        )
    return list(ordered) or in_order(found)


def _labels_of(where: Path, asked: Asked, truth: set[str]) -> list[str]:
    """Find which class each column of probabilities is of: by its name, or what ends it."""
    names = asked.probabilities
    shared = re.sub(r"[^\W_]*$", "", common_start(names))
    for labels in ([*names], [name[len(shared) :] for name in names]):
        if truth <= set(labels):
            return labels
    raise ValueError(
        f"{where}: --probabilities names {listed(names)}, and {asked.truth!r} says "
        f"{listed(in_order(truth))}; name a column for each class, called as the class or ending "
        "in its name, such as 'p_cat'."
    )


def _two_classes(where: Path, asked: Asked, labels: list[str]) -> tuple[list[str], str]:
    """Find two classes and the positive one; where only one is there, think the other."""
    if len(labels) > 2:
        raise ValueError(
            f"{where}: {asked.truth!r} has {len(labels)} classes, {listed(labels)}; a score ranks "
            "two. Give predictions with --prediction."
        )
    if len(labels) == 2:
        return labels, _needed(where, labels, asked)
    only = labels[0]
    if asked.positive is None and plain(only) not in _YES | _NO:
        raise ValueError(
            f"{where}: {asked.truth!r} is {only!r} throughout; say with --positive which class the "
            "scores are about."
        )
    yes, no = ("True", "False") if plain(only) in ("true", "false") else ("1", "0")
    positive = asked.positive or (only if plain(only) in _YES else yes)
    other = only
    if positive == only:
        other = no if plain(only) in _YES else f"not {only}"
    return in_order({positive, other}), positive


def positive_of(labels: Sequence[str], asked: str | None) -> str | None:
    """Find the positive class: the one asked for, or 1 or True of two."""
    if asked is not None:
        if asked in labels:
            return asked
        number = as_number(asked)
        same = [label for label in labels if number is not None and as_number(label) == number]
        if len(same) == 1:  # 2 means 2.0 where all labels are written so
            return same[0]
        raise ValueError(
            f"--positive {asked!r} is no label; they are {listed(labels)}.{nearest(asked, labels)}"
        )
    yes = [label for label in labels if plain(label) in _YES]
    no = [label for label in labels if plain(label) in _NO]
    return yes[0] if len(labels) == 2 and len(yes) == len(no) == 1 else None


def _needed(where: Path, labels: Sequence[str], asked: Asked) -> str:
    positive = positive_of(labels, asked.positive)
    if positive is None:
        raise ValueError(
            f"{where}: scores are about one class, and the labels are {listed(labels)}; say which "
            "with --positive."
        )
    return positive


def _taken(positive: str, asked: Asked) -> list[str]:
    if asked.positive:
        return []
    return [f"Higher scores are taken to mean {positive!r}; else use --positive."]
