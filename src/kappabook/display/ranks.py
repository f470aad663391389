"""Mean ranks of classifiers on one axis, with bars over those that do not differ."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.display.colors import BLACK, BLUE, ORANGE
from kappabook.display.drawing import Display, pyplot
from kappabook.metrics.intervals import friedman_nemenyi

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D
    from matplotlib.text import Text

# Heights in lines of text: the ruler above the axis; below it the bars, then the names.
_RULER, _BAR, _NAME = 1.9, 0.55, 1.15
_PAD = 0.02  # between a name and its line, as a share of the width
_REACH = 0.12  # how far a line runs beyond the axis, in ranks
_ROUNDING = 1e-9


def spans(sorted_ranks: ArrayLike, critical_difference: float) -> list[tuple[int, int]]:
    """Find every largest run of ranks that are no further apart than the critical difference.

    The ranks rise. Each run is its first and its last position, of at least two ranks; the runs
    come in order, and none lies within another.

    Examples
    --------
    >>> from kappabook.display.ranks import spans
    >>> spans([1.0, 1.5, 2.2, 4.0], 1.0)
    [(0, 1), (1, 2)]
    """
    ranks = np.asarray(sorted_ranks, dtype=float)
    reach = np.searchsorted(ranks, ranks + critical_difference + _ROUNDING, side="right") - 1
    before = np.append(-1, reach[:-1])
    return [(i, int(j)) for i, j in enumerate(reach) if j > i and j > before[i]]


def levels(runs: list[tuple[int, int]]) -> list[int]:
    """Give each run the first level on which it meets no other."""
    ends: list[int] = []
    found = []
    for first, last in runs:
        level = next((i for i, end in enumerate(ends) if end < first), len(ends))
        ends[level : level + 1] = [last]
        found.append(level)
    return found


class CriticalDifferenceDisplay(Display):
    """Critical-difference diagram: which mean ranks are further apart than chance allows.

    Make one with `from_scores` or `from_comparison`, or from mean ranks. The best classifier is
    on the right. A bar joins classifiers whose mean ranks are no further apart than the critical
    difference, which the ruler at the top shows.

    Parameters
    ----------
    mean_ranks : array-like of shape (n_classifiers,)
        1 is best.
    names : sequence of str
        The classifiers.
    critical_difference : float
        See :func:`kappabook.friedman_nemenyi`.
    title : str, optional
        For example the measure that was ranked.

    Attributes
    ----------
    mean_ranks, names, critical_difference, title
        As given.
    groups : list of tuple of str
        The names under each bar, best first: every largest set that does not differ.
    ax_, figure_ : matplotlib Axes and Figure
        Where it was drawn.
    labels_ : list of Text
        The names, in the order given.
    bars_ : list of Line2D
        One per group.

    See Also
    --------
    kappabook.friedman_nemenyi : The test behind it.
    kappabook.accuracy_vs_kappa : Ranks by two measures, to give to `from_comparison`.

    References
    ----------
    Demsar (2006), JMLR 7, Figure 1(a), p. 16.

    Examples
    --------
    >>> from kappabook import CriticalDifferenceDisplay
    >>> display = CriticalDifferenceDisplay([1.2, 1.9, 2.9], ["SMO", "J48", "stump"], 0.8)
    >>> display.groups
    [('SMO', 'J48')]
    >>> [text.get_text() for text in display.plot().labels_]
    ['1.20  SMO', '1.90  J48', 'stump  2.90']
    """

    def __init__(
        self,
        mean_ranks: ArrayLike,
        names: Sequence[str],
        critical_difference: float,
        *,
        title: str | None = None,
    ) -> None:
        self.mean_ranks: NDArray[np.float64] = np.asarray(mean_ranks, dtype=float)
        self.names = tuple(map(str, names))
        self.critical_difference, self.title = float(critical_difference), title
        k = len(self.names)
        if self.mean_ranks.shape != (k,) or k < 2:
            raise ValueError(
                f"mean_ranks have shape {self.mean_ranks.shape} for {k} names; give one rank for "
                "each of at least 2 classifiers."
            )
        if not ((self.mean_ranks >= 1) & (self.mean_ranks <= k)).all():
            raise ValueError(f"mean_ranks are {self.mean_ranks.tolist()}; ranks lie from 1 to {k}.")
        if not self.critical_difference > 0:
            raise ValueError(
                f"critical_difference is {critical_difference}; give a positive number of ranks."
            )
        self._order = np.argsort(self.mean_ranks, kind="stable")
        self._spans = spans(self.mean_ranks[self._order], self.critical_difference)
        self.groups = [
            tuple(self.names[i] for i in self._order[first : last + 1])
            for first, last in self._spans
        ]

    # --- compute ------------------------------------------------------------------------------

    @classmethod
    def from_scores(
        cls,
        scores: ArrayLike,
        names: Sequence[str],
        *,
        alpha: float = 0.05,
        title: str | None = None,
        ax: Axes | None = None,
    ) -> Self:
        """Rank scores and draw.

        Parameters
        ----------
        scores : array-like of shape (n_datasets, n_classifiers)
            Higher is better; see :func:`kappabook.friedman_nemenyi`.
        alpha : float in (0, 1), default=0.05
            Level of the critical difference.
        names, title, ax
            As for the constructor and `plot`.
        """
        found = friedman_nemenyi(scores, alpha=alpha)
        return cls(found.average_ranks, names, found.critical_difference, title=title).plot(ax)

    @classmethod
    def from_comparison(
        cls,
        comparison: Any,
        *,
        measure: str = "kappa",
        title: str | None = None,
        ax: Axes | None = None,
    ) -> Self:
        """Draw the ranks by one measure of what ``accuracy_vs_kappa`` returned.

        Parameters
        ----------
        comparison : AccuracyVsKappa
            Without a rank test it raises ValueError, which says why there is none.
        measure : {'accuracy', 'kappa'}, default='kappa'
        title : str, optional
            Default: by which measure, and over how many data sets.
        ax : matplotlib Axes, optional
            As for `plot`.
        """
        if comparison.friedman is None:
            raise ValueError(f"nothing to draw: {comparison.friedman_reason}.")
        if measure not in comparison.friedman:
            raise ValueError(f"measure is {measure!r}; give {' or '.join(comparison.friedman)}.")
        found = comparison.friedman[measure]
        default = f"Mean ranks by {measure} over {found.n_datasets} data sets"
        return cls(
            found.average_ranks,
            comparison.classifiers,
            found.critical_difference,
            title=default if title is None else title,
        ).plot(ax)

    # --- draw ---------------------------------------------------------------------------------

    def plot(self, ax: Axes | None = None) -> Self:
        """Draw the stored numbers; return the display itself.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Default: those of a new figure, as high as the names need.
        """
        k = len(self.names)
        # The axis falls from left to right: the best half is named on the right, best on top.
        best = (k + 1) // 2
        heights = levels(self._spans)
        top = 0.9 + _BAR * (max(heights, default=0) + 1)
        depth = top + _NAME * (best - 1) + 0.7
        height = depth + _RULER + (1.4 if self.title else 0.7)
        em = pyplot().rcParams["font.size"] / 72  # inches
        width = max(7.2, em * (1.2 * max(map(len, self.names)) + 10 + 1.5 * k))
        ax = self._draw_into(ax, (width, 1.45 * height * em))
        ax.set_axis_off()
        ax.set_ylim(-depth, height - depth)
        if self.title:
            ax.set_title(self.title)
        self.figure_.draw_without_rendering()  # so that the layout has settled what has room
        texts = [self._text(ax, i, place < best) for place, i in enumerate(self._order)]
        low, high = self._limits(ax, texts[:best], texts[best:])
        ax.set_xlim(high, low)
        self._draw_axis(ax, BLACK, (high - low) / ax.get_window_extent().width)
        for place, i in enumerate(self._order):
            is_best, rank = place < best, self.mean_ranks[i]
            y = -top - _NAME * (place if is_best else k - 1 - place)
            edge, pad = (1 - _REACH, -_PAD) if is_best else (k + _REACH, _PAD)
            ax.plot([rank, rank, edge], [0, y, y], "-", color=BLACK, linewidth=1.2, zorder=2)
            ax.plot(rank, 0, marker="o", markersize=5, color=BLUE, zorder=4)
            texts[place].set_position((edge + pad * (high - low), y))
        self.labels_ = [texts[list(self._order).index(i)] for i in range(k)]
        self.bars_: list[Line2D] = []
        over = 0.006 * (high - low)
        for (first, last), level in zip(self._spans, heights, strict=True):
            ends = self.mean_ranks[self._order[[last, first]]] + np.array([over, -over])
            style: dict[str, Any] = {"color": ORANGE, "linestyle": "-", "linewidth": 6}
            style["solid_capstyle"] = "butt"
            self.bars_ += ax.plot(ends, [-0.6 - _BAR * level] * 2, zorder=3, **style)
        return self

    def _text(self, ax: Axes, i: int, is_best: bool) -> Text:
        name, rank = self.names[i], f"{self.mean_ranks[i]:.2f}"
        text = f"{rank}  {name}" if is_best else f"{name}  {rank}"
        return ax.text(0, 0, text, ha="left" if is_best else "right", va="center")

    def _limits(self, ax: Axes, right: list[Text], left: list[Text]) -> tuple[float, float]:
        """Widen the axis so that the longest name fits on either side, whatever the figure is."""
        k, whole_width = len(self.names), ax.get_window_extent().width
        sides = [
            max(text.get_window_extent().width for text in texts) / whole_width + 1.5 * _PAD
            for texts in (right, left)
        ]
        # At least a fifth is left for the axis, however long the names are.
        whole = (k - 1 + 2 * _REACH) / max(0.2, 1 - sum(sides))
        low, high = 1 - _REACH - sides[0] * whole, k + _REACH + sides[1] * whole
        return min(low, k - self.critical_difference - _PAD * whole), high

    def _draw_axis(self, ax: Axes, color: str, ranks_per_pixel: float) -> None:
        k, y = len(self.names), _RULER
        ax.plot([1, k], [0, 0], "-", color=color, linewidth=1.5, zorder=2)
        numbers = [ax.text(r, 0.4, str(r), ha="center", va="bottom") for r in range(1, k + 1)]
        widest = 1.3 * max(n.get_window_extent().width for n in numbers) * ranks_per_pixel
        for rank, number in enumerate(numbers, 1):
            shown = (rank - 1) % max(1, math.ceil(widest)) == 0
            ax.plot([rank, rank], [0, 0.25 if shown else 0.12], "-", color=color, linewidth=1.5)
            number.set_visible(shown)
        ends = [k, k - self.critical_difference]
        ax.plot(ends, [y, y], "|-", color=color, linewidth=1.5, markersize=9)
        text = f"critical difference {self.critical_difference:.2f}"
        ax.text(k, y + 0.3, text, ha="left", va="bottom")
