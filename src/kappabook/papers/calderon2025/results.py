"""What ``make rerun WHAT=judges`` left in ``data/results``, and the 46 printed results.

Nothing here needs the raw labels.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from kappabook.audit.computed import OfText
from kappabook.audit.declared import computes
from kappabook.audit.printed import Printed
from kappabook.data.datasheet import results_file
from kappabook.metrics.rounded import number
from kappabook.papers.calderon2025.alternative import (
    MAJORITY,
    SETS,
    SUGGESTED,
    advantage,
    least_epsilon,
    p_values,
    rejected,
    winning_rate,
)
from kappabook.papers.shared.texts import listed

FORMAT = 1
ABOUT = "judges.json"
RATERS = "judges-raters.csv"
CONFUSION = "judges-confusion.csv"
PAIRS = "judges-pairs.csv"
MEASURES = "judges-measures.csv"
INTERVALS = "judges-intervals.csv"

TEST = "alternative test"
# The measure in which a rule compares a model with the people; alpha and AC have costs if ordered.
RULES = {
    "agreement": "percent agreement",
    "kappa": "kappa",
    "linear": "kappa, linear weights",
    "quadratic": "kappa, quadratic weights",
    "alpha": "alpha",
    "ac": "AC",
}
UNIT = "texts and raters"


@cache
def _read(name: str) -> pd.DataFrame:
    # "n/a: ..." is a label.
    return pd.read_csv(
        results_file(name), dtype={"other": str}, keep_default_na=False, na_values=[""]
    )


# --- the alternative annotator test -------------------------------------------------------------


def counts(dataset: str, judge: str) -> NDArray[np.int64]:
    """Return a judge's counts, shape (n_raters, 3): judge closer, equally close, person closer."""
    found = every_count().get((dataset, judge))
    if found is None:
        known = ", ".join(name for key, name in every_count() if key == dataset)
        if not known:
            raise ValueError(f"no set {dataset!r}; there are {', '.join(SETS)}.")
        raise ValueError(f"{judge!r} has not judged {dataset}; there are {known}.")
    return found


@cache
def every_count() -> dict[tuple[str, str], NDArray[np.int64]]:
    """Return the counts of each set and judge, in the document's order."""
    columns = ["judge_closer", "tied", "rater_closer"]
    grouped = _read(RATERS).groupby(["set", "judge"], sort=False)
    return {(str(s), str(j)): part[columns].to_numpy(np.int64) for (s, j), part in grouped}


def alternative_test(epsilon: float | None = None) -> pd.DataFrame:
    """Winning rate, advantage and verdict of each judge, and the least epsilon that it passes at.

    Parameters
    ----------
    epsilon : float, optional
        One for all sets; without it each set's own.
    """
    lines = []
    for (dataset, judge), found in every_count().items():
        used = SETS[dataset].epsilon if epsilon is None else epsilon
        won = float(winning_rate(found, used))
        lines.append((dataset, judge, used, won, float(advantage(found)), won >= MAJORITY))
    names = ["set", "judge", "epsilon", "winning_rate", "advantage", "passes"]
    table = pd.DataFrame(lines, columns=names).set_index(["set", "judge"])
    return table.assign(least_epsilon=pd.Series(_least()))


@cache
def _least() -> dict[tuple[str, str], float]:
    return {key: least_epsilon(found) for key, found in every_count().items()}


def stability() -> pd.DataFrame:
    """Share of the resamples in which the test's verdict is the full data's, by what was drawn."""
    found = _read(INTERVALS).query("measure == 'winning rate'")
    table = found.pivot(index=["set", "judge"], columns="unit", values="passing")
    passes = alternative_test()["passes"]
    table = table.reindex(passes.index)
    return table.where(passes, 1 - table)


# --- the retrial --------------------------------------------------------------------------------


def measures(measure: str = "kappa") -> pd.DataFrame:
    """One measure among the people, with each judge, the difference and its intervals.

    Where labels have no order, a weighted kappa is the plain one.

    Parameters
    ----------
    measure : {'agreement', 'kappa', 'linear', 'quadratic', 'alpha', 'ac'}
    """
    if measure not in RULES:
        raise ValueError(f"no measure {measure!r}; there are {', '.join(RULES)}.")
    table = _of_measure(_read(MEASURES), measure)
    found = _of_measure(_read(INTERVALS), measure)
    for unit in sorted(set(found["unit"])):
        ends = found[found["unit"] == unit].set_index(["set", "judge"])[["low", "high", "passing"]]
        table = table.join(ends.add_suffix(f" ({unit})"), on=["set", "judge"])
    return table.set_index(["set", "judge"])


