"""Where the printed numbers lie among the splits of the re-run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.signal import find_peaks
from scipy.stats import percentileofscore

from kappabook.metrics import kappa_curve
from kappabook.papers.kaymak_auk.german_credit.results import committed
from kappabook.papers.kaymak_auk.german_credit.selection import VARIANT

# The splits whose middle part is a range for a printed area.
CENTRAL = 0.95

Column = NDArray[np.float64]


@dataclass(frozen=True)
class Distribution:
    """One measure over the splits, by model; the paper's net has one for each training."""

    by_model: Mapping[str, Column]

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


def distribution(model: str, column: str, variant: str = VARIANT) -> Distribution:
    """Return the re-run's values of one column, such as ``auk_good_hull``, of 'linear' or 'net'."""
    table = _by_model(column, variant)
    chosen = sorted(name for name in map(str, table) if name.split("-")[0] == model)
    return Distribution({name: table[name].to_numpy(np.float64) for name in chosen})


def ranked_alike(auc: str, auk: str) -> dict[str, float]:
    """Return the percentage of original splits that two columns rank alike, by training."""
    leads = [
        np.sign(table.rsub(table["linear"], axis=0).drop(columns="linear"))
        for table in (_by_model(column, "original") for column in (auc, auk))
    ]
    found = 100 * (leads[0] == leads[1]).mean()
    return {model: float(found[model]) for model in sorted(map(str, leads[0]))}


def correlation(one: str, other: str) -> dict[str, float]:
    """Return the correlation of two columns over the splits, by model."""
    first, second = (_by_model(column, VARIANT) for column in (one, other))
    found = first.corrwith(second)
    return {model: float(found[model]) for model in sorted(map(str, first))}


def maxima(model: str) -> tuple[int, int]:
    """Count the local maxima of kappa along a ROC curve of the split that is shown.

    Returns
    -------
    tuple of (int, int)
        How many there are, and how many of them are the largest.
    """
    cases = committed().shown.query("role == 'test'")
    _, kappa, _ = kappa_curve(cases["class"], cases[model], pos_label="good")
    peaks, _ = find_peaks(np.concatenate([[-2], kappa, [-2]]))
    return len(peaks), int((kappa[peaks - 1] == kappa.max()).sum())


def _by_model(column: str, variant: str) -> pd.DataFrame:
    """One column of the results, a row for each split and a column for each model."""
    splits = committed().splits
    return splits[splits["variant"] == variant].pivot(index="split", columns="model", values=column)
