"""Every figure, drawn once for all tests of a process that look at it."""

from functools import cache

from matplotlib.figure import Figure

from kappabook.publish.write_figures import _drawing


@cache
def drawn(key: str) -> Figure:
    return _drawing(key)()
