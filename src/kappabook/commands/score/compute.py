"""Classifiers in one file: every number that ``kappabook score`` shows."""

from __future__ import annotations

from pathlib import Path

from kappabook.commands.files.spill import spilling
from kappabook.commands.files.tables import Table, listed, open_table
from kappabook.commands.label_checks import remarks
from kappabook.commands.score.classes import Classes, classes_of
from kappabook.commands.score.classifier import IN_FILE, measure_classifier
from kappabook.commands.score.paired import compare
from kappabook.commands.score.predictions import PREDICTION, Asked, Roles, query_of
from kappabook.commands.score.rows import Cases, fetch
from kappabook.commands.score.scored import Classifier, Comparison, Scored
from kappabook.commands.score.tally import Tally, refuse_many, tally

HALF = 0.5


def score(path: Path | str, roles: Roles | None = None, asked: Asked | None = None) -> Scored:
    """Read a file of predictions and measure its classifiers.

    Parameters
    ----------
    path : Path or str
        CSV, Parquet or JSON lines.
    roles : Roles, optional
        Which columns are what; by default those with the usual names.
    asked : Asked, optional

    Raises
    ------
    ValueError, OSError
        With file, line, value and remedy.
    """
    path, roles, asked = Path(path), roles or Roles(), asked or Asked()
    with (
        spilling(asked.spill) as folder,
        open_table(path, memory=asked.memory, spill=folder) as table,
    ):
        cut = asked.threshold is not None
        if cut and roles.predictions:
            raise ValueError("--threshold cuts scores; leave out --prediction, or --threshold.")
        found = roles.found_in(table, cut=cut)
        refuse_many(table, found)
        threshold = HALF if asked.threshold is None else asked.threshold
        query = query_of(table, found, threshold, asked.missing)
        counts = tally(table, found, query, asked.missing)
        if not counts.used:
            why = ", ".join(f"{reason}: {n}" for reason, n in counts.reasons.items())
            raise ValueError(f"{path}: no row can be used ({why}); name other columns.")
        classes = classes_of(path, found, counts, asked)
        notes = [*table.notes, *_notes(table, roles, found, counts, classes)]
        classifiers, pairs = _measured(table, found, counts, classes, asked, folder, notes)
    return Scored(
        path=path,
        classifiers=classifiers,
        comparisons=pairs,
        rows=counts.rows(),
        notes=notes,
        weighted=found.weight or "",
        grouped=found.group or "",
    )


def _measured(
    table: Table,
    roles: Roles,
    counts: Tally,
    classes: Classes,
    asked: Asked,
    folder: Path,
    notes: list[str],
) -> tuple[list[Classifier], list[Comparison]]:
    if counts.rows()["read"] > asked.large:
        from kappabook.commands.score.large import measure_large

        notes.append(
            f"More than {asked.large} rows: large-sample intervals only. DuckDB took at most "
            f"{asked.memory}; what did not fit went into {folder}, which is gone now."
        )
        return measure_large(table, roles, counts, classes, asked)
    cases = fetch(table, roles, classes, asked.missing, counts.same)
    classifiers = [
        measure_classifier(
            name,
            cases.truth,
            cases.predicted[i] if roles.predictions else None,
            classes.labels,
            score=cases.scores[i] if roles.scores else None,
            positive=classes.positive,
            threshold=classes.threshold,
            threshold_from=classes.threshold_from,
            weight=cases.weight,
            group=cases.group,
        )
        for i, name in enumerate(roles.names)
    ]
    return classifiers, compare(classifiers, _with_predictions(cases, classes), classes)


def _with_predictions(cases: Cases, classes: Classes) -> Cases:
    """Cut the scores where the file has no predictions."""
    return cases if cases.predicted else cases.cut(classes)


def _notes(table: Table, named: Roles, found: Roles, counts: Tally, classes: Classes) -> list[str]:
    """Say what was decided for the user."""
    notes = list(classes.notes)
    longer = sorted(label for label, short in counts.same.items() if label != short)
    if longer:
        notes.append(f"The labels {listed(longer)} are counted as the whole numbers that they are.")
    for before, after, what in (
        (named.weight, found.weight, "weights each row"),
        (named.group, found.group, "says which rows belong together"),
    ):
        if after is not None and before is None:
            notes.append(f"Column {after!r} {what}, because of its name.")
    if not found.predictions and PREDICTION in table.columns and PREDICTION not in found.scores:
        notes.append(
            f"Column {PREDICTION!r} is not used: the scores are cut at {classes.threshold:g}."
        )
    if found.predictions:
        said = counts.labels(0)
        for i in range(1, 1 + len(found.predictions)):
            said = said + counts.labels(i)
            extra = [x for x in counts.labels(i) if x not in counts.labels(0)]
            if extra:
                times = sum(counts.labels(i)[x] for x in extra)
                notes.append(
                    f"{found.predictions[i - 1]!r} predicts {listed(extra)} {times} times, which "
                    f"{found.truth!r} never says: these rows count as errors."
                )
    else:
        said = counts.labels(0)
    return [*notes, *remarks(said, counts.used, raters=False)]


__all__ = ["IN_FILE", "Asked", "score"]
