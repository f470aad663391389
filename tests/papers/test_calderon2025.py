"""The alternative annotator test: again from the raw labels, and by other implementations."""

import json
import math
from fractions import Fraction
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import ttest_1samp
from support import ROOT, need_data, slowly

from experiments import retrial
from experiments.retrial import UNITS, Trial, draw, write_table
from kappabook import cohen_kappa_score, papers
from kappabook.data import fetch
from kappabook.data.annotations import read_annotations
from kappabook.metrics.raters import (
    gwet_ac_score,
    krippendorff_alpha_score,
)
from kappabook.papers.calderon2025 import results, statements
from kappabook.papers.calderon2025.alternative import (
    SETS,
    advantage,
    least_epsilon,
    p_values,
    rejected,
    winning_rate,
)

KEY = "calderon2025"
JUDGES = [judge for name, judge in results.every_count() if name == "wax"]
# The first set takes a third of a second, the others up to a quarter of a minute.
RESAMPLED = ["mtbench", *(slowly(name) for name in SETS if name != "mtbench")]


def stored(table, name):
    """One set's rows of a file of results; "n/a: ..." is a label."""
    found = pd.read_csv(
        ROOT / "data/results" / table, dtype=str, keep_default_na=False, na_values=[""]
    )
    return found[found["set"] == name].reset_index(drop=True)


def trial(name):
    need_data(f"alt-test/{name}")
    return Trial(read_annotations(name, download=False))


# --- a second look, without any code of the workbook ---------------------------------------------


def plainly(name, judge, score, epsilon):
    """Winning rate and advantage by loops over the files' own dictionaries."""
    files = fetch(f"alt-test/{name}", download=False)
    people = json.loads(files["human_annotations.json"].read_text())
    model = json.loads(files["llm_annotations.json"].read_text())[judge]
    p_by_person, near = [], []
    for person in people:
        differences_here, wins = [], 0
        for item, own in people[person].items():
            others = [people[o][item] for o in people if o != person and item in people[o]]
            if not others or item not in model:
                continue
            if score == "accuracy":
                hers = Fraction(sum(own == o for o in others), len(others))
                its = Fraction(sum(model[item] == o for o in others), len(others))
            else:
                hers = -Fraction(sum((own - o) ** 2 for o in others), len(others))
                its = -Fraction(sum((model[item] - o) ** 2 for o in others), len(others))
            differences_here.append((hers >= its) - (its >= hers))
            wins += its >= hers
        if len(differences_here) >= 30:
            p_by_person.append(ttest_1samp(differences_here, epsilon, alternative="less").pvalue)
            near.append(wins / len(differences_here))
    m = len(p_by_person)
    harmonic = math.fsum(1 / i for i in range(1, m + 1))
    won = 0
    for rank, p in enumerate(sorted(p_by_person), start=1):
        if p <= rank * 0.05 / (m * harmonic):
            won = rank
    return won / m, math.fsum(near) / m


@pytest.mark.parametrize("name", ["wax", "cebab_stars"])
@pytest.mark.parametrize("judge", JUDGES)
def test_two_sets_again_by_plain_loops(name, judge):
    """Against the committed counts, and against what is printed."""
    need_data(f"alt-test/{name}")
    rate, near = plainly(name, judge, SETS[name].score, SETS[name].epsilon)
    row = results.alternative_test().loc[name, judge]
    assert rate == row["winning_rate"]
    assert near == pytest.approx(row["advantage"], abs=1e-12)
    printed = papers.audit(KEY).texts
    assert f"{rate:.2f}" == printed[f"{name}.{judge}.winning-rate"]
    assert f"{near:.2f}" == printed[f"{name}.{judge}.advantage"]
    assert ("PASSED" if rate >= 0.5 else "FAILED") == printed[f"{name}.{judge}.verdict"]


# --- the committed results come out again --------------------------------------------------------


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize(
    ("table", "of"),
    [
        (results.RATERS, Trial.raters),
        (results.CONFUSION, Trial.confusion),
        (results.PAIRS, Trial.pairs),
        (results.MEASURES, Trial.measures),
    ],
)
def test_counts_and_statistics_come_out_again(name, table, of, tmp_path):
    again(name, table, of, tmp_path)


@pytest.mark.parametrize("name", RESAMPLED)
def test_intervals_come_out_again(name, tmp_path):
    again(name, results.INTERVALS, Trial.intervals, tmp_path)


def again(name, table, of, folder):
    """Compare text exactly, and numbers with a point to the six digits that are stored."""
    write_table(of(trial(name)), folder / table)
    made = pd.read_csv(folder / table, dtype=str, keep_default_na=False)
    kept = stored(table, name).fillna("")
    for column in kept:
        if column not in made:  # a set without order has no weighted kappas
            assert (kept[column] == "").all()
        elif kept[column].str.contains(".", regex=False).any() and column != "people_say":
            numbers = [pd.to_numeric(frame[column], errors="raise") for frame in (made, kept)]
            np.testing.assert_allclose(*numbers, rtol=2e-6, atol=1e-8)
        else:
            assert made[column].tolist() == kept[column].tolist()


