"""Explorers for JupyterLab: sliders, the numbers they move, and the pictures of those."""

from kappabook.extras import need

with need("teaching"):
    from kappabook.teaching.explorers.explore import (
        confusion_explorer,
        prevalence_explorer,
        threshold_explorer,
    )

__all__ = ["confusion_explorer", "prevalence_explorer", "threshold_explorer"]
