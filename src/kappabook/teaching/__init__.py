"""For learners and lecturers: exercises that check themselves."""

from kappabook.teaching.checks import check

__all__ = ["check"]
