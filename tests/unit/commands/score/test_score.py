"""`kappabook score` as its users meet it: its numbers against the library, scikit-learn and theory.

Bad input is in test_score_files.py, files larger than memory in test_score_large.py.
"""

import csv
import json
from unittest.mock import ANY

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binomtest, sem, t
from sklearn.metrics import (
    accuracy_score,
    brier_score_loss,
    log_loss,
    matthews_corrcoef,
    precision_recall_fscore_support,
    roc_auc_score,
)

import kappabook
from kappabook import (
    ConfusionMatrix,
    auc_interval,
    auk_score,
    bootstrap_interval,
    cohen_kappa_score,
    compare_kappas,
    delong_test,
    kappa_interval,
    kappa_optimal_threshold,
    per_class_kappa_score,
)
from kappabook.cli import main
from kappabook.commands.score.matrix import Counted, rest_pulls, table_pulls
from kappabook.commands.score.pulls import pulls_on_auc, pulls_on_auk, pulls_on_h
from kappabook.commands.score.rates import of_groups, products, rate_pulls
from kappabook.metrics.hand import h_measure
from kappabook.metrics.intervals.dirichlet import SEED

pytestmark = pytest.mark.usefixtures("few_draws")

CONTRACT = {
    *("n", "accuracy", "chance_agreement", "kappa", "kappa_interval", "per_class", "mcc", "auc"),
    *("auc_interval", "auk", "auk_interval", "auk_rule", "h", "prevalence", "positive"),
    *("threshold", "labels", "confusion", "rows"),
}


@pytest.fixture
def score(capsys):
    """Run the command; its JSON, or its text."""

    def run(*arguments, text=False):
        assert main(["score", *map(str, arguments), *([] if text else ["--json"])]) == 0
        said = capsys.readouterr()
        assert not said.err
        return said.out if text else json.loads(said.out, parse_constant=pytest.fail)

    return run


def table_file(folder, columns, name="scores.csv"):
    path = folder / name
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        writer.writerow(columns)
        writer.writerows(zip(*columns.values(), strict=True))
    return path


@pytest.fixture(scope="module")
def binary():
    """Truth, scores with ties, predictions, a second score, weights, groups: 240 cases."""
    rng = np.random.default_rng(7)
    y = (rng.random(240) < 0.3).astype(int)
    s = np.round(1 / (1 + np.exp(-(1.5 * y - 1 + rng.normal(size=240)))), 2)
    other = np.round(1 / (1 + np.exp(-(0.5 * y + rng.normal(size=240)))), 2)
    return {
        "y_true": y,
        "y_score": s,
        "y_pred": (s > 0.4).astype(int),
        "other": other,
        "w": rng.integers(1, 5, 240) / 2,
        "g": np.arange(240) // 3,
    }


def columns(binary, *names):
    return {name: binary[name] for name in names}


