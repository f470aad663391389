"""Classifiers in a file larger than memory: DuckDB counts and sorts, and nothing else is kept."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from kappabook.commands.files.tables import Table
from kappabook.commands.score.classes import Classes
from kappabook.commands.score.classifier import prevalence_of, why_no_ranking
from kappabook.commands.score.matrix_measures import Counted, matrix_measures
from kappabook.commands.score.paired import around as around_difference
from kappabook.commands.score.paired import missing
from kappabook.commands.score.predictions import Asked, Roles, query_of, usable
from kappabook.commands.score.pulls import LEVEL, around, table_pulls
from kappabook.commands.score.ranking_measures import without_ranking
from kappabook.commands.score.scored import (
    MATRIX_MEASURES,
    RANKING_MEASURES,
    Classifier,
    Comparison,
    Measure,
)
from kappabook.commands.score.sorted_scores import Batch, Sorted, rank_sorted
from kappabook.commands.score.tally import Tally
from kappabook.metrics.intervals.auc import Newcombe

Values = NDArray[np.float64]
_GROUPED = "above {n} rows no interval keeps groups together"
_WEIGHTED = "above {n} rows its interval is for cases that count once, and these have weights"
_PAIRED = "above {n} rows the two rankings are never in memory together"
# With fewer cases of a class the large-sample formula of an area does not hold.
_FEWEST = 50


def measure_large(
    table: Table, roles: Roles, counts: Tally, classes: Classes, asked: Asked
) -> tuple[list[Classifier], list[Comparison]]:
    """Measure every classifier, one after the other, by counts and by one sort of each score."""
    grouped = _GROUPED.format(n=asked.large) if roles.group else ""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what is undefined is nan, and said
        found, matrices = [], []
        for i, name in enumerate(roles.names):
            matrix = counts.matrix(i + 1, classes.labels, weighted=roles.weight is not None)
            measures, per_class, caution = matrix_measures(matrix, grouped)
            ranked = _ranked(table, roles, counts, classes, asked, i, matrix)
            if isinstance(ranked, str):
                areas, ranked = without_ranking(ranked), Sorted(0, 0)
            else:
                areas = _areas(ranked, matrix, classes, roles, asked, grouped)
            best = ranked.best_kappa
            found.append(
                Classifier(
                    name=name,
                    n=matrix.n,
                    labels=tuple(classes.labels),
                    confusion=matrix.confusion.cells.tolist(),
                    measures=measures | areas,
                    per_class=per_class,
                    positive=classes.positive,
                    prevalence=prevalence_of(matrix.confusion, classes.place),
                    threshold=classes.threshold,
                    threshold_from=classes.threshold_from,
                    best_threshold=ranked.best_threshold,
                    best_kappa=best if math.isfinite(best) else math.nan,
                    caution=caution,
                    curve=ranked.curve,
                )
            )
            matrices.append(matrix)
        pairs = _compared(found, matrices, counts, classes, roles, asked)
    return found, pairs


def _ranked(
    table: Table,
    roles: Roles,
    counts: Tally,
    classes: Classes,
    asked: Asked,
    i: int,
    matrix: Counted,
) -> Sorted | str:
    """Sort one column of scores and go through it; or say why there is no ranking."""
    why = why_no_ranking(
        has_scores=bool(roles.scores), labels=classes.labels, positive=classes.positive
    )
    if why:
        return why
    totals = np.asarray(matrix.confusion.row_totals, dtype=float)
    positives, negatives = float(totals[classes.place]), float(totals[1 - classes.place])
    if not (positives and negatives):
        return f"the truth has no {'negative' if positives else 'positive'} case"
    return rank_sorted(
        sorted_scores_of(table, roles, counts, classes, asked, i), negatives, positives
    )


def sorted_scores_of(
    table: Table, roles: Roles, counts: Tally, classes: Classes, asked: Asked, i: int
) -> Iterator[Batch]:
    """Let DuckDB sort the scores of the rows used, the highest first."""
    query = query_of(table, roles, classes.threshold, asked.missing)
    raw = counts.raw[str(classes.positive)]
    table.query("SET VARIABLE positive = (SELECT ?)", [raw[0] if len(raw) == 1 else raw])
    is_positive = f"{query.labels[0]} = getvariable('positive')"
    if len(raw) > 1:
        is_positive = f"list_contains(getvariable('positive'), {query.labels[0]})"
    value = query.numbers[i][0]
    columns = [f"{value} AS score", f"({is_positive})::UTINYINT"]
    types: list[type[np.generic]] = [np.float64, np.uint8]
    if query.weight:
        columns.append(f"{query.weight[0]}")
        types.append(np.float64)
    where = f"WHERE {usable(table, roles, query)}" if counts.reasons else ""
    sql = f"SELECT {', '.join(columns)} FROM rows_read {where} ORDER BY score DESC"
    for score, positive, *weight in table.batches(sql, types):
        yield score, positive, weight[0] if weight else None


def _areas(
    ranked: Sorted, matrix: Counted, classes: Classes, roles: Roles, asked: Asked, grouped: str
) -> dict[str, Measure]:
    estimates = {"auc": ranked.auc, "auk": ranked.auk, "h": ranked.h}
    squares = np.asarray(matrix.squares, dtype=float).sum(axis=1)
    totals = np.asarray(matrix.confusion.row_totals, dtype=float)
    m, n = (totals**2 / squares)[[classes.place, 1 - classes.place]].tolist()
    reason = grouped
    if min(m, n) < _FEWEST:
        reason = f"the rarer class has fewer than {_FEWEST} cases"
    if reason:
        return {name: Measure(x, reason=reason) for name, x in estimates.items()}
    auc = Newcombe(ranked.auc, m, n).interval(LEVEL)
    measures = {"auc": Measure(ranked.auc, *auc, "newcombe")}
    for name, error, lowest in (("auk", ranked.auk_error, -1.0), ("h", ranked.h_error, 0.0)):
        if roles.weight:
            measures[name] = Measure(estimates[name], reason=_WEIGHTED.format(n=asked.large))
        else:
            found = around(estimates[name], (error, math.inf), (lowest, 1.0), "delta")
            measures[name] = found
    return measures


def _compared(
    found: list[Classifier],
    matrices: list[Counted],
    counts: Tally,
    classes: Classes,
    roles: Roles,
    asked: Asked,
) -> list[Comparison]:
    """Compare by counts of (truth, prediction, prediction): what a matrix determines."""
    if len(found) == 1:
        return []
    at = {label: i for i, label in enumerate(classes.labels)}
    codes = np.array([[at[label] for label in pattern] for pattern in counts.patterns])
    squares = np.array([square for _, _, square in counts.patterns.values()])
    pulls = [table_pulls(matrix.confusion) for matrix in matrices]
    total = float(matrices[0].confusion.total)
    said = []
    for i, j in combinations(range(len(found)), 2):
        a, b = found[i], found[j]
        for name in (*MATRIX_MEASURES, *RANKING_MEASURES):
            difference = a.measures[name].estimate - b.measures[name].estimate
            if roles.group or name in RANKING_MEASURES or math.isnan(difference):
                why = _GROUPED if roles.group else _PAIRED
                why = "it is undefined for one of the two" if math.isnan(difference) else why
                if name in MATRIX_MEASURES or not math.isnan(difference):
                    said.append(missing(a, b, name, why.format(n=asked.large), difference))
                continue
            pull = pulls[i][name][codes[:, 0], codes[:, i + 1]]
            pull = pull - pulls[j][name][codes[:, 0], codes[:, j + 1]]
            error = math.sqrt(float(squares @ pull**2)) / total
            said.append(around_difference(a, b, name, difference, (error, math.inf), "delta"))
    return said
