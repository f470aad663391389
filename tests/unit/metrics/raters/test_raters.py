"""Coefficients of several raters: an independent definition by pairs, known values, bad input."""

import warnings
from fractions import Fraction
from itertools import permutations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.exceptions import UndefinedMetricWarning
from support import pl

from kappabook import ConfusionMatrix, Ratings, cohen_kappa_score
from kappabook.metrics.companions import pabak
from kappabook.metrics.raters import (
    brennan_prediger_score,
    compare_judge_with_raters,
    conger_kappa_score,
    fleiss_kappa_score,
    gwet_ac_score,
    krippendorff_alpha_score,
    pairwise_kappas,
    percent_agreement_score,
    scott_pi_score,
)

# Krippendorff's example (2011, "Computing Krippendorff's alpha-reliability", section C): four
# observers, twelve units, five values, gaps; nominal .743, ordinal .815, interval .849, ratio .797.
OBSERVERS = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, None, None, None],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, None, 3],
    [None, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, None],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, None],
]
UNITS = [list(unit) for unit in zip(*OBSERVERS, strict=True)]
# Fleiss (1971), Table 1 as it is often quoted: ten patients, fourteen raters, five labels.
COUNTS = [
    (0, 0, 0, 0, 14),
    (0, 2, 6, 4, 2),
    (0, 0, 3, 5, 6),
    (0, 3, 9, 2, 0),
    (2, 2, 8, 1, 1),
    (7, 7, 0, 0, 0),
    (3, 2, 6, 3, 0),
    (2, 5, 3, 2, 2),
    (6, 5, 2, 1, 0),
    (0, 2, 2, 3, 7),
]
COUNTED = [[k for k, n in enumerate(row) for _ in range(n)] for row in COUNTS]


# --- an oracle: the definitions, pair by pair, in fractions ---------------------------------------


def mean(values):
    values = list(values)
    return sum(values, Fraction(0)) / len(values)


def present(item):
    return [x for x in item if x is not None]


def observed(ratings, cost):
    """Mean over items of the mean cost of two different ratings of the item."""
    several = [present(item) for item in ratings if len(present(item)) > 1]
    return mean(mean(cost(a, b) for a, b in permutations(item, 2)) for item in several)


def share(ratings, label):
    rated = [present(item) for item in ratings if present(item)]
    return mean(Fraction(item.count(label), len(item)) for item in rated)


def oracle(name, ratings, labels, cost):
    ratings = [list(item) for item in ratings]
    apart = observed(ratings, cost)
    shares = {a: share(ratings, a) for a in labels}
    if name == "agreement":
        return 1 - apart
    if name == "fleiss":
        chance = sum(shares[a] * shares[b] * cost(a, b) for a in labels for b in labels)
    elif name == "brennan-prediger":
        chance = mean(cost(a, b) for a in labels for b in labels)
    elif name == "gwet":
        k = len(labels)
        alike = sum(1 - cost(a, b) for a in labels for b in labels)
        chance = 1 - alike * sum(p * (1 - p) for p in shares.values()) / (k * (k - 1))
    else:
        columns = [present(column) for column in zip(*ratings, strict=True)]
        margins = [{a: Fraction(c.count(a), len(c)) for a in labels} for c in columns]
        chance = mean(
            sum(g[a] * h[b] * cost(a, b) for a in labels for b in labels)
            for g, h in permutations(margins, 2)
        )
    return 1 - apart / chance if chance else None


def alpha(ratings, distance):
    """Ratings with a partner: mean of pairs in an item, by its partners, over that of all pairs."""
    several = [present(item) for item in ratings if len(present(item)) > 1]
    pot = [x for item in several for x in item]
    n = len(pot)
    inside = sum(
        sum(distance(a, b) for a, b in permutations(item, 2)) / Fraction(len(item) - 1)
        for item in several
    )
    every = sum(Fraction(distance(a, b)) for a, b in permutations(pot, 2))
    return 1 - (inside / n) / (every / (n * (n - 1))) if every else None


def distances(level, ratings):
    several = [present(item) for item in ratings if len(present(item)) > 1]
    pot = [x for item in several for x in item]

    def ordinal(a, b):
        low, high = min(a, b), max(a, b)
        between = sum(low <= x <= high for x in pot)
        return (between - Fraction(pot.count(low) + pot.count(high), 2)) ** 2 if a != b else 0

    return {
        "nominal": lambda a, b: int(a != b),
        "ordinal": ordinal,
        "interval": lambda a, b: (a - b) ** 2,
        "ratio": lambda a, b: Fraction(a - b, a + b) ** 2 if a + b else 0,
    }[level]


