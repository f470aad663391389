"""Agreement of each two raters, against what chance would give."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.display._names import drawn
from kappabook.display._pyplot import pyplot
from kappabook.metrics.confusion import ConfusionMatrix
from kappabook.metrics.raters.pairwise import pair_table
from kappabook.metrics.raters.table import Ratings

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.text import Text

CHANCE = "#A6CBE3"


class PairAgreementDisplay:
    """One bar for each two raters: agreement by chance, what they reached above it, and the rest.

    Kappa is the share of the room above chance that is filled. Where two raters agree less than
    by chance, the part they miss is drawn in another colour, and kappa is negative.

    Make one with `from_ratings`, or from the numbers.

    Parameters
    ----------
    pairs : sequence of tuple
        The two raters of each bar.
    observed, chance : array-like of shape (n_pairs,)
        Shares of the items; nan where two raters share no item.

    Attributes
    ----------
    pairs, observed, chance
        As given.
    kappa : ndarray of shape (n_pairs,)
        nan where chance is 1.
    ax_, figure_ : matplotlib Axes and Figure
        Where it was drawn.
    texts_ : list of Text
        The kappas, one per bar.

    References
    ----------
    Cohen (1960), Educational and Psychological Measurement 20, pp. 37-46, for kappa as the share
    of the room above chance; the bar is our own.

    Examples
    --------
    >>> from kappabook import PairAgreementDisplay
    >>> display = PairAgreementDisplay([("A", "B")], [0.7], [0.5])
    >>> [text.get_text() for text in display.plot().texts_]
    ['0.40']
    """

    def __init__(
        self,
        pairs: Sequence[tuple[Hashable, Hashable]],
        observed: ArrayLike,
        chance: ArrayLike,
    ) -> None:
        self.pairs = [tuple(pair) for pair in pairs]
        self.observed: NDArray[np.float64] = np.asarray(observed, dtype=float)
        self.chance: NDArray[np.float64] = np.asarray(chance, dtype=float)
        for name in ("observed", "chance"):
            values = getattr(self, name)
            if values.shape != (len(self.pairs),) or not self.pairs:
                raise ValueError(
                    f"{name} has shape {values.shape} for {len(self.pairs)} pairs; give one share "
                    "for each of at least one pair."
                )
            if ((values < 0) | (values > 1)).any():
                raise ValueError(f"{name} is {values.tolist()}; shares lie from 0 to 1.")
        room = np.where(self.chance < 1, 1 - self.chance, np.nan)
        self.kappa = (self.observed - self.chance) / room

    @classmethod
    def from_ratings(
        cls, ratings: Any, *, labels: ArrayLike | None = None, ax: Axes | None = None
    ) -> PairAgreementDisplay:
        """Compare each two raters on the items that both rated, and draw.

        Parameters
        ----------
        ratings, labels
            As in :func:`kappabook.fleiss_kappa_score`.
        ax
            As for `plot`.
        """
        table = Ratings(ratings, labels)
        table.require_pairs()
        pairs, observed, chance = [], [], []
        for i, j in combinations(range(table.n_raters), 2):
            cells = pair_table(table, i, j)
            pairs.append((table.raters[i], table.raters[j]))
            known = cells.any() and table.n_labels > 1
            matrix = ConfusionMatrix(cells, table.labels) if known else None
            alone = 1.0 if cells.any() else np.nan  # one label: all agree, and so would chance
            observed.append(alone if matrix is None else float(matrix.accuracy))
            chance.append(alone if matrix is None else float(matrix.chance_agreement))
        return cls(pairs, observed, chance).plot(ax)

    def plot(self, ax: Axes | None = None) -> PairAgreementDisplay:
        """Draw the stored numbers; return the display itself.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Default: those of a new figure, as high as the bars need.
        """
        plt = pyplot()
        from kappabook.display.style import BLACK, BLUE, GREY, ORANGE, figure_of

        n = len(self.pairs)
        raters = list(dict.fromkeys(rater for pair in self.pairs for rater in pair))
        short = dict(zip(raters, drawn(raters, 14), strict=True))
        # Two long names stand one above the other, so that the bars keep their room.
        long = max(len(short[a]) + len(short[b]) for a, b in self.pairs) > 14
        names = [f"{short[a]}{chr(10) if long else ' '}– {short[b]}" for a, b in self.pairs]
        if ax is None:
            size = (5.2, 1.5 + (0.6 if long else 0.42) * n)
            ax = plt.subplots(figsize=size, layout="constrained")[1]
        self.ax_, self.figure_ = ax, figure_of(ax)
        self.texts_: list[Text] = []
        for y, (p, c) in enumerate(zip(self.observed, self.chance, strict=True)):
            self.texts_.append(self._kappa(ax, y, BLACK))
            if np.isnan(p):
                continue
            low, high = min(p, c), max(p, c)
            parts = [
                (0, low, CHANCE, "chance"),
                (low, high, BLUE if p >= c else ORANGE, "above" if p >= c else "below"),
                (high, 1, "none", "rest"),
            ]
            for start, end, color, _ in parts:
                ax.barh(y, end - start, 0.7, start, color=color, edgecolor=GREY, linewidth=0.8)
        ax.set_yticks(range(n), names)
        ax.set(xlim=(0, 1), ylim=(n - 0.4, -0.6), xlabel="share of items agreed on")
        ax.grid(visible=False)
        ax.tick_params(axis="y", length=0)
        for side in ("left", "top", "right"):
            ax.spines[side].set_visible(False)
        handles = [
            plt.Rectangle((0, 0), 1, 1, color=CHANCE),
            plt.Rectangle((0, 0), 1, 1, color=BLUE),
        ]
        words = ["by chance", "above chance"]
        if (self.observed < self.chance).any():
            handles.append(plt.Rectangle((0, 0), 1, 1, color=ORANGE))
            words.append("missed")
        ax.legend(
            handles, words, loc="lower left", bbox_to_anchor=(0, 1), ncols=3, borderpad=0,
            handlelength=1, columnspacing=0.8, handletextpad=0.4, fontsize=10,
        )  # fmt: skip
        ax.annotate(
            "kappa", (1, 1), (6, 4), xycoords="axes fraction", textcoords="offset points",
            va="bottom", color=BLACK,
        )  # fmt: skip
        return self

    def _kappa(self, ax: Axes, y: int, color: str) -> Text:
        kappa = self.kappa[y]
        text = "–" if np.isnan(kappa) else f"{kappa:.2f}"
        return ax.annotate(
            text, (1, y), (6, 0), textcoords="offset points", va="center", color=color,
            annotation_clip=False,
        )  # fmt: skip
