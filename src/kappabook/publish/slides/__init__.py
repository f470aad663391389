"""Slides: one deck per notebook, a single file that needs neither server nor network."""

from kappabook.publish.slides.deck import NUMBERS, deck_html, write_decks

__all__ = ["NUMBERS", "deck_html", "write_decks"]
