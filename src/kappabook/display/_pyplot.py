"""matplotlib, when something is drawn: the measures work without it."""

from __future__ import annotations

from typing import Any

from kappabook.extras import need


def pyplot() -> Any:
    """Return ``matplotlib.pyplot``; if it is missing, name what brings it."""
    with need("matplotlib"):
        import matplotlib.pyplot as plt
    return plt
