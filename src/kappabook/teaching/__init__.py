"""For class: exercises that check themselves, and figures that move."""

from kappabook.teaching.checks import check

__all__ = ["check"]
