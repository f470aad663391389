"""The explorers of JupyterLab: sliders wired to a state, its numbers as text, its charts."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

import ipywidgets
import numpy as np
from numpy.typing import ArrayLike

from kappabook.teaching.explorers import chart_data, charts
from kappabook.teaching.explorers.chart_data import Rows
from kappabook.teaching.explorers.confusion import TableState, margins_state, table_state
from kappabook.teaching.explorers.descriptions import (
    CELLS,
    CONFUSION,
    MARGINS,
    PREVALENCE,
    THRESHOLD,
    Explorer,
)
from kappabook.teaching.explorers.numbers import number_text, numbers_html
from kappabook.teaching.explorers.presets import Presets
from kappabook.teaching.explorers.prevalence import CURVES, Curve, pair_of_curves, prevalence_state
from kappabook.teaching.explorers.sliders import buttons, make, row, stretch, with_presets
from kappabook.teaching.explorers.threshold import sample_scores, threshold_state
from kappabook.teaching.explorers.vega import Specification, as_svg

Values = Mapping[str, float]
DENSE = "line-height:1.35;margin:0 0 4px"


def confusion_explorer(*, presets: Presets | None = None) -> ipywidgets.VBox:
    """Move the cells of a two-class table, or its margins: accuracy, P_c, kappa and MCC follow.

    Parameters
    ----------
    presets : mapping of name to mapping of slider to value, optional
        Buttons of your own, such as ``{"mine": {"tp": 30, "fn": 5, "fp": 8, "tn": 57}}``; the
        sliders are tp, fn, fp, tn, or prevalence, bias, accuracy.

    Returns
    -------
    ipywidgets.VBox
        To be the last value of a cell in JupyterLab.

    Raises
    ------
    ValueError
        A preset names an unknown slider, or a value outside the range of its slider.
    """
    sliders = {slider.key: make(slider) for slider in CONFUSION.sliders}
    explorer = with_presets(CONFUSION, sliders, presets)
    choice = ipywidgets.RadioButtons(
        options=[CELLS, MARGINS], description="move", orientation="horizontal"
    )
    groups = {
        group: ipywidgets.VBox([row(sliders[s.key]) for s in CONFUSION.sliders if s.group == group])
        for group in (CELLS, MARGINS)
    }
    chosen = ipywidgets.VBox([groups[CELLS]])

    def state(values: Values) -> TableState:
        shown = {s.key: values[s.key] for s in CONFUSION.sliders if s.group == choice.value}
        return table_state(**shown) if choice.value == CELLS else margins_state(**shown)

    def swap(change: dict[str, Any]) -> None:
        """Show the other sliders, at the table that the first ones had reached."""
        values = {key: slider.value for key, slider in sliders.items()}
        old = {s.key: values[s.key] for s in CONFUSION.sliders if s.group == change["old"]}
        reached = table_state(**old) if change["old"] == CELLS else margins_state(**old)
        for slider in CONFUSION.sliders:
            value = getattr(reached, slider.key)
            if slider.group == change["new"] and not np.isnan(value):
                sliders[slider.key].value = round(value, 2)
        chosen.children = [groups[change["new"]]]

    choice.observe(swap, "value")
    return _explorer(
        *(explorer, {**sliders, "": choice}, [choice, chosen]),
        *(state, charts.confusion_charts()),
        lambda state, values: chart_data.confusion_data(state),  # noqa: ARG005
    )


def threshold_explorer(
    y_true: ArrayLike | None = None,
    y_score: ArrayLike | None = None,
    *,
    pos_label: Any = 1,
    presets: Presets | None = None,
) -> ipywidgets.VBox:
    """Move a threshold through scores: its point runs along the ROC and the kappa curve.

    Parameters
    ----------
    y_true, y_score : array-like of shape (n_cases,), optional
        Labels and scores of your own; both or neither. Default: `sample_scores`.
    pos_label : label, default=1
        The positive class.
    presets : mapping of name to mapping of slider to value, optional
        Buttons of your own; the sliders are threshold and prevalence.

    Raises
    ------
    ValueError
        One of the two is missing, they are bad input of :func:`kappabook.auk_score`, or a preset
        names an unknown slider, or a value outside the range of its slider.
    """
    if (y_true is None) != (y_score is None):
        raise ValueError("give y_true and y_score, or neither for a made-up sample.")
    truth, scores = sample_scores() if y_true is None or y_score is None else (y_true, y_score)
    curve = threshold_state(truth, scores, 0.0, pos_label=pos_label)
    is_positive, scores = np.ravel(truth) == pos_label, np.ravel(scores).astype(float)
    positive, negative = scores[is_positive], scores[~is_positive]
    sliders = {slider.key: make(slider) for slider in THRESHOLD.sliders}
    sliders["prevalence"].value = round(float(is_positive.mean()), 2)
    if y_true is not None:
        stretch(sliders["threshold"], float(scores.min()), float(scores.max()))
    return _explorer(
        *(with_presets(THRESHOLD, sliders, presets), sliders, list(map(row, sliders.values()))),
        lambda values: threshold_state(truth, scores, **values, pos_label=pos_label),
        charts.threshold_charts(curve, positive, negative),
        lambda state, values: chart_data.threshold_data(state, values["threshold"]),
    )


def prevalence_explorer(
    curves: Mapping[str, Curve] = CURVES, *, presets: Presets | None = None
) -> ipywidgets.VBox:
    """Move the share of positives: the AUK of two fixed ROC curves follows, and they cross.

    Parameters
    ----------
    curves : mapping of name to (fpr, tpr), optional
        Two ROC curves of your own, from (0, 0) to (1, 1).
    presets : mapping of name to mapping of slider to value, optional
        Buttons of your own; the slider is prevalence.

    Raises
    ------
    ValueError
        Not two curves, bad rates as in :func:`kappabook.auk_from_roc`, or a preset that names an
        unknown slider, or a value outside the range of its slider.
    """
    pair = pair_of_curves(curves)
    sliders = {slider.key: make(slider) for slider in PREVALENCE.sliders}
    return _explorer(
        *(with_presets(PREVALENCE, sliders, presets), sliders, list(map(row, sliders.values()))),
        lambda values: prevalence_state(values["prevalence"], pair),
        charts.prevalence_charts(pair),
        lambda state, values: chart_data.prevalence_data(state, values["prevalence"], pair),
        names=dict(zip(("one", "two"), pair.names, strict=True)),
    )


def _explorer(
    explorer: Explorer,
    inputs: Mapping[str, Any],
    controls: list[Any],
    compute: Callable[[Values], Any],
    drawn: Sequence[Specification],
    moved: Callable[[Any, Values], Rows],
    names: Mapping[str, str] | None = None,
) -> ipywidgets.VBox:
    """Show presets, controls, numbers and charts, and keep the last two up with the first."""
    numbers, picture = ipywidgets.HTML(), ipywidgets.HTML()
    labels = {key: label.format(**(names or {})) for key, label in explorer.numbers.items()}
    moving = False

    def update(_: object = None) -> None:
        if moving:
            return
        values = {key: widget.value for key, widget in inputs.items() if key}
        state = compute(values)
        texts = {key: number_text(getattr(state, key)) for key in labels}
        note = f'<p style="{DENSE}">{escape(getattr(state, "note", ""))}</p>'
        numbers.value = numbers_html(explorer.name, labels, texts) + note
        svg = as_svg(drawn, moved(state, values))
        picture.value = _image(svg, " ".join(explorer.pictures))

    def go_to(wanted: Mapping[str, float]) -> None:
        """Move all sliders of a preset, then draw once."""
        nonlocal moving
        moving = True
        if "" in inputs:
            inputs[""].value = next(s.group for s in explorer.sliders if s.key in wanted)
        for key, value in wanted.items():
            inputs[key].value = value
        moving = False
        update()

    for widget in inputs.values():
        widget.observe(update, "value")
    update()
    words = ipywidgets.HTML(
        f'<h3 style="margin:0">{escape(explorer.title)}</h3>'
        f'<p style="{DENSE}">{escape(explorer.words)}</p>'
    )
    return ipywidgets.VBox([words, buttons(explorer.presets, go_to), *controls, numbers, picture])


def _image(svg: str, words: str) -> str:
    return (
        f'<img alt="{escape(words)}" style="max-width:100%;background:white" '
        f'src="data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}">'
    )
