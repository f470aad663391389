"""Random ordinary tables, and the same with one trap of strangers' files put in."""

from __future__ import annotations

import csv
import io
import random
import string
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
from sklearn import metrics
from strangers import oracles
from strangers.doors import Outcome, by_command, by_frame
from strangers.oracles import Expected

Rows = list[list[str]]
FORMATS = ("csv", "semicolons", "jsonl", "parquet", "frame")
WORDS = ("cat dog fox owl", "low mid high top", "0 1 2 3", "1 2 3 4", "no yes maybe never")


@dataclass(frozen=True)
class Case:
    """A table as text, the command on it, and the right numbers.

    `words`: any of these in the notes or in the error names what was put in.
    """

    header: list[str]
    rows: Rows
    command: str
    expected: Expected
    words: tuple[str, ...] = ()
    formats: tuple[str, ...] = FORMATS
    folder: str = ""
    change: Callable[[pd.DataFrame], pd.DataFrame] = field(default=lambda frame: frame)
    order: tuple[str, ...] = ()


def outcome(case: Case, came: Outcome) -> str:
    """Say what came: right, refused, named, or silently wrong."""
    named = not case.words or any(word in came.words for word in case.words)
    if came.data is None:
        return "refused" if named and case.words else "refused without a reason"
    if oracles.is_right(came.data, case.expected) and _ordered(case, came.data):
        return "right"
    return "named" if named and case.words else "silently wrong"


def _ordered(case: Case, data: dict[str, Any]) -> bool:
    """Whether the labels have the order that the frame gave them."""
    labels = [label for label in case.order if label in data["labels"]]
    return not case.order or data["labels"] == labels


def run(case: Case, rng: random.Random, folder: Path) -> tuple[str, Outcome]:
    """Write the table in one of its formats, and give it to the command or to Python."""
    form = rng.choice(case.formats)
    home = folder / case.folder
    home.mkdir(exist_ok=True)
    if form == "frame":
        return form, by_frame(case.change(frame_of(case)), case.command)
    path = home / f"table.{ {'semicolons': 'csv'}.get(form, form) }"
    path.unlink(missing_ok=True)
    if form in ("csv", "semicolons"):
        path.write_text(text_of(case, form), encoding="utf-8")
    else:
        _copy(case.change(frame_of(case)), path, form)
    return form, by_command(path, case.command)


def text_of(case: Case, form: str = "csv") -> str:
    """Write CSV; with semicolons, numbers have a decimal comma."""
    rows = [case.header, *case.rows] if case.header else case.rows
    out = io.StringIO()
    if form == "semicolons":
        rows = [[cell.replace(".", ",") if _is_decimal(cell) else cell for cell in r] for r in rows]
        csv.writer(out, delimiter=";", lineterminator="\n").writerows(rows)
    else:
        csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def _is_decimal(cell: str) -> bool:
    return cell.replace(".", "", 1).replace("-", "", 1).isdigit() and "." in cell


def frame_of(case: Case) -> pd.DataFrame:
    """Read the text as pandas does."""
    return pd.read_csv(io.StringIO(text_of(case)))


def _copy(frame: pd.DataFrame, path: Path, form: str) -> None:
    with duckdb.connect() as connection:
        connection.register("frame", frame)
        kind = "FORMAT PARQUET" if form == "parquet" else "FORMAT JSON"
        connection.execute(f"COPY frame TO '{path}' ({kind})")


# --- ordinary tables ------------------------------------------------------------------------------


def score_table(rng: random.Random) -> Case:
    """Truth and predictions of two to four classes; gaps, weights, and scores with ties."""
    k = rng.choice([2, 2, 2, 3, 4])
    labels = rng.choice(WORDS).split()[:k]
    n = rng.randint(30, 90)
    scored, weighted = k == 2 and rng.random() < 0.7, rng.random() < 0.3
    header = ["case", "y_true", "y_pred", *["y_score"] * scored, *["sample_weight"] * weighted]
    rows = []
    for i in range(n):
        truth = rng.randrange(k)
        predicted = truth if rng.random() < 0.7 else rng.randrange(k)
        cells = [f"c{i}", labels[truth], labels[predicted]]
        if scored:
            score = min(0.98, max(0.02, round(rng.gauss(0.38 + 0.24 * truth, 0.22), 2)))
            cells = [*cells[:2], labels[int(score >= 0.5)], f"{score:g}"]
        if weighted:
            cells.append(f"{rng.randint(1, 12) / 4:g}")
        if rng.random() < 0.08:
            cells[rng.randrange(1, len(cells))] = ""
        rows.append(cells)
    command = "score" + (f" --positive {labels[1]}" if scored else "")
    return Case(header, rows, command, expected_of_scores(header, rows, labels[1]))


