"""Agreement of raters in one file: every number that ``kappabook agree`` shows."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from kappabook.commands.agree.agreement import Agreement
from kappabook.commands.agree.judge import alternative, judge_verdict
from kappabook.commands.agree.measures import (
    How,
    Rated,
    agreement_with_itself,
    fought_over,
    margins_of,
    pairs_of,
)
from kappabook.commands.agree.ratings_table import read_sheet
from kappabook.commands.agree.references import against_reference
from kappabook.commands.agree.sheet import Columns, Sheet
from kappabook.commands.agree.sheet_checks import Level, doubts, labels_in_order, refuse_few
from kappabook.commands.files.tables import open_table
from kappabook.commands.label_checks import names_alike, remarks


def agree(
    path: Path,
    columns: Columns,
    *,
    ordered: Sequence[str] = (),
    level: Level | None = None,
    margin: float | None = None,
    epsilon: float | None = None,
    positive: str | None = None,
    confidence_level: float = 0.95,
    n_draws: int | None = None,
) -> Agreement:
    """Read a file and measure how far its raters agree.

    Parameters
    ----------
    path : Path
        CSV, Parquet or JSON lines.
    columns : Columns
        Which columns are what.
    ordered : sequence of str
        Labels from low to high. Alpha is then ordinal, and there are kappas with linear weights.
    level : {'nominal', 'ordinal', 'interval', 'ratio'}, optional
        What alpha takes the labels for.
    margin : float, optional
        How much lower the judge's kappa with the humans may be than theirs with each other.
    epsilon : float, optional
        What a human is worth in the alternative annotator test of the judge.
    positive : str, optional
        The label whose rate is corrected by the reference.
    confidence_level : float in (0, 1), default=0.95
        Of all intervals.
    n_draws : int, optional
        Draws behind each interval; by default as many as the measures take.

    Raises
    ------
    ValueError, OSError
        With file, line, value and remedy.
    """
    _refuse_options(columns, margin, epsilon, positive, confidence_level)
    with open_table(path) as table:
        sheet = read_sheet(table, columns)
        labels, level = labels_in_order(sheet, ordered, level, table.line)
        counts = Counter(label for cell in sheet.cells for label in cell.values())
        numbers = level in ("interval", "ratio")
        looks = remarks(counts, len(sheet.items), numbers=numbers)
        names = [*names_alike(sheet.raters, "raters"), *names_alike(sheet.items, "items")]
        notes = [*table.notes, *doubts(sheet), *names, *looks]
    refuse_few(sheet, path)
    rated = {r: [cell.get(r) for cell in sheet.cells] for r in sheet.raters}
    groups = [str(group) for group in sheet.groups] if columns.groups else None
    if groups and len(set(groups)) < 2:
        raise ValueError(
            f"--groups {columns.groups}: all items are in the group {groups[0]!r}; an interval "
            "over groups needs several. Leave --groups out if items are independent."
        )
    how = How(labels, bool(ordered), level, groups, confidence_level, n_draws)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what is undefined is nan, and said
        # A label that only the reference has is none of the raters' choices: AC1 counts choices.
        own = labels if ordered else [label for label in labels if label in counts]
        found = _measure(path, sheet, rated, how, own, notes)
        if columns.judge is not None:
            found.judge = judge_verdict(rated, columns.judge, how, margin)
            if epsilon is not None:
                found.alternative = alternative(rated, columns.judge, how, epsilon)
        if columns.reference is not None:
            found.reference = against_reference(
                rated, sheet.reference, columns.judge, how, positive
            )
        only = [columns.judge] if columns.judge else sheet.raters
        runs = [agreement_with_itself(sheet, rater, how) for rater in only]
    found.self_agreement = [own for own in runs if own is not None]
    return found


def _refuse_options(
    columns: Columns,
    margin: float | None,
    epsilon: float | None,
    positive: str | None,
    confidence_level: float,
) -> None:
    if columns.judge is None:
        if margin is not None:
            raise ValueError("--margin says how much worse a judge may be; name her with --judge.")
        if epsilon is not None:
            raise ValueError("--epsilon is for a test of a judge; name her with --judge.")
    if margin is not None and not 0 <= margin <= 2:
        raise ValueError(
            f"--margin is {margin:g}; it says how much lower kappa may be, such as 0.1."
        )
    if epsilon is not None and not 0 <= epsilon < 1:
        raise ValueError(f"--epsilon is {epsilon:g}; it is a share from 0 to below 1, such as 0.1.")
    if positive is not None and columns.reference is None:
        raise ValueError("--positive is for the corrected rate; it needs --reference COLUMN.")
    if not 0 < confidence_level < 1:
        raise ValueError(f"--confidence-level is {confidence_level:g}; give a share such as 0.95.")


def _measure(
    path: Path, sheet: Sheet, rated: Rated, how: How, own: list[str], notes: list[str]
) -> Agreement:
    several = [len(cell) > 1 for cell in sheet.cells]
    used = [
        rows if two or (sheet.reference[i] and sheet.cells[i]) or _repeated(sheet, i) else 0
        for i, (two, rows) in enumerate(zip(several, sheet.rows_of, strict=True))
    ]
    return Agreement(
        path=path,
        sheet=sheet,
        how=how,
        n_items=sum(several),
        rows={"read": sheet.n_rows, "used": sum(used), "set_aside": sheet.n_rows - sum(used)},
        percent_agreement=how.infer(rated, "agreement", own),
        alpha=how.infer(rated, "krippendorff", own),
        ac1=how.infer(rated, "gwet", own),
        fleiss_kappa=how.infer(rated, "fleiss", own),
        pairs=pairs_of(rated, how),
        weighted=pairs_of(rated, how, "linear") if how.ordered else [],
        margins=margins_of(sheet, how.labels),
        fought=fought_over(sheet, how),
        notes=notes,
    )


def _repeated(sheet: Sheet, i: int) -> bool:
    return any(len(runs) > 1 for runs in sheet.runs[i].values())
