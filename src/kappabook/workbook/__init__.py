"""What make runs, and what the notebooks show: figures, ledger, executed notebooks."""

from importlib import import_module
from typing import TYPE_CHECKING

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


def __getattr__(name: str) -> object:
    """Import what notebooks show when it is asked for: drawing needs no IPython."""
    if name in __all__:
        return getattr(import_module("kappabook.workbook.show"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
