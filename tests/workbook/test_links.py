"""Links of README, docs and notebooks lead to files and headings; what they name to make exists.

Links to the web are not tried.
"""

import json
import re
from functools import cache
from urllib.parse import unquote

from markdown_it import MarkdownIt
from support import ROOT

PAGES = sorted(
    [
        *ROOT.glob("*.md"),
        ROOT / "tests/README.md",
        ROOT / "experiments/README.md",
        ROOT / "experiments/README.md",
        *ROOT.glob("docs/**/*.md"),
        *ROOT.glob("notebooks/**/*.ipynb"),
    ]
)
# Made by make slides, make widgets and the like.
BUILD = re.compile(r"((build/)?widgets|build/(lesson|slides|site))/[\w-]+\.html|build/ledger\.html")


def texts(page):
    """The Markdown of a page; of a notebook, that of each cell."""
    text = page.read_text(encoding="utf-8")
    if page.suffix != ".ipynb":
        return [text]
    cells = json.loads(text)["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]


def links(page):
    """What the links and pictures of a page lead to."""
    for text in texts(page):
        for token in MarkdownIt("commonmark").enable("table").parse(text):
            for part in (token, *(token.children or ())):
                if target := part.attrGet("href") or part.attrGet("src"):
                    yield str(target)
                elif part.type in ("html_block", "html_inline"):
                    yield from re.findall(r'\b(?:href|src)="([^"]+)"', part.content)


def problem_of(page, target):
    """Why a link leads nowhere; empty if it does, or is one to the web."""
    if re.match(r"[a-z]+:", target):
        return "" if re.match("https?:", target) else "neither a file nor http"
    name, _, inside = unquote(target).partition("#")
    file = (page.parent / name).resolve() if name else page
    if not file.exists():
        built = file.is_relative_to(ROOT) and BUILD.fullmatch(file.relative_to(ROOT).as_posix())
        return "" if built else "no file"
    if inside and file.suffix in (".md", ".ipynb") and inside not in places(file):
        return f"no heading or cell {inside!r}"
    return ""


@cache
def places(page):
    """What a link to a page may name: headings, as GitHub and Jupyter do, and cells."""
    found = set()
    for text in texts(page):
        for heading in re.findall(r"^#+ +(.+?) *$", text, re.M):
            words = re.sub(r"\[([^]]*)\]\([^)]*\)|[*`]", r"\1", heading).replace(" ", "-")
            found |= {words, re.sub(r"[^\w-]", "", words.lower())}
        found |= set(re.findall(r'\bid="([^"]+)"', text))
        found |= set(re.findall(r"^\(([\w-]+)\)=$", text, re.M))
    if page.suffix == ".ipynb":
        cells = json.loads(page.read_text(encoding="utf-8"))["cells"]
        found |= {f"cell-id={cell['id']}" for cell in cells}
    return found


def test_links_lead_to_files_and_headings():
    found = [(page, target) for page in PAGES for target in links(page)]
    assert len(found) > 150
    wrong = {
        f"{page.relative_to(ROOT)}: {target}": problem
        for page, target in found
        if (problem := problem_of(page, target))
    }
    assert wrong == {}


def test_pages_that_code_names_are_there():
    """In docstrings, in what commands say, in the Makefile and the workflows."""
    sources = [ROOT / "Makefile", *ROOT.glob(".github/**/*.yml")]
    for folder in ("src", "tools", "experiments"):
        sources += (ROOT / folder).rglob("*.py")
    named = {
        (path.relative_to(ROOT).as_posix(), name)
        for path in sources
        for name in re.findall(r"\bdocs/[\w/-]+\.md\b", path.read_text(encoding="utf-8"))
    }
    assert named
    assert [(path, name) for path, name in sorted(named) if not (ROOT / name).is_file()] == []


def test_each_make_command_named_exists():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.M))
    named = {
        (page.relative_to(ROOT).as_posix(), name)
        for page in PAGES
        for text in texts(page)
        for name in re.findall(r"(?:`|^\$ )make ([a-z-]+)\b(?![/.])", text, re.M)
    }
    assert len({name for _, name in named}) > 10
    assert sorted((page, name) for page, name in named if name not in targets) == []
