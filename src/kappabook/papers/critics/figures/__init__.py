"""Seven figures of our own: the tree of advice, bounds, prevalence, the cut, three on regret."""

from kappabook.papers.critics.figures.plots import bounds as bounds
from kappabook.papers.critics.figures.plots import cut as cut
from kappabook.papers.critics.figures.plots import prevalence as prevalence
from kappabook.papers.critics.figures.regret import regret as regret
from kappabook.papers.critics.figures.regret import regret_rules as regret_rules
from kappabook.papers.critics.figures.regret import regret_split as regret_split
from kappabook.papers.critics.figures.tree import guide as guide
