"""Explorers, the figures that move: sliders, the numbers they move, and the pictures of those.

Each is one ES module, which computes and draws. In JupyterLab anywidget shows it (`live`); without
a kernel the same module stands in a page of one file, with a stub of its model (`page`). What they
say, their sliders and presets are in `explorers.toml`.
"""

from kappabook.system.extras import need
from kappabook.teaching.explorers.catalog import EXPLORERS, NAMES, about, sample_scores

with need("notebooks"):
    from kappabook.teaching.explorers.live import (
        Explorer,
        confusion_explorer,
        opening_explorer,
        prevalence_explorer,
        threshold_explorer,
    )

__all__ = [
    "EXPLORERS",
    "NAMES",
    "Explorer",
    "about",
    "confusion_explorer",
    "opening_explorer",
    "prevalence_explorer",
    "sample_scores",
    "threshold_explorer",
]
