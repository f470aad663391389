"""One two-class confusion matrix: from its cells, or from its margins and accuracy."""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass, replace

from sklearn.exceptions import UndefinedMetricWarning

from kappabook.metrics import ConfusionMatrix
from kappabook.metrics.association import matthews_correlation
from kappabook.metrics.companions import bias_index


@dataclass(frozen=True)
class TableState:
    """A two-class confusion matrix and what it is worth; nan where a measure is 0/0.

    Attributes
    ----------
    tp, fn, fp, tn : float
        Cases: counts, or shares of any total.
    prevalence, called : float
        Share of cases that are positive, and share that is called positive.
    bias : float
        called - prevalence, the bias index.
    accuracy, chance, kappa, mcc : float
        Of the matrix; chance is the agreement of an independent guesser.
    note : str
        What the reader must know about these numbers; mostly empty.
    """

    tp: float
    fn: float
    fp: float
    tn: float
    prevalence: float
    called: float
    bias: float
    accuracy: float
    chance: float
    kappa: float
    mcc: float
    note: str = ""


def table_state(tp: float, fn: float, fp: float, tn: float) -> TableState:
    """Measure the matrix of these four cells.

    Raises
    ------
    ValueError
        A cell is negative or not finite.

    Examples
    --------
    >>> from kappabook.teaching import table_state
    >>> state = table_state(tp=40, fn=10, fp=20, tn=30)
    >>> state.accuracy, state.chance, state.kappa
    (0.7, 0.5, 0.4)
    """
    if not any((tp, fn, fp, tn)):
        nan, empty = math.nan, "All four cells are 0: move one of the sliders."
        return TableState(tp, fn, fp, tn, nan, nan, nan, nan, nan, nan, nan, empty)
    table = ConfusionMatrix([[tn, fp], [fn, tp]], labels=["negative", "positive"])
    with warnings.catch_warnings():
        # Undefined measures are part of the lesson: the note says so.
        warnings.simplefilter("ignore", UndefinedMetricWarning)
        kappa, mcc = float(table.kappa), matthews_correlation(table)
    note = ""
    if math.isnan(kappa):
        note = "Truth and prediction know one class only: kappa and MCC are 0/0."
    elif math.isnan(mcc):
        note = "The truth or the prediction knows one class only: kappa is 0, MCC is 0/0."
    return TableState(
        *(tp, fn, fp, tn),
        prevalence=float(table.row_margins[1]),
        called=float(table.column_margins[1]),
        bias=float(bias_index(table)),
        accuracy=float(table.accuracy),
        chance=float(table.chance_agreement),
        kappa=kappa,
        mcc=mcc,
        note=note,
    )


def margins_state(
    prevalence: float, bias: float, accuracy: float, total: float = 100
) -> TableState:
    r"""Measure the matrix with these margins and this accuracy, as far as there is one.

    With p positive and q = p + bias called positive, the accuracy fixes the true positives,
    :math:`a = (P_o - 1 + p + q) / 2`, and must lie from :math:`|p + q - 1|` to
    :math:`1 - |p - q|`. Outside, the nearest possible value is taken, and the note says so.

    Parameters
    ----------
    prevalence, accuracy : float
        Shares in [0, 1].
    bias : float
        In [-1, 1]; what would call fewer than none or more than all is cut there.
    total : float
        Number of cases of the table.

    Examples
    --------
    >>> from kappabook.teaching import margins_state
    >>> margins_state(prevalence=0.5, bias=0.1, accuracy=0.7).kappa.__round__(12)
    0.4
    >>> margins_state(prevalence=0.5, bias=0.2, accuracy=1).note
    'With these margins the accuracy lies from 0.20 to 0.80: shown is 0.80.'
    """
    called = min(max(prevalence + bias, 0.0), 1.0)
    low, high = abs(prevalence + called - 1), 1 - abs(prevalence - called)
    # The rounding of a sum of decimals is no reason for a note.
    shown = accuracy if low - 1e-9 <= accuracy <= high + 1e-9 else min(max(accuracy, low), high)
    notes = []
    if abs(called - prevalence - bias) > 1e-9:
        notes.append(f"A bias of {bias:.2f} is out of reach: shown is {called - prevalence:.2f}.")
    if shown != accuracy:
        notes.append(
            f"With these margins the accuracy lies from {low:.2f} to {high:.2f}: "
            f"shown is {shown:.2f}."
        )
    both = (shown - 1 + prevalence + called) / 2
    shares = both, prevalence - both, called - both, 1 - prevalence - called + both
    # A share of zero may come out as the rounding of a sum of decimals, also as -0.0.
    tp, fn, fp, tn = (total * max(0.0, round(share, 12)) for share in shares)
    state = table_state(tp, fn, fp, tn)
    return replace(state, note=" ".join([*notes, state.note]).strip())
