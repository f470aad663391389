"""The verdicts as tests/mutants.csv, with the reasons that people wrote there: table.py."""

from __future__ import annotations

import csv
import json
from collections import Counter
from typing import Any

from swap import ROOT, Mutant

HERE = ROOT / "build/mutants"
VERDICTS = HERE / "verdicts.jsonl"
TABLE = ROOT / "tests/mutants.csv"
COLUMNS = ["file", "line", "mutation", "occurrence", "before", "after", "killed_by", "reason"]


def key(mutant: Mutant) -> tuple[str, ...]:
    """Name a mutant, in the sample and in the table."""
    return tuple(str(mutant[name]) for name in ("file", "mutation", "occurrence", "after"))


def lines_of(name: str) -> list[dict[str, Any]]:
    """Read a file of JSON lines; a line that a stop cut off does not count."""
    path = HERE / name
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True) if path.exists() else []
    return [json.loads(line) for line in lines if line.endswith("\n")]


def read_verdicts() -> dict[tuple[str, ...], dict[str, Any]]:
    """Return the last verdict on each mutant."""
    return {key(verdict): verdict for verdict in lines_of(VERDICTS.name)}


def reasons() -> dict[tuple[str, ...], str]:
    """Return what the table says of survivors."""
    if not TABLE.exists():
        return {}
    with TABLE.open(newline="", encoding="utf-8") as stream:
        return {key(row): row["reason"] for row in csv.DictReader(stream, strict=True)}


def write_table() -> None:
    """Write the table in the order of the sample, and print the score."""
    verdicts, known = read_verdicts(), reasons()
    rows = [verdicts[key(m)] for m in lines_of("sample.jsonl") if key(m) in verdicts]
    with TABLE.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.DictWriter(stream, COLUMNS, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        for row in rows:
            reason = "" if row["killer"] else known.get(key(row), "")
            writer.writerow({**row, "killed_by": row["killer"] or "", "reason": reason})
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
