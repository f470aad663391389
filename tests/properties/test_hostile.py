"""Whatever a public function is given, it answers rightly or refuses in words of its own.

A call has good arguments in any form (lists, arrays that are strided or read-only, columns of
pandas and polars, categories without members), and one of them may be spoiled. With good ones the
answer is sound, the same in every form, or refused; a spoiled one is always refused: ValueError or
TypeError, raised in kappabook and not inside another library, with the name of what is wrong.
"""

import dataclasses
import inspect
import math
import numbers
import re
import traceback
import warnings
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import sparse
from support import pl, slowly

import kappabook
import kappabook.metrics.intervals as intervals
import kappabook.metrics.raters as raters
import kappabook.study as study
from kappabook.metrics.confusion import ConfusionMatrix

SOURCES = Path(kappabook.__file__).parent
NAN, INF = math.nan, math.inf

# --- forms of a good column, and what is none ---------------------------------------------------

FORMS = {
    "list": list,
    "tuple": tuple,
    "array": np.array,
    "objects": lambda x: np.array(x, dtype=object),
    "strided": lambda x: np.repeat(np.array(x), 2)[::2],
    "backwards": lambda x: np.array(x[::-1])[::-1],
    "read-only": lambda x: _read_only(np.array(x)),
    "one column": lambda x: np.array(x)[:, None],
    "masked nowhere": lambda x: np.ma.array(x, mask=False),
    "pandas": lambda x: pd.Series(x, index=range(7, 7 + len(x))),
    "nullable": lambda x: pd.Series(x).convert_dtypes(),
    "categories": lambda x: pd.Series(x).astype(
        pd.CategoricalDtype([*sorted(set(x)), "unused" if isinstance(x[0], str) else 99])
    ),
    **({"polars": pl.Series} if pl else {}),
}
NO_COLUMN = {
    "nothing": lambda n: None,
    "a number": lambda n: 5,
    "a word": lambda n: "text",
    "0-d": lambda n: np.array(1),
    "3-d": lambda n: np.ones((n, 2, 2), int),
    "two columns": lambda n: np.ones((n, 2), int),
    "a dictionary": lambda n: {"a": [1] * n},
    "a set": lambda n: {0, 1},
    "sparse": lambda n: sparse.csr_array(np.ones((n, 1))),
    "complex": lambda n: np.array([1j] * n),
    "objects": lambda n: [object()] * n,
    "None inside": lambda n: [0, None, *[1] * (n - 2)],
    "nan inside": lambda n: [0, NAN, *[1] * (n - 2)],
    "masked inside": lambda n: np.ma.array([1] * n, mask=[True] + [False] * (n - 1)),
    "NA inside": lambda n: pd.Series([0, pd.NA, *[1] * (n - 2)], dtype="Int64"),
    "dates": lambda n: np.array(["2026-01-01"] * n, dtype="datetime64[D]"),
    "stamps": lambda n: pd.Series(pd.date_range("2026-01-01", periods=n)),
    "ragged": lambda n: [[1], *[[1, 2]] * (n - 1)],
    "bytes": lambda n: [b"a"] * n,
    "huge": lambda n: [10**400] * n,
    "mixed": lambda n: ["0", *[1] * (n - 1)],
    "records": lambda n: np.zeros(n, dtype=[("a", int)]),
    "empty": lambda n: [],
}
NO_NUMBERS = {
    **NO_COLUMN,
    "words": lambda n: ["a"] * n,
    "inf inside": lambda n: [INF, *[1] * (n - 1)],
    "digits as text": lambda n: ["1"] * n,
    "durations": lambda n: np.ones(n, dtype="timedelta64[s]"),
}
NO_WEIGHTS = {
    **{k: v for k, v in NO_NUMBERS.items() if k not in ("nothing", "digits as text")},
    "negative": lambda n: [-1.0, *[1.0] * (n - 1)],
    "all zero": lambda n: [0.0] * n,
    "too few": lambda n: [1.0] * (n - 1),
}
NO_RATES = {
    **{k: v for k, v in NO_NUMBERS.items() if k != "digits as text"},
    "negative": lambda n: [-0.5, *[1.0] * (n - 1)],
    "above 1": lambda n: [0.0, *[1.5] * (n - 1)],
}
NO_TABLE = {
    **{k: v for k, v in NO_COLUMN.items() if k not in ("nan inside", "None inside", "huge")},
    "negative": lambda n: [[1, -1], [1, 1]],
    "nan": lambda n: [[1, NAN], [1, 1]],
    "inf": lambda n: [[1, INF], [1, 1]],
    "not square": lambda n: [[1, 2, 3], [1, 2, 3]],
    "all zero": lambda n: [[0, 0], [0, 0]],
    "words": lambda n: [["a", "b"], ["c", "d"]],
    "an infinite list": lambda n: [[1, 10**400], [NAN, 1]],
}
NO_RATINGS = {
    **{k: v for k, v in NO_COLUMN.items() if k not in ("two columns",)},
    "one row": lambda n: [[1, 2]],
    "one rater": lambda n: [[1]] * n,
    "words of rows": lambda n: ["ab"] * n,
    "all missing": lambda n: [[None, None]] * n,
    "rater twice": lambda n: pd.DataFrame([[1, 2]] * n, columns=["a", "a"]),
    "mixed labels": lambda n: [[1, "1"]] * n,
    "blank": lambda n: [["", "a"]] * n,
    # pandas counts in nanoseconds before version 3, and in microseconds since.
    **{
        f"dates in {unit} inside": lambda n, unit=unit: pd.DataFrame(
            {"a": pd.date_range("2026", periods=n).as_unit(unit), "b": [1] * n}
        )
        for unit in ("ns", "us")
    },
}
TWO_WHOLE = 2.0
NO_SHARE = (None, "x", NAN, INF, -1.0, TWO_WHOLE, [0.5, 0.5], object(), 1j, {}, np.zeros(3), pd.NA)
NO_COUNT = (None, "x", NAN, INF, -1, 0, 1.5, [3], object(), True, pd.NA)


