"""What make runs, and what the notebooks show: figures, ledger, executed notebooks."""

from kappabook.extras import need

with need("notebooks"):
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
