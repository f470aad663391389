"""Gather the pages of the site in one folder for Sphinx; what a folder holds becomes a page."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable
from html import escape
from pathlib import Path

import nbformat

from kappabook import papers
from kappabook.audit import Row
from kappabook.ledger_table import totals
from kappabook.teaching.explorers.catalog import EXPLORERS, about
from kappabook.teaching.explorers.page import write_widgets
from kappabook.teaching.lesson.deck import lesson_html
from kappabook.teaching.lesson.source import read_lesson
from kappabook.teaching.questions import read_bank
from kappabook.teaching.questions.page import sheet
from kappabook.workbook.cells import Cell
from kappabook.workbook.findings import linked
from kappabook.workbook.ledger_page.page import fragment
from kappabook.workbook.site.data_page import data_page
from kappabook.workbook.site.extension import frame
from kappabook.workbook.site.navigation import PLACES, placed, refuse_same_titles, toctree
from kappabook.workbook.site.reference import public_names, reference_page

EXERCISES = """# Exercises

One set for each notebook. Download a set and run it: `check` says at once whether an answer is
right, and gives a hint if it is not.
"""
# A link of docs/ to a page that is made, and goes into the site as it is.
MADE = re.compile(r"\[([^\]]+)\]\(build/((?:lesson|slides|widgets)/[^)]+)\)")
# The page whose claims lead to their rows of the ledger.
ON_THE_LEDGER = "what-held.md"
# A link whose text is the name of the file it leads to; the page's title says more.
FILE_NAME = re.compile(
    r"\[`?(?:[\w./-]+\.(?:md|ipynb)|\d\d-[\w-]+)`?\](?=\([\w./-]+\.(?:md|ipynb)[)#])"
)
TITLE = re.compile(r"^# (.+)$", re.MULTILINE)


def gather(checkout: Path, folder: Path, extra: Path) -> None:
    """Write the sources of the site, and what goes into it as it is.

    Parameters
    ----------
    checkout : Path
        Where ``docs`` and ``notebooks`` are.
    folder, extra : Path
        Where to write the sources and the rest; each must be empty.

    Raises
    ------
    ValueError
        A page has no place in the navigation, or two pages have one title.
    """
    for path in sorted((*(checkout / "docs").rglob("*.md"), *checkout.glob("CHANGELOG.md"))):
        _copy_page(path, checkout, folder)
    for path in sorted((checkout / "notebooks").glob("*.ipynb")):
        _copy_notebook(path, checkout, folder, extra)
    exercises = sorted((checkout / "notebooks" / "exercises").glob("*.ipynb"))
    for path in exercises:
        _copy_notebook(path, checkout, folder, extra)

    names = public_names((checkout / "docs" / "api.md").read_text(encoding="utf-8"))
    (folder / "reference").mkdir()
    for module, members in names.items():
        text = reference_page(module, members)
        (folder / "reference" / f"{module}.rst").write_text(text, encoding="utf-8")

    rows = papers.all_rows()
    widgets = write_widgets(extra / "widgets")
    (extra / "lesson").mkdir()
    deck = lesson_html(read_lesson())
    (extra / "lesson" / "deck.html").write_text(deck, encoding="utf-8")
    made = {
        "ledger": ledger_page(rows),
        "tables": data_page(),
        "figures-that-move": _widgets_page(widgets),
    }
    if exercises:
        made["exercises"] = _exercises_page(exercises)
    if (folder / "assessment.md").exists():
        made |= sheets()
    for name, text in made.items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    if (held := folder / ON_THE_LEDGER).exists():
        text = linked(held.read_text(encoding="utf-8"), (row.claim for row in rows))
        held.write_text(text, encoding="utf-8")
    _navigate(folder)


def _copy_page(path: Path, checkout: Path, folder: Path) -> None:
    """Copy a page of docs/, or one beside it, to the top of the site."""
    docs = checkout / "docs"
    name = path.relative_to(docs if path.is_relative_to(docs) else checkout)
    text = re.sub(r"\]\((?:\.\./|docs/)", "](", path.read_text(encoding="utf-8"))
    text = FILE_NAME.sub("[]", text)
    # The tables themselves are not on the site; a page says what each of them holds.
    text = re.sub(r"\]\(data/[^)]+\)", "](tables.md)", text)
    text = MADE.sub(_link, text)
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    for home, files in ((docs, "_static"), (checkout, "figures")):
        for file in re.findall(rf"\]\(({files}/[^)]+)\)", text):
            (folder / files).mkdir(exist_ok=True)
            shutil.copyfile(home / file, folder / file)


def _copy_notebook(path: Path, checkout: Path, folder: Path, extra: Path) -> None:
    """Copy a notebook to become a page, and as it is for those who want to run it."""
    name = path.relative_to(checkout)
    # Below docs/ here, at the top there.
    text = FILE_NAME.sub("[]", path.read_text(encoding="utf-8").replace("](../docs/", "](../"))
    for target in (folder / name, extra / name):
        target.parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    shutil.copyfile(path, extra / name)


def _navigate(folder: Path) -> None:
    """Put each page into the navigation; by its number too, where it is a numbered notebook."""
    titles = {}
    for ending, title_of in ((".md", _heading), (".ipynb", _first_line), (".rst", _first_line)):
        for path in sorted(folder.rglob(f"*{ending}")):
            titles[path.relative_to(folder).with_suffix("").as_posix()] = title_of(path)
    refuse_same_titles(titles)
    number = re.compile(r"notebooks/(\d\d)-")
    entries = {
        page: f"{found[1]} {title} <{page}>" if (found := number.match(page)) else page
        for page, title in titles.items()
    }
    for home, pages in placed(page for page in titles if page != "index").items():
        caption, file = (home, "index.md") if home in PLACES else ("", f"{home}.md")
        with (folder / file).open("a", encoding="utf-8") as page:
            page.write("\n" + toctree((entries[name] for name in pages), caption))


def _heading(page: Path) -> str:
    found = TITLE.search(page.read_text(encoding="utf-8"))
    if not found:
        raise ValueError(f"{page.name} has no title; begin it with the line `# TITLE`.")
    return found[1]


def _first_line(page: Path) -> str:
    text = page.read_text(encoding="utf-8")
    if page.suffix == ".ipynb":
        text = nbformat.reads(text, as_version=4).cells[0].source
    return text.splitlines()[0].lstrip("# ")


def ledger_page(rows: Iterable[Row]) -> str:
    """Write the page that holds the ledger, whose links lead to the site's own notebooks."""
    rows = list(rows)
    table = fragment(rows, totals(rows), _address, "what-held.html#ten-findings")
    return "\n".join(("# Ledger\n", "```{raw} html", table, "```\n"))


