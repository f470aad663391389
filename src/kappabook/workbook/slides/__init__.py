"""Slides: decks of the notebooks and of the lesson, files that need neither server nor network."""

from kappabook.workbook.slides.deck import NUMBERS, deck_html, write_decks
from kappabook.workbook.slides.lesson import lesson_html, write_lesson

__all__ = ["NUMBERS", "deck_html", "lesson_html", "write_decks", "write_lesson"]
