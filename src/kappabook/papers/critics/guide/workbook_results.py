"""The workbook's own results: where measures prefer different classifiers, and whether firmly."""

from __future__ import annotations

from functools import cache
from itertools import product

import pandas as pd

from kappabook.datasheet import results_file
from kappabook.metrics.intervals import corrected_resampled_t_test
from kappabook.papers.critics.guide.measures import NAMES
from kappabook.study import StudyResults
from kappabook.study.power import CONTRASTS, practical_tests

LEVEL = 0.95
# Scores are fractions of whole numbers; smaller differences are none.
ROUNDING = 1e-9
# The splits of the German credits: 286 test cases, 500 training cases.
SPLIT_RATIO = 286 / 500
NETS = ("net-converged", "net-stopped", "net-decay")


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


# --- German credits ---------------------------------------------------------------------------


@cache
def thousand_splits() -> pd.DataFrame:
    """Linear regression against three nets over a thousand splits, by the resampled t-test.

    Returns
    -------
    DataFrame
        Index ``net, measure``; mean difference (linear minus net), p_value, ``detectable``, the
        true difference that this test finds four times in five, and the share of splits in which
        the linear model is ahead.
    """
    table = pd.read_csv(results_file("german-credit-splits.csv"))
    table = table[table["variant"] == "numeric-786"]
    names = {
        "auc": "AUC",
        "auk_bad": "AUK, bad positive",
        "auk_good": "AUK, good positive",
        "h": "H-measure",
        "best_kappa": "largest kappa",
    }
    wide = table.pivot(index="split", columns="model", values=list(names))
    rows = {}
    for net, column in product(NETS, names):
        d = (wide[column]["linear"] - wide[column][net]).to_numpy(float)
        test = corrected_resampled_t_test(d, test_train_ratio=SPLIT_RATIO)
        ahead = float((d > 0).mean() + (d == 0).mean() / 2)
        rows[net, names[column]] = (
            test.estimate,
            test.p_value(),
            test.detectable_difference(),
            ahead,
        )
    index = pd.MultiIndex.from_tuples(rows, names=["net", "measure"])
    columns = ["difference", "p_value", "detectable", "linear ahead"]
    return pd.DataFrame(rows.values(), index, columns)
