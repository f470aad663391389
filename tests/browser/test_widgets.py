"""The explorers as pages, from a folder, with the network switched off: numbers and looks."""

import math
from urllib.parse import quote, urldefrag

import numpy as np
import pytest
from browser.browsing import NARROW, WIDE
from browser.looking import violations
from scipy.optimize import brentq
from sklearn.metrics import auc

from kappabook import ConfusionMatrix, auk_from_roc, cohen_kappa_score, kappa_optimal_threshold
from kappabook.teaching.explorers import EXPLORERS, about, sample_scores
from kappabook.teaching.explorers.page import script
from kappabook.workbook.targets import main


def of_table(tp, fn, fp, tn):
    """The library's measures of a table."""
    table = ConfusionMatrix([[tp, fn], [fp, tn]])
    return {
        "accuracy": float(table.accuracy),
        "chance": float(table.chance_agreement),
        "kappa": float(table.kappa),
    }


def opening(ill):
    return of_table(9 * ill, ill, 100 - ill, 9 * (100 - ill))


def confusion(tp, fn, fp, tn):
    return of_table(tp, fn, fp, tn)


def threshold(threshold, prevalence):
    truth, scores = sample_scores()
    called = scores >= threshold
    weights = np.where(truth == 1, prevalence / 20, (1 - prevalence) / 60)
    best = kappa_optimal_threshold(truth, scores, sample_weight=weights)
    return {
        "tpr": called[truth == 1].mean(),
        "fpr": called[truth == 0].mean(),
        "accuracy": np.average(called == truth, weights=weights),
        "kappa": cohen_kappa_score(truth, called.astype(int), sample_weight=weights),
        "best_kappa": best.kappa,
        "best_threshold": best.threshold,
    }


def prevalence(prevalence):
    one, two = ((c["fpr"], c["tpr"]) for c in about("prevalence")["fixed"]["curves"])
    areas = [auk_from_roc(*curve, prevalence) for curve in (one, two)]
    return {
        "auk_one": areas[0],
        "auk_two": areas[1],
        "larger": ("cautious", "eager")[areas[0] < areas[1]],
        "auc_one": auc(*one),
        "auc_two": auc(*two),
        "crossing": brentq(lambda p: auk_from_roc(*one, p) - auk_from_roc(*two, p), 0.1, 0.9),
    }


POSITIONS = {
    "opening": (opening, [{"ill": ill} for ill in (1, 2, 10, 50, 99)]),
    "confusion": (
        confusion,
        [
            dict(zip(("tp", "fn", "fp", "tn"), cells, strict=True))
            for cells in ((40, 10, 20, 30), (1, 99, 0, 100), (0, 7, 0, 80), (3, 50, 60, 2))
        ],
    ),
    "threshold": (
        threshold,
        [{"threshold": t, "prevalence": p} for t in (0.21, 0.5, 0.9) for p in (0.01, 0.25, 0.8)],
    ),
    "prevalence": (prevalence, [{"prevalence": p} for p in (0.01, 0.11, 0.32, 0.5, 0.99)]),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    into = tmp_path_factory.mktemp("widgets")
    assert main(["widgets", "--into", str(into)]) == 0
    return into


@pytest.fixture(scope="module", params=EXPLORERS)
def name(request):
    return request.param


@pytest.fixture(scope="module")
def page(chromium, folder, name):
    """The page, and after all its tests: no request left it, and its console stayed silent."""
    context = chromium.new_context(offline=True, viewport=WIDE)
    page, said, wanted = context.new_page(), [], []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: wanted.append(request.url))
    address = page.address = (folder / f"{name}.html").as_uri()
    page.goto(address)
    page.wait_for_selector("body[data-ready=true]")
    yield page
    assert said == []
    files = {urldefrag(url).url for url in wanted if not url.startswith(("data:", "about:"))}
    assert files == {address}
    context.close()


