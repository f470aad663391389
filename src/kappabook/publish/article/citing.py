"""References: the texts from CITATION.cff; their critics; and the methods that the article uses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from kappabook import papers
from kappabook.publish.article.text import ArticleError
from kappabook.references import Reference

NO_DATE = "no date"


@dataclass(frozen=True)
class Entry:
    """One publication: how the text names it, and its line in the references."""

    cited: str
    line: str


def entries(citation: Mapping[str, Any], methods: Mapping[str, Reference]) -> dict[str, Entry]:
    """Return every publication that can be cited, by its key.

    Parameters
    ----------
    citation : mapping
        CITATION.cff, which names the texts.
    methods : mapping of str to Reference
        ``article/literature.csv``; ``data/printed/references.csv`` is added.
    """
    found = {
        key: Entry(_short(one.authors, one.year), str(one).replace(" 10.", " doi:10."))
        for key, one in {**papers.references(), **methods}.items()
    }
    for key in papers.PAPERS:
        title = papers.declaration(key).title.casefold()
        for work in citation["references"]:
            if title.startswith(work["title"].casefold()):
                found[key] = _of_work(work)
    return found


def named(keys: Iterable[str], known: Mapping[str, Entry]) -> dict[str, Entry]:
    """Return the entries of some keys, ordered as the list of references is."""
    chosen = {}
    for key in keys:
        if key not in known:
            raise ArticleError(
                f"no reference {key!r}; the article can cite {', '.join(sorted(known))}."
            )
        chosen[key] = known[key]
    return dict(sorted(chosen.items(), key=lambda item: item[1].line.casefold()))


def typst_list(chosen: Iterable[Entry]) -> str:
    """Write the references as a list in Typst."""
    return "\n".join(f"- {_plain(entry.line)}" for entry in chosen)


def people(authors: Iterable[Mapping[str, str]]) -> list[str]:
    """Name authors as CITATION.cff has them."""
    return [_person(author) for author in authors]


def _short(authors: str, year: str) -> str:
    names = re.split(r"(?:\., | and )(?=[A-Z\u00c0-\u00de])", authors.replace(" and others", ""))
    families = [name.split(",")[0] for name in names]
    many = len(families) > 2 or "others" in authors
    who = f"{families[0]} and others" if many else " and ".join(families)
    return f"{who} ({year})"


def _of_work(work: Mapping[str, Any]) -> Entry:
    families = [one.get("family-names") or one["name"] for one in work["authors"]]
    families[0] = families[0][0].upper() + families[0][1:]
    who = f"{families[0]} and others" if len(families) > 2 else " and ".join(families)
    year = str(work.get("year", NO_DATE))
    number = "".join(
        (
            f" {work['volume']}" if "volume" in work else "",
            f", {work['start']}-{work['end']}" if "start" in work else "",
        )
    )
    place = work.get("journal") or work.get("collection-title")
    place = place or work.get("institution", {}).get("name", "") + (
        f", {work['number']}" if "number" in work else ""
    )
    found = f"doi:{work['doi']}" if "doi" in work else work.get("url", "")
    parts = f"{', '.join(people(work['authors']))} ({year})", work["title"], f"{place}{number}"
    line = ". ".join(part for part in (*parts, found, work.get("notes", "")) if part)
    if "name" in work["authors"][0]:  # no person: named by its title
        who = f"_{work['title']}_"
    return Entry(f"{who} ({year})", line if line.endswith(".") else f"{line}.")


def _person(author: Mapping[str, str]) -> str:
    if "name" in author:
        return author["name"]
    initials = " ".join(f"{name[0]}." for name in author["given-names"].split())
    return f"{author['family-names']}, {initials}"


def _plain(line: str) -> str:
    """Keep Typst from reading signs as its own; a range has its own dash."""
    escaped = re.sub(r"([\\#$*_`<>@\[\]~/])", r"\\\1", line)
    return re.sub(r"(?<=[ ,]\d{2})(\d*)-(?=\d{2,5}\b)", "\\1\N{EN DASH}", escaped)
