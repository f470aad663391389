"""The guide: every piece of advice has a reason, and an example that stands behind it."""

import pytest

from kappabook import ConfusionMatrix
from kappabook.teaching.guide import tree
from kappabook.teaching.guide.counterexamples import information

EVERY = tree.counter_examples()


@pytest.mark.parametrize("name", EVERY)
def test_counter_example_stands_behind_its_advice(name):
    """Fails if the advised measure does not side with what counts, or a rejected one does."""
    assert EVERY[name].holds


def test_an_average_over_pairs_hides_the_rater_who_guesses():
    """By hand: pairs agree 1, 1/2, 1/2 with a coin among them; 0.633 where all are alike."""
    found = EVERY["many_raters"].values
    assert found["agreement"] == pytest.approx((2 / 3, (54 + 66 / 3) / 120))
    assert found["least kappa of a pair"] == pytest.approx((0, 2 * (54 + 66 / 3) / 120 - 1))


def test_average_precision_by_hand():
    found = EVERY["top_of_the_list"].values["average precision"]
    assert found == pytest.approx(((4 + 5 / 20) / 5, (2 + 3 / 6 + 4 / 7 + 5 / 8) / 5))


def test_information_is_zero_for_independence_and_one_for_a_fair_bit():
    assert information(ConfusionMatrix([[4, 8], [6, 12]])) == pytest.approx(0, abs=1e-12)
    assert information(ConfusionMatrix([[5, 0], [0, 5]])) == pytest.approx(1)


def test_every_end_is_reached_and_has_a_reason():
    paths = dict(tree.paths())
    assert len(paths) == len(set(paths.values())) == 11
    assert all(advice.why for advice in paths.values())
    assert tree.ALWAYS.why
