"""The explorers of JupyterLab: their sliders move their numbers. A browser is driven elsewhere."""

import math
import os
import re
import subprocess
import sys
from dataclasses import replace
from html import unescape

import ipywidgets
import numpy as np
import pytest
from support import ROOT, slowly

from kappabook.teaching.explorers import (
    confusion_explorer,
    margins_state,
    prevalence_explorer,
    sample_scores,
    threshold_explorer,
    threshold_state,
)
from kappabook.teaching.explorers.charts import threshold_charts
from kappabook.teaching.explorers.descriptions import CONFUSION, EXPLORERS
from kappabook.teaching.explorers.numbers import number_text
from kappabook.teaching.explorers.page import html as page_html

FUNCTIONS = {
    "confusion": confusion_explorer,
    "threshold": threshold_explorer,
    "prevalence": prevalence_explorer,
}


def inside(widget):
    """Every widget that is shown, in order."""
    yield widget
    for child in getattr(widget, "children", ()):
        yield from inside(child)


def rows(explorer):
    """Each slider with the field beside it, which has its name."""
    kinds = ipywidgets.IntSlider | ipywidgets.FloatSlider
    boxes = [w.children for w in inside(explorer) if isinstance(w, ipywidgets.HBox)]
    return [(box[0], box[1]) for box in boxes if len(box) == 2 and isinstance(box[1], kinds)]


def sliders(explorer):
    return {field.description: slider for field, slider in rows(explorer)}


def html(explorer):
    return "".join(w.value for w in inside(explorer) if isinstance(w, ipywidgets.HTML))


def numbers(explorer):
    cells = re.findall(r'data-number="(\w+)">([^<]*)<', html(explorer))
    return {key: unescape(text) for key, text in cells}


each_explorer = pytest.mark.parametrize(
    "name", ["confusion", slowly("threshold"), slowly("prevalence")]
)


@each_explorer
def test_every_slider_moves_a_number_and_the_picture(name):
    explorer = FUNCTIONS[name]()
    assert list(numbers(explorer)) == list(EXPLORERS[name].numbers)
    for slider in sliders(explorer).values():
        before, page = numbers(explorer), html(explorer)
        slider.value = slider.value / 2 + slider.max / 3
        assert numbers(explorer) != before
        assert html(explorer).split("<img")[1] != page.split("<img")[1]


@each_explorer
def test_every_picture_has_words_and_every_slider_a_name(name):
    explorer = FUNCTIONS[name]()
    (alt,) = re.findall(r'<img alt="([^"]+)"', html(explorer))
    assert unescape(alt) == " ".join(EXPLORERS[name].pictures)
    shown = {slider.label for slider in EXPLORERS[name].sliders if slider.group != "the margins"}
    assert set(sliders(explorer)) == shown


@pytest.mark.slow
@each_explorer
def test_a_field_and_its_slider_move_each_other(name):
    for field, slider in rows(FUNCTIONS[name]()):
        assert (field.min, field.max, field.step) == (slider.min, slider.max, slider.step)
        field.value = slider.value / 2 + slider.max / 3
        assert slider.value == field.value
        slider.value = slider.max - slider.step + 1e-12
        assert field.value == pytest.approx(slider.max - slider.step, abs=1e-15)


def press(explorer, name):
    (button,) = [
        w for w in inside(explorer) if isinstance(w, ipywidgets.Button) and w.description == name
    ]
    button.click()


@pytest.mark.slow
@each_explorer
def test_a_preset_moves_its_sliders_and_no_other(name):
    explorer, known = FUNCTIONS[name](), EXPLORERS[name]
    labels = {slider.key: slider.label for slider in known.sliders}
    for preset, values in known.presets.items():
        press(explorer, preset)
        wanted = {labels[key]: value for key, value in values.items()}
        shown = {label: slider.value for label, slider in sliders(explorer).items()}
        assert {label: shown[label] for label in wanted} == pytest.approx(wanted)
        stay = {s.label: s.value for s in known.sliders if not s.group and s.key not in values}
        assert {label: shown[label] for label in stay} == stay


@pytest.mark.parametrize(
    ("preset", "accuracy", "kappa"),
    [
        slowly("lazy", "0.950", "0.000"),
        ("useful", "0.930", "0.500"),
        slowly("doctors", "0.680", "0.316"),
        slowly("even classes", "0.900", "0.800"),
        slowly("rare class", "0.900", "0.444"),
    ],
)
def test_presets_show_what_the_notebooks_say(preset, accuracy, kappa):
    """Also from the other set of sliders."""
    explorer = confusion_explorer()
    for name in ("rare class", "useful", preset):
        press(explorer, name)
    assert (numbers(explorer)["accuracy"], numbers(explorer)["kappa"]) == (accuracy, kappa)


@pytest.mark.slow
def test_presets_of_ones_own():
    explorer = confusion_explorer(presets={"mine": {"tp": 30, "fn": 5, "fp": 8, "tn": 57}})
    press(explorer, "mine")
    assert numbers(explorer)["accuracy"] == "0.870"
    # In the range of the scores, not in that of the sample.
    explorer = threshold_explorer(
        [0, 1, 0, 1], [10, 30, 40, 90], presets={"low": {"threshold": 20}}
    )
    press(explorer, "low")
    assert sliders(explorer)["threshold"].value == 20


