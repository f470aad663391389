"""The result files of the experiment: written together, read back with their version checked."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pandas as pd

from kappabook.datasheet import results_file, writing_results
from kappabook.papers.kaymak_auk.german_credit.areas import MEASURES
from kappabook.papers.kaymak_auk.german_credit.selection import VARIANT

FORMAT = 1
ABOUT = "german-credit.json"
SPLITS = "german-credit-splits.csv"
OUTPUTS = "german-credit-outputs.csv"
RESTARTS = "german-credit-restarts.csv"
SHOWN = "german-credit-split.csv"
DIFFERENCES = "german-credit-differences.csv"
_OF_A_SPLIT = ("variant", "split", "model", "n_test", "n_minority", *MEASURES, "steps")
COLUMNS = {
    SPLITS: _OF_A_SPLIT,
    OUTPUTS: _OF_A_SPLIT,
    RESTARTS: ("model", "restart", *MEASURES, "steps"),
    SHOWN: ("row", "class", "role", "linear", "net"),
}
# Six digits say all about an area. Scores are stored whole: where its hidden units are saturated,
# a net trained to the end tells cases apart by 1e-11, and ties would change its areas.
DIGITS = {SPLITS: "%.6g", OUTPUTS: "%.6g", RESTARTS: "%.6g", SHOWN: None}
Records = Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Results:
    """What ``make rerun WHAT=german-credit`` left in ``data/results``.

    Attributes
    ----------
    splits : DataFrame
        One row per variant, split and model.
    outputs : DataFrame
        The same for ``net-converged`` alone, ranked by its outputs as they are rounded.
    restarts : DataFrame
        One row per net and restart of the fixed split.
    shown : DataFrame
        The split that is shown: row numbers, roles, and the scores of its test cases.
    about : dict
        Command, seeds, versions, settings, and how the shown split was chosen.
    """

    splits: pd.DataFrame
    outputs: pd.DataFrame
    restarts: pd.DataFrame
    shown: pd.DataFrame
    about: dict[str, Any]


def write(
    folder: Path,
    splits: Records,
    outputs: Records,
    restarts: Records,
    shown: Records | None,
    about: dict[str, Any],
) -> list[Path]:
    """Write the files beside their places, then rename them: all are new, or none is."""
    tables = {SPLITS: splits, OUTPUTS: outputs, RESTARTS: restarts} | (
        {} if shown is None else {SHOWN: shown}
    )
    paths = [folder / name for name in (*tables, ABOUT)]
    with writing_results(about.get("command", ""), *paths) as drafts:
        hashes = {}
        for (name, records), draft in zip(tables.items(), drafts, strict=False):
            frame = pd.DataFrame(list(records), columns=list(COLUMNS[name]))
            frame.to_csv(draft, index=False, float_format=DIGITS[name], lineterminator="\n")
            hashes[name] = hashlib.sha256(draft.read_bytes()).hexdigest()
        text = json.dumps({**about, "files": hashes}, indent=2, ensure_ascii=False)
        drafts[-1].write_text(text + "\n", encoding="utf-8")
    return paths


def read() -> Results:
    """Read the results from ``data/results``.

    A version that this code does not read raises ValueError; other errors are those of
    `kappabook.datasheet.results_file`.
    """
    about = json.loads(results_file(ABOUT).read_text(encoding="utf-8"))
    if about["format"] != FORMAT:
        raise ValueError(
            f"{ABOUT} is of format {about['format']!r}; this code reads {FORMAT}. Restore "
            "data/results from git, or make it anew: make rerun WHAT=german-credit."
        )
    named = (SPLITS, OUTPUTS, RESTARTS, SHOWN)
    splits, outputs, restarts, shown = (pd.read_csv(results_file(name)) for name in named)
    return Results(splits, outputs, restarts, shown, about)


@cache
def committed() -> Results:
    """Read the results of the experiment once."""
    return read()


def skewed(n_splits: int = 1000) -> pd.DataFrame:
    """Return the first splits of the reading that is nearest to the text."""
    return first_splits(committed().splits.query(f"variant == {VARIANT!r}"), n_splits)


@cache
def all_differences() -> pd.DataFrame:
    """Read what `differences` found on every split, linear minus each net."""
    return pd.read_csv(results_file(DIFFERENCES))


def differences(n_splits: int = 1000) -> pd.DataFrame:
    """Return it for the first splits."""
    return first_splits(all_differences(), n_splits)


def first_splits(splits: pd.DataFrame, n_splits: int) -> pd.DataFrame:
    """Keep the first splits of each variant."""
    most = splits["split"].max() + 1
    if not 1 <= n_splits <= most:
        raise ValueError(f"{n_splits} splits asked for; give 1 to {most}.")
    return splits[splits["split"] < n_splits]
