"""The one style of all figures."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from inspect import getdoc, signature
from itertools import groupby
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import matplotlib.pyplot as plt
from cycler import cycler
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.text import Text

from kappabook.display.colors import INK, LINES

STYLE = Path(__file__).with_name("kappabook.mplstyle")
# What would make two runs differ is left out of each format.
METADATA: dict[str, dict[str, str | None]] = {
    "svg": {"Date": None},
    "pdf": {"CreationDate": None},
    "png": {},
}

# Inches: what JupyterLab shows whole beside its file list on a screen of 1366 pixels.
WIDEST = 9.6

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def styled(draw: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Draw inside the style, whatever the caller's settings are.

    A figure of ours names its colours and dashes, so that the style's cycle of dashes is left out:
    matplotlib would give a line of a given colour the dashes of its turn. Words in a light colour
    become darker. A figure that was not drawn into given axes bears its caption as its label.
    """

    @wraps(draw)
    def inside(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        with plt.style.context([STYLE, {"axes.prop_cycle": cycler(color=list(LINES))}]):
            drawn = draw(*args, **kwargs)
        if isinstance(drawn, Figure):
            _darken_words(drawn)
            given = signature(draw).bind(*args, **kwargs).arguments
            if given.get("ax") is None and given.get("axs") is None:
                drawn.set_label(caption(draw))
        return drawn

    return inside


def caption(draw: Callable[..., Any]) -> str:
    """Return what a figure shows, in words: the first paragraph of its function's docstring."""
    words = " ".join((getdoc(draw) or "").split("\n\n")[0].split()).replace("``", "")
    words = words.removeprefix("Draw ")
    return words[:1].upper() + words[1:]


def metadata(kind: str, words: str) -> dict[str, str | None]:
    """Return what a file of this kind, 'svg', 'pdf' or 'png', tells beside the picture."""
    return METADATA[kind] | ({"Title": words} if words else {})


def _darken_words(figure: Figure) -> None:
    dark = {to_hex(light): words for light, words in INK.items()}
    for text in figure.findobj(Text):
        assert isinstance(text, Text)
        text.set_color(dark.get(to_hex(text.get_color()), text.get_color()))


def axes(ax: Axes | None = None, figsize: tuple[float, float] | None = None) -> Axes:
    """Return `ax`, or the axes of a new figure that pyplot does not keep."""
    return Figure(figsize, layout="constrained").subplots() if ax is None else ax


def figure_of(ax: Axes) -> Figure:
    """Return the figure that holds the axes."""
    if ax.figure is None:
        raise ValueError("these axes were removed from their figure; give axes of a live figure.")
    return ax.figure.figure  # of a subfigure, the whole; `get_figure(root=True)` came with 3.10


# --- formulas in SVG ------------------------------------------------------------------------------

# matplotlib writes each glyph of a formula as an element of its own, sorted by font, and names one
# font only. Here the glyphs of a line stand in reading order, each where it was.
GLYPH = re.compile(r'<tspan x="([^"]*)" y="([^"]*)" style="([^"]*)">([^<]*)</tspan>')
FORMULA = re.compile(rf"<text>\s*((?:{GLYPH.pattern}\s*)+)</text>")
FAMILY = re.compile(r"font-family: ('[^']*')")


def with_formulas_as_text(svg: str) -> str:
    """Join the glyphs of each formula to words, in fonts that every browser has."""
    return FORMULA.sub(_formula, svg)


def _formula(found: re.Match[str]) -> str:
    glyphs = sorted(GLYPH.findall(found[1]), key=lambda glyph: float(glyph[0]))
    words = []
    for (y, style), run in groupby(glyphs, key=lambda glyph: (glyph[1], glyph[2])):
        places, letters = zip(*((x, letter) for x, _, _, letter in run), strict=True)
        words.append(
            f'<tspan x="{" ".join(places)}" y="{y}" style="{FAMILY.sub(_stack, style)}">'
            f"{''.join(letters)}</tspan>"
        )
    return f"<text>{''.join(words)}</text>"


def _stack(family: re.Match[str]) -> str:
    quoted = [f"'{name}'" for name in plt.rcParams["font.sans-serif"]]
    names = [family[1], *quoted, "sans-serif"]
    return f"font-family: {', '.join(dict.fromkeys(names))}"
