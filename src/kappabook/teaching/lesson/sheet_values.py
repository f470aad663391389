"""Every number on the sheets, computed by the library and written with its decimals."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kappabook.metrics.confusion import ConfusionMatrix
from kappabook.metrics.intervals import kappa_interval
from kappabook.metrics.rates import kappa_at

# The tables of the exercises 00-1 to 00-4 and 01-3, of the lazy program of notebook 00, and of the
# two doctors of notebook 01.
MAILS = ConfusionMatrix([[12, 8], [10, 170]], labels=["spam", "ham"])
INVENTED = ConfusionMatrix([[0, 5], [5, 90]], labels=["rare", "common"])
BIRDS = ConfusionMatrix([[30, 6, 4], [5, 22, 3], [5, 2, 23]], labels=["robin", "wren", "finch"])
LAZY = ConfusionMatrix([[0, 5], [0, 95]], labels=["ill", "healthy"])
DOCTORS = ConfusionMatrix([[20, 10], [22, 48]], labels=["sick", "not sick"])
# Two short lists for exercise 01-2, which asks for a function; on paper it is done for these.
FILMS = ["good", "so-so", "bad"]
FILMS_TRUE = ("good", "good", "bad", "bad", "bad", "good", "so-so", "bad", "so-so", "good")
FILMS_PRED = ("good", "so-so", "bad", "bad", "good", "good", "so-so", "bad", "bad", "good")
# The test of exercise 01-5: it finds 90 % of the sick, with false alarms for 10 % of the healthy.
FALSE_ALARMS, FOUND, SHARES = 0.1, 0.9, (0.5, 0.1, 0.03, 0.01)
# The column, the class and the default cut of the example in docs/measure.md.
EXAMPLE, POSITIVE, CUT = "forest", "malignant", 0.5
# Elsewhere the illness is rarer: what the same test would have there.
RARER = 0.05


def decimals(value: Any, places: int = 3) -> str:
    """Write a number with so many decimals, and a minus sign that is one."""
    return f"{float(value):.{places}f}".replace("-", "\N{MINUS SIGN}")


def short(value: Any) -> str:
    """Write a share without zeros at its end, as one writes it by hand."""
    return f"{float(value):.4g}"


def percent(value: Any) -> str:
    """Write a share as a whole percentage."""
    return f"{100 * float(value):.0f}\N{NO-BREAK SPACE}%"


def table_values(table: ConfusionMatrix) -> dict[str, Any]:
    """Return what a sheet prints of a table of counts: cells, margins, each step to kappa."""
    rows, columns = table.row_margins, table.column_margins
    interval = kappa_interval(table)
    return {
        "labels": [str(label) for label in table.labels],
        "cells": [[str(int(cell)) for cell in row] for row in table.cells],
        "row_totals": [str(int(total)) for total in table.row_totals],
        "column_totals": [str(int(total)) for total in table.column_totals],
        "n": str(int(table.total)),
        "agreed": str(round(table.accuracy * table.total)),
        "row_shares": [short(share) for share in rows],
        "column_shares": [short(share) for share in columns],
        "chances": [short(chance) for chance in rows * columns],
        "accuracy": short(table.accuracy),
        "chance": short(table.chance_agreement),
        "above": short(table.accuracy - table.chance_agreement),
        "room": short(1 - table.chance_agreement),
        "missing": short(1 - table.accuracy),
        "kappa": decimals(table.kappa),
        "low": decimals(interval.low, 2),
        "high": decimals(interval.high, 2),
    }


def worksheet_values() -> dict[str, Any]:
    """Return tables, answers, and the numbers that typical slips give."""
    wren = one_against_rest(BIRDS, "wren")
    films = ConfusionMatrix.from_predictions(FILMS_TRUE, FILMS_PRED, labels=FILMS)
    (spam, missed), _ = MAILS.cells
    truth = float(MAILS.row_margins @ MAILS.row_margins)
    chance = MAILS.chance_agreement
    return {
        "mails": table_values(MAILS),
        "invented": table_values(INVENTED),
        "birds": table_values(BIRDS),
        "wren": table_values(wren),
        "films": {**table_values(films), "true": FILMS_TRUE, "pred": FILMS_PRED},
        "slips": {
            "found_spam": short(spam / MAILS.total),
            "share_of_spam": short(spam / (spam + missed)),
            "truth_twice": short(truth),
            "kappa_truth_twice": decimals((MAILS.accuracy - truth) / (1 - truth)),
            "kappa_half": decimals(2 * MAILS.accuracy - 1),
            "divided_by_chance": decimals((MAILS.accuracy - chance) / chance),
            "films_accuracy": short(films.accuracy),
            "all_birds": decimals(BIRDS.kappa),
            "wrens_found": decimals(wren.cells[0][0] / wren.row_totals[0]),
        },
    }


def one_against_rest(table: ConfusionMatrix, label: str) -> ConfusionMatrix:
    """Join all classes but one, as exercise 01-3 asks."""
    hits = table[label, label]
    place = list(table.labels).index(label)
    missed = table.row_totals[place] - hits
    alarms = table.column_totals[place] - hits
    rest = table.total - hits - missed - alarms
    return ConfusionMatrix([[hits, missed], [alarms, rest]], labels=[label, f"not {label}"])


def handout_values() -> dict[str, Any]:
    """Return the doctors, and one test where the illness is ever rarer."""
    kappas = [kappa_at(FALSE_ALARMS, FOUND, share) for share in SHARES]
    right = [FOUND * share + (1 - FALSE_ALARMS) * (1 - share) for share in SHARES]
    return {
        "lazy": table_values(LAZY),
        "doctors": table_values(DOCTORS),
        "test": {"found": percent(FOUND), "alarms": percent(FALSE_ALARMS)},
        "shares": [percent(share) for share in SHARES],
        "right": [percent(share) for share in right],
        "kappas": [decimals(kappa, 2) for kappa in kappas],
    }


def lab_values(predictions: Path) -> dict[str, Any]:
    """Return the example of the lab sheet, from the predictions that docs/measure.md measures.

    Raises
    ------
    OSError, ValueError
        The file is not there, or has not the columns of that example.
    """
    with predictions.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    if not rows or not {"y_true", EXAMPLE} <= set(rows[0]):
        raise ValueError(f"{predictions} lacks y_true or {EXAMPLE}; restore it from git.")
    truth = [row["y_true"] for row in rows]
    table = ConfusionMatrix.from_predictions(
        truth,
        [POSITIVE if float(row[EXAMPLE]) >= CUT else "benign" for row in rows],
        labels=[POSITIVE, "benign"],
    )
    (hits, missed), (alarms, passed) = table.cells
    elsewhere = kappa_at(alarms / (alarms + passed), hits / (hits + missed), RARER)
    return {
        **table_values(table),
        "right": percent(table.accuracy),
        "by_chance": percent(table.chance_agreement),
        "kappa": decimals(table.kappa, 2),
        "positive": POSITIVE,
        "share": percent(table.row_margins[0]),
        "rarer": percent(RARER),
        "kappa_rarer": decimals(elsewhere, 2),
    }


def counted(answers: Sequence[str], kinds: Sequence[str]) -> list[str]:
    """Count each kind of answer."""
    return [str(list(answers).count(kind)) for kind in kinds]
