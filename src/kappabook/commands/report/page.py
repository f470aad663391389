"""The page and the CSV file of a report, and what of it the terminal shows."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pandas as pd

from kappabook.commands.render import Finding, Report, Table, write_csv
from kappabook.commands.report.evaluation import Evaluation, three
from kappabook.commands.report.folds import BASELINE, MEASURES, RANKING
from kappabook.commands.report.pictures import pictures
from kappabook.commands.report.sentences import findings
from kappabook.system.files import writing

# More would not be read to the end; the JSON has all.
_MOST_NOTES = 30
_MOST_MATRICES = 6
_MOST_CLASSES = 12
_HOW = (
    "Intervals and tests are the corrected resampled t-test's: folds share training rows, and a "
    "plain t-test would find too much. p-values are adjusted for the number of pairs (Holm). "
    "Friedman's and Nemenyi's tests need several data sets: the folds of one are not independent, "
    "so they are not made here."
)


def as_report(found: Evaluation) -> Report:
    """Put everything into a report: its tables, its findings, its pictures, its JSON."""
    data, folds = found.data, found.folds
    times = "once" if folds.n_repeats == 1 else f"{folds.n_repeats} times"
    return Report(
        f"Classifiers on {data.name}",
        [
            f"Rows: {data.rows['read']} read, {data.rows['used']} used, "
            f"{data.rows['set_aside']} set aside. {len(found.ranked)} classifiers predict "
            f"{data.target!r}, trained by {folds.engine}, {times} in {folds.n_splits} folds."
        ],
        [*_tables(found)],
        findings(found),
        [*_missing(found), _HOW],
        [*data.notes, *folds.notes],
        [*pictures(found)],
        {"rows": data.rows, "classifiers": _classifiers(found)},
        [*_cells(found.tidy)],
    )


def _tables(found: Evaluation) -> Iterator[Table]:
    data = found.data
    brief = [m for m in dict.fromkeys((found.first, "kappa", "accuracy")) if m in found.order]
    yield _frame(found.measures(brief), "Mean over the folds, with its 95 % interval")
    yield _frame(found.measures().T.rename_axis("measure"), "Every measure")
    if not data.is_binary:
        yield _frame(found.per_class(), "Kappa of each class against the rest")
    names = {"p_value": "p", "p_adjusted": "adjusted p", "detectable": "would notice"}
    if len(pairs := found.comparisons().rename(columns=names)):
        yield _frame(
            pairs,
            f"Differences in {MEASURES[found.first][0]}, the test's p-values, the difference it "
            "would notice in 80 % of cases, and the probabilities that the difference is below, "
            "within or above 0.01 (Bayesian correlated t-test)",
        )
    if len(cuts := found.thresholds()):
        yield _frame(
            cuts,
            "Where to cut, on the folds of the first repeat: what the classifier predicts "
            "(default), and where kappa is largest (kappa), or the cost least (cost), on training "
            "rows",
        )
    if data.is_binary and data.positive is not None:
        share = f"by the share of {data.classes[data.positive]!r}"
        yield _frame(found.at_prevalences(), f"Kappa with the rates found here, {share}")
    if len(data.classes) <= _MOST_CLASSES:
        for name in found.ranked[:_MOST_MATRICES]:
            counts = found.folds.confusion(name) / found.folds.n_repeats
            rows = [
                [c, *(f"{n:g}" for n in of)] for c, of in zip(data.classes, counts, strict=True)
            ]
            yield Table(f"{name}: confusion matrix", ["truth", *data.classes], rows)
    yield _frame(data.columns[:_MOST_NOTES], "The columns of the file", words=(1, 4))


def _frame(frame: pd.DataFrame, title: str, words: tuple[int, ...] = ()) -> Table:
    frame = frame.reset_index()
    rows = [[_cell(value) for value in row] for row in frame.itertuples(index=False, name=None)]
    words = words or tuple(range(1, frame.columns.isin(["classifier", "other", "rule"]).sum()))
    return Table(title, [str(column) for column in frame.columns], rows, words)


def _cell(value: object) -> str:
    if isinstance(value, float):
        return "–" if math.isnan(value) else three(value)
    return str(value)


def _missing(found: Evaluation) -> Iterator[str]:
    rows = found.tidy[(found.tidy["part"] == "measure") & (found.tidy["reason"] != "")]
    rows = rows[(rows["label"] == "") & (rows["statistic"] == "estimate")]
    for (measure, reason), of in rows.groupby(["measure", "reason"], sort=False):
        yield f"No {found.called(str(measure))} of {', '.join(of['classifier'])}: {reason}."


def _classifiers(found: Evaluation) -> list[dict[str, Any]]:
    asked = [m for m in MEASURES if m != "cost" or found.costs]
    labels = () if found.data.is_binary else found.data.classes
    engine, models = found.folds.engine, found.folds.estimators
    return [
        {
            "name": name,
            "estimator": f"WEKA: {name}" if engine == "WEKA" else repr(models[name]),
            "measures": {m: _measure(found, name, m) for m in asked},
            "per_class": {
                label: {m: _measure(found, name, m, label) for m in ("kappa", *RANKING)}
                for label in labels
            },
        }
        for name in [*found.ranked, BASELINE]
    ]


def _measure(found: Evaluation, name: str, measure: str, label: str = "") -> dict[str, Any]:
    where = {"classifier": name, "measure": measure, "label": label}
    rows = {s: found.row("measure", s, **where) for s in ("estimate", "low", "high")}
    reason = next((row.reason for row in rows.values() if row.reason), None)
    return {**{statistic: row.value for statistic, row in rows.items()}, "reason": reason}


def write_report(found: Evaluation, folder: str | Path) -> list[Path]:
    """Write the page and the CSV file into a folder, both or neither.

    Parameters
    ----------
    found : Evaluation
    folder : str or Path

    Returns
    -------
    list of Path
    """
    paths = [Path(folder) / name for name in ("report.html", "report.csv")]
    whole = as_report(found)
    page = _short(whole, limits=[*whole.limits, "Every number is in report.csv."])
    with writing(*paths) as (draft_page, draft_csv):
        draft_page.write_text(page.written("html"), encoding="utf-8")
        write_csv(draft_csv, whole.every_number)
    return paths


def _cells(tidy: pd.DataFrame) -> Iterator[list[str]]:
    yield list(tidy.columns)
    for *names, value, reason in tidy.itertuples(index=False, name=None):
        yield [*names, "" if math.isnan(value) else f"{value:.6g}", reason]


# --- what the command says of it ------------------------------------------------------------------


def brief(report: Report) -> Report:
    """Leave the first table, and what follows from it, for the terminal."""
    return _short(report, tables=report.tables[:1], limits=[])


def _short(report: Report, **changes: Any) -> Report:
    """Leave out most of very many notes: they would push the rest off the screen."""
    notes, left = report.notes[:_MOST_NOTES], len(report.notes) - _MOST_NOTES
    if left > 0:
        notes.append(f"... {left} more notes: --json has all.")
    return replace(report, notes=notes, **changes)


def packed(found: Evaluation) -> str:
    """Write a report, but for its pictures, as the kernel hands it to the command."""
    return json.dumps(asdict(replace(as_report(found), pictures=[])))


def unpacked(text: str) -> Report:
    """Read what :func:`packed` wrote."""
    said = json.loads(text)
    said["tables"] = [Table(*table) for table in said["tables"]]
    said["findings"] = [Finding(*finding) for finding in said["findings"]]
    return Report(**said)
