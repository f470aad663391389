"""No silent wrong kappa: random calls against exact fractions, whatever holds the labels."""

import math
import re
import warnings
from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kappa_oracle import Call, draw

from kappabook import ConfusionMatrix, cohen_kappa_score


def outcome(call: Call) -> str:
    """Call cohen_kappa_score, compare, and return the kind of answer."""
    answer, refusal = 0.0, ""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", RuntimeWarning)
            warnings.filterwarnings("ignore", message=".*undefined.*")
            warnings.filterwarnings("ignore", message=".*masked element.*")
            answer = cohen_kappa_score(call.y1, call.y2, **call.options)
    except ValueError as error:
        refusal = str(error)
    if isinstance(call.answer, str):
        assert re.search(call.answer, refusal), (call, refusal, answer)
        return "refused"
    assert not refusal, (call, refusal)
    if call.answer is None:
        assert math.isnan(answer), (call, answer)
        return "nan"
    if call.exact:
        assert answer == float(call.answer), (call, answer)
        return "exact"
    assert math.isfinite(answer), (call, answer)
    error = abs(Fraction(answer) - call.answer)
    assert error <= Fraction(1e-12) * max(1, abs(call.answer)), (call, answer)
    return "float"


def same_table(call: Call) -> None:
    """The table of an unweighted call holds its counts."""
    options = {key: value for key, value in call.options.items() if key == "labels"}
    try:
        matrix = ConfusionMatrix.from_predictions(call.y1, call.y2, **options)
    except ValueError:
        return
    for (a, b), count in call.counts.items():
        assert matrix[a, b] == count
    assert matrix.total == sum(call.counts.values())


@settings(max_examples=5 * settings.default.max_examples)
@given(st.randoms(use_true_random=False))
def test_kappa_is_the_fraction_or_refused(random):
    call = draw(random, many=False)
    outcome(call)
    if call.exact and not isinstance(call.answer, str):
        same_table(call)


@pytest.mark.slow
def test_a_hundred_thousand_calls():
    random = Random(20150)
    kinds = Counter(outcome(draw(random)) for _ in range(100_000))
    assert kinds["exact"] > 30_000
    assert min(kinds["float"], kinds["refused"]) > 5_000
    assert kinds["nan"] > 500