COSTS = {
    None: lambda a, b, k: Fraction(int(a != b)),
    "linear": lambda a, b, k: Fraction(abs(a - b), k - 1),
    "quadratic": lambda a, b, k: Fraction((a - b) ** 2, (k - 1) ** 2),
}
SCORES = {
    "agreement": percent_agreement_score,
    "fleiss": fleiss_kappa_score,
    "conger": conger_kappa_score,
    "brennan-prediger": brennan_prediger_score,
    "gwet": gwet_ac_score,
}


@st.composite
def tables(draw):
    """Ratings by 2-4 raters of labels 0 to k - 1, some missing; each rater rates something."""
    k, raters = draw(st.integers(2, 4)), draw(st.integers(2, 4))
    label = st.one_of(st.none(), st.integers(0, k - 1), st.integers(0, k - 1))
    row = st.lists(label, min_size=raters, max_size=raters)
    table = draw(st.lists(row, min_size=1, max_size=8))
    table.append([draw(st.integers(0, k - 1)) for _ in range(raters)])
    return table, k


@given(tables(), st.sampled_from(sorted(SCORES)), st.sampled_from([None, "linear", "quadratic"]))
def test_coefficients_by_pairs(table, name, weights):
    ratings, k = table
    expected = oracle(name, ratings, range(k), lambda a, b: COSTS[weights](a, b, k))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UndefinedMetricWarning)
        found = SCORES[name](ratings, labels=list(range(k)), weights=weights)
    if expected is None:
        assert np.isnan(found)
    else:
        assert found == pytest.approx(float(expected), abs=1e-12)


@given(tables(), st.sampled_from(["nominal", "ordinal", "interval", "ratio"]))
def test_alpha_by_pairs(table, level):
    ratings, k = table
    expected = alpha(ratings, distances(level, ratings))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UndefinedMetricWarning)
        found = krippendorff_alpha_score(ratings, level=level, labels=list(range(k)))
    if expected is None:
        assert np.isnan(found)
    else:
        assert found == pytest.approx(float(expected), abs=1e-12)


@given(tables(), st.randoms())
def test_the_order_of_items_raters_and_labels_plays_no_part(table, random):
    ratings, k = table
    columns = random.sample(range(len(ratings[0])), len(ratings[0]))
    names = random.sample("abcd", k)
    turned = [[row[j] for j in columns] for row in random.sample(ratings, len(ratings))]
    renamed = [[None if x is None else names[x] for x in row] for row in turned]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UndefinedMetricWarning)
        for score in (*SCORES.values(), krippendorff_alpha_score):
            found = score(ratings, labels=list(range(k)))
            assert score(renamed, labels=names) == pytest.approx(found, abs=1e-12, nan_ok=True)


# --- published values, and what follows from the definitions --------------------------------------


@pytest.mark.parametrize(
    ("level", "printed"),
    [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849), ("ratio", 0.797)],
)
def test_krippendorffs_example(level, printed):
    assert krippendorff_alpha_score(UNITS, level=level) == pytest.approx(printed, abs=5e-4)


def test_gwets_table_of_abstractors():
    """Gwet (2019) prints an AC1 of .8493 for 100 cases of three classes."""
    cells = np.array([[13, 0, 0], [0, 20, 7], [0, 4, 56]])
    rows, columns = np.nonzero(cells)
    pairs = np.repeat(np.column_stack([rows, columns]), cells[rows, columns], axis=0)
    assert gwet_ac_score(pairs) == pytest.approx(0.8493, abs=5e-5)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=2, max_size=30))
def test_two_raters(pairs):
    """Conger's kappa is Cohen's, Fleiss' is Scott's pi, and for two labels B-P is PABAK."""
    first, second = zip(*pairs, strict=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UndefinedMetricWarning)
        cohen, pi = cohen_kappa_score(first, second), scott_pi_score(first, second)
        assert conger_kappa_score(pairs) == pytest.approx(cohen, abs=1e-12, nan_ok=True)
        assert fleiss_kappa_score(pairs) == pytest.approx(pi, abs=1e-12, nan_ok=True)
        if not np.isnan(cohen):
            assert pi <= cohen + 1e-12
    binary = [(a % 2, b % 2) for a, b in pairs]
    matrix = ConfusionMatrix.from_predictions(*zip(*binary, strict=True), labels=[0, 1])
    found = brennan_prediger_score(binary, labels=[0, 1])
    assert found == pytest.approx(float(pabak(matrix)), abs=1e-12)


