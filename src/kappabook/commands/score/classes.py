"""The classes of a file, which of them is positive, and where scores are cut."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from kappabook.commands.files.tables import listed
from kappabook.commands.label_checks import in_order
from kappabook.commands.score.classifier import IN_FILE
from kappabook.commands.score.predictions import Asked, Roles
from kappabook.commands.score.tally import MOST_LABELS, Tally

_TWO = 2
_YES, _NO = {"1", "true"}, {"0", "-1", "false"}
_OTHER = {"true": "false", "1": "0"}


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
    """

    labels: list[str]
    positive: str | None
    threshold: float | None
    threshold_from: str
    notes: list[str] = field(default_factory=list)

    @property
    def place(self) -> int:
        """Place of the positive class among the labels, or -1."""
        return -1 if self.positive is None else self.labels.index(self.positive)


def classes_of(path: Path, roles: Roles, counts: Tally, asked: Asked) -> Classes:
    """Find the classes; what does not fit together raises ValueError.

    Predictions by a threshold, which are yes or no in the tally, get the labels of the classes.
    """
    truth = set(counts.labels(0))
    if roles.predictions:
        for i, name in enumerate(roles.predictions, 1):
            _refuse_strangers(path, roles.truth, truth, name, set(counts.labels(i)))
        labels = in_order(truth.union(*(counts.labels(i + 1) for i in range(len(roles.names)))))
        if len(labels) > MOST_LABELS:
            raise ValueError(f"{path}: {len(labels)} labels; at most {MOST_LABELS} are counted.")
        positive = positive_of(labels, asked.positive)
        notes = []
        if roles.scores and len(labels) == _TWO:
            positive = _needed(path, labels, positive)
            notes = _said(positive, asked.positive)
        return Classes(labels, positive, None, IN_FILE, notes)
    labels, positive = _two_classes(path, roles, in_order(truth), asked.positive)
    threshold, where = _threshold(path, roles, counts, asked.threshold)
    other = next(label for label in labels if label != positive)
    counts.patterns = {
        (pattern[0], *(positive if x == "True" else other for x in pattern[1:])): n
        for pattern, n in counts.patterns.items()
    }
    notes = [*_said(positive, asked.positive), f"Predictions: {threshold:g} is the {where}."]
    notes += _all_alike(roles, counts, threshold, positive, other)
    return Classes(labels, positive, threshold, where, notes)


def _two_classes(
    path: Path, roles: Roles, labels: list[str], asked: str | None
) -> tuple[list[str], str]:
    if len(labels) > _TWO:
        raise ValueError(
            f"{path}: {roles.truth!r} has {len(labels)} classes, {listed(labels)}; a score ranks "
            "two. Give predictions with --prediction."
        )
    if len(labels) == _TWO:
        return labels, _needed(path, labels, positive_of(labels, asked))
    only = labels[0]
    if asked is None and _plain(only) not in _YES | _NO:
        raise ValueError(
            f"{path}: {roles.truth!r} is {only!r} throughout; say with --positive which class the "
            "scores are about."
        )
    word = "false" in (_plain(only), _OTHER.get(_plain(only)))
    yes, no = ("True", "False") if word else ("1", "0")
    positive = asked or (only if _plain(only) in _YES else yes)
    known = _plain(only) in _YES and positive == only
    other = only if positive != only else no if known else f"not {only}"
    return in_order({positive, other}), positive


def positive_of(labels: Sequence[str], asked: str | None) -> str | None:
    """Find the positive class: the one asked for, or 1 or True of two."""
    if asked is not None:
        if asked in labels:
            return asked
        near = difflib.get_close_matches(asked, labels, 3, 0.5)
        hint = f" Did you mean {' or '.join(map(repr, near))}?" if near else ""
        raise ValueError(f"--positive {asked!r} is no label; they are {listed(labels)}.{hint}")
    yes = [label for label in labels if _plain(label) in _YES]
    no = [label for label in labels if _plain(label) in _NO]
    return yes[0] if len(labels) == _TWO and len(yes) == len(no) == 1 else None


def _needed(path: Path, labels: Sequence[str], positive: str | None) -> str:
    if positive is None:
        raise ValueError(
            f"{path}: scores are about one class, and the labels are {listed(labels)}; say which "
            "with --positive."
        )
    return positive


def _said(positive: str, asked: str | None) -> list[str]:
    return [] if asked else [f"Higher scores are taken to mean {positive!r}; else use --positive."]


def _threshold(path: Path, roles: Roles, counts: Tally, asked: float | None) -> tuple[float, str]:
    if asked is not None:
        return asked, "threshold of --threshold"
    for name, (low, high) in zip(roles.scores, counts.ranges, strict=True):
        if low < 0 or high > 1:
            raise ValueError(
                f"{path}: column {name!r} goes from {low:g} to {high:g}, so these are no "
                "probabilities; say with --threshold where to cut, or name predictions."
            )
    return 0.5, "default threshold for probabilities"


def _all_alike(
    roles: Roles, counts: Tally, threshold: float, positive: str, other: str
) -> list[str]:
    """Say where a threshold is outside all scores, so that it tells nothing apart."""
    notes = []
    for name, (low, high) in zip(roles.scores, counts.ranges, strict=True):
        span = f"{name!r} goes from {low:g} to {high:g}"
        if threshold > high:
            notes.append(
                f"No score reaches the threshold {threshold:g}: {span}, and every "
                f"prediction is {other!r}."
            )
        elif threshold <= low:
            notes.append(
                f"Every score reaches the threshold {threshold:g}: {span}, and every "
                f"prediction is {positive!r}."
            )
    return notes


def _refuse_strangers(
    path: Path, truth_name: str, truth: set[str], name: str, predicted: set[str]
) -> None:
    if not truth & predicted:
        raise ValueError(
            f"{path}: {truth_name!r} says {listed(in_order(truth), 4)} and {name!r} says "
            f"{listed(in_order(predicted), 4)}: no label in common. Labels are compared as text; "
            "if these are scores, name the column with --score."
        )


def _plain(label: str) -> str:
    try:
        return f"{float(label):g}"
    except ValueError:
        return label.strip().lower()