@pytest.mark.parametrize("name", ["wax", "mtbench", "lesion", "cebab_stars"])
def test_agreement_of_pairs_and_of_all_is_that_of_the_library(name):
    one = trial(name)
    ratings, ordered = one.data.ratings, SETS[name].ordered
    judge = next(iter(one.data.judges.values()))
    table = stored(results.PAIRS, name)
    for a, b in list(combinations(range(one.data.n_raters), 2))[:4]:
        both = (ratings[:, a] >= 0) & (ratings[:, b] >= 0)
        row = table[(table["rater"] == str(a + 1)) & (table["other"] == str(b + 1))].iloc[0]
        assert int(row["n_items"]) == both.sum()
        for column, weights in [("kappa", None), ("linear", "linear"), ("quadratic", "quadratic")]:
            if weights is None or ordered:
                kappa = cohen_kappa_score(
                    ratings[both, a], ratings[both, b], weights=weights, labels=range(one.k)
                )
                assert float(row[column]) == pytest.approx(kappa, abs=1e-5)
    codes = np.column_stack([ratings, judge])
    found = retrial.of_all(codes, np.ones((1, len(codes))), one.costs["all"])
    every = np.where(codes < 0, np.nan, codes.astype(float))
    labels = list(range(one.k))
    alpha = krippendorff_alpha_score(every, level="interval" if ordered else "nominal")
    ac = gwet_ac_score(every, labels=labels, weights="quadratic" if ordered else None)
    assert found["alpha"][0] == pytest.approx(alpha, abs=1e-10)
    assert found["ac"][0] == pytest.approx(ac, abs=1e-10)


# --- properties ----------------------------------------------------------------------------------

triples = st.tuples(*[st.integers(0, 40)] * 3).filter(lambda t: sum(t) >= 3 and max(t) < sum(t))


@given(triples, st.floats(-0.5, 0.5))
def test_a_p_value_is_that_of_the_t_test(counts, epsilon):
    d = np.repeat([-1, 0, 1], counts)
    wanted = ttest_1samp(d, epsilon, alternative="less").pvalue
    assert p_values(counts, epsilon) == pytest.approx(wanted, rel=1e-7, abs=1e-12)


@pytest.mark.parametrize(("counts", "p"), [((9, 0, 0), 0.0), ((0, 9, 0), 0.0), ((0, 0, 9), 1.0)])
def test_a_difference_that_does_not_vary(counts, p):
    assert p_values(counts, 0.1) == p


@given(st.lists(st.sampled_from([0.0, 0.001, 0.004, 0.01, 0.02, 0.2, 1.0]), min_size=1, max_size=9))
def test_the_step_over_the_people_by_its_definition(p):
    """Benjamini and Yekutieli: the largest i with p_(i) <= i q / (n c(n)), and all below it."""
    n, bounds = len(p), 0.05 / sum(1 / i for i in range(1, len(p) + 1)) / len(p)
    order = sorted(p)
    below = [i for i in range(1, n + 1) if order[i - 1] <= i * bounds]
    least = order[below[-1] - 1] if below else -1
    assert rejected(p).tolist() == [one <= least for one in p]


@given(st.lists(triples, min_size=2, max_size=6), st.floats(0, 0.4), st.floats(0, 0.4))
def test_the_least_epsilon_divides(counts, epsilon, other):
    least = least_epsilon(counts)
    if abs(epsilon - least) > 1e-5 and least <= 1:
        assert (winning_rate(counts, epsilon) >= 0.5) == (epsilon > least)
    low, high = sorted([epsilon, other])
    assert winning_rate(counts, low) <= winning_rate(counts, high)
    assert 0 <= advantage(counts) <= 1


def test_a_resample_keeps_a_text_together():
    texts = np.array([0, 0, 1, 1, 1, 2])
    for unit in UNITS:
        items, raters = draw(texts, 4, unit, 50)
        assert (raters.sum(axis=1) == 4).all()
        if unit == "items":
            assert (items.sum(axis=1) == 6).all()
            assert (items[:, 0] != items[:, 1]).any()
        else:
            assert (items[:, texts == 1] == items[:, [2]]).all()
            assert (items[:, [0, 2, 5]].sum(axis=1) == 3).all()
    assert np.array_equal(draw(texts, 4, "texts", 5)[0], draw(texts, 4, "texts", 5)[0])


# --- what the notes and the figures say ----------------------------------------------------------


def test_a_judge_who_always_says_the_same_is_sometimes_behind():
    """So the question of the optimal judge can be answered no; nor is the majority's label best
    where errors are squared.
    """
    behind = statements.is_never_behind
    assert behind(statements.most_say, 3, 3, statements.unequal)
    assert not behind(lambda _: 0, 3, 3, statements.unequal)
    assert not behind(statements.most_say, 3, 3, statements.squared)


# --- the tables of the notebook ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: results.counts("waxx", "gpt-4o"), r"no set 'waxx'; there are wax, mtbench"),
        (lambda: results.counts("lesion", "llama-31"), r"'llama-31' has not judged lesion; .*gpt"),
        (lambda: results.measures("pi"), r"no measure 'pi'; there are agreement, kappa"),
        (lambda: results.non_inferiority(-0.1), r"margin is -0\.1; give 0 or more"),
        (lambda: results.non_inferiority(0.1, unit="days"), r"no interval over 'days'"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
