"""The search for the two lost preparations: its Naive Bayes, readings, luck, results."""

from collections import Counter

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from support import ROOT, need_data, slowly

from experiments.lost_preparation import bayes, confirm, run, search, targets
from experiments.lost_preparation.cuts import options
from experiments.lost_preparation.spaces import CMC, CREDIT, Space, orders, reordered, spaces
from kappabook import ConfusionMatrix
from kappabook.data import Attribute, Table, encode
from kappabook.data.datasheet import results_file
from kappabook.study import WekaStratifiedKFold
from kappabook.study.engines import engine_named, weka

NAMES = (CREDIT, CMC)
PAGE = (ROOT / "docs/data.md").read_text(encoding="utf-8")


def counts():
    table = pd.read_csv(results_file(run.FILE))
    return table.set_index(["dataset", "search", "kind", "target"]).sort_index()


def listed():
    return pd.read_csv(results_file(run.READINGS))


# --- cuts --------------------------------------------------------------------------------------


def test_ways_to_cut_a_column():
    x = np.array([0.0, 0, 1, 2, 4, 10, np.nan])
    by = {option.label: option for option in options(x, (2, 5))}
    wanted = {
        "every value nominal": [0, 0, 1, 2, 3, 4],
        "2 bins of equal width": [0, 0, 0, 0, 0, 1],
        "5 bins of equal width": [0, 0, 0, 0, 1, 4],  # 2 and 4 are cuts, and belong below
        "2 bins of equal counts": [0, 0, 0, 1, 1, 1],
        "cut at every 2": [0, 0, 0, 1, 2, 4],  # 2 and 4 are cuts, and belong above
        "zero or more": [0, 0, 1, 1, 1, 1],
        "zero, and the rest at its median": [0, 0, 1, 1, 2, 2],
    }
    for label, codes in wanted.items():
        assert by[label].codes[:6].tolist() == codes, label
        assert np.isnan(by[label].codes[6])
    assert by["5 bins of equal width"].n_values == 5  # two of them are empty
    own = {option.label: option for option in options(x, (2,), own=True)}
    assert own["2 bins of equal counts"].codes[6] == 2
    assert own["2 bins of equal counts"].n_values == 3


# --- Naive Bayes -------------------------------------------------------------------------------


@pytest.mark.parametrize("dataset", [slowly(n) if n == CREDIT else n for n in NAMES])
def test_naive_bayes_is_wekas_row_by_row(dataset):
    pytest.importorskip("jpype", reason='WEKA is not installed: pip install ".[weka]"')
    need_data(dataset)
    random, engine = np.random.default_rng(5), engine_named("weka")
    for space in spaces(dataset).values():
        reading = [int(random.integers(len(o))) for o in space.columns]
        order = orders(space.table)["by class"]
        table = space.read(reading, order)
        theirs = np.empty(len(order), dtype=int)
        for train, test in WekaStratifiedKFold(random_state=3).split_codes(table.y):
            theirs[test] = engine.predict(table, "NaiveBayes", train, test)
        ours = confirm._bayes(space, reading, bayes.fold_numbers(space.table.y, 3, order))
        assert theirs.tolist() == ours[order].tolist()


def test_six_numbers_are_those_of_ten_confusion_matrices():
    random = np.random.default_rng(2)
    y, folds = random.integers(3, size=200), np.arange(200) % 10
    classes = np.where(random.random(200) < 0.5, y, random.integers(3, size=200)).astype(np.uint8)
    classes[folds == 4] = y[folds == 4]  # a perfect fold, whose chance the paper takes as 0
    of = [ConfusionMatrix.from_predictions(y[folds == k], classes[folds == k]) for k in range(10)]
    assert of[4].kappa == 1
    chance = [0 if m.kappa == 1 else m.chance_agreement for m in of]
    wanted = []
    for scores in ([m.accuracy for m in of], [m.kappa for m in of], chance):
        low, _ = stats.t.interval(0.95, 9, np.mean(scores), stats.sem(scores))
        wanted += [np.mean(scores), np.mean(scores) - low]
    found = bayes.six_numbers(np.stack([classes, y.astype(np.uint8)]), y, 3, folds)
    assert found[0] == pytest.approx(wanted)
    assert found[1] == pytest.approx([1, 0, 1, 0, 0, 0])


# --- the search ----------------------------------------------------------------------------


def small_space(n_classes):
    """Four columns of random numbers with 3 to 8 readings each: no data set is needed."""
    random = np.random.default_rng(n_classes)
    y = random.integers(n_classes, size=60)
    X = np.round(random.normal(size=(60, 4)) + y[:, None], 1)
    X[random.random(X.shape) < 0.05] = np.nan
    table = Table(
        "small",
        tuple(Attribute(f"x{i}", None) for i in range(4)),
        X,
        y,
        tuple(map(str, range(n_classes))),
    )
    return Space(
        table, "missing stays", tuple(options(x, (2, 4))[: 3 + i] for i, x in enumerate(X.T))
    )


