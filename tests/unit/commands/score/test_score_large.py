"""Files larger than memory: what is counted and sorted by DuckDB equals what the library computes.

The limit of 10^6 rows is lowered here, so that small files go the way of large ones.
"""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score
from support import slowly

from kappabook import (
    ConfusionMatrix,
    auc_interval,
    auk_from_roc,
    auk_score,
    kappa_interval,
    score,
)
from kappabook.commands.score import cases, curve, measures
from kappabook.commands.score.curve import rank_sorted, ranking_measures
from kappabook.commands.score.matrix import standard_error
from kappabook.commands.score.pulls import pulls_on_auk, pulls_on_h
from kappabook.metrics.auk import perfect_auk
from kappabook.metrics.hand import h_measure

pytestmark = pytest.mark.usefixtures("few_draws")

duckdb = pytest.importorskip("duckdb")


def in_batches(y, s, size, w=None):
    order = np.argsort(-s, kind="stable")
    for start in range(0, len(s), size):
        part = order[start : start + size]
        yield s[part], y[part].astype(np.uint8), None if w is None else w[part]


def ranked(y, s, size, w=None, **options):
    mass = np.ones(len(y)) if w is None else w
    sizes = float(mass[~y].sum()), float(mass[y].sum())
    return rank_sorted(in_batches(y, s, size, w), *sizes, **options)


