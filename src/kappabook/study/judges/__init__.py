"""Judges beside people, by simulation: which rule accepts whom, and what a judged rate is worth."""

from kappabook.study.judges.acceptance import verdicts
from kappabook.study.judges.population import Population, simulate_votes
from kappabook.study.judges.results import rates, rules

__all__ = ["Population", "rates", "rules", "simulate_votes", "verdicts"]