def _read_only(x):
    x.setflags(write=False)
    return x


class Kind(NamedTuple):
    """A good value for six cases, what draws others for n, the forms of both, spoiled ones."""

    sample: Any
    drawn: Any
    forms: dict[str, Any]
    spoiled: dict[str, Any]


def column(sample, forms=FORMS, spoiled=NO_COLUMN):
    """Make a kind of columns whose values are those of the sample."""
    values = st.sampled_from(sample)
    return Kind(sample, lambda n: st.lists(values, min_size=n, max_size=n), forms, spoiled)


def fixed(value, forms, spoiled):
    """Make a kind with one good value, whatever the number of cases."""
    return Kind(value, lambda n: st.just(value), forms, spoiled)


def one_of(values, spoiled):
    """Make a kind of single values."""
    spoils = {repr(v): lambda n, v=v: v for v in spoiled}
    return Kind(values[0], lambda n: st.sampled_from(values), {"as it is": lambda x: x}, spoils)


def rows(sample, forms, spoiled):
    """Make a kind of tables with three columns."""
    cells = st.sampled_from(sorted({cell for row in sample for cell in row}))
    row = st.lists(cells, min_size=3, max_size=3)
    return Kind(sample, lambda n: st.lists(row, min_size=n, max_size=n), forms, spoiled)


