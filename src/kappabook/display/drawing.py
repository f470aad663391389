"""What every display needs: matplotlib when something is drawn, axes, and names it may draw."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Self

from kappabook.system.extras import need

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


class Display:
    """Base of the displays: numbers that `plot` draws into axes.

    Attributes
    ----------
    ax_, figure_ : matplotlib Axes and Figure
        Where it was drawn; set by `plot`.
    """

    ax_: Axes
    figure_: Figure

    def plot(self, ax: Axes | None = None) -> Self:
        """Draw the stored numbers; return the display itself."""
        raise NotImplementedError

    def _draw_into(self, ax: Axes | None, figsize: tuple[float, float] | None = None) -> Axes:
        """Take the axes given, or those of a new figure; one with a size leaves nothing out."""
        if ax is None:
            layout = "constrained" if figsize else None
            ax = pyplot().subplots(figsize=figsize, layout=layout)[1]
        from kappabook.display.style import figure_of

        self.ax_, self.figure_ = ax, figure_of(ax)
        return self.ax_


def pyplot() -> Any:
    """Return ``matplotlib.pyplot``; if it is missing, name what brings it."""
    with need("matplotlib"):
        import matplotlib.pyplot as plt
    return plt


def shortened(names: Iterable[object], most: int) -> list[str]:
    """Shorten names in the middle to at most `most` characters; those that differ, still differ.

    Where the ends do not tell them apart, names are numbered in their order. Control characters
    are written out.

    Examples
    --------
    >>> from kappabook.display.drawing import shortened
    >>> shortened(["annotator number 1", "annotator number 2", "x"], 8)
    ['anno…r 1', 'anno…r 2', 'x']
    >>> shortened(["reader 1 (Basel)", "reader 2 (Basel)"], 11)
    ['1: read…el)', '2: read…el)']
    """
    plain = ["".join(c if c.isprintable() else repr(c)[1:-1] for c in str(x)) for x in names]
    short = [_short(name, most) for name in plain]
    if len(set(short)) < len(set(plain)):
        numbers = [f"{i}: " for i in range(1, len(plain) + 1)]
        short = [n + _short(name, most - len(n)) for n, name in zip(numbers, plain, strict=True)]
    return short


def drawn(names: Iterable[object], most: int) -> list[str]:
    """Shorten names, and keep a dollar in them from beginning a formula."""
    return [name.replace("$", r"\$") for name in shortened(names, most)]


def _short(name: str, most: int) -> str:
    if len(name) <= most:
        return name
    end = (most - 1) // 2
    return f"{name[: most - 1 - end]}…{name[len(name) - end :]}"