@settings(max_examples=settings.default.max_examples // 2)
@given(
    st.integers(0, 10**6),
    st.integers(4, 60),
    st.integers(1, 25),
    st.sampled_from([0, 1, 6]),
    st.booleans(),
)
def test_any_batches_give_the_areas_of_the_library(seed, n, size, digits, weighted):
    rng = np.random.default_rng(seed)
    y = rng.random(n) < 0.3
    y[:2] = [True, False]
    s = np.round(y + rng.normal(size=n), digits)
    w = rng.random(n) + 0.1 if weighted else None
    found = ranked(y, s, size, w, hand=True)
    assert found.auc == pytest.approx(roc_auc_score(y, s, sample_weight=w), abs=1e-12)
    assert found.auk == pytest.approx(auk_score(y, s, sample_weight=w), abs=1e-12)
    assert found.h == pytest.approx(h_measure(y, s, sample_weight=w), abs=1e-10)
    if not weighted:
        won = np.sign(s[y][:, None] - s[~y]).mean()  # won less lost pairs, in whole numbers
        assert found.auc == pytest.approx(0.5 + won / 2, rel=4e-16)
        if min(y.sum(), (~y).sum()) > 1:  # the interval of all placements, from totals alone
            for method in ("beta", "newcombe", "logit", "delong"):
                n = int((~y).sum()), int(y.sum())
                got = ranking_measures(found, n, 0.9, {"auc": method})["auc"]
                want = auc_interval(y, s, method=method, confidence_level=0.9)
                assert [got.low, got.high] == pytest.approx(
                    [want.low, want.high], abs=1e-9, nan_ok=True
                )


@pytest.mark.parametrize("digits", [2, 9])
def test_the_standard_errors_are_those_of_all_cases_in_memory(digits):
    rng = np.random.default_rng(1)
    y = rng.random(20_000) < 0.2
    s = np.round(y + rng.normal(size=20_000), digits)
    found = ranked(y, s, 1500, hand=True)
    for pulls, error in ((pulls_on_auk, found.auk_error), (pulls_on_h, found.h_error)):
        assert error == pytest.approx(standard_error(pulls((y, s, None)))[0], rel=2e-4)


def test_closed_forms():
    # Positives first: the perfect ranking. Then a ROC curve of five corners.
    y = np.repeat([True, False], [300, 700])
    s = -np.arange(1000.0)
    assert ranked(y, s, 64).auk == pytest.approx(perfect_auk(0.3), abs=1e-14)
    y = np.repeat([True, False, True, False], [100, 200, 200, 500])
    corners = [0, 0, 2 / 7, 2 / 7, 1], [0, 1 / 3, 1 / 3, 1, 1]
    assert ranked(y, s, 64).auk == pytest.approx(auk_from_roc(*corners, 0.3), abs=1e-14)


def test_weights_that_are_no_whole_numbers_but_sum_to_some():
    y, s = np.array([True, False, True, False]), np.array([0.9, 0.5, 0.3, 0.2])
    assert ranked(y, s, 4, np.full(4, 0.5)).auc == 0.75


def test_a_file_that_changes_between_two_scans_is_noticed():
    y, s = np.array([True, False, True]), np.array([0.3, 0.2, 0.1])
    with pytest.raises(OSError, match="3 cases came sorted, of 5; the file changed"):
        rank_sorted(in_batches(y, s, 2), 2.0, 3.0)


@pytest.fixture(scope="module", params=["parquet", "csv", slowly("jsonl")])
def file(request, tmp_path_factory):
    """2500 rows with gaps and ties, in three formats."""
    path = tmp_path_factory.mktemp("large") / f"scores.{request.param}"
    form = {"parquet": "PARQUET", "csv": "CSV, HEADER", "jsonl": "JSON"}[request.param]
    with duckdb.connect() as connection:
        connection.execute("SELECT setseed(0.5)")
        connection.execute(
            "COPY (SELECT (v < .3)::INTEGER AS y_true, CASE WHEN i % 97 > 0 THEN (u + v < .7)::"
            "INTEGER END AS y_pred, round(1 - (u + v) / 2, 3) AS y_score, 1 - v * u AS second, "
            "CASE WHEN i % 89 > 0 THEN 1 + i % 3 END AS w, i // 5 AS g FROM (SELECT i, random() "
            f"AS u, random() AS v FROM range(2500) AS t(i))) TO '{path}' (FORMAT {form})"
        )
    return path


@pytest.mark.parametrize(
    ("how", "named"),
    [
        ("default", {}),
        ("weighted", {"weight": "w"}),
        ("other", {"prediction": ["y_pred"], "score": ["second"]}),
        ("two", {"score": ["y_score", "second"]}),
        ("grouped", {"group": "g"}),
    ],
)
def test_arrays_and_a_stream_give_the_same(file, how, named, monkeypatch):
    for module in (measures, curve):
        monkeypatch.setattr(module, "DRAWN_UP_TO", 0)
    small = score(file, **named, h=True).data
    monkeypatch.setattr(measures, "LARGE", 1000)
    monkeypatch.setattr(cases, "_BATCH", 700)
    large = score(file, **named, h=True).data
    assert small["rows"] == large["rows"]
    assert small["rows"]["set_aside"] == {"two": 0, "weighted": 54}.get(how, 26)
    pairs = zip(small.get("classifiers", [small]), large.get("classifiers", [large]), strict=True)
    for a, b in pairs:
        for name in ("n", "confusion", "labels", "positive", "threshold", "per_class"):
            assert a[name] == b[name]
        for name in ("accuracy", "chance_agreement", "kappa", "mcc", "auc", "auk", "h"):
            assert b[name] == pytest.approx(a[name], abs=1e-10)
        for name in ("kappa_interval", "mcc_interval"):
            if how == "grouped":
                assert b[name] is None
                assert "groups together" in b["reasons"][name]
            else:
                assert b[name] == pytest.approx(a[name])
        if how in ("weighted", "grouped"):
            assert b["auk_interval"] is None
            assert b["reasons"]["auk_interval"]
        else:
            for name in ("auc_interval", "auk_interval", "h_interval"):
                assert b[name] == pytest.approx(a[name], abs=1e-4)
    for a, b in zip(small.get("comparisons", []), large.get("comparisons", []), strict=True):
        assert a["measure"] == b["measure"]
        assert b["difference"] == pytest.approx(a["difference"], abs=1e-10)
        if b["measure"] in ("auc", "auk", "h"):
            assert b["low"] is None
            assert "never in memory together" in b["reason"]
        else:
            assert [b["low"], b["high"]] == pytest.approx([a["low"], a["high"]], abs=2e-3)


@pytest.mark.slow
def test_above_a_million_rows_the_numbers_are_those_of_the_library(tmp_path):
    path = tmp_path / "million.parquet"
    with duckdb.connect() as connection:
        connection.execute(
            "COPY (SELECT (i % 3 = 0)::INTEGER AS y_true, (i % 7 < 3)::INTEGER AS y_pred, "
            f"(1 + sin(i)) / 2 AS y_score FROM range(1050000) AS t(i)) TO '{path}'"
        )
        columns = connection.execute(f"FROM '{path}'").fetchnumpy()
    y, p, s = (np.asarray(columns[name]) for name in ("y_true", "y_pred", "y_score"))
    found = score(path).data
    matrix = ConfusionMatrix.from_predictions(y, p)
    assert found["confusion"] == matrix.cells.tolist()
    kappa = kappa_interval(matrix)
    assert found["kappa"] == matrix.kappa
    assert found["kappa_interval"] == [kappa.low, kappa.high]
    assert found["auc"] == roc_auc_score(y, s)
    assert found["auk"] == pytest.approx(auk_score(y, s), abs=1e-13)
    auc = auc_interval(y, s)
    assert found["auc_interval"] == pytest.approx([auc.low, auc.high])
    assert found["brier"] == pytest.approx(np.mean((s - y) ** 2))


@pytest.mark.slow
def test_little_memory_spills_into_a_folder_that_is_named_and_emptied(tmp_path):
    path, folder = tmp_path / "wide.parquet", tmp_path / "spill"
    folder.mkdir()
    with duckdb.connect() as connection:
        connection.execute(
            "COPY (SELECT (hash(i) % 3 = 0)::INTEGER AS y_true, hash(i) / 2**64 AS y_score "
            f"FROM range(3000000) AS t(i)) TO '{path}'"
        )
    found = score(path, memory="100MB", spill=folder)
    assert any(str(folder) in note and "100MB" in note for note in found.notes)
    assert found.data["n"] == 3_000_000
    assert list(folder.iterdir()) == []


def test_rare_positives_have_no_large_sample_interval_of_the_auk(tmp_path):
    path = tmp_path / "rare.csv"
    lines = [f"{int(i % 300 == 0)},{(i * 7919 % 6000) / 6000}" for i in range(6000)]
    path.write_text("\n".join(["y_true,y_score", *lines]))
    found = score(path).data
    assert found["auk_interval"] is None
    assert "fewer than 50 cases" in found["reasons"]["auk_interval"]
    for name in ("kappa_interval", "auc_interval"):
        assert found[name] is not None
