"""The keys of both forms, question by question, and the slide that answers each."""

from __future__ import annotations

from collections.abc import Iterable

from kappabook.teaching.lesson.source import LessonSlide, Part, slides_of
from kappabook.teaching.questions import Bank, Question

FORMS = ("A", "B")


def forms_of(bank: Bank) -> tuple[list[Question], list[Question]]:
    """Return the questions of the two forms.

    Raises
    ------
    ValueError
        The bank lacks one of the forms, or one has more questions than the other.
    """
    for form in FORMS:
        if form not in bank.forms:
            raise ValueError(
                f"the question bank has no form {form!r}, which the lesson hands out; it has "
                f"{', '.join(bank.forms)}."
            )
    before, after = (bank.of(form) for form in FORMS)
    if len(before) != len(after):
        raise ValueError(
            f"form A has {len(before)} questions and form B {len(after)}; the two are compared "
            "question by question, so give them the same number."
        )
    return before, after


def answers(bank: Bank, parts: Iterable[Part]) -> list[LessonSlide]:
    """Return for each question the slide that answers it.

    Raises
    ------
    ValueError
        No slide answers a question, or several do.
    """
    slides = slides_of(parts)
    found = []
    for number, question in enumerate(forms_of(bank)[0], 1):
        those = [slide for slide in slides if str(number) in slide.answers]
        if len(those) != 1:
            names = ", ".join(slide.name for slide in those) or "no slide"
            raise ValueError(
                f"question {number} of form A ({question.title}) is answered by {names}; write "
                f"answers={number} in the braces of one slide."
            )
        found += those
    return found


def keys_table(bank: Bank, parts: Iterable[Part]) -> str:
    """Return the table in Markdown: question, key of each form, the slide to go back to."""
    lines = ["| | form A | form B | back to |", "|---|:-:|:-:|---|"]
    asked = zip(*forms_of(bank), answers(bank, parts), strict=True)
    for number, (before, after, slide) in enumerate(asked, 1):
        link = f"[{slide.title}](#/{slide.name})"
        lines.append(f"| {number} | **{before.key}** | **{after.key}** | {link} |")
    return "\n".join(lines)