@pytest.mark.parametrize(
    ("preset", "words"),
    [
        ({"tp": 101}, r"preset 'x': tp is 101, but its slider goes from 0 to 100; choose"),
        ({"bias": -0.95}, r"bias is -0.95, but its slider goes from -0.9 to 0.9"),
        ({"accuracy": math.nan}, r"accuracy is nan, but"),
        ({"tp": 1, "tn": 4, "bias": 0}, r"(tp|tn) and bias are never shown together"),
        ({"threshold": 0.5}, r"no slider 'threshold'; the sliders are tp, fn"),
        ({}, r"preset 'x': it moves no slider"),
    ],
)
def test_a_preset_that_cannot_be_shown_is_refused(preset, words):
    with pytest.raises(ValueError, match=words):
        confusion_explorer(presets={"x": preset})
    with pytest.raises(ValueError, match=words):
        replace(CONFUSION, presets={"x": preset})


def test_a_preset_outside_the_range_of_ones_own_scores_is_refused():
    with pytest.raises(
        ValueError, match=r"threshold is 0.5, but its slider goes from 10.0 to 90.8"
    ):
        threshold_explorer([0, 1], [10, 90], presets={"x": {"threshold": 0.5}})


@pytest.mark.slow
def test_a_change_from_cells_to_margins_keeps_the_table():
    explorer = confusion_explorer()
    sliders(explorer)["true positives"].value = 60
    before = numbers(explorer)
    (choice,) = [w for w in inside(explorer) if isinstance(w, ipywidgets.RadioButtons)]
    choice.value = "the margins"
    assert set(sliders(explorer)) == {
        slider.label for slider in EXPLORERS["confusion"].sliders if slider.group == "the margins"
    }
    # 60, 10, 20, 30: the sliders of the margins stand in hundredths.
    moved = margins_state(prevalence=0.58, bias=0.08, accuracy=0.75)
    assert numbers(explorer)["kappa"] == number_text(moved.kappa)
    assert abs(float(numbers(explorer)["kappa"]) - float(before["kappa"])) < 0.01


@pytest.mark.slow
def test_cases_of_ones_own():
    truth, scores = ["no", "yes", "no", "yes"], [10, 30, 40, 90]
    explorer = threshold_explorer(truth, scores, pos_label="yes")
    threshold = sliders(explorer)["threshold"]
    assert (threshold.min, round(threshold.max, 3)) == (10, 90.8)
    threshold.value = 35
    state = threshold_state(truth, scores, 35, pos_label="yes")
    assert numbers(explorer)["kappa"] == number_text(state.kappa) == "0.000"


@pytest.mark.slow
def test_scores_of_many_digits_stay_inside_their_field():
    ((field, slider), _) = rows(threshold_explorer([0, 1, 0], [1.23456789e-9, 4e-9, 8.7654321e-9]))
    for value in (slider.min, slider.max, (slider.min + slider.max) / 2):
        slider.value = value
        assert slider.min <= field.value <= slider.max
        assert field.value == pytest.approx(value, rel=1e-6)


def test_the_axes_hold_what_ones_own_cases_need():
    """Scores beyond 0 and 1; kappa below 0, where the classifier is worse than chance."""
    scores = np.array([10.0]), np.array([90.0])
    strip, _, kappa = threshold_charts(threshold_state([1, 0], [10, 90], 50), *scores)
    assert strip["layer"][0]["encoding"]["x"]["scale"]["domain"] == [10, 90.8]
    assert kappa["layer"][0]["encoding"]["y"]["scale"]["domain"] == [-1, 1]
    scores = np.array([0.9]), np.array([0.1])
    strip, _, kappa = threshold_charts(threshold_state([1, 0], [0.9, 0.1], 0.5), *scores)
    assert strip["layer"][0]["encoding"]["x"]["scale"]["domain"] == [0, 1]
    assert kappa["layer"][0]["encoding"]["y"]["scale"]["domain"] == [0, 1]


def test_constant_scores_are_no_error():
    threshold = sliders(threshold_explorer([0, 1, 1], [3, 3, 3]))["threshold"]
    assert threshold.min < threshold.max


def test_what_cannot_be_explored_is_refused():
    truth, scores = sample_scores()
    with pytest.raises(ValueError, match="give y_true and y_score"):
        threshold_explorer(truth)
    with pytest.raises(ValueError, match="does not occur"):
        threshold_explorer(truth, scores, pos_label=7)
    with pytest.raises(ValueError, match="give two, by name"):
        prevalence_explorer({"one": ([0, 1], [0, 1])})


@pytest.mark.slow
def test_pages_are_the_same_on_an_old_processor(monkeypatch, tmp_path):
    """Found by tools/verify.py: the last digit of an area was in a page."""
    monkeypatch.syspath_prepend(ROOT / "tools")
    old = pytest.importorskip("disturbed_copies").OLD_PROCESSOR
    for folder, how in (("here", {}), ("old", old)):
        command = [sys.executable, "-m", "kappabook.workbook", "widgets", "--into"]
        subprocess.run([*command, tmp_path / folder], env=os.environ | how, check=True)
    pages = sorted((tmp_path / "here").iterdir())
    assert len(pages) == 5
    for page in pages:
        assert page.read_bytes() == (tmp_path / "old" / page.name).read_bytes(), page.name


def test_names_are_text_not_markup():
    curves = {"<b>": ([0, 0.1, 1], [0, 0.9, 1]), "two": ([0, 0.1, 1], [0, 0.5, 1])}
    assert "<b>" not in html(prevalence_explorer(curves))


def test_an_unknown_page_is_refused():
    with pytest.raises(ValueError, match="the widgets are confusion, threshold, prevalence"):
        page_html("kappa")
