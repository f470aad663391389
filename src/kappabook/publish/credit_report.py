"""Notebook 07, the experiment on German Credit, for other parameters: ``german-credit-report``."""

from __future__ import annotations

from pathlib import Path

from kappabook.checkout import root
from kappabook.papers.kaymak_auk.german_credit.analysis import check_positive
from kappabook.papers.kaymak_auk.german_credit.results import skewed
from kappabook.workbook.notebooks import execute_with

NOTEBOOK = "notebooks/07-german-credit.ipynb"


def write_credit_report(into: Path, n_splits: int = 1000, positive: str = "good") -> Path:
    """Execute notebook 07 with fewer splits or the other class, from the committed results.

    Parameters
    ----------
    into : Path
        The notebook to write.
    n_splits : int, default=1000
        From 1 to the number of splits of the experiment.
    positive : {'good', 'bad'}, default='good'
        The positive class.

    Raises
    ------
    ValueError
        There are not so many splits, no such class, or a cell failed; nothing is written.
    """
    check_positive(positive)
    skewed(n_splits)
    execute_with(root() / NOTEBOOK, {"N_SPLITS": n_splits, "POSITIVE": positive}, into)
    return into
