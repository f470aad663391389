"""What advice is made of: questions, answers, examples, and what can be said against it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from kappabook.metrics import ConfusionMatrix

# Differences below this are rounding.
_EQUAL = 1e-12


@dataclass(frozen=True)
class CounterExample:
    """Two situations that the advised measure tells apart as it should, and others do not.

    Attributes
    ----------
    situations : (str, str)
        What the two are.
    criterion, advised : str
        Rows of `values`: what counts, computed without the measures in dispute, and the measure
        advised.
    rejected : tuple of str
        Rows of `values`: measures that order the two otherwise, or not at all.
    values : mapping of str to (first, second)
        Every number, for the first and the second situation.
    lower_is_better : tuple of str
        Rows of which less is better.
    tables : tuple of ConfusionMatrix
        The two tables, where the example has any.
    """

    situations: tuple[str, str]
    criterion: str
    advised: str
    rejected: tuple[str, ...]
    values: Mapping[str, Any]
    lower_is_better: tuple[str, ...] = ()
    tables: tuple[ConfusionMatrix, ...] = field(default=(), repr=False)

    def prefers(self, row: str) -> str:
        """Return the situation a row prefers, or 'neither'."""
        first, second = map(float, self.values[row])
        lead = second - first if row in self.lower_is_better else first - second
        if abs(lead) <= _EQUAL:
            return "neither"
        return self.situations[0 if lead > 0 else 1]

    @property
    def holds(self) -> bool:
        """Whether the advised measure sides with what counts, and no rejected one does."""
        wanted = self.prefers(self.criterion)
        return (
            wanted != "neither"
            and self.prefers(self.advised) == wanted
            and all(self.prefers(row) != wanted for row in self.rejected)
        )

    def table(self) -> pd.DataFrame:
        """Set every row side by side, with its part in the example and what it prefers.

        A row that is neither advised nor rejected may choose as well as the advised one: then the
        example says nothing for the advised one against it.
        """
        wanted = self.prefers(self.criterion)
        kinds = [("what counts", self.criterion), ("advised", self.advised)]
        kinds += [
            ("chooses the same" if self.prefers(row) == wanted else "misleads here", row)
            for row in self.values
            if row not in {self.criterion, self.advised}
        ]
        rows = [
            [role, row, *(round(float(v), 4) for v in self.values[row]), self.prefers(row)]
            for role, row in kinds
        ]
        columns = ["", "measure", *self.situations, "prefers"]
        return pd.DataFrame(rows, columns=columns).set_index("measure")


@dataclass(frozen=True)
class Advice:
    """What to report, at the end of a path through the questions.

    Attributes
    ----------
    report, because : str
        What to report, and the reason in a few words.
    why : tuple of functions
        Each computes an example. It shows what can go wrong without the advice; one example
        cannot show that the advice is best.
    against : str
        The best argument against the advice.
    evidence : str
        What stands behind it besides the examples; empty if nothing does.
    """

    report: str
    because: str
    why: tuple[Callable[[], CounterExample], ...]
    against: str
    evidence: str = ""


@dataclass(frozen=True)
class Question:
    """A fork of the tree: a question, and where each answer leads."""

    text: str
    answers: Mapping[str, Question | Advice]
