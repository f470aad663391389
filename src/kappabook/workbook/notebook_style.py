"""How a notebook shows figures and tables."""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Iterator
from io import BytesIO

import matplotlib.pyplot as plt
import pandas as pd
from IPython.core.getipython import get_ipython
from IPython.core.pylabtools import print_figure
from IPython.display import display
from matplotlib.figure import Figure
from PIL import Image

from kappabook.display.style import STYLE, metadata, with_formulas_as_text

# Of the PNG: enough for a screen, and small enough for a notebook with seven of them.
DPI, N_COLORS = 96, 64


def use_notebook_style() -> None:
    """Show figures in the workbook's style, as SVG and PNG with words, and whole texts."""
    plt.style.use(STYLE)
    pd.set_option("display.max_colwidth", None)
    shell = get_ipython()
    if shell is not None and shell.display_formatter is not None:
        shell.display_formatter.ipython_display_formatter.for_type(Figure, show)


def show(figure: Figure) -> None:
    """Show a figure, and its caption below, where a cell ends in it or calls ``plt.show``."""
    for data, words in outputs(figure):
        display(data, metadata=words, raw=True)


def outputs(figure: Figure) -> Iterator[tuple[dict[str, str], dict[str, dict[str, str]]]]:
    """Yield data and metadata of a figure in each form that a reader may need, and of its caption.

    JupyterLab shows no SVG of a notebook that it does not trust. nbval compares no PNG, and with
    ``KAPPABOOK_PNG=no`` in the environment none is drawn, which saves a third of a second. The
    words stand in the metadata of both, as the title of the SVG, and in place of the picture
    where there are no pictures. The caption is the label of the figure, which the figures of the
    workbook have.
    """
    words = in_words(figure)
    svg = print_figure(figure, "svg", metadata=metadata("svg", words))
    if svg is None:  # an empty figure
        return
    pictures = {"image/svg+xml": with_formulas_as_text(svg)}
    if os.environ.get("KAPPABOOK_PNG") != "no":
        pictures["image/png"] = small_png(figure)
    yield pictures | {"text/plain": f"Figure: {words}"}, {kind: {"alt": words} for kind in pictures}
    if figure.get_label():
        yield {"text/markdown": f"*{words}*", "text/plain": words}, {}


def in_words(figure: Figure) -> str:
    """Say what a figure shows: its caption, or else its titles and what its axes mean."""
    if figure.get_label():
        return str(figure.get_label())
    parts = [figure.get_suptitle()]
    for ax in figure.axes:
        parts += [ax.get_title(loc) for loc in ("left", "center", "right")]
        across, up = ax.get_xlabel(), ax.get_ylabel()
        parts += [f"across: {across}"] if across else []
        parts += [f"up: {up}"] if up else []
    return "; ".join(filter(None, parts))


def small_png(figure: Figure) -> str:
    """Return the figure as a PNG with few colours, in base 64; the same bytes every time."""
    drawn = Image.open(BytesIO(print_figure(figure, "png", dpi=DPI)))
    few = drawn.convert("RGB").quantize(N_COLORS, dither=Image.Dither.NONE)
    file = BytesIO()
    few.save(file, "png", optimize=True)
    return b64encode(file.getvalue()).decode("ascii")
