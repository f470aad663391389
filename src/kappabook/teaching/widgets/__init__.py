"""The explorers as pages of one file each: no kernel, no network, no server."""

from kappabook.teaching.widgets.page import NAMES, html, write_widgets

__all__ = ["NAMES", "html", "write_widgets"]
