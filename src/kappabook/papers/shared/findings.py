"""Findings that every document makes: contested statements, pictures that are not in our copy."""

from __future__ import annotations

from fractions import Fraction

from kappabook.ledger import Finding, Number, Statement, Unjudged


def contested(statement: Statement, note: str, evidence: str = "proved") -> Finding:
    """Return the finding for a statement that depends on a reading; the note has both."""
    return Finding(statement, evidence, note, "contested")


def number_if(proved: bool, value: float | Fraction) -> Number:
    """Return a number that agrees with nothing printed unless its proof holds."""
    return Number(value if proved else float("nan"))


def no_picture(drawn: str = "", lost: str = "") -> Finding:
    """Return the finding for a picture: what else is lost, or what we draw in its place."""
    note = f"The text copy has no pictures{lost}." + (f" We draw {drawn}." if drawn else "")
    return Finding(Unjudged("not in the text"), "none", note, "unavailable")