def expected_of_scores(header: list[str], rows: Rows, positive: str) -> Expected:
    """Accuracy, kappa, MCC and AUC of the complete rows, by scikit-learn."""
    whole = [dict(zip(header, row, strict=True)) for row in rows if all(row)]
    y, p = ([row[name] for row in whole] for name in ("y_true", "y_pred"))
    weight = [float(row["sample_weight"]) for row in whole] if "sample_weight" in header else None
    found = oracles.two_columns(y, p, weight)
    if len({*y, *p}) < 2:
        return {"accuracy": found["accuracy"]}
    found["mcc"] = float(metrics.matthews_corrcoef(y, p, sample_weight=weight))
    if "y_score" in header and len(set(y)) == 2:
        score = [float(row["y_score"]) for row in whole]
        positives = [label == positive for label in y]
        found["auc"] = float(metrics.roc_auc_score(positives, score, sample_weight=weight))
    return found


def ratings_table(rng: random.Random, numbers: bool | None = None) -> Case:
    """Two to five raters, with gaps; words, or numbers that count as names or by distance."""
    k = rng.randint(2, 4)
    numbers = rng.random() < 0.5 if numbers is None else numbers
    labels = (rng.choice(WORDS[2:4]) if numbers else rng.choice(WORDS[:2])).split()[:k]
    interval = numbers and rng.random() < 0.5
    raters = rng.sample(["Ann", "Ben", "Cid", "Dee", "Eli"], rng.randint(2, 5))
    gaps = rng.choice([0, 0, 0.1, 0.25])
    rows = []
    for i in range(rng.randint(15, 50)):
        truth = rng.choice(labels)
        said = [truth if rng.random() < 0.65 else rng.choice(labels) for _ in raters]
        rows.append([f"t{i}", *["" if rng.random() < gaps else label for label in said]])
    command = "agree --item id" + (" --level interval" if interval else "")
    header = ["id", *raters]
    return Case(header, rows, command, expected_of_ratings(header, rows, interval))


def expected_of_ratings(header: list[str], rows: Rows, interval: bool) -> Expected:
    """Agreement and alpha by fractions, the kappas of pairs by scikit-learn."""
    read = int if interval else str
    items = [[read(cell) if cell else None for cell in row[1:]] for row in rows]
    found = oracles.ratings(items, **({"distance": oracles.squared} if interval else {}))
    if len(header) == 3:
        both = [row[1:] for row in rows if all(row[1:])]
        labels = {cell for row in both for cell in row}
        if len(labels) > 1:
            kappa = metrics.cohen_kappa_score(*zip(*both, strict=True))
            found["kappa.0.estimate"] = float(kappa)
    return found


# --- traps ----------------------------------------------------------------------------------------


def _matrix(rng: random.Random) -> tuple[list[str], list[list[int]]]:
    labels = rng.choice(["ill well", "cat dog fox", "low mid high"]).split()
    cells = [
        [rng.randint(1, 9) + 20 * (i == j) for j in range(len(labels))] for i in range(len(labels))
    ]
    cells[0][1] += 7
    return labels, cells


def _expected(labels: list[str], cells: list[list[int]]) -> Expected:
    first = [row[0] for row in cells]
    return {
        **oracles.matrix(cells),
        f"classes.{labels[0]}.recall": cells[0][0] / sum(cells[0]),
        f"classes.{labels[0]}.precision": cells[0][0] / sum(first),
    }


def _table(labels: list[str], cells: Any, corner: str) -> tuple[list[str], Rows]:
    rows = [[label, *map(str, row)] for label, row in zip(labels, cells, strict=True)]
    return [corner, *labels], rows


def totals(rng: random.Random) -> Case:
    """A matrix with totals under a name that nobody has heard."""
    labels, cells = _matrix(rng)
    name = "".join(rng.choices(string.ascii_letters, k=6))
    expected = _expected(labels, cells)
    cells = [[*row, sum(row)] for row in cells]
    cells.append([sum(column) for column in zip(*cells, strict=True)])
    header, rows = _table([*labels, name], cells, rng.choice(["truth", "actual"]))
    return Case(header, rows, "score --matrix", expected, (name,), ("csv", "semicolons"))


