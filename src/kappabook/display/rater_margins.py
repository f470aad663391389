"""How often each rater uses each label, side by side."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.display._names import drawn
from kappabook.display._pyplot import pyplot
from kappabook.metrics.raters.table import Ratings

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.text import Text

# Columns of labels that fit beside each other; the rarer labels share the last.
_MOST_LABELS = 5
_WIDE = 0.62  # the longest bar, as a share of its column


class RaterMarginsDisplay:
    """One row per rater, one column per label, and a bar for how often the rater says it.

    Bars of one column are compared at a glance: a rater with a bias has a bar unlike the others.

    Make one with `from_ratings`, or from the shares.

    Parameters
    ----------
    shares : array-like of shape (n_raters, n_labels)
        Each rater's shares of the labels; nan for a rater without ratings.
    raters, labels : sequence

    Attributes
    ----------
    shares, raters, labels
        As given.
    ax_, figure_ : matplotlib Axes and Figure
        Where it was drawn.
    columns_ : list of str
        What was drawn: of more than 5 labels the commonest 4, and the others together.
    texts_ : list of list of Text
        The percentages, by rater and column.

    Notes
    -----
    The picture is our own: bars of one label stand above each other, so that they are compared
    from a common line.

    Examples
    --------
    >>> from kappabook import RaterMarginsDisplay
    >>> display = RaterMarginsDisplay([[0.2, 0.8], [0.5, 0.5]], ["A", "B"], ["yes", "no"])
    >>> [text.get_text() for text in display.plot().texts_[0]]
    ['20', '80']
    """

    def __init__(
        self, shares: ArrayLike, raters: Sequence[Hashable], labels: Sequence[Hashable]
    ) -> None:
        self.shares: NDArray[np.float64] = np.asarray(shares, dtype=float)
        self.raters, self.labels = tuple(raters), tuple(labels)
        if self.shares.shape != (len(self.raters), len(self.labels)) or not self.shares.size:
            raise ValueError(
                f"shares have shape {self.shares.shape} for {len(self.raters)} raters and "
                f"{len(self.labels)} labels; give one row per rater and one column per label."
            )
        sums = self.shares.sum(axis=1)
        if ((self.shares < 0) | (np.abs(sums - 1) > 1e-6)[:, np.newaxis]).any():
            raise ValueError(f"the shares of the raters sum to {sums.tolist()}; each sums to 1.")

    @classmethod
    def from_ratings(
        cls, ratings: Any, *, labels: ArrayLike | None = None, ax: Axes | None = None
    ) -> RaterMarginsDisplay:
        """Count the labels of each rater and draw.

        Parameters
        ----------
        ratings, labels
            As in :func:`kappabook.fleiss_kappa_score`.
        ax
            As for `plot`.
        """
        table = Ratings(ratings, labels)
        counts = np.array(
            [np.bincount(row[row >= 0], minlength=table.n_labels) for row in table.codes], float
        )
        totals = counts.sum(axis=1, keepdims=True)
        shares = np.divide(counts, totals, out=np.full_like(counts, np.nan), where=totals > 0)
        return cls(shares, table.raters, table.labels).plot(ax)

    def plot(self, ax: Axes | None = None) -> RaterMarginsDisplay:
        """Draw the stored numbers; return the display itself.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Default: those of a new figure, as high as the raters need.
        """
        plt = pyplot()
        from kappabook.display.style import BLACK, BLUE, GREY, figure_of

        r = len(self.raters)
        if ax is None:
            ax = plt.subplots(figsize=(5.2, 1.1 + 0.42 * r), layout="constrained")[1]
        self.ax_, self.figure_ = ax, figure_of(ax)
        self.columns_, shares = self._columns()
        scale = _WIDE / max(np.nanmax(shares, initial=0), 1e-9)
        self.texts_: list[list[Text]] = []
        for y, row in enumerate(shares):
            texts = []
            for x, share in enumerate(row):
                width = 0.0 if np.isnan(share) else share * scale
                ax.barh(y, width, 0.7, x, color=BLUE)
                text = "–" if np.isnan(share) else f"{100 * share:.0f}"
                texts.append(ax.text(x + width + 0.03, y, text, va="center", color=BLACK))
            self.texts_.append(texts)
        for x in range(len(self.columns_)):
            ax.plot([x, x], [-0.5, r - 0.5], color=GREY, linewidth=0.8, linestyle="-")
        names = drawn(self.columns_, 18)
        slanted = max(map(len, names)) * len(names) > 34
        turn: dict[str, Any] = {"rotation": 30, "rotation_mode": "anchor"} if slanted else {}
        ax.set_xticks(range(len(names)), names, ha="left", **turn)
        ax.set_yticks(range(r), drawn(self.raters, 14))
        ax.xaxis.tick_top()
        ax.set(xlim=(-0.02, len(names) - 0.05), ylim=(r - 0.4, -0.6))
        ax.set_xlabel("percent of the rater's own labels")
        ax.xaxis.set_label_position("bottom")
        ax.tick_params(length=0)
        ax.grid(visible=False)
        ax.spines[:].set_visible(False)
        return self

    def _columns(self) -> tuple[list[str], NDArray[np.float64]]:
        """Give the labels drawn, in their order, and their shares; rare ones together."""
        k = len(self.labels)
        if k <= _MOST_LABELS:
            return [str(label) for label in self.labels], self.shares
        used = np.nansum(self.shares, axis=0)
        common = np.sort(np.argsort(-used, kind="stable")[: _MOST_LABELS - 1])
        rest = np.setdiff1d(np.arange(k), common)
        names = [str(self.labels[i]) for i in common]
        together = self.shares[:, rest].sum(axis=1, keepdims=True)
        return [*names, f"{len(rest)} others"], np.hstack([self.shares[:, common], together])
