"""The 2007 paper's sections: tables of letters, guessing, and the example of A and B."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
import sympy as sp
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score, roc_auc_score

from kappabook import ConfusionMatrix
from kappabook.papers.bendavid2007 import sections_1_to_3 as early
from kappabook.papers.bendavid2007 import sections_4_and_5 as experiment
from kappabook.papers.bendavid2007 import sections_6_and_7 as discussion
from kappabook.papers.bendavid2007 import tables_1_to_5 as tables

# --- Tables 1-5 and the equations ---------------------------------------------------------------


def test_a_slip_in_any_cell_or_total_is_found():
    sound = np.array([[70, 10, 80], [20, 900, 920], [90, 910, 1000]])
    assert (tables.from_others(sound) == sound).all()
    for place in product(range(3), repeat=2):
        slipped = sound.copy()
        slipped[place] += 1
        assert (tables.from_others(slipped) != slipped).any()


@pytest.mark.parametrize(
    ("difference", "text", "holds"),
    [
        ("(alpha - beta)**2/(alpha + beta)", "alpha = beta", True),
        ("beta - alpha", "beta = alpha", True),
        ("(alpha - beta)*(alpha - 2*beta)", "alpha = beta", False),  # elsewhere too
        ("alpha + beta", "alpha = beta", False),  # nowhere
        ("alpha - beta", "alpha = alpha", False),  # says nothing
    ],
)
def test_a_condition_is_exactly_where_a_difference_vanishes(difference, text, holds):
    assert tables.is_where(sp.sympify(difference, locals=tables.LETTERS))(text) is holds


def test_only_the_square_of_n_turns_counts_into_probabilities():
    eq2 = "K = (N*Sum(x[i, i], (i, 1, I)) - Sum(r[i]*c[i], (i, 1, I)))"
    eq2 += "/(N**2 - Sum(r[i]*c[i], (i, 1, I)))"
    assert tables.turns_into_probabilities("N**2", eq2)
    assert not tables.turns_into_probabilities("N", eq2)
    assert not tables.turns_into_probabilities("N**2", eq2.replace("(N*", "(2*N*"))


# --- guessing -----------------------------------------------------------------------------------


@given(st.integers(1, 5), st.integers(1, 5), st.data())
def test_dealt_tables_are_those_of_every_deal(first, second, data):
    called = data.draw(st.integers(0, first + second))
    truth = [1] * first + [0] * second
    every = [d for d in product((0, 1), repeat=first + second) if sum(d) == called]
    kappas = [cohen_kappa_score(truth, deal) for deal in every]
    dealt = early.dealt(first, second, called)
    assert sum(ways for ways, _ in dealt) == len(every)
    assert float(early.expected("kappa", dealt)) == pytest.approx(np.mean(kappas), abs=1e-12)


def test_mean_auc_is_scikit_learns():
    rankings = early.ALL_RANKINGS[3:9]
    found = [roc_auc_score([i in ranks for i in range(6)], range(6)) for ranks in rankings]
    assert float(early.mean_auc(rankings)) == pytest.approx(np.mean(found))


# --- the example of A and B ---------------------------------------------------------------------

counts = st.lists(st.integers(0, 12), min_size=3, max_size=3)


@given(counts, st.lists(counts, min_size=3, max_size=3), st.lists(counts, min_size=3, max_size=3))
def test_two_classifiers_of_one_data_set_are_allowed(sizes, one, other):
    """The condition is necessary: whatever two classifiers do with three classes, it holds."""
    assume(sum(sizes) > 0)
    both = []
    for shares in (one, other):
        cells = np.zeros((3, 3), dtype=int)
        for label, (size, weights) in enumerate(zip(sizes, shares, strict=True)):
            ends = [size * sum(weights[: i + 1]) // max(1, sum(weights)) for i in range(3)]
            cells[label] = np.diff([0, *ends[:2], size])
        x = ConfusionMatrix(cells).exact()
        both.append(early.Classifier(Fraction(x.accuracy), Fraction(x.chance_agreement)))
    more, less = sorted(both, key=lambda x: x.chance, reverse=True)
    assert early.one_dataset_allows(more, less)


def test_the_guessed_hits_are_the_given_share():
    accuracy, share = Fraction(4, 5), Fraction(1, 2)
    *_, model = early.readings(accuracy, share)
    guessed = (1 - model.kappa) * model.chance
    assert guessed == share * accuracy
    assert model.kappa + guessed == accuracy


# --- Sections 4 to 7 ----------------------------------------------------------------------------


@given(st.fractions(Fraction(1, 50), 1))
def test_largest_unit_fraction_below(value):
    found = experiment.largest_unit_fraction_below(value)
    assert found.numerator == 1
    assert found < value <= Fraction(1, found.denominator - 1)


def test_a_formula_with_other_numbers_or_another_value_is_refused():
    text, low, high = "100*(0.7049 - 0.6481)/0.6481", "0.6481", "0.7049"
    asked = experiment.relative_difference(low, high)
    assert asked(text)
    for other in (text.replace("7049", "7048"), text.replace("100*", ""), "8.76408"):
        assert not asked(other)


def test_an_interval_that_ends_at_zero_holds_it():
    assert discussion.hold_zero([(Fraction(1, 2), Fraction(1, 2)), (Fraction(-1), Fraction(1))])
    assert not discussion.hold_zero([(Fraction(51, 100), Fraction(1, 2))])
