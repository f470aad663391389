"""The data that the sliders move in the charts, by name; the pages' scripts compute the same."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from kappabook.metrics.kappa_curve import kappa_at
from kappabook.teaching.explorers.confusion import TableState
from kappabook.teaching.explorers.descriptions import number_text
from kappabook.teaching.explorers.prevalence import Pair, PrevalenceState
from kappabook.teaching.explorers.threshold import ThresholdState

Rows = dict[str, list[dict[str, Any]]]

RATES = np.linspace(0, 1, 201)


def confusion_data(state: TableState) -> Rows:
    """Return the cells as rectangles, the height at which chance divides, and the measures."""
    p = state.prevalence
    empty = math.isnan(p)
    measures = {"accuracy": state.accuracy, "chance": state.chance, "kappa": state.kappa}
    return {
        "cells": []
        if empty
        else [
            *_column((0, p), {"TP": state.tp, "FN": state.fn}, ("right", "wrong")),
            *_column((p, 1), {"FP": state.fp, "TN": state.tn}, ("wrong", "right")),
        ],
        "chance": [] if empty else [{"called": state.called}],
        "measures": [
            {"measure": name, "value": float(np.nan_to_num(value)), "text": number_text(value)}
            for name, value in {**measures, "MCC": state.mcc}.items()
        ],
    }


def _column(
    ends: tuple[float, float], cells: dict[str, float], kinds: Sequence[str]
) -> list[dict[str, Any]]:
    """Divide one true class: called positive below, called negative above."""
    left, right = ends
    total = sum(cells.values())
    if total == 0:
        return []
    edge = next(iter(cells.values())) / total
    rectangles = []
    for (name, cell), kind, (low, high) in zip(
        cells.items(), kinds, ((0, edge), (edge, 1)), strict=True
    ):
        width, height = right - left, high - low
        roomy = width * height > 0.015 and width > 0.12 and height > 0.06
        text = f"{name} {cell:.4g}" if roomy else ""
        place = {"x": left, "x2": right, "y": low, "y2": high}
        rectangles.append({**place, "kind": kind, "text": text})
    return rectangles


def threshold_data(state: ThresholdState, threshold: float) -> Rows:
    """Return the threshold, its point on both curves, the kappa curve, and where it is highest."""
    columns = state.curve_fpr.tolist(), state.curve_tpr.tolist(), state.curve_kappa.tolist()
    curve = [
        {"step": i, "fpr": f, "tpr": t, "kappa": kappa}
        for i, (f, t, kappa) in enumerate(zip(*columns, strict=True))
    ]
    lines = {"threshold": threshold, "largest kappa": state.best_threshold}
    here = {"fpr": state.fpr, "tpr": state.tpr, "kappa": state.kappa}
    return {
        "lines": [{"at": at, "line": name} for name, at in lines.items() if math.isfinite(at)],
        "curve": curve,
        "optima": [point for point in curve if point["kappa"] >= state.best_kappa - 1e-14],
        "point": [{**here, "text": f"here: {number_text(state.kappa)}"}],
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