def test_labels_that_nobody_used_count_for_gwet_and_brennan_prediger_only():
    ratings = [["yes", "yes"], ["yes", "no"], ["no", "no"]]
    labels = ["yes", "no", "unsure"]
    for score in (fleiss_kappa_score, conger_kappa_score, krippendorff_alpha_score):
        assert score(ratings, labels=labels) == pytest.approx(score(ratings))
    assert brennan_prediger_score(ratings, labels=labels) == pytest.approx(1 - (1 / 3) / (2 / 3))
    assert gwet_ac_score(ratings, labels=labels) == pytest.approx(1 - (1 / 3) / (1 - 1 / 4))


def test_a_matrix_of_distances_is_a_level():
    squares = [[(a - b) ** 2 for b in range(1, 6)] for a in range(1, 6)]
    found = krippendorff_alpha_score(UNITS, level=squares)
    assert found == pytest.approx(krippendorff_alpha_score(UNITS, level="interval"))
    tenfold = krippendorff_alpha_score(UNITS, level=10 * np.array(squares))
    assert tenfold == pytest.approx(found)


# --- what holds ratings ---------------------------------------------------------------------------


def containers():
    names = ["ann", "bob", "eve", "dan"]
    text = [[None if x is None else f"label {x}" for x in row] for row in UNITS]
    floats = np.array([[np.nan if x is None else x for x in row] for row in UNITS])
    yield "list of text", text
    yield "floats with nan", floats
    yield "Fortran order", np.asfortranarray(floats)
    yield "masked", np.ma.masked_invalid(floats)
    yield "masked integers", np.ma.MaskedArray(np.nan_to_num(floats).astype(int), np.isnan(floats))
    yield "objects", np.array(UNITS, dtype=object)
    frame = pd.DataFrame(floats, columns=names)
    yield "data frame", frame
    yield "pandas.NA", frame.astype("Int64")
    yield "categories", pd.DataFrame(text, columns=names).astype("category")
    yield "strings", pd.DataFrame(text, columns=names).astype("string")
    yield "wide integers", floats * 10**6
    yield "negative", floats - 3
    if pl:
        yield "polars", pl.DataFrame(UNITS, schema=names, orient="row")


@pytest.mark.parametrize(
    ("kind", "ratings"), list(containers()), ids=lambda x: x if type(x) is str else ""
)
def test_every_container_gives_one_answer(kind, ratings):
    assert krippendorff_alpha_score(ratings) == pytest.approx(krippendorff_alpha_score(UNITS))


def test_a_mapping_of_raters_and_a_table_that_was_read():
    columns = dict(zip(["ann", "bob", "eve", "dan"], OBSERVERS, strict=True))
    table = Ratings(columns)
    assert table.raters == ("ann", "bob", "eve", "dan")
    assert krippendorff_alpha_score(columns) == krippendorff_alpha_score(UNITS)
    assert krippendorff_alpha_score(table) == krippendorff_alpha_score(UNITS)
    turned = fleiss_kappa_score(table, labels=[5, 4, 3, 2, 1], weights="linear")
    assert turned == pytest.approx(fleiss_kappa_score(UNITS, weights="linear"))
    with pytest.raises(ValueError, match="have 1 to 2 cells"):
        Ratings({"ann": [1, 2], "bob": [1]})


# --- a table of counts ----------------------------------------------------------------------------


@given(tables())
def test_counts_say_what_the_ratings_say(table):
    ratings, k = table
    ratings = [*ratings, ratings[-1]]
    counts = [[row.count(label) for label in range(k)] for row in ratings]
    counted = Ratings.from_counts(counts)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        for score in (fleiss_kappa_score, gwet_ac_score, krippendorff_alpha_score):
            expected = score(ratings, labels=list(range(k)))
            assert score(counted) == pytest.approx(expected, abs=1e-12, nan_ok=True)


def test_codes_say_what_the_ratings_say():
    read = Ratings({"Ann": ["a", "b", None, "b"], "Bob": ["a", "a", "b", "b"]})
    coded = Ratings.from_codes(read.codes, read.labels, read.raters)
    assert krippendorff_alpha_score(coded) == krippendorff_alpha_score(read)
    assert (coded.labels, coded.raters, coded.n_items) == (read.labels, read.raters, 4)


