"""The charts of the explorers, for Vega-Lite to draw.

In JupyterLab `chart_data` fills in the data that the sliders move; on a page without a kernel the
page's script does.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import altair as alt
import numpy as np
from numpy.typing import NDArray

from kappabook.display.style import BLACK, BLUE, GREY, INK
from kappabook.display.style import GREEN as LIGHT_GREEN
from kappabook.display.style import ORANGE as LIGHT_ORANGE
from kappabook.teaching.explorers.descriptions import CONFUSION, PREVALENCE, THRESHOLD
from kappabook.teaching.explorers.numbers import number_text
from kappabook.teaching.explorers.prevalence import SHARES, Pair
from kappabook.teaching.explorers.threshold import ThresholdState
from kappabook.teaching.explorers.vega import Specification, chart, fixed, moving, quantity

# Words stand in these colours, or white on them.
GREEN, ORANGE = INK[LIGHT_GREEN], INK[LIGHT_ORANGE]
FPR, TPR = "false positive rate", "true positive rate"
# Two curves differ in colour and in dashes.
DASHES = [[1, 0], [7, 4]]
# The square and, on both sides, the names of its cells.
BESIDE = (-0.36, 1.36)


def confusion_charts() -> list[Specification]:
    """Draw the matrix by areas, and its measures as bars."""
    cells = moving("cells").encode(
        x=quantity("x", "truth: positive | negative", labels=False, domain=BESIDE),
        x2="x2",
        y=quantity("y", "called: positive | negative", labels=False),
        y2="y2",
    )
    colors = (
        alt.Color("kind:N")
        .scale(domain=["right", "wrong"], range=[BLUE, ORANGE])
        .legend(orient="bottom", title="the prediction is", symbolType="square")
    )
    # White dashes on a black band are seen on both colours.
    line = moving("chance").encode(x=alt.datum(0), x2=alt.datum(1), y="called:Q")
    areas = (
        cells.mark_rect(stroke="white", strokeWidth=2).encode(color=colors),
        moving("cells")
        .mark_text(
            align=alt.expr("datum.side < 0 ? 'right' : 'left'"), fontSize=14, fontWeight="bold"
        )
        .encode(x="side:Q", y="middle:Q", text="text:N", color=colors),
        line.mark_rule(color=BLACK, strokeWidth=6),
        line.mark_rule(color="white", strokeDash=[7, 5], strokeWidth=3),
    )
    rows = moving("measures").encode(
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
    shares, bars = CONFUSION.pictures
    return [
        chart(("All cases, by area", "dashed: divided by chance"), shares, *areas),
        chart(("Measures", "kappa and MCC may be negative"), bars, *measures),
    ]


def threshold_charts(
    state: ThresholdState, positive: NDArray[np.float64], negative: NDArray[np.float64]
) -> list[Specification]:
    """Draw the scores, the ROC curve and the kappa curve, with the threshold's point."""
    scores = [
        {"score": score, "truth": truth}
        for truth, column in (("positive", positive), ("negative", negative))
        for score in column.tolist()
    ]
    truths, lines = ["positive", "negative"], ["threshold", "largest kappa"]
    colors = alt.Color("truth:N", legend=None).scale(domain=truths, range=[BLUE, ORANGE])
    kinds = alt.Color("line:N", legend=None).scale(domain=lines, range=[BLACK, GREEN])
    dashes = alt.StrokeDash("line:N", legend=None).scale(domain=lines, range=DASHES)
    ticks = fixed(scores).encode(
        x=quantity("score", "score", domain=_reach(positive, negative)),
        y=alt.Y("truth:N", title=None, sort=truths),
        color=colors,
    )
    cuts = moving("lines").encode(x="at:Q", color=kinds, strokeDash=dashes)
    strip = ticks.mark_tick(thickness=2), cuts.mark_rule(strokeWidth=2)
    curve = zip(state.curve_fpr.tolist(), state.curve_tpr.tolist(), strict=True)
    roc = fixed([{"fpr": f, "tpr": t, "step": i} for i, (f, t) in enumerate(curve)])
    # Kappa is below 0 where the ROC curve is below its diagonal.
    lowest = -1 if (state.curve_tpr < state.curve_fpr).any() else 0
    height = quantity("kappa", "kappa", domain=(lowest, 1))
    roc = roc.mark_line(color=BLUE).encode(
        x=quantity("fpr", FPR), y=quantity("tpr", TPR), order="step:Q"
    )
    kappa = moving("curve").mark_line(color=BLUE)
    kappa = kappa.encode(x=quantity("fpr", FPR), y=height, order="step:Q")
    words = THRESHOLD.pictures
    marked = "\N{BLACK CIRCLE} this threshold, \N{BLACK DIAMOND} largest kappa"
    scores_chart = chart(("Scores", "dashed: largest kappa"), words[0], *strip)
    return [
        scores_chart | {"resolve": {"scale": {"color": "independent"}}},
        chart(
            ("ROC curve", marked), words[1], _diagonal(), roc.mark_line(color=BLUE), *_points("tpr")
        ),
        chart(("Kappa curve", marked), words[2], kappa.mark_line(color=BLUE), *_points("kappa")),
    ]