def _address(cell: Cell) -> str:
    return f"notebooks/{cell.notebook}.html#{cell.id}"


def _link(found: re.Match[str]) -> str:
    """Write a link to a page that Sphinx does not know."""
    words = re.sub("`([^`]+)`", r"<code>\1</code>", found[1])
    return f'<a href="{found[2]}">{words}</a>'


def sheets() -> dict[str, str]:
    """Return the pages of questions as they are handed out, without keys, by name."""
    bank = read_bank()
    return {
        title.lower().replace(" ", "-"): sheet(bank, form) for form, title in bank.forms.items()
    }


def _exercises_page(exercises: Iterable[Path]) -> str:
    """Write the page that lists the exercises."""
    lines = (f"- [](notebooks/exercises/{path.name})" for path in exercises)
    return "\n".join((EXERCISES, *lines, ""))


def _widgets_page(widgets: Iterable[Path]) -> str:
    """Write the page that holds the explorers; each also opens by itself, for a lecture."""
    parts = [
        "# Explorers in the browser\n",
        "Press a preset, move the sliders by mouse or by the arrow keys, or type a number. Each "
        "figure runs in the browser alone.\n",
    ]
    for name in EXPLORERS:
        title = escape(about(name)["title"])
        parts += [
            f"## {title}\n",
            "```{raw} html",
            frame(name, "widgets/"),
            f'<p><a href="widgets/{name}.html">The same on a page of its own: {title}</a></p>',
            "```\n",
        ]
    parts += ["## More to try\n", "```{raw} html", "<ul>"]
    for path in widgets:
        if path.stem not in EXPLORERS:
            (title,) = re.findall(r"<title>(.*?)</title>", path.read_text(encoding="utf-8"), re.S)
            parts.append(f'<li><a href="widgets/{path.name}">{title.strip()}</a></li>')
    return "\n".join((*parts, "</ul>", "```\n"))
