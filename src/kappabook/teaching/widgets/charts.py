"""The charts of the pages without a kernel, drawn by Vega-Lite from data that the page moves.

A chart names the data it draws; the page's script fills them. `usermeta` lists which.
"""

from __future__ import annotations

from typing import Any

import altair as alt
import numpy as np

from kappabook.display.style import BLACK, BLUE, GREEN, GREY, ORANGE
from kappabook.teaching.parts import CONFUSION, PREVALENCE, THRESHOLD, show
from kappabook.teaching.states import SHARES, Pair, ThresholdState

Layers = tuple[alt.Chart, ...]

SHARE, FPR, TPR = "share of positives", "false positive rate", "true positive rate"
# Two curves differ in colour and in dashes.
DASHES = [[1, 0], [7, 4]]


def confusion_charts() -> list[dict[str, Any]]:
    """Draw the matrix by areas, and its measures as bars."""
    cells = _moving("cells").encode(
        x=_on("x", "truth: positive | negative", labels=False),
        x2="x2",
        y=_on("y", "called: positive | negative", labels=False),
        y2="y2",
    )
    colors = alt.Color("kind:N", title=None).scale(domain=["right", "wrong"], range=[BLUE, ORANGE])
    middle = (
        _moving("cells")
        .transform_calculate(mx="(datum.x + datum.x2) / 2", my="(datum.y + datum.y2) / 2")
        .encode(x="mx:Q", y="my:Q", text="text:N")
    )
    areas = (
        cells.mark_rect(stroke="white", strokeWidth=2).encode(
            color=colors.legend(orient="bottom", title="the prediction is")
        ),
        middle.mark_text(color="white", fontSize=14, fontWeight="bold"),
        _moving("chance")
        .mark_rule(color=BLACK, strokeDash=[6, 4], strokeWidth=2)
        .encode(y="called:Q"),
    )
    rows = _moving("measures").encode(
        y=alt.Y("measure:N", title=None, sort=None).scale(
            domain=["accuracy", "chance", "kappa", "MCC"]
        )
    )
    is_kappa = alt.when("datum.measure == 'kappa'")
    measures = (
        rows.mark_bar().encode(
            x=alt.X("value:Q", title=None)
            .scale(domain=[-1, 1.4], nice=False)
            .axis(values=[-1, -0.5, 0, 0.5, 1]),
            color=is_kappa.then(alt.value(BLUE)).otherwise(alt.value(GREY)),
        ),
        rows.mark_text(align="left", dx=6, fontSize=14).encode(x=alt.datum(1), text="text:N"),
    )
    words = CONFUSION.pictures
    return [
        _chart(areas, "All cases, by area", words[0], ("cells", "chance")),
        _chart(measures, "Measures", words[1], ("measures",)),
    ]


def threshold_charts(
    state: ThresholdState, positive: np.ndarray[Any, Any], negative: np.ndarray[Any, Any]
) -> list[dict[str, Any]]:
    """Draw the scores, the ROC curve and the kappa curve, with the threshold's point."""
    scores = [
        {"score": float(score), "truth": truth}
        for truth, column in (("positive", positive), ("negative", negative))
        for score in column
    ]
    colors = alt.Color("truth:N", legend=None).scale(
        domain=["positive", "negative"], range=[BLUE, ORANGE]
    )
    lines = _moving("lines").encode(x="at:Q")
    kinds = alt.Color("line:N", legend=None).scale(
        domain=["threshold", "largest kappa"], range=[BLACK, GREEN]
    )
    dashes = alt.StrokeDash("line:N", legend=None).scale(
        domain=["threshold", "largest kappa"], range=DASHES
    )
    strip = (
        _fixed(scores)
        .mark_tick(thickness=2)
        .encode(
            x=_on("score", "score"),
            y=alt.Y("truth:N", title=None, sort=["positive", "negative"]),
            color=colors,
        ),
        lines.mark_rule(strokeWidth=2).encode(color=kinds, strokeDash=dashes),
    )
    curve = zip(state.curve_fpr.tolist(), state.curve_tpr.tolist(), strict=True)
    roc = _fixed([{"fpr": f, "tpr": t, "step": i} for i, (f, t) in enumerate(curve)])
    words = THRESHOLD.pictures
    return [
        {
            **_chart(
                strip,
                "Scores (dashed: best kappa)",
                words[0],
                ("lines",),
                height=130,
            ),
            "resolve": {"scale": {"color": "independent"}},
        },
        _chart(
            (
                _diagonal(),
                roc.mark_line(color=BLUE).encode(
                    x=_on("fpr", FPR), y=_on("tpr", TPR), order="step:Q"
                ),
                *_points("tpr"),
            ),
            *("ROC curve", words[1], ("optima", "point")),
        ),
        _chart(
            (
                _moving("curve")
                .mark_line(color=BLUE)
                .encode(x=_on("fpr", FPR), y=_on("kappa", "kappa"), order="step:Q"),
                *_points("kappa"),
            ),
            *("Kappa curve", words[2], ("curve", "optima", "point")),
        ),
    ]


