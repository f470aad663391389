"""The critics: published arguments against kappa and the AUK, with their own worked numbers."""

from __future__ import annotations

from collections.abc import Callable

from matplotlib.figure import Figure

from kappabook.papers.critics.checks import findings

TITLE = "The critics"
FIGURES: dict[str, Callable[[], Figure]] = {}

__all__ = ["FIGURES", "TITLE", "findings"]
