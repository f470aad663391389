"""Where the printed areas lie, how often AUC and AUK disagree, and what is noise.

Pure functions of the tables that `results.read` returns. A *pair* is the linear model and one
net on one split; a difference is linear minus net. A *reversal* is a pair that AUC ranks one
way and AUK, strictly, the other.

Intervals are for the splits drawn (Monte Carlo error): they say how well so many splits tell the
rate among all splits of these 1000 credits, and nothing about other credits. Nets on one split
share its linear model, so rates of different nets are not independent of each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.stats import binomtest, percentileofscore

from kappabook.papers.kaymak_auk.german_credit.areas import MEASURES, POSITIVE
from kappabook.papers.kaymak_auk.german_credit.fitting import MODELS, NETS
from kappabook.papers.kaymak_auk.german_credit.selection import PRINTED

HULL = {"raw": "", "hull": "_hull"}
BINS = (0.0, 0.01, 0.02, 0.03, 0.04, np.inf)
CONFIDENCE = 0.95
Column = NDArray[np.float64]


def by_output(splits: pd.DataFrame, outputs: pd.DataFrame) -> pd.DataFrame:
    """Put the net that is ranked by its rounded outputs in the place of the one that is not."""
    others = splits[~splits["model"].isin(outputs["model"])]
    return pd.concat([others, outputs], ignore_index=True)


def check_positive(positive: str) -> str:
    """Raise an error if the positive class is not one of the two."""
    if positive not in POSITIVE:
        raise ValueError(f"no class {positive!r}; the positive class is {' or '.join(POSITIVE)}.")
    return positive


def pairs(splits: pd.DataFrame, positive: str = "good") -> pd.DataFrame:
    """Differences, linear minus net, of every pair.

    Returns
    -------
    DataFrame
        Columns variant, net, split, auc, auc_hull, auk, auk_hull, h.
    """
    measures = ["auc", "auc_hull", *_auk(positive).values(), "h"]
    by_split = splits.set_index(["variant", "split"])
    of = {model: by_split.loc[by_split["model"] == model, measures] for model in MODELS}
    each = [of["linear"].sub(of[net]).assign(net=net).reset_index() for net in NETS]
    names = {column: f"auk{HULL[kind]}" for kind, column in _auk(positive).items()}
    table = pd.concat(each, ignore_index=True).rename(columns=names)
    return table[["variant", "net", "split", "auc", "auc_hull", "auk", "auk_hull", "h"]]


def areas_on(splits: pd.DataFrame, split: int, positive: str = "good") -> pd.DataFrame:
    """AUC and AUK of every model on one split.

    Parameters
    ----------
    splits : DataFrame
        Of one variant, such as `results.skewed` returns.
    split : int
        Its number.
    positive : {'good', 'bad'}
        The class whose AUK is taken.

    Returns
    -------
    DataFrame
        Rows auc and auk; a column for each model.
    """
    auk = f"auk_{check_positive(positive)}"
    of_split = splits[splits["split"] == split]
    if of_split.empty:
        raise ValueError(f"no split {split!r}; give 0 to {splits['split'].max()}.")
    return of_split.set_index("model")[["auc", auk]].set_axis(["auc", "auk"], axis=1).T


# --- where the printed values lie ---------------------------------------------------------------


def percentiles(
    splits: pd.DataFrame,
    positive: str = "good",
    printed: Mapping[str, Mapping[str, float]] = PRINTED,
) -> pd.DataFrame:
    """Set each printed area beside the distribution it should be a draw from.

    Returns
    -------
    DataFrame
        One row per variant, model and area: mean, sd, printed, and ``percentile``, the percent
        of splits below the printed value (ties count one half).
    """
    names = {"auc": "auc", "auc_hull": "auc_hull"}
    names |= {f"auk{HULL[kind]}": column for kind, column in _auk(positive).items()}
    rows = []
    for (variant, model), part in splits.groupby(["variant", "model"], sort=False):
        for area, column in names.items():
            values, value = part[column], printed["linear" if model == "linear" else "net"][area]
            rows.append(
                {"variant": variant, "model": model, "area": area, "splits": len(values)}
                | {"mean": values.mean(), "sd": values.std(), "printed": value}
                | {"percentile": percentileofscore(values, value, kind="mean")}
            )
    return pd.DataFrame(rows)


def joint(
    splits: pd.DataFrame, printed: Mapping[str, Mapping[str, float]] = PRINTED
) -> pd.DataFrame:
    """Ask of the four printed areas together how far out they lie among the splits.

    The distance is Mahalanobis's: from the mean of the splits, by their covariance, so that areas
    which rise together count as one. Chosen after the single percentiles had been seen.

    Returns
    -------
    DataFrame
        One row per variant, net, positive class, and raw or hull: ``splits``; the ``distance`` of
        the printed areas; ``farther``, the share of the splits that lie farther out.

    Raises
    ------
    ValueError
        Fewer splits than a covariance of four areas needs.
    """
    rows = []
    for variant, of_variant in splits.groupby("variant", sort=False):
        of = {model: part.set_index("split") for model, part in of_variant.groupby("model")}
        for net, positive, (curve, hull) in product(NETS, POSITIVE, HULL.items()):
            columns = [f"auc{hull}", _auk(positive)[curve]]
            areas = pd.concat([of["linear"][columns], of[net][columns]], axis=1).to_numpy()
            at = [printed[m][f"{area}{hull}"] for m in ("linear", "net") for area in ("auc", "auk")]
            rows.append(
                {"variant": variant, "net": net, "positive": positive, "curve": curve}
                | _how_far_out(np.array(at), areas)
            )
    return pd.DataFrame(rows)


def _how_far_out(at: Column, areas: Column) -> dict[str, float]:
    splits, together = areas.shape
    if splits <= 2 * together:
        raise ValueError(
            f"{splits} splits do not show how {together} areas go together; take "
            f"{2 * together + 1} or more."
        )
    away, inverse = np.vstack([at, areas]) - areas.mean(axis=0), np.linalg.inv(np.cov(areas.T))
    distance, *others = np.sqrt(np.einsum("ij,jk,ik->i", away, inverse, away))
    return {"splits": splits, "distance": distance, "farther": np.mean(others > distance)}


# --- how often the rankings disagree ------------------------------------------------------------


def reversals(splits: pd.DataFrame) -> pd.DataFrame:
    """How often AUC and AUK rank a pair in opposite ways.

    Returns
    -------
    DataFrame
        One row per variant, net, positive class, and raw or hull, with ``linear_ahead``, the
        share of splits in which the linear model leads by AUC, and the rate with its Wilson
        interval.
    """
    rows = []
    for positive in POSITIVE:
        for (variant, net), part in pairs(splits, positive).groupby(["variant", "net"], sort=False):
            for kind, suffix in HULL.items():
                reversed_ = _reversed(part, suffix)
                rows.append(
                    {"variant": variant, "net": net, "positive": positive, "curve": kind}
                    | {"linear_ahead": (part[f"auc{suffix}"] > 0).mean()}
                    | rate(reversed_)
                )
    return pd.DataFrame(rows)


def reversals_at_the_printed_gap(
    splits: pd.DataFrame, positive: str = "good", hull: bool = False
) -> int:
    """Count the pairs as printed: linear ahead by AUC by so much or more, and the net by AUK."""
    table, suffix = pairs(splits, positive), HULL["hull" if hull else "raw"]
    gap = PRINTED["linear"][f"auc{suffix}"] - PRINTED["net"][f"auc{suffix}"]
    return int(((table[f"auc{suffix}"] >= gap) & (table[f"auk{suffix}"] < 0)).sum())


def reversals_by_difference(
    splits: pd.DataFrame,
    positive: str = "good",
    hull: bool = False,
    bins: Sequence[float] = BINS,
) -> pd.DataFrame:
    """Reversals by how far apart linear model and net are by AUC.

    Returns
    -------
    DataFrame
        One row per variant, net and bin ``low <= |difference in AUC| < high`` that occurs.
    """
    table, suffix = pairs(splits, positive), HULL["hull" if hull else "raw"]
    table["reversed"] = _reversed(table, suffix)
    table["bin"] = np.digitize(table[f"auc{suffix}"].abs(), bins) - 1
    return pd.DataFrame(
        [
            {"variant": variant, "net": net, "low": bins[k], "high": bins[k + 1]}
            | rate(part.loc[part["bin"] == k, "reversed"])
            for (variant, net), part in table.groupby(["variant", "net"], sort=False)
            for k in sorted(set(part["bin"]))
        ]
    )


def full_pattern(splits: pd.DataFrame) -> pd.DataFrame:
    """How often a pair shows all four printed rankings: linear by AUC, net by AUK, raw and hull."""
    rows = []
    for positive in POSITIVE:
        table = pairs(splits, positive)
        shows = (table[["auc", "auc_hull"]] > 0).all(axis=1)
        table["shows"] = shows & (table[["auk", "auk_hull"]] < 0).all(axis=1)
        rows += [
            {"variant": variant, "net": net, "positive": positive} | rate(part["shows"])
            for (variant, net), part in table.groupby(["variant", "net"], sort=False)
        ]
    return pd.DataFrame(rows)


def third_opinion(splits: pd.DataFrame) -> pd.DataFrame:
    """How often the H-measure ranks a pair against the AUC, the AUK, or both.

    Returns
    -------
    DataFrame
        One row per variant, positive class and net: ``splits``; ``against_auc``,
        ``against_auk``; ``against_both``, where these two agree; ``apart``, the pairs that AUC
        and AUK rank apart, and ``with_auk``, on how many of them H sides with the AUK. A tie is
        against nothing.
    """
    rows = []
    for positive in POSITIVE:
        for (variant, net), part in pairs(splits, positive).groupby(["variant", "net"], sort=False):
            auc, auk, h = (np.sign(part[name]) for name in ("auc", "auk", "h"))
            counts = {
                "splits": part["h"].notna(),
                "against_auc": auc * h < 0,
                "against_auk": auk * h < 0,
                "against_both": (auc * h < 0) & (auk * h < 0),
                "apart": auc * auk < 0,
                "with_auk": (auc * auk < 0) & (auk * h > 0),
            }
            head = {"variant": variant, "positive": positive, "net": net}
            rows.append(head | {name: int(column.sum()) for name, column in counts.items()})
    return pd.DataFrame(rows)


def told_apart(differences: pd.DataFrame, level: float = 0.05) -> pd.DataFrame:
    """Count on how many splits a test tells the models apart, and on how many reversals.

    Parameters
    ----------
    differences : DataFrame
        As `results.differences` returns.
    level : float
        Of each test.

    Returns
    -------
    DataFrame
        One row per net: ``splits``; ``auc``, ``auk`` and ``both``, the splits on which DeLong's
        test, the bootstrap, and both find a difference at `level`; ``reversals``, and of these
        ``one_sure`` and ``both_sure``, those on which one or both areas differ at `level`;
        ``linear_ahead``, of the splits counted in ``auc``, those on which the linear model leads.
    """
    auc, auk = differences["auc_p"] < level, differences["auk_p"] < level
    # Rounded as the splits file is: a last digit is no lead.
    turned = differences["auc"].round(6) * differences["auk"].round(6) < 0
    columns = {
        "splits": differences["auc"].notna(),
        **{"auc": auc, "auk": auk, "both": auc & auk},
        "linear_ahead": auc & (differences["auc"] > 0),
        "reversals": turned,
        "one_sure": turned & (auc ^ auk),
        "both_sure": turned & auc & auk,
    }
    return pd.DataFrame(columns).groupby(differences["net"], sort=False).sum()


# --- what is noise ------------------------------------------------------------------------------


def restart_noise(restarts: pd.DataFrame, splits: pd.DataFrame, variant: str) -> pd.DataFrame:
    """Spread of a net on one split under other first weights, beside its spread over splits."""
    measures = [name for name in MEASURES if not name.startswith("best")]
    over_splits = splits[splits["variant"] == variant].groupby("model")[measures].std()
    table = pd.concat(
        {"restarts": restarts.groupby("model")[measures].std(), "splits": over_splits},
        names=["over"],
    ).reset_index()
    return table[table["model"].isin(NETS)].reset_index(drop=True)


def rate(happened: pd.Series) -> dict[str, float]:
    """Count, rate and Wilson interval of a column of truth values."""
    n, k = len(happened), int(happened.sum())
    interval = binomtest(k, n).proportion_ci(CONFIDENCE, method="wilson")
    return {"n": n, "count": k, "rate": k / n, "low_95": interval.low, "high_95": interval.high}


def _reversed(pairs: pd.DataFrame, suffix: str) -> pd.Series:
    return pairs[f"auc{suffix}"] * pairs[f"auk{suffix}"] < 0


def _auk(positive: str) -> dict[str, str]:
    check_positive(positive)
    return {kind: f"auk_{positive}{suffix}" for kind, suffix in HULL.items()}