def test_fleiss_table_of_counts():
    assert fleiss_kappa_score(Ratings.from_counts(COUNTS)) == pytest.approx(0.210, abs=5e-4)
    frame = pd.DataFrame(COUNTS, columns=list("abcde"))
    assert Ratings.from_counts(frame).labels == tuple("abcde")
    with pytest.raises(ValueError, match="does not say who rated what"):
        conger_kappa_score(Ratings.from_counts(COUNTS))
    with pytest.raises(ValueError, match="does not say who rated what"):
        pairwise_kappas(Ratings.from_counts(COUNTS))


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        ([[1, -1], [2, 0]], r"counts\[0, 1\] is -1; it counts raters"),
        ([[1, 0.5], [2, 0]], r"counts\[0, 1\] is 0.5; it counts raters"),
        ([1, 2], r"counts have shape \(2,\)"),
        ([[1, 0], [0, 1]], "no item has two ratings"),
    ],
)
def test_what_is_no_table_of_counts(counts, message):
    with pytest.raises(ValueError, match=message):
        Ratings.from_counts(counts)
    with pytest.raises(ValueError, match="3 labels for 2 columns of counts"):
        Ratings.from_counts([[1, 1], [2, 0]], labels=["a", "b", "c"])


def test_counts_given_as_ratings_and_a_table_turned_round_are_noticed():
    with pytest.warns(UserWarning, match="adds up to 3, .* Ratings.from_counts"):
        fleiss_kappa_score([[3, 0], [2, 1], [0, 3], [1, 2]])
    with pytest.warns(UserWarning, match="have 4 rows and 12 columns: 4 items"):
        krippendorff_alpha_score(OBSERVERS)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        fleiss_kappa_score(UNITS)
        fleiss_kappa_score(COUNTED)
        Ratings([[2, 0]] * 3)  # two raters who never change their minds


def test_numbers_with_decimals_at_the_levels_that_have_them():
    ratings = [[1.5, 1.75], [2.25, 2.5], [8.0, 7.5], [4.0, None]]
    exact = [[None if x is None else Fraction(x) for x in row] for row in ratings]
    for level in ("interval", "ratio"):
        distance = {
            "interval": lambda a, b: (a - b) ** 2,
            "ratio": lambda a, b: ((a - b) / (a + b)) ** 2,
        }[level]
        found = krippendorff_alpha_score(ratings, level=level)
        assert found == pytest.approx(float(alpha(exact, distance)), abs=1e-12)


def test_items_are_told_apart_by_any_of_forty_raters():
    """There are 4**40 patterns of three labels and a gap, more than 64 bits tell apart."""
    ratings = np.ones((4, 40), dtype=int)
    ratings[0, 0], ratings[1, 0], ratings[2, -1] = 0, 2, 0
    with pytest.warns(UserWarning, match="turn the table round"):
        table = Ratings(ratings)
    assert table.counts.tolist() == [1, 1, 1, 1]
    assert (table.patterns[:, table.place] == table.codes).all()


@pytest.mark.parametrize("low", [-128, -100])
def test_small_integers_may_span_more_than_their_type(low):
    """From the least to the largest of 8 bits are 255 steps."""
    ratings = np.array([[low, 127], [127, 127], [low, low], [low, low]], dtype=np.int8)
    table = Ratings(ratings)
    assert table.labels == (low, 127)
    assert table.codes.tolist() == [[0, 1, 0, 0], [1, 1, 0, 0]]


def test_many_values_and_many_raters():
    rng = np.random.default_rng(0)
    ratings = rng.normal(size=(300, 1)) + 0.1 * rng.normal(size=(300, 40))
    centred = ratings - ratings.mean(axis=1, keepdims=True)
    inside = (centred**2).sum() / 39 / 300
    assert krippendorff_alpha_score(ratings, level="interval") == pytest.approx(
        1 - inside / ratings.var(ddof=1)
    )
    # Far from 0, the squares of the values would lose all digits.
    far = krippendorff_alpha_score(ratings + 1e8, level="interval")
    assert far == pytest.approx(krippendorff_alpha_score(ratings, level="interval"), abs=1e-6)


def test_ordinal_with_many_labels_is_the_same():
    """Above 40 labels ranks are made once; alpha itself does not notice."""
    rng = np.random.default_rng(1)
    ratings = rng.integers(0, 60, (45, 3))
    expected = alpha(ratings.tolist(), distances("ordinal", ratings.tolist()))
    assert krippendorff_alpha_score(ratings, level="ordinal") == pytest.approx(float(expected))


# --- bad input ------------------------------------------------------------------------------------

