"""The verdicts as tests/mutants.csv, with the reasons that people wrote there: table.py."""

from __future__ import annotations

import csv
import json
import sys
from collections import Counter
from typing import Any

from swap import ROOT, Mutant

HERE = ROOT / "build/mutants"
VERDICTS = HERE / "verdicts.jsonl"
TABLE = ROOT / "tests/mutants.csv"
MUTANT = ["file", "version", "line", "mutation", "occurrence", "before", "after"]


def key(mutant: Mutant) -> tuple[str, ...]:
    """Name a mutant of a file as it is now: in the sample, in the table and among the verdicts."""
    return tuple(str(mutant[name]) for name in ("file", "version", "mutation", "occurrence"))


def change(mutant: Mutant) -> tuple[str, ...]:
    """Name what a mutant does, also after other lines of its file have changed."""
    return tuple(str(mutant[name]) for name in ("file", "mutation", "before", "after"))


def lines_of(name: str) -> list[dict[str, Any]]:
    """Read a file of JSON lines; a line that a stop cut off does not count."""
    path = HERE / name
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True) if path.exists() else []
    return [json.loads(line) for line in lines if line.endswith("\n")]


def table() -> list[dict[str, Any]]:
    """Read what is committed."""
    if not TABLE.exists():
        return []
    with TABLE.open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream, strict=True))


def read_verdicts() -> dict[tuple[str, ...], dict[str, Any]]:
    """Return the last verdict on each mutant: the committed one, or one that came since."""
    committed = [{**row, "killer": row["killed_by"] or None} for row in table()]
    return {key(verdict): verdict for verdict in [*committed, *lines_of(VERDICTS.name)]}


def reasons() -> dict[tuple[str, ...], str]:
    """Return what the table says of survivors."""
    return {change(row): row["reason"] for row in table()}


def write_table() -> None:
    """Write the table in the order of the sample, and print the score."""
    verdicts, known = read_verdicts(), reasons()
    rows = [verdicts[key(m)] for m in lines_of("sample.jsonl") if key(m) in verdicts]
    if not rows:
        sys.exit("no mutant of the sample has a verdict")
    draft = TABLE.with_suffix(".draft")
    with draft.open("w", newline="", encoding="utf-8") as stream:
        columns = [*MUTANT, "killed_by", "reason"]
        writer = csv.DictWriter(stream, columns, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        for row in rows:
            reason = "" if row["killer"] else known.get(change(row), "")
            writer.writerow({**row, "killed_by": row["killer"] or "", "reason": reason})
    draft.replace(TABLE)
    killed = sum(row["killer"] is not None for row in rows)
    from scipy.stats import binomtest  # after what fixes the number of threads

    interval = binomtest(killed, len(rows)).proportion_ci(method="wilson")
    print(f"{killed} of {len(rows)} killed: {killed / len(rows):.1%}", end=" ")
    print(f"(95% interval {interval.low:.1%} to {interval.high:.1%})")
    parts = Counter((part(row["file"]), row["killer"] is not None) for row in rows)
    for name in sorted({name for name, _ in parts}):
        print(f"{name}: {parts[name, True]} killed, {parts[name, False]} survive")


def part(file: str) -> str:
    """Return the part of the package that a file belongs to."""
    return file.split("/")[2]


if __name__ == "__main__":
    write_table()