@pytest.mark.parametrize("n_classes", [3, slowly(2)])
def test_the_search_counts_what_trying_one_by_one_counts(monkeypatch, n_classes):
    monkeypatch.setattr(search, "BLOCK", 6)
    space = small_space(n_classes)
    folds = bayes.fold_numbers(space.table.y)
    every = {}
    for reading in np.ndindex(*map(len, space.columns)):
        classes = confirm._bayes(space, reading, folds)[None, :]
        six = bayes.six_numbers(classes, space.table.y, n_classes, folds)[0]
        every[reading] = tuple(targets.in_units(six).tolist())
    planted = [targets.Target("planted", "", six) for six in dict.fromkeys(every.values())]
    found = [
        search.search(space, search.AS_DISTRIBUTED, head, planted) for head in search.heads(space)
    ]
    assert len(found) > 1
    assert sum(f["tried"] for f in found) == space.size == len(every)
    matched = [(planted[t].six, tuple(reading)) for f in found for t, reading in f["six"]]
    assert sorted(matched) == sorted((six, reading) for reading, six in every.items())
    for key, size in (("accuracy", 1), ("both", 3)):
        seen = Counter(six[:size:2] for six in every.values())
        assert sum(np.array(f[key]) for f in found).tolist() == [
            seen[p.six[:size:2]] for p in planted
        ]


# --- the results ---------------------------------------------------------------------------


@pytest.mark.parametrize("dataset", NAMES)
def test_as_many_were_tried_as_there_are_readings(dataset):
    need_data(dataset)
    tried = counts()["tried"]
    assert set(tried[dataset, "cuts"]) == {sum(s.size for s in spaces(dataset).values())}
    sizes = [s.size * len(orders(s.table)) for s in reordered(dataset).values()]
    assert set(tried[dataset, "orders"]) == {sum(sizes)}


@pytest.mark.parametrize("dataset", NAMES)
def test_listed_readings_have_the_six_printed_numbers(dataset):
    need_data(dataset)
    table = listed()
    own = table[(table["dataset"] == dataset) & (table["kind"] == targets.PRINTED)]
    wanted = targets.printed_six(dataset, "NaiveBayes")
    for row in own[:: max(1, len(own) // 20)].itertuples():
        space = run.SEARCHES[row.search](dataset)[row.space]
        reading = tuple(map(int, row.choices.split()))
        assert space.words(reading) == row.reading
        rows = orders(space.table).get(row.order)
        folds = bayes.fold_numbers(space.table.y, order=rows)
        classes = confirm._bayes(space, reading, folds)[None, :]
        six = bayes.six_numbers(classes, space.table.y, len(space.table.classes), folds)[0]
        assert tuple(targets.in_units(six).tolist()) == wanted


def recovered():
    """Return the reading of Credit that is recovered, as its own space and choices."""
    space = spaces(CREDIT)["credit-approval, missing is filled"]
    return space, run.alike(space)["10 bins of equal width"]


def test_the_recovered_reading_is_what_wekas_own_filters_make():
    jpype = pytest.importorskip("jpype", reason='pip install ".[weka]"')
    need_data(CREDIT)
    engine_named("weka").version  # noqa: B018 - asking starts Java
    space, reading = recovered()
    data, _ = weka._as_instances(jpype, encode(CREDIT, download=False, binned=False))
    for name in ("ReplaceMissingValues", "Discretize"):
        made = jpype.JClass(f"weka.filters.unsupervised.attribute.{name}")()
        made.setInputFormat(data)
        data = jpype.JClass("weka.filters.Filter").useFilter(data, made)
    table = space.read(reading)
    assert len(table.attributes) == data.numAttributes() - 1
    for i, attribute in enumerate(table.attributes):
        codes = [data.instance(j).value(i) for j in range(data.numInstances())]
        assert codes == table.X[:, i].tolist(), attribute.name
        assert data.attribute(i).numValues() == len(attribute.values)


def test_the_page_has_the_numbers_of_the_files():
    own = counts().xs((targets.PRINTED, "NaiveBayes"), level=("kind", "target"))
    own = own.fillna(0).astype(int)
    for name, row in own.loc[CREDIT].iterrows():
        cells = (f"{row[c]:,}" for c in ("tried", "six", "j48", "smo", "logistic"))
        assert f"| {name} | {' | '.join(cells)} |" in PAGE
    for name, row in own.loc[CMC].iterrows():
        assert f"| {name} | {row['tried']:,} | {row['both']} | {row['six']} |" in PAGE
