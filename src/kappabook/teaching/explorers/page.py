"""Write a page: words, sliders, numbers and charts, with every script inside."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from functools import cache, partial
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any

import vl_convert

from kappabook.display.style import BLACK, BLUE, GREY, ORANGE, ink
from kappabook.files import writing
from kappabook.teaching.explorers import charts
from kappabook.teaching.explorers.controls import controls_html
from kappabook.teaching.explorers.descriptions import EXPLORERS
from kappabook.teaching.explorers.numbers import numbers_html, twelve_digits
from kappabook.teaching.explorers.prevalence import pair_of_curves
from kappabook.teaching.explorers.threshold import sample_scores, threshold_state
from kappabook.teaching.explorers.vega import for_page

# What the page for a class says of all pairs together.
ROOM = {
    "pairs": "pairs",
    "labelled": "items labelled, in all",
    "accuracy": "agreement",
    "chance": "chance agreement",
    "kappa": "kappa",
    "interval": "95 % interval",
}


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
    labels = {key: label.format(**names) for key, label in explorer.numbers.items()}
    main = Template(_file("page.html")).substitute(
        words=escape(explorer.words),
        controls=controls_html(explorer),
        numbers=numbers_html(name, labels, {}),
        charts="\n".join(
            f'<div role="img" aria-label="{escape(words)}"><div class="chart" id="chart-{i}" '
            'aria-hidden="true">'
            "</div></div>"
            for i, words in enumerate(explorer.pictures)
        ),
    )
    known = {
        "EXPLORER": asdict(explorer) | {"numbers": labels},
        "CHARTS": [for_page(chart) for chart in specs],
        "FIXED": fixed,
    }
    told = "".join(f"const {name} = {_literal(value)};" for name, value in known.items())
    own = [_file(script) for script in ("common.js", f"{name}.js", "widget.js")]
    return _page(explorer.title, main, _bundle(), told, *own, evaluates=" 'unsafe-eval'")


def grim_html() -> str:
    """Return the page that checks a published agreement: `kappabook.report.grim` in JavaScript."""
    scripts = map(_file, ("common.js", "grim.js", "grim_page.js"))
    return _page("Can a published agreement be right?", _file("grim.html"), *scripts)


def label_html() -> str:
    """Return the page for a class that labels: the agreement of its pairs, and of the room."""
    scripts = map(_file, ("common.js", "label.js", "label_page.js"))
    main = Template(_file("label.html")).substitute(numbers=numbers_html("label", ROOM, {}))
    return _page("What did the room agree on?", main, *scripts)


def framed_pages(mark: str) -> tuple[dict[str, str], str]:
    """Return the pages for use inside another page, and the library that they share.

    Parameters
    ----------
    mark : str
        What stands in each page where the library is to be put; so that it is kept once.

    Returns
    -------
    pages : dict of str to str
        The explorers, and ``label``.
    library : str
        JavaScript.
    """
    pages = {name: html(name).replace(_bundle(), mark) for name in EXPLORERS}
    pages["label"] = label_html()
    framed = {
        name: page.replace("<html", '<html class="framed"', 1) for name, page in pages.items()
    }
    return framed, _bundle()


def write_widgets(folder: Path) -> list[Path]:
    """Write every page as ``folder/<name>.html``; return the files."""
    pages: dict[str, Callable[[], str]] = {name: partial(html, name) for name in EXPLORERS}
    pages |= {"grim": grim_html, "label": label_html}
    paths = [folder / f"{name}.html" for name in pages]
    with writing(*paths) as drafts:
        for page, draft in zip(pages.values(), drafts, strict=True):
            draft.write_text(page(), encoding="utf-8")
    return paths


def _page(title: str, main: str, *scripts: str, evaluates: str = "") -> str:
    """Put a page's main part and its scripts into the frame that all pages share."""
    return Template(_file("frame.html")).substitute(
        title=escape(title),
        css=Template(_file("page.css")).substitute(
            black=BLACK, blue=BLUE, orange=ink(ORANGE), light_orange=ORANGE, grey=GREY
        ),
        main=main,
        scripts="\n".join(f"<script>{script}</script>" for script in scripts),
        evaluates=evaluates,
    )


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
    found = {"auc": pair.auc, "crossings": pair.crossings}
    fixed = {"curves": curves, **{name: [*map(twelve_digits, found[name])] for name in found}}
    names = dict(zip(("one", "two"), pair.names, strict=True))
    return fixed, charts.prevalence_charts(pair), names


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
