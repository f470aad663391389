"""The 46 printed results, from the committed counts."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from kappabook.computed import OfText, computes
from kappabook.papers.calderon2025.alternative import p_values, rejected
from kappabook.papers.calderon2025.results import every_count
from kappabook.papers.calderon2025.settings import SETS, SUGGESTED
from kappabook.papers.shared.wording import listed
from kappabook.printed import Printed, number


@computes
def settings(p: Printed) -> dict[str, Any]:
    """Read the settings: each epsilon is one of the three suggested, least items are the FAQ's."""
    suggested = {p.number(f"epsilon.{who}") for who in SUGGESTED}
    used = ["code.epsilon", *(f"{name}.epsilon" for name in SETS)]
    one_of = OfText(lambda text: number(text) in suggested, f"one of {listed(sorted(suggested))}")
    return {
        **dict.fromkeys(used, one_of),
        "faq.normal": p.number("code.items"),
    }


@computes(each=SETS)
def results_of_a_set(p: Printed, dataset: str) -> dict[str, Any]:
    """Winning rate, advantage and verdict of each model on one set, with the printed settings."""
    epsilon, rate = float(p.number(f"{dataset}.epsilon")), float(p.number("code.rate"))
    found: dict[str, Any] = {}
    for judge, counts in ((j, c) for (name, j), c in every_count().items() if name == dataset):
        wins = rejected(p_values(counts, epsilon), rate)
        won = Fraction(int(wins.sum()), len(wins))
        near = [
            Fraction(int(closer + tied), int(closer + tied + far)) for closer, tied, far in counts
        ]
        found |= {
            # As text: 3/8 lies between 0.37 and 0.38, and is printed as the second.
            f"{dataset}.{judge}.winning-rate": f"{float(won):.2f}",
            f"{dataset}.{judge}.advantage": sum(near, Fraction(0)) / len(near),
            f"{dataset}.{judge}.verdict": "PASSED" if won >= p.number("test.passes") else "FAILED",
        }
    return found
