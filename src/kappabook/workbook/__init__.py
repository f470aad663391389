"""What make runs, and what the notebooks show: figures, ledger, executed notebooks."""

from kappabook.workbook.show import compare, ledger, use_notebook_style

__all__ = ["compare", "ledger", "use_notebook_style"]
