"""Measure how often the intervals of kappa hold the truth: ``make rerun WHAT=coverage``.

For each setting 2000 samples are drawn from a known table and given to `kappa_interval` as a user
would. Writes data/results/kappa-coverage.csv and the summary of it in docs/intervals.md.
"""

from __future__ import annotations

import csv
import io
import sys
import warnings
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from kappabook import ConfusionMatrix, kappa_interval
from kappabook.checkout import results_folder
from kappabook.datasheet import writing_results

COMMAND, FILE = "make rerun WHAT=coverage", "kappa-coverage.csv"
PAGE = Path(__file__).parents[2] / "docs/intervals.md"
MARK = "<!-- coverage -->"
REPEATS, DRAWS, SEED = 2000, 1000, 1960


@dataclass(frozen=True)
class Setting:
    """A truth, a number of cases and the weights of kappa."""

    number: int  # of the truth with its number of cases; it seeds the samples
    classes: int
    smallest_margin: float
    second_margin: float  # the same class by the other rater
    errors: str
    kappa: float
    n: int
    weights: str

    @property
    def truth(self) -> np.ndarray:
        """Probabilities of the cells; their unweighted kappa is `kappa`."""
        margins = (self.margins(m) for m in (self.smallest_margin, self.second_margin))
        if self.errors == "anywhere":
            return mixed(*margins, self.kappa)
        return with_neighbours(next(margins), self.kappa)

    def margins(self, smallest: float) -> np.ndarray:
        """One class is the smallest, the others are equal."""
        k = self.classes
        return np.array([smallest] + [(1 - smallest) / (k - 1)] * (k - 1))

    @property
    def costs(self) -> str | None:
        return None if self.weights == "none" else self.weights


@dataclass(frozen=True)
class Measured(Setting):
    """What the samples of a setting say; shares are of the samples where kappa is defined."""

    weighted_kappa: float
    expected_in_rarest: float
    coverage: float
    standard_error: float
    width: float
    large_sample_coverage: float
    large_sample_width: float
    undefined: float


def kappa_of(truth: np.ndarray, weights: str | None = None) -> float:
    """Kappa by its definition, not by the library that is measured."""
    i, j = np.indices(truth.shape)
    cost = (i != j) if weights is None else (i - j) ** 2
    return 1 - (cost * truth).sum() / (cost * np.outer(truth.sum(1), truth.sum(0))).sum()


def mixed(rows: np.ndarray, columns: np.ndarray, kappa: float) -> np.ndarray:
    """Mix chance with the most agreement that the margins allow."""
    chance, both = np.outer(rows, columns), np.minimum(rows, columns)
    left = rows - both, columns - both
    best = np.diag(both) + (np.outer(*left) / left[0].sum() if left[0].sum() > 1e-9 else 0)
    share = kappa / kappa_of(best)
    return (1 - share) * chance + share * best


def with_neighbours(margins: np.ndarray, kappa: float) -> np.ndarray:
    """Put all disagreement between neighbouring classes; kappa must be large enough for it."""
    k = len(margins)
    most = np.zeros((k, k))
    for i in range(k - 1):
        most[i, i + 1] = most[i + 1, i] = min(margins[i], margins[i + 1]) / 2
    most += np.diag(margins - most.sum(axis=1))
    share = (1 - kappa) / (1 - kappa_of(most))
    return share * most + (1 - share) * np.diag(margins)


TRUTHS = [
    # classes, smallest margin, the other rater's, errors, kappas
    (2, 0.5, 0.5, "anywhere", (0, 0.3, 0.6, 0.9)),
    (2, 0.1, 0.1, "anywhere", (0, 0.3, 0.6, 0.9)),
    (2, 0.05, 0.05, "anywhere", (0, 0.3, 0.6, 0.9)),
    (2, 0.01, 0.01, "anywhere", (0, 0.3, 0.6, 0.9)),
    (2, 0.05, 0.1, "anywhere", (0, 0.3, 0.6)),
    (3, 0.2, 0.2, "anywhere", (0, 0.5, 0.9)),
    (4, 0.1, 0.1, "neighbours", (0.4, 0.6, 0.9)),
    (5, 0.05, 0.1, "anywhere", (0, 0.4, 0.8)),
    (6, 1 / 6, 1 / 6, "anywhere", (0, 0.4, 0.9)),
    (6, 1 / 6, 1 / 6, "neighbours", (0.3, 0.6, 0.9)),
]
CASES = (20, 50, 200, 1000)


