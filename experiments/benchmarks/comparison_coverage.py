"""Measure the intervals of the difference of two kappas: part of ``make rerun WHAT=coverage``."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from dataclasses import asdict, dataclass

import numpy as np
from coverage_of_kappa import DRAWS, SEED, kappa_of, rounded, write_results

from kappabook import compare_kappas

FILE, MARK, REPEATS = "comparison-coverage.csv", "<!-- comparisons -->", 1000


@dataclass(frozen=True)
class Setting:
    """Two predictions with chance-like errors; the second copies the first in a share of cases."""

    number: int
    classes: int
    smallest_margin: float
    kappa_a: float
    kappa_b: float
    copied: float
    n: int

    @property
    def truth(self) -> np.ndarray:
        """Probabilities of the patterns, shape (n_classes, n_classes, n_classes)."""
        k, m = self.classes, self.smallest_margin
        margin = np.array([m] + [(1 - m) / (k - 1)] * (k - 1))
        a, b = (x * np.eye(k) + (1 - x) * margin for x in (self.kappa_a, self.kappa_b))
        alone = margin[:, None, None] * a[:, :, None] * b[:, None, :]
        copy = margin[:, None, None] * a[:, :, None] * np.eye(k)
        return (1 - self.copied) * alone + self.copied * copy


@dataclass(frozen=True)
class Measured(Setting):
    """Coverage of both methods; where the difference is 0, 1 - coverage is the type-I error."""

    difference: float
    coverage: float
    standard_error: float
    width: float
    delta_coverage: float
    delta_width: float
    undefined: float


def settings() -> Iterator[Setting]:
    pairs = ((0.3, 0.3, 0.3), (0.9, 0.9, 0.5), (0, 0, 0), (0.6, 0, 0))
    number = 0
    for classes, smallest in ((2, 0.5), (2, 0.1), (2, 0.02), (3, 0.05)):
        for a, b, copied in pairs:
            for n in (50, 200):
                yield Setting(number, classes, smallest, a, b, copied, n)
                number += 1


def measure(setting: Setting, repeats: int = REPEATS) -> Measured:
    truth, k = setting.truth, setting.classes
    rng = np.random.default_rng([SEED, 1, setting.number])
    drawn = rng.multinomial(setting.n, truth.ravel(), repeats)
    tables, times = np.unique(drawn, axis=0, return_counts=True)
    target = kappa_of(truth.sum(axis=2)) - kappa_of(truth.sum(axis=1))
    patterns = np.indices((k, k, k)).reshape(3, -1)
    lines = []
    for counts in tables:
        columns = np.repeat(patterns, counts, axis=1)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ours = compare_kappas(*columns, n_draws=DRAWS)
            delta = compare_kappas(*columns, method="delta")
        line = [np.isnan(ours.difference)]
        for found in (ours, delta):
            line += [found.low <= target <= found.high, found.high - found.low]
        lines.append(line)
    undefined, ours, width, delta, delta_width = np.array(lines, dtype=float).T
    weights = times * (1 - undefined)
    coverage = float(np.average(ours, weights=weights))
    return Measured(
        **asdict(setting),
        difference=float(target),
        coverage=coverage,
        standard_error=float(np.sqrt(coverage * (1 - coverage) / weights.sum())),
        width=float(np.average(np.nan_to_num(width), weights=weights)),
        delta_coverage=float(np.average(delta, weights=weights)),
        delta_width=float(
            np.average(np.nan_to_num(delta_width), weights=weights * ~np.isnan(delta_width))
        ),
        undefined=float(1 - weights.sum() / times.sum()),
    )


def table(rows: list[dict[str, str]]) -> list[str]:
    """One line per number of classes and share of the rarest."""
    lines = [
        "| classes | rarest class | kappas equal: coverage | delta's | kappas differ: coverage "
        "| delta's | undefined, at most |",
        "|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for place in dict.fromkeys((row["classes"], row["smallest_margin"]) for row in rows):
        chosen = [row for row in rows if (row["classes"], row["smallest_margin"]) == place]
        ranges = []
        for equal in (True, False):
            kind = [row for row in chosen if (abs(float(row["difference"])) < 1e-9) == equal]
            for name in ("coverage", "delta_coverage"):
                values = [float(row[name]) for row in kind]
                ranges.append(f"{min(values):.3f} to {max(values):.3f}")
        undefined = max(float(row["undefined"]) for row in chosen)
        lines.append(f"| {' | '.join((*place, *ranges))} | {undefined:.2f} |")
    return lines


def main() -> None:
    rows = []
    for setting in settings():
        rows.append(rounded(measure(setting)))
        print(*rows[-1].values(), file=sys.stderr, flush=True)
    write_results(FILE, MARK, rows, table)


if __name__ == "__main__":
    main()
