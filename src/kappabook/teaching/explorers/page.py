"""Write a page: words, sliders, numbers and charts, with every script inside."""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import cache, partial
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any

import vl_convert

from kappabook.display.style import BLACK, BLUE, ORANGE, ink
from kappabook.files import writing
from kappabook.teaching.explorers import charts
from kappabook.teaching.explorers.descriptions import EXPLORERS, Explorer, Slider
from kappabook.teaching.explorers.prevalence import pair_of_curves
from kappabook.teaching.explorers.threshold import sample_scores, threshold_state
from kappabook.teaching.explorers.vega import for_page


def html(name: str) -> str:
    """Return the page of a widget: one file that opens from a folder, without a network.

    Parameters
    ----------
    name : str
        One of confusion, threshold, prevalence.

    Raises
    ------
    ValueError
        There is no widget of that name.

    Examples
    --------
    >>> from kappabook.teaching.explorers.page import html
    >>> html("prevalence").startswith("<!DOCTYPE html>")
    True
    """
    if name not in EXPLORERS:
        raise ValueError(f"there is no widget {name!r}; the widgets are {', '.join(EXPLORERS)}.")
    explorer = EXPLORERS[name]
    fixed, specs, names = _contents(name)
    numbers = {key: label.format(**names) for key, label in explorer.numbers.items()}
    page = Template(_file("page.html"))
    return page.substitute(
        title=escape(explorer.title),
        words=escape(explorer.words),
        css=_css(),
        controls=_controls(explorer),
        numbers="\n".join(
            f'<tr><th scope="row">{escape(label)}</th><td id="number-{key}"></td></tr>'
            for key, label in numbers.items()
        ),
        charts="\n".join(
            f'<div role="img" aria-label="{escape(words)}"><div class="chart" id="chart-{i}" '
            'aria-hidden="true">'
            "</div></div>"
            for i, words in enumerate(explorer.pictures)
        ),
        bundle=_bundle(),
        explorer=_literal({"sliders": [asdict(s) for s in explorer.sliders], "numbers": numbers}),
        specs=_literal([for_page(chart) for chart in specs]),
        fixed=_literal(fixed),
        state=_file(f"{name}.js"),
        wiring=_file("widget.js"),
    )


def grim_html() -> str:
    """Return the page that checks a published agreement: `kappabook.report.grim` in JavaScript."""
    return Template(_file("grim.html")).substitute(
        css=_css(),
        orange=ink(ORANGE),
        arithmetic=_file("grim.js"),
        wiring=_file("grim_page.js"),
    )


def write_widgets(folder: Path) -> list[Path]:
    """Write every widget as ``folder/<name>.html``, and ``grim.html``; return the files."""
    pages = {name: partial(html, name) for name in EXPLORERS} | {"grim": grim_html}
    paths = [folder / f"{name}.html" for name in pages]
    with writing(*paths) as drafts:
        for page, draft in zip(pages.values(), drafts, strict=True):
            draft.write_text(page(), encoding="utf-8")
    return paths


def _contents(name: str) -> tuple[dict[str, Any], list[dict[str, Any]], dict[str, str]]:
    """Return a widget's fixed data, its charts, and the names that its labels mention."""
    if name == "confusion":
        return {}, charts.confusion_charts(), {}
    if name == "threshold":
        truth, scores = sample_scores()
        positive, negative = scores[truth == 1], scores[truth == 0]
        state = threshold_state(truth, scores, 0.5)
        columns = state.curve_fpr, state.curve_tpr, state.thresholds
        rows = zip(*(column.tolist() for column in columns), strict=True)
        fixed = {
            "positive": positive.tolist(),
            "negative": negative.tolist(),
            # JSON knows no infinity: the first threshold, which calls nothing positive, is none.
            "curve": [
                {"step": i, "fpr": f, "tpr": t, "threshold": at if i else None}
                for i, (f, t, at) in enumerate(rows)
            ],
        }
        return fixed, charts.threshold_charts(state, positive, negative), {}
    pair = pair_of_curves()
    curves = [
        {"name": name, "fpr": f.tolist(), "tpr": t.tolist()}
        for name, (f, t) in zip(pair.names, pair.curves, strict=True)
    ]
    fixed = {"curves": curves, "auc": list(pair.auc), "crossings": list(pair.crossings)}
    names = dict(zip(("one", "two"), pair.names, strict=True))
    return fixed, charts.prevalence_charts(pair), names


def _controls(explorer: Explorer) -> str:
    """Write the sliders; in sets with a choice between them, where there are several."""
    groups = list(dict.fromkeys(slider.group for slider in explorer.sliders))
    if groups == [""]:
        return _set(explorer.sliders)
    radios = "".join(
        f'<label><input type="radio" name="group" value="{group}"{" checked" * (i == 0)}> '
        f"{group}</label>"
        for i, group in enumerate(groups)
    )
    choice = f'<fieldset><legend>Move</legend><div class="choice">{radios}</div></fieldset>'
    sets = [
        f'<fieldset data-group="{group}" aria-label="{group}">'
        + _set(tuple(slider for slider in explorer.sliders if slider.group == group))
        + "</fieldset>"
        for group in groups
    ]
    return "\n".join([choice, *sets])


def _set(sliders: tuple[Slider, ...]) -> str:
    return '<div class="sliders">\n' + "\n".join(map(_slider, sliders)) + "\n</div>"


def _slider(slider: Slider) -> str:
    key = slider.key
    return (
        f'<div class="slider"><label for="{key}">{escape(slider.label)}</label>'
        f'<input type="range" id="{key}" min="{slider.low}" max="{slider.high}" '
        f'step="{slider.step}" value="{slider.value}">'
        f'<output id="value-{key}" for="{key}" aria-live="off"></output></div>'
    )


def _css() -> str:
    return Template(_file("page.css")).substitute(black=BLACK, blue=BLUE, orange=ink(ORANGE))


def _literal(value: object) -> str:
    """Write a value as JavaScript that cannot end the script element it stands in."""
    return json.dumps(value, allow_nan=False).replace("<", "\\u003c")


def _file(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


@cache
def _bundle() -> str:
    """Return Vega, Vega-Lite and Vega-Embed as one script."""
    script: str = vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;")
    return script.replace("</script", "<\\/script")
