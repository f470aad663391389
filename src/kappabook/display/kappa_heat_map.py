"""Kappas of each two raters as a map of colours."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.display._names import drawn
from kappabook.display._pyplot import pyplot
from kappabook.metrics._validation.table import Weights
from kappabook.metrics.raters import PairwiseKappas, pairwise_kappas

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.image import AxesImage
    from matplotlib.text import Text

# With more raters the numbers would not fit into their cells.
_MOST_NUMBERS = 12
_DARK = 0.71


class KappaHeatMapDisplay:
    """Raters by raters: the kappa of each pair, as a number and as a colour.

    Make one with `from_ratings` or `from_pairwise`, or from the kappas.

    Parameters
    ----------
    kappa : array-like of shape (n_raters, n_raters)
        Symmetric; nan where a pair has none. The diagonal is not drawn.
    raters : sequence

    Attributes
    ----------
    kappa, raters
        As given.
    ax_, figure_ : matplotlib Axes and Figure
        Where it was drawn.
    image_ : AxesImage
    texts_ : dict
        The numbers, by row and column; empty for more than 12 raters.

    See Also
    --------
    kappabook.metrics.raters.pairwise_kappas : The kappas, with intervals.

    Notes
    -----
    The colours are our own choice: white is no agreement above chance, blue more, orange less.

    Examples
    --------
    >>> from kappabook import KappaHeatMapDisplay
    >>> display = KappaHeatMapDisplay([[1, 0.4], [0.4, 1]], ["A", "B"])
    >>> display.plot().texts_[0, 1].get_text()
    '0.40'
    """

    def __init__(self, kappa: ArrayLike, raters: Sequence[Hashable]) -> None:
        self.kappa: NDArray[np.float64] = np.asarray(kappa, dtype=float)
        self.raters = tuple(raters)
        r = len(self.raters)
        if self.kappa.shape != (r, r) or r < 2:
            raise ValueError(
                f"kappa has shape {self.kappa.shape} for {r} raters; give one row and one column "
                "for each of at least 2."
            )
        if not np.array_equal(self.kappa, self.kappa.T, equal_nan=True):
            raise ValueError("kappa is not symmetric; two raters have one kappa.")

    @classmethod
    def from_pairwise(cls, found: PairwiseKappas, *, ax: Axes | None = None) -> KappaHeatMapDisplay:
        """Draw what :func:`kappabook.pairwise_kappas` returned."""
        return cls(found.estimate, found.raters).plot(ax)

    @classmethod
    def from_ratings(
        cls,
        ratings: Any,
        *,
        labels: ArrayLike | None = None,
        weights: Weights = None,
        ax: Axes | None = None,
    ) -> KappaHeatMapDisplay:
        """Compute the kappas and draw.

        Parameters
        ----------
        ratings, labels, weights
            As in :func:`kappabook.pairwise_kappas`.
        ax
            As for `plot`.
        """
        found = pairwise_kappas(ratings, labels=labels, weights=weights)
        return cls.from_pairwise(found, ax=ax)

    def plot(self, ax: Axes | None = None) -> KappaHeatMapDisplay:
        """Draw the stored numbers; return the display itself.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Default: those of a new figure.
        """
        plt = pyplot()
        from matplotlib.colors import LinearSegmentedColormap, Normalize

        from kappabook.display.style import BLUE, GREY, ORANGE, figure_of

        r = len(self.raters)
        if ax is None:
            ax = plt.subplots(
                figsize=(5.2, max(2.6, min(1.4 + 0.5 * r, 5.2))), layout="constrained"
            )[1]
        self.ax_, self.figure_ = ax, figure_of(ax)
        colors = LinearSegmentedColormap.from_list("kappa", [ORANGE, "#FFFFFF", BLUE])
        off = np.ma.masked_invalid(np.where(np.eye(r, dtype=bool), np.nan, self.kappa))
        self.image_: AxesImage = ax.imshow(off, colors, Normalize(-1, 1), aspect="auto")
        self.texts_: dict[tuple[int, int], Text] = {}
        for i in range(r):
            for j in range(r):
                if i == j or r > _MOST_NUMBERS:
                    continue
                kappa = self.kappa[i, j]
                text = "–" if np.isnan(kappa) else f"{kappa:.2f}"
                # Where the blue is as dark as this, white and black are equally legible on it.
                color = "#FFFFFF" if kappa > _DARK else "#000000"
                self.texts_[i, j] = ax.text(j, i, text, ha="center", va="center", color=color)
        names = drawn(self.raters, 14)
        upright = r > 4 or max(map(len, names)) > 8
        ax.set_xticks(range(r), names, rotation=90 if upright else 0)
        ax.set_yticks(range(r), names)
        ax.grid(visible=False)
        ax.tick_params(length=0)
        ax.spines[:].set_visible(True)
        ax.spines[:].set_color(GREY)
        self.figure_.colorbar(self.image_, ax=ax, label="kappa", ticks=[-1, -0.5, 0, 0.5, 1])
        return self
