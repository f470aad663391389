"""The 46 printed results, from the committed counts."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Number, Proof
from kappabook.papers.calderon2025 import notes
from kappabook.papers.calderon2025.alternative import p_values, rejected
from kappabook.papers.calderon2025.results import RATERS, counts, judged
from kappabook.papers.calderon2025.settings import KEY, SETS
from kappabook.transcription import read_number


@check("{dataset}.*", dataset=SETS)
def results_of_a_set(printed: Mapping[str, str], dataset: str) -> Findings:
    """Check the settings of a set, and each model's winning rate, advantage and verdict."""
    setting = SETS[dataset]
    used = Proof(str.__eq__, setting.score, (setting.score,))
    yield f"{dataset}.score", Finding(used, verdict="definition")
    yield f"{dataset}.epsilon", Finding(Number(setting.epsilon), verdict="definition")
    epsilon = float(read_number(printed[f"{KEY}.{dataset}.epsilon"]))
    rate = float(read_number(printed[f"{KEY}.code.rate"]))
    passes = read_number(printed[f"{KEY}.test.passes"])
    for judge in (judge for name, judge in judged() if name == dataset):
        found = counts(dataset, judge)
        wins = rejected(p_values(found, epsilon), rate)
        won = Fraction(int(wins.sum()), len(wins))
        near = [Fraction(int(c[0] + c[1]), int(c.sum())) for c in found]
        verdict = "PASSED" if won >= passes else "FAILED"
        for key, value in (
            ("winning-rate", Proof(prints_as, str(Number(won)), (won,))),
            ("advantage", Number(sum(near, Fraction(0)) / len(near))),
            ("verdict", Proof(str.__eq__, verdict, (verdict,))),
        ):
            yield f"{dataset}.{judge}.{key}", Finding(value, "rerun", notes.RERUN, run=RATERS)


def prints_as(text: str, share: Fraction) -> bool:
    """Say whether a share is printed so with two decimals: 3/8, a tie, as 0.38 and not as 0.37."""
    return text == f"{float(share):.2f}"
