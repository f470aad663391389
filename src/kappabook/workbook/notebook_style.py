"""How a notebook shows figures and tables."""

from __future__ import annotations

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib_inline.backend_inline import set_matplotlib_formats

from kappabook.display.style import METADATA, STYLE


def use_notebook_style() -> None:
    """Show figures in the workbook's style, as SVG that two runs make alike, and whole texts."""
    plt.style.use(STYLE)
    set_matplotlib_formats("svg", metadata=METADATA["svg"])
    pd.set_option("display.max_colwidth", None)
