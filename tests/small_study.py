"""A small study by scikit-learn, as the table of folds that StudyResults reads."""

from __future__ import annotations

import numpy as np
import pandas as pd
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from kappabook.study import StudyResults

MODELS = {
    "tree": DecisionTreeClassifier(max_depth=3, random_state=0),
    "bayes": GaussianNB(),
    "logistic": LogisticRegression(max_iter=200),
    "neighbours": KNeighborsClassifier(5),
}
HEAD = {"engine": "sklearn", "engine_version": "1"}
KEY = ["dataset", "classifier", "engine", "engine_version", "repeat", "fold"]


def counted(rows):
    """Count the rows (dicts of one prediction each) into a table of folds.

    A column ``classes``, which StudyResults leaves out, names those of the data set.
    """
    frame, folds = pd.DataFrame(rows), []
    for _, part in frame.groupby("dataset", sort=False):
        present = {*part["actual"], *part["predicted"]}
        names = sorted(present, key=lambda name: (len(name), name))
        for key, fold in part.groupby(KEY, sort=False):
            pairs = list(zip(fold["actual"], fold["predicted"], strict=True))
            cells = ";".join(" ".join(str(pairs.count((a, p))) for p in names) for a in names)
            folds.append((*key, cells, " ".join(names)))
    return pd.DataFrame(folds, columns=[*KEY, "cells", "classes"])


def whole(table):
    """Make results of such a table, or of a part of one."""
    named = dict(zip(table["dataset"], table["classes"].str.split(" "), strict=True))
    return StudyResults(table, named)


def study(n_datasets=3, models=tuple(MODELS), repeats=1, folds=5, n=150):
    rows = []
    for d in range(n_datasets):
        X, y = make_classification(
            n, 6, n_informative=4, n_classes=3, weights=[0.6, 0.25], flip_y=0.2, random_state=d
        )
        for repeat in range(1, repeats + 1):
            split = StratifiedKFold(folds, shuffle=True, random_state=repeat).split(X, y)
            for fold, (train, test) in enumerate(split, 1):
                for model in models:
                    guess = MODELS[model].fit(X[train], y[train]).predict(X[test])
                    key = {"dataset": f"made-{d}", "classifier": model, **HEAD}
                    key |= {"repeat": repeat, "fold": fold}
                    pairs = zip(y[test], guess, strict=True)
                    rows += [{**key, "actual": f"c{a}", "predicted": f"c{p}"} for a, p in pairs]
    return counted(rows)


def study_of(predictions, truth, folds, dataset="own"):
    """Folds of given predictions by classifier, with the true classes and the folds."""
    rows = [
        {**HEAD, "dataset": dataset, "classifier": name, "repeat": 1, "fold": int(f)}
        | {"actual": str(a), "predicted": str(p)}
        for name, guess in predictions.items()
        for a, p, f in zip(truth, guess, np.asarray(folds), strict=True)
    ]
    return counted(rows)
