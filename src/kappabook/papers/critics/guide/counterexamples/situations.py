"""What the examples share: what counts, and measuring both situations."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

from sklearn.metrics import mutual_info_score

from kappabook.metrics import ConfusionMatrix

LABELS = ("no", "yes")


def information(confusion: ConfusionMatrix) -> float:
    """Bits that one margin tells about the other (mutual information): 0 for independence."""
    return float(mutual_info_score(None, None, contingency=confusion.cells)) / math.log(2)


def cost(confusion: ConfusionMatrix, miss: Any, alarm: Any = 1) -> Any:
    """Cost of all errors, the second class being positive."""
    (_, fp), (fn, _) = confusion.cells
    return miss * fn + alarm * fp


def of_both(measure: Callable[[Any], Any], both: Iterable[Any]) -> tuple[Any, ...]:
    """Measure the first situation and the second."""
    return tuple(map(measure, both))


def by_name(measures: Callable[[Any], dict[str, Any]], both: Iterable[Any]) -> dict[str, Any]:
    """Measure both by several measures; each name has two values."""
    first, second = map(measures, both)
    return {name: (first[name], second[name]) for name in first}