NUMERIC = {k: v for k, v in FORMS.items() if k != "categories"}
TABLES = {
    "lists": lambda x: x,
    "array": np.array,
    "strided": lambda x: np.repeat(np.array(x, dtype=object), 2, axis=0)[::2],
    "pandas": lambda x: pd.DataFrame(x, index=range(5, 5 + len(x))),
    "nullable": lambda x: pd.DataFrame(x).convert_dtypes(),
}
TRUTH = column([0, 1, 1, 0, 1, 0], NUMERIC)
LABELS = column([0, 1, 2, 0, 1, 1])
WORDS = column(["a", "b", "a", "b", "b", "ç"])
SCORES = column([0.25, 0.5, -3.5, 0.25, 1e300, 0.5], NUMERIC, NO_NUMBERS)
PROBABILITIES = column([0.25, 0.5, 0.0, 0.25, 1.0, 0.5], NUMERIC, NO_RATES)
WEIGHTS = column([1.0, 2.0, 1.0, 0.5, 1.0, 3.0], NUMERIC, NO_WEIGHTS)
DIFFERENCES = column([0.1, -0.1, 0.2, 0.05, 0.0, 0.1], NUMERIC, NO_NUMBERS)
GROUPS = column([0, 1, 2, 0, 1, 2], FORMS, {k: v for k, v in NO_COLUMN.items() if k != "nothing"})
CURVE = fixed([0.0, 0.25, 1.0], NUMERIC, NO_RATES)
CORNERS = fixed([0.0, 0.25, 1.0], {"array": np.array}, NO_RATES)
CUTS = fixed([INF, 0.5, 0.1], {"array": np.array}, {})
MARGINS = fixed([0.3, 0.7], {"list": list, "array": np.array, "pandas": pd.Series}, NO_RATES)
TABLE = {"lists": lambda x: x, "array": np.array, "pandas": pd.DataFrame}
MATRIX = fixed([[9, 1], [2, 3]], TABLE, NO_TABLE)
CONFUSION = fixed(
    [[9, 1], [2, 3]],
    {"matrix": ConfusionMatrix},
    {"none": lambda n: None, "lists": lambda n: [[1, 2], [3, 4]], "word": lambda n: "x"},
)
RATINGS = rows([[i % 2, i % 3, (i + 1) % 2] for i in range(6)], TABLES, NO_RATINGS)
RANKED_ANYWAY = ("negative", "inf", "all zero", "not square")
BLOCKS = rows(
    [[0.5, 0.6, 0.9 - i / 100] for i in range(6)],
    TABLE,
    {
        **{k: v for k, v in NO_TABLE.items() if k not in RANKED_ANYWAY},
        "two columns": lambda n: np.ones((n, 2)),
    },
)
SHARE = one_of((0.5, 0.1, 0.9), NO_SHARE)
COUNT = one_of((20, 10), NO_COUNT)
RATER = one_of((2,), (None, "x", 9, NAN, [1]))
METRIC = one_of((kappabook.auk_score,), (None, "x", 5, lambda *_, **__: "word"))
RESULTS = fixed(
    4,
    {"results": lambda n: _results(_cells(n))},
    {"none": lambda n: None, "frame": lambda n: pd.DataFrame(), "word": lambda n: "x"},
)


def _cells(n=4, **altered):
    rows = [
        ("pets", c, "own", "1", 1, f, f"{n + f} {n};{n} {n + f}")
        for c in ("tree", "rule")
        for f in (1, 2)
    ]
    names = "dataset,classifier,engine,engine_version,repeat,fold,cells"
    return pd.DataFrame(rows, columns=names.split(",")).assign(**altered)


def _results(table):
    return study.StudyResults(table, {"pets": ("cat", "dog")})


FRAME = fixed(
    4,
    {"frame": _cells, "objects": lambda n: _cells(n).astype(object)},
    {
        "none": lambda n: None,
        "word": lambda n: "x",
        "huge": lambda n: _cells(cells=f"1 0;0 {10**30}"),
        "dates": lambda n: _cells(fold=pd.Timestamp("2026-01-01")),
        "two names": lambda n: _cells().rename(columns={"fold": "repeat"}),
    },
)

# --- every public function -----------------------------------------------------------------------


class Case(NamedTuple):
    """A function, kinds of its arguments by name, the range of its answer."""

    call: Any
    arguments: dict[str, Kind]
    low: float = -INF
    high: float = INF


def _split(X, n_splits):
    return [test for _, test in study.WekaStratifiedKFold(n_splits).split(None, X)]


