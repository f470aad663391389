"""What became of the German Credit example, in sentences whose numbers are computed."""

from __future__ import annotations

import pandas as pd

from kappabook.papers.kaymak_auk.german_credit import analysis
from kappabook.papers.kaymak_auk.german_credit.fitting import NETS
from kappabook.papers.kaymak_auk.german_credit.results import committed, differences, skewed
from kappabook.papers.kaymak_auk.german_credit.selection import PRINTED

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
    raw = analysis.reversals(splits).query("positive == @positive and curve == 'raw'")
    pattern = analysis.full_pattern(splits).query("positive == @positive")
    apart = analysis.reversals_by_difference(splits, positive)
    close = apart.query("high == @CLOSE")["rate"]
    far = apart.query("low == @FAR")
    together = analysis.joint(splits).query("curve == 'raw'").groupby("positive")["farther"]
    farther = {of: _span(shares) for of, shares in together}
    other = {"good": "bad", "bad": "good"}[positive]
    as_printed = analysis.reversals_at_the_printed_gap(splits, positive)
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
    pairs = analysis.pairs(skewed(n_splits), positive).query("net == @NET")
    reversals = pairs.loc[pairs["auc"] * pairs["auk"] < 0, "split"]
    said = (
        f"**{finding(areas)}** on split {split}, with {positive} as the positive class. "
        f"The regression's value minus the net's is {auc:+.4f} for the AUC and {auk:+.4f} for the "
        f"AUK. So this split {'shows a' if is_reversal else 'shows no'} rank reversal. "
        f"Of the first {n_splits} stored splits {len(reversals)} show a reversal of these two "
        "models."
    )
    if len(reversals) and not is_reversal:
        first = reversals.min()
        said += f" The first of them is split {first}: set `SPLIT = {first}` and run again."
    return said


def _ahead(areas: pd.DataFrame) -> pd.Series:
    """By how much the regression leads, by each area; areas are stored to six digits."""
    return (areas["linear"] - areas[NET]).loc[["auc", "auk"]].round(6)


def _near_ties(n_splits: int, positive: str) -> list[str]:
    """Say on how many reversals a test is sure; the tests were made with good as positive."""
    if positive != "good":
        return []
    each = analysis.told_apart(differences(n_splits))
    turned, sure = int(each["reversals"].sum()), int(each[["one_sure", "both_sure"]].sum().sum())
    return [
        f"- **A reversal is a near tie.** Of {turned} reversals (of three nets together) there are "
        f"{sure} on which a test finds a difference between the models at 0.05, by either area."
    ]


def _span(rates: object) -> str:
    low, high = 100 * min(rates), 100 * max(rates)  # type: ignore[call-overload]
    return f"{low:.1f} %" if f"{low:.1f}" == f"{high:.1f}" else f"{low:.1f} to {high:.1f} %"
