"""Ben-David (2008), About the relationship between ROC curves and Cohen's kappa."""

from kappabook.papers.paper import Paper

PAPER = Paper(
    title="About the relationship between ROC curves and Cohen's kappa",
    authors="Ben-David 2008",
    notebooks=("03-roc-and-kappa",),
    figures=("fig1", "fig2", "fig3", "fig4"),
    statements=120,
)
