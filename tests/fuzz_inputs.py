"""Files and command lines that nobody meant to give: examples, and what alters them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import duckdb
from support import ROOT

# What breaks readers, pages, queries, spreadsheets, LaTeX and terminals.
WORDS = (
    *("", "\0", "\ufeff", '"', "'", '""', ",", ";", "\t", "|", "\n", "\r", "\r\n", " ", "\\"),
    *("nan", "inf", "-inf", "1e400", "-0", "1e-400", "9" * 30, "0x10", "1_000", "-1", "1.5", "1/0"),
    *("NA", "null", "None", "true", "{}", "[1, 2]", "%s%n", "{0}", "__class__", "c0", "rows_read"),
    *("=1+1", "+1", "@SUM(A1)", "-2+3", "\uff1d1", "<script>alert(1)</script>", "</script>"),
    *('"><img src=x onerror=alert(1)>', "javascript:alert(1)", "[x](javascript:alert(1))", "$x^$"),
    *("$\\frac{1}{", "\\input{/etc/passwd}", "'; ATTACH 'x.db' AS x; --", "../../out", "/etc", "*"),
    *("\x1b[2J", "\x9b2J", "\u202e", "\u2028", "\x07", "é", "1", "☃", "\U0001f600", "?", "[a-z]"),
    *("A" * 300, "0" * 500, "(" * 300, "2024-02-30", "1,5", "1.000,5", "--json", "y_true", "on"),
)
BYTES = (*(word.encode() for word in WORDS), b"\xff\xfe", b"\xe9", b"\xed\xa0\x80", b"\x80" * 9)
NAMES = (
    *("it's.csv", "a;b.csv", "q*?.csv", "[a-z].csv", "{a,b}.csv", "x'); DROP--.csv", "=1+1.csv"),
    *("<img src=x onerror=alert(1)>.csv", "$x^$.csv", "\x1b[2J.csv", "%s.csv", "\u202evsc.csv"),
    *("é ü.csv", "\udcff.csv", "a\nb.csv", "-x.csv", "http:x.csv", "a.csv.gz", "a.parquet", "x.db"),
)


@dataclass(frozen=True)
class Target:
    """A command, examples of the file it reads, and of what else may stand on its line.

    Where `file` is "", the command reads none; else it is where the file is put, below the folder
    of the run, and "@" stands for that place on the line. `options` are added by chance.
    """

    files: tuple[tuple[str, bytes], ...]
    lines: tuple[tuple[str, ...], ...]
    options: tuple[tuple[str, ...], ...] = ()
    values: tuple[str, ...] = ()


def targets(folder: Path) -> dict[str, Target]:
    """Make every target; examples of Parquet are written into the folder first."""
    out = (("--json",), ("--html", "out/page.html"), ("--csv", "out/table.csv"))
    scored, rated = _scored(), _rated()
    return {
        "score": Target(
            (*scored, *_parquet(folder, scored[0][1])),
            (("score", "@"), ("score", "@", "--threshold", ".5"), ("score", "@", "--matrix")),
            (
                *out,
                *(("--format", form) for form in ("latex", "markdown")),
                *((f"--{name}", "") for name in ("truth", "prediction", "score", "weight")),
                *((f"--{name}", "") for name in ("group", "positive", "threshold", "missing")),
                *(("--memory", ""), ("--spill", "out")),
            ),
            ("y_true", "y_pred", "y_score", "other", "group", "cat", "0", "1", "y_pred,other"),
        ),
        "agree": Target(
            (*rated, *_parquet(folder, rated[0][1])),
            (("agree", "@", "--item", "id"), ("agree", "@", "--raters", "A,B,C")),
            (
                *out,
                *((f"--{name}", "") for name in ("item", "raters", "rater", "label", "groups")),
                *((f"--{name}", "") for name in ("run", "ordered", "missing", "judge", "margin")),
                *((f"--{name}", "") for name in ("epsilon", "reference", "positive")),
                *(("--confidence-level", ""), ("--level", "ordinal"), ("--level", "ratio")),
            ),
            ("id", "A", "B", "C", "A,B", "yes", "no,yes", "1,2,3", "0.1", "0.9", "who", "said"),
        ),
        "report": Target(
            _measured(),
            (("report", "@", "--target", "kind", "--classifiers", "tree,naive-bayes"),),
            (
                ("--json",),
                *((f"--{name}", "") for name in ("target", "positive", "classifiers", "costs")),
                *((f"--{name}", "") for name in ("ignore", "repeats", "folds", "jobs")),
                ("--prevalence-changes",),
            ),
            ("kind", "a", "b", "x", "y", "tree", "1:5", "0", "2", "-1", "os.getcwd", "sys.exit(1)"),
        ),
        "grim": Target(
            (),
            (
                ("grim", "--n", "200", "--kappa", "0.62", "--agreement", "0.85"),
                ("grim", "--n", "50", "--kappa", "0.4", "--margins", "0.5,0.6"),
                ("grim", "--n", "20", "--cells", "10,2,?,5", "--mcc", "0.4", "--json"),
            ),
            (
                ("--json",),
                *((f"--{name}", "") for name in ("n", "kappa", "agreement", "chance-agreement")),
                *((f"--{name}", "") for name in ("margins", "cells", "mcc", "pabak")),
            ),
            ("0.5", "0.62", "1", "0", "10", "0.333333333", "1/3", "0.5,0.5", "?,?,?,?", "100000"),
        ),
        "claim": Target(
            _printed(
                "kappa_guide/claims.csv",
                "kappa_guide/remarks.toml",
            ),
            (("claim", "kappa_guide.example.kappa"), ("claim", "kappa_guide.*", "--json")),
            (("--json",), ("kappa_guide.[1-9]*",), ("*",), ("",)),
            ("kappa_guide.example", "kappa_guide", "[", "kappa_guide.[!a]*", "**"),
        ),
    }


Files = tuple[tuple[str, bytes], ...]


def _printed(*names: str) -> Files:
    folder = "clone/data/printed"
    return tuple(
        (f"{folder}/{name}", (ROOT / "data/printed" / name).read_bytes()) for name in names
    )


def _scored() -> Files:
    rows = [
        (i % 2, (i * 7 // 3) % 2, i * 37 % 100 / 100, i % 5, "pq"[i % 3 > 0]) for i in range(24)
    ]
    lines = ["y_true,y_pred,y_score,other,group", *(",".join(map(str, row)) for row in rows)]
    records = [dict(zip(lines[0].split(","), row, strict=True)) for row in rows]
    words = "truth;said\ncat;cat\ndog;cat\ncat;dog\n'bird';dog\n".replace(
        "truth;said", "y_true;y_pred"
    )
    return (
        ("a.csv", "\n".join([*lines, ""]).encode()),
        ("b.csv", words.encode()),
        ("c.jsonl", "\n".join(map(json.dumps, records)).encode()),
        ("d.csv", b"true,cat,dog,total\r\ncat,10,2,12\r\ndog,3,20,23\r\n"),
    )


def _rated() -> Files:
    wide = "id,A,B,C\n" + "".join(
        f"{i},{'yes' if i % 3 else 'no'},{'yes' if i % 4 else 'no'},{i % 5 and 'yes'}\n"
        for i in range(12)
    )
    long = "id,who,said,run\n" + "".join(f"{i // 2},{'AB'[i % 2]},{i % 3},1\n" for i in range(16))
    lines = "\n".join(json.dumps({"id": i, "A": i % 3, "B": (i + 1) % 3, "C": 1}) for i in range(9))
    return (("a.csv", wide.encode()), ("b.csv", long.encode()), ("c.jsonl", lines.encode()))


def _measured() -> Files:
    rows = [f"{i * 37 % 50 / 10},{'uvw'[i % 3]},{'ab'[i * 5 % 7 > 3]}" for i in range(40)]
    table = "\n".join(["x,y,kind", *rows, ""])
    dated = "day;x;kind\n" + "".join(f"2026-01-{i + 1:02};{i}.5;{i * 7 % 3}\n" for i in range(28))
    return (("a.csv", table.encode()), ("b.csv", dated.encode()))


def _parquet(folder: Path, table: bytes) -> Files:
    """Write the table as Parquet, plain and packed, and one whose cells are lists."""
    plain, packed = folder / "seed.csv", folder / "seed.parquet"
    plain.write_bytes(table)
    found = []
    with duckdb.connect() as connection:
        for what, how in (
            (f"SELECT * FROM '{plain}'", "uncompressed"),
            (f"SELECT * FROM '{plain}'", "zstd"),
            (
                "SELECT [1] AS y_true, {a: 1} AS y_pred, 1.5 AS id, DATE '2026-01-01' AS A",
                "snappy",
            ),
        ):
            connection.execute(f"COPY ({what}) TO '{packed}' (FORMAT parquet, COMPRESSION {how})")
            found.append((f"p{len(found)}.parquet", packed.read_bytes()))
    plain.unlink()
    packed.unlink()
    return tuple(found)


# --- alterations --------------------------------------------------------------------------------


def altered(data: bytes, random: Random) -> bytes:
    """Alter a file in one to six places; sometimes cut it, or write it in another way."""
    for _ in range(random.choice((0, 1, 1, 2, 3, 6))):
        data = random.choice(_CHANGES)(data, random)
    return data


def _put(data: bytes, random: Random) -> bytes:
    at = random.randint(0, len(data))
    return data[:at] + random.choice(BYTES) + data[at:]


def _instead(data: bytes, random: Random) -> bytes:
    """Put a word in place of a cell, or of what stands between two signs."""
    cells = list(_cells(data))
    if not cells:
        return _put(data, random)
    begin, end = random.choice(cells)
    return data[:begin] + random.choice(BYTES) + data[end:]


def _everywhere(data: bytes, random: Random) -> bytes:
    """Put a word in place of every cell that says the same."""
    cells = list(_cells(data))
    if not cells:
        return _put(data, random)
    begin, end = random.choice(cells)
    return data.replace(data[begin:end], random.choice(BYTES))


def _cells(data: bytes) -> Iterator[tuple[int, int]]:
    begin = 0
    for at, byte in enumerate(data[:20_000]):
        if byte in b',;\n\r"{}[]: ':
            if at > begin:
                yield begin, at
            begin = at + 1


def _flip(data: bytes, random: Random) -> bytes:
    if not data:
        return b"\0"
    at = random.randrange(len(data))
    return data[:at] + bytes([data[at] ^ (1 << random.randrange(8))]) + data[at + 1 :]


def _drop(data: bytes, random: Random) -> bytes:
    at = random.randint(0, len(data))
    return data[:at] + data[at + random.choice((1, 2, 8, 64)) :]


def _twice(data: bytes, random: Random) -> bytes:
    at, n = random.randint(0, len(data)), random.choice((1, 8, 64, 512))
    return data[: at + n] + data[at : at + n] * random.choice((1, 3)) + data[at + n :]


def _cut(data: bytes, random: Random) -> bytes:
    return data[: random.randint(0, len(data))]


def _line(data: bytes, random: Random) -> bytes:
    """Drop a line, say it again, or move it to the end."""
    lines = data.splitlines(keepends=True)
    if not lines:
        return data
    line = lines.pop(random.randrange(len(lines)))
    return b"".join([*lines, *[line] * random.choice((0, 1, 2))])


def _written(data: bytes, random: Random) -> bytes:
    ways: tuple[Callable[[bytes], bytes], ...] = (
        lambda d: d.replace(b"\n", b"\r\n"),
        lambda d: d.replace(b"\n", b"\r"),
        lambda d: d.replace(b",", b";"),
        lambda d: d.replace(b",", b"\t"),
        lambda d: b"\xef\xbb\xbf" + d,
        lambda d: d.decode("latin-1").encode("utf-16"),
        lambda d: d.rstrip(b"\n"),
        lambda d: d + b"\n\n\n",
        lambda d: b'"' + d,
    )
    return random.choice(ways)(data)


_CHANGES = (_put, _put, _instead, _instead, _instead, _everywhere, _flip, _drop, _twice)
_CHANGES += (_cut, _line, _written)


def line_for(target: Target, at: str, random: Random) -> list[str]:
    """Write a command line: an example, options added, and at times a word altered."""
    line = list(random.choice(target.lines))
    for _ in range(random.choice((0, 0, 1, 2, 3)) if target.options else 0):
        name, *value = random.choice(target.options)
        line += [name, *(v or _value(target, random) for v in value)]
    if random.random() < 0.1:
        # Where to write to stays; a user may name any place.
        free = [i for i, word in enumerate(line) if i and not word.startswith("out")]
        for place in free and [random.choice(free)]:
            line[place] = _value(target, random)
    return [at if word == "@" else word for word in line]


def _value(target: Target, random: Random) -> str:
    if target.values and random.random() < 0.6:
        return random.choice(target.values)
    return random.choice(WORDS).replace("\0", "0")  # no system hands over a NUL