CORNERS = "y_pred Prediction predicted Predicted pred forecast Vorhersage prediction classified"


def predictions_in_rows(rng: random.Random) -> Case:
    """A matrix whose corner says that rows are predictions."""
    labels, cells = _matrix(rng)
    corner = rng.choice(CORNERS.split())
    header, rows = _table(labels, list(zip(*cells, strict=True)), corner)
    expected = _expected(labels, cells)
    return Case(header, rows, "score --matrix", expected, ("--rows",), ("csv", "semicolons"))


def thousands(rng: random.Random) -> Case:
    """A matrix with points between thousands, as German sheets write them."""
    labels, cells = _matrix(rng)
    cells[0][0] = 1000 * rng.randint(1, 20) + rng.choice([0, 500, 250])
    header, rows = _table(labels, cells, "truth")
    written = f"{cells[0][0]:,}".replace(",", ".")
    rows[0][1] = written
    expected = _expected(labels, cells)
    return Case(header, rows, "score --matrix", expected, (written,), ("csv",))


def confidences(rng: random.Random) -> Case:
    """Scores that are the confidence in the predicted label."""
    while True:
        case = score_table(rng)
        at = case.header.index("y_score") if "y_score" in case.header else 0
        if at and "sample_weight" not in case.header:
            break
    rows = [[*row] for row in case.rows]
    for row in rows:
        if row[at]:
            row[at] = f"{max(float(row[at]), 1 - float(row[at])):.2f}"
    return replace(case, rows=rows, words=("--score-of",))


def ones_and_floats(rng: random.Random) -> Case:
    """One rater's numbers have a point and a zero."""
    case = ratings_table(rng, numbers=True)
    at = rng.randrange(1, len(case.header))
    rows = [[*row[:at], row[at] and f"{row[at]}.0", *row[at + 1 :]] for row in case.rows]
    return replace(case, rows=rows, words=(".0",))


def codes(rng: random.Random) -> Case:
    """A number far from all others stands for a gap."""
    case = ratings_table(rng, numbers=True)
    code = rng.choice(["99", "-99", "999", "-9", "88", "77", "9999"])
    return _with_gaps(case, rng, code)


def gap_words(rng: random.Random) -> Case:
    """A word or a sign stands for a gap."""
    case = ratings_table(rng, numbers=rng.random() < 0.5)
    word = rng.choice([".", "*", "#", "NA", "n.a.", "<no annotation>", "not rated", "#N/A", "?"])
    return _with_gaps(case, rng, word)


def _with_gaps(case: Case, rng: random.Random, word: str) -> Case:
    rows = [[*row] for row in case.rows]
    for i in rng.sample(range(len(rows)), 4):
        rows[i][rng.randrange(1, len(case.header))] = word
    blank = [[cell if cell != word else "" for cell in row] for row in rows]
    expected = expected_of_ratings(case.header, blank, "interval" in case.command)
    return replace(case, rows=rows, expected=expected, words=(f"'{word}'", f"'{word}.0'"))


def index_column(rng: random.Random) -> Case:
    """An index or row numbers in front."""
    case = ratings_table(rng)
    name = rng.choice(["Unnamed: 0", "", "X", "index", "row", "nr", "lfd"])
    start = rng.randint(0, 1)
    rows = [[str(i + start), *row] for i, row in enumerate(case.rows)]
    words = (f"'{name}'",) if name else ("column 1", "Unnamed: 0")
    return replace(case, header=[name, *case.header], rows=rows, words=words)


def timestamps(rng: random.Random) -> Case:
    """When each row was written."""
    case = ratings_table(rng)
    name = rng.choice(["Timestamp", "created_at", "Zeitstempel", "date", "submitted"])
    form = rng.choice(["2026-03-{:02} 10:0{}:11", "2026/03/{:02} 9:1{}:00", "{:02}.03.2026 10:0{}"])
    rows = [[form.format(i % 28 + 1, i % 10), *row] for i, row in enumerate(case.rows)]
    return replace(case, header=[name, *case.header], rows=rows, words=(f"'{name}'",))


