"""Scores that are confidences in the class predicted, and not in the positive class.

Programs that name the class they predict often write beside it how sure they are of that class, and
not how likely the positive class is. Such a score is high for both classes, and its AUC is
meaningless.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from kappabook.commands.score.classes import Classes
from kappabook.commands.score.columns import Asked
from kappabook.commands.score.counts import Tally

# The confidence in a predicted class of two, as a share or in per cent, is at least half of these.
_WHOLES = (1.0, 100.0)


@dataclass(frozen=True)
class Meaning:
    """What each column of scores is about.

    Attributes
    ----------
    whole : list of float or None
        1 or 100 where a score is a confidence in the class predicted and read as one: the score of
        the positive class is then `whole` less the score, where the other class is predicted.
    unknown : list of str
        Why a column cannot rank the cases; empty if it can.
    notes : list of str
    """

    whole: list[float | None] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def meaning_of_scores(counts: Tally, asked: Asked, classes: Classes) -> Meaning:
    """Compare each column of scores with the predictions of the same classifier."""
    n = len(asked.numbers)
    if asked.score_of is not None and not (asked.score and asked.prediction):
        raise ValueError("--score-of is about scores beside predictions; name both.")
    paired = asked.score and len(asked.prediction) == len(asked.score)
    if not paired or len(classes.labels) != 2 or classes.place < 0:
        if asked.score_of == "predicted" and len(classes.labels) > 2:
            raise ValueError(
                f"--score-of predicted: a confidence in one of {len(classes.labels)} classes "
                "ranks none of them; give --probabilities, one column a class."
            )
        return Meaning([None] * n, [""] * n)
    found = Meaning()
    for i, name in enumerate(asked.score):
        low, high = counts.ranges[i]
        whole = next((x for x in _WHOLES if high <= x), None)
        if asked.score_of == "predicted":
            if whole is None or low < 0:
                raise ValueError(
                    f"--score-of predicted: {name!r} goes from {low:g} to {high:g}; confidences "
                    "are from 0 to 1, or to 100."
                )
            found.whole.append(whole)
            found.unknown.append("")
            found.notes.append(
                f"{name!r} is read as the confidence in the class predicted: where "
                f"{classes.positive!r} is not predicted, its score is {whole:g} less that."
            )
            _turn(counts, i, classes, whole)
            continue
        found.whole.append(None)
        confident = whole is not None and low >= whole / 2
        follows = asked.score_of == "positive" or _follow(counts, i, classes, confident)
        doubtful = not follows and confident
        found.unknown.append(
            f"{name!r} looks like the confidence in the class predicted, not in "
            f"{classes.positive!r}: --score-of predicted or --score-of positive says which"
            if doubtful
            else ""
        )
        if doubtful:
            found.notes.append(
                f"No threshold of {name!r} gives the predictions {asked.prediction[i]!r}, and all "
                f"scores are from {low:g} to {high:g}: they look like confidences in the class "
                "predicted, which do not rank the cases. --score-of predicted reads them so, as "
                f"{whole or 1:g} less the score where {classes.positive!r} is not predicted; "
                "--score-of positive takes them as they are."
            )
        elif not follows:
            found.notes.append(
                f"No threshold of {name!r} gives the predictions {asked.prediction[i]!r}. Are "
                f"these scores about the class predicted in each row (--score-of predicted), or "
                f"from another classifier? Here they are about {classes.positive!r}."
            )
    return found


def _by_prediction(counts: Tally, i: int, classes: Classes) -> dict[bool, tuple[float, float]]:
    """Return the least and largest score of the rows predicted positive, and of the others."""
    found = {True: (math.inf, -math.inf), False: (math.inf, -math.inf)}
    for (cells, *_), ends in zip(counts.patterns, counts.ends, strict=True):
        positive = counts.names[i + 1][cells[i + 1]] == classes.positive
        low, high = found[positive]
        found[positive] = min(low, ends[2 * i]), max(high, ends[2 * i + 1])
    return found


def _follow(counts: Tally, i: int, classes: Classes, confident: bool) -> bool:
    """Whether a threshold gives the predictions; scores that are equal in the file may differ.

    Scores of the other class also follow, unless they may be confidences.
    """
    by = _by_prediction(counts, i, classes)
    if not all(math.isfinite(low) for low, _ in by.values()):
        return True  # every prediction is the same
    return by[True][0] >= by[False][1] or (not confident and by[False][0] >= by[True][1])


def _turn(counts: Tally, i: int, classes: Classes, whole: float) -> None:
    """Set the range of a column to that of the scores of the positive class."""
    (low, high), (other_low, other_high) = _by_prediction(counts, i, classes).values()
    counts.ranges[i] = min(low, whole - other_high), max(high, whole - other_low)
