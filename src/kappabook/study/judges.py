"""Judges beside people, by simulation: which rule accepts whom, and what a judged rate is worth.

``experiments/judges`` is the simulation, ``make rerun WHAT=judge-rules`` runs it, and this reads
what it left in ``data/results``.
"""

from __future__ import annotations

from functools import cache

import pandas as pd

from kappabook.data.datasheet import results_file

RULES_FILE, RATES_FILE = "judge-rules.csv", "judge-rates.csv"
# Share of right labels; a person's is .85.
JUDGES = {
    "clearly worse": 0.7,
    "a little worse": 0.8,
    "like a person": 0.85,
    "better": 0.92,
    "never wrong": 1.0,
}


@cache
def _read(name: str) -> pd.DataFrame:
    return pd.read_csv(results_file(name))


def rules() -> pd.DataFrame:
    """How often each rule accepts each judge, by simulation: one row per setting and rule.

    ``data/results/columns.csv`` says what each column means.

    Returns
    -------
    DataFrame
        ``accepted`` is the share of 1000 samples, ``as_good`` the answer that the rule should give.

    Raises
    ------
    ValueError, OSError
        The file is altered, or not there; the message says how to have it again.

    Examples
    --------
    >>> from kappabook.study.judges import rules
    >>> found = rules().query("judge == 'like a person' and rule == 'kappa as among people'")
    >>> found = found.query("errors == 'independent' and prevalence == 0.5 and unclear == 0")
    >>> found.set_index("n_items")["accepted"].round(1).to_dict()
    {100: 0.5, 400: 0.5, 2000: 0.5}
    """
    return _read(RULES_FILE).copy()


def rates() -> pd.DataFrame:
    """How well a rate is estimated from a judge's verdicts, by simulation.

    ``data/results/columns.csv`` says what each column means.

    Returns
    -------
    DataFrame
        One row per setting and method; intervals are of 95 %.

    Raises
    ------
    ValueError, OSError
        As :func:`rules`.

    Examples
    --------
    >>> from kappabook.study.judges import rates
    >>> found = rates().query("design == 'random' and prevalence == 0.05 and n_calibration == 100")
    >>> found = found[found["sensitivity"] == 0.95].set_index("method")["coverage"]
    >>> found[["naive", "difference", "weighted by verdict"]].round(2).to_dict()
    {'naive': 0.0, 'difference': 0.98, 'weighted by verdict': 0.98}
    """
    return _read(RATES_FILE).copy()
