"""Kaymak, Ben-David and Potharst, AUK: a simple alternative to the AUC."""

from kappabook.papers.paper import Paper

PAPER = Paper(
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
    statements=105,
)