def prevalence_charts(pair: Pair) -> list[Specification]:
    """Draw both ROC curves, their kappa curves, and their AUK against the prevalence."""
    colors = alt.Color("name:N", title=None).scale(domain=pair.names, range=[BLUE, ORANGE])
    dashes = alt.StrokeDash("name:N", title=None).scale(domain=pair.names, range=DASHES)
    styled: dict[str, Any] = {
        "color": colors.legend(orient="bottom", symbolStrokeWidth=3),
        "strokeDash": dashes.legend(orient="bottom"),
    }
    bare: dict[str, Any] = {"color": colors.legend(None), "strokeDash": dashes.legend(None)}
    roc, auk = [], []
    for name, (f, t), areas in zip(pair.names, pair.curves, pair.auks, strict=True):
        ends = zip(f.tolist(), t.tolist(), strict=True)
        roc += [{"fpr": x, "tpr": y, "step": i, "name": name} for i, (x, y) in enumerate(ends)]
        along = zip(SHARES.round(2).tolist(), areas.tolist(), strict=True)
        auk += [{"share": p, "auk": area, "name": name} for p, area in along]
    heights = np.interp(pair.crossings, SHARES, pair.auks[0]).tolist()
    crossings = [
        {"share": p, "auk": height} for p, height in zip(pair.crossings, heights, strict=True)
    ]
    # In the title, because the slider's line goes through every place of the drawing.
    at = " and ".join(map(number_text, pair.crossings))
    crossed = f"\N{BLACK DIAMOND} they cross at {at}" if at else "they do not cross"
    curves = fixed(roc).encode(
        x=quantity("fpr", FPR), y=quantity("tpr", TPR), order="step:Q", **styled
    )
    kappas = moving("kappas").encode(x=quantity("fpr", FPR), y=quantity("kappa", "kappa"), **styled)
    area = fixed(auk).encode(
        x=quantity("share", "share of positives"),
        y=alt.Y("auk:Q", title="AUK").scale(domain=_span(pair)),
        **bare,
    )
    points = moving("points").encode(x="share:Q", y="auk:Q", color=colors)
    crossing = fixed(crossings).encode(x="share:Q", y="auk:Q")
    words = PREVALENCE.pictures
    return [
        chart(("ROC curves", "they stay"), words[0], _diagonal(), curves.mark_line()),
        chart(("Kappa curves", "they move with the share"), words[1], kappas.mark_line()),
        chart(
            ("AUK by share of positives", crossed),
            words[2],
            area.mark_line(),
            moving("share").mark_rule(color=BLACK, strokeWidth=1.5).encode(x="share:Q"),
            crossing.mark_point(shape="diamond", color=GREEN, filled=True, size=150, opacity=1),
            points.mark_point(filled=True, size=90, opacity=1),
        ),
    ]


def _points(height: str) -> Iterator[alt.Chart]:
    """Mark where kappa is largest, and where the threshold is."""
    optima, point = (
        moving(name).encode(x="fpr:Q", y=f"{height}:Q") for name in ("optima", "point")
    )
    yield optima.mark_point(shape="diamond", color=GREEN, filled=True, size=160, opacity=1)
    yield point.mark_point(color=BLACK, filled=True, size=120, opacity=1)


def _diagonal() -> alt.Chart:
    ends = fixed([{"fpr": 0, "tpr": 0}, {"fpr": 1, "tpr": 1}])
    line: alt.Chart = ends.mark_line(color=GREY, strokeWidth=1, strokeDash=[2, 3])
    return line.encode(x="fpr:Q", y="tpr:Q")


def _reach(*scores: NDArray[np.float64]) -> tuple[float, float]:
    """Return the ends of the scores' axis: 0 and 1 if all lie between, else their own."""
    low, high = float(min(map(np.min, scores))), float(max(map(np.max, scores)))
    return (0, 1) if low >= 0 and high <= 1 else (low, high + (high - low or 1.0) / 100)


def _span(pair: Pair) -> list[float]:
    """Return the heights that hold every AUK and zero."""
    heights = np.concatenate([*pair.auks, [0.0]])
    return [float(np.floor(heights.min() * 20) / 20), float(np.ceil(heights.max() * 20) / 20)]
