import numpy as np
import pytest

from kappabook import auk_score
from kappabook.metrics.auk import perfect_auk
from kappabook.metrics.multiclass import multiclass_auk_score

RNG = np.random.default_rng(5)
Y = RNG.choice(3, 300, p=[0.6, 0.3, 0.1])
SCORES = np.eye(3)[Y] + RNG.normal(size=(300, 3))


@pytest.mark.parametrize("scheme", ["ovr", "ovo"])
def test_perfect_is_one_and_random_is_near_zero(scheme):
    assert multiclass_auk_score(Y, np.eye(3)[Y], scheme=scheme) == pytest.approx(1)
    values = [multiclass_auk_score(Y, RNG.random((300, 3)), scheme=scheme) for _ in range(200)]
    assert abs(np.mean(values)) < 4 * np.std(values) / np.sqrt(200) + 0.01


def test_two_classes_come_back_to_the_binary_measure():
    y = (Y == 0).astype(int)
    s = SCORES[:, 0] * -1
    scores = np.column_stack([-s, s])
    p = y.mean()
    positive = auk_score(y, s) / perfect_auk(p)
    negative = auk_score(1 - y, -s) / perfect_auk(1 - p)
    found = multiclass_auk_score(y, scores)
    assert found == pytest.approx(p * positive + (1 - p) * negative)
    assert multiclass_auk_score(y, scores, scheme="ovo") == pytest.approx((positive + negative) / 2)


@pytest.mark.parametrize("scheme", ["ovr", "ovo"])
def test_order_of_classes_does_not_matter(scheme):
    order = [2, 0, 1]
    names = np.array(["a", "b", "c"])
    shuffled = multiclass_auk_score(names[Y], SCORES[:, order], labels=names[order], scheme=scheme)
    assert shuffled == pytest.approx(multiclass_auk_score(Y, SCORES, scheme=scheme))


@pytest.mark.parametrize(
    ("y", "scores", "options", "message"),
    [
        ([0, 0], np.ones((2, 1)), {}, "give cases of two or more"),
        ([0, 1], np.ones((2, 3)), {}, r"y_score has shape \(2, 3\); 2 cases of 2 classes need"),
        ([0, 1], np.ones((2, 3)), {"labels": [0, 1, 7]}, "class 7 does not occur"),
        ([0, 1], np.ones((2, 2)), {"scheme": "all"}, "'all'; give 'ovr' or 'ovo'"),
        ([0, 1], [[0, np.nan], [1, 0]], {}, r"y_score\[0\] is nan"),
    ],
)
def test_bad_input_is_named(y, scores, options, message):
    with pytest.raises(ValueError, match=message):
        multiclass_auk_score(y, scores, **options)


@pytest.mark.parametrize("scheme", ["ovr", "ovo"])
def test_weights_count_cases(scheme):
    times = RNG.integers(0, 3, len(Y))
    times[:30] = 1  # every class stays
    repeated = multiclass_auk_score(
        np.repeat(Y, times), np.repeat(SCORES, times, axis=0), scheme=scheme
    )
    weighted = multiclass_auk_score(Y, SCORES, sample_weight=times, scheme=scheme)
    assert weighted == pytest.approx(repeated, abs=1e-12)
    huge = multiclass_auk_score(Y, SCORES, sample_weight=times * 1e300, scheme=scheme)
    assert huge == pytest.approx(weighted, abs=1e-12)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("scheme", ["ovr", "ovo"])
def test_perfect_scores_never_exceed_one(scheme, weighted):
    for seed in range(60):
        rng = np.random.default_rng(seed)
        y = np.append(np.arange(4), rng.integers(0, 4, 30))
        weight = rng.exponential(size=34) if weighted else None
        found = multiclass_auk_score(y, np.eye(4)[y], sample_weight=weight, scheme=scheme)
        assert 1 - 1e-14 <= found <= 1


def test_a_label_twice_and_a_class_without_weight_are_refused():
    with pytest.raises(ValueError, match="label 1 stands twice"):
        multiclass_auk_score([0, 1], np.ones((2, 3)), labels=[0, 1, 1])
    with pytest.raises(ValueError, match="class 1 does not occur"):
        multiclass_auk_score([0, 1, 0], np.ones((3, 2)), sample_weight=[1, 0, 1])
