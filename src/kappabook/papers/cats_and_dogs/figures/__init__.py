"""Figures 1-5 of the text, drawn from the very numbers that are checked."""

from kappabook.papers.cats_and_dogs.figures.confusion import fig1, fig4, fig5
from kappabook.papers.cats_and_dogs.figures.scatter import fig2, fig3

__all__ = ["fig1", "fig2", "fig3", "fig4", "fig5"]
