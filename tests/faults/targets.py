"""What is stopped: commands that take seconds, in a copy of the checkout."""

from __future__ import annotations

import csv
import json
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from copies import kappabook, make


def _nothing(checkout: Path) -> None:
    """Leave the copy as it is."""


def _two_notebooks(checkout: Path) -> None:
    for path in (checkout / "notebooks").glob("*.ipynb"):
        if path.name[:2] not in ("01", "02"):
            path.unlink()
            continue
        notebook = json.loads(path.read_text(encoding="utf-8"))
        for cell in notebook["cells"]:  # with the right outputs it would not be written again
            if cell["cell_type"] == "code":
                cell |= {"outputs": [], "execution_count": None}
        path.write_text(json.dumps(notebook), encoding="utf-8")


def _scores(checkout: Path, rows: int = 400_000) -> None:
    draw = random.Random(1)
    with (checkout / "scores.csv").open("w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["y_true", "y_score"])
        for _ in range(rows):
            truth = draw.random() < 0.2
            writer.writerow([int(truth), f"{draw.gauss(0.4 + 0.2 * truth, 0.15):.6f}"])


def _two_raters(checkout: Path) -> None:
    draw = random.Random(1)
    lines = ["item,A,B"]
    for item in range(200):
        first = draw.choice("xyz")
        lines.append(f"{item},{first},{first if draw.random() < 0.7 else draw.choice('xyz')}")
    (checkout / "raters.csv").write_text("\n".join(lines) + "\n")


@dataclass(frozen=True)
class Target:
    """A command, how often it is killed at random moments, and what the copy needs first."""

    command: list[str]
    moments: int
    prepare: Callable[[Path], None] = _nothing


_SCORE = kappabook(
    *("score", "scores.csv", "--memory", "100MB", "--spill", "spill", "--threshold", "0.5"),
    *("--csv", "measures.csv", "--html", "measures.html"),
)
_REPORT = kappabook("report", "wine", "--target", "cultivar", "--repeats", "2", "--folds", "5")

# Killed, run again, compared.
KILLED = {
    "study": Target(make("rerun", "WHAT=study", "ARGS=--datasets monks-3"), 50),
    "german-credit": Target(make("rerun", "WHAT=german-credit", "ARGS=--splits 1"), 50),
    "regret": Target(make("rerun", "WHAT=regret", "ARGS=--sources iris --splits 1"), 50),
    "figures": Target(make("figures"), 5),
    "notebooks": Target(make("notebooks"), 5, _two_notebooks),
    "site": Target(make("site"), 5),
    "score": Target(_SCORE, 5, _scores),
    "report": Target(_REPORT, 5),
}

# Ctrl-C: one line, status 130, nothing left.
INTERRUPTED = {
    "claim": Target(kappabook("claim", "bendavid2008.eq14"), 20),
    "score": Target(_SCORE, 20, _scores),
    "agree": Target(kappabook("agree", "raters.csv", "--item", "item"), 20, _two_raters),
    "grim": Target(kappabook("grim", "--n", "100", "--agreement", "0.85", "--kappa", "0.70"), 20),
    "report": Target(_REPORT, 20),
    "figure": Target(kappabook("figure", "bendavid2008-fig1", "kaymak_auk-fig2"), 20),
    "notebook": Target(kappabook("notebook", "notebooks/01-kappa-guide.ipynb"), 20),
    "ledger": Target(kappabook("ledger"), 20),
    "exercises": Target(kappabook("exercises", "01"), 20),
    "site": Target(kappabook("site"), 20),
    "study": Target(kappabook("study", "--datasets", "monks-3"), 20),
    "regret": Target(
        [sys.executable, "-m", "experiments.regret", "--sources", "iris", "--splits", "1"], 20
    ),
}
