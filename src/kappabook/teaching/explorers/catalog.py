"""What an explorer says and offers, from `explorers.toml`, and the script that shows it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from string import Template
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, ndtri

from kappabook.display.colors import BLACK, BLUE, ORANGE, ink

# In the order in which they are met; `label` is for a class, on paper first.
EXPLORERS = ("opening", "confusion", "threshold", "prevalence")
NAMES = (*EXPLORERS, "label")
Positions = Mapping[str, float]


def about(name: str, presets: Mapping[str, Positions] | None = None) -> dict[str, Any]:
    """Return the words, sliders, numbers and presets of an explorer.

    Parameters
    ----------
    name : str
        One of `NAMES`.
    presets : mapping of name to mapping of slider to value, optional
        Presets of one's own instead of ours.

    Raises
    ------
    ValueError
        There is no such explorer, or a preset that its sliders cannot show.

    Examples
    --------
    >>> about("opening")["presets"]["half"]
    {'ill': 50}
    >>> about("opening", {"all": {"ill": 120}})
    Traceback (most recent call last):
    ValueError: preset 'all': ill is 120, but its slider goes from 0 to 100; choose a value there.
    """
    if name not in NAMES:
        raise ValueError(f"there is no explorer {name!r}; the explorers are {', '.join(NAMES)}.")
    told = tomllib.loads(text_of("explorers.toml"))[name]
    found = {"name": name, "more": {}, "sliders": [], "presets": {}, "numbers": {}, **told}
    if presets is not None:
        found["presets"] = {one: dict(values) for one, values in presets.items()}
    for one, values in found["presets"].items():
        refuse_positions(f"preset {one!r}", values, found["sliders"])
    return found


def refuse_positions(what: str, values: Positions, sliders: Iterable[Mapping[str, Any]]) -> None:
    """Raise ValueError for positions that the sliders cannot show."""
    known = {slider["key"]: slider for slider in sliders}
    unknown = [key for key in values if key not in known]
    if unknown or not values:
        said = f"there is no slider {unknown[0]!r}" if unknown else "it moves no slider"
        raise ValueError(f"{what}: {said}; the sliders are {', '.join(known)}.")
    for key, value in values.items():
        low, high = known[key]["low"], known[key]["high"]
        if not low <= value <= high:
            raise ValueError(
                f"{what}: {key} is {value}, but its slider goes from {low} to {high}; "
                "choose a value there."
            )


def fixed_of(name: str) -> dict[str, Any]:
    """Return what does not move: our made-up test, scores and curves."""
    if name == "threshold":
        truth, scores = sample_scores()
        return scores_of(scores[truth == 1], scores[truth == 0])
    fixed: dict[str, Any] = about(name).get("fixed", {})
    return fixed


def labelled(told: dict[str, Any], fixed: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Put the names of two curves into the labels of their numbers."""
    curves = (fixed or told.get("fixed", {})).get("curves", [])
    names = dict(zip(("one", "two"), (curve["name"] for curve in curves), strict=False))
    if not names:
        return told
    return told | {
        key: {number: label.format(**names) for number, label in told[key].items()}
        for key in ("numbers", "more")
    }


def sample_scores() -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return 60 negative and 20 positive cases with scores in (0, 1), the positives higher.

    The scores are quantiles of two normal distributions on the logit scale, so no random
    numbers; they end in 5 at the third decimal, so that no slider position is a score.
    """
    truth = np.repeat([0, 1], [60, 20])
    logits = [
        centre + spread * ndtri((np.arange(n) + 0.5) / n)
        for n, centre, spread in ((60, -0.9, 1.0), (20, 0.8, 1.2))
    ]
    return truth, np.floor(100 * expit(np.concatenate(logits))) / 100 + 0.005


def scores_of(positive: NDArray[np.float64], negative: NDArray[np.float64]) -> dict[str, Any]:
    """Return the scores of both classes, and the ends of their axis: 0 and 1 if all lie between."""
    both = np.concatenate([positive, negative])
    low, high = float(both.min()), float(both.max())
    inside = low >= 0 and high <= 1
    domain = [0.0, 1.0] if inside else [low, high + (high - low or 1.0) / 100]
    return {"positive": positive.tolist(), "negative": negative.tolist(), "domain": domain}


def text_of(name: str) -> str:
    """Return the text of a file beside this one."""
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def module(name: str) -> str:
    """Return an explorer's ES module, whole: what all share, and its own."""
    return f"{text_of('shared.js')}\n{text_of(f'{name}.js')}"


@cache
def css() -> str:
    """Return the style of all explorers."""
    colors = {"black": BLACK, "blue": BLUE, "orange": ORANGE, "words": ink(ORANGE)}
    return Template(text_of("explorer.css")).substitute(colors)
