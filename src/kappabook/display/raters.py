"""Raters as pictures: the agreement of each two, their kappas as a map, and their labels."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kappabook.display.colors import BLACK, BLUE, GREY, ORANGE
from kappabook.display.drawing import Display, drawn
from kappabook.metrics.check_tables import Weights
from kappabook.metrics.confusion import ConfusionMatrix
from kappabook.metrics.raters import PairwiseKappas, pairwise_kappas
from kappabook.metrics.raters.pairs import pair_table
from kappabook.metrics.raters.table import Ratings, as_ratings

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.image import AxesImage
    from matplotlib.text import Text

# What of each bar is explained; the rest is what is missing.
LEGEND = ("chance agreement", "gained", "lost: below chance")
# With more raters the numbers of the map would not fit into their cells.
_MOST_NUMBERS = 12
# Where the blue is as dark as this, white and black are equally legible on it.
_DARK = 0.71
# Columns of labels that fit beside each other; the rarer labels share the last.
_MOST_LABELS = 5
_WIDE = 0.62  # the longest bar of a label, as a share of its column


def _number(value: float, form: str = ".2f") -> str:
    """Write a number, or a dash where there is none."""
    return "–" if np.isnan(value) else format(value, form)


class _RatingsDisplay(Display):
    """Base of the displays that are computed from ratings without further options."""

    @classmethod
    def from_ratings(
        cls, ratings: Any, *, labels: ArrayLike | None = None, ax: Axes | None = None
    ) -> Self:
        """Compute the numbers from ratings, and draw.

        Parameters
        ----------
        ratings, labels
            As in :func:`kappabook.fleiss_kappa_score`.
        ax
            As for `plot`.
        """
        return cls._of(as_ratings(ratings, labels)).plot(ax)

    @classmethod
    def _of(cls, table: Ratings) -> Self:
        raise NotImplementedError


class PairAgreementDisplay(_RatingsDisplay):
    """One bar for each two raters: agreement by chance, what they reached above it, and the rest.

    Kappa is the gained share of the room above chance. Where two raters agree less than by chance,
    what they lost is hatched, and kappa is negative.

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
    def _of(cls, table: Ratings) -> Self:
        """Compare each two raters on the items that both rated."""
        table.require_names("a picture of pairs")
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
        return cls(pairs, observed, chance)

    def plot(self, ax: Axes | None = None) -> Self:
        """Draw the stored numbers; return the display itself.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Default: those of a new figure, as high as the bars need.
        """
        n = len(self.pairs)
        raters = list(dict.fromkeys(rater for pair in self.pairs for rater in pair))
        short = dict(zip(raters, drawn(raters, 14), strict=True))
        # Two long names stand one above the other, so that the bars keep their room.
        long = max(len(short[a]) + len(short[b]) for a, b in self.pairs) > 14
        names = [f"{short[a]}{chr(10) if long else ' '}– {short[b]}" for a, b in self.pairs]
        height = (1.9 if long else 1.5) + (0.6 if long else 0.42) * n
        ax = self._draw_into(ax, (5.2, height))
        from matplotlib.patches import Rectangle

        from kappabook.display.bar import parts

        self.texts_: list[Text] = []
        looks: dict[str, Any] = {}
        for y, (p, c) in enumerate(zip(self.observed, self.chance, strict=True)):
            self.texts_.append(
                ax.annotate(
                    _number(self.kappa[y]), (1, y), (6, 0), textcoords="offset points",
                    va="center", color=BLACK, annotation_clip=False,
                )
            )  # fmt: skip
            if np.isnan(p):
                continue
            for name, start, end, look in parts(p, c):
                ax.barh(y, end - start, 0.7, start, edgecolor=GREY, linewidth=0.8, **look)
                looks.setdefault(name, look)
        ax.set_yticks(range(n), names)
        ax.set(xlim=(0, 1), ylim=(n - 0.4, -0.6), xlabel="share of items agreed on")
        ax.grid(visible=False)
        ax.tick_params(axis="y", length=0)
        for side in ("left", "top", "right"):
            ax.spines[side].set_visible(False)
        words = [word for word in LEGEND if word in looks]
        handles = [
            Rectangle((0, 0), 1, 1, edgecolor=GREY, linewidth=0.8, **looks[word]) for word in words
        ]
        ax.legend(
            handles, words, loc="lower left", bbox_to_anchor=(0, 1), ncols=1 if long else 3,
            borderpad=0, handlelength=1, columnspacing=0.8, handletextpad=0.4, fontsize=10,
            borderaxespad=2.2 if len(words) > 2 and not long else 0.5,  # above the word kappa
        )  # fmt: skip
        ax.annotate(
            "kappa", (1, 1), (6, 4), xycoords="axes fraction", textcoords="offset points",
            va="bottom", color=BLACK,
        )  # fmt: skip
        return self


class KappaHeatMapDisplay(Display):
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
    def from_pairwise(cls, found: PairwiseKappas, *, ax: Axes | None = None) -> Self:
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
    ) -> Self:
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

    def plot(self, ax: Axes | None = None) -> Self:
        """Draw the stored numbers; return the display itself.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Default: those of a new figure.
        """
        r = len(self.raters)
        ax = self._draw_into(ax, (5.2, max(2.6, min(1.4 + 0.5 * r, 5.2))))
        from matplotlib.colors import LinearSegmentedColormap, Normalize

        colors = LinearSegmentedColormap.from_list("kappa", [ORANGE, "#FFFFFF", BLUE])
        off = np.ma.masked_invalid(np.where(np.eye(r, dtype=bool), np.nan, self.kappa))
        self.image_: AxesImage = ax.imshow(off, colors, Normalize(-1, 1), aspect="auto")
        self.texts_: dict[tuple[int, int], Text] = {}
        for i in range(r):
            for j in range(r):
                if i == j or r > _MOST_NUMBERS:
                    continue
                kappa = self.kappa[i, j]
                text = _number(kappa)
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


class RaterMarginsDisplay(_RatingsDisplay):
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
    def _of(cls, table: Ratings) -> Self:
        """Count the labels of each rater."""
        table.require_names("a picture of each rater")
        counts = np.array(
            [np.bincount(row[row >= 0], minlength=table.n_labels) for row in table.codes], float
        )
        totals = counts.sum(axis=1, keepdims=True)
        shares = np.divide(counts, totals, out=np.full_like(counts, np.nan), where=totals > 0)
        return cls(shares, table.raters, table.labels)

    def plot(self, ax: Axes | None = None) -> Self:
        """Draw the stored numbers; return the display itself.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Default: those of a new figure, as high as the raters need.
        """
        r = len(self.raters)
        ax = self._draw_into(ax, (5.2, 1.1 + 0.42 * r))
        self.columns_, shares = self._columns()
        scale = _WIDE / max(np.nanmax(shares, initial=0), 1e-9)
        self.texts_: list[list[Text]] = []
        for y, row in enumerate(shares):
            texts = []
            for x, share in enumerate(row):
                width = 0.0 if np.isnan(share) else share * scale
                ax.barh(y, width, 0.7, x, color=BLUE)
                text = _number(100 * share, ".0f")
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
