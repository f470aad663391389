"""The files of a report: a page, a tidy CSV, and what the command says as JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kappabook.commands.files.spreadsheet import write_csv
from kappabook.commands.own_data.evaluation import Evaluation
from kappabook.commands.own_data.findings import findings
from kappabook.commands.own_data.fold_measures import MEASURES
from kappabook.commands.own_data.learners import BASELINE
from kappabook.commands.own_data.pictures import (
    curves_figure,
    measures_figure,
    ranks_figure,
    roc_figure,
)
from kappabook.commands.page import page, paragraph, picture, table, text
from kappabook.display.drawing import pyplot
from kappabook.files import writing

PAGE, CSV, SUMMARY = "report.html", "report.csv", ".summary.json"
# A page with more would not be read to its end; the CSV file has all.
_MOST_ROWS = 30


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
    into = Path(folder)
    paths = [into / PAGE, into / CSV]
    plt = pyplot()
    from kappabook.display.style import STYLE

    with plt.style.context(STYLE):
        html = page(f"Classifiers on {found.data.name}", _parts(found))
    with writing(*paths) as (draft_page, draft_csv):
        draft_page.write_text(html, encoding="utf-8")
        write_csv(draft_csv, _cells(found))
    return paths


def write_summary(found: Evaluation, folder: str | Path) -> None:
    """Write what the command needs to speak of the report; it reads and removes the file."""
    said = [{"finding": f.finding, "does_not_say": f.does_not_say} for f in findings(found)]
    summary = {
        "rows": found.data.rows,
        "notes": _notes(found),
        "classifiers": _classifiers(found),
        "findings": said,
    }
    with writing(Path(folder) / SUMMARY) as (draft,):
        draft.write_text(json.dumps(summary, ensure_ascii=False), encoding="utf-8")


def _notes(found: Evaluation) -> list[str]:
    return [*found.data.notes, *found.folds.notes]


def _classifiers(found: Evaluation) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "estimator": repr(found.folds.estimators.get(name, f"{found.folds.engine}: {name}")),
            "measures": {measure: _measure(found, name, measure) for measure in _asked(found)},
            "per_class": {
                label: {m: _measure(found, name, m, label) for m in ("kappa", "auc", "auk", "h")}
                for label in (() if found.data.is_binary else found.data.classes)
            },
        }
        for name in [*found.ranked, BASELINE]
    ]


def _asked(found: Evaluation) -> list[str]:
    return [m for m in MEASURES if m != "cost" or found.costs]


def _measure(found: Evaluation, name: str, measure: str, label: str = "") -> dict[str, Any]:
    where = {"classifier": name, "measure": measure, "label": label}
    numbers = {s: found.value("measure", s, **where) for s in ("estimate", "low", "high")}
    rows = found.tidy[
        (found.tidy["part"] == "measure")
        & (found.tidy["classifier"] == name)
        & (found.tidy["measure"] == measure)
        & (found.tidy["label"] == label)
    ]
    reasons = [reason for reason in rows["reason"] if reason]
    return {
        **{key: None if math.isnan(value) else value for key, value in numbers.items()},
        "reason": reasons[0] if reasons else None,
    }


def _cells(found: Evaluation) -> Iterator[list[str]]:
    yield list(found.tidy.columns)
    for *names, value, reason in found.tidy.itertuples(index=False, name=None):
        yield [*names, "" if math.isnan(value) else f"{value:.6g}", reason]


def _parts(found: Evaluation) -> Iterator[str]:
    data, folds = found.data, found.folds
    yield paragraph(
        f"{len(found.ranked)} classifiers predict {data.target!r}, trained by {folds.engine}, "
        f"{folds.n_repeats} times in {folds.n_splits} folds. Rows: {data.rows['read']} read, "
        f"{data.rows['used']} used, {data.rows['set_aside']} set aside."
    )
    yield from (paragraph(note, "note") for note in _notes(found)[:_MOST_ROWS])
    yield "<h2>What was found</h2>"
    items = [
        f'<li>{text(said)}<p class="limit"><b>It does not say:</b> {text(not_said)}</p></li>'
        for said, not_said in findings(found)
    ]
    yield '<ol class="findings">' + "\n".join(items) + "</ol>"
    yield '<div class="pictures">'
    figures = [
        measures_figure(found, wide=False),
        ranks_figure(found, wide=False),
        roc_figure(found),
        curves_figure(found, wide=False),
    ]
    for figure in figures:
        if figure is not None:
            words = str(figure.get_label())
            yield picture(figure, words, words)
    yield "</div>"
    yield "<h2>The numbers</h2>"
    yield _frame(
        found.measures().reset_index(),
        "Each measure with its 95 % interval, over the folds of all repeats",
    )
    yield from _missing(found)
    if not data.is_binary:
        yield _frame(found.per_class().reset_index(), "Kappa of each class against the rest")
    yield _comparisons(found)
    if len(found.thresholds()):
        yield _frame(
            found.thresholds().reset_index(),
            "Where to cut: what the classifier predicts (default), where kappa was largest on "
            "other folds (kappa), and where the costs say (cost)",
        )
    if data.is_binary:
        caption = f"Kappa with the rates found here, by the share of {_positive(found)!r}"
        yield _frame(found.at_prevalences().reset_index(), caption)
    yield from _matrices(found)
    yield _frame(data.decisions().reset_index()[:_MOST_ROWS], "The columns of the file")
    yield paragraph(
        "Intervals and tests are the corrected resampled t-test's: folds share training rows, and "
        "a plain t-test would find too much. p-values are adjusted for the number of pairs (Holm). "
        "Friedman's and Nemenyi's tests need several data sets: the folds of one are not "
        "independent, so they are not made here. Every number is in report.csv."
    )


def _missing(found: Evaluation) -> Iterator[str]:
    rows = found.tidy[(found.tidy["part"] == "measure") & (found.tidy["reason"] != "")]
    rows = rows[(rows["label"] == "") & (rows["statistic"] == "estimate")]
    for (measure, reason), of in rows.groupby(["measure", "reason"], sort=False):
        names = ", ".join(of["classifier"])
        yield paragraph(f"No {found.called(str(measure))} of {names}: {reason}.", "note")


def _comparisons(found: Evaluation) -> str:
    frame = found.comparisons().reset_index()
    if not len(frame):
        return paragraph("There is one classifier, and nothing to compare it with.")
    frame.columns = [
        *("one", "other", "difference", "low", "high", "p", "adjusted p", "would notice"),
        *("P(lower)", "P(alike)", "P(higher)"),
    ]
    return _frame(
        frame,
        f"Differences in {MEASURES[found.first][0]}, the test's p-values, the difference it would "
        "notice in 80 % of cases, and the probabilities that the difference is below, within or "
        "above 0.01 (Bayesian correlated t-test)",
    )


def _matrices(found: Evaluation) -> Iterator[str]:
    classes = found.data.classes
    if len(classes) > 12:
        return
    yield '<div class="tables">'
    for name in found.ranked[:6]:
        rows = [
            [
                actual,
                *(
                    f"{found.value('confusion', 'cases', classifier=name, other=p, label=actual):g}"
                    for p in classes
                ),
            ]
            for actual in classes
        ]
        yield table([f"{name} (rows: truth)", *classes], rows)
    yield "</div>"


def _positive(found: Evaluation) -> str:
    return str(found.data.classes[found.data.positive])


def _frame(frame: Any, caption: str) -> str:
    rows = [[_cell(value) for value in row] for row in frame.itertuples(index=False, name=None)]
    return table([str(column) for column in frame.columns], rows, caption)


def _cell(value: object) -> str:
    if isinstance(value, float):
        return "–" if math.isnan(value) else f"{value:.3f}".replace("-0.000", "0.000")
    return str(value)
