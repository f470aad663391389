"""The tables that are committed, from what the tasks returned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import numpy as np
import pandas as pd

from experiments.regret.analysis import CURVE_SEED, studentised
from experiments.regret.costs import CURVE, PRIORS
from experiments.regret.sources import locked
from experiments.regret.synthetic import FAMILIES, PREVALENCES, SIZES
from experiments.regret.tasks import Task
from kappabook.study.regret.results import DESIGNS, KNOWN, MINIMISER

Found = dict[str, Any]
Done = Sequence[tuple[Task, Found]]
ALL = "all"
HEAD = ("source", "label", "design", "level")


def six(value: float) -> float:
    """Round to the six significant digits that are stored."""
    return float(f"{value:.6g}")


def tasks_table(tasks: Sequence[Task]) -> pd.DataFrame:
    """List every task, also those that could not be made."""
    hidden = locked()
    rows = [{**task.plain, "locked": "yes" if task.source in hidden else "no"} for task in tasks]
    return pd.DataFrame(rows)


def costs_table(done: Done) -> pd.DataFrame:
    """Costs of each task, measure and rule under the three priors, as stored."""
    rows = []
    for task, found in done:
        for chooser, values in found["costs"].items():
            costs = map(six, values[: len(PRIORS)])
            rows.append((*_head(task), *_chooser(chooser), *costs))
    return pd.DataFrame(rows, columns=[*HEAD, "measure", "rule", *PRIORS])


def counts_table(done: Done) -> pd.DataFrame:
    """Count for each task and classifier what .5 does, all splits together."""
    rows = [
        (*_head(task), name, *cells)
        for task, found in done
        for name, cells in found["counts"].items()
    ]
    return pd.DataFrame(rows, columns=[*HEAD, "classifier", "tp", "fp", "fn", "tn"])


def curves_table(done: Done) -> pd.DataFrame:
    """Mean cost and regret over sources along the cost ratio, with pointwise intervals."""
    frames = []
    for design, level in _groups(done):
        by_source = _curves_by_source(done, design, level)
        known = by_source[f"{MINIMISER}, {KNOWN}"]
        for chooser, costs in by_source.items():
            regret = costs - known
            enough = len(costs) > 1 and chooser != f"{MINIMISER}, {KNOWN}"
            band = (
                np.array(studentised(regret, seed=CURVE_SEED, draws=2000))
                if enough
                else np.full((2, len(CURVE)), np.nan)
            )
            # Of very few sources the interval may have no end.
            low, high = np.where(np.isfinite(band), band, np.nan)
            frame: dict[str, Any] = {"design": design, "level": level}
            frame |= dict(zip(("measure", "rule"), _chooser(chooser), strict=True))
            frame |= {"sources": len(costs), "ratio": CURVE, "cost": costs.mean(axis=0)}
            frame |= {"regret": regret.mean(axis=0), "low": low, "high": high}
            frames.append(pd.DataFrame(frame))
    return pd.concat(frames, ignore_index=True)


def implied_table(done: Done) -> pd.DataFrame:
    """Quartiles over tasks and splits of the cost ratio that each measure stands for."""
    rows = []
    for design, level in _groups(done):
        within = [found for task, found in done if _in(task, design, level)]
        for name in within[0]["implied"]:
            ratios = [ratio for found in within for ratio in found["implied"][name]]
            values = np.array([ratio for ratio in ratios if ratio is not None])
            quartiles = np.quantile(values, [0.25, 0.5, 0.75]) if len(values) else [np.nan] * 3
            rows.append((design, level, name, len(ratios), len(ratios) - len(values), *quartiles))
    columns = ["design", "level", "measure", "choices", "undefined", "low", "median", "high"]
    return pd.DataFrame(rows, columns=columns)


def oddities_table(done: Done, n_splits: int) -> pd.DataFrame:
    """List what went otherwise, whose, and in how many splits of how many."""
    rows = []
    for design in DESIGNS:
        within = [found for task, found in done if task.design in DESIGNS[design]]
        total: dict[tuple[str, str], int] = {}
        for found in within:
            for what, whose, times in found["oddities"]:
                total[what, whose] = total.get((what, whose), 0) + times
        rows += [
            (design, what, whose, n, len(within) * n_splits)
            for (what, whose), n in sorted(total.items())
        ]
    return pd.DataFrame(rows, columns=["design", "what", "whose", "splits", "of"])


def synthetic_table(done: Sequence[tuple[tuple[str, int], Found]]) -> pd.DataFrame:
    """Mean oracle regret of each family, prevalence and size, with 95 % half-widths."""
    rows = []
    for family, prevalence, size in product(FAMILIES, PREVALENCES, SIZES):
        cell = f"{prevalence}, {size}"
        within = [found[cell] for (name, _), found in done if name == family]
        for chooser in within[0] if within else ():
            values = np.array([found[chooser] for found in within])
            half = 1.96 * values.std(axis=0, ddof=1) / np.sqrt(len(values))
            head = (family, prevalence, size, *_chooser(chooser))
            rows.append((*head, len(values), *values.mean(axis=0), *half))
    columns = ["family", "prevalence", "size", "measure", "rule", "tasks"]
    return pd.DataFrame(rows, columns=[*columns, *PRIORS, *(f"{p}_half" for p in PRIORS)])


def _head(task: Task) -> tuple[str, str, str, str]:
    return task.source, task.label, task.design, task.level


def _chooser(name: str) -> tuple[str, str]:
    measure, _, rule = name.rpartition(", ")
    return measure, rule


def _in(task: Task, design: str, level: str) -> bool:
    return task.design in DESIGNS[design] and level in (ALL, task.level)


def _groups(done: Done) -> Iterator[tuple[str, str]]:
    for design in DESIGNS:
        levels = dict.fromkeys(task.level for task, _ in done if task.design in DESIGNS[design])
        if levels:
            yield design, ALL
            for level in sorted(levels, key=lambda x: (x != "natural", x)):
                yield design, level


def _curves_by_source(done: Done, design: str, level: str) -> dict[str, np.ndarray]:
    """Return the curves of each chooser, of shape (n_sources, n_ratios)."""
    by: dict[str, dict[str, list[list[float]]]] = {}
    for task, found in done:
        if _in(task, design, level):
            for chooser, values in found["costs"].items():
                curve = values[len(PRIORS) :]
                by.setdefault(chooser, {}).setdefault(task.source, []).append(curve)
    return {
        chooser: np.array([np.mean(curves, axis=0) for curves in sources.values()])
        for chooser, sources in by.items()
    }
