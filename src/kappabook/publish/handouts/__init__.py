"""What a class holds in its hands: sheets on paper, and the decks as PDF.

`sheets/` holds one Typst file for each sheet: its words. Every number comes from `values`, which
computes it with the library.
"""

from kappabook.publish.handouts.build import write_handouts
from kappabook.publish.handouts.decks import NoBrowserError, print_decks

__all__ = ["NoBrowserError", "print_decks", "write_handouts"]
