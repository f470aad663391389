"""What the experiment left, which split is shown, and where the printed numbers lie."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pandas as pd
import scipy
from numpy.typing import NDArray

from kappabook.data.datasheet import results_file
from kappabook.metrics import kappa_curve
from kappabook.papers.kaymak_auk.tables import AREAS, as_printed, read_areas
from kappabook.papers.kaymak_auk.tables import MODELS as PRINTED_MODELS

FORMAT = 1
ABOUT = "german-credit.json"
SPLITS = "german-credit-splits.csv"
OUTPUTS = "german-credit-outputs.csv"
RESTARTS = "german-credit-restarts.csv"
SHOWN = "german-credit-split.csv"
DIFFERENCES = "german-credit-differences.csv"
# The nets by how they are trained: `experiments/german_credit/fitting.py`.
NETS = ("net-converged", "net-stopped", "net-decay")
MODELS = ("linear", *NETS)
POSITIVE = ("good", "bad")
MEASURES = (
    *("auc", "auc_hull", "auk_good", "auk_good_hull", "auk_bad", "auk_bad_hull"),
    *("h", "best_fpr", "best_tpr", "best_kappa"),
)


@dataclass(frozen=True)
class Results:
    """What ``make rerun WHAT=german-credit`` left in ``data/results``.

    Attributes
    ----------
    splits : DataFrame
        One row per variant, split and model.
    outputs : DataFrame
        The same for ``net-converged`` alone, ranked by its outputs as they are rounded.
    restarts : DataFrame
        One row per net and restart of the fixed split.
    shown : DataFrame
        The split that is shown: row numbers, roles, and the scores of its test cases.
    about : dict
        Command, seeds, versions, settings, and how the shown split was chosen.
    """

    splits: pd.DataFrame
    outputs: pd.DataFrame
    restarts: pd.DataFrame
    shown: pd.DataFrame
    about: dict[str, Any]


def read() -> Results:
    """Read the results from ``data/results``.

    A version that this code does not read raises ValueError; other errors are those of
    `kappabook.data.datasheet.results_file`.
    """
    about = json.loads(results_file(ABOUT).read_text(encoding="utf-8"))
    if about["format"] != FORMAT:
        raise ValueError(
            f"{ABOUT} is of format {about['format']!r}; this code reads {FORMAT}. Restore "
            "data/results from git, or make it anew: make rerun WHAT=german-credit."
        )
    named = (SPLITS, OUTPUTS, RESTARTS, SHOWN)
    splits, outputs, restarts, shown = (pd.read_csv(results_file(name)) for name in named)
    return Results(splits, outputs, restarts, shown, about)


@cache
def committed() -> Results:
    """Read the results of the experiment once."""
    return read()


def skewed(n_splits: int = 1000) -> pd.DataFrame:
    """Return the first splits of the reading that is nearest to the text."""
    return first_splits(committed().splits.query(f"variant == {VARIANT!r}"), n_splits)


@cache
def all_differences() -> pd.DataFrame:
    """Read what `differences` found on every split, linear minus each net."""
    return pd.read_csv(results_file(DIFFERENCES))


def differences(n_splits: int = 1000) -> pd.DataFrame:
    """Return it for the first splits."""
    return first_splits(all_differences(), n_splits)


def first_splits(splits: pd.DataFrame, n_splits: int) -> pd.DataFrame:
    """Keep the first splits of each variant."""
    most = splits["split"].max() + 1
    if not 1 <= n_splits <= most:
        raise ValueError(f"{n_splits} splits asked for; give 1 to {most}.")
    return splits[splits["split"] < n_splits]


# --- one split to show, close to print: experiments/german_credit/choice.py -----------------------

VARIANT = "numeric-786"
# Tables 4 (hull) and 5 (raw), by model.
PRINTED: dict[str, dict[str, float]] = {model: {} for model in PRINTED_MODELS}
for _table, _hull in AREAS.items():
    for _model, _pair in read_areas(as_printed(), _table).items():
        names = (f"{area}{'_hull' * _hull}" for area in ("auc", "auk"))
        PRINTED[_model] |= dict(zip(names, _pair.numbers, strict=True))


# --- where the printed numbers lie among the splits -----------------------------------------------

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
            f"{scipy.stats.percentileofscore(values, value, kind='mean'):.0f} ({model})"
            for model, values in self.by_model.items()
        )
        (splits,) = {len(values) for values in self.by_model.values()}
        return f"{splits} splits of the re-run: {ranks}"


def distribution(model: str, column: str) -> Distribution:
    """Return the re-run's values of one column, such as ``auk_good_hull``, of 'linear' or 'net'."""
    table = _by_model(column, VARIANT)
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
    peaks, _ = scipy.signal.find_peaks(np.concatenate([[-2], kappa, [-2]]))
    return len(peaks), int((kappa[peaks - 1] == kappa.max()).sum())


def _by_model(column: str, variant: str) -> pd.DataFrame:
    """One column of the results, a row for each split and a column for each model."""
    splits = committed().splits
    return splits[splits["variant"] == variant].pivot(index="split", columns="model", values=column)
