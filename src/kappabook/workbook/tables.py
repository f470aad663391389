"""The ledger as files and tables: by claim, by document and verdict, and in README."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import asdict, fields
from io import StringIO
from pathlib import Path

from kappabook import papers
from kappabook.checkout import printed_folder
from kappabook.files import write_if_changed, writing
from kappabook.ledger import VERDICTS, Row
from kappabook.transcription import Comparison, Second, compare_entries, read_second
from kappabook.workbook import altering
from kappabook.workbook.altering import Sensitivity, exempt_reasons
from kappabook.workbook.page import page

BEGIN = "<!-- ledger: written by `make ledger`, kept true by tests/workbook/test_readme.py -->\n"
END = "<!-- end of ledger -->"


def all_rows() -> list[Row]:
    """Judge every claim of every document."""
    return [row for key in papers.PAPERS for row in papers.rows(key)]


def totals(rows: Iterable[Row]) -> dict[str, dict[str, int]]:
    """Count the rows by document and by the verdicts that occur; ``all`` sums both ways."""
    counts = Counter((row.document, row.verdict) for row in rows)
    used = [verdict for verdict in VERDICTS if any(v == verdict for _, v in counts)]
    table = {key: {verdict: counts[key, verdict] for verdict in used} for key in papers.PAPERS}
    table["all"] = {verdict: sum(line[verdict] for line in table.values()) for verdict in used}
    return {key: line | {"all": sum(line.values())} for key, line in table.items()}


def summary(rows: Iterable[Row]) -> str:
    """Write the totals as a table in Markdown."""
    table = totals(rows)
    lines = [[_name(key), *line.values()] for key, line in table.items()]
    return markdown(["document", *table["all"]], lines)


def markdown(head: Iterable[str], lines: Iterable[Iterable[object]]) -> str:
    """Write a table in Markdown: a column of text, then columns of numbers."""
    titles = list(head)
    rules = ["---", *["--:"] * (len(titles) - 1)]
    table: list[Iterable[object]] = [titles, rules, *lines]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in table)


def _name(key: str) -> str:
    return "all" if key == "all" else f"`{key}`"


# --- double entry -----------------------------------------------------------------------------


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
        found.setdefault(claim.partition(".")[0], {})[claim] = second
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
    head = ("document", "claims", "values", "agree", "of these spelled alike", "differ")
    return markdown(
        head,
        (
            (_name(key), c.claims, c.values, c.agreeing, c.spelled_alike, len(c.differing))
            for key, c in found.items()
        ),
    )


# --- files ------------------------------------------------------------------------------------


def report(rows: Iterable[Row], altered: Iterable[Sensitivity]) -> str:
    """Write totals, sensitivity and double entry, as ``make ledger`` prints them."""
    counted = [(_name(s.document), s.altered, s.noticed, s.exempt) for s in altered]
    counted.append(("all", *(sum(column) for column in list(zip(*counted, strict=True))[1:])))
    reasons = ((reason, number) for reason, number in exempt_reasons().most_common())
    parts = (
        summary(rows),
        "Every printed number moved by one unit in its last digit, up and down:",
        markdown(("document", "altered", "noticed", "claims exempt"), counted),
        markdown(("reason why a single digit does not decide", "claims exempt"), reasons),
        "Transcribed twice:",
        entries_table(second_entries()),
    )
    return "\n\n".join(parts) + "\n"


def write_ledger(
    folder: Path, readme: Path | None = None, say: Callable[[str], None] | None = None
) -> list[Row]:
    """Write ``ledger.csv``, ``ledger.md`` and ``ledger.html`` into the folder.

    With `readme`, also renew the table in that file, and alter every printed number where that
    may come out differently now; the counts are kept in ``data/printed/sensitivity.csv``. `say`
    is told of what takes a while.

    Raises
    ------
    ValueError
        The readme has no place for the table.
    """
    rows = all_rows()
    if readme is None:
        altered = altering.read_record()
    else:
        renewed = with_table(readme, summary(rows))
        altered = [Sensitivity.of(key, altering.alterations_of(key, say)) for key in papers.PAPERS]
        write_if_changed(readme, renewed)
        write_if_changed(altering.record(), altering.as_csv(altered))
    names = "ledger.md", "ledger.html", "ledger.csv"
    with writing(*(folder / name for name in names)) as (text, html, table):
        text.write_text(report(rows, altered), encoding="utf-8")
        html.write_text(page(rows, totals(rows)), encoding="utf-8")
        table.write_text(as_csv(rows), encoding="utf-8", newline="")
    return rows


def as_csv(rows: Iterable[Row]) -> str:
    """Write rows as ``ledger.csv`` has them."""
    stream = StringIO()
    writer = csv.DictWriter(stream, [field.name for field in fields(Row)], lineterminator="\n")
    writer.writeheader()
    writer.writerows(asdict(row) for row in rows)
    return stream.getvalue()


def with_table(readme: Path, table: str) -> str:
    """Return the text of a README with the table between its two marks."""
    text = readme.read_text(encoding="utf-8")
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(
            f"{readme.name} has no place for the table; write the lines {BEGIN.strip()} and {END}."
        )
    return f"{before}{begin}{table}\n{end}{after}"
