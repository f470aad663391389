"""Four figures of our own: the tree of advice, bounds of kappa, another prevalence, and the cut."""

from kappabook.papers.critics.figures.plots import bounds as bounds
from kappabook.papers.critics.figures.plots import cut as cut
from kappabook.papers.critics.figures.plots import prevalence as prevalence
from kappabook.papers.critics.figures.tree import guide as guide
