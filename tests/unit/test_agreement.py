import numpy as np
import pytest
from sklearn.exceptions import UndefinedMetricWarning
from sklearn.metrics import cohen_kappa_score as sklearn_kappa

from kappabook import chance_agreement, cohen_kappa_score

LABELS = ["low", "mid", "high"]


# --- known values ---------------------------------------------------------------------------


def test_six_cases_by_hand():
    truth, guess = [0, 1, 2, 0, 1, 2], [0, 2, 1, 0, 0, 2]
    assert cohen_kappa_score(truth, guess) == 0.25
    assert cohen_kappa_score(truth, guess, weights="linear") == pytest.approx(0.47058824, abs=5e-9)
    assert chance_agreement(truth, guess) == pytest.approx(1 / 3)


def test_order_of_labels_matters_when_weighted():
    truth, guess = ["low", "mid", "high", "high"], ["low", "low", "mid", "high"]
    by_name = cohen_kappa_score(truth, guess, weights="linear")
    by_size = cohen_kappa_score(truth, guess, weights="linear", labels=LABELS)
    assert by_name != by_size


# --- an independent implementation ----------------------------------------------------------


@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("seed", range(5))
def test_agrees_with_scikit_learn(weights, weighted, seed):
    generator = np.random.default_rng(seed)
    truth, guess = generator.integers(0, 5, (2, 200))
    sample_weight = generator.random(200) if weighted else None
    ours = cohen_kappa_score(truth, guess, weights=weights, sample_weight=sample_weight)
    theirs = sklearn_kappa(truth, guess, weights=weights, sample_weight=sample_weight)
    assert ours == pytest.approx(theirs, abs=1e-13)


def test_named_costs_are_matrices():
    truth, guess = np.random.default_rng(3).integers(0, 4, (2, 50))
    distance = np.abs(np.subtract.outer(range(4), range(4)))
    for name, costs in (("linear", distance), ("quadratic", distance**2)):
        named = cohen_kappa_score(truth, guess, weights=name)
        assert named == cohen_kappa_score(truth, guess, weights=costs)


# --- undefined and bad input ----------------------------------------------------------------


def test_undefined_is_replaced_with_a_warning():
    with pytest.warns(UndefinedMetricWarning, match=r"undefined.*0/0.*Returning 0.5"):
        assert cohen_kappa_score([1, 1], [1, 1], replace_undefined_by=0.5) == 0.5


@pytest.mark.parametrize(
    ("y1", "y2", "options", "message"),
    [
        ([], [], {}, "empty; give at least one case"),
        ([1, 2], [1], {}, "y1 has 2 labels and y2 has 1"),
        ([1, np.nan], [1, 1], {}, r"y1\[1\] is nan"),
        ([1, None], [1, 1], {}, r"y1\[1\] is None; a missing label is no class"),
        ([0.3, 0.9], [0, 1], {}, r"y1\[0\] is 0.3.*threshold scores"),
        (["0", "1"], [0, 1], {}, "y1 holds text and y2 numbers"),
        ([[1, 2], [3, 4]], [1, 2], {}, "y1 must be one column"),
        ([0, 1], [0, 1], {"weights": "cubic"}, "'cubic'; give 'linear', 'quadratic'"),
        ([0, 1], [0, 1], {"weights": [[0]]}, "2 classes need"),
        ([0, 1], [0, 1], {"sample_weight": [1, -1.0]}, r"sample_weight\[1\] is -1.0; weights must"),
        ([0, 1], [0, 1], {"sample_weight": [1, np.nan]}, r"sample_weight\[1\] is nan"),
        ([0, 1], [0, 1], {"sample_weight": [0, 0]}, "0 everywhere"),
        ([0, 1], [0, 1], {"sample_weight": [1]}, "1 weights for 2 samples"),
        ([0, 1], [0, 1], {"labels": [7, 8]}, r"in labels=\[7, 8\]; the labels present"),
    ],
)
def test_bad_input_is_named(y1, y2, options, message):
    with pytest.raises(ValueError, match=message):
        cohen_kappa_score(y1, y2, **options)
