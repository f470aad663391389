"""The explorers of JupyterLab: what a notebook reads and sets, and what is refused. JavaScript
computes and draws; that its numbers are the library's is tested in a browser."""

import numpy as np
import pytest
from traitlets import TraitError

from kappabook.teaching import (
    confusion_explorer,
    opening_explorer,
    prevalence_explorer,
    sample_scores,
    threshold_explorer,
)
from kappabook.teaching.explorers import EXPLORERS, NAMES, about
from kappabook.teaching.explorers.page import html
from kappabook.teaching.explorers.still import HALF, in_notebook, opening

FUNCTIONS = {
    "opening": opening_explorer,
    "confusion": confusion_explorer,
    "threshold": threshold_explorer,
    "prevalence": prevalence_explorer,
}
TWO = {"one": ([0, 0.2, 1], [0, 0.7, 1]), "two": ([0, 0.5, 1], [0, 0.9, 1])}


@pytest.mark.parametrize("name", EXPLORERS)
def test_a_notebook_reads_and_sets_the_sliders(name):
    explorer = FUNCTIONS[name]()
    own = [slider for slider in about(name)["sliders"] if not slider.get("more")]
    assert explorer.values == {slider["key"]: slider["start"] for slider in own}
    first = own[0]["key"]
    explorer.values = {first: own[0]["high"]}
    assert explorer.values == {s["key"]: s["start"] for s in own} | {first: own[0]["high"]}
    with pytest.raises(ValueError, match=f"values: {first} is .*, but its slider goes from"):
        explorer.values = {first: own[0]["high"] + 1}
    with pytest.raises(ValueError, match="there is no slider 'x'; the sliders are"):
        explorer.values = {"x": 1}
    with pytest.raises(TraitError):
        explorer.values = 3


@pytest.mark.parametrize("name", EXPLORERS)
def test_sliders_and_presets_stand_within_the_range_and_on_a_step(name):
    told = about(name)
    for slider in told["sliders"]:
        at = [
            values[slider["key"]] for values in told["presets"].values() if slider["key"] in values
        ]
        for value in [*at, *([slider["start"]] if "start" in slider else [])]:
            assert slider["low"] <= value <= slider["high"]
            steps = (value - slider["low"]) / slider["step"]
            assert steps == pytest.approx(round(steps), abs=1e-9)


@pytest.mark.parametrize(
    ("preset", "said"),
    [
        ({}, "preset 'x': it moves no slider; the sliders are tp, fn,"),
        ({"tq": 3}, "preset 'x': there is no slider 'tq'; the sliders are tp, fn,"),
        ({"tp": 120}, "preset 'x': tp is 120, but its slider goes from 0 to 100; choose a value"),
    ],
)
def test_a_preset_that_the_sliders_cannot_show_is_refused(preset, said):
    with pytest.raises(ValueError, match=said):
        confusion_explorer(presets={"x": preset})


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: threshold_explorer([0, 1]), "give y_true and y_score, or neither"),
        (lambda: threshold_explorer([0, 1], [0.1, np.nan]), "must be finite"),
        (lambda: threshold_explorer([0, 1], [0.1, 0.2], pos_label=7), "pos_label"),
        (lambda: prevalence_explorer({"one": TWO["one"]}), "holds 1 ROC curves, .*; give two"),
        (lambda: prevalence_explorer(TWO | {"two": ([0, 2], [0, 1])}), r"\b2\b"),
        (lambda: html("roc"), f"no explorer 'roc'; the explorers are {', '.join(NAMES)}"),
    ],
)
def test_bad_input_is_refused(call, said):
    with pytest.raises(ValueError, match=said):
        call()


@pytest.mark.filterwarnings("ignore")
def test_one_class_alone_has_no_threshold():
    with pytest.raises(ValueError, match=r"all of the 2 cases are positive \(1\); a threshold"):
        threshold_explorer([1, 1], [0.1, 0.2])


def test_the_still_shows_what_the_explorer_shows_at_its_start():
    ill = about("opening")["sliders"][0]["start"]
    test = about("opening")["fixed"]
    expected = [
        [ill * test["found"], ill * (1 - test["found"])],
        [(100 - ill) * test["alarms"], (100 - ill) * (1 - test["alarms"])],
    ]
    np.testing.assert_allclose(HALF.cells.astype(float), expected)
    data, words = opening_explorer()._repr_mimebundle_()
    assert {"application/vnd.jupyter.widget-view+json", "image/svg+xml", "image/png"} <= set(data)
    assert words["image/svg+xml"]["alt"].startswith("A hundred people, half of them ill")
    assert " at 0x" not in data["text/plain"]  # a notebook stores it


def test_the_sample_has_no_score_on_a_step_of_the_slider():
    truth, scores = sample_scores()
    assert np.bincount(truth).tolist() == [60, 20]
    assert ((scores > 0) & (scores < 1)).all()
    assert ((scores * 1000) % 10).round(6).tolist() == [5] * 80


def test_a_still_is_the_same_bytes_twice():
    first, again = (in_notebook(opening())[0] for _ in range(2))
    assert first == again
