"""Double entry: each transcription compared with a second one of the same document."""

from __future__ import annotations

from pathlib import Path

from kappabook import papers
from kappabook.checkout import printed_folder
from kappabook.transcription import Comparison, Second, compare_entries, document_of, read_second
from kappabook.workbook.markdown import table_of


def second_entries() -> dict[str, Comparison]:
    """Compare the transcription of each document with its second entry."""
    folder = printed_folder() / "second-entry"
    return {
        key: compare_entries(papers.claims(key), read_second(folder / f"{key}.csv"))
        for key in papers.PAPERS
    }


def check_against(file: Path) -> dict[str, Comparison]:
    """Compare the transcriptions with a second file, by the documents that it has claims of.

    Raises
    ------
    ValueError
        The file holds a claim of no document, or none at all.
    """
    found: dict[str, dict[str, Second]] = {}
    for claim, second in read_second(file).items():
        found.setdefault(document_of(claim), {})[claim] = second
    strange = ", ".join(sorted(found.keys() - set(papers.PAPERS)))
    if strange or not found:
        raise ValueError(
            f"{file.name}: {strange or 'an empty file'} is no document's key; "
            f"a claim's id begins with one of {', '.join(papers.PAPERS)}."
        )
    return {
        key: compare_entries(papers.claims(key), found[key])
        for key in papers.PAPERS
        if key in found
    }


def entries_table(found: dict[str, Comparison]) -> str:
    """Write comparisons as a table in Markdown."""
    return table_of(
        ("document", "claims", "values", "agree", "of these spelled alike", "differ"),
        (
            (key, c.claims, c.values, c.agreeing, c.spelled_alike, len(c.differing))
            for key, c in found.items()
        ),
    )
