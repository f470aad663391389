"""The deck of the lesson of ninety minutes, with the explorers inside, as one page."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template

from kappabook import papers
from kappabook.files import write_if_changed, writing
from kappabook.teaching.explorers.descriptions import EXPLORERS
from kappabook.teaching.explorers.page import framed_pages
from kappabook.teaching.lesson.items import read_items
from kappabook.teaching.lesson.keys import keys_table
from kappabook.teaching.lesson.page import with_lesson
from kappabook.teaching.lesson.pictures import names
from kappabook.teaching.lesson.source import LessonSlide, Part, clock, read_lesson, slides_of
from kappabook.teaching.questions import Bank, read_bank
from kappabook.workbook.slides.deck import deck_page
from kappabook.workbook.slides.html import inline, prose
from kappabook.workbook.slides.pictures import for_a_hall, image

NAME = "90-minutes"
TITLE = "Is that a lot? Ninety minutes on agreement and luck"
# What a slide asks for: an image alone in its paragraph, or the table of the keys.
THING = re.compile(r"^!\[([^\]]+)\]\((\w+):([\w-]+)(?:#([\w -]+))?\)$|^\{keys\}$", re.MULTILINE)
KINDS = "picture, figure, explorer"
# Where the explorers' library stands in their pages; it is kept once for all of them.
MARK = "@vega@"
# A picture so many times wider than high takes the width of the slide.
WIDE = 1.75


def write_lesson(into: Path, page: Path | None = None) -> list[Path]:
    """Write the deck as ``90-minutes.html``; with `page`, renew the plan and the script in it.

    Raises
    ------
    ValueError
        Slides, questions or messages are not as they must be; then nothing is written.
    OSError
        The folder cannot be written, or reveal.js or MathJax is missing.
    """
    parts, bank = read_lesson(), read_bank()
    deck = into / f"{NAME}.html"
    html = lesson_html(parts, bank)
    if page is not None:
        write_if_changed(page, with_lesson(page, parts, bank, read_items()))
    with writing(deck) as (draft,):
        draft.write_text(html, encoding="utf-8")
    return [*([page] if page else []), deck]


def lesson_html(parts: Sequence[Part], bank: Bank) -> str:
    """Return the deck.

    Raises
    ------
    ValueError
        A slide asks for a picture, a figure, an explorer, a preset or a form of questions that
        there is not; the message names the slide and what there is.
    """
    sections = [_section(slide, parts, bank, first=slide.start == 0) for slide in slides_of(parts)]
    pages, bundle = framed_pages(MARK)
    frames = Template(files(__package__).joinpath("frames.js").read_text(encoding="utf-8"))
    script = frames.substitute(pages=_literal(pages), bundle=_literal(bundle), mark=_literal(MARK))
    return deck_page(TITLE, "", sections, script)


def _section(slide: LessonSlide, parts: Sequence[Part], bank: Bank, *, first: bool) -> str:
    """Write one slide: what stands beside or below a picture appears step by step."""
    level = "h1" if first else "h2"
    beside, content = "", []
    for number, step in enumerate(slide.steps):
        written = []
        for words, thing in _pieces(step):
            if words:
                written.append(f'<div class="text">{prose(words)}</div>')
            if thing:
                shown, is_narrow = _thing(thing, slide, parts, bank)
                if is_narrow:
                    beside = f'<div class="output">{shown}</div>'
                else:
                    written.append(f'<div class="output">{shown}</div>')
        step_html = "\n".join(written)
        has_frame = " framing" * ("<iframe" in step_html)
        content.append(
            f'<div class="fragment{has_frame}">{step_html}</div>' if number else step_html
        )
    layout = "beside" if beside else "above"
    words = "\n".join(content)
    if beside:
        words = f'<div class="text steps">{words}</div>\n{beside}'
    kind = " vote" * slide.is_vote
    notes = prose("\n\n".join(f"**{key}.** {said}" for key, said in slide.script))
    return "\n".join(
        (
            f'<section id="{slide.name}" class="lesson {layout}{kind}">',
            f"<{level}>{inline(slide.title)}</{level}>",
            f'<div class="content">{words}</div>',
            f'<p class="foot">{clock(slide.start)} to {clock(slide.start + slide.minutes)}: '
            f"{slide.minutes} min</p>",
            f'<aside class="notes">{notes}</aside>',
            "</section>",
        )
    )


def _pieces(step: str) -> list[tuple[str, re.Match[str] | None]]:
    """Split Markdown into prose, each with the thing that follows it."""
    pieces: list[tuple[str, re.Match[str] | None]] = []
    at = 0
    for found in THING.finditer(step):
        pieces.append((step[at : found.start()].strip(), found))
        at = found.end()
    return [*pieces, (step[at:].strip(), None)]


def _thing(
    found: re.Match[str], slide: LessonSlide, parts: Sequence[Part], bank: Bank
) -> tuple[str, bool]:
    """Return a picture, a page or the keys, and whether text has room beside it."""
    words, kind, name, preset = found.groups()
    if kind is None:
        return prose(keys_table(bank, parts)), False
    if kind == "explorer":
        return _frame(slide.name, words, name, preset or ""), False
    drawn = names() if kind == "picture" else papers.figures() if kind == "figure" else {}
    if name not in drawn:
        known = f"the {kind}s are {', '.join(drawn)}" if drawn else f"the kinds are {KINDS}"
        raise ValueError(f"slide {slide.name!r}: there is no {kind} {name!r}; {known}.")
    # The lesson's own pictures are drawn for slides.
    figure = drawn[name]() if kind == "picture" else for_a_hall(drawn[name](), key=name)
    width, height = figure.get_size_inches()
    return image(figure, words), width < WIDE * height


def _frame(slide: str, words: str, name: str, preset: str) -> str:
    """Write the frame that a page goes into when its slide is shown."""
    known = {key: list(explorer.presets) for key, explorer in EXPLORERS.items()} | {"label": []}
    if name not in known:
        raise ValueError(
            f"slide {slide!r}: there is no explorer {name!r}; the explorers are {', '.join(known)}."
        )
    if preset and preset not in known[name]:
        raise ValueError(
            f"slide {slide!r}: explorer {name!r} has no preset {preset!r}; it has "
            f"{', '.join(known[name]) or 'none'}."
        )
    starts = f'data-page="{name}" data-preset="{escape(preset)}"'
    return f'<iframe title="{escape(words)}" {starts}></iframe>'


def _literal(value: object) -> str:
    """Write a value as JavaScript that cannot end the script element it stands in."""
    return json.dumps(value).replace("<", "\\u003c")
