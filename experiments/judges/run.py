"""``make rerun WHAT=judge-rules``: which rule accepts which judge; what a judged rate is worth."""

from __future__ import annotations

import math
from argparse import Namespace
from collections.abc import Iterable
from dataclasses import asdict
from importlib.metadata import version
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from experiments.judges.acceptance import DRAWS, RULES, verdicts
from experiments.judges.estimates import DESIGNS, METHODS, Calibration, draw, estimate, summary
from experiments.judges.population import ERRORS, Population, simulate_votes
from experiments.program import options, run, with_jobs, write
from kappabook.study.judges import JUDGES, RATES_FILE, RULES_FILE
from kappabook.study.runs import run_tasks
from kappabook.system.checkout import build_folder

COMMAND = "make rerun WHAT=judge-rules"
# A higher number for every change that changes a result; old records are then refused.
VERSION = 1
SEED = 2025
REPEATS = {"rules": 1000, "rates": 10_000}
COLUMNS = {
    "rules": (
        *("judge", "judge_accuracy", "human_accuracy", "errors", "prevalence", "unclear"),
        *("n_items", "judge_kappa", "human_kappa", "as_good", "rule", "repeats", "accepted"),
        "standard_error",
    ),
    "rates": (
        *("prevalence", "sensitivity", "specificity", "design", "n_calibration", "method"),
        *("repeats", "coverage", "standard_error", "width", "bias", "deviation"),
        *("people_labels", "outside", "undefined"),
    ),
}
Record = dict[str, Any]


def rule_settings() -> list[Record]:
    """List populations and sizes: judges by errors, prevalence and items; then unclear items.

    A judge without errors shares none. There are samples of 2000 items only where the judge shares
    no errors, and of 400 only where some items have no right answer.
    """
    found = [
        {"judge": judge, "errors": errors, "prevalence": p, "unclear": 0.0, "n_items": n}
        for errors, judge, p, n in product(ERRORS, JUDGES.values(), (0.5, 0.1), (100, 400, 2000))
        if errors != "shared by all" or (judge < 1 and n < 2000)
    ]
    return found + [
        {"judge": judge, "errors": ERRORS[0], "prevalence": p, "unclear": 0.3, "n_items": 400}
        for p, judge in product((0.5, 0.1), JUDGES.values())
        if judge < 1
    ]


def rate_settings() -> list[Record]:
    """List judges, shares of positives, and ways to choose the verified cases."""
    judges = ((0.85, 0.9), (0.95, 0.97))
    return [
        asdict(Calibration(p, se, sp, design, m))
        for design, (se, sp), p, m in product(DESIGNS, judges, (0.05, 0.2, 0.5), (50, 100, 400))
    ]


def work(given: Namespace) -> list[Path]:
    """Run what is left of both simulations, and write their results."""
    settings = {"rules": rule_settings(), "rates": rate_settings()}
    tasks = [
        (kind, {**setting, "repeats": REPEATS[kind]})
        for kind, listed in settings.items()
        for setting in listed
    ]
    record = build_folder() / "judge-rules.jsonl"
    libraries = {name: version(name) for name in ("numpy", "scipy")}
    identity = {"version": VERSION, "seed": SEED, "draws": DRAWS, "settings": tasks, **libraries}
    done = run_tasks(
        one_task, tasks, len(tasks), record=record, identity=identity, n_jobs=given.jobs,
        label="judge rules",
    )  # fmt: skip
    tables = {}
    for kind, file in (("rules", RULES_FILE), ("rates", RATES_FILE)):
        found = [rows for task, rows in zip(tasks, done, strict=True) if task[0] == kind]
        rows = [row for part in found for row in part]
        tables[file] = pd.DataFrame(rows, columns=list(COLUMNS[kind]))
    paths = write(COMMAND, given.into, tables)
    record.unlink()
    return paths


def one_task(kind: str, setting: Record) -> list[Record]:
    """Do one setting of one simulation: a record for each rule or method."""
    return acceptance_of(**setting) if kind == "rules" else coverage_of(**setting)


def stream(setting: Iterable[Any]) -> np.random.Generator:
    """Start the random numbers of a setting: they depend on it, and on no other setting."""
    words = "|".join(f"{x:g}" if isinstance(x, float) else str(x) for x in setting)
    return np.random.default_rng([SEED, *words.encode()])


def acceptance_of(
    judge: float, errors: str, prevalence: float, unclear: float, n_items: int, repeats: int
) -> list[Record]:
    """Draw tables of votes, and count how often each rule accepts the judge."""
    population = Population(judge=judge, errors=errors, prevalence=prevalence, unclear=unclear)
    rng = stream([judge, errors, prevalence, unclear, n_items])
    accepted = np.zeros(len(RULES), dtype=int)
    for _ in range(repeats):
        votes = simulate_votes(n_items, population, rng)
        accepted += list(verdicts(votes).values())
    names = {accuracy: name for name, accuracy in JUDGES.items()}
    kappa, among = population.kappas()
    return [
        {
            "judge": names.get(judge, f"{judge:g}"),
            "judge_accuracy": judge,
            "human_accuracy": population.human,
            "errors": errors,
            "prevalence": prevalence,
            "unclear": unclear,
            "n_items": n_items,
            "judge_kappa": kappa,
            "human_kappa": among,
            "as_good": "yes" if population.as_good else "no",
            "rule": rule,
            "repeats": repeats,
            "accepted": share,
            "standard_error": math.sqrt(share * (1 - share) / repeats),
        }
        for rule, share in zip(RULES, (accepted / repeats).tolist(), strict=True)
    ]


def coverage_of(repeats: int, **setting: Any) -> list[Record]:
    """Draw verified and unverified cases, and see how each method estimates their rate."""
    calibration = Calibration(**setting)
    counts = draw(calibration, repeats, stream(setting.values()))
    return [
        {
            **setting,
            "method": method,
            "repeats": repeats,
            **summary(calibration, estimate(counts, method)),
        }
        for method in METHODS
    ]


def main() -> int:
    """Run both simulations."""
    return run(with_jobs(options("python -m experiments.judges", __doc__)), work)
