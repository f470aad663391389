"""What ``make rerun WHAT=regret`` left in ``data/results``; nothing here needs the data."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pandas as pd

from kappabook.data.datasheet import results_file
from kappabook.study.regret.contrasts import (
    FIRST,
    IMPORTANT,
    SECONDARY,
    differences,
    joint_sign_flip,
    source_means,
    verdict,
)

PREFIX = "regret"  # of the files
TEXT = {"level": str, "label": str, "p": float}
# The measures that chose: of decisions, and of scores; and what chose without one.
OF_DECISIONS = ("accuracy", "balanced accuracy", "kappa", "MCC", "F1")
OF_SCORES = ("AUC", "AUK", "H", "average precision", "log loss", "Brier")
BY_LOT, MINIMISER, KNOWN = "by lot", "cost minimiser", "known"


@cache
def _read(name: str) -> pd.DataFrame:
    return read_table(results_file(f"{PREFIX}-{name}.csv"))


def read_table(path: Path) -> pd.DataFrame:
    """Read one table of the experiment, also of a run of one's own in ``build/regret``."""
    table = pd.read_csv(path, dtype=TEXT)
    words = table.select_dtypes(exclude="number").columns
    return table.fillna(dict.fromkeys(words, ""))


def about() -> dict[str, Any]:
    """Return what made the results: versions, splits, a hash of each source."""
    found: dict[str, Any] = json.loads(results_file(f"{PREFIX}.json").read_text(encoding="utf-8"))
    return found


def tasks() -> pd.DataFrame:
    """Return every task of the plan, with the reason where it cannot be made."""
    return _read("tasks").copy()


def costs() -> pd.DataFrame:
    """Return each task's mean cost under priors A, B and C, for each measure and rule.

    A cost of 1 is that of the better trivial classifier.
    """
    return _read("costs").copy()


def contrasts() -> pd.DataFrame:
    """Return the contrasts that the plan names, with what each supports.

    A difference is kappa's cost minus the other measure's: below 0, kappa chose better.
    """
    table = _read("contrasts").copy()
    table["verdict"] = [
        verdict(low, high) for low, high in zip(table["low"], table["high"], strict=True)
    ]
    return table


def adjusted() -> pd.DataFrame:
    """Return the secondary contrasts with exact p-values adjusted together; not in the plan."""
    table = contrasts().iloc[1:].reset_index(drop=True)
    values = differences(source_means(costs()), SECONDARY)
    table["p"] = joint_sign_flip(values)
    return table


def curves(design: str = FIRST, level: str = "all", rule: str | None = None) -> pd.DataFrame:
    """Return mean cost and regret over sources, along the cost of a miss.

    Parameters
    ----------
    design : {'first', 'second'}
    level : {'all', 'natural', '0.5', '0.2', '0.1', '0.05'}
    rule : {'own', 'half', 'Bayes', 'minimum', 'known'}, optional

    Raises
    ------
    ValueError
        Nothing of that kind is stored; the message lists what is.
    """
    table = _read("curves")
    for column, wanted in (("design", design), ("level", level), ("rule", rule)):
        if wanted is not None:
            there = list(dict.fromkeys(table[column]))
            if wanted not in there:
                raise ValueError(f"no {column} {wanted!r}; there are {', '.join(there)}.")
            table = table[table[column] == wanted]
    return table.reset_index(drop=True)


def implied(design: str = FIRST, level: str = "all") -> pd.DataFrame:
    """Return the cost ratio for which each measure's own threshold is best: quartiles."""
    table = _read("implied")
    chosen = table[(table["design"] == design) & (table["level"] == level)]
    return chosen.reset_index(drop=True)


def chosen() -> pd.DataFrame:
    """Return how often each measure chose each classifier."""
    return _read("chosen").copy()


def oddities() -> pd.DataFrame:
    """Return what went otherwise than it should, and how often."""
    return _read("oddities").copy()


def synthetic() -> pd.DataFrame:
    """Return mean oracle regrets of the synthetic families, with 95 % half-widths."""
    return _read("synthetic").copy()


def by_source(design: str = FIRST, level: str | None = None) -> pd.DataFrame:
    """Return each source's mean costs; columns (prior, measure, rule)."""
    return source_means(costs(), design, level)


def mean_costs(
    design: str = FIRST, level: str | None = None, *, table: pd.DataFrame | None = None
) -> pd.DataFrame:
    """Return mean costs over sources: a row for each measure and rule, columns A, B and C.

    `table` is another run's ``regret-costs.csv`` as `read_table` gives it.
    """
    means = source_means(costs() if table is None else table, design, level).mean()
    return pd.DataFrame(means.unstack(0))


__all__ = [
    "IMPORTANT",
    "about",
    "adjusted",
    "by_source",
    "chosen",
    "contrasts",
    "costs",
    "curves",
    "implied",
    "mean_costs",
    "oddities",
    "read_table",
    "synthetic",
    "tasks",
]