TWO = {"y1": LABELS, "y2": LABELS, "sample_weight": WEIGHTS}
PREDICTED = {"y_true": WORDS, "y_pred": WORDS, "sample_weight": WEIGHTS}
RANKED = {"y_true": TRUTH, "y_score": SCORES, "sample_weight": WEIGHTS}
DRAWN = {"n_resamples": 20, "random_state": 0}
PAIRED = {"y_true": TRUTH, "score_a": SCORES, "score_b": SCORES}
OF_RATERS = Case(None, {"ratings": RATINGS}, -INF, 1)
T_TEST = {
    "differences": DIFFERENCES,
    "test_train_ratio": one_of((0.1,), [v for v in NO_SHARE if v is not TWO_WHOLE]),
}
CASES = {
    "ConfusionMatrix": Case(lambda cells: ConfusionMatrix(cells).kappa, {"cells": MATRIX}, -1, 1),
    "KappaCurveDisplay": Case(
        kappabook.KappaCurveDisplay,
        {"fpr": CORNERS, "tpr": CORNERS, "thresholds": CUTS, "prevalence": SHARE},
    ),
    "auk_bounds": Case(
        partial(kappabook.auk_bounds, concave=False), {"auc": SHARE, "prevalence": SHARE}, -1, 1
    ),
    "auk_from_roc": Case(
        kappabook.auk_from_roc, {"fpr": CURVE, "tpr": CURVE, "prevalence": SHARE}, -1, 1
    ),
    "auk_score": Case(kappabook.auk_score, RANKED, -1, 1),
    "chance_agreement": Case(kappabook.chance_agreement, PREDICTED, 0, 1),
    "cohen_kappa_score": Case(kappabook.cohen_kappa_score, TWO, -1, 1),
    "gini_score": Case(kappabook.gini_score, RANKED, -1, 1),
    "kappa_curve": Case(kappabook.kappa_curve, RANKED),
    "kappa_optimal_probability": Case(
        kappabook.kappa_optimal_probability, {"y_prob": PROBABILITIES, "sample_weight": WEIGHTS}
    ),
    "kappa_optimal_threshold": Case(kappabook.kappa_optimal_threshold, RANKED),
    "per_class_kappa_score": Case(kappabook.per_class_kappa_score, PREDICTED, -1, 1),
    "roc_convex_hull": Case(kappabook.roc_convex_hull, {"fpr": CURVE, "tpr": CURVE}, 0, 1),
    "alternative_annotator_test": Case(
        partial(raters.alternative_annotator_test, min_items=2),
        {"ratings": RATINGS, "judge": RATER, "epsilon": SHARE},
    ),
    **{
        name: OF_RATERS._replace(call=getattr(raters, name))
        for name in (
            *("brennan_prediger_score", "conger_kappa_score", "fleiss_kappa_score"),
            *("gwet_ac_score", "krippendorff_alpha_score", "percent_agreement_score"),
        )
    },
    "compare_judge_with_raters": Case(
        partial(raters.compare_judge_with_raters, n_draws=1000),
        {"ratings": RATINGS, "judge": RATER, "confidence_level": SHARE},
    ),
    "corrected_prevalence": Case(
        raters.corrected_prevalence,
        {
            "y_true": column(
                [0, 1, 1, 0, 1, None],
                {"list": list, "objects": lambda x: np.array(x, dtype=object)},
                {k: v for k, v in NO_COLUMN.items() if " inside" not in k},
            ),
            "y_judge": TRUTH,
            "confidence_level": SHARE,
        },
    ),
    "pairwise_kappas": Case(
        partial(raters.pairwise_kappas, n_draws=1000),
        {"ratings": RATINGS, "confidence_level": SHARE},
    ),
    "rater_interval": Case(
        partial(raters.rater_interval, n_draws=1000),
        {"ratings": RATINGS, "confidence_level": SHARE, "groups": GROUPS},
    ),
    "scott_pi_score": Case(raters.scott_pi_score, TWO, -1, 1),
    "auc_interval": Case(intervals.auc_interval, {**RANKED, "confidence_level": SHARE}),
    "bootstrap_interval": Case(
        partial(intervals.bootstrap_interval, random_state=0),
        {"metric": METRIC, **RANKED, "n_resamples": COUNT, "confidence_level": SHARE},
    ),
    "compare_kappas": Case(
        partial(intervals.compare_kappas, n_draws=1000),
        {"y_true": WORDS, "y_pred_a": WORDS, "y_pred_b": WORDS, "confidence_level": SHARE},
    ),
    "compare_scores": Case(
        partial(intervals.compare_scores, random_state=0),
        {"metric": METRIC, **PAIRED, "n_resamples": COUNT, "confidence_level": SHARE},
    ),
    "corrected_resampled_t_test": Case(intervals.corrected_resampled_t_test, T_TEST),
    "correlated_bayesian_t_test": Case(
        intervals.correlated_bayesian_t_test,
        {**T_TEST, "rope": one_of((0.01,), ("x", NAN, -1.0, None, (2, 1), object()))},
    ),
    "delong_test": Case(intervals.delong_test, {**PAIRED, "confidence_level": SHARE}),
    "friedman_nemenyi": Case(intervals.friedman_nemenyi, {"scores": BLOCKS, "alpha": SHARE}),
    "kappa_interval": Case(
        partial(intervals.kappa_interval, n_draws=1000),
        {"y1": LABELS, "y2": LABELS, "sample_weight": WEIGHTS, "confidence_level": SHARE},
    ),
    "kappa_standard_error": Case(intervals.kappa_standard_error, {"table": MATRIX}, 0),
    "kappa_sample_size": Case(
        intervals.kappa_sample_size,
        {"margins": MARGINS, "kappa": one_of((0.5,), NO_SHARE), "half_width": SHARE},
    ),
    "StudyResults": Case(lambda table: _results(table).summary(), {"table": FRAME}),
    "WekaStratifiedKFold": Case(_split, {"X": LABELS, "n_splits": one_of((2,), NO_COUNT)}),
    "accuracy_vs_kappa": Case(study.accuracy_vs_kappa, {"results": RESULTS, "alpha": SHARE}),
    "chance_decomposition": Case(study.chance_decomposition, {"results": RESULTS}),
    "fold_correlation": Case(
        study.fold_correlation,
        {
            "results": RESULTS,
            "dataset": one_of(("pets",), (None, "x", 5)),
            "a": one_of(("tree",), (None, "x", 5)),
            "b": one_of(("rule",), (None, "x", 5)),
        },
    ),
    "run_study": Case(
        lambda **given: study.run_study(engine="sklearn", n_jobs=1, **given).summary(),
        {
            "datasets": one_of(("monks-3",), (None, "x", 5, object())),
            "classifiers": one_of(("NaiveBayes",), ("x", 5, [], object())),
            "n_splits": one_of((2,), NO_COUNT),
            "repeats": one_of((1,), [v for v in NO_COUNT if type(v) is not list]),
        },
    ),
}
# Names that no one calls: what functions return.
RETURNED = (
    *("AlternativeAnnotatorTest", "CorrectedPrevalence", "JudgeComparison", "PairwiseKappas"),
    *("Ratings", "Interval", "Comparison", "CorrelatedBayesianTTest"),
    *("FriedmanNemenyi", "ResampledTTest", "AccuracyVsKappa"),
)
# Where an error says something else than the name of the argument.
SAID = {
    **dict.fromkeys(("score_a", "score_b"), "y_score"),  # what the metric says
    **dict.fromkeys(("y_true", "y_judge"), "ratings"),
    **dict.fromkeys(("a", "b", "classifiers"), "classifier"),
    **dict.fromkeys(("dataset", "datasets"), "data set"),
    **{"X": r"\by\b|rows", "y1": "samples", "y2": "two columns"},
    **{"table": "cells|row", "repeats": "repeat"},
    **{"ratings": "rating|rater|item", "judge": "raters"},
}
# What else is on the street has its bad input in the tests of its own module.
ROOMS = (kappabook.metrics, raters, intervals, study)
PUBLIC = {"KappaCurveDisplay"}.union(*(room.__all__ for room in ROOMS))


