"""The workbook's own results: where measures prefer different classifiers, and whether firmly."""

from __future__ import annotations

from functools import cache

import pandas as pd

from kappabook.datasheet import results_file
from kappabook.papers.critics.guide.measures import NAMES
from kappabook.study import StudyResults
from kappabook.study.power import CONTRASTS, practical_tests

LEVEL = 0.95
# Scores are fractions of whole numbers; smaller differences are none.
ROUNDING = 1e-9


# --- fifteen, less the private three: twelve data sets ----------------------------------------


@cache
def pairs() -> pd.DataFrame:
    """Ask of every pair of classifiers under WEKA, in ten times ten folds, whether it differs.

    Returns
    -------
    DataFrame
        :func:`kappabook.study.power.practical_tests`, in errors per hundred cases.
    """
    return practical_tests(StudyResults.read(results_file("power-weka.csv")), level=LEVEL)


@cache
def disagreements() -> pd.DataFrame:
    """Count, for each two measures, the pairs of classifiers on which they part.

    Returns
    -------
    DataFrame, one row per two measures
        ``pairs``; ``opposite``: with means of opposite sign; of these ``both sure``, each with
        95 % of its own classifier by more than one error per hundred; and whether the two
        measures say the same of the pair: ``alike`` up to one error per hundred, ``part`` by
        more, or ``open``, and ``detectable``, the median difference between the measures that
        these folds find four times in five.
    """
    wide = pairs().unstack("measure")
    difference, above, below = (wide[name] for name in ("difference", "above", "below"))
    decision = wide["decision"]
    rows = {}
    for name, (second, first) in CONTRASTS.items():
        opposite = difference[first] * difference[second] < -ROUNDING
        either = ((above[first], below[second]), (below[first], above[second]))
        sure = sum(((one >= LEVEL) & (other >= LEVEL)).sum() for one, other in either)
        counts = decision[name].value_counts()
        rows[f"{NAMES[first]} / {NAMES[second]}"] = {
            **{"pairs": len(wide), "opposite": int(opposite.sum()), "both sure": int(sure)},
            **{"alike": counts.get("alike", 0), "part": counts.get("differ", 0)},
            **{"open": counts.get("open", 0), "detectable": wide["detectable"][name].median()},
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("two measures")
