"""The site: notebooks, ledger, reference and figures that move, without a network."""

from kappabook.workbook.site.build import build_site

__all__ = ["build_site"]
