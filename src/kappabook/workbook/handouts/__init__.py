"""What a class holds in its hands: sheets on paper.

`sheets/` holds one Typst file for each sheet: its words. Every number comes from `values`, which
computes it with the library.
"""

from kappabook.workbook.handouts.build import write_handouts

__all__ = ["write_handouts"]
