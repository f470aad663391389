"""Figures 1-3, and our own: bounds, ceiling, swap, optimum, prior, distributions, reversals."""

from kappabook.papers.kaymak_auk.figures.kappa_curves import (
    bounds,
    ceiling,
    fig1,
    optimum,
    prior,
    swap,
)
from kappabook.papers.kaymak_auk.german_credit.figures import (
    distributions,
    fig2,
    fig3,
    reversals,
)

__all__ = [
    "bounds",
    "ceiling",
    "distributions",
    "fig1",
    "fig2",
    "fig3",
    "optimum",
    "prior",
    "reversals",
    "swap",
]
