"""Test the links of README, docs and notebooks: python tools/links.py CSV; `make links`.

Links to files of the checkout are followed, and what they name in a page too. Those to the web are
written to the file, with those of the registry of data sets and of CITATION.cff; none is tried.
"""

from __future__ import annotations

import csv
import json
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import unquote

from markdown_it import MarkdownIt

ROOT = Path(__file__).resolve().parents[1]
# No pages, but full of addresses.
LISTS = ("CITATION.cff", "src/kappabook/data/sources.toml")
# The site writes these pages; no file here is called so.
MADE = {"ledger.md", "data.md", "figures-that-move.md", "ten-questions.md"}
# Made by make slides, make widgets and the like; where in them, their own tests know.
BUILD = re.compile(r"build/(slides|widgets|site)/[\w-]+\.html|build/ledger\.html")
WEB = re.compile(r"https?://[^\s<>\"'`)\]}]+")

Link = tuple[str, str]
"""Where in a page it stands, a line or a cell, and what it leads to."""


def main(into: str) -> int:
    """Write the list; name on stderr what leads nowhere."""
    found = [(page, *link) for page in pages() for link in links(page)]
    wrong = [
        f"{page.relative_to(ROOT)}:{place}: {target}: {problem}"
        for page, place, target in found
        if (problem := problem_of(page, target))
    ]
    web = [(page, place, target) for page, place, target in found if WEB.match(target)]
    for name in LISTS:
        lines = enumerate((ROOT / name).read_text(encoding="utf-8").splitlines(), start=1)
        web += [(ROOT / name, str(n), target) for n, line in lines for target in WEB.findall(line)]
    with Path(into).open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(("page", "place", "address"))
        writer.writerows((page.relative_to(ROOT).as_posix(), *rest) for page, *rest in web)
    print(f"{sum(not WEB.match(target) for *_, target in found)} links to files followed.")
    print(f"{into}: {len(web)} links to the web; none was tried.")
    print(*wrong, sep="\n", end="\n" if wrong else "", file=sys.stderr)
    return 2 if wrong else 0


def pages() -> list[Path]:
    """List README and its like, the docs, and all notebooks."""
    found = [*ROOT.glob("*.md"), ROOT / "tests/README.md", *ROOT.glob("docs/**/*.md")]
    return sorted([*found, *ROOT.glob("notebooks/**/*.ipynb")])


def links(page: Path) -> Iterator[Link]:
    """Yield the links and pictures of a page, or of the Markdown cells of a notebook."""
    for place, text in _texts(page):
        for token in MarkdownIt("commonmark").enable("table").parse(text):
            at = place or str((token.map or [0])[0] + 1)
            if token.type == "html_block":
                yield from ((at, target) for target in _in_html(token.content))
            for inner in token.children or ():
                target = inner.attrGet("href") or inner.attrGet("src")
                if target:
                    yield at, str(target)
                elif inner.type == "html_inline":
                    yield from ((at, target) for target in _in_html(inner.content))
                elif inner.type == "text":  # a bare address
                    yield from ((at, target) for target in WEB.findall(inner.content))


def problem_of(page: Path, target: str) -> str:
    """Say why a link leads nowhere; empty if it does, or is one to the web."""
    if re.match(r"[a-z]+:", target):
        return "" if WEB.match(target) else "neither a file nor http"
    name, _, inside = unquote(target).partition("#")
    file = (page.parent / name).resolve() if name else page
    if not file.exists():
        built = file.is_relative_to(ROOT) and BUILD.fullmatch(file.relative_to(ROOT).as_posix())
        return "" if built or (page.is_relative_to(ROOT / "docs") and name in MADE) else "no file"
    if inside and file.suffix in (".md", ".ipynb") and inside not in places(file):
        return f"no heading or cell {inside!r}"
    return ""


@cache
def places(page: Path) -> frozenset[str]:
    """Return what a link to a page may name: headings, as GitHub and Jupyter do, and cells."""
    found = set()
    for _, text in _texts(page):
        for heading in re.findall(r"^#+ +(.+?) *$", text, re.M):
            words = re.sub(r"\[([^]]*)\]\([^)]*\)|[*`]", r"\1", heading).replace(" ", "-")
            found |= {words, re.sub(r"[^\w-]", "", words.lower())}
        found |= set(re.findall(r'\bid="([^"]+)"', text))
        found |= set(re.findall(r"^\(([\w-]+)\)=$", text, re.M))
    if page.suffix == ".ipynb":
        cells = json.loads(page.read_text(encoding="utf-8"))["cells"]
        found |= {f"cell-id={cell['id']}" for cell in cells}
    return frozenset(found)


def _texts(page: Path) -> Iterator[tuple[str, str]]:
    """Yield the Markdown of a page; of a notebook, that of each cell, and where it stands."""
    text = page.read_text(encoding="utf-8")
    if page.suffix != ".ipynb":
        yield "", text
        return
    for cell in json.loads(text)["cells"]:
        if cell["cell_type"] == "markdown":
            yield f"cell {cell['id']}", "".join(cell["source"])


def _in_html(text: str) -> list[str]:
    return re.findall(r'\b(?:href|src)="([^"]+)"', text)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
