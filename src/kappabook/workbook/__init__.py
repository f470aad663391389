"""What make runs, and what the notebooks show: figures, ledger, executed notebooks."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from kappabook.extras import need

if TYPE_CHECKING:
    from kappabook.workbook.show import (
        compare,
        double_entry,
        exempt,
        ledger,
        search,
        sensitivity,
        totals,
        use_notebook_style,
    )

__all__ = [
    "compare",
    "double_entry",
    "exempt",
    "ledger",
    "search",
    "sensitivity",
    "totals",
    "use_notebook_style",
]


def __getattr__(name: str) -> Any:
    """Import what a notebook asks for; the commands behind make need none of it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    with need("notebooks"):
        return getattr(import_module(f"{__name__}.show"), name)
