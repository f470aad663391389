"""For class: exercises that check themselves, and explorers, the figures that move."""

from kappabook.teaching.exercises import check

__all__ = ["check"]
