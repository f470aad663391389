"""How far raters agree: what ``kappabook agree`` does, from Python."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

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
    level: Literal["nominal", "ordinal", "interval", "ratio"] | None = None,
    weights: str | None = None,
    decimal: str | None = None,
    confidence_level: float = 0.95,
    n_draws: int | None = None,
    header: bool | None = None,
    sheet: str | int | None = None,
) -> Report:
    """Measure how far the raters in a table agree, with intervals and in words.

    Parameters
    ----------
    data : path or DataFrame
        CSV, Parquet or JSON lines.
    raters : sequence of str, optional
        Wide form, one row per item: the columns of the raters; default: all but `item`.
    item, rater, label : str, optional
        The column of the items, or several with commas between their names; in the long form, one
        row per rating, those of rater and label.
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
        Labels from low to high; by default the order of ordered categories. Alpha is then ordinal,
        and there are weighted kappas.
    level : {'nominal', 'ordinal', 'interval', 'ratio'}, optional
        What alpha takes the labels for.
    weights : {'linear', 'quadratic'}, optional
        Of the weighted kappas; 'linear' where labels are ordered.
    decimal : {'.', ','}, optional
        The decimal mark of labels that are numbers, where they leave it open.
    confidence_level : float in (0, 1), default=0.95
        Of all intervals.
    n_draws : int, optional
        Draws behind each interval; by default as many as the measures take.
    header : bool, optional
        Whether the first row of a file names the columns; if not, they are 'column 1', 'column 2',
        ... By default it does, and rows that look otherwise are refused.
    sheet : str or int, optional
        The sheet of a workbook, by name or number; by default the first with data.

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
    from kappabook.commands.agree.findings import report_of
    from kappabook.commands.agree.judge import against_reference, alternative, judge_verdict
    from kappabook.commands.agree.measures import How, measured, with_itself
    from kappabook.commands.agree.sheet import read_sheet
    from kappabook.commands.reading.labels import are_numbers

    if judge is None and not (margin is None and epsilon is None):
        raise ValueError("--margin and --epsilon are about a judge; name her with --judge.")
    if positive is not None and reference is None:
        raise ValueError("--positive is for the corrected rate; it needs --reference COLUMN.")
    raters, missing, ordered = (
        (x,) if isinstance(x, str) else tuple(map(str, x)) for x in (raters, missing, ordered)
    )
    laid_out = read_sheet(
        data,
        {
            "item": item,
            "rater": rater,
            "label": label,
            "run": run,
            "groups": groups,
            "reference": reference,
        },
        raters,
        judge=judge,
        missing=missing,
        duplicates=duplicates,
        counts=counts,
        ordered=ordered,
        level=level,
        header=header,
        sheet=sheet,
        decimal=decimal,
    )
    if weights and not laid_out.ordered and not are_numbers(laid_out.labels):
        raise ValueError(
            f"--weights {weights} needs the order of the labels: --ordered LOW,MID,HIGH."
        )
    if len(laid_out.raters) == 2 and not (margin is None and epsilon is None):
        raise ValueError(
            f"--margin and --epsilon compare the judge {judge!r} with how far humans agree, and "
            f"the raters are {laid_out.raters[0]!r} and {laid_out.raters[1]!r}; leave them out, "
            "or give two humans."
        )
    weights = weights or ("linear" if laid_out.ordered else None)
    how = How(laid_out.level, weights, laid_out.groups, confidence_level, n_draws)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what is undefined is nan, and said
        found = measured(laid_out, how)
        if judge is not None:
            found["judge"] = judge_verdict(laid_out, judge, how, margin)
        if judge is not None and epsilon is not None:
            found["alternative_test"] = alternative(laid_out, judge, how, epsilon)
        if reference is not None:
            found["reference"] = against_reference(laid_out, judge, how, positive)
        runs = (with_itself(laid_out, own, how) for own in laid_out.runs if judge in (None, own))
        found["self_agreement"] = [one for one in runs if one is not None]
    source = str(data) if isinstance(data, str | Path) else "data frame"
    return report_of(found, laid_out, source)
