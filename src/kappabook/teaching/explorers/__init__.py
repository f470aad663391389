"""Explorers, the figures that move: sliders, the numbers they move, and the charts of those.

In JupyterLab they are widgets (`live`); without a kernel they are pages of one file (`page`), in
which JavaScript computes the same numbers.
"""

from kappabook.extras import need
from kappabook.teaching.explorers.confusion import TableState, margins_state, table_state
from kappabook.teaching.explorers.prevalence import (
    CURVES,
    SHARES,
    Curve,
    Pair,
    PrevalenceState,
    pair_of_curves,
    prevalence_state,
)
from kappabook.teaching.explorers.threshold import ThresholdState, sample_scores, threshold_state

with need("notebooks"):
    from kappabook.teaching.explorers.live import (
        confusion_explorer,
        prevalence_explorer,
        threshold_explorer,
    )

__all__ = [
    "CURVES",
    "SHARES",
    "Curve",
    "Pair",
    "PrevalenceState",
    "TableState",
    "ThresholdState",
    "confusion_explorer",
    "margins_state",
    "pair_of_curves",
    "prevalence_explorer",
    "prevalence_state",
    "sample_scores",
    "table_state",
    "threshold_explorer",
    "threshold_state",
]
