"""What ``make rerun WHAT=regret`` left in ``data/results``; nothing here needs the data."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pandas as pd

from kappabook.data.datasheet import results_file

PREFIX = "regret"  # of the files
# Below this a difference is called of no practical importance.
IMPORTANT = 0.01
FIRST, SECOND = "first", "second"
DESIGNS = {FIRST: ("natural", "thinned"), SECOND: ("constant",)}
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


def verdict(low: float, high: float) -> str:
    """Say what an interval of kappa's cost minus another's supports.

    Examples
    --------
    >>> from kappabook.study.regret.results import verdict
    >>> verdict(-0.004, 0.006), verdict(0.02, 0.05), verdict(-0.03, 0.01)
    ('practically the same', 'the other is better', 'not decided')
    """
    if low >= -IMPORTANT and high <= IMPORTANT:
        return "practically the same"
    if low > 0:
        return "the other is better"
    return "kappa is better" if high < 0 else "not decided"


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


def oddities() -> pd.DataFrame:
    """Return what went otherwise than it should, and how often."""
    return _read("oddities").copy()


def synthetic() -> pd.DataFrame:
    """Return mean oracle regrets of the synthetic families, with 95 % half-widths."""
    return _read("synthetic").copy()


def source_means(
    costs: pd.DataFrame, design: str = FIRST, level: str | None = None
) -> pd.DataFrame:
    """Average the costs of each source's tasks.

    Parameters
    ----------
    costs : DataFrame
        ``regret-costs.csv``.
    design : {'first', 'second'}
        Natural and thinned prevalence, or a constant number of positives.
    level : str, optional
        Of this prevalence only ('natural', '0.5', ...).

    Returns
    -------
    DataFrame
        A row for each source; columns (prior, measure, rule).
    """
    if design not in DESIGNS:
        raise ValueError(f"no design {design!r}; there are {', '.join(DESIGNS)}.")
    chosen = costs[costs["design"].isin(DESIGNS[design])]
    if level is not None:
        chosen = chosen[chosen["level"] == level]
        if chosen.empty:
            raise ValueError(f"no task of the {design} design has the level {level!r}.")
    means = chosen.groupby(["source", "measure", "rule"], sort=True)[["A", "B", "C"]].mean()
    return pd.DataFrame(means.unstack(["measure", "rule"]))


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
    "by_source",
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