def test_every_public_function_has_a_case():
    assert set(CASES) == PUBLIC - set(RETURNED)


# --- what has to be true -------------------------------------------------------------------------


def numbers_in(value, name=""):
    """Go through every number of an answer, with the name of its field."""
    if isinstance(value, ConfusionMatrix | str | type(None)) or callable(value):
        return
    if dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from numbers_in(getattr(value, field.name), field.name)
    elif isinstance(value, pd.DataFrame | pd.Series):
        plain = value.select_dtypes("number") if value.ndim > 1 else value
        yield from numbers_in(plain.to_numpy(), name)
    elif isinstance(value, dict):
        yield from numbers_in(list(value.values()), name)
    elif isinstance(value, np.ndarray | list | tuple):
        for one in np.ravel(value).tolist() if isinstance(value, np.ndarray) else value:
            yield from numbers_in(one, name)
    elif isinstance(value, numbers.Real):
        yield name, float(value)


# A first threshold is above all scores; without spread a statistic has no bound.
UNBOUNDED = re.compile(r"threshold|plateau|lowest|highest|statistic|degrees|iman|^high$|^low$|^$")


def sound(case, answer):
    for name, value in numbers_in(answer):
        assert math.isfinite(value) or math.isnan(value) or UNBOUNDED.search(name), (name, value)
        if not math.isnan(value):
            assert case.low - 1e-9 <= value <= case.high + 1e-9, (name, value)


