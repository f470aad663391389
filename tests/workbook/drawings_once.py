"""Every figure, drawn once for all tests of a process that look at it."""

from functools import cache

from matplotlib.figure import Figure
from support import slowly

from kappabook.workbook.write_figures import POSTER, _drawing, keys

# What `make test` draws: one figure of each document, and those that no notebook shows. The others
# are drawn by the notebooks, where nbval compares each.
SHORT = {
    *("kappa_guide-lazy", "cats_and_dogs-fig1", "bendavid2008-fig1", "bendavid2007-cd"),
    *("kaymak_auk-fig1", "critics-bounds", "calderon2025-epsilon"),
    *("kaymak_auk-distributions", "kaymak_auk-reversals", "critics-regret-split", POSTER),
}
EVERY = [key if key in SHORT else slowly(key) for key in keys()]


@cache
def drawn(key: str) -> Figure:
    return _drawing(key)()
