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
import scipy
from numpy.typing import NDArray

from kappabook.papers.kaymak_auk.german_credit.results import (
    MEASURES,
    MODELS,
    NETS,
    POSITIVE,
    PRINTED,
    committed,
    differences,
    skewed,
)

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


def either_way(splits: pd.DataFrame) -> pd.DataFrame:
    """Put the pairs with good positive above those with bad positive."""
    each = [pairs(splits, positive).assign(positive=positive) for positive in POSITIVE]
    return pd.concat(each, ignore_index=True)


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
    table = either_way(splits)
    kinds = [
        table.assign(curve=kind, ahead=table[f"auc{hull}"] > 0, turned=_reversed(table, hull))
        for kind, hull in HULL.items()
    ]
    table = pd.concat(kinds).sort_index(kind="stable")
    by = ["variant", "net", "positive", "curve"]
    ahead = table.groupby(by, sort=False)["ahead"].mean()
    found = rates(table, by, "turned")
    found.insert(len(by), "linear_ahead", ahead.to_numpy())
    return found


def reversals_at_the_printed_gap(splits: pd.DataFrame, positive: str = "good") -> int:
    """Count the pairs as printed: linear ahead by AUC by so much or more, and the net by AUK."""
    table, gap = pairs(splits, positive), PRINTED["linear"]["auc"] - PRINTED["net"]["auc"]
    return int(((table["auc"] >= gap) & (table["auk"] < 0)).sum())


def reversals_by_difference(
    splits: pd.DataFrame,
    positive: str = "good",
    bins: Sequence[float] = BINS,
) -> pd.DataFrame:
    """Reversals by how far apart linear model and net are by AUC.

    Returns
    -------
    DataFrame
        One row per variant, net and bin ``low <= |difference in AUC| < high`` that occurs.
    """
    table = pairs(splits, positive)
    k = np.digitize(table["auc"].abs(), bins)
    table = table.assign(low=np.take(bins, k - 1), high=np.take(bins, k))
    table["turned"] = _reversed(table, HULL["raw"])
    by = ["variant", "net", "low", "high"]
    return rates(table.sort_values("low", kind="stable"), by, "turned")


def full_pattern(splits: pd.DataFrame) -> pd.DataFrame:
    """How often a pair shows all four printed rankings: linear by AUC, net by AUK, raw and hull."""
    table = either_way(splits)
    by_auc, by_auk = table[["auc", "auc_hull"]] > 0, table[["auk", "auk_hull"]] < 0
    table["shows"] = by_auc.all(axis=1) & by_auk.all(axis=1)
    return rates(table, ["variant", "net", "positive"], "shows")


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
    table = either_way(splits)
    auc, auk, h = (np.sign(table[name]) for name in ("auc", "auk", "h"))
    counts = {
        "splits": table["h"].notna(),
        "against_auc": auc * h < 0,
        "against_auk": auk * h < 0,
        "against_both": (auc * h < 0) & (auk * h < 0),
        "apart": auc * auk < 0,
        "with_auk": (auc * auk < 0) & (auk * h > 0),
    }
    by = [table[name] for name in ("variant", "positive", "net")]
    return pd.DataFrame(counts).groupby(by, sort=False).sum().reset_index()


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


def rates(table: pd.DataFrame, by: list[str], happened: str) -> pd.DataFrame:
    """Count, rate and Wilson interval of a column of truth values, in groups as they appear."""
    found = table.groupby(by, sort=False)[happened].agg(n="size", count="sum").reset_index()
    ends = [
        scipy.stats.binomtest(k, n).proportion_ci(CONFIDENCE, method="wilson")
        for k, n in zip(found["count"], found["n"], strict=True)
    ]
    found["rate"] = found["count"] / found["n"]
    return found.assign(low_95=[end.low for end in ends], high_95=[end.high for end in ends])


def _reversed(pairs: pd.DataFrame, suffix: str) -> pd.Series:
    return pairs[f"auc{suffix}"] * pairs[f"auk{suffix}"] < 0


def _auk(positive: str) -> dict[str, str]:
    check_positive(positive)
    return {kind: f"auk_{positive}{suffix}" for kind, suffix in HULL.items()}


# --- what became of the example, in sentences -----------------------------------------------------

CLOSE, FAR = 0.01, 0.04
# The net that notebook 07 trains before the reader's eyes.
NET = "net-stopped"
NAMES = {"linear": "linear regression", NET: "net"}


