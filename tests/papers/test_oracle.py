"""The ledger as it was, in today's words: what each document's rewriting is compared with."""

import csv
from collections import Counter
from pathlib import Path

ORACLE = Path(__file__).with_name("oracle.csv")


def test_every_repeat_points_to_a_row_or_an_input():
    with ORACLE.open(encoding="utf-8") as stream:
        fates = {row["claim"]: row["fate"] for row in csv.DictReader(stream)}
    first = {fate.removeprefix("same_as:") for fate in fates.values() if fate.startswith("same_as")}
    assert {fates[claim] for claim in first} <= {"row", "input"}
    assert Counter(fate.partition(":")[0] for fate in fates.values()).keys() == {
        *("row", "input", "same_as", "gone")
    }
