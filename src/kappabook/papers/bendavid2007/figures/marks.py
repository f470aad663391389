"""What the figures of this paper share: names, and the mark of each classifier."""

from __future__ import annotations

from typing import Any

from matplotlib.lines import Line2D

from kappabook.display.style import BLACK, BLUE, GREEN, ORANGE, PURPLE
from kappabook.papers.bendavid2007.definitions import CLASSIFIERS, DATASETS

# Marker and colour.
MARKS = dict(
    zip(CLASSIFIERS, zip("osD^v", (BLUE, ORANGE, GREEN, PURPLE, BLACK), strict=True), strict=True)
)
# The copy we read has "Engish".
NAMES = {key: name.replace("Engish", "English") for key, name in DATASETS.items()}


def handle(marker: str, color: str, label: str, **style: Any) -> Line2D:
    """Return a line of a legend: a mark and what it stands for."""
    return Line2D([], [], marker=marker, color=color, linestyle="none", label=label, **style)