def settings() -> Iterator[Setting]:
    """All settings; two classes have one kappa, and so no weights."""
    number = 0
    for classes, first, second, errors, kappas in TRUTHS:
        for kappa in kappas:
            for n in CASES:
                for weights in ("none", "quadratic") if classes > 2 else ("none",):
                    yield Setting(number, classes, first, second, errors, kappa, n, weights)
                number += 1


def measure(setting: Setting, repeats: int = REPEATS) -> Measured:
    """Draw the samples and count; equal samples are computed once."""
    truth, k = setting.truth, setting.classes
    rng = np.random.default_rng([SEED, setting.number])
    drawn = rng.multinomial(setting.n, truth.ravel() / truth.sum(), repeats)
    tables, times = np.unique(drawn, axis=0, return_counts=True)
    target = kappa_of(truth, setting.costs)
    lines = []
    for cells in tables:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            asked = partial(
                kappa_interval, ConfusionMatrix(cells.reshape(k, k)), weights=setting.costs
            )
            found = asked(method="dirichlet", n_draws=DRAWS)
            old = asked(method="fisher" if found.estimate >= 0 else "log")
        lines.append(
            (
                found.low <= target <= found.high,
                found.high - found.low,
                old.low <= target <= old.high,
                old.high - old.low,
                np.isnan(found.estimate),
            )
        )
    ours, width, theirs, their_width, undefined = np.array(lines, dtype=float).T
    defined = times * (1 - undefined)
    coverage = float(np.average(ours, weights=defined))
    known = defined * ~np.isnan(their_width)
    return Measured(
        **asdict(setting),
        weighted_kappa=target,
        expected_in_rarest=setting.n * min(truth.sum(0).min(), truth.sum(1).min()),
        coverage=coverage,
        standard_error=float(np.sqrt(coverage * (1 - coverage) / defined.sum())),
        width=float(np.average(np.nan_to_num(width), weights=defined)),
        large_sample_coverage=float(np.average(theirs, weights=defined)),
        large_sample_width=float(np.average(np.nan_to_num(their_width), weights=known)),
        undefined=float(1 - defined.sum() / times.sum()),
    )


def rounded(measured: Any) -> dict[str, str]:
    """Six significant digits, as in all results."""
    return {
        name: f"{value:.6g}" if isinstance(value, float) else str(value)
        for name, value in asdict(measured).items()
    }


BANDS = {"fewer than 1": 1, "1 to 5": 5, "5 to 20": 20, "20 and more": np.inf}


def table(rows: list[dict[str, str]]) -> list[str]:
    """One line per number of cases expected in the rarest class, and weights."""
    lines = [
        "| cases expected in the rarest class | weights | settings | coverage: least | mean "
        "| large-sample: least | mean | undefined, at most |",
        "|---|---|--:|--:|--:|--:|--:|--:|",
    ]
    below = 0.0
    for band, end in BANDS.items():
        for weights in ("none", "quadratic"):
            chosen = [
                row
                for row in rows
                if row["weights"] == weights and below <= float(row["expected_in_rarest"]) < end
            ]
            if chosen:
                ours, theirs, undefined = (
                    np.array([float(row[name]) for row in chosen])
                    for name in ("coverage", "large_sample_coverage", "undefined")
                )
                lines.append(
                    f"| {band} | {weights} | {len(chosen)} | {ours.min():.3f} | {ours.mean():.3f} "
                    f"| {theirs.min():.3f} | {theirs.mean():.3f} | {undefined.max():.2f} |"
                )
        below = end
    return lines


def between_marks(text: str, mark: str, lines: list[str]) -> str:
    """Put a table between its two marks on the page."""
    before, _, after = text.split(mark)
    return "\n".join([f"{before}{mark}", "", *lines, "", f"{mark}{after}"])


def write_results(
    file: str,
    mark: str,
    rows: list[dict[str, str]],
    table: Callable[[list[dict[str, str]]], list[str]],
) -> None:
    """Write the rows as a result file with its data sheet, and as a summary on the page."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    with writing_results(COMMAND, results_folder() / file) as (draft,):
        draft.write_text(text.getvalue(), encoding="utf-8")
    page = between_marks(PAGE.read_text(encoding="utf-8"), mark, table(rows))
    PAGE.write_text(page, encoding="utf-8")


def main() -> None:
    rows = []
    for setting in settings():
        rows.append(rounded(measure(setting)))
        print(*rows[-1].values(), file=sys.stderr, flush=True)
    write_results(FILE, MARK, rows, table)


if __name__ == "__main__":
    main()
