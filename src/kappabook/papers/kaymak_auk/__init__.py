"""Kaymak, Ben-David and Potharst, AUK: a simple alternative to the AUC."""

from kappabook.papers.kaymak_auk.checks import findings
from kappabook.papers.kaymak_auk.figures import FIGURES

TITLE = "AUK: a simple alternative to the AUC"

__all__ = ["FIGURES", "TITLE", "findings"]
