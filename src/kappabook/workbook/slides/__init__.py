"""Slides: decks of the notebooks, files that need neither server nor network."""

from kappabook.workbook.slides.deck import NUMBERS, deck_html, write_decks

__all__ = ["NUMBERS", "deck_html", "write_decks"]
