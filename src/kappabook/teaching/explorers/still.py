"""A still of the opening explorer, for a stored notebook: it has no kernel to show the other."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from matplotlib.figure import Figure

from kappabook.display.bar import kappa_bar
from kappabook.display.style import BLUE, METADATA, styled
from kappabook.metrics import ConfusionMatrix
from kappabook.papers.kappa_guide_figures import classifier, legend

# The test of the explorer where it starts: of 50 ill people it finds 45, of 50 healthy ones 45.
HALF = ConfusionMatrix([[45, 5], [5, 45]], ("ill", "healthy"))


@styled
def opening() -> Figure:
    """Draw a hundred people, half of them ill: a test with accuracy 0.9 and kappa 0.8; and its bar.

    In JupyterLab a slider makes more of them ill, or fewer.
    """
    figure = Figure((8, 5.6))
    people = figure.add_axes((0.02, 0.36, 0.96, 0.62))
    classifier(people, HALF, "The test, where half of the people are ill", BLUE, 1.35)
    legend(people, (0.5, 0.27))
    kappa_bar(HALF, figure.add_axes((0.03, 0.02, 0.94, 0.19)))
    return figure


def in_notebook(figure: Figure) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return data and metadata of a figure as a notebook stores them; the words stand in both."""
    svg, png = BytesIO(), BytesIO()
    figure.savefig(svg, format="svg", metadata=METADATA["svg"])
    figure.savefig(png, format="png", dpi=80)
    words = figure.get_label()
    data = {"image/svg+xml": svg.getvalue().decode(), "image/png": png.getvalue()}
    # Without words of ours, the text would be the widget's address in memory.
    return data | {"text/plain": f"Figure: {words}"}, {kind: {"alt": words} for kind in data}
