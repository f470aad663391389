"""What the page for the lecturer says of the slides: the plan, what to skip, the script."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

from kappabook.teaching.explorers.descriptions import EXPLORERS
from kappabook.teaching.lesson.items import Item
from kappabook.teaching.lesson.keys import keys_table
from kappabook.teaching.lesson.source import LessonSlide, Part, clock, slides_of
from kappabook.teaching.places import filled
from kappabook.teaching.questions import Bank

DECK, WIDGETS = "../build/slides/90-minutes.html", "../build/widgets"
EXERCISE = re.compile(r"(\d\d)-\d")
# What a slide's `with` may name beside exercises, and where it is.
NEEDS = {
    "items": "[the twenty messages](#the-twenty-messages)",
    "form-A": "[form A](assessment.md#form-a-question-1)",
    "form-B": "[form B](assessment.md#form-b-question-1)",
    "notebook-00": "[notebook 00](../notebooks/00-start-here.ipynb)",
}
_EXPLORER = re.compile(r"\]\(explorer:([\w-]+)(?:#([\w -]+))?\)")


def with_lesson(page: Path, parts: Sequence[Part], bank: Bank, items: Iterable[Item]) -> str:
    """Return the text of the page with what follows from slides, questions and messages.

    The places are ``<!-- lesson: PART -->`` to ``<!-- end of lesson -->``, PART one of ``plan``,
    ``script``, ``keys``, ``items``.

    Raises
    ------
    ValueError
        The page has no place, or one for a part that there is not; a slide needs an exercise or
        a thing that there is not.
    """
    return filled(
        page,
        "lesson",
        {
            "plan": partial(plan, parts),
            "script": partial(script, parts),
            "keys": lambda: keys_table(bank, parts).replace("](#/", f"]({DECK}#/"),
            "items": partial(items_table, items),
        },
    )


def plan(parts: Iterable[Part]) -> str:
    """Return the table of the lesson: a row for each part, and every cell a link."""
    lines = ["| from | minutes | part | slides | with | meets |", "|--:|--:|---|---|---|---|"]
    for part in parts:
        first = part.slides[0]
        uses = [use for slide in part.slides for use in _uses(slide)]
        meets = [name for slide in part.slides for name in slide.meets]
        cells = (
            _slide(first, clock(first.start)),
            _slide(first, str(part.minutes)),
            f"[{part.title}](#{_anchor(first)})",
            ", ".join(_slide(slide, slide.name) for slide in part.slides),
            ", ".join(dict.fromkeys(uses)),
            ", ".join(
                f"[{name}](assessment.md#what-people-believe)" for name in sorted(set(meets))
            ),
        )
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def script(parts: Iterable[Part]) -> str:
    """Return what to say, slide by slide."""
    return "\n\n".join(
        f"### {clock(slide.start)} {slide.title}\n\n"
        f"{_slide(slide, f'{slide.minutes} minutes')}\n\n"
        + "\n\n".join(f"**{key}.** {said}" for key, said in slide.script)
        for slide in slides_of(parts)
    )


def items_table(items: Iterable[Item]) -> str:
    """Return the messages with the answers we expect."""
    lines = ["| | message | complaint | danger |", "|--:|---|---|---|"]
    lines += [f"| {i.number} | {i.text} | {i.complaint} | {i.danger} |" for i in items]
    return "\n".join(lines)


def _slide(slide: LessonSlide, words: str) -> str:
    return f"[{words}]({DECK}#/{slide.name})"


def _anchor(slide: LessonSlide) -> str:
    """Return the address that the heading of a slide's script gets on the page."""
    words = f"{clock(slide.start)} {slide.title}".lower()
    return re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", words))


def _uses(slide: LessonSlide) -> list[str]:
    """Return links to what a slide is given with."""
    links = []
    for name, preset in _EXPLORER.findall("\n".join(slide.steps)):
        known = (*EXPLORERS, "label")
        if name not in known:
            raise ValueError(
                f"slide {slide.name!r}: there is no explorer {name!r}; the explorers are "
                f"{', '.join(known)}."
            )
        where = f"#{preset}" if preset else ""
        links.append(f"[explorer `{name}`]({WIDGETS}/{name}.html{where})")
    for use in slide.uses:
        exercise = EXERCISE.fullmatch(use)
        if not exercise and use not in NEEDS:
            raise ValueError(
                f"slide {slide.name!r} needs {use!r}; write the id of an exercise, such as 00-4, "
                f"or {', '.join(NEEDS)}."
            )
        address = f"../notebooks/exercises/{exercise[1]}-exercises.ipynb" if exercise else ""
        links.append(f"[exercise {use}]({address})" if exercise else NEEDS[use])
    return links
