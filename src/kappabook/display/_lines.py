"""How each curve of a display is drawn and named in the legend."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

Style = Mapping[str, Any]
Name = str | Sequence[str] | None

_FAINT = {"alpha": 0.35, "linewidth": 1}


def line_styles(
    areas: Sequence[float], name: Name, curve_kwargs: Style | Sequence[Style] | None, *, folds: bool
) -> list[dict[str, Any]]:
    """Give one style per curve: the caller's, over ours.

    One mapping serves all curves, and the folds then share the legend's entry for their mean. A
    list of mappings gives each fold its own style and its own entry.
    """
    if curve_kwargs is None or isinstance(curve_kwargs, Mapping):
        if not (name is None or isinstance(name, str)):
            raise ValueError(
                f"name is a list of {len(name)}; give curve_kwargs as a list of {len(areas)} "
                "mappings too, so that the curves can be told apart, or a single name."
            )
        own = _plain(curve_kwargs)
        if folds:
            return [{**_FAINT, **own} for _ in areas]
        return [{"label": legend(areas, name, folds=False), **own}]
    if not folds or len(curve_kwargs) != len(areas):
        raise ValueError(
            f"curve_kwargs is a list of {len(curve_kwargs)} for {len(areas)} "
            f"{'folds' if folds else 'curve'}; give one mapping for all, or one per fold."
        )
    names = [name] * len(areas) if name is None or isinstance(name, str) else list(name)
    if len(names) != len(areas):
        raise ValueError(f"name is a list of {len(names)} for {len(areas)} folds; give one each.")
    return [
        {"linewidth": 1, "label": legend([area], one, folds=False), **_plain(style)}
        for area, one, style in zip(areas, names, curve_kwargs, strict=True)
    ]


def legend(areas: Sequence[float], name: Name, *, folds: bool) -> str:
    """Name the AUK, or the mean and the standard deviation of several."""
    area = f"AUK = {areas[0]:.2f}"
    if folds:
        area = f"mean AUK = {np.mean(areas):.2f} ± {np.std(areas):.2f}"
    return f"{name} ({area})" if isinstance(name, str) else area


def _plain(style: Style | None) -> dict[str, Any]:
    """Write short names such as ``c`` or ``lw`` out, so that they replace ours."""
    from matplotlib.cbook import normalize_kwargs
    from matplotlib.lines import Line2D

    return dict(normalize_kwargs(dict(style or {}), Line2D))
