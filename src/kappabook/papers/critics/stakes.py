"""What a counter-example is: two situations, what is at stake, and who sides with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
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
    stake, advised : str
        Rows of `values`: what counts, and the measure advised.
    rejected : tuple of str
        Rows of `values`: measures that order the two otherwise, or not at all.
    values : mapping of str to (first, second)
        Every number, for the first and the second situation.
    lower_is_better : frozenset of str
        Rows of which less is better.
    tables : tuple of ConfusionMatrix
        The two tables, where the example has any.
    """

    situations: tuple[str, str]
    stake: str
    advised: str
    rejected: tuple[str, ...]
    values: Mapping[str, Any]
    lower_is_better: frozenset[str] = frozenset()
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
        """Whether the advised measure sides with the stake, and no rejected one does."""
        wanted = self.prefers(self.stake)
        return (
            wanted != "neither"
            and self.prefers(self.advised) == wanted
            and all(self.prefers(row) != wanted for row in self.rejected)
        )

    def table(self) -> pd.DataFrame:
        """Set stake, advised and rejected rows side by side, with what each prefers."""
        kinds = [("what counts", self.stake), ("advised", self.advised)]
        kinds += [("not advised", row) for row in self.rejected]
        rows = [
            [role, row, *(round(float(v), 4) for v in self.values[row]), self.prefers(row)]
            for role, row in kinds
        ]
        columns = ["", "measure", *self.situations, "prefers"]
        return pd.DataFrame(rows, columns=columns).set_index("measure")


def information(confusion: ConfusionMatrix) -> float:
    """Bits that one margin tells about the other (mutual information): 0 for independence."""
    joint = confusion.cells / confusion.total
    product = np.outer(joint.sum(axis=1), joint.sum(axis=0))
    some = joint > 0
    return max(0.0, float((joint[some] * np.log2(joint[some] / product[some])).sum()))


def cost(confusion: ConfusionMatrix, miss: Any, alarm: Any = 1) -> Any:
    """Cost of all errors, the second class being positive."""
    (_, fp), (fn, _) = confusion.cells
    return miss * fn + alarm * fp
