"""The chance agreement in our run: the impossible cells, and the average of all 75.

Where the run cannot speak, since the data are private or their preparation is lost, print is kept;
each number says of how many cells that is so.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

import numpy as np
import pandas as pd

from kappabook.papers.bendavid2007 import artefact, rerun
from kappabook.papers.bendavid2007.artefact import Key
from kappabook.papers.bendavid2007.keys import AVERAGE, CLASSIFIERS, DATASETS, KEY, PUBLIC
from kappabook.papers.bendavid2007.mended import CELLS, mended_cells, table_7
from kappabook.papers.bendavid2007.printed import appendix
from kappabook.study.published import MATCHED

# Balance has three classes, where Table 6 prints five.
CLASSES = {"balance-scale": 3}


def impossible_cells(printed: Mapping[str, str]) -> pd.DataFrame:
    """Set the six impossible chances beside what they must be, and what they are in our run.

    Returns
    -------
    DataFrame
        Index data set, classifier: ``printed`` and ``half-width``; ``ours, solved`` and its
        half-width, solved from accuracy and kappa with 0 for a perfect fold; ``least`` and
        ``most`` of the true chance, from print and class counts; ``ours, true``.
    """
    cells, ours, rows = appendix(printed), rerun.summary(), {}
    for key, mended in mended_cells(printed).items():
        rows[key] = (
            *(float(text) for text in (cells[key].chance, cells[key].chance_ci)),
            *(ours[key]["chance"], ours[key]["chance-ci"]),
            *(float(mended.chance.low), float(mended.chance.high)),
            ours[key]["true-chance"],
        )
    solved = ("printed", "half-width", "ours, solved", "its half-width")
    index = pd.MultiIndex.from_tuples(rows, names=["dataset", "classifier"])
    return pd.DataFrame(rows.values(), index, [*solved, "least", "most", "ours, true"])


def average_chance(printed: Mapping[str, str]) -> pd.DataFrame:
    """Average the chance of the 75 cells, on ever more evidence.

    Returns
    -------
    DataFrame
        Index: what the cells are taken from. ``cells``, how many of the 75 are not as printed;
        ``least`` and ``most``, the ends of the average: one number twice where it is known, nan
        where there is no upper end; ``these, printed`` and ``these, ours``, the averages of the
        cells that the run replaces, alone.
    """
    cells = appendix(printed)
    classes = {d: int(printed[f"{KEY}.table6.{d}.classes"]) for d in DATASETS} | CLASSES
    least = float(artefact.least_average(cells, classes))
    counted = table_7(printed, mended_cells(printed))[AVERAGE].chance
    as_printed = average_with(printed, ())
    nothing = (math.nan, math.nan)
    lines = {
        "as printed": (0, as_printed, as_printed, *nothing),
        "print: a perfect fold has at least 1/C": (len(CELLS), least, math.nan, *nothing),
        "print and class counts": (
            *(len(CELLS), float(counted.low), float(counted.high)),
            *nothing,
        ),
    }
    for name, keys in (
        ("re-run of the impossible cells", CELLS),
        ("re-run of the 8 matched data sets", all_of(MATCHED)),
        ("re-run of the 12 public data sets", all_of(PUBLIC)),
    ):
        value = average_with(printed, keys)
        lines[name] = (len(keys), value, value, *own_average(printed, keys))
    columns = ["cells", "least", "most", "these, printed", "these, ours"]
    return pd.DataFrame.from_dict(lines, orient="index", columns=columns)


def average_with(printed: Mapping[str, str], keys: Iterable[Key]) -> float:
    """Average the chance of the 75 cells, with our true one in some and print in the others."""
    ours = rerun.summary()
    values = {key: float(cell.chance) for key, cell in appendix(printed).items()}
    values |= {key: ours[key]["true-chance"] for key in keys}
    return sum(values.values()) / len(values)


def own_average(printed: Mapping[str, str], keys: Iterable[Key]) -> tuple[float, float]:
    """Average the chance of some cells alone: printed, and ours, the true one."""
    cells, ours = appendix(printed), rerun.summary()
    pairs = [(float(cells[key].chance), ours[key]["true-chance"]) for key in keys]
    theirs, true = np.mean(pairs, axis=0)
    return float(theirs), float(true)


def all_of(datasets: Iterable[str]) -> tuple[Key, ...]:
    """Return the cells of some data sets, all five classifiers."""
    return tuple((dataset, classifier) for dataset in datasets for classifier in CLASSIFIERS)
