"""Kaymak, Ben-David and Potharst, AUK: a simple alternative to the AUC."""

from kappabook.papers.kaymak_auk.checks import findings
from kappabook.papers.kaymak_auk.figures import FIGURES as OF_THE_THEORY
from kappabook.papers.kaymak_auk.german_credit.figures import FIGURES as OF_GERMAN_CREDIT

TITLE = "AUK: a simple alternative to the AUC"
FIGURES = {**OF_THE_THEORY, **OF_GERMAN_CREDIT}

__all__ = ["FIGURES", "TITLE", "findings"]
