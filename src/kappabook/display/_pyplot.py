"""matplotlib, when something is drawn: the measures work without it."""

from __future__ import annotations

from typing import Any


def pyplot() -> Any:
    """Return ``matplotlib.pyplot``.

    Raises
    ------
    ImportError
        It is not installed; the message names the extra that brings it.
    """
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        raise ImportError(
            "drawing needs matplotlib; install kappabook with its extra 'display'."
        ) from None
    return plt
