"""matplotlib, when something is drawn: the measures work without it."""

from __future__ import annotations

from typing import Any


def pyplot() -> Any:
    """Return ``matplotlib.pyplot``; if it is missing, raise ImportError and name the extra."""
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        raise ImportError(
            "drawing needs matplotlib; install kappabook with its extra 'display'."
        ) from None
    return plt
