"""The 2007 cells in WEKA 3.6.14: what is stored, one data set done again, and bad input."""

import os
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
from scipy.stats import t as student
from support import ROOT, need_data

from kappabook.papers.bendavid2007 import rerun
from kappabook.papers.bendavid2007.definitions import CLASSIFIERS, PUBLIC, TABLES, read

SCRIPT = ROOT / "experiments/weka_3_6_14.py"
RESULT = ROOT / "data/results/study-weka-3.6.14.csv"
DEB = ROOT / "build/weka-3.6.14/weka_3.6.14-3_all.deb"
PRINTED = read()
COLUMNS = ("accuracy", "kappa", "chance")


@pytest.fixture(scope="module")
def folds():
    """Accuracy, kappa and the paper's chance of each fold, by plain sums over the stored cells."""
    table = pd.read_csv(RESULT).set_index(["dataset", "classifier"])
    found = {}
    for key, group in table.groupby(level=[0, 1], sort=False):
        shares = [np.array([row.split() for row in text.split(";")], float) for text in group.cells]
        rows = []
        for cells in (s / s.sum() for s in shares):
            accuracy, chance = np.trace(cells), cells.sum(0) @ cells.sum(1)
            kappa = (accuracy - chance) / (1 - chance)
            rows.append((accuracy, kappa, 0 if np.isclose(kappa, 1) else chance))
        found[key] = np.array(rows)
    return found


def agreeing(folds, key):
    """Which of the six printed numbers of a cell the folds give."""
    values = folds[key]
    half = student.ppf(0.975, 9) * values.std(axis=0, ddof=1) / np.sqrt(10)
    ours = dict(zip(COLUMNS, values.mean(axis=0), strict=True))
    ours |= {f"{name}-ci": width for name, width in zip(COLUMNS, half, strict=True)}
    dataset, classifier = key
    printed = {name: PRINTED[f"{TABLES[classifier]}.{dataset}.{name}"] for name in ours}
    return {name for name, text in printed.items() if abs(ours[name] - float(text)) < 5.0001e-5}


def test_36_of_sixty_and_34_of_them_also_in_3_9_7(folds):
    """All six numbers agree wherever accuracy and kappa do."""
    keys = [(dataset, classifier) for dataset in PUBLIC for classifier in CLASSIFIERS]
    exact = {key for key in keys if {"accuracy", "kappa"} <= agreeing(folds, key)}
    assert {key for key in keys if len(agreeing(folds, key)) == 6} == exact
    here = rerun.exact_cells(PRINTED)
    assert exact - {key for key, equal in here.items() if equal} == {
        ("balance-scale", "Logistic"),
        ("credit-approval", "Logistic"),
    }
    older = rerun.exact_cells(PRINTED, engine=rerun.OLDER)
    assert {key for key, equal in older.items() if equal} == exact
    assert rerun.by_version(PRINTED).to_numpy().tolist() == [[len(exact), 35], [34, 33]]
    assert len(exact) == 36


@pytest.mark.slow
@pytest.mark.skipif(not DEB.is_file(), reason=f"no {DEB.name}: python experiments/weka_3_6_14.py")
def test_a_data_set_done_again_is_the_same(tmp_path):
    """Balance Scale, which is generated: it needs the jar and no data."""
    pytest.importorskip("jpype", reason='WEKA is not installed: pip install ".[weka]"')
    need_data("balance-scale")
    done = subprocess.run(  # one process has one WEKA, and this one may have the other
        [sys.executable, SCRIPT, "--datasets", "balance-scale", "--into", tmp_path],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")
    again = (tmp_path / RESULT.name).read_text().splitlines()
    stored = [line for line in RESULT.read_text().splitlines() if line.startswith("balance-scale,")]
    assert again[1:] == stored