def verdict(n_splits: int = 1000, positive: str = "good") -> str:
    """Write the verdict on the example, in Markdown.

    Parameters
    ----------
    n_splits : int
        How many of the committed splits to count.
    positive : {'good', 'bad'}
        The class whose AUK is taken.
    """
    splits = skewed(n_splits)
    raw = reversals(splits).query("positive == @positive and curve == 'raw'")
    pattern = full_pattern(splits).query("positive == @positive")
    apart = reversals_by_difference(splits, positive)
    close = apart.query("high == @CLOSE")["rate"]
    far = apart.query("low == @FAR")
    together = joint(splits).query("curve == 'raw'").groupby("positive")["farther"]
    farther = {of: _span(shares) for of, shares in together}
    other = {"good": "bad", "bad": "good"}[positive]
    as_printed = reversals_at_the_printed_gap(splits, positive)
    shown = committed().about["shown_split"]
    gap = PRINTED["linear"]["auc"] - PRINTED["net"]["auc"]
    return "\n".join(
        [
            f"Of {n_splits} splits, with {positive} as the positive class:",
            "",
            f"- **It does happen.** AUC and AUK rank the linear regression and the net differently "
            f"in {_span(raw['rate'])} of the splits, depending on how the net is trained.",
            f"- **The printed pattern is rare.** Linear is ahead by AUC and the net by AUK, with "
            f"and without the hull, in {_span(pattern['rate'])} of the splits.",
            f"- **It happens where the AUCs are close.** Where they differ by less than {CLOSE}, "
            f"AUC and AUK disagree in {_span(close)}. Where they differ by {FAR} or more, as in "
            f"print ({gap:.4f}), they disagree in {int(far['count'].sum())} of "
            f"{int(far['n'].sum())}. In {as_printed} of all {len(NETS) * n_splits} pairs the "
            f"regression leads by as much as in print, or more, and the net by AUK.",
            *_near_ties(n_splits, positive),
            f"- **Taken together, the printed areas are unusual.** Of our splits "
            f"{farther[positive]} lie farther from the middle than the four areas of Table 5, "
            f"depending on the net. With {other} as the positive class it would be "
            f"{farther[other]}. (We chose this measure after we had seen the data.)",
            f"- **The original cannot be recovered.** The split and the net are lost. Of "
            f"{shown['searched']} fits we took the closest one that shows the pattern. Its areas "
            f"are within {shown['deviation']:.3f} of the printed ones.",
        ]
    )


def finding(areas: pd.DataFrame) -> str:
    """Say which model each area prefers, as the title of a figure.

    Parameters
    ----------
    areas : DataFrame
        As of `analysis.areas_on`: rows auc and auk, columns linear and net-stopped.
    """
    ahead = _ahead(areas)
    tied = [area for area in ("AUC", "AUK") if ahead[area.lower()] == 0]
    if tied:
        return f"The two models tie by {' and by '.join(tied)}"
    by_auc, by_auk = (NAMES["linear" if lead > 0 else NET] for lead in ahead)
    if by_auc == by_auk:
        return f"AUC and AUK both prefer the {by_auc}"
    return f"The AUC prefers the {by_auc}, the AUK prefers the {by_auk}"


def on_one_split(
    areas: pd.DataFrame, split: int, positive: str = "good", n_splits: int = 1000
) -> str:
    """Say how AUC and AUK rank the two models on one split, in Markdown.

    Parameters
    ----------
    areas : DataFrame
        As for `finding`.
    split : int
        Its number.
    positive : {'good', 'bad'}
        The class whose AUK was taken.
    n_splits : int
        In how many of the committed splits to look for reversals.
    """
    auc, auk = _ahead(areas)
    is_reversal = auc * auk < 0
    of_net = pairs(skewed(n_splits), positive).query("net == @NET")
    turned = of_net.loc[_reversed(of_net, HULL["raw"]), "split"]
    said = (
        f"**{finding(areas)}** on split {split}, with {positive} as the positive class. "
        f"The regression's value minus the net's is {auc:+.4f} for the AUC and {auk:+.4f} for the "
        f"AUK. So this split {'shows a' if is_reversal else 'shows no'} rank reversal. "
        f"Of the first {n_splits} stored splits {len(turned)} show a reversal of these two "
        "models."
    )
    if len(turned) and not is_reversal:
        first = turned.min()
        said += f" The first of them is split {first}: set `SPLIT = {first}` and run again."
    return said


def _ahead(areas: pd.DataFrame) -> pd.Series:
    """By how much the regression leads, by each area; areas are stored to six digits."""
    return (areas["linear"] - areas[NET]).loc[["auc", "auk"]].round(6)


def _near_ties(n_splits: int, positive: str) -> list[str]:
    """Say on how many reversals a test is sure; the tests were made with good as positive."""
    if positive != "good":
        return []
    each = told_apart(differences(n_splits))
    turned, sure = int(each["reversals"].sum()), int(each[["one_sure", "both_sure"]].sum().sum())
    return [
        f"- **A reversal is a near tie.** Of {turned} reversals (of three nets together) there are "
        f"{sure} on which a test finds a difference between the models at 0.05, by either area."
    ]


def _span(rates: object) -> str:
    low, high = 100 * min(rates), 100 * max(rates)  # type: ignore[call-overload]
    return f"{low:.1f} %" if f"{low:.1f}" == f"{high:.1f}" else f"{low:.1f} to {high:.1f} %"
