"""Fill the text and set it with Typst, the same bytes every time."""

from __future__ import annotations

import datetime
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kappabook import papers
from kappabook.checkout import root
from kappabook.display.style import caption
from kappabook.extras import need
from kappabook.files import read_text, writing
from kappabook.publish.article import values_ledger, values_studies
from kappabook.publish.article.citing import entries, named, people, typst_list
from kappabook.publish.article.numbers import whole
from kappabook.publish.article.sources import Sources
from kappabook.publish.article.text import ArticleError, check_names, check_typed, fill, names_in
from kappabook.publish.citation import read_citation
from kappabook.publish.typesetting import compiled
from kappabook.references import read_references

FOLDER, TEXT, LOOK = "article", "article.typ", "look.typ"
TYPED, LITERATURE = "typed.toml", "literature.csv"
NAME = "kappabook.pdf"
VALUES = {**values_ledger.VALUES, **values_studies.VALUES}
# Placeholders whose value is not a number of the ledger: ``cite:KEY``, ``figure:KEY``, and these.
_CITE, _FIGURE = "cite:", "figure:"
CITATION = ("authors", "version", "date", "year", "month", "day", "licences", "references")


def write_article(into: Path, sources: Sources, folder: Path | None = None) -> Path:
    """Write the article as PDF.

    Parameters
    ----------
    into : Path
        A folder.
    sources : Sources
        The ledger and the results.
    folder : Path, optional
        The text and its look; by default ``article`` of the clone.

    Raises
    ------
    ArticleError
        A placeholder without a value, a value without a placeholder, a number that is typed, or
        a figure that is not in ``figures``.
    MissingExtraError
        Typst is not installed.
    OSError
        A file is missing, or the folder cannot be written.
    """
    with need("paper", "typst"):
        pass  # said before the numbers are read, which takes seconds
    path = into / NAME
    made = pages(filled(sources, folder), folder)
    with writing(path) as (draft,):
        draft.write_bytes(made[0])
    return path


def filled(sources: Sources, folder: Path | None = None, values: Mapping[str, Any] = VALUES) -> str:
    """Return the text with every placeholder filled."""
    file = (folder or root() / FOLDER) / TEXT
    text = read_text(file)
    check_typed(text, tomllib.loads(read_text(file.with_name(TYPED))), file.name)
    names = [name for name in names_in(text) if not name.startswith((_CITE, _FIGURE))]
    check_names(names, (*values, *CITATION), file.name)
    more = _other_values(text, file.with_name(LITERATURE))

    def value_of(name: str) -> str:
        if name in more:
            return more[name]
        value = values[name](sources)
        return whole(value) if isinstance(value, int) else str(value)

    return fill(text, value_of)


def _other_values(text: str, literature: Path) -> dict[str, str]:
    """Return what comes from CITATION.cff and from the figures' captions."""
    citation = read_citation(root(), "paper")
    names = names_in(text)
    keys = [name.removeprefix(_CITE) for name in names if name.startswith(_CITE)]
    cited = named(keys, entries(citation, read_references(literature)))
    date = datetime.date.fromisoformat(citation["date-released"])
    return {
        **{f"{_CITE}{key}": entry.cited for key, entry in cited.items()},
        **{name: _figure(name.removeprefix(_FIGURE)) for name in names if name.startswith(_FIGURE)},
        "authors": ", ".join(people(citation["authors"])),
        "version": citation["version"],
        "date": date.isoformat(),
        **{name: str(getattr(date, name)) for name in ("year", "month", "day")},
        "licences": " and ".join(citation["license"]),
        "references": typst_list(cited.values()),
    }


def _figure(key: str) -> str:
    """Name the file of a figure, and say in words what it shows, as two strings of Typst."""
    known = papers.figures()
    if key not in known:
        raise ArticleError(f"no figure {key!r}; the figures are {', '.join(known)}.")
    words = caption(known[key]).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{key}.svg", "{words}"'


def pages(text: str, folder: Path | None = None, *, pictures: bool = False) -> list[bytes]:
    """Set the filled text.

    Parameters
    ----------
    text : str
    folder : Path, optional
        Where its look is.
    pictures : bool
        Return each page as PNG instead, to look at.

    Returns
    -------
    list of bytes
        One PDF, or the pages. Its date is that of CITATION.cff.
    """
    from matplotlib import get_data_path

    with TemporaryDirectory() as name:
        work = Path(name)
        (work / TEXT).write_text(text, encoding="utf-8")
        look = read_text((folder or root() / FOLDER) / LOOK)
        (work / LOOK).write_text(look, encoding="utf-8")
        for figure in re.findall(r'"([\w-]+\.svg)"', text):
            drawn = root() / "figures" / figure
            (work / figure).write_text(read_text(drawn), encoding="utf-8")
        letters_of_figures = [Path(get_data_path()) / "fonts" / "ttf"]
        return compiled(work / TEXT, pictures=pictures, ppi=130, font_paths=letters_of_figures)
