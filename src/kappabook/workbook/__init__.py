"""What the notebooks show and what make makes: ledger, lookup, figures, site, slides."""

# Not from typing: until Ctrl-C finds `python -m kappabook.workbook` listening, little is imported.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from kappabook.workbook.notebook_style import use_notebook_style
    from kappabook.workbook.notebook_tables import checked, compare, ledger, totals

__all__ = ["checked", "compare", "ledger", "totals", "use_notebook_style"]


def __getattr__(name: str) -> object:
    """Import what a notebook asks for; the commands behind make need none of it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    from kappabook.system.extras import need

    module = "notebook_style" if name == "use_notebook_style" else "notebook_tables"
    with need("report"):
        return getattr(import_module(f"{__name__}.{module}"), name)
