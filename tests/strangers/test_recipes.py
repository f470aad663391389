"""Every recipe of docs/raters.md and docs/measure.md gives the right numbers on a small file."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest
from strangers import oracles
from strangers.oracles import Expected, is_right
from support import ROOT

import kappabook

RECIPES = Path(__file__).parent / "recipes"
SETS = [["glad"] * 2, ["sad", "glad"], ["calm|sad"] * 2, ["calm"] * 2]
SMALL = pd.DataFrame({"id": [1, 2, 3, 4], "r1": list("abca"), "r2": list("abba")})


def _blocks() -> dict[str, str]:
    """The recipes of both pages, by the first file that they read."""
    found = {}
    for page in ("raters", "measure"):
        text = (ROOT / f"docs/{page}.md").read_text(encoding="utf-8")
        section = text.partition("### Which forms are read")[2].partition("\n### ")[0]
        for block in re.findall(r"```python\n(.*?)```", section, re.DOTALL):
            name = re.search(r"[\w-]+\.(?:csv|jsonl?|sav|dta)", block)
            assert name, block
            found[name.group()] = block
    return found


BLOCKS = _blocks()


def _read(name: str, **how: Any) -> pd.DataFrame:
    return pd.read_csv(RECIPES / name, **how)


def _folds() -> Expected:
    rows = _read("tidymodels.csv").query("neighbors == 5")
    return {
        **oracles.two_columns(rows["truth"], rows[".pred_class"]),
        **oracles.ranking(rows["truth"], rows[".pred_yes"], "yes"),
    }


def _confidences() -> Expected:
    rows = _read("huggingface.csv")
    confidence = zip(rows["label"], rows["score"], strict=True)
    score = [p if label == "POSITIVE" else 1 - p for label, p in confidence]
    return {
        **oracles.two_columns(rows["gold"], rows["label"]),
        **oracles.ranking(rows["gold"], score, "POSITIVE"),
    }


def _filtered() -> Expected:
    rows = pd.read_json(RECIPES / "lm-eval.jsonl", lines=True, dtype={"target": str})
    rows = rows[rows["filter"] == "strict-match"]
    return {
        **oracles.two_columns(rows["target"], [x[0] for x in rows["filtered_resps"]]),
        "accuracy": rows["exact_match"].mean(),
    }


EXPECTED: dict[str, Callable[[], Expected]] = {
    "label-studio.json": lambda: oracles.ratings(SETS),
    "prodigy.jsonl": lambda: oracles.ratings(SETS),
    "doccano-ann.jsonl": lambda: oracles.ratings(["xx", ["xy", "xy"], "xy", "yy", "y"]),
    "rayyan.csv": lambda: oracles.pair("IEEMIE", "IIEIIE"),
    "qualtrics.csv": lambda: oracles.ratings(["yyy", "nny", "nyn", "yy"]),
    "mt-bench.jsonl": lambda: oracles.ratings(["aa", "ba", "tt", "bb", "aa", "tb"]),
    "mturk.csv": lambda: oracles.pair("gsc", "gsg"),
    "redcap.csv": lambda: oracles.pair("iwwiwi", "iiwiww"),
    "pairs.csv": lambda: oracles.ratings(["yy", "ny", "yy", "nn", "nn"]),
    "frequencies.csv": lambda: oracles.pair(
        "1" * 5 + "222" + "3" + "1" * 5 + "2" * 6 + "3", "1" * 9 + "2" * 12
    ),
    "ratings.sav": lambda: oracles.pair(SMALL["r1"], SMALL["r2"]),
    "ratings.dta": lambda: oracles.pair(SMALL["r1"], SMALL["r2"]),
    "huggingface.csv": _confidences,
    "lm-eval.jsonl": _filtered,
    "tidymodels.csv": _folds,
    "frequencies-score.csv": lambda: oracles.matrix([[40, 10], [5, 45]]),
    "rapidminer.csv": lambda: {
        **oracles.matrix([[40, 5], [10, 45]]),
        "classes.yes.recall": 40 / 45,
    },
    "bigquery.jsonl": lambda: oracles.ranking("ynyny", [0.9, 0.2, 0.6, 0.55, 0.3], "y"),
}


@pytest.mark.parametrize("name", EXPECTED)
def test_a_recipe_gives_the_right_numbers(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name.endswith(".sav"):
        pytest.importorskip("pyreadstat", reason="pandas reads .sav with it, kappabook never")
    shutil.copytree(RECIPES, tmp_path, dirs_exist_ok=True)
    _statistics_packages(tmp_path)
    monkeypatch.chdir(tmp_path)
    printed: list[Any] = []
    names = {"duckdb": duckdb, "kappabook": kappabook, "pd": pd, "print": printed.append}
    exec(BLOCKS[name], names)
    (report,) = printed
    assert is_right(report.data, EXPECTED[name]()), (report.data, EXPECTED[name]())


def _statistics_packages(folder: Path) -> None:
    """Write the ratings as Stata and SPSS do."""
    SMALL.to_stata(folder / "ratings.dta", write_index=False)
    try:
        import pyreadstat
    except ModuleNotFoundError:
        return
    pyreadstat.write_sav(SMALL, folder / "ratings.sav")


def test_every_recipe_is_run() -> None:
    assert set(BLOCKS) == set(EXPECTED)
