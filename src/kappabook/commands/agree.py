"""How far raters agree: what ``kappabook agree`` does, from Python."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kappabook.commands.agree_judge import against_reference, alternative, judge_verdict
from kappabook.commands.agree_measures import (
    Agreement,
    How,
    fought_over,
    margins_of,
    pairs_of,
    with_itself,
)
from kappabook.commands.agree_read import Columns, Level, read
from kappabook.commands.label_checks import as_number
from kappabook.commands.render import Report


def agree(
    data: str | Path | Any,
    *,
    raters: Sequence[str] = (),
    item: str | None = None,
    rater: str | None = None,
    label: str | None = None,
    counts: bool = False,
    judge: str | None = None,
    margin: float | None = None,
    epsilon: float | None = None,
    reference: str | None = None,
    positive: str | None = None,
    run: str | None = None,
    groups: str | None = None,
    missing: Sequence[str] = (),
    duplicates: str = "error",
    ordered: Sequence[str] = (),
    level: Level | None = None,
    weights: str | None = None,
    confidence_level: float = 0.95,
    n_draws: int | None = None,
) -> Report:
    """Measure how far the raters in a table agree, with intervals and in words.

    Parameters
    ----------
    data : path or DataFrame
        CSV, Parquet or JSON lines.
    raters : sequence of str, optional
        Wide form, one row per item: the columns of the raters; default: all but `item`.
    item, rater, label : str, optional
        The column of the items; in the long form, one row per rating, those of rater and label.
    counts : bool, default=False
        Whether the columns are labels, and a cell counts the raters who gave it.
    judge : str, optional
        The rater who is set against the others.
    margin, epsilon : float, optional
        How much lower the kappa of the judge may be, and what a human is worth in the alternative
        annotator test.
    reference, positive : str, optional
        The column, or in the long form also the rater, of known labels, and the label whose rate
        they correct.
    run, groups : str, optional
        The columns that number repeated runs of a rater, and that name groups of items.
    missing : sequence of str, optional
        Texts that stand for gaps.
    duplicates : {'error', 'first', 'last'}, default='error'
        Which of several ratings of one item by one rater counts.
    ordered : sequence of str, optional
        Labels from low to high. Alpha is then ordinal, and there are weighted kappas.
    level : {'nominal', 'ordinal', 'interval', 'ratio'}, optional
        What alpha takes the labels for.
    weights : {'linear', 'quadratic'}, optional
        Of the weighted kappas; 'linear' where labels are ordered.
    confidence_level : float in (0, 1), default=0.95
        Of all intervals.
    n_draws : int, optional
        Draws behind each interval; by default as many as the measures take.

    Returns
    -------
    Report
        ``print`` it; its `data` are what ``--json`` writes.

    Raises
    ------
    ValueError, OSError
        With file, line, value and remedy.

    Examples
    --------
    >>> import pandas as pd
    >>> from kappabook import agree
    >>> moods = pd.DataFrame({"Ann": list("abab"), "Ben": list("abbb"), "Cid": list("abaa")})
    >>> round(agree(moods, raters=["Ann", "Ben", "Cid"]).data["alpha"]["estimate"], 3)
    0.389
    """
    from kappabook.commands.agree_findings import report_of

    found = measure(
        data,
        raters=raters,
        item=item,
        rater=rater,
        label=label,
        counts=counts,
        judge=judge,
        margin=margin,
        epsilon=epsilon,
        reference=reference,
        positive=positive,
        run=run,
        groups=groups,
        missing=missing,
        duplicates=duplicates,
        ordered=ordered,
        level=level,
        weights=weights,
        confidence_level=confidence_level,
        n_draws=n_draws,
    )
    return report_of(found)


def measure(
    data: str | Path | Any,
    *,
    ordered: Sequence[str] = (),
    level: Level | None = None,
    weights: str | None = None,
    margin: float | None = None,
    epsilon: float | None = None,
    positive: str | None = None,
    confidence_level: float = 0.95,
    n_draws: int | None = None,
    **columns: Any,
) -> Agreement:
    """Read a table and measure; the parameters are those of `agree`."""
    columns |= {name: tuple(columns[name]) for name in ("raters", "missing") if name in columns}
    chosen = Columns(**columns)
    _refuse_options(chosen, margin, epsilon, positive, confidence_level)
    sheet = read(data, chosen, ordered, level)
    if weights is not None and weights not in ("linear", "quadratic"):
        raise ValueError(f"--weights is {weights!r}; give linear or quadratic.")
    if weights and not ordered and any(as_number(label) is None for label in sheet.labels):
        raise ValueError(
            f"--weights {weights} needs the order of the labels: --ordered LOW,MID,HIGH."
        )
    weights = weights or ("linear" if ordered else None)
    how = How(sheet.level, weights, sheet.groups, confidence_level, n_draws)
    source = str(data) if isinstance(data, str | Path) else "data frame"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what is undefined is nan, and said
        # A label that only the reference has is none of the raters' choices: AC1 counts choices.
        own = sheet.table if ordered else sheet.own
        alpha = sheet.numbers if how.numeric else sheet.table
        found = Agreement(
            source=source,
            sheet=sheet,
            how=how,
            percent_agreement=how.infer(own, "agreement"),
            alpha=how.infer(alpha, "krippendorff"),
            ac1=how.infer(own, "gwet"),
            fleiss_kappa=how.infer(own, "fleiss"),
            **pairs_of(sheet, how),
            margins=margins_of(sheet),
            fought=fought_over(sheet, how),
        )
        if chosen.judge is not None:
            found.judge = judge_verdict(sheet, chosen.judge, how, margin)
            if epsilon is not None:
                found.alternative = alternative(sheet, chosen.judge, how, epsilon)
        if chosen.reference is not None:
            found.reference = against_reference(sheet, chosen.judge, how, positive)
        only = [chosen.judge] if chosen.judge else list(sheet.runs)
        runs = [with_itself(sheet, rater, how) for rater in only if rater in sheet.runs]
    found.self_agreement = [own_runs for own_runs in runs if own_runs is not None]
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
