"""Read the slides of the lesson: Markdown as Pandoc reads it for slides.

``#`` is a part of the lesson and ``##`` a slide, with attributes in braces; ``. . .`` is a pause,
what follows it appears at the next key; ``::: notes`` to ``:::`` is for the speaker. An image whose
address is ``picture:`` or ``explorer:`` and a name is drawn, or put in as a figure that moves.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import accumulate
from pathlib import Path
from typing import NoReturn

from kappabook.system.files import read_text

SLIDES = Path(__file__).with_name("slides.md")
MINUTES = 70
HEADING = re.compile(r"^(#{1,2}) (.+?) \{#([\w-]+)((?: [^}]*)?)\}$")
PAUSE = ". . ."
NOTES = re.compile(r"^::: notes\n(.*?)^:::$", re.DOTALL | re.MULTILINE)
# What a lecturer needs for every slide, in this order.
SCRIPT = ("Ask", "Expect", "Then", "Late")
_SAID = re.compile(r"\*\*(\w+)\.\*\* (.+)")


@dataclass(frozen=True)
class LessonSlide:
    """One slide.

    Attributes
    ----------
    name, title : str
        What its address ends in, and its heading.
    start, minutes : int
        Since the beginning of the lesson.
    steps : tuple of str
        Markdown; the first is shown at once, each other one at a key.
    script : tuple of (str, str)
        What the lecturer does, by the names in `SCRIPT`.
    meets : tuple of str
        The misconceptions of docs/assessment.md that it answers.
    is_vote : bool
        Whether the room votes.
    """

    name: str
    title: str
    start: int
    minutes: int
    steps: tuple[str, ...]
    script: tuple[tuple[str, str], ...]
    meets: tuple[str, ...] = ()
    is_vote: bool = False


@dataclass(frozen=True)
class Part:
    """Some slides on one thing; `kind` is ``slack``, ``break`` or empty."""

    name: str
    title: str
    slides: tuple[LessonSlide, ...]
    kind: str = ""

    @property
    def minutes(self) -> int:
        """How long it takes."""
        return sum(slide.minutes for slide in self.slides)


def read_lesson(path: Path = SLIDES) -> list[Part]:
    """Return the parts of the lesson in order, each slide with its minute.

    Raises
    ------
    ValueError
        A heading without a name, a name twice, a slide without minutes or without one of the
        four parts of its script, a part without slides, or minutes that are not seventy in all;
        with the file and the line or the slide.
    OSError
        There is no such file.
    """
    parts: list[Part] = []
    names: set[str] = set()
    for line, block in _blocks(path):
        head, _, body = block.partition("\n")
        where = f"{path}:{line}"
        found = HEADING.match(head)
        if not found:
            raise ValueError(f"{where}: {head!r} has no name; end it with {{#name minutes=5}}.")
        depth, title, name, rest = found.groups()
        if name in names:
            raise ValueError(f"{where}: the name {name!r} is there twice; choose another.")
        names.add(name)
        if depth == "#":
            parts.append(Part(name, title, (), rest.strip().removeprefix(".")))
        elif not parts:
            raise ValueError(
                f"{where}: a slide stands before the first part; write '# Part' above."
            )
        else:
            slide = _slide(where, name, title, rest, body)
            parts[-1] = replace(parts[-1], slides=(*parts[-1].slides, slide))
    empty = next((part.name for part in parts if not part.slides), None)
    if empty or not parts:
        raise ValueError(f"{path}: the part {empty!r} has no slide; add one, or take it out.")
    total = sum(part.minutes for part in parts)
    if total != MINUTES:
        raise ValueError(f"{path}: the minutes add up to {total}; the lesson has {MINUTES}.")
    return _with_starts(parts)


def slides_of(parts: Iterable[Part]) -> list[LessonSlide]:
    """Return all slides in order."""
    return [slide for part in parts for slide in part.slides]


def clock(minute: int) -> str:
    """Write a minute of the lesson as hours and minutes.

    Examples
    --------
    >>> clock(75)
    '1:15'
    """
    return f"{minute // 60}:{minute % 60:02}"


def _blocks(path: Path) -> list[tuple[int, str]]:
    """Split the file at its headings; each with the number of its line."""
    text = read_text(path)
    starts = [found.start() for found in re.finditer(r"^#{1,2} ", text, re.MULTILINE)]
    ends = [*starts[1:], len(text)]
    return [
        (text.count("\n", 0, a) + 1, text[a:b].strip()) for a, b in zip(starts, ends, strict=True)
    ]


def _slide(where: str, name: str, title: str, rest: str, body: str) -> LessonSlide:
    words = shlex.split(rest)
    pairs = dict(word.split("=", 1) for word in words if "=" in word)
    unknown = set(pairs) - {"minutes", "meets"} | {w for w in words if "=" not in w} - {".vote"}
    if unknown:
        raise ValueError(
            f"{where}: {min(unknown)!r} is no attribute; there are minutes, meets, .vote."
        )
    if not re.fullmatch(r"[1-9]\d*", pairs.get("minutes", "")):
        raise ValueError(
            f"{where}: the slide {name!r} has no minutes; write minutes=5 in its braces."
        )
    notes = NOTES.search(body)
    steps = NOTES.sub("", body).strip().split(f"\n{PAUSE}\n")
    return LessonSlide(
        name,
        title,
        0,
        int(pairs["minutes"]),
        tuple(step.strip() for step in steps),
        _script(where, name, notes[1] if notes else ""),
        tuple(filter(None, pairs.get("meets", "").split(","))),
        ".vote" in words,
    )


def _script(where: str, name: str, notes: str) -> tuple[tuple[str, str], ...]:
    said = dict(_SAID.findall(notes))

    def missing(key: str) -> NoReturn:
        raise ValueError(
            f"{where}: the notes of {name!r} lack {key}; write a line '**{key}.** ...' between "
            "'::: notes' and ':::'."
        )

    return tuple((key, said.get(key) or missing(key)) for key in SCRIPT)


def _with_starts(parts: list[Part]) -> list[Part]:
    """Give every slide the minute at which it begins."""
    every = slides_of(parts)
    starts = accumulate((slide.minutes for slide in every), initial=0)
    begun = {slide.name: start for slide, start in zip(every, starts, strict=False)}
    return [
        replace(part, slides=tuple(replace(s, start=begun[s.name]) for s in part.slides))
        for part in parts
    ]