def repeated_cases(rng: random.Random) -> Case:
    """Each case stands twice or three times, by filter, tuning value or repeat."""
    labels = rng.choice(WORDS).split()[:2]
    times, name = rng.randint(2, 3), rng.choice(["doc_id", ".row", "image", "rowIndex"])
    rows: Rows = []
    for i in range(rng.randint(20, 40)):
        truth = rng.choice(labels)
        said = [truth if rng.random() < 0.7 else rng.choice(labels) for _ in range(times)]
        rows += [[f"d{i}", f"run{j}", truth, label] for j, label in enumerate(said)]
    first = [row for row in rows if row[1] == "run0"]
    expected = oracles.two_columns([row[2] for row in first], [row[3] for row in first])
    return Case([name, "setting", "y_true", "y_pred"], rows, "score", expected, (name, "--group"))


def no_header(rng: random.Random) -> Case:
    """The first row is one of ratings."""
    rows = [[rng.choice("1234"), rng.choice("1234")] for _ in range(30)]
    rows[0] = rng.sample("1234", 2)
    expected = oracles.pair(*zip(*rows, strict=True))
    command = f"agree --raters {','.join(rows[0])}"
    return Case([], rows, command, expected, ("header",), ("csv", "semicolons"))


def second_header(rng: random.Random) -> Case:
    """Questions below the names, as Qualtrics writes them."""
    case = ratings_table(rng, numbers=False)
    row = ["Response ID", *[f"How does {name} feel about it?" for name in case.header[1:]]]
    words = ("header", "How does")
    return replace(
        case, rows=[row, *case.rows], words=words, formats=("csv", "semicolons", "frame")
    )


def sets(rng: random.Random) -> Case:
    """Several labels in a cell, in any order."""
    rows: Rows = []
    items = []
    for i in range(rng.randint(12, 30)):
        one = rng.sample(["glad", "calm", "sad"], rng.randint(1, 3))
        other = one[::-1] if rng.random() < 0.7 else rng.sample(["glad", "calm", "sad"], 1)
        rows.append([f"t{i}", "|".join(one), "|".join(other)])
        items.append([frozenset(one), frozenset(other)])
    listed = rng.random() < 0.5
    return Case(
        ["id", "Ann", "Ben"],
        rows,
        "agree --item id",
        oracles.ratings(items),
        ("|", "'Ann'", "'Ben'"),
        ("jsonl", "frame") if listed else FORMATS,
        change=_lists if listed else lambda t: t,
    )


def _lists(frame: pd.DataFrame) -> pd.DataFrame:
    return frame.assign(Ann=frame["Ann"].str.split("|"), Ben=frame["Ben"].str.split("|"))


def folder_with_an_equals_sign(rng: random.Random) -> Case:
    """A folder named as Spark names partitions."""
    case = score_table(rng) if rng.random() < 0.5 else ratings_table(rng)
    name = rng.choice([*case.header, "c0", "c1"])
    folder = f"{name}={rng.choice(['cat', '1', '0.99'])}"
    return replace(case, folder=folder, formats=("csv", "jsonl", "parquet"))


def missing_numbers(rng: random.Random) -> Case:
    """A number is said to stand for a gap, in a column of numbers."""
    while "y_score" not in (case := score_table(rng)).header:
        pass
    at = case.header.index("y_score")
    rows = [[*row] for row in case.rows]
    for i in rng.sample(range(len(rows)), 5):
        rows[i][at] = "-99"
    blank = [["" if cell == "-99" else cell for cell in row] for row in rows]
    positive = case.command.split()[-1]
    expected = expected_of_scores(case.header, blank, positive)
    # Where a fifth of the cells has no score, the column is not taken by its name; this is said.
    command = f"{case.command} --missing=-99"
    return replace(case, rows=rows, expected=expected, command=command, words=("'y_score'",))


def ordered_categories(rng: random.Random) -> Case:
    """A frame knows the order of its labels."""
    order = ("poor", "fair", "good", "excellent")
    rows = [[rng.choice(order) for _ in range(2)] for _ in range(40)]
    expected = oracles.two_columns([a for a, _ in rows], [b for _, b in rows])
    kind = pd.CategoricalDtype(order, ordered=True)
    return Case(
        ["y_true", "y_pred"],
        rows,
        "score",
        expected,
        ("--ordered",),
        ("frame",),
        change=lambda frame: frame.astype(kind),
        order=order,
    )


TRAPS = (
    totals,
    predictions_in_rows,
    thousands,
    confidences,
    ones_and_floats,
    codes,
    gap_words,
    index_column,
    timestamps,
    repeated_cases,
    no_header,
    second_header,
    sets,
    folder_with_an_equals_sign,
    missing_numbers,
    ordered_categories,
)