def in_own_words(error):
    """ValueError or TypeError, raised by a line of ours, in a sentence with a remedy."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    assert isinstance(error, ValueError | TypeError), traceback.format_exception(error)
    assert Path(last.filename).is_relative_to(SOURCES), traceback.format_exception(error)
    said = str(error)
    assert len(said) > 20, said
    assert "\n" not in said, said
    assert said.endswith((".", ")", "?")), said


def called(case, given):
    """Return the answer, or the error."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return case.call(**given), None
        except Exception as error:
            return None, error


@pytest.mark.parametrize("examples", [5, slowly(60)])
@pytest.mark.parametrize("name", CASES)
def test_a_good_call_has_a_sound_answer_the_same_in_every_form(name, examples):
    how = settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))

    @how
    @given(data=st.data())
    def every(data):
        try_forms(name, data)

    every()


def try_forms(name, data):
    """Call a function with good values in two forms."""
    case, n = CASES[name], data.draw(st.integers(3, 8), label="n")
    plain = {k: data.draw(kind.drawn(n), label=k) for k, kind in case.arguments.items()}
    names = {k: data.draw(st.sampled_from(list(v.forms))) for k, v in case.arguments.items()}
    first = {k: next(iter(v.forms.values()))(plain[k]) for k, v in case.arguments.items()}
    shaped = {k: v.forms[names[k]](plain[k]) for k, v in case.arguments.items()}
    expected, refusal = called(case, first)
    answer, error = called(case, shaped)
    assert (error is None) == (refusal is None), (refusal, error)
    if error is not None:
        in_own_words(error)
        return
    sound(case, answer)
    values = [[v for _, v in numbers_in(x)] for x in (expected, answer)]
    assert_allclose(values[1], values[0], rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("name", CASES)
def test_what_is_spoiled_is_refused(name):
    case, wrong = CASES[name], []
    good = {k: next(iter(v.forms.values()))(v.sample) for k, v in case.arguments.items()}
    answer, error = called(case, good)
    assert error is None, error
    for argument, kind in case.arguments.items():
        for how, make in kind.spoiled.items():
            answer, error = called(case, {**good, argument: make(6)})
            if error is None:
                wrong.append(f"{argument} {how}: answered {str(answer)[:80]}")
                continue
            try:
                in_own_words(error)
                said = f"{argument}|{SAID.get(argument, argument)}"
                assert re.search(said, str(error)), f"nothing of {argument}"
            except AssertionError:
                last = traceback.extract_tb(error.__traceback__)
                ours = [f for f in last if str(SOURCES) in f.filename][-1:]
                wrong.append(f"{argument} {how}: {type(error).__name__}: {str(error)[:100]} {ours}")
    assert not wrong, "\n".join(wrong)


# Options with a few values, and those that are a share or a number of draws.
CHOICES = {
    *("average", "coefficient", "level", "measure", "method", "multi_class", "nan_policy"),
    *("reference", "rule", "score", "severity", "weights"),
}
SHARES = {"alpha", "confidence_level", "false_discovery_rate"}
NUMBERS = {"n_draws", "n_resamples"}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_an_option_that_is_none_is_named_with_its_value(case):
    good = {k: next(iter(v.forms.values()))(v.sample) for k, v in case.arguments.items()}
    options = inspect.signature(case.call).parameters.keys()
    for names, value in ((CHOICES, "wrong"), (SHARES, 95), (NUMBERS, -1)):
        for name in names & options:
            if name == "weights" and "level" in options:  # alpha, which takes none
                continue
            _, error = called(case, {**good, name: value})
            in_own_words(error)
            assert f"{name} is {value!r}" in str(error) or f"{name}={value!r}" in str(error), error