BAD = [  # and test_hostile.py
    ([[1], [2]], {}, "1 column; agreement is between at least two raters"),
    ([[1, 2]], {}, "1 row; agreement is measured over at least two items"),
    ([[1, None], [None, 2]], {}, "none of the 2 items was rated by two raters"),
    ([[1, 2], [3]], {}, "have 1 to 2 cells"),
    ([[1, "1"], [1, 1]], {}, "'1' and 1 are different"),
    ([["a", " "], ["b", "b"]], {}, r"ratings\[0, 1\] is blank"),
    ([[1, 2.57], [1, 2]], {}, r"ratings\[0, 1\] is 2.5"),
    ([[1, np.inf], [1, 2]], {}, r"ratings\[0, 1\] is inf"),
    ([["low", "mid"], ["mid", "high"]], {"labels": ["low", "high"]}, "'mid', which is not in"),
    ([["a", "b"], ["a", "a"]], {"labels": ["a", "b", "a"]}, "label 'a' stands twice"),
    ([["a", "b"], ["a", "a"]], {"labels": {"a", "b"}}, "labels is a set"),
    ([[2**70, 1], [1, 1]], {}, "beyond 64 bits"),
]


@pytest.mark.parametrize(("ratings", "settings", "message"), BAD)
def test_what_is_no_table_of_ratings(ratings, settings, message):
    for score in (fleiss_kappa_score, krippendorff_alpha_score):
        with pytest.raises(ValueError, match=message):
            score(ratings, **settings)


def test_bad_levels_and_weights():
    words, numbers = [["a", "b"], ["a", "a"]], [[-1, 2], [2, 2]]
    with pytest.raises(ValueError, match="label 'a' is text; 'interval' needs numbers"):
        krippendorff_alpha_score(words, level="interval")
    for call in (
        lambda: krippendorff_alpha_score(words, level="ordinal"),
        lambda: gwet_ac_score(words, weights="linear"),
        lambda: compare_judge_with_raters([["a"] * 3] * 4, 0, weights="quadratic"),
        lambda: pairwise_kappas(words, weights="linear"),
    ):
        with pytest.raises(ValueError, match="needs the order of the labels, and 'a' is text"):
            call()
    with pytest.raises(ValueError, match="label -1 is negative; level='ratio'"):
        krippendorff_alpha_score(numbers, level="ratio")
    with pytest.raises(ValueError, match="ratings are finite"):
        krippendorff_alpha_score([[1.0, np.inf], [2, 1]], level="interval")
    with pytest.raises(ValueError, match=r"costs have shape \(3, 3\); 2 classes"):
        krippendorff_alpha_score(words, level=np.ones((3, 3)) - np.eye(3))
    with pytest.raises(ValueError, match=r"costs\[0, 1\] is 1 and costs\[1, 0\] is 2"):
        fleiss_kappa_score(words, weights=[[0, 1], [2, 0]])
    with pytest.raises(ValueError, match=r"costs\[0, 0\] is 1; agreement costs nothing"):
        fleiss_kappa_score(words, weights=[[1, 1], [1, 0]])


def test_a_rater_who_rated_nothing():
    ratings = [[1, 2, None], [1, 1, None], [2, 2, None]]
    with pytest.raises(ValueError, match="rater 2 rated no item"):
        conger_kappa_score(ratings)
    two = [row[:2] for row in ratings]
    assert fleiss_kappa_score(ratings) == fleiss_kappa_score(two)


def test_ten_thousand_labels_are_ratings_and_more_are_identifiers():
    ratings = np.repeat(np.arange(10_001), 2).reshape(-1, 2)
    assert Ratings(ratings[:-1]).n_labels == 10_000
    with pytest.raises(ValueError, match=r"more than 10000 are refused\. Are they identifiers"):
        fleiss_kappa_score(ratings)
    with pytest.raises(ValueError, match="5001 different labels; for more than 5000"):
        krippendorff_alpha_score(ratings[:5001], level="ratio")


def test_undefined_is_nan_and_says_why():
    ratings = [["a", "a"], ["a", "a"]]
    for score in (fleiss_kappa_score, krippendorff_alpha_score, conger_kappa_score, gwet_ac_score):
        with pytest.warns(UndefinedMetricWarning, match="all ratings are 'a'"):
            assert np.isnan(score(ratings))
        with pytest.warns(UndefinedMetricWarning):
            assert score(ratings, replace_undefined_by=1.0) == 1
    assert gwet_ac_score(ratings, labels=["a", "b"]) == 1
    assert percent_agreement_score(ratings) == 1
    with pytest.warns(UserWarning, match="all ratings are 1"):  # the 0 has no partner
        assert np.isnan(krippendorff_alpha_score([[1, 1], [1, 1], [0, None]]))
