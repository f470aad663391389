"""Decks as one page each, with scripts, styles and pictures inside; the deck of the lesson."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from html import escape
from pathlib import Path
from string import Template

from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin

from kappabook.display.colors import BLACK, BLUE
from kappabook.teaching.explorers.catalog import NAMES, about, css
from kappabook.teaching.explorers.page import script
from kappabook.teaching.lesson.bundled import mathjax, reveal
from kappabook.teaching.lesson.pictures import image, pictures
from kappabook.teaching.lesson.source import LessonSlide, Part, clock, slides_of

TITLE = "Is that a lot? A lesson on agreement and chance"
# What a slide asks for: an image alone in its paragraph.
THING = re.compile(r"^!\[([^\]]+)\]\((\w+):([\w-]+)(?:#([\w -]+))?\)$", re.MULTILINE)
# A picture so many times wider than high takes the width of the slide.
WIDE = 1.75


def lesson_html(parts: Sequence[Part], source: str = "") -> str:
    """Return the deck; `source` stands at the foot of every slide.

    Raises
    ------
    ValueError
        A slide asks for a picture, an explorer or a preset that there is not; the message names
        the slide and what there is.
    OSError
        reveal.js or MathJax is missing.
    """
    every = slides_of(parts)
    return deck_html(
        TITLE,
        [_section(slide, first=slide is every[0]) for slide in every],
        source=source,
        style=css(),
        start=f"(() => {{\n{script(NAMES)}\n{_ours('deck.js')}\n}})();",
    )


def deck_html(
    title: str, sections: Sequence[str], *, source: str = "", style: str = "", start: str = ""
) -> str:
    """Return a deck of any slides as one page.

    Parameters
    ----------
    title : str
    sections : sequence of str
        One element ``<section>`` a slide.
    source : str, optional
        At the foot of every slide.
    style, start : str, optional
        More style sheets, and a script that may wait for the promise ``shown``.

    Raises
    ------
    OSError
        reveal.js or MathJax is missing.
    """
    styles = (
        *(reveal("dist/reset.css"), reveal("dist/reveal.css")),
        *(Template(_ours("deck.css")).substitute(black=BLACK, blue=BLUE), style),
    )
    return Template(_ours("deck.html")).substitute(
        title=escape(title),
        source=escape(source),
        sections="\n".join(sections),
        style="\n".join(styles),
        reveal=_script(reveal("dist/reveal.js")),
        notes=_script(reveal("plugin/notes/notes.js")),
        zoom=_script(reveal("plugin/zoom/zoom.js")),
        mathjax=_script(mathjax().read_text(encoding="utf-8")),
        frames=_script(start),
    )


def _section(slide: LessonSlide, *, first: bool) -> str:
    """Write one slide: what stands beside or below a picture appears step by step."""
    beside, content = "", []
    for number, step in enumerate(slide.steps):
        written, at = [], 0
        for found in THING.finditer(step):
            words, at = step[at : found.start()].strip(), found.end()
            written += [f'<div class="text">{prose(words)}</div>'] if words else []
            shown, is_narrow = _thing(slide.name, *found.groups())
            if is_narrow:
                beside = f'<div class="output">{shown}</div>'
            else:
                written.append(f'<div class="output">{shown}</div>')
        words = step[at:].strip()
        written += [f'<div class="text">{prose(words)}</div>'] if words else []
        html = "\n".join(written)
        content.append(f'<div class="fragment">{html}</div>' if number else html)
    words = "\n".join(content)
    if beside:
        words = f'<div class="text steps">{words}</div>\n{beside}'
    level = "h1" if first else "h2"
    layout = ("beside" if beside else "above") + " vote" * slide.is_vote
    notes = prose("\n\n".join(f"**{key}.** {said}" for key, said in slide.script))
    ends = f"{clock(slide.start)} to {clock(slide.start + slide.minutes)}: {slide.minutes} min"
    return "\n".join(
        (
            f'<section id="{slide.name}" class="lesson {layout}">',
            f"<{level}>{inline(slide.title)}</{level}>",
            f'<div class="content">{words}</div>',
            f'<p class="foot">{ends}</p>',
            f'<aside class="notes">{notes}</aside>',
            "</section>",
        )
    )


def _thing(slide: str, words: str, kind: str, name: str, preset: str | None) -> tuple[str, bool]:
    """Return a picture or the place of an explorer, and whether text has room beside it."""
    known = {"picture": list(pictures()), "explorer": list(NAMES)}
    if kind not in known:
        raise ValueError(f"slide {slide!r}: there is no {kind}; write picture: or explorer:.")
    if name not in known[kind]:
        raise ValueError(
            f"slide {slide!r}: there is no {kind} {name!r}; the {kind}s are "
            f"{', '.join(known[kind])}."
        )
    if kind == "picture":
        figure = pictures()[name]()
        width, height = figure.get_size_inches()
        return image(figure, words), width < WIDE * height
    presets = about(name)["presets"]
    if preset and preset not in presets:
        raise ValueError(
            f"slide {slide!r}: explorer {name!r} has no preset {preset!r}; it has "
            f"{', '.join(presets) or 'none'}."
        )
    place = f'data-explorer="{name}" data-preset="{escape(preset or "")}"'
    return f'<div role="group" aria-label="{escape(words)}" {place}></div>', False


def prose(text: str) -> str:
    """Render Markdown; formulas are left to MathJax between its own delimiters."""
    return str(_markdown().render(text))


def inline(text: str) -> str:
    """Render one line of Markdown, a heading for instance."""
    return str(_markdown().renderInline(text))


@cache
def _markdown() -> MarkdownIt:
    markdown = MarkdownIt("commonmark").enable("table")
    return markdown.use(dollarmath_plugin, renderer=_formula)


def _formula(content: str, options: dict[str, bool]) -> str:
    left, right = (r"\[", r"\]") if options["display_mode"] else (r"\(", r"\)")
    return f"{left}{escape(content)}{right}"


def _ours(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


def _script(text: str) -> str:
    """Make a script safe inside a page: nothing in it may end its element or name a map."""
    return re.sub(r"//# sourceMappingURL=\S+", "", text).replace("</script", r"<\/script")
