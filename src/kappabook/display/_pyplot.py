"""matplotlib, when something is drawn: the measures work without it."""

from __future__ import annotations

from typing import Any

from kappabook.extras import need


def pyplot() -> Any:
    """Return ``matplotlib.pyplot``.

    Raises
    ------
    ModuleNotFoundError
        It is not installed; the message names the extra that brings it.
    """
    with need("display"):
        import matplotlib.pyplot as plt
    return plt
