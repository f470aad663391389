"""Files that are damaged, extreme or oddly named: right or refused, whatever their names say."""

from __future__ import annotations

import gzip
import math
import random
import shutil
from collections import Counter
from fractions import Fraction
from pathlib import Path

import duckdb
import pandas as pd
import pytest
from strangers import oracles
from strangers.doors import by_command, by_frame
from strangers.forms import FILES
from strangers.oracles import is_right

PLAIN = FILES / "hive_plain.csv"
RATINGS = FILES / "label_studio.csv"


def _copied(source: Path, target: Path, form: str) -> Path:
    """Write the table in another format."""
    target.parent.mkdir(parents=True)
    if form == "csv":
        shutil.copy(source, target)
    else:
        kind = "PARQUET" if form == "parquet" else "JSON"
        with duckdb.connect() as connection:
            connection.execute(
                f"COPY (SELECT * FROM read_csv('{source}')) TO '{target}' (FORMAT {kind})"
            )
    return target


@pytest.mark.parametrize("form", ["csv", "parquet", "jsonl"])
@pytest.mark.parametrize("folder", ["y_true=cat", "c0=cat", "sample_weight=3", "group=5/y_pred=2"])
def test_a_folder_named_like_a_partition_changes_nothing(
    tmp_path: Path, folder: str, form: str
) -> None:
    rows = pd.read_csv(PLAIN)
    came = by_command(_copied(PLAIN, tmp_path / folder / f"t.{form}", form), "score")
    assert came.data is not None
    assert is_right(came.data, oracles.two_columns(rows["y_true"], rows["y_pred"])), came.words
    assert came.data["sample_weight"] is None


def test_a_folder_named_like_a_partition_changes_no_rating(tmp_path: Path) -> None:
    path = _copied(RATINGS, tmp_path / "sentiment=glad" / "t.parquet", "parquet")
    came = by_command(path, "agree --item id --rater annotator --label sentiment")
    rows = pd.read_csv(RATINGS).groupby("id")["sentiment"].agg(list)
    assert came.data is not None
    assert is_right(came.data, oracles.ratings(rows))


@pytest.mark.parametrize("form", ["parquet", "jsonl", "csv", "frame"])
@pytest.mark.parametrize("missing", ["-99", "-99.0", "-99,-98"])
def test_missing_compares_as_the_column_does(tmp_path: Path, form: str, missing: str) -> None:
    source = FILES / "missing_scores.csv"
    rows = pd.read_csv(source).query("y_score != -99")
    command = f"score --threshold .5 --missing={missing}"
    if form == "frame":
        came = by_frame(pd.read_csv(source), command)
    else:
        came = by_command(_copied(source, tmp_path / "a" / f"t.{form}", form), command)
    assert came.data is not None
    assert is_right(came.data, oracles.ranking(rows["y_true"], rows["y_score"], 1))
    assert came.data["n"] == len(rows)


def _weighted(weights: list[float], path: Path, labels: str = "ab", seed: int = 1) -> Path:
    rng = random.Random(seed)
    rows = [(rng.choice(labels), rng.choice(labels + "a"), weight) for weight in weights]
    pd.DataFrame(rows, columns=["y_true", "y_pred", "w"]).to_csv(path, index=False)
    return path


@pytest.mark.parametrize("scale", [1e200, 1e-200, 1e-300, 1e15])
def test_a_common_factor_of_the_weights_changes_nothing(tmp_path: Path, scale: float) -> None:
    plain, scaled = (
        by_command(_weighted([x] * 40, tmp_path / "w.csv"), "score --weight w").data
        for x in (1.0, scale)
    )
    assert plain is not None
    assert scaled is not None
    for key in ("accuracy", "kappa", "mcc", "kappa_interval"):
        assert scaled[key] == pytest.approx(plain[key], rel=1e-9), key


@pytest.mark.parametrize("large", [1e12, 1e16, 1e30, 1e200])
@pytest.mark.parametrize("labels", ["ab", "abc"])
def test_one_weight_far_above_the_others(tmp_path: Path, labels: str, large: float) -> None:
    """Agreement, kappa and MCC of the cells as fractions."""
    for seed in range(3):
        path = _weighted([large] + [1.0] * 39, tmp_path / "w.csv", labels, seed)
        came = by_command(path, "score --weight w").data
        assert came is not None
        rows = pd.read_csv(path).itertuples(index=False)
        for name, value in _of_cells([(a, b, Fraction(w)) for a, b, w in rows]).items():
            assert came[name] == pytest.approx(value, rel=1e-9, abs=1e-12), name


def _of_cells(rows: list[tuple[str, str, Fraction]]) -> dict[str, float]:
    total = sum(w for *_, w in rows)
    margins = [Counter[str](), Counter[str]()]
    for *names, w in rows:
        for margin, name in zip(margins, names, strict=True):
            margin[name] += w / total  # type: ignore[assignment]
    truth, said = margins
    hits = sum(w for a, b, w in rows if a == b) / total
    chance = sum(truth[name] * said[name] for name in truth)
    spreads = [1 - sum(share**2 for share in margin.values()) for margin in margins]
    mcc = math.sqrt((hits - chance) ** 2 / (spreads[0] * spreads[1]))
    return {
        "accuracy": float(hits),
        "kappa": float((hits - chance) / (1 - chance)),
        "mcc": mcc if hits > chance else -mcc,
    }


def test_a_weight_that_vanishes_beside_others_is_refused(tmp_path: Path) -> None:
    came = by_command(_weighted([1e300, 1e-300] * 20, tmp_path / "w.csv"), "score --weight w")
    assert came.data is None
    assert came.says("'w'", ":3,", "1e-300")


def _large(path: Path, rows: int) -> bytes:
    rng = random.Random(2)
    lines = "".join(f"{rng.randrange(2)},{rng.randrange(2)},{i:08}\n" for i in range(rows))
    return f"y_true,y_pred,note\n{lines}".encode()


@pytest.mark.slow
@pytest.mark.parametrize("end", [8_500_000, 20_000_000])
@pytest.mark.parametrize("packed", [False, True])
def test_a_long_last_line_is_not_lost(tmp_path: Path, end: int, packed: bool) -> None:
    text = _large(tmp_path, 1000) + b"1,1," + b"x" * end + b"\n"
    path = tmp_path / ("t.csv.gz" if packed else "t.csv")
    path.write_bytes(gzip.compress(text, 1) if packed else text)
    came = by_command(path, "score")
    assert came.data is None or came.data["rows"]["read"] == 1001
    assert came.data is not None or came.says("1002")


@pytest.mark.slow
@pytest.mark.parametrize("damage", ["content", "sum", "length"])
def test_a_damaged_packed_file_is_refused(tmp_path: Path, damage: str) -> None:
    packed = bytearray(gzip.compress(_large(tmp_path, 150_000), 0))
    at = {"content": len(packed) * 3 // 4, "sum": -8, "length": -4}[damage]
    packed[at] ^= 1
    path = tmp_path / "t.csv.gz"
    path.write_bytes(packed)
    assert by_command(path, "score").data is None
