"""The documents by key: their titles and the names of their figures."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Paper:
    """What is known of one document beside its claims.

    Attributes
    ----------
    title : str
        As printed; so it is cited in ``CITATION.cff``.
    figures : tuple of str
        Names of its figures, in order. Each is drawn by the function of that name (with ``_`` for
        ``-``) in ``papers/<key>/figures.py``, into ``figures/<key>-<name>.svg``.
    """

    title: str
    figures: tuple[str, ...]


# By key, in the order of their notebooks.
PAPERS = {
    "kappa_guide": Paper(
        "Cohen's Kappa (a documentation page)",
        ("doctors", "lazy"),
    ),
    "cats_and_dogs": Paper(
        # Our copy begins below the title; this is what the page's address says.
        "How to evaluate the performance of QSAR/QSPR classification models",
        ("fig1", "fig2", "fig3", "fig4", "fig5"),
    ),
    "bendavid2008": Paper(
        "About the relationship between ROC curves and Cohen's kappa",
        ("fig1", "fig2", "fig3", "fig4"),
    ),
    "bendavid2007": Paper(
        "A lot of randomness is hiding in accuracy",
        ("chance", "intervals", "t-tests", "rerun", "seeds", "cd", "drivers"),
    ),
    "kaymak_auk": Paper(
        "AUK: a simple alternative to the AUC",
        (
            *("fig1", "bounds", "ceiling", "swap", "optimum", "prior"),
            *("fig2", "fig3", "distributions", "reversals"),
        ),
    ),
    # From many publications: the second part of an id is one of data/printed/references.csv.
    "critics": Paper(
        "The critics",
        ("bounds", "prevalence", "cut", "regret", "regret-split", "regret-rules"),
    ),
    "calderon2025": Paper(
        "The Alternative Annotator Test for LLM-as-a-Judge: How to Statistically Justify "
        "Replacing Human Annotators with LLMs",
        ("verdicts", "epsilon", "rules", "rates"),
    ),
}
