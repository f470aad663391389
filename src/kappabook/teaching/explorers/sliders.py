"""The sliders, each with a field that has its name and takes its number."""

from __future__ import annotations

from typing import Any

import ipywidgets

from kappabook.teaching.explorers.descriptions import Slider


def make(slider: Slider) -> Any:
    """Make the widget of a slider; its value is shown in the field beside it."""
    kind = ipywidgets.IntSlider if isinstance(slider.step, int) else ipywidgets.FloatSlider
    return kind(
        value=slider.value,
        min=slider.low,
        max=slider.high,
        step=slider.step,
        readout=False,
        tooltip=slider.label,
        layout=ipywidgets.Layout(flex="1 1 auto", width="auto"),
    )


def row(slider: Any) -> ipywidgets.HBox:
    """Put a field with the slider's name before it, and let each move the other.

    For those who do not see it the handle of an ipywidgets slider has no name; a field has.
    """
    whole = isinstance(slider, ipywidgets.IntSlider)
    field = (ipywidgets.BoundedIntText if whole else ipywidgets.BoundedFloatText)(
        value=slider.value,
        min=slider.min,
        max=slider.max,
        step=slider.step,
        description=slider.tooltip,
        tooltip=slider.tooltip,
        style={"description_width": "160px"},
        layout=ipywidgets.Layout(flex="0 0 auto", width="250px"),
    )

    def shown(value: float) -> float:
        """Leave out noise: in the browser a slider adds steps up, and says 0.25000000000000006."""
        return min(max(float(f"{value:.7g}"), float(slider.min)), float(slider.max))

    ipywidgets.link((slider, "value"), (field, "value"), transform=(shown, lambda value: value))
    return ipywidgets.HBox([field, slider], layout=ipywidgets.Layout(width="98%"))


def stretch(slider: Any, low: float, high: float) -> None:
    """Let a slider run over other scores than those in (0, 1), in hundredths of their span."""
    step = (high - low or 1.0) / 100
    slider.max = max(slider.max, high + step)
    slider.min, slider.max = low, high + step
    slider.step, slider.value = step, (low + high) / 2
