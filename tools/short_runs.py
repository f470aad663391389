"""Run a small part of a long experiment: ``make build/short/study``; ``verify.py`` compares them.

Each takes at most about 20 s on one core. It goes through the same code as the whole run, journal
and result files included, and writes into build/short/NAME in place of data/results.
"""

from __future__ import annotations

import argparse
import sys
from collections import deque
from collections.abc import Callable
from itertools import islice
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))  # for `experiments`
DATASETS = ("post-operative", "monks-3")


def study(jobs: int, into: Path) -> None:
    """Two data sets of the 2007 paper, in each run of `make rerun WHAT=study`."""
    from kappabook.study.published import run_published

    deque(run_published(datasets=DATASETS, n_jobs=jobs, into=into))


def power(jobs: int, into: Path) -> None:
    """One data set in ten times ten folds, and the tests on three splits."""
    from kappabook.papers.kaymak_auk.german_credit.differences import run_differences
    from kappabook.study.published import run_published

    runs = ("power-sklearn", "power-weka")
    deque(run_published(runs, datasets=DATASETS[:1], n_jobs=jobs, into=into))
    run_differences(n_splits=3, n_jobs=jobs, into=into)


def german_credit(jobs: int, into: Path) -> None:
    """Four splits of each variant, and four restarts of each net."""
    from kappabook.papers.kaymak_auk.german_credit.experiment import run_experiment

    run_experiment(few=4, n_jobs=jobs, into=into)


def judge_rules(jobs: int, into: Path) -> None:
    """Four settings of the rules and four of the rates."""
    from experiments.judges import run

    rules = islice(run.rule_settings(), 0, None, 12)
    rates = islice(run.rate_settings(), 0, None, 12)
    few = {"rules": 20, "rates": 20}
    run.run_judge_rules(rules=rules, rates=rates, repeats=few, n_jobs=jobs, into=into)


def regret(jobs: int, into: Path) -> None:
    """Two sources, one split of each task, two tasks of each synthetic family."""
    from experiments.regret.run import run_regret

    run_regret(sources=("iris", "wine"), splits=1, synthetic=2, n_jobs=jobs, into=into)


RUNS: dict[str, Callable[[int, Path], None]] = {
    "study": study,
    "power": power,
    "german-credit": german_credit,
    "judge-rules": judge_rules,
    "regret": regret,
}


def main() -> None:
    """Run one by its target of the Makefile."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("name", choices=RUNS)
    parser.add_argument("--jobs", type=int, default=-1, help="default: every core")
    parser.add_argument("--into", type=Path, default=Path("build/short"))
    options = parser.parse_args()
    RUNS[options.name](options.jobs, options.into / options.name)


if __name__ == "__main__":
    main()
