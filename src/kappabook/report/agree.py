"""Agreement of raters in one file: every number that ``kappabook agree`` shows."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kappabook.report.agreement import Agreement
from kappabook.report.label_checks import in_order, remarks
from kappabook.report.measures import (
    How,
    Rated,
    agreement_with_itself,
    fought_over,
    margins_of,
    pairs_of,
)
from kappabook.report.ratings_table import Columns, Sheet, read_sheet
from kappabook.report.references import against_reference, judge_verdict
from kappabook.report.tables import listed, open_table


def agree(
    path: Path,
    columns: Columns,
    *,
    ordered: Sequence[str] = (),
    margin: float | None = None,
    positive: str | None = None,
    missing: Sequence[str] = (),
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
    margin : float, optional
        How much lower the judge's kappa with the humans may be than theirs with each other.
    positive : str, optional
        The label whose rate is corrected by the reference.
    missing : sequence of str
        Labels that stand for a gap.
    n_draws : int, optional
        Draws behind each interval; by default as many as the measures take.

    Raises
    ------
    ValueError, OSError
        With file, line, value and remedy.
    """
    if margin is not None and columns.judge is None:
        raise ValueError("--margin says how much worse a judge may be; name her with --judge.")
    if positive is not None and columns.reference is None:
        raise ValueError("--positive is for the corrected rate; it needs --reference COLUMN.")
    with open_table(path) as table:
        sheet = read_sheet(table, columns)
        _make_gaps(sheet, missing)
        counts = Counter(label for cell in sheet.cells for label in cell.values())
        every = {*counts, *(label for label in sheet.reference if label is not None)}
        every |= {x for item in sheet.runs for runs in item.values() for x in runs.values()}
        labels = _in_given_order(sheet, every, ordered, table.line) or in_order(every)
        notes = [*table.notes, *_doubts(sheet), *remarks(counts, len(sheet.items))]
    _refuse_few(sheet, path)
    rated = Rated({r: [cell.get(r) for cell in sheet.cells] for r in sheet.raters})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what is undefined is nan, and said
        how = How(labels, bool(ordered), n_draws)
        # A label that only the reference has is none of the raters' choices: AC1 counts choices.
        own = labels if ordered else [label for label in labels if label in counts]
        found = _measure(path, sheet, rated, how, own, notes)
        if columns.judge is not None:
            found.judge = judge_verdict(rated, columns.judge, how, margin)
        if columns.reference is not None:
            found.reference = against_reference(
                rated, sheet.reference, columns.judge, labels, positive
            )
    only = [columns.judge] if columns.judge else sheet.raters
    runs = [agreement_with_itself(sheet, rater, how) for rater in only]
    found.self_agreement = [own for own in runs if own is not None]
    return found


def _measure(
    path: Path, sheet: Sheet, rated: Rated, how: How, own: list[str], notes: list[str]
) -> Agreement:
    several = [len(cell) > 1 for cell in sheet.cells]
    used = [
        rows if two or (sheet.reference[i] is not None and rows) or _repeated(sheet, i) else 0
        for i, (two, rows) in enumerate(zip(several, sheet.rows_of, strict=True))
    ]
    return Agreement(
        path=path,
        sheet=sheet,
        labels=how.labels,
        ordered=how.ordered,
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


def _make_gaps(sheet: Sheet, missing: Sequence[str]) -> None:
    gaps = set(missing)
    if not gaps:
        return
    for i, cell in enumerate(sheet.cells):
        before = len(cell)
        for rater in [rater for rater, label in cell.items() if label in gaps]:
            del cell[rater]
        if before and not cell:
            sheet.rows_of[i] = 0
        for runs in sheet.runs[i].values():
            for run in [run for run, label in runs.items() if label in gaps]:
                del runs[run]
        if sheet.reference[i] in gaps:
            sheet.reference[i] = None


def _in_given_order(sheet: Sheet, found: set[str], ordered: Sequence[str], line: Any) -> list[str]:
    if not ordered:
        return []
    twice = [label for label, n in Counter(ordered).items() if n > 1]
    if twice or len(ordered) < 2:
        raise ValueError(
            f"--ordered is {listed(list(ordered))}; give two or more labels, each once, low first."
        )
    for i, cell in enumerate(sheet.cells):
        for rater, label in [*cell.items(), ("the reference", sheet.reference[i])]:
            if label is not None and label not in ordered:
                raise ValueError(
                    f"{line(sheet.row_of[i])}: {label!r} of {rater} is not in --ordered "
                    f"{','.join(ordered)}; add it in its place, or mend the file."
                )
    lacking = sorted(found - set(ordered))
    if lacking:
        raise ValueError(f"--ordered lacks {listed(lacking)}; add each in its place.")
    return list(ordered)


def _doubts(sheet: Sheet) -> list[str]:
    """Warn where items look like raters, and where a column looks like no rater's."""
    r, n = len(sheet.raters), len(sheet.items)
    said = {rater: {cell[rater] for cell in sheet.cells if rater in cell} for rater in sheet.raters}
    doubts = []
    for rater, own in said.items():
        others = set().union(*(labels for name, labels in said.items() if name != rater))
        if own and others and not own & others:
            doubts.append(
                f"{rater!r} shares no label with any other rater. Is it a rater? If not, leave it "
                "out: name the raters with --raters."
            )
    if r > n or (r > 20 and r > n / 2):
        doubts.append(
            f"There are {r} raters and {n} items. Is the table turned round? Raters are columns "
            "here, and items are rows (or the columns --item and --rater are swapped)."
        )
    return doubts


def _refuse_few(sheet: Sheet, path: Path) -> None:
    if len(sheet.raters) < 2:
        raise ValueError(
            f"{path}: {len(sheet.raters)} rater ({listed(sheet.raters)}); agreement is between two "
            "or more. Name more columns, or see whether the table has one row per rating."
        )
    if not any(sheet.cells):
        raise ValueError(f"{path}: every rating is missing; there is nothing to compare.")
    if len(sheet.items) < 2:
        raise ValueError(f"{path}: one item; agreement is measured over two or more.")
    if max(map(len, sheet.cells)) < 2:
        raise ValueError(
            f"{path}: none of the {len(sheet.items)} items was rated by two raters; agreement "
            "needs items that several rated. Is --item the column of the items?"
        )
