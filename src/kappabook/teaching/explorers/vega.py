"""Charts as Vega-Lite's specifications: data that stay, data that move, layers, and the drawing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import altair as alt
import vl_convert

from kappabook.display.style import BLACK
from kappabook.teaching.explorers.chart_data import Rows
from kappabook.teaching.explorers.numbers import twelve_digits

Specification = dict[str, Any]

LEGEND = {"labelFontSize": 13, "titleFontSize": 13, "titleFontWeight": "normal"}
CONFIG = {
    "axis": {**LEGEND, "titleFontSize": 14, "labelColor": BLACK},
    "legend": LEGEND,
    "title": {"fontSize": 15, "anchor": "start", "subtitleFontSize": 14, "subtitleColor": BLACK},
    "view": {"stroke": None},
}
# What only a whole specification may have.
TOP = ("$schema", "config", "datasets")
# Of a chart that stands beside others: its width, and colours and dashes of its own.
WIDTH = {"width": 280}
HEIGHT = 280
OWN = {"color": "independent", "strokeDash": "independent"}


def moving(name: str) -> alt.Chart:
    """Draw data that the sliders move."""
    return alt.Chart(alt.NamedData(name=name))


def fixed(rows: list[dict[str, Any]]) -> alt.Chart:
    """Draw data that stay."""
    values = [
        {name: twelve_digits(x) if isinstance(x, float) else x for name, x in row.items()}
        for row in rows
    ]
    return alt.Chart(alt.InlineData(values=values))


def quantity(
    field: str, title: str, *, labels: bool = True, domain: tuple[float, float] = (0, 1)
) -> Any:
    """Encode a quantity, mostly from 0 to 1, along x, or along y for what stands upright."""
    upright = field in ("y", "tpr", "kappa")
    axis = alt.Axis(labels=labels, ticks=labels, grid=labels, domain=labels, titlePadding=8)
    if domain == (0, 1):
        axis.values = [0, 0.2, 0.4, 0.6, 0.8, 1]
    channel = (alt.Y if upright else alt.X)(f"{field}:Q", title=title, axis=axis)
    return channel.scale(domain=domain, nice=False)


def chart(title: tuple[str, str], words: str, *layers: alt.Chart) -> Specification:
    """Lay the layers over each other, below a title and a line of words."""
    head = alt.Title(title[0], subtitle=title[1])
    layered = alt.layer(*layers).properties(height=HEIGHT, title=head, description=words)
    specification: Specification = layered.to_dict()
    return specification | {"config": CONFIG}


def for_page(chart: Specification) -> Specification:
    """Make the chart as wide as the page lets it be; `usermeta` lists the data that move."""
    named = {part["data"]["name"] for part in (chart, *chart["layer"]) if "data" in part}
    moved = sorted(named - chart.get("datasets", {}).keys())
    return chart | {"width": "container", "usermeta": {"moving": moved}}


def as_svg(charts: Sequence[Specification], moved: Rows) -> str:
    """Draw the charts side by side, with the data that the sliders move."""
    parts = [{key: chart[key] for key in chart if key not in TOP} | WIDTH for chart in charts]
    stay = {name: rows for chart in charts for name, rows in chart.get("datasets", {}).items()}
    whole = {"hconcat": parts, "spacing": 30, "datasets": stay | moved, "config": CONFIG}
    svg: str = vl_convert.vegalite_to_svg(whole | {"resolve": {"scale": OWN}})
    return svg
