"""The data that the sliders move in the charts, by name; the pages' scripts compute the same."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from kappabook.metrics.kappa_curve import kappa_at
from kappabook.teaching.explorers.confusion import TableState
from kappabook.teaching.explorers.numbers import number_text
from kappabook.teaching.explorers.prevalence import Pair, PrevalenceState
from kappabook.teaching.explorers.threshold import ThresholdState

Rows = dict[str, list[dict[str, Any]]]

RATES = np.linspace(0, 1, 201)
# Where the names of the cells stand, beside the square from 0 to 1.
LEFT, RIGHT = -0.03, 1.03


def confusion_data(state: TableState) -> Rows:
    """Return the cells as rectangles, the height at which chance divides, and the measures."""
    p = state.prevalence
    measures = {"accuracy": state.accuracy, "chance": state.chance, "kappa": state.kappa}
    return {
        "cells": [
            *_column((0, p), LEFT, {"TP": state.tp, "FN": state.fn}, ("right", "wrong")),
            *_column((p, 1), RIGHT, {"FP": state.fp, "TN": state.tn}, ("wrong", "right")),
        ],
        "chance": [] if math.isnan(p) else [{"called": state.called}],
        "measures": [
            {"measure": name, "value": float(np.nan_to_num(value)), "text": number_text(value)}
            for name, value in {**measures, "MCC": state.mcc}.items()
        ],
    }


def _column(
    ends: tuple[float, float], side: float, cells: dict[str, float], kinds: tuple[str, str]
) -> list[dict[str, Any]]:
    """Divide one true class: called positive below, called negative above.

    The name of a cell stands beside the square: there no line goes through it, however small the
    cell is, and two names do not meet, since the middles are half the column's height apart.
    """
    total = sum(cells.values())
    if total == 0:
        return []
    edge = next(iter(cells.values())) / total
    place = {"x": ends[0], "x2": ends[1], "side": side}
    return [
        place | {"y": low, "y2": high, "middle": (low + high) / 2, "kind": kind, "text": text}
        for (low, high), kind, text in zip(
            ((0.0, edge), (edge, 1.0)),
            kinds,
            (f"{name} {cell:.4g}" for name, cell in cells.items()),
            strict=True,
        )
    ]


def threshold_data(state: ThresholdState, threshold: float) -> Rows:
    """Return the threshold, its point on both curves, the kappa curve, and where it is highest."""
    columns = state.curve_fpr.tolist(), state.curve_tpr.tolist(), state.curve_kappa.tolist()
    curve = [
        {"step": i, "fpr": f, "tpr": t, "kappa": kappa}
        for i, (f, t, kappa) in enumerate(zip(*columns, strict=True))
    ]
    lines = {"threshold": threshold, "largest kappa": state.best_threshold}
    return {
        "lines": [{"at": at, "line": name} for name, at in lines.items() if math.isfinite(at)],
        "curve": curve,
        "optima": [point for point in curve if point["kappa"] >= state.best_kappa - 1e-14],
        "point": [{"fpr": state.fpr, "tpr": state.tpr, "kappa": state.kappa}],
    }


def prevalence_data(state: PrevalenceState, prevalence: float, pair: Pair) -> Rows:
    """Return the kappa curves under this share, and both AUKs there."""
    kappas = []
    for name, (f, t) in zip(pair.names, pair.curves, strict=True):
        along = kappa_at(RATES, np.interp(RATES, f, t), prevalence)
        pairs = zip(RATES.tolist(), along.tolist(), strict=True)
        kappas += [{"fpr": rate, "kappa": kappa, "name": name} for rate, kappa in pairs]
    areas = zip(pair.names, (state.auk_one, state.auk_two), strict=True)
    return {
        "kappas": kappas,
        "share": [{"share": prevalence}],
        "points": [{"share": prevalence, "auk": area, "name": name} for name, area in areas],
    }
