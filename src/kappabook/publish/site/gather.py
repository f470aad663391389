"""Gather the pages of the site in one folder for Sphinx; what a folder holds becomes a page."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable
from html import escape
from pathlib import Path

import nbformat

from kappabook.ledger import Row
from kappabook.publish.site.data_page import data_page
from kappabook.publish.site.extension import frame
from kappabook.publish.site.reference import public_names, reference_page
from kappabook.publish.slides import write_lesson
from kappabook.teaching.explorers.descriptions import EXPLORERS
from kappabook.teaching.explorers.page import write_widgets
from kappabook.teaching.questions import read_bank
from kappabook.teaching.questions.page import sheet
from kappabook.workbook.cells import Cell
from kappabook.workbook.findings import linked
from kappabook.workbook.ledger_page.page import fragment
from kappabook.workbook.ledger_totals import all_rows, totals

# Pages of docs/ for those who teach, and those on the ledger; all others are the library's.
FOR_CLASS = ("lesson-90-minutes", "lecture-plan", "assessment", "teacher-report")
# A link of docs/ to a page that is made, and goes into the site as it is.
MADE = re.compile(r"\[([^\]]+)\]\(build/((?:slides|widgets)/[^)]+)\)")
ON_THE_LEDGER = ("what-held", "findings")


def gather(checkout: Path, folder: Path) -> None:
    """Write the sources of the site, and what goes into it as it is, under ``extra``.

    Parameters
    ----------
    checkout : Path
        Where ``docs`` and ``notebooks`` are.
    folder : Path
        Where to write; it must not exist yet.
    """
    notebooks = sorted((checkout / "notebooks").glob("*.ipynb"))
    exercises = sorted((checkout / "notebooks" / "exercises").glob("*.ipynb"))
    pages = sorted((checkout / "docs").rglob("*.md"))
    for path in (*notebooks, *exercises, *pages):
        base = checkout / "docs" if path in pages else checkout
        target = folder / path.relative_to(base)
        target.parent.mkdir(parents=True, exist_ok=True)
        # In the site the pages of docs/ stand at the top, beside notebooks and figures.
        old, new = ("](../", "](") if path in pages else ("](../docs/", "](../")
        text = path.read_text(encoding="utf-8").replace(old, new)
        # The tables themselves are not on the site; a page says what each of them holds.
        if path in pages:
            text = re.sub(r"\]\(data/[^)]+\)", "](data.md)", text)
            text = MADE.sub(_link, text)
        target.write_text(text, encoding="utf-8")

    shown = re.findall(r"\]\((figures/[^)]+)\)", (folder / "index.md").read_text(encoding="utf-8"))
    for picture in shown:
        (folder / "figures").mkdir(exist_ok=True)
        shutil.copyfile(checkout / picture, folder / picture)

    names = public_names((checkout / "docs" / "api.md").read_text(encoding="utf-8"))
    (folder / "reference").mkdir()
    for module, members in names.items():
        text = reference_page(module, members)
        (folder / "reference" / f"{module}.rst").write_text(text, encoding="utf-8")

    rows = all_rows()
    (folder / "ledger.md").write_text(ledger_page(rows), encoding="utf-8")
    (folder / "data.md").write_text(data_page(), encoding="utf-8")
    write_widgets(folder / "extra" / "widgets")
    write_lesson(folder / "extra" / "slides")
    (folder / "figures-that-move.md").write_text(_widgets_page(), encoding="utf-8")

    docs = [p.relative_to(checkout / "docs").with_suffix("").as_posix() for p in pages]
    docs.remove("index")
    teaching = [name for name in FOR_CLASS if name in docs]
    found = [name for name in ON_THE_LEDGER if name in docs]
    for name in found:
        text = (folder / f"{name}.md").read_text(encoding="utf-8")
        page = linked(text, (row.claim for row in rows))
        (folder / f"{name}.md").write_text(page, encoding="utf-8")
    if "assessment" in docs:
        for name, text in sheets().items():
            (folder / f"{name}.md").write_text(text, encoding="utf-8")
            teaching.append(name)
    index = folder / "index.md"
    text = index.read_text(encoding="utf-8")
    index.write_text(
        "\n".join(
            (
                text,
                _toctree("Workbook", map(_numbered, notebooks)),
                _toctree("The ledger", ["ledger", *found, "data"]),
                _toctree(
                    "In class",
                    [
                        *teaching,
                        "figures-that-move",
                        *(f"notebooks/exercises/{path.stem}" for path in exercises),
                    ],
                ),
                _toctree(
                    "Library",
                    [
                        *(name for name in docs if name not in (*teaching, *found)),
                        *(f"reference/{module}" for module in names),
                    ],
                ),
            )
        ),
        encoding="utf-8",
    )


def ledger_page(rows: Iterable[Row]) -> str:
    """Write the page that holds the ledger, whose links lead to the site's own notebooks."""
    rows = list(rows)
    table = fragment(rows, totals(rows), _address, "findings.html")
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


def _numbered(notebook: Path) -> str:
    """Name a notebook in the navigation by its number too: so the pages refer to it."""
    title = nbformat.read(notebook, as_version=4).cells[0].source.splitlines()[0].lstrip("# ")
    return f"{notebook.name[:2]} {title} <notebooks/{notebook.stem}>"


def _toctree(caption: str, pages: Iterable[str]) -> str:
    return "\n".join(
        ("```{toctree}", ":hidden:", ":maxdepth: 1", f":caption: {caption}", "", *pages, "```", "")
    )


def _widgets_page() -> str:
    """Write the page that holds the widgets; each also opens by itself."""
    parts = [
        "# Figures that move in the browser\n",
        "Press a preset, move the sliders by mouse or by the arrow keys, or type a number. Each "
        "figure runs in the browser alone.\n",
    ]
    for name, widget in EXPLORERS.items():
        title = escape(widget.title)
        parts += [
            f"## {title}\n",
            "```{raw} html",
            frame(name, "widgets/"),
            f'<p><a href="widgets/{name}.html">The same on a page of its own: {title}</a></p>',
            "```\n",
        ]
    parts += [
        "## Can a published agreement be right?\n",
        "```{raw} html",
        '<p><a href="widgets/grim.html">Check a printed agreement and kappa</a></p>',
        "```\n",
        "What it does is in [Can a published agreement be right?](grim.md).\n",
        "## What did the room agree on?\n",
        "```{raw} html",
        '<p><a href="widgets/label.html">The agreement of a class that labels in pairs</a></p>',
        "```\n",
    ]
    return "\n".join(parts)
