"""Kaymak, Ben-David and Potharst, AUK: a simple alternative to the AUC."""

from collections.abc import Callable

from matplotlib.figure import Figure

from kappabook.papers.kaymak_auk.checks import findings

TITLE = "AUK: a simple alternative to the AUC"
FIGURES: dict[str, Callable[[], Figure]] = {}

__all__ = ["FIGURES", "TITLE", "findings"]
