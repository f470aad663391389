"""Where the printed numbers lie among the splits of the re-run, if its results are there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.signal import find_peaks
from scipy.stats import percentileofscore

from kappabook.checkout import results_folder
from kappabook.datasheet import SHEET, results_file
from kappabook.metrics import kappa_curve
from kappabook.papers.kaymak_auk.german_credit.selection import VARIANT

FILE, SHOWN = "german-credit-splits.csv", "german-credit-split.csv"
SKEWED, ORIGINAL = VARIANT, "original"
# One linear model; several trainings of the net, since the document names none.
LINEAR, NETS = "linear", "net-"
# The splits whose middle part is a range for a printed area.
CENTRAL = 0.95

Column = NDArray[np.float64]


@dataclass(frozen=True)
class Distribution:
    """One measure over the splits, by model."""

    by_model: dict[str, Column]

    @property
    def central(self) -> tuple[float, float]:
        """Ends of the middle 95 % of the values, of whichever model they are widest."""
        tails = (1 - CENTRAL) / 2, (1 + CENTRAL) / 2
        lows, highs = zip(*(np.quantile(v, tails) for v in self.by_model.values()), strict=True)
        return float(min(lows)), float(max(highs))

    def percentiles(self, value: float) -> str:
        """Say which percentile a value is in each model's distribution; ties count one half."""
        ranks = ", ".join(
            f"{percentileofscore(values, value, kind='mean'):.0f} ({model})"
            for model, values in self.by_model.items()
        )
        (splits,) = {len(values) for values in self.by_model.values()}
        return f"{splits} splits of the re-run: {ranks}"


def distribution(model: str, column: str, variant: str = SKEWED) -> Distribution | None:
    """Return the re-run's values of one column, such as ``auk_good_hull``; None without results.

    `model` is 'linear' or 'net'; the latter has one entry per training.
    """
    splits = _splits(results_folder())
    if splits is None:
        return None
    of_variant = splits[splits["variant"] == variant].sort_values("split")
    models = [LINEAR] if model == LINEAR else _nets(of_variant)
    chosen = {name: of_variant.loc[of_variant["model"] == name, column] for name in models}
    return Distribution({name: values.to_numpy(np.float64) for name, values in chosen.items()})


def ranked_alike(measures: Sequence[str], variant: str = ORIGINAL) -> dict[str, float]:
    """Return the percentage of splits in which two columns rank linear and net alike.

    By training of the net; empty without results.
    """
    columns = [
        (distribution(LINEAR, m, variant), distribution("net", m, variant)) for m in measures
    ]
    percent = {}
    for linear, nets in columns[:1]:
        for net in nets.by_model if linear and nets else ():
            leads = [
                np.sign(one.by_model[LINEAR] - other.by_model[net])
                for one, other in columns
                if one and other
            ]
            percent[net] = 100 * float((leads[0] == leads[1]).mean())
    return percent


def correlation(one: str, other: str) -> dict[str, float]:
    """Return the correlation of two columns over the splits, by model; empty without results."""
    found = {}
    for model in (LINEAR, "net"):
        first, second = distribution(model, one), distribution(model, other)
        if first and second:
            for name, values in first.by_model.items():
                found[name] = float(np.corrcoef(values, second.by_model[name])[0, 1])
    return found


def maxima() -> dict[str, tuple[int, int]]:
    """Count the local maxima of kappa along the ROC curves of the split that is shown.

    Returns
    -------
    dict of str to (int, int)
        By model: how many there are, and how many of them are the largest; empty without results.
    """
    if not any((results_folder() / name).exists() for name in (SHOWN, SHEET)):
        return {}
    cases = pd.read_csv(results_file(SHOWN)).query("role == 'test'")
    found = {}
    for model in (LINEAR, "net"):
        _, kappa, _ = kappa_curve(cases["class"], cases[model], pos_label="good")
        peaks, _ = find_peaks(np.concatenate([[-2], kappa, [-2]]))
        found[model] = len(peaks), int((kappa[peaks - 1] == kappa.max()).sum())
    return found


@cache
def _splits(folder: Path) -> pd.DataFrame | None:
    there = any((folder / name).exists() for name in (FILE, SHEET))
    return pd.read_csv(results_file(FILE)) if there else None


def _nets(splits: pd.DataFrame) -> list[str]:
    return sorted(name for name in splits["model"].unique() if name.startswith(NETS))
