"""Names of the article's numbers that come from ``data/results``, with the expression of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pandas as pd

from kappabook.publish.article.numbers import fixed, whole
from kappabook.publish.article.sources import Sources
from kappabook.study.power import practical_summary
from kappabook.study.regret.analysis import (
    DESIGNS,
    FIRST,
    IMPORTANT,
    SECOND,
    SECONDARY,
    differences,
    joint_sign_flip,
    source_means,
)

Value = int | str
LEVEL = 0.05
# Chosen by no measure: by its cost, or by lot.
OTHER_WAYS = ("cost minimiser", "by lot")
OWN = ("accuracy", "balanced accuracy", "F1", "MCC")
KNOWN_COSTS = ("Bayes", "minimum")
SHOWN = {
    "accuracy": "accuracy",
    "balanced": "balanced accuracy",
    "kappa": "kappa",
    "mcc": "MCC",
    "kappa - accuracy": "kappa less accuracy",
    "kappa - balanced": "kappa less balanced accuracy",
    "mcc - kappa": "MCC less kappa",
}


def contrast_cells(s: Sources) -> str:
    """Cells of the table of regret, in Typst: a measure in each row, a prior in each column."""
    lines = []
    for other in OWN:
        found = [s.contrast(other, prior) for prior in "ABC"]
        lines.append((other, *(_contrast(one) for one in found)))
    return ", ".join(f"[{cell}]" for line in lines for cell in line)


def _contrast(one: Mapping[str, float]) -> str:
    difference, low, high = (fixed(one[name], 3) for name in ("difference", "low", "high"))
    return (
        f"{difference} ({low} to {high}); {int(one['kappa_cheaper'])}, {int(one['kappa_dearer'])}"
    )


def power_cells(s: Sources) -> str:
    """Cells of the table of power, in Typst: a measure, or two, in each row."""
    table = practical_summary(s.pairs["weka"]).to_dict("index")
    lines = [
        (
            name,
            *(int(table[key][column]) for column in ("differ", "alike", "open")),
            *(fixed(table[key][column], 2) for column in ("observed", "detectable")),
        )
        for key, name in SHOWN.items()
    ]
    return ", ".join(f"[{cell}]" for line in lines for cell in line)


def _tasks(s: Sources, design: str) -> int:
    table = s.table("regret-costs")
    chosen = table[table["design"].isin(DESIGNS[design])]
    return len(chosen[["source", "label", "design", "level"]].drop_duplicates())


def _mean_costs(s: Sources, end: str, rules: tuple[str, ...]) -> str:
    """Return the least or the largest mean cost under prior C, over the measures."""
    costs = s.costs["C"]
    measures, used = (costs.index.get_level_values(place) for place in (0, 1))
    chosen = costs[used.isin(rules) & ~measures.isin(OTHER_WAYS)]
    return fixed(getattr(chosen, end)(), 2)


def _exact_p(s: Sources, other: str, prior: str) -> str:
    """Return the p-value of the exact test that was added after the plan."""
    values = differences(source_means(s.table("regret-costs")), SECONDARY)
    keys = [(one.other, one.prior, one.rule) for one in SECONDARY]
    p = float(joint_sign_flip(values)[keys.index((other, prior, "own"))])
    return fixed(p, 3)


def _splits(s: Sources) -> pd.DataFrame:
    """Say of each split and net if the areas order the models apart, and if a test is sure."""
    table = s.table("german-credit-differences")
    sure = (table["auc_p"] < LEVEL) | (table["auk_p"] < LEVEL)
    # Rounded as the file of the splits is: a last digit is no lead.
    apart = table["auc"].round(6) * table["auk"].round(6) < 0
    return pd.DataFrame({"apart": apart, "sure": sure, "auc": table["auc_p"] < LEVEL})


def _lost(s: Sources, dataset: str, kind: str, column: str) -> int:
    table = s.table("lost-preparation")
    chosen = table[(table["dataset"] == dataset) & (table["kind"] == kind)]
    return int(pd.to_numeric(chosen[column]).fillna(0).sum())


def _decoys(s: Sources) -> int:
    table = s.table("lost-preparation")
    chosen = (table["kind"] == "decoy") & (table["dataset"] == "credit-approval")
    return table.loc[chosen, "target"].nunique()


def _pairs(s: Sources, measure: str, column: str, engine: str = "weka") -> int:
    return int(practical_summary(s.pairs[engine]).to_dict("index")[measure][column])


VALUES: Mapping[str, Callable[[Sources], Value]] = {
    "weka": lambda s: s.about("study-weka")["engine_version"],
    "sklearn": lambda s: s.about("study-weka")["versions"]["scikit-learn"],
    "python": lambda s: s.about("study-weka")["versions"]["python"],
    "classifiers": lambda s: len(s.about("study-weka")["classifiers"]),
    "folds": lambda s: s.about("study-weka")["folds"],
    "search-credit": lambda s: whole(_lost(s, "credit-approval", "printed", "tried")),
    "search-contraceptive": lambda s: whole(_lost(s, "cmc", "printed", "tried")),
    "found-credit": lambda s: _lost(s, "credit-approval", "printed", "j48"),
    "decoys": _decoys,
    "decoys-passed": lambda s: _lost(s, "credit-approval", "decoy", "six"),
    "decoys-confirmed": lambda s: _lost(s, "credit-approval", "decoy", "j48"),
    # German Credit.
    "splits": lambda s: s.table("german-credit-differences")["split"].nunique(),
    "nets": lambda s: s.table("german-credit-differences")["net"].nunique(),
    "comparisons": lambda s: len(_splits(s)),
    "reversals": lambda s: int(_splits(s)["apart"].sum()),
    "reversals-sure": lambda s: int((_splits(s)["apart"] & _splits(s)["sure"]).sum()),
    "delong": lambda s: int(_splits(s)["auc"].sum()),
    # Regret.
    "regret-sources": lambda s: int(s.contrast("MCC", "C")["sources"]),
    "regret-locked": lambda s: len(s.about("regret")["locked"]),
    "regret-splits": lambda s: s.about("regret")["splits"],
    "regret-tasks": lambda s: _tasks(s, FIRST),
    "regret-tasks-second": lambda s: _tasks(s, SECOND),
    "regret-models": lambda s: s.table("regret-chosen")["classifier"].nunique(),
    "regret-planned": lambda s: int((s.contrasts["family"] == "secondary").sum()),
    "regret-families": lambda s: s.table("regret-synthetic")["family"].nunique(),
    "mcc-difference": lambda s: fixed(s.contrast("MCC", "C")["difference"], 4),
    "mcc-low": lambda s: fixed(s.contrast("MCC", "C")["low"], 4),
    "mcc-high": lambda s: fixed(s.contrast("MCC", "C")["high"], 4),
    "mcc-detectable": lambda s: fixed(s.contrast("MCC", "C")["detectable"], 4),
    "own-least": lambda s: _mean_costs(s, "min", ("own",)),
    "own-most": lambda s: _mean_costs(s, "max", ("own",)),
    "known-least": lambda s: _mean_costs(s, "min", KNOWN_COSTS),
    "known-most": lambda s: _mean_costs(s, "max", KNOWN_COSTS),
    "lot-cost": lambda s: fixed(s.costs["C"].to_dict()[("by lot", "minimum")], 2),
    "scores-most": lambda s: fixed(
        s.contrasts.loc[s.contrasts["rule"] == "minimum", "difference"].abs().max(), 3
    ),
    "important": lambda _: fixed(IMPORTANT, 2),
    "contrast-cells": contrast_cells,
    "accuracy-p-a": lambda s: _exact_p(s, "accuracy", "A"),
    "accuracy-p-c": lambda s: _exact_p(s, "accuracy", "C"),
    "balanced-p-a": lambda s: _exact_p(s, "balanced accuracy", "A"),
    # Power.
    "power-cells": power_cells,
    "power-pairs": lambda s: _pairs(s, "accuracy", "pairs"),
    "power-repeats": lambda s: len(s.about("power-weka")["repeats"]),
    "power-open": lambda s: _pairs(s, "accuracy", "open"),
    "power-same": lambda s: _pairs(s, "kappa - accuracy", "alike"),
    "power-part": lambda s: _pairs(s, "kappa - accuracy", "differ"),
    "power-same-sklearn": lambda s: _pairs(s, "kappa - accuracy", "alike", "sklearn"),
    "power-part-sklearn": lambda s: _pairs(s, "kappa - accuracy", "differ", "sklearn"),
    "power-mcc": lambda s: _pairs(s, "mcc - kappa", "alike"),
}