def test_one_classifier_with_predictions_and_scores(score, tmp_path, binary):
    y, s, p = binary["y_true"], binary["y_score"], binary["y_pred"]
    path = table_file(tmp_path, columns(binary, "y_true", "y_pred", "y_score"))
    assert score(path)["h"] is None  # unless asked for
    found = score(path, "--h")
    assert set(found) >= CONTRACT
    matrix = ConfusionMatrix.from_predictions(y, p)
    assert found["n"] == 240
    assert found["rows"] == {"read": 240, "used": 240, "set_aside": 0, "reasons": {}}
    assert found["confusion"] == matrix.cells.tolist()
    assert found["labels"] == ["0", "1"]
    assert found["accuracy"] == pytest.approx(accuracy_score(y, p))
    assert found["chance_agreement"] == pytest.approx(matrix.chance_agreement)
    assert found["kappa"] == pytest.approx(cohen_kappa_score(y, p))
    assert found["mcc"] == pytest.approx(matthews_corrcoef(y, p))
    assert found["auc"] == pytest.approx(roc_auc_score(y, s))
    assert found["auk"] == pytest.approx(auk_score(y, s))
    assert found["h"] == pytest.approx(h_measure(y, s))
    assert found["auk_rule"] == "segment"
    assert (found["positive"], found["prevalence"]) == ("1", pytest.approx(y.mean()))
    assert found["threshold"] is None
    assert found["threshold_from"] == "predictions as given"
    assert found["kappa_interval"] == [kappa_interval(matrix).low, kappa_interval(matrix).high]
    auc = auc_interval(y, s)
    assert found["auc_interval"] == pytest.approx([auc.low, auc.high])
    auk = bootstrap_interval(auk_score, y, s, n_resamples=200, random_state=SEED)
    assert found["auk_interval"] == pytest.approx([auk.low, auk.high])
    for name in ("accuracy", "chance_agreement", "mcc", "auk", "h"):
        low, high = found[f"{name}_interval"]
        assert low < found[name] < high
    best = kappa_optimal_threshold(y, s)
    assert found["best_threshold"] == pytest.approx(
        {"threshold": best.threshold, "kappa": best.kappa}
    )
    assert found["brier"] == pytest.approx(brier_score_loss(y, s))
    assert found["log_loss"] == pytest.approx(log_loss(y, s))
    spread = np.std((s - y) ** 2, ddof=1) / np.sqrt(240)
    assert found["brier_interval"] == pytest.approx(
        [found["brier"] - 1.959964 * spread, found["brier"] + 1.959964 * spread]
    )


def test_scores_alone_are_cut_at_a_stated_threshold(score, tmp_path, binary):
    y, s = binary["y_true"], binary["y_score"]
    path = table_file(tmp_path, columns(binary, "y_true", "y_score"))
    found = score(path)
    assert found["threshold"] == 0.5
    assert found["threshold_from"] == "default threshold for probabilities"
    assert found["kappa"] == pytest.approx(cohen_kappa_score(y, s >= 0.5))
    assert not [note for note in found["notes"] if "the threshold 0.5:" in note]
    for cut, words in (("50", "No score reaches the threshold 50"), ("-1", "Every score reaches")):
        assert words in " ".join(score(path, "--threshold", cut)["notes"])
    found = score(path, "--threshold", "0.37")
    assert (found["threshold"], found["threshold_from"]) == (0.37, "threshold of --threshold")
    # A score equal to the threshold is positive.
    assert 0.37 in s
    assert found["kappa"] == pytest.approx(cohen_kappa_score(y, s >= 0.37))
    assert "threshold 0.37: threshold of --threshold" in score(
        path, "--threshold", ".37", text=True
    )


def test_the_other_class_may_be_positive(score, tmp_path, binary):
    y, s = binary["y_true"], 1 - binary["y_score"]
    path = table_file(tmp_path, {"y_true": y, "y_score": s})
    found = score(path, "--positive", "0")
    assert found["auk"] == pytest.approx(auk_score(y, s, pos_label=0))
    assert found["prevalence"] == pytest.approx(1 - y.mean())
    assert found["kappa"] == pytest.approx(cohen_kappa_score(y == 0, s >= 0.5))


def test_three_classes(score, tmp_path):
    rng = np.random.default_rng(0)
    y = rng.choice(["cat", "dog", "fox"], 90)
    p = np.where(rng.random(90) < 0.7, y, rng.choice(["cat", "dog", "fox"], 90))
    found = score(table_file(tmp_path, {"y_true": y, "y_pred": p}))
    alone = per_class_kappa_score(y, p)
    assert list(found["per_class"].values()) == pytest.approx(alone.tolist())
    for label, (low, high) in found["per_class_interval"].items():
        assert low < found["per_class"][label] < high
    assert found["auc"] is found["auk"] is found["h"] is found["auk_rule"] is None
    assert found["reasons"]["auk"] == "there are no scores"
    table = ConfusionMatrix.from_predictions(y == "dog", p == "dog")
    assert found["per_class_interval"]["dog"] == pytest.approx(
        (kappa_interval(table).low, kappa_interval(table).high)
    )
    scored = table_file(tmp_path, {"y_true": y, "y_pred": p, "y_score": rng.random(90)})
    assert "two classes, and there are 3" in " ".join(score(scored)["notes"])
    assert "two classes, and there are 3" in score(scored, "--score", "y_score")["reasons"]["auc"]


