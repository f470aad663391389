"""The workbook's own results: where measures prefer different classifiers, and whether firmly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations, product
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.stats import rankdata

from kappabook.datasheet import results_file
from kappabook.metrics import ConfusionMatrix, auk_score, cohen_kappa_score
from kappabook.metrics.h_measure import h_measure
from kappabook.metrics.inference import compare_scores, corrected_resampled_t_test
from kappabook.metrics.roc import auc_score
from kappabook.papers.critics.guide.measures import NAMES, OF_ANY_CLASSES, of_decisions
from kappabook.study import Results

LEVEL = 0.05
# Scores are fractions of whole numbers; smaller differences are none.
ROUNDING = 1e-12
# Folds of one to nine, and the splits of the German credits.
FOLD_RATIO, SPLIT_RATIO = 1 / 9, 286 / 500
NETS = ("net-converged", "net-stopped", "net-decay")


# --- fifteen, less the private three: twelve data sets ----------------------------------------


@cache
def folds() -> pd.DataFrame:
    """Measures of every fold of the 2007 study under WEKA.

    Returns
    -------
    DataFrame
        Index ``dataset, classifier, fold``; one column per measure of any number of classes.
    """
    results = Results.read(results_file("study-weka.csv"))
    keys = ["dataset", "classifier", "fold"]
    rows = {}
    for (dataset, classifier, fold), cells in results.counts.groupby(keys, sort=False):
        classes = pd.Index(results.classes[str(dataset)])
        counts = np.zeros((len(classes), len(classes)), dtype=np.int64)
        places = (classes.get_indexer(pd.Index(cells[side])) for side in ("actual", "predicted"))
        np.add.at(counts, tuple(places), cells["count"].to_numpy())
        rows[dataset, classifier, fold] = of_decisions(ConfusionMatrix(counts))
    return pd.DataFrame.from_dict(rows, orient="index")[list(OF_ANY_CLASSES)].rename_axis(keys)


@cache
def pairs() -> pd.DataFrame:
    """Every pair of classifiers on every data set, by every measure.

    Returns
    -------
    DataFrame
        Columns dataset, a, b, measure, difference (mean of ten folds, a minus b) and p_value of
        the corrected resampled t-test (Nadeau and Bengio), not adjusted for the many tests.
    """
    rows = []
    for dataset, part in folds().groupby(level="dataset", sort=False):
        wide = part.droplevel("dataset").unstack("classifier")
        for a, b in combinations(part.index.unique("classifier"), 2):
            for measure in OF_ANY_CLASSES:
                d = (wide[measure][a] - wide[measure][b]).to_numpy()
                mean, p_value = float(d.mean()), 1.0 if abs(d).max() < ROUNDING else 0.0
                if np.ptp(d) >= ROUNDING:  # without variance there is no test
                    test = corrected_resampled_t_test(
                        d, test_train_ratio=FOLD_RATIO, nan_policy="omit"
                    )
                    mean, p_value = test.mean, test.p_value
                mean = 0.0 if abs(mean) < ROUNDING else mean
                rows.append((dataset, a, b, measure, mean, p_value))
    return pd.DataFrame(rows, columns=["dataset", "a", "b", "measure", "difference", "p_value"])


@cache
def disagreements() -> pd.DataFrame:
    """Count, for each two measures, the pairs of classifiers they order differently.

    Returns
    -------
    DataFrame, one row per two measures
        ``pairs``; ``opposite``: with means of opposite sign; of these ``first alone`` and
        ``second alone`` significant at 5 %, and ``both``, each for its own classifier.
    """
    wide = pairs().set_index(["dataset", "a", "b", "measure"]).unstack("measure")
    difference, p_value = wide["difference"], wide["p_value"]
    rows = {}
    for one, other in combinations(OF_ANY_CLASSES, 2):
        opposite = difference[one] * difference[other] < 0
        sure = p_value[one] < LEVEL, p_value[other] < LEVEL
        rows[f"{NAMES[one]} / {NAMES[other]}"] = {
            "pairs": len(wide),
            "opposite": int(opposite.sum()),
            "first alone": int((opposite & sure[0] & ~sure[1]).sum()),
            "second alone": int((opposite & ~sure[0] & sure[1]).sum()),
            "both": int((opposite & sure[0] & sure[1]).sum()),
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("two measures")


# --- German credits ---------------------------------------------------------------------------


@cache
def one_split(n_resamples: int = 500) -> pd.DataFrame:
    """Linear regression against the net on the split that is shown, by the paired bootstrap.

    Areas of the scores with either class positive, and decisions under one rule for both models:
    refuse the 27 credits of 286 that score lowest, as many as the share of bad ones among the
    training cases says. At equal prevalence and equal refusals all measures of decisions rise
    with the hits, so one of them speaks for all.

    Returns
    -------
    DataFrame, one row per measure
        linear, net, difference, low, high (95 %), p_value.
    """
    shown = pd.read_csv(results_file("german-credit-split.csv"))
    test, training = (shown[shown["role"] == role] for role in ("test", "train"))
    bad = (test["class"] == "bad").to_numpy().astype(int)
    refused = round((training["class"] == "bad").mean() * len(test))
    scores = [-test[model].to_numpy() for model in ("linear", "net")]
    calls = [(rankdata(-s, method="ordinal") <= refused).astype(int) for s in scores]

    def good_auk(y: NDArray[np.int64], score: NDArray[np.float64]) -> float:
        return auk_score(1 - y, -score)

    tried: dict[str, tuple[Callable[..., float], Sequence[NDArray[Any]]]] = {
        "AUC": (auc_score, scores),
        "AUK, bad positive": (auk_score, scores),
        "AUK, good positive": (good_auk, scores),
        "H-measure": (h_measure, scores),
        "kappa, 27 refused": (cohen_kappa_score, calls),
    }
    columns = ["linear", "net", "difference", "low", "high", "p_value"]
    rows = {}
    for name, (metric, (a, b)) in tried.items():
        found = compare_scores(metric, bad, a, b, n_resamples=n_resamples, random_state=0)
        both, reach = (found.estimate_a, found.estimate_b), (found.low, found.high)
        rows[name] = (*both, found.difference, *reach, found.p_value)
    table = pd.DataFrame.from_dict(rows, orient="index", columns=columns)
    return table.rename_axis("measure")


@cache
def thousand_splits() -> pd.DataFrame:
    """Linear regression against three nets over a thousand splits, by the resampled t-test.

    Returns
    -------
    DataFrame
        Index ``net, measure``; mean difference (linear minus net), p_value, and the share of
        splits in which the linear model is ahead.
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
        rows[net, names[column]] = (test.mean, test.p_value, ahead)
    index = pd.MultiIndex.from_tuples(rows, names=["net", "measure"])
    return pd.DataFrame(rows.values(), index, ["difference", "p_value", "linear ahead"])
