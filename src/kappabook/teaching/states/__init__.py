"""What an explorer shows, as numbers: the positions of its sliders in, its state out.

Both the explorers of JupyterLab and the pages without a kernel show these states; nothing here
draws.
"""

from kappabook.teaching.states.confusion import TableState, margins_state, table_state
from kappabook.teaching.states.prevalence import (
    CURVES,
    SHARES,
    Curve,
    Pair,
    PrevalenceState,
    pair_of_curves,
    prevalence_state,
)
from kappabook.teaching.states.threshold import ThresholdState, sample_scores, threshold_state

__all__ = [
    "CURVES",
    "SHARES",
    "Curve",
    "Pair",
    "PrevalenceState",
    "TableState",
    "ThresholdState",
    "margins_state",
    "pair_of_curves",
    "prevalence_state",
    "sample_scores",
    "table_state",
    "threshold_state",
]
