"""What the house needs to know of each document, said once."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Paper:
    """What is known of one document beside its claims.

    Attributes
    ----------
    title : str
        As printed.
    authors : str
        Short, as the poster names them.
    notebooks : tuple of str
        The notebooks that show it, without their suffix; the first gives its place in the order.
    figures : tuple of str
        Names of its figures, in order. Each is drawn by the function of that name (with ``_`` for
        ``-``) in ``papers/<key>_figures.py`` or ``papers/<key>/figures``, into
        ``figures/<key>-<name>.svg``.
    gathered : bool
        Whether its claims come from many publications; then the second part of an id is one of
        ``data/printed/references.csv``.
    """

    title: str
    authors: str
    notebooks: tuple[str, ...]
    figures: tuple[str, ...]
    gathered: bool = False


# By key, in the order of their notebooks.
PAPERS = {
    "kappa_guide": Paper(
        title="Cohen's Kappa (a documentation page)",
        authors="A documentation page",
        notebooks=("01-kappa-guide",),
        figures=("doctors", "lazy"),
    ),
    "cats_and_dogs": Paper(
        # Our copy begins below the title; this is what the page's address says.
        title="How to evaluate the performance of QSAR/QSPR classification models",
        authors="Öeren, a tutorial",
        notebooks=("02-cats-and-dogs",),
        figures=("fig1", "fig2", "fig3", "fig4", "fig5"),
    ),
    "bendavid2008": Paper(
        title="About the relationship between ROC curves and Cohen's kappa",
        authors="Ben-David 2008",
        notebooks=("03-roc-and-kappa",),
        figures=("fig1", "fig2", "fig3", "fig4"),
    ),
    "bendavid2007": Paper(
        title="A lot of randomness is hiding in accuracy",
        authors="Ben-David 2007",
        notebooks=("04-randomness-in-accuracy", "05-fifteen-datasets"),
        figures=("chance", "intervals", "t-tests", "rerun", "seeds", "cd", "drivers"),
    ),
    "kaymak_auk": Paper(
        title="AUK: a simple alternative to the AUC",
        authors="Kaymak, Ben-David, Potharst",
        notebooks=("06-area-under-kappa", "07-german-credit"),
        figures=(
            "fig1",
            "bounds",
            "ceiling",
            "swap",
            "optimum",
            "prior",
            "fig2",
            "fig3",
            "distributions",
            "reversals",
        ),
    ),
    "critics": Paper(
        title="The critics",
        authors="Their critics",
        notebooks=("08-kappa-on-trial", "09-which-number"),
        figures=("guide", "bounds", "prevalence", "cut", "regret", "regret-split", "regret-rules"),
        gathered=True,
    ),
    "calderon2025": Paper(
        title=(
            "The Alternative Annotator Test for LLM-as-a-Judge: How to Statistically Justify "
            "Replacing Human Annotators with LLMs"
        ),
        authors="Calderon, Reichart and Dror",
        notebooks=("11-raters-and-judges",),
        figures=("verdicts", "epsilon", "rules", "rates"),
    ),
}