@pytest.mark.parametrize("weighted", [False, True])
def test_precision_recall_and_f1_are_scikit_learns(score, tmp_path, weighted):
    rng = np.random.default_rng(4)
    y = rng.choice(["cat", "dog", "fox"], 120, p=[0.6, 0.3, 0.1])
    p = np.where(rng.random(120) < 0.7, y, rng.choice(["cat", "dog", "fox"], 120))
    w = rng.integers(1, 4, 120) / 2
    path = table_file(tmp_path, {"y_true": y, "y_pred": p, "w": w})
    found = score(path, *(["--weight", "w"] if weighted else []))
    options = {"sample_weight": w if weighted else None}
    each = precision_recall_fscore_support(y, p, **options)
    for i, label in enumerate(("cat", "dog", "fox")):
        one = found["classes"][label]
        for name, values in zip(("precision", "recall", "f1", "support"), each, strict=True):
            assert one[name] == pytest.approx(values[i])
        for name in ("precision", "recall", "f1"):
            low, high = one[f"{name}_interval"]
            assert low < one[name] < high
    means = precision_recall_fscore_support(y, p, average="macro", **options)
    for name, value in zip(("precision", "recall", "f1"), means, strict=False):
        assert found["macro"][name] == pytest.approx(value)
        low, high = found["macro"][f"{name}_interval"]
        assert low < value < high
    if not weighted:
        wilson = binomtest(int(((y == "cat") & (p == "cat")).sum()), int((y == "cat").sum()))
        ends = wilson.proportion_ci(method="wilson")
        assert found["classes"]["cat"]["recall_interval"] == pytest.approx(list(ends), abs=1e-6)


def test_the_rates_of_a_test_of_two_classes(score, tmp_path):
    path = table_file(tmp_path, {"y_true": "iiiiiwwww", "y_pred": "iiiiwwwwi"})
    found = score(path, "--positive", "i")
    rates = [found[name] for name in ("sensitivity", "specificity", "ppv", "npv")]
    assert rates == [4 / 5, 3 / 4, 4 / 5, 3 / 4]
    assert found["sensitivity_interval"] == found["classes"]["i"]["recall_interval"]
    assert "sensitivity" not in score(path)  # no class is positive by itself


def test_a_class_that_is_never_predicted_has_no_precision(score, tmp_path):
    found = score(table_file(tmp_path, {"y_true": "aaabbb", "y_pred": "aaaaaa"}))
    assert found["classes"]["b"]["precision"] is found["macro"]["precision"] is None
    assert (found["classes"]["b"]["recall"], found["classes"]["b"]["f1"]) == (0, 0)
    found = score(tmp_path / "scores.csv", "--positive", "b")
    assert found["reasons"]["ppv"] == "'b' is never predicted (0/0)"


def test_ordered_labels_have_weighted_kappa(score, tmp_path):
    rng = np.random.default_rng(6)
    names = np.array(["low", "mid", "high", "top"])
    y = rng.integers(0, 3, 150)  # nothing is 'top'
    p, other = (np.clip(y + rng.integers(-1, 2, 150), 0, 2) for _ in range(2))
    columns = {"y_true": names[y], "y_pred": names[p], "other": names[other]}
    path = table_file(tmp_path, columns)
    ordered = ["--ordered", "low,mid,high,top"]
    found = score(path, *ordered)
    assert found["labels"] == names.tolist()
    assert found["weighted_kappa"] == pytest.approx(cohen_kappa_score(y, p, weights="quadratic"))
    inside = kappa_interval(y, p, weights="quadratic", labels=[0, 1, 2, 3])
    assert found["weighted_kappa_interval"] == pytest.approx([inside.low, inside.high])
    assert found["kappa"] == pytest.approx(cohen_kappa_score(y, p))
    linear = score(path, *ordered, "--weights", "linear")
    assert linear["weighted_kappa"] == pytest.approx(cohen_kappa_score(y, p, weights="linear"))
    pairs = score(path, *ordered, "--prediction", "y_pred,other")["comparisons"]
    (pair,) = (one for one in pairs if one["measure"] == "weighted_kappa")
    same = compare_kappas(y, p, other, weights="quadratic", labels=[0, 1, 2, 3])
    assert [pair["low"], pair["high"]] == pytest.approx([same.low, same.high])


