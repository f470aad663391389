"""What each claim of the paper comes to, computed from its tables, definitions and figures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from kappabook.ledger import Finding, Proof
from kappabook.papers.kaymak_auk import cohen, example, prose, theory
from kappabook.papers.kaymak_auk import equations as eq
from kappabook.papers.kaymak_auk.tables import KEY, confusion_matrices, read_areas
from kappabook.papers.shared.algebra import follows


def findings(printed: Mapping[str, str]) -> dict[str, Finding]:
    """Compute one finding per claim.

    Parameters
    ----------
    printed : mapping of str to str
        The printed text of every claim of this paper, by id.
    """
    linear = read_areas(printed, 4)["linear"]
    parts = (
        prose.section_1(linear),
        prose.section_2(printed),
        cohen.what_kappa_is(),
        cohen.three_classifiers(printed),
        theory.section_4(),
        theory.sections_5_and_6(linear),
        theory.section_7(),
        theory.section_9(),
        example.setup(),
        example.areas(printed),
        example.ranks(printed),
        example.operating_point(printed),
        confusion_matrices(printed),
        _equations(),
    )
    return {f"{KEY}.{name}": finding for part in parts for name, finding in part}


def _equations() -> Iterator[tuple[str, Finding]]:
    """Judge eqs. (1)-(26): those that fix a name, and those that follow."""
    for number, shown in _DEFINITIONS.items():
        yield f"eq{number}", Finding(Proof(eq.prove, shown), verdict="definition")
    for number, shown in {8: "names g", 9: "names AUC", 21: "names AUK"}.items():
        yield f"eq{number}", Finding(Proof(eq.defines, shown), verdict="definition")
    for number in (13, 14, 15, 16, 17, 18, 19):
        yield f"eq{number}", Finding(Proof(eq.prove, "follows from (1)-(12)"))
    balanced = partial(follows, meaning=eq.BALANCED)
    derived: dict[int, tuple[Callable[[str], bool], str]] = {
        10: (eq.area_follows, "twice the area above the diagonal"),
        20: (balanced, "follows with p = n = 1/2"),
        22: (eq.area_follows_when_balanced, "follows from (20) and (21)"),
        23: (eq.area_follows_when_balanced, "follows from (22) and (9)"),
        24: (eq.area_follows_when_balanced, "follows from (23) and (10)"),
        25: (eq.stationary_when_balanced, "the derivative of (20), set to 0"),
        26: (eq.stationary, "the derivative of (19), set to 0"),
    }
    for number, (proof, shown) in derived.items():
        yield f"eq{number}", Finding(Proof(proof, shown))


_DEFINITIONS = {
    1: "trace of Table 1",
    2: "first row",
    3: "second row",
    4: "first column",
    5: "second column",
    6: "rate within the first row",
    7: "rate within the second row",
    11: "names kappa",
    12: "the margins of Table 1, multiplied",
}