def _of_measure(table: pd.DataFrame, measure: str) -> pd.DataFrame:
    here = table["measure"] == measure
    if measure in ("linear", "quadratic"):
        plain = [name for name, setting in SETS.items() if not setting.ordered]
        here |= (table["measure"] == "kappa") & table["set"].isin(plain)
    return table[here].drop(columns="measure")


def verdicts() -> pd.DataFrame:
    """Whether each judge passes, by rule: the test, the rules of thumb, no inferiority.

    A rule of thumb says yes where the measure is at least as large with the judge as among the
    people: for pairs, judge and person against person and person; for alpha and AC, the people
    with the judge as one more rater against the people alone.
    """
    table = alternative_test()[["passes"]].rename(columns={"passes": TEST})
    for measure, name in RULES.items():
        table[name] = measures(measure)["difference"] >= 0
    for margin in (0.05, 0.1):
        table[f"not inferior by {margin:g}"] = non_inferiority(margin)["verdict"] == "not inferior"
    return table


def non_inferiority(margin: float, measure: str = "quadratic", unit: str = UNIT) -> pd.DataFrame:
    """Is a judge's kappa less than a margin below the people's: not inferior, inferior, undecided.

    Parameters
    ----------
    margin : float
        What may be lost; non-negative.
    measure : str, default='quadratic'
        As in `measures`.
    unit : {'items', 'texts', 'texts and raters'}
        What was drawn for the 95 % interval. For alpha and AC raters are not drawn.
    """
    if margin < 0:
        raise ValueError(f"margin is {margin}; give 0 or more.")
    table = measures(measure)
    if f"low ({unit})" not in table:
        raise ValueError(f"no interval over {unit!r} for {measure!r}.")
    table = table[["people", "with_judge", "difference", f"low ({unit})", f"high ({unit})"]]
    table.columns = pd.Index(["people", "with_judge", "difference", "low", "high"])
    verdict = np.select(
        [table["low"] > -margin, table["high"] < -margin], ["not inferior", "inferior"], "undecided"
    )
    return table.assign(verdict=verdict)


# --- the 46 printed results -----------------------------------------------------------------------


@computes("{}.epsilon", each=("code", *SETS))
def penalty_of_a_set(p: Printed, name: str) -> dict[str, Any]:
    """Each epsilon, in the code and by set, is one of the three suggested."""
    suggested = {p.number(f"epsilon.{who}") for who in SUGGESTED}
    shown = f"one of {listed(sorted(suggested))}"
    return {f"{name}.epsilon": OfText(lambda text: number(text) in suggested, shown)}


@computes("faq.normal")
def least_items(p: Printed) -> dict[str, Any]:
    """FAQ: the t-test needs as many items as the code asks for."""
    return {"faq.normal": p.number("code.items")}


@computes("{}.*.*", each=SETS)
def results_of_a_set(p: Printed, dataset: str) -> dict[str, Any]:
    """Winning rate, advantage and verdict of each model on one set, with the printed settings."""
    epsilon, rate = float(p.number(f"{dataset}.epsilon")), float(p.number("code.rate"))
    found: dict[str, Any] = {}
    for judge, counts in ((j, c) for (name, j), c in every_count().items() if name == dataset):
        wins = rejected(p_values(counts, epsilon), rate)
        won = Fraction(int(wins.sum()), len(wins))
        near = [
            Fraction(int(closer + tied), int(closer + tied + far)) for closer, tied, far in counts
        ]
        found |= {
            # As text: 3/8 lies between 0.37 and 0.38, and is printed as the second.
            f"{dataset}.{judge}.winning-rate": f"{float(won):.2f}",
            f"{dataset}.{judge}.advantage": sum(near, Fraction(0)) / len(near),
            f"{dataset}.{judge}.verdict": "PASSED" if won >= p.number("test.passes") else "FAILED",
        }
    return found
