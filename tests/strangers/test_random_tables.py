"""Random tables: the ordinary ones are right, those with a trap right, refused or named."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from strangers.random_tables import TRAPS, outcome, ratings_table, run, score_table, text_of


def _seeds(few: int, many: int) -> list[object]:
    return [pytest.param(few, id="few"), pytest.param(many, id="many", marks=pytest.mark.slow)]


@pytest.mark.parametrize("n", _seeds(12, 500))
@pytest.mark.parametrize("make", [score_table, ratings_table])
def test_ordinary_tables_are_right(make, n: int, tmp_path: Path) -> None:
    wrong = []
    for seed in range(n):
        rng = random.Random(seed)
        case = make(rng)
        form, came = run(case, rng, tmp_path)
        if outcome(case, came) != "right":
            wrong.append((seed, form, case.command, came))
    assert not wrong


@pytest.mark.parametrize("n", _seeds(2, 63))
@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: trap.__name__)
def test_a_trap_is_never_silent(trap, n: int, tmp_path: Path) -> None:
    counts: Counter[str] = Counter()
    wrong = []
    for seed in range(n):
        rng = random.Random(f"{trap.__name__} {seed}")
        case = trap(rng)
        form, came = run(case, rng, tmp_path)
        counts[outcome(case, came)] += 1
        if outcome(case, came) not in ("right", "refused", "named"):
            wrong.append((seed, form, case.command, text_of(case)[:400], came))
    assert not wrong, (counts, wrong[:3])
