"""The chance agreement in our run: the impossible cells, and the average of all 75.

Where the run cannot speak, since the data are private or their preparation is lost, print is kept;
each number says of how many cells that is so.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

import numpy as np
import pandas as pd

from kappabook.papers.bendavid2007.chance.impossible import IMPOSSIBLE, least_average, true_classes
from kappabook.papers.bendavid2007.chance.imputed import imputed_cells, mean_chance
from kappabook.papers.bendavid2007.printed.keys import PUBLIC
from kappabook.papers.bendavid2007.printed.tables import Key, appendix, keys
from kappabook.papers.bendavid2007.rerun.cells import summary
from kappabook.study.published import MATCHED


def impossible_cells(printed: Mapping[str, str]) -> pd.DataFrame:
    """Set the six impossible chances beside what they must be, and what they are in our run.

    Returns
    -------
    DataFrame
        Index data set, classifier: ``printed`` and ``half-width``; ``ours, solved`` and its
        half-width, solved from accuracy and kappa with 0 for a perfect fold; ``least`` and
        ``most`` of the true chance, from print and class counts; ``ours, true``.
    """
    cells, ours, rows = appendix(printed), summary(), {}
    for key, imputed in imputed_cells(printed).items():
        rows[key] = (
            *(float(text) for text in (cells[key].chance, cells[key].chance_ci)),
            *(ours[key]["chance"], ours[key]["chance-ci"]),
            *(float(imputed.chance.low), float(imputed.chance.high)),
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
    least = float(least_average(cells, true_classes(printed)))
    counted = mean_chance(printed, keys())
    as_printed = average_with(printed, ())
    nothing = (math.nan, math.nan)
    lines = {
        "as printed": (0, as_printed, as_printed, *nothing),
        "print: a perfect fold has at least 1/C": (len(IMPOSSIBLE), least, math.nan, *nothing),
        "print and class counts": (
            *(len(IMPOSSIBLE), float(counted.low), float(counted.high)),
            *nothing,
        ),
    }
    for name, chosen in (
        ("re-run of the impossible cells", IMPOSSIBLE),
        (f"re-run of the {len(MATCHED)} matched data sets", keys(MATCHED)),
        ("re-run of the 12 public data sets", keys(PUBLIC)),
    ):
        value = average_with(printed, chosen)
        lines[name] = (len(chosen), value, value, *own_average(printed, chosen))
    columns = ["cells", "least", "most", "these, printed", "these, ours"]
    return pd.DataFrame.from_dict(lines, orient="index", columns=columns)


def average_with(printed: Mapping[str, str], chosen: Iterable[Key]) -> float:
    """Average the chance of the 75 cells, with our true one in some and print in the others."""
    ours = summary()
    values = {key: float(cell.chance) for key, cell in appendix(printed).items()}
    values |= {key: ours[key]["true-chance"] for key in chosen}
    return sum(values.values()) / len(values)


def own_average(printed: Mapping[str, str], chosen: Iterable[Key]) -> tuple[float, float]:
    """Average the chance of some cells alone: printed, and ours, the true one."""
    cells, ours = appendix(printed), summary()
    theirs, true = np.mean(
        [(float(cells[k].chance), ours[k]["true-chance"]) for k in chosen], axis=0
    )
    return float(theirs), float(true)