@pytest.mark.parametrize("names", ["cat,dog,fox", "p_cat,p_dog,p_fox"])
def test_a_column_of_probabilities_for_each_class(score, tmp_path, names):
    rng = np.random.default_rng(8)
    classes, columns = np.array(["cat", "dog", "fox"]), names.split(",")
    p = rng.dirichlet([2, 1, 1], 90)
    y = classes[[rng.choice(3, p=q) for q in p]]
    shuffled = [1, 2, 0]
    table = {"y_true": y} | {columns[i]: p[:, i] for i in shuffled}
    asked = ["--probabilities", ",".join(columns[i] for i in shuffled)]
    found = score(table_file(tmp_path, table), *asked)
    assert found["accuracy"] == pytest.approx((classes[p.argmax(axis=1)] == y).mean())
    assert found["log_loss"] == pytest.approx(log_loss(y, p))
    assert found["brier"] == pytest.approx(((p - (y[:, None] == classes)) ** 2).sum(axis=1).mean())
    assert found["macro"]["auc"] == pytest.approx(roc_auc_score(y, p, multi_class="ovr"))
    dog = auc_interval(y == "dog", p[:, 1])
    assert found["classes"]["dog"]["auc"] == pytest.approx(dog.estimate)
    assert found["classes"]["dog"]["auc_interval"] == pytest.approx([dog.low, dog.high])
    low, high = found["macro"]["auc_interval"]
    assert low < found["macro"]["auc"] < high
    in_python = kappabook.score(y_true=y, y_score=p).data
    assert in_python["macro"]["auc"] == pytest.approx(found["macro"]["auc"])


def test_a_column_of_probabilities_for_each_of_two_classes_is_that_of_the_positive_one(binary):
    y, s = binary["y_true"], binary["y_score"]
    both = kappabook.score(y_true=y, y_score=np.column_stack([1 - s, s]), h=True).data
    one = kappabook.score(y_true=y, y_score=s, h=True).data
    for name in ("auc", "auk", "h", "brier", "log_loss"):
        assert both[name] == pytest.approx(one[name])
        assert both[f"{name}_interval"] == pytest.approx(one[f"{name}_interval"])
    other = kappabook.score(y_true=y, y_score=np.column_stack([1 - s, s]), positive=0).data
    assert other["auk"] == pytest.approx(auk_score(y, 1 - s, pos_label=0))
    words = np.where(y == 1, "yes", "no")
    unknown = kappabook.score(y_true=words, y_score=np.column_stack([1 - s, s])).data
    assert unknown["reasons"]["auc"] == "no positive class is known"
    assert unknown["macro"]["auc"] == pytest.approx(one["auc"])


def test_level_and_method_reach_every_interval(score, tmp_path, binary):
    y, s, p = binary["y_true"], binary["y_score"], binary["y_pred"]
    path = table_file(tmp_path, columns(binary, "y_true", "y_pred", "y_score"))
    narrow = score(path, "--confidence-level", ".5", "--h")
    wide = score(path, "--h")
    ends = [name for name in wide if name.endswith("_interval") and isinstance(wide[name], list)]
    assert len(ends) == 13
    for name in ends:
        assert wide[name][0] < narrow[name][0] < narrow[name][1] < wide[name][1]
    said = score(path, "--method", "kappa=fisher,auc=logit,auk=delta")
    found = kappa_interval(y, p, method="fisher")
    assert said["kappa_interval"] == pytest.approx([found.low, found.high])
    found = auc_interval(y, s, method="logit")
    assert said["auc_interval"] == pytest.approx([found.low, found.high])
    assert said["methods"]["auk"] == "delta"