def opened(page, preset=""):
    """Open the page afresh, at a preset."""
    page.goto("about:blank")
    page.goto(f"{page.address}#{quote(preset)}")
    page.wait_for_selector("body[data-ready=true]")
    return page


def shown(page):
    return page.eval_on_selector_all(
        "[data-number]",
        "all => Object.fromEntries(all.map(e => [e.dataset.number, e.textContent]))",
    )


def test_its_numbers_are_the_librarys(page, name):
    """The module's own arithmetic, to twelve digits."""
    library, positions = POSITIONS[name]
    returned = f"return EXPLORERS.{name}.state(values, KNOWN.{name}.fixed)"
    run = f"values => {{ {script([name])}; {returned} }}"
    for values in positions:
        now = page.evaluate(run, values)
        for key, expected in library(**values).items():
            if isinstance(expected, float) and not math.isfinite(expected):
                assert isinstance(now[key], str)
            elif isinstance(expected, str):
                assert now[key] == expected
            else:
                assert now[key] == pytest.approx(expected, abs=1e-12), (key, values)


@pytest.mark.parametrize("name", ["confusion"], indirect=True)
def test_what_is_0_over_0_is_no_number(page, name):
    opened(page)
    for key in ("tp", "fn", "fp"):
        page.locator(f"[data-field={key}]").fill("0")
        page.keyboard.press("Enter")
    assert shown(page)["kappa"] == "0/0"
    assert "kappa is 0/0" in page.text_content(".note")
    page.locator("[data-field=tn]").fill("0")
    page.keyboard.press("Enter")
    assert shown(page)["accuracy"] == "0/0"
    assert "All four cells are 0" in page.text_content(".note")


@pytest.mark.parametrize("name", ["confusion"], indirect=True)
@pytest.mark.parametrize(
    ("wanted", "cells", "said"),
    [
        ({"prevalence": 0.3, "bias": 0.2, "accuracy": 0.7}, (25, 5, 25, 45), ""),
        ({"prevalence": 0.5, "bias": 0.2, "accuracy": 1}, (50, 0, 20, 30), "from 0.20 to 0.80: sh"),
        ({"prevalence": 0.3, "bias": 0.8, "accuracy": 0.3}, (30, 0, 70, 0), "out of reach: shown"),
    ],
)
def test_margins_move_the_cells_as_far_as_there_is_such_a_table(page, name, wanted, cells, said):
    run = f"values => {{ {script([name])}; return EXPLORERS.{name}.state(values, {{}}, 'bias') }}"
    now = page.evaluate(run, wanted)
    assert [now["values"][key] for key in ("tp", "fn", "fp", "tn")] == pytest.approx(cells)
    assert said in now["remark"]
    assert bool(said) == bool(now["remark"])


def test_every_slider_moves_by_keyboard_and_by_its_number(page, name):
    opened(page)
    page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })")
    for slider in about(name)["sliders"]:
        if slider.get("more"):
            page.get_by_role("button", name="even classes").click()
        handle = page.get_by_label(slider["label"], exact=True)
        before = shown(page)
        was = float(handle.input_value())
        to_the_end = "Home" if was > slider["low"] else "End"
        handle.press("ArrowLeft" if slider.get("more") else to_the_end)
        moved = float(handle.input_value())
        assert shown(page) != before
        assert float(page.input_value(f"[data-field={slider['key']}]")) == pytest.approx(moved)
        if slider.get("more"):  # what it can be depends on the others
            continue
        field = page.get_by_label(f"{slider['label']}, as a number")
        field.fill(str(slider["high"] + 7))
        field.press("Enter")
        assert float(field.input_value()) == slider["high"]
        assert f"shown is {slider['high']}" in page.text_content(".note")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_accessible_and_not_too_wide(page, name, scheme, size):
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size(size)
    for preset in about(name)["presets"]:
        opened(page, preset)
        page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })")
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    page.set_viewport_size(WIDE)
    page.emulate_media(color_scheme="light")
