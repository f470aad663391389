"""What each claim of the critics comes to, theme by theme."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache

from kappabook import papers
from kappabook.ledger import Finding
from kappabook.papers.critics import (
    agreement,
    chance,
    correlation,
    cuts,
    disagreement,
    paradoxes,
    prevalence_bias,
    thresholds,
)
from kappabook.papers.critics.tables import KEY, Findings, Printed
from kappabook.references import Reference

# Each gives the ids without the key, and what was found; they take the printed texts by id.
CHECKS: tuple[Callable[[Printed], Findings], ...] = (
    agreement.checks,
    paradoxes.checks,
    prevalence_bias.checks,
    chance.checks,
    disagreement.checks,
    correlation.checks,
    thresholds.checks,
    cuts.checks,
)


def findings(printed: Mapping[str, str]) -> dict[str, Finding]:
    """Compute one finding per claim; the note says where a source was only seen second-hand.

    Parameters
    ----------
    printed : mapping of str to str
        The printed text of every claim, by id.
    """
    return {
        f"{KEY}.{name}": _with_provenance(name, finding)
        for checks in CHECKS
        for name, finding in checks(printed)
    }


def _with_provenance(name: str, finding: Finding) -> Finding:
    said = _provenance(papers.references()[name.partition(".")[0]])
    return replace(finding, note=f"{finding.note} {said}".strip()) if said else finding


@cache
def _provenance(reference: Reference) -> str:
    """Say how a source was seen if it was not read itself."""
    if reference.first_hand:
        return ""
    how = reference.seen.removeprefix("second-hand: ").rstrip(".")
    return f"Source seen second-hand: {how}."