def test_several_classifiers_are_compared_in_pairs(score, tmp_path, binary):
    y, a, b = binary["y_true"], binary["y_score"], binary["other"]
    path = table_file(tmp_path, columns(binary, "y_true", "y_score", "other"))
    found = score(path, "--score", "y_score,other", "--h")
    assert set(found) >= {"classifiers", "comparisons", "rows"}
    assert [one["name"] for one in found["classifiers"]] == ["y_score", "other"]
    assert all(set(one) >= CONTRACT - {"rows"} for one in found["classifiers"])
    pairs = {one["measure"]: one for one in found["comparisons"]}
    assert {(one["a"], one["b"]) for one in pairs.values()} == {("y_score", "other")}
    kappa = compare_kappas(y, a >= 0.5, b >= 0.5)
    assert pairs["kappa"]["difference"] == pytest.approx(kappa.difference)
    assert [pairs["kappa"][end] for end in ("low", "high")] == pytest.approx(
        [kappa.low, kappa.high]
    )
    delong = delong_test(y, a, b)
    assert [pairs["auc"][end] for end in ("difference", "low", "high")] == pytest.approx(
        [delong.difference, delong.low, delong.high]
    )
    for name in ("accuracy", "mcc", "auk", "h"):
        assert pairs[name]["low"] < pairs[name]["difference"] < pairs[name]["high"]
        values = [one[name] for one in found["classifiers"]]
        assert pairs[name]["difference"] == pytest.approx(values[0] - values[1])
    said = score(path, "--score", "y_score,other", text=True)
    assert "differences on the same cases" in said


def test_classifiers_are_compared_on_the_same_rows(score, tmp_path):
    path = table_file(
        tmp_path, {"y_true": "aabb" * 5, "one": ["a", "", "b", "b"] * 5, "two": "abab" * 5}
    )
    found = score(path, "--prediction", "one,two")
    assert [one["n"] for one in found["classifiers"]] == [15, 15]
    assert found["rows"]["reasons"] == {"no prediction in 'one'": 5}


def test_weights_weigh(score, tmp_path, binary):
    y, s, p, w = (binary[x] for x in ("y_true", "y_score", "y_pred", "w"))
    path = table_file(tmp_path, columns(binary, "y_true", "y_pred", "y_score", "w"))
    found = score(path, "--weight", "w", "--h")
    assert found["kappa"] == pytest.approx(cohen_kappa_score(y, p, sample_weight=w))
    assert found["auc"] == pytest.approx(roc_auc_score(y, s, sample_weight=w))
    assert found["auk"] == pytest.approx(auk_score(y, s, sample_weight=w))
    assert found["h"] == pytest.approx(h_measure(y, s, sample_weight=w))
    assert found["prevalence"] == pytest.approx(np.average(y, weights=w))
    doubled = table_file(tmp_path, {**columns(binary, "y_true", "y_pred", "y_score"), "w": 2 * w})
    again = score(doubled, "--weight", "w", "--h")
    for key in ("kappa_interval", "mcc_interval", "auc_interval", "auk_interval", "h_interval"):
        assert again[key] == pytest.approx(found[key], abs=1e-9)


def test_weights_that_leave_one_class_leave_no_ranking(score, tmp_path):
    columns = {"y_true": [1, 0, 0, 1], "y_score": [0.9, 0.2, 0.4, 0.3], "w": [1e20, 1, 1, 1]}
    path = table_file(tmp_path, {**columns, "y_pred": [1, 0, 0, 0]})
    found = score(path, "--weight", "w", "--score", "y_score")
    assert found["auc"] is None
    assert found["reasons"]["auc"] == "one class has all the weight"


