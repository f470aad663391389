"""No silent wrong kappa: random calls against exact fractions, whatever holds the labels.

A call is drawn as plain Python labels; how they are then packed (arrays of any type, columns of
pandas and polars) must not matter. Nothing up to the answer uses the library.
"""

import math
import re
import warnings
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import pl

from kappabook import ConfusionMatrix, cohen_kappa_score

NUMBERS = (
    (0, 1),
    (0, 1, 2),
    (-1, 1),
    (1, 2, 3, 7),
    (-128, 127, 5),
    (0, 1023, 1024),
    (0, 5000, 200, 40),
    (-(2**63), 2**63 - 1, 0),
    (2**53, 2**53 + 1, 2**53 + 2),
    (2**63, 2**64 - 1, 2**64 - 2),
    (2**63, 2**63 + 1, 1),  # numpy would make floats of a list
    tuple(range(12)),
    (10**6, 2 * 10**6, -(10**9)),
)
WORDS = (
    ("a", "b"),
    ("low", "mid", "high"),
    ("", " ", "a ", "A"),
    ("é", "日本", "x" * 70),
    tuple("class " + str(i) for i in range(11)),
    ("0", "1", "01"),
)
# Enough classes, and cases, for hashes to meet and tables to be too large.
MANY_NUMBERS = tuple(i * i * 7919 - 10**6 for i in range(300))
MANY_WORDS = tuple(f"{'x' * (i % 9)}{i * 31}" for i in range(300))
KINDS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")


@dataclass
class Call:
    """Arguments of cohen_kappa_score and the answer: a fraction, None for nan, or an error."""

    y1: Any
    y2: Any
    options: dict[str, Any]
    answer: Fraction | str | None
    exact: bool
    story: str
    counts: dict[tuple[Any, Any], int] = field(default_factory=dict)


def draw(random: Random, many: bool = True) -> Call:
    """Draw a call. A few have `many` cases and classes."""
    text = random.random() < 0.4
    classes = list(random.choice(WORDS if text else NUMBERS))
    n = random.randint(1, 12)
    if many and random.random() < 0.002:
        n = random.choice((2500, 70_000))
        classes = list(random.choice((classes, MANY_WORDS if text else MANY_NUMBERS)))
    first = [random.choice(classes) for _ in range(n)]
    second = [a if random.random() < 0.4 else random.choice(classes) for a in first]
    labels = _labels(random, classes) if random.random() < 0.4 else None
    scale = random.sample(classes, len(classes)) if random.random() < 0.2 else None
    kind = random.choice(("none", "none", "linear", "quadratic", "costs"))
    weight = _weights(random, n) if random.random() < 0.4 else None

    y1, how1 = pack(random, first, text, scale)
    y2, how2 = pack(random, second, text, scale if random.random() < 0.5 else None)
    ordered = kind != "none" and "ordered" in how1 + how2
    assert scale is not None or not ordered
    order, problem = labels, None
    if ordered and labels is None:
        order = scale
    elif ordered:
        places = [scale.index(label) for label in labels if label in scale]
        problem = "contradict" if places != sorted(places) else None
    costs, plain_costs = None, None
    present = _present(first, second, order)
    if kind == "costs":
        plain_costs = _costs(random, len(present))
        costs = _packed_costs(random, plain_costs, present)
    options: dict[str, Any] = {"weights": None if kind == "none" else kind}
    if costs is not None:
        options["weights"] = costs
    if labels is not None:
        options["labels"] = _packed_labels(random, labels)
    if weight is not None:
        options["sample_weight"] = random.choice((list, np.array, pd.Series))(weight)
    counts = _counts(first, second, weight, order)
    if text and order is None and kind in ("linear", "quadratic") and len(present) > 2:
        problem = "needs the order"
    answer: Fraction | str | None = problem or _kappa(counts, present, kind, plain_costs)
    whole = plain_costs is None or all(isinstance(c, int) for row in plain_costs for c in row)
    exact = weight is None and whole
    return Call(y1, y2, options, answer, exact, f"{how1}, {how2}, {kind}", counts)


def _labels(random: Random, classes: list[Any]) -> list[Any]:
    labels = random.sample(classes, random.randint(1, len(classes)))
    if random.random() < 0.3:
        labels.insert(random.randint(0, len(labels)), "new" if isinstance(classes[0], str) else 77)
    return labels


def _weights(random: Random, n: int) -> list[Any]:
    one_size = 10.0 ** random.randint(-320, 306)
    kinds = (
        lambda: random.random(),
        lambda: random.randint(0, 3),
        lambda: random.choice((0.0, 1e-60, 1.0, 1e60)),
        lambda: random.choice((1e-320, 1e-310)),
        lambda: 1e300 * random.random(),
        lambda: random.choice((1.0, 1e-12, 1e12)),
        lambda: random.choice((0.0, one_size)),
    )
    one = random.choice(kinds)
    weight = [one() for _ in range(n)]
    return weight if any(weight) else [1.0] * n


def _present(first, second, order) -> list[Any]:
    if order is not None:
        return list(order)
    return sorted({*first, *second})


def _costs(random: Random, k: int) -> list[list[Any]]:
    ones = (
        lambda: random.randint(0, 9),
        lambda: random.choice((0.1, 0.25, 3.5)),
        lambda: random.choice((1e60, 1.0, 1e-60)),
        lambda: random.choice((10**25, 1)),
    )
    one = random.choice(ones)
    return [[0 if i == j else one() for j in range(k)] for i in range(k)]


