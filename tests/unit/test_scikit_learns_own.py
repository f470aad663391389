"""scikit-learn's own common tests of metrics, with our scores among its metrics.

Those that only ask for the words of its errors are left out, and those of several outputs.
"""

from functools import partial

import pytest
from sklearn.metrics.tests import test_common as common
from sklearn.utils import check_consistent_length

from kappabook import (
    auk_score,
    chance_agreement,
    cohen_kappa_score,
    gini_score,
    per_class_kappa_score,
    scott_pi_score,
)

OF_LABELS = {
    "kappa": cohen_kappa_score,
    "kappa, costs": partial(cohen_kappa_score, labels=[0, 1], weights=[[0, 1], [5, 0]]),
    "chance agreement": chance_agreement,
    "kappa per class": partial(per_class_kappa_score, average="macro"),
    "Scott's pi": scott_pi_score,
}
OF_SCORES = {
    "AUK": auk_score,
    "AUK, hull": partial(auk_score, hull=True),
    "Gini": gini_score,
}
SYMMETRIC = {"kappa", "chance agreement", "kappa per class", "Scott's pi"}


def in_its_words(metric):
    """Say of columns of different lengths, once we refuse them, what scikit-learn says."""

    def named(y1, y2, **options):
        try:
            return metric(y1, y2, **options)
        except ValueError:
            check_consistent_length(y1, y2, options.get("sample_weight"))
            raise

    return named


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    for table, ours in (
        (common.ALL_METRICS, OF_LABELS | OF_SCORES),
        (common.CLASSIFICATION_METRICS, OF_LABELS),
        (common.CONTINUOUS_CLASSIFICATION_METRICS, OF_SCORES),
    ):
        for name, metric in ours.items():
            monkeypatch.setitem(table, name, in_its_words(metric))
    monkeypatch.setattr(common, "METRICS_WITH_LABELS", common.METRICS_WITH_LABELS | set(OF_LABELS))
    monkeypatch.setattr(
        common, "METRICS_WITH_POS_LABEL", common.METRICS_WITH_POS_LABEL | set(OF_SCORES)
    )


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.UndefinedMetricWarning")
@pytest.mark.parametrize("name", OF_LABELS | OF_SCORES)
@pytest.mark.parametrize(
    "test",
    [
        common.test_sample_order_invariance,
        common.test_format_invariance_with_1d_vectors,
        common.test_binary_sample_weight_invariance,
        common.test_single_sample,
    ],
)
def test_every_score(test, name):
    test(name)


@pytest.mark.parametrize("name", OF_LABELS | OF_SCORES)
def test_columns_of_data_frames(name):
    common.test_metrics_dataframe_series(name, "pandas")


@pytest.mark.parametrize("name", sorted(set(OF_LABELS) - {"kappa, costs"}))
def test_names_of_classes(name):
    common.test_classification_invariance_string_vs_numbers_labels(name)


@pytest.mark.parametrize("name", OF_SCORES)
def test_names_of_two_classes(name):
    common.test_continuous_classification_invariance_string_vs_numbers_labels(name)


@pytest.mark.parametrize("name", sorted(set(OF_LABELS) - {"kappa, costs"}))
def test_weights_with_many_classes(name):
    common.test_multiclass_sample_weight_invariance(name)


@pytest.mark.parametrize("name", sorted(SYMMETRIC))
def test_symmetry(name):
    common.test_symmetric_metric(name)
