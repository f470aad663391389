"""What became of the German Credit example, in sentences whose numbers are computed."""

from __future__ import annotations

from kappabook.papers.kaymak_auk.german_credit import analysis
from kappabook.papers.kaymak_auk.german_credit.results import committed, skewed
from kappabook.papers.kaymak_auk.german_credit.selection import PRINTED

CLOSE, FAR = 0.01, 0.04


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
    ranks = analysis.percentiles(splits, positive)
    linear = ranks.query("model == 'linear'")["percentile"]
    net = ranks.query("model == 'net-converged'")["percentile"]
    shown = committed().about["shown_split"]
    gap = PRINTED["linear"]["auc"] - PRINTED["net"]["auc"]
    return "\n".join(
        [
            f"Of {n_splits} splits, with {positive} as the positive class:",
            "",
            f"- **Reproduced in kind.** AUC and AUK rank linear regression and net apart in "
            f"{_span(raw['rate'])} of the splits, depending on how the net is trained.",
            f"- **Rare in this form.** The whole printed pattern (linear ahead by AUC, net by AUK, "
            f"raw and on the hull) comes in {_span(pattern['rate'])}.",
            f"- **A matter of near ties.** Where the AUCs differ by less than {CLOSE}, "
            f"{_span(close)} are ranked apart; where by {FAR} or more, as in print ({gap:.4f}), "
            f"{int(far['count'].sum())} of {int(far['n'].sum())}.",
            f"- **Ordinary values.** The printed areas of the linear model are at percentiles "
            f"{linear.min():.0f} to {linear.max():.0f}, those of the net at {net.min():.0f} to "
            f"{net.max():.0f} of a net trained to convergence.",
            f"- **Not recoverable.** The split and the net are lost. The closest of "
            f"{shown['searched']} fits that shows the pattern is {shown['deviation']:.3f} away.",
        ]
    )


def _span(rates: object) -> str:
    low, high = 100 * min(rates), 100 * max(rates)  # type: ignore[call-overload]
    return f"{low:.1f} %" if f"{low:.1f}" == f"{high:.1f}" else f"{low:.1f} to {high:.1f} %"