def _packed_costs(random: Random, costs: list[list[Any]], present: list[Any]) -> Any:
    way = random.choice(("list", "array", "frame", "positions"))
    if way == "array":
        return np.array(costs)
    if way == "positions":
        return pd.DataFrame(costs)
    if way == "frame":
        # Axes of objects: a frame of labels 0, 1, 2 must not look like one without labels.
        axis = pd.Index(present, dtype=object)
        frame = pd.DataFrame(costs, index=axis, columns=axis)
        rows, columns = (random.sample(range(len(present)), len(present)) for _ in range(2))
        return frame.iloc[rows, columns]
    return costs


def _packed_labels(random: Random, labels: list[Any]) -> Any:
    way = random.choice((list, tuple, np.array, "object", "series"))
    if way == "object" or (way is np.array and np.array(labels).dtype.kind == "f"):
        return np.array(labels, dtype=object)
    return pd.Series(labels, dtype=object) if way == "series" else way(labels)


def pack(random: Random, labels: list[Any], text: bool, scale: list[Any] | None) -> tuple[Any, str]:
    """The same labels in some container."""
    ways = ["list", "tuple", "object", "series", "category", "column"]
    if text:
        ways += ["U", "string", *(["polars", "polars category"] if pl else []), "StringDType"]
    else:
        ways += [kind for kind in KINDS if _fits(labels, kind)]
        ways += ["bool"] if set(labels) <= {0, 1} else []
        ways += ["float64"] if all(abs(label) < 2**53 for label in labels) else []
        ways += ["float16"] if all(abs(label) <= 2048 for label in labels) else []
        if _fits(labels, "int64"):
            ways += ["Int64", *(["polars"] if pl else []), "strided"]
    if scale is not None:
        ways = ["ordered"] * 3 + ways + (["ordered Enum"] if text and pl else [])
    way = random.choice(ways)
    return _PACKED.get(way, lambda y, _: np.array(y, dtype=way))(labels, scale), way


_PACKED = {
    "list": lambda y, _: list(y),
    "tuple": lambda y, _: tuple(y),
    "object": lambda y, _: np.array(y, dtype=object),
    "series": lambda y, _: pd.Series(y, index=range(5, 5 + len(y)), dtype=_dtype(y)),
    "column": lambda y, _: pd.DataFrame({"y": pd.Series(y, dtype=object)}),
    "category": lambda y, _: pd.Series(pd.Categorical(np.array(y, dtype=object))),
    "U": lambda y, _: np.array(y),
    "string": lambda y, _: pd.Series(y, dtype="string"),
    "StringDType": lambda y, _: np.array(y, dtype=np.dtypes.StringDType()),
    "polars": lambda y, _: pl.Series(y),
    "polars category": lambda y, _: pl.Series(y, dtype=pl.Categorical),
    "Int64": lambda y, _: pd.Series(y, dtype="Int64"),
    "strided": lambda y, _: np.repeat(np.array(y, dtype=np.int64), 3)[::3],
    "ordered": lambda y, scale: pd.Categorical(
        np.array(y, dtype=object), categories=pd.Index(scale, dtype=object), ordered=True
    ),
    "ordered Enum": lambda y, scale: pl.Series(y, dtype=pl.Enum(scale)),
}


def _dtype(labels: list[Any]) -> Any:
    return object if any(isinstance(label, str) for label in labels) else None


def _fits(labels: list[int], kind: str) -> bool:
    info = np.iinfo(kind)
    return info.min <= min(labels) and max(labels) <= info.max


# --- the answer -------------------------------------------------------------------------------


def _whole(number: float) -> int:
    """Count how many of the smallest float make the number: kappa is the same, and integers add."""
    numerator, denominator = number.as_integer_ratio()
    return numerator * 2**1074 // denominator


def _counts(first, second, weight, order) -> dict[tuple[Any, Any], int]:
    exact = [1] * len(first) if weight is None else map(_whole, weight)
    known = {*first, *second} if order is None else set(order)
    counts: dict[tuple[Any, Any], int] = {}
    for a, b, w in zip(first, second, exact, strict=True):
        if a in known and b in known:
            counts[a, b] = counts.get((a, b), 0) + w
    return counts


def _kappa(counts, present, kind, costs) -> Fraction | str | None:
    total = sum(counts.values())
    if total == 0:
        return "no case has both"
    place = {label: i for i, label in enumerate(present)}

    def cost(a: Any, b: Any) -> int:
        i, j = place[a], place[b]
        if kind == "costs":
            return _whole(costs[i][j])
        return {"none": int(i != j), "linear": abs(i - j), "quadratic": (i - j) ** 2}[kind]

    rows, columns = ({}, {})
    for (a, b), w in counts.items():
        if w > 0:
            rows[a] = rows.get(a, 0) + w
            columns[b] = columns.get(b, 0) + w
    observed = sum(w * cost(a, b) for (a, b), w in counts.items() if w > 0)
    expected = sum(r * c * cost(a, b) for a, r in rows.items() for b, c in columns.items())
    return 1 - Fraction(observed * total, expected) if expected else None


# --- and what the library says ----------------------------------------------------------------


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
