"""The finding, in one sentence above all panels of a figure."""

from __future__ import annotations

from matplotlib.figure import Figure


def headline(figure: Figure, finding: str) -> None:
    """Write what the whole figure shows in bold above its panels; they are named below it."""
    figure.suptitle(finding, x=0.01, ha="left", fontsize=14, weight="bold")