def test_a_case_that_has_all_the_weight_of_its_class_leaves_the_area_without_interval(
    score, tmp_path, binary
):
    """The other positives weigh 1e-20, which rounding loses."""
    y, s = binary["y_true"], binary["y_score"]
    weight = np.where(y == 1, 1e-20, 1)
    weight[np.flatnonzero(y)[0]] = 60
    path = table_file(tmp_path, {"y_true": y, "y_score": s, "other": 1 - s, "w": weight})
    found = score(path, "--weight", "w", "--score", "y_score,other")
    for one, side in zip(found["classifiers"], (s, 1 - s), strict=True):
        assert one["auc"] == pytest.approx(roc_auc_score(y, side, sample_weight=weight))
        assert one["auc_interval"] is None
        assert "one case has all the weight of its class" in json.dumps(one)
    (pair,) = (one for one in found["comparisons"] if one["measure"] == "auc")
    assert (pair["low"], pair["reason"]) == (None, "one case has all the weight of its class")


def test_groups_make_the_intervals_of_repeated_cases_longer(score, tmp_path, binary):
    """Three copies of each case are one case: the interval must not shrink."""
    once = columns(binary, "y_true", "y_pred", "y_score")
    thrice = {name: np.repeat(column, 3) for name, column in once.items()}
    grouped = {**thrice, "patient": np.repeat(np.arange(240), 3)}
    wide = score(table_file(tmp_path, grouped), "--group", "patient", "--h")
    alone = score(
        table_file(tmp_path, {**once, "patient": range(240)}), "--group", "patient", "--h"
    )
    for name in ("accuracy", "kappa", "mcc", "auc", "auk", "h", "sensitivity", "brier"):
        assert wide[f"{name}_interval"] == pytest.approx(alone[f"{name}_interval"])
        assert wide["methods"][name].endswith("by group")
    narrow = score(table_file(tmp_path, thrice))
    assert np.ptp(narrow["kappa_interval"]) < np.ptp(wide["kappa_interval"]) / 1.5


def test_of_few_groups_the_interval_is_student_s_and_of_one_there_is_none(score, tmp_path):
    y, p = [1, 0] * 6, [1, 0, 1, 0, 1, 1, 0, 0, 1, 0, 0, 1]
    columns = {"y_true": y, "y_pred": p, "one": ["a"] * 12, "four": [*"aaabbbcccddd"]}
    path = table_file(tmp_path, columns)
    means = (np.array(y) == p).reshape(4, 3).mean(axis=1)
    found = score(path, "--group", "four")
    ends = t.interval(0.95, 3, means.mean(), sem(means))
    assert found["accuracy_interval"] == pytest.approx([ends[0], min(ends[1], 1)])
    assert found["kappa_interval"][0] < 0 < found["kappa"]
    # Of two classes each has the kappa of the table.
    assert found["per_class_interval"]["1"] == pytest.approx(found["kappa_interval"])
    assert score(path, "--group", "one")["accuracy_interval"] is None


# --- the pulls --------------------------------------------------------------------------------


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize(
    ("metric", "pulls"),
    [(auk_score, pulls_on_auk), (h_measure, pulls_on_h), (roc_auc_score, pulls_on_auc)],
)
def test_a_pull_is_the_derivative_along_the_weight_of_a_case(metric, pulls, ties):
    rng = np.random.default_rng(3)
    y = rng.random(80) < 0.25
    s = y + rng.normal(size=80)
    s, w = np.round(s) if ties else s, rng.random(80) + 0.5
    found = pulls((y, s, w))
    assert w @ found == pytest.approx(0, abs=1e-9)
    step = 1e-5
    for i in range(0, 80, 7):
        ends = []
        for side in (-step, step):
            moved = w.copy()
            moved[i] += side
            ends.append(metric(y, s, sample_weight=moved))
        assert (ends[1] - ends[0]) / (2 * step) * w.sum() == pytest.approx(found[i], abs=1e-6)


