"""The controls of a page: its presets as buttons, its sliders, each with a field for its number."""

from __future__ import annotations

from html import escape

from kappabook.teaching.explorers.descriptions import Explorer
from kappabook.teaching.explorers.presets import Slider


def controls_html(explorer: Explorer) -> str:
    """Write presets and sliders; the sliders in sets with a choice, where there are several."""
    presets = "".join(
        f'<button type="button" data-preset="{escape(name)}">{escape(name)}</button>'
        for name in explorer.presets
    )
    start = f'<div class="choice"><strong>Start from</strong>{presets}</div>'
    groups = list(dict.fromkeys(slider.group for slider in explorer.sliders))
    if groups == [""]:
        return f"{start}\n{_set(explorer.sliders)}"
    radios = "".join(
        f'<label><input type="radio" name="group" value="{group}"{" checked" * (i == 0)}> '
        f"{group}</label>"
        for i, group in enumerate(groups)
    )
    choice = f'<fieldset class="choice" aria-label="Move"><strong>Move</strong>{radios}</fieldset>'
    sets = [
        f'<fieldset data-group="{group}" aria-label="{group}">'
        + _set(tuple(slider for slider in explorer.sliders if slider.group == group))
        + "</fieldset>"
        for group in groups
    ]
    return "\n".join([start, choice, *sets])


def _set(sliders: tuple[Slider, ...]) -> str:
    return '<div class="sliders">\n' + "\n".join(map(_slider, sliders)) + "\n</div>"


def _slider(slider: Slider) -> str:
    key, label = slider.key, escape(slider.label)
    takes = f'min="{slider.low}" max="{slider.high}" step="{slider.step}" value="{slider.value}"'
    return (
        f'<div class="slider"><label for="{key}">{label}</label>'
        f'<input type="range" id="{key}" {takes}>'
        f'<input type="number" id="field-{key}" aria-label="{label}, as a number" {takes}></div>'
    )
