"""Files of ratings: three made without the code, and tables that tests write."""

import csv
import random

from support import ROOT

RATINGS = ROOT / "tests/unit/ratings"
WIDE = [RATINGS / "moods-wide.csv", "--raters", "Anna,Béla,C. Chen"]
LONG = [RATINGS / "tickets-long.tsv", "--item", "ticket", "--rater", "agent", "--label", "verdict"]
GRADES = ["poor", "fair", "good", "excellent"]
JUDGE = [
    *(RATINGS / "essays-judge.csv", "--item", "essay", "--judge", "model"),
    *("--reference", "panel", "--ordered", ",".join(GRADES)),
]


def table_file(folder, rows, name="table.csv"):
    path = folder / name
    with path.open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream).writerows(rows)
    return path


def random_rows(seed, n=24, labels="abc"):
    """Items by three raters with gaps, each item rated twice or more."""
    rng = random.Random(seed)
    rows = []
    for i in range(n):
        truth = rng.choice(labels)
        row = [truth if rng.random() < 0.7 else rng.choice(labels) for _ in range(3)]
        if rng.random() < 0.3:
            row[rng.randrange(3)] = ""
        rows.append([f"i{i}", *row])
    return rows


def judged(folder, right, n=200):
    """Three humans, and a judge who is right with this probability."""
    rng = random.Random(8)
    rows = [["id", "h1", "h2", "h3", "judge"]]
    for i in range(n):
        truth = rng.randrange(2)
        rows.append([i, *(truth ^ (rng.random() > p) for p in (0.85, 0.85, 0.85, right))])
    return table_file(folder, [[int(c) if isinstance(c, bool) else c for c in r] for r in rows])