def test_the_pull_of_a_cell_is_the_derivative_along_its_weight():
    cells = np.array([[30.0, 4, 2], [5, 20, 6], [1, 3, 12]])
    matrix = ConfusionMatrix(cells)
    pulls = {**table_pulls(matrix, "linear"), "third": rest_pulls(matrix, 2)}
    y, p = (x.ravel() for x in np.indices((3, 3)))
    is_1, called_1 = y == 1, p == 1
    for name, parts in rate_pulls(matrix).items():
        of_true, of_called, of_both = (part[1] for part in parts)
        which = [is_1 & called_1, is_1, called_1]
        pulls[name] = np.select(which, [of_both, of_true, of_called])
    measures = {
        "accuracy": lambda w: accuracy_score(y, p, sample_weight=w),
        "chance_agreement": lambda w: ConfusionMatrix(w.reshape(3, 3)).chance_agreement,
        "kappa": lambda w: cohen_kappa_score(y, p, sample_weight=w),
        "mcc": lambda w: matthews_corrcoef(y, p, sample_weight=w),
        "weighted_kappa": lambda w: cohen_kappa_score(y, p, weights="linear", sample_weight=w),
        **{
            name: lambda w, i=i: precision_recall_fscore_support(
                y, p, sample_weight=w, labels=[1], average=None
            )[i][0]
            for i, name in enumerate(("precision", "recall", "f1"))
        },
        "third": lambda w: cohen_kappa_score(y == 2, p == 2, sample_weight=w),
    }
    for name, measure in measures.items():
        for i in range(9):
            moved = [cells.ravel() + side * (np.arange(9) == i) for side in (-1e-5, 1e-5)]
            slope = (measure(moved[1]) - measure(moved[0])) / 2e-5 * cells.sum()
            assert slope == pytest.approx(pulls[name].ravel()[i], abs=1e-6)


def test_products_of_pulls_from_cells_are_those_of_all_cases():
    """Where each case is a group of its own, summing over groups is summing over cases."""
    cells = np.array([[3, 1, 2], [2, 4, 1], [0, 2, 5]])
    cases = np.repeat(np.arange(9), cells.ravel())
    counted = Counted(ConfusionMatrix(cells), cells, 20, cases, None, np.arange(20))
    for pulls in rate_pulls(counted.confusion).values():
        each = np.array([of_groups(counted, i, pulls) for i in range(3)])
        assert products(cells, pulls) == pytest.approx(each @ each.T)


# --- a matrix, papers, pages ------------------------------------------------------------------


@pytest.mark.parametrize("totals", [False, True])
def test_a_printed_matrix(score, tmp_path, totals):
    text = "truth,ill,well\nill,40,10\nwell,20,30\n"
    if totals:
        text = "truth,ill,well,Total\nill,40,10,50\nwell,20,30,50\nTotal,60,40,100\n"
    path = tmp_path / "matrix.csv"
    path.write_text(text)
    found = score(path, "--matrix", "--positive", "ill")
    assert set(found) >= CONTRACT
    assert found["confusion"] == [[40, 10], [20, 30]]
    assert found["labels"] == ["ill", "well"]
    assert found["kappa"] == pytest.approx(0.4)
    assert (found["n"], found["prevalence"]) == (100, 0.5)
    assert found["rows"]["set_aside"] == totals


def test_a_class_may_be_called_total(score, tmp_path):
    path = tmp_path / "matrix.csv"
    path.write_text("truth,a,b,total\na,5,1,0\ntotal,0,2,4\nb,1,6,0\n")
    assert score(path, "--matrix")["confusion"] == [[5, 1, 0], [1, 6, 0], [0, 2, 4]]


def test_numbers_as_labels_may_be_grades(score, tmp_path):
    path = table_file(tmp_path, {"y_true": "123123", "y_pred": "122123"})
    said = [one["finding"] for one in score(path)["findings"]]
    assert any("--ordered 1,2,3:" in one for one in said)
    ordered = [one["finding"] for one in score(path, "--ordered", "1,2,3")["findings"]]
    assert not any("--ordered" in one for one in ordered)


