"""Our own figure of the two doctors: what they did, what chance does, and kappa as a length."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from kappabook import papers
from kappabook.display.style import BLACK, BLUE, GREY, figure_of, styled
from kappabook.metrics import ConfusionMatrix
from kappabook.papers.kappa_guide.doctors import read_doctors
from kappabook.papers.kappa_guide.equations import KEY

LAYOUT = "OE;KK"
AGREED, DISAGREED = "#A6CBE3", "#EFEFEF"
MEANING = (("both sick", "only B sick"), ("only A sick", "both not sick"))


@styled
def doctors(axs: Mapping[str, Axes] | None = None) -> Figure:
    """Observed and expected table as areas, and kappa as the part climbed of what is above chance.

    Parameters
    ----------
    axs : mapping with the axes 'O', 'E' (observed, expected table) and 'K' (kappa), optional
    """
    if axs is None:
        figure = Figure((9.6, 6.6), layout="constrained")
        axs = figure.subplot_mosaic(LAYOUT, height_ratios=[3.3, 1])
    table = read_doctors(papers.printed(KEY))
    chance = expected(table)
    _areas(axs["O"], table, f"They said: {_count(table.accuracy)} of 100 agree")
    _areas(axs["E"], chance, f"By chance: {_count(chance.accuracy)} of 100 agree")
    _ladder(axs["K"], table)
    return figure_of(axs["K"])


def expected(table: ConfusionMatrix) -> ConfusionMatrix:
    """Return the table of probabilities that independent doctors with these margins make."""
    cells = [[row * column for column in table.column_margins] for row in table.row_margins]
    return ConfusionMatrix.from_probabilities(cells, table.labels)


def _areas(ax: Axes, table: ConfusionMatrix, title: str) -> None:
    """Draw each cell as an area: columns are as wide as Doctor A's shares."""
    shares = table.cells / table.total
    left = 0.0
    for column, width in enumerate(map(float, table.column_margins)):
        top = 1.0
        for row in (0, 1):
            height = float(shares[row, column]) / width
            top -= height
            color = AGREED if row == column else DISAGREED
            ax.add_patch(Rectangle((left, top), width, height, facecolor=color, edgecolor="white"))
            number = _count(shares[row, column])
            at = (left + width / 2, top + height / 2)
            ax.annotate(number, at, ha="center", va="bottom", fontsize=16, color=BLACK)
            text = MEANING[row][column]
            ax.annotate(
                text,
                at,
                xytext=(0, -3),
                textcoords="offset points",
                ha="center",
                va="top",
                fontsize=11,
                color=BLACK,
            )
        left += width
    sick, not_sick = map(float, table.column_margins)
    names = [f"A: sick ({100 * sick:g})", f"A: not sick ({100 * not_sick:g})"]
    ax.set_xticks([sick / 2, sick + not_sick / 2], names)
    ax.set(xlim=(0, 1), ylim=(0, 1), yticks=[], title=title)
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    ax.grid(visible=False)


def _ladder(ax: Axes, table: ConfusionMatrix) -> None:
    """Draw chance, what was gained above it, and what was left, as parts of one bar."""
    accuracy, chance = float(table.accuracy), float(table.chance_agreement)
    for start, end, color in ((0, chance, AGREED), (chance, accuracy, BLUE), (accuracy, 1, "none")):
        ax.barh(0, end - start, left=start, height=0.8, color=color, edgecolor=GREY, linewidth=0.8)
    for start, end, text, color in (
        (0, chance, f"chance agreement {chance:g}", BLACK),
        (chance, accuracy, f"{accuracy - chance:.3f}", "white"),
        (accuracy, 1, f"not agreed {1 - accuracy:.2f}", BLACK),
    ):
        ax.text((start + end) / 2, 0, text, ha="center", va="center", color=color)
    span = {"arrowstyle": "<->", "color": BLACK, "linewidth": 1.2, "shrinkA": 0, "shrinkB": 0}
    ax.annotate("", (chance, 0.72), (1, 0.72), arrowprops=span)
    room = 1 - chance
    text = f"room above chance {room:.3f};  kappa = {accuracy - chance:.3f} / {room:.3f}"
    ax.text(1, 0.86, f"{text} = {float(table.kappa):.3f}", ha="right", va="bottom")
    ax.set(xlim=(0, 1), ylim=(-0.5, 1.5), yticks=[], xlabel="share of the patients agreed on")
    ax.spines["left"].set_visible(False)
    ax.grid(visible=False)


def _count(share: Fraction | float) -> str:
    """Write a share as so many of a hundred."""
    return f"{100 * float(share):g}"
