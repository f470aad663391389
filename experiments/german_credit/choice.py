"""Which split is shown.

How the split to show is chosen was fixed before any result was looked at. The candidates are all
pairs of split and net of the first variant. A candidate must show the printed rankings: the linear
model ahead by AUC, the net ahead by AUK, raw and on the hull, with good as the positive class. Of
those, the one whose eight areas (AUC and AUK, raw and hull, of both models) come closest to Tables
4 and 5 is shown: the smallest maximum absolute deviation. So the reversal in it is sought out;
only its rarity is a result.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from kappabook.papers.kaymak_auk.german_credit.results import NETS, PRINTED, VARIANT

CRITERION = (
    "smallest maximum absolute deviation from the eight printed areas (AUC and AUK, raw and "
    "hull, linear and net, good positive), among the pairs that show the printed rankings"
)


@dataclass(frozen=True)
class Candidate:
    """One split with one net beside the linear model."""

    split: int
    net: str
    areas: Mapping[str, Mapping[str, float]]

    @property
    def deviation(self) -> float:
        """Largest distance to a printed area."""
        return max(
            abs(self.areas[model][key] - printed)
            for model, column in PRINTED.items()
            for key, printed in column.items()
        )

    @property
    def shows_rankings(self) -> bool:
        """Linear ahead by AUC and behind by AUK, raw and on the hull."""
        linear, net = self.areas["linear"], self.areas["net"]
        return all(
            linear[f"auc{hull}"] > net[f"auc{hull}"] and linear[f"auk{hull}"] < net[f"auk{hull}"]
            for hull in ("", "_hull")
        )


def candidates(records: Iterable[Mapping[str, Any]]) -> list[Candidate]:
    """Pair the linear model with each net, split by split."""
    by_split: dict[int, dict[str, Mapping[str, Any]]] = {}
    for record in records:
        if record["variant"] == VARIANT:
            by_split.setdefault(record["split"], {})[record["model"]] = record
    return [
        Candidate(split, net, {"linear": _areas(models["linear"]), "net": _areas(models[net])})
        for split, models in by_split.items()
        for net in NETS
    ]


def choose(records: Iterable[Mapping[str, Any]]) -> tuple[Candidate, dict[str, Any]]:
    """Choose the split to show; say by what criterion, from how many, and what else there was."""
    every = candidates(records)
    with_rankings = [candidate for candidate in every if candidate.shows_rankings]
    closest = min(every, key=lambda candidate: candidate.deviation)
    chosen = min(with_rankings or every, key=lambda candidate: candidate.deviation)
    about = {
        "criterion": CRITERION,
        "searched": len(every),
        "with_the_printed_rankings": len(with_rankings),
        "variant": VARIANT,
        **_described(chosen),
        "closest_with_any_rankings": _described(closest),
    }
    return chosen, about


def _areas(record: Mapping[str, Any]) -> dict[str, float]:
    columns = {"auc": "auc", "auc_hull": "auc_hull", "auk": "auk_good", "auk_hull": "auk_good_hull"}
    return {name: record[column] for name, column in columns.items()}


def _described(candidate: Candidate) -> dict[str, Any]:
    areas = {
        model: {key: float(f"{value:.6g}") for key, value in column.items()}
        for model, column in candidate.areas.items()
    }
    return {
        "split": candidate.split,
        "net": candidate.net,
        "deviation": float(f"{candidate.deviation:.6g}"),
        "areas": areas,
    }
