"""The sliders, each with a field that has its name and takes its number, and their presets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import ipywidgets

from kappabook.teaching.explorers.descriptions import Explorer
from kappabook.teaching.explorers.presets import Presets, Slider


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


def with_presets(
    explorer: Explorer, sliders: Mapping[str, Any], presets: Presets | None
) -> Explorer:
    """Give the explorer presets of one's own, checked against the ranges that its sliders have."""
    made = tuple(
        replace(s, low=sliders[s.key].min, high=sliders[s.key].max) for s in explorer.sliders
    )
    return replace(explorer, sliders=made, presets=presets or explorer.presets)


def buttons(presets: Presets, go_to: Callable[[Mapping[str, float]], None]) -> ipywidgets.HBox:
    """Make a button for each preset, in a row that wraps."""
    made = []
    for name, values in presets.items():
        button = ipywidgets.Button(description=name, layout=ipywidgets.Layout(width="auto"))
        button.on_click(lambda _, values=values: go_to(values))
        made.append(button)
    label = ipywidgets.Label("Start from")
    return ipywidgets.HBox([label, *made], layout=ipywidgets.Layout(flex_flow="row wrap"))