def test_a_common_class_is_a_finding(score, tmp_path):
    y = [1] * 10 + [0] * 90
    found = score(table_file(tmp_path, {"y_true": y, "y_pred": [0] * 5 + [1] * 5 + [0] * 90}))
    said = " ".join(one["finding"] for one in found["findings"])
    assert all(one["does_not_say"] for one in found["findings"])
    assert "95 % of 100 cases are right" in said
    assert "90 % of the cases are '0'" in said


@pytest.mark.parametrize(("positive", "said"), [("ill", True), ("well", False)])
def test_scores_about_the_other_class_are_a_finding(score, tmp_path, positive, said):
    """Scores that are larger for 'well': with the other class positive they rank upside down."""
    y = ["ill", "well"] * 30
    scores = [0.3 + 0.4 * (label == "well") + 0.01 * (i % 25) for i, label in enumerate(y)]
    path = table_file(tmp_path, {"y_true": y, "y_pred": y, "y_score": scores})
    found = score(path, "--positive", positive)
    wrong_way = [one for one in found["findings"] if "the wrong way round" in one["finding"]]
    assert bool(wrong_way) == said == (found["auc"] < 0.5)


# --- from Python ----------------------------------------------------------------------------------


def test_arrays_and_frames_get_in_one_call_what_the_command_prints(score, tmp_path):
    rng = np.random.default_rng(5)
    y = np.array(["ill", "well"])[rng.integers(0, 2, 80)]
    scores = np.round(rng.normal(size=80) + (y == "ill"), 1)
    file = {
        "y_true": y,
        "y_pred": np.where(scores > 0.5, "ill", "well"),
        "y_score": scores,
        "sample_weight": rng.integers(1, 4, 80).astype(float),
        "group": rng.integers(0, 60, 80),
    }
    path = table_file(tmp_path, file)
    printed = score(path, "--positive", "ill")
    arrays = {"groups" if name == "group" else name: x for name, x in file.items()}
    frame = pd.DataFrame(file).astype({"y_true": "category", "y_pred": "string"})
    for given in ({"data": str(path)}, {"data": path}, {"data": frame}, arrays):
        found = kappabook.score(**given, positive="ill")
        assert {**found.data, "notes": ANY, "findings": ANY} == printed
    assert str(found).count("\n") > 20
    assert "kappa" in found._repr_html_()


def test_a_column_of_shape_n_1_is_a_column():
    y, s = np.array([0, 1, 0, 1]), np.array([0.1, 0.7, 0.4, 0.6])
    flat = kappabook.score(y_true=y, y_score=s).data
    assert kappabook.score(y_true=y[:, np.newaxis], y_score=s[:, np.newaxis]).data == flat


def test_gaps_in_arrays_are_set_aside():
    frame = pd.DataFrame({"y_true": [1, 0, None, 1], "y_pred": [True, False, True, None]})
    assert kappabook.score(frame).data["rows"]["set_aside"] == 2


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ({}, ValueError, "give data, a file or a table, or the arrays"),
        ({"data": 3}, TypeError, "data is a int; give a path or a data frame"),
        ({"data": [[4, 1], [0, 5]], "matrix": True}, TypeError, "a list; a matrix is read from"),
        ({"y_true": [0, 1], "y_pred": [0]}, ValueError, "differ in length: y_true 2, y_pred 1"),
        ({"y_true": [0, 1]}, ValueError, "no column 'y_pred'"),
        ({"y_true": [0, 1, 2], "y_score": [0.1, 0.2, 0.3]}, ValueError, "3 classes"),
        ({"y_true": [0, 1], "y_score": [[0.1] * 3] * 2}, ValueError, "y_score has 3 columns"),
        ({"y_true": [0, 1], "y_score": [[0.1] * 2] * 2}, ValueError, "sum to 0.2,"),
        (
            {"y_true": [0, 1], "y_pred": [[0, 1]]},
            ValueError,
            r"y_pred has the shape \(1, 2\); give",
        ),
    ],
)
def test_arrays_that_do_not_fit_are_refused(given, error, message):
    with pytest.raises(error, match=message):
        kappabook.score(**given)
