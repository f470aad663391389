"""One harness: samples of a known population, an interval of each, how often it holds the truth."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy.special import ndtri

DRAWS, SEED = 1000, 1960
Row = dict[str, Any]
MEASURED = (
    "coverage", "standard_error", "truth_below", "truth_above", "width", "sampling_width",
    "cautioned", "uncautioned_coverage", "rejected",
)  # fmt: skip


@dataclass(frozen=True)
class Asked:
    """What is asked of every sample: its truth, and what its row says beside the numbers.

    With `beside` its numbers stand in the row of the one before, under names that begin so.
    """

    truth: float
    told: Row = field(default_factory=dict)
    beside: str = ""


@dataclass(frozen=True)
class Case:
    """A population and a size of sample.

    `answers` draws so many samples, others in each turn, and yields for each what the library says:
    one result for each of `asked`.
    """

    told: Row
    repeats: int
    answers: Callable[[int, int], Iterable[list[Any]]]
    asked: list[Asked]


def never(_: Row) -> int:
    return 0


def measured(case: Case, again: Callable[[Row], int] = never) -> list[Row]:
    """Count for each measure of a case; in new samples where a row asks for more."""
    rows = _rows(case, case.repeats, 0)
    more = max(map(again, rows))
    return _rows(case, more, 1) if more > case.repeats else rows


def _rows(case: Case, repeats: int, turn: int) -> list[Row]:
    found = zip(*case.answers(repeats, turn), strict=True)
    rows: list[Row] = []
    for asked, own in zip(case.asked, found, strict=True):
        numbers = {"truth": asked.truth, "repeats": repeats, **counted(own, asked.truth)}
        if asked.beside:
            rows[-1] |= {f"{asked.beside}_{name}": x for name, x in numbers.items()}
        else:
            rows.append({**case.told, **asked.told, **numbers})
    return rows


def counted(found: tuple[Any, ...], known: float) -> Row:
    """Coverage, misses and widths over the samples that have an estimate."""
    kind = "difference" if hasattr(found[0], "difference") else "estimate"
    values = [(getattr(x, kind), x.low, x.high, bool(x.caution)) for x in found]
    samples = np.array([x for x in values if not np.isnan(x[0])]).reshape(-1, 4)
    n = len(samples)
    told = {
        "method": getattr(found[0], "method", ""), "samples": n, "undefined": 1 - n / len(found)
    }  # fmt: skip
    if not n:
        return {**told, **dict.fromkeys(MEASURED, np.nan)}
    value, low, high, warned = samples.T
    hit, quiet = (low <= known) & (known <= high), warned == 0
    share = hit.mean()
    measured = [
        share, np.sqrt(share * (1 - share) / n), (known < low).mean(), (known > high).mean(),
        np.nanmean(high - low) if not np.isnan(low).all() else np.nan,
        2 * ndtri(0.975) * value.std(), warned.mean(), hit[quiet].mean() if quiet.any() else np.nan,
        ((low > 0) | (high < 0)).mean() if kind == "difference" else np.nan,
    ]  # fmt: skip
    return {**told, **dict(zip(MEASURED, map(float, measured), strict=True))}
