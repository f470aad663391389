"""A slider, and presets: named positions of sliders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

Presets = Mapping[str, Mapping[str, float]]


@dataclass(frozen=True)
class Slider:
    """A slider: its key among the arguments of the state, its label, its range and its start.

    `group` names the set it belongs to, where an explorer has several of which one is shown.
    """

    key: str
    label: str
    low: float
    high: float
    step: float
    value: float
    group: str = ""


def check_presets(presets: Presets, sliders: Iterable[Slider]) -> None:
    """Refuse a preset that the sliders cannot show; those it does not name stay where they are.

    Raises
    ------
    ValueError
        A preset names no slider or an unknown one, sliders that are never shown together, or a
        value outside the slider's range.

    Examples
    --------
    >>> from kappabook.teaching.explorers.descriptions import CONFUSION
    >>> from kappabook.teaching.explorers.presets import check_presets
    >>> check_presets({"all": {"tp": 120}}, CONFUSION.sliders)
    Traceback (most recent call last):
    ValueError: preset 'all': tp is 120, but its slider goes from 0 to 100; choose a value there.
    """
    known = {slider.key: slider for slider in sliders}
    for name, values in presets.items():
        unknown = [key for key in values if key not in known]
        if unknown or not values:
            said = f"there is no slider {unknown[0]!r}" if unknown else "it moves no slider"
            raise ValueError(f"preset {name!r}: {said}; the sliders are {', '.join(known)}.")
        groups = {known[key].group: key for key in values}
        if len(groups) > 1:
            one, two, *_ = groups.values()
            raise ValueError(
                f"preset {name!r}: {one} and {two} are never shown together; give values of "
                f"{' or of '.join(groups)}."
            )
        for key, value in values.items():
            low, high = known[key].low, known[key].high
            if not low <= value <= high:
                raise ValueError(
                    f"preset {name!r}: {key} is {value}, but its slider goes from {low} to "
                    f"{high}; choose a value there."
                )