def prevalence_charts(pair: Pair) -> list[dict[str, Any]]:
    """Draw both ROC curves, their kappa curves, and their AUK against the prevalence."""
    colors = alt.Color("name:N", title=None).scale(domain=pair.names, range=[BLUE, ORANGE])
    dashes = alt.StrokeDash("name:N", title=None).scale(domain=pair.names, range=DASHES)
    styled = {
        "color": colors.legend(orient="bottom", symbolStrokeWidth=3),
        "strokeDash": dashes.legend(orient="bottom"),
    }
    roc, auk = [], []
    for name, (f, t), areas in zip(pair.names, pair.curves, pair.auks, strict=True):
        ends = zip(f.tolist(), t.tolist(), strict=True)
        roc += [{"fpr": x, "tpr": y, "step": i, "name": name} for i, (x, y) in enumerate(ends)]
        along = zip(SHARES.round(2).tolist(), areas.tolist(), strict=True)
        auk += [{"share": p, "auk": area, "name": name} for p, area in along]
    crossings = [
        {
            "share": p,
            "auk": float(np.interp(p, SHARES, pair.auks[0])),
            "text": f"cross at {show(p)}",
        }
        for p in pair.crossings
    ]
    crossing = _fixed(crossings).encode(x="share:Q", y="auk:Q")
    words = PREVALENCE.pictures
    x, y = _on("share", SHARE), alt.Y("auk:Q", title="AUK").scale(domain=_span(pair))
    return [
        _chart(
            (
                _diagonal(),
                _fixed(roc)
                .mark_line()
                .encode(x=_on("fpr", FPR), y=_on("tpr", TPR), order="step:Q", **styled),
            ),
            *("ROC curves", words[0], ()),
        ),
        _chart(
            (
                _moving("kappas")
                .mark_line()
                .encode(x=_on("fpr", FPR), y=_on("kappa", "kappa"), **styled),
            ),
            *("Kappa curves", words[1], ("kappas",)),
        ),
        _chart(
            (
                _fixed(auk)
                .mark_line()
                .encode(x=x, y=y, color=colors.legend(None), strokeDash=dashes.legend(None)),
                _moving("share").mark_rule(color=BLACK, strokeWidth=1.5).encode(x="share:Q"),
                crossing.mark_point(shape="diamond", color=GREEN, filled=True, size=150, opacity=1),
                crossing.mark_text(color=GREEN, align="left", dx=10, dy=14, fontSize=13).encode(
                    text="text:N"
                ),
                _moving("points")
                .mark_point(filled=True, size=90, opacity=1)
                .encode(x="share:Q", y="auk:Q", color=colors),
            ),
            *("AUK by share of positives", words[2], ("share", "points")),
        ),
    ]


def _points(height: str) -> Layers:
    """Mark where kappa is largest, and where the threshold is."""
    at = {"x": "fpr:Q", "y": f"{height}:Q"}
    optima, point = _moving("optima"), _moving("point")
    return (
        optima.mark_point(shape="diamond", color=GREEN, filled=True, size=160, opacity=1).encode(
            **at
        ),
        point.mark_point(color=BLACK, filled=True, size=120, opacity=1).encode(**at),
        # In the corner, which a kappa curve leaves free; at the point it would hide the diamond.
        point.mark_text(align="right", baseline="top", fontSize=14, color=BLACK).encode(
            x=alt.datum(1), y=alt.datum(1), text="text:N" if height == "kappa" else alt.value("")
        ),
    )


def _diagonal() -> alt.Chart:
    ends = _fixed([{"fpr": 0, "tpr": 0}, {"fpr": 1, "tpr": 1}])
    line: alt.Chart = ends.mark_line(color=GREY, strokeWidth=1, strokeDash=[2, 3])
    return line.encode(x="fpr:Q", y="tpr:Q")


def _span(pair: Pair) -> list[float]:
    """Return the heights that hold every AUK and zero."""
    heights = np.concatenate([*pair.auks, [0.0]])
    return [float(np.floor(heights.min() * 20) / 20), float(np.ceil(heights.max() * 20) / 20)]


def _moving(name: str) -> alt.Chart:
    """Draw data that the page's script fills."""
    return alt.Chart(alt.NamedData(name=name))


def _fixed(rows: list[dict[str, Any]]) -> alt.Chart:
    return alt.Chart(alt.InlineData(values=rows))


def _on(field: str, title: str, *, labels: bool = True) -> Any:
    """Encode a quantity from 0 to 1 along x, or along y for what stands upright."""
    upright = field in ("y", "tpr", "kappa")
    axis = alt.Axis(labels=labels, ticks=labels, grid=labels, values=[0, 0.2, 0.4, 0.6, 0.8, 1])
    channel = (alt.Y if upright else alt.X)(f"{field}:Q", title=title, axis=axis)
    return channel.scale(domain=[0, 1], nice=False)


def _chart(
    layers: Layers, title: str, words: str, moving: tuple[str, ...], height: int = 280
) -> dict[str, Any]:
    """Lay the layers over each other; as wide as the page lets it be."""
    chart = (
        alt.layer(*layers)
        .properties(width="container", height=height, title=title, description=words)
        .properties(usermeta={"moving": list(moving)})
        .configure_axis(
            labelFontSize=13, titleFontSize=14, titleFontWeight="normal", labelColor=BLACK
        )
        .configure_legend(labelFontSize=13, titleFontSize=13, titleFontWeight="normal")
        .configure_title(fontSize=15, anchor="start")
        .configure_view(stroke=None)
    )
    specification: dict[str, Any] = chart.to_dict()
    return specification
