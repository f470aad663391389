"""What all chapters share: names, the 75 cells of the appendix, and what rounding hides."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from types import MappingProxyType

from scipy.special import stdtrit

from kappabook.audit.computed import Interval, agrees
from kappabook.audit.printed import Printed
from kappabook.metrics.rounded import half_unit as _half_unit
from kappabook.metrics.rounded import number as _number
from kappabook.system.checkout import printed_folder

KEY = "bendavid2007"

# --- names, in the order of the paper -----------------------------------------------------------

# Our key, which for the public ones is the registry's, and the name in Table 7.
DATASETS = MappingProxyType(
    {
        "balance-scale": "Balance",
        "car": "Car",
        "cmc": "Contraceptive",
        "credit-approval": "Credit",
        "efe": "EFE",
        "english-comprehension": "Engish Comp",
        "era": "ERA",
        "esl": "ESL",
        "boston-housing": "Housing",
        "lev": "LEV",
        "monks-3": "Monks-3",
        "nursery": "Nursery",
        "post-operative": "Post Operative",
        "project-management": "Proj. Man.",
        "swd": "SWD",
    }
)
# Collected by or for the author, and never published.
PRIVATE = frozenset({"efe", "english-comprehension", "project-management"})
PUBLIC = tuple(dataset for dataset in DATASETS if dataset not in PRIVATE)

# WEKA's key, and the name in Table 8; in Tables 9 and 11; in Table 12.
CLASSIFIERS = MappingProxyType(
    {
        "J48": "C4.5",
        "SMO": "SMO",
        "NaiveBayes": "Naïve Bayes",
        "Logistic": "Logistic",
        "RandomForest": "Random forest",
    }
)
SHORT = MappingProxyType({**CLASSIFIERS, "NaiveBayes": "N Bayes"})
MODELS = MappingProxyType({**CLASSIFIERS, "RandomForest": "Random Forest"})

# The table of Appendix A that shows each classifier.
TABLES = MappingProxyType({clf: f"tableA{i}" for i, clf in enumerate(CLASSIFIERS, start=1)})
CLASSIFIER_OF = MappingProxyType({table: clf for clf, table in TABLES.items()})
AVERAGE = "average"
FOLDS = 10
# A printed half-width is this times the standard error of a mean over ten folds.
T9 = float(stdtrit(FOLDS - 1, 0.975))

# --- what is printed ----------------------------------------------------------------------------

# The six columns of Table 7 and of Tables A.1-A.5, as the ids of their claims end.
COLUMNS = ("accuracy", "accuracy-ci", "kappa", "kappa-ci", "chance", "chance-ci")
MEASURES = ("accuracy", "kappa")


@dataclass(frozen=True)
class Cell:
    """One row of Table 7 or of Tables A.1-A.5, as printed: three means and their half-widths."""

    accuracy: str
    accuracy_ci: str
    kappa: str
    kappa_ci: str
    chance: str
    chance_ci: str


# Data set and classifier.
Key = tuple[str, str]
Appendix = Mapping[Key, Cell]


def read() -> Printed:
    """Read what the paper prints, for its figures and notebooks."""
    return Printed.of(printed_folder() / KEY)


def rows_of(table: str) -> tuple[str, ...]:
    """List the data sets of a printed table, in its order."""
    ids = (claim.split(".") for claim in read() if claim.startswith(f"{table}."))
    return tuple(dict.fromkeys(dataset for _, dataset, *_ in ids))


def keys(
    datasets: Iterable[str] = tuple(DATASETS), classifiers: Iterable[str] = tuple(CLASSIFIERS)
) -> tuple[Key, ...]:
    """List the cells of some data sets and classifiers, in the paper's order; all are 75."""
    return tuple(product(datasets, classifiers))


def row(p: Printed, table: str, name: str, columns: Collection[str] = COLUMNS) -> Cell:
    """Read one row of Table 7 or of a table of Appendix A.

    Columns that are not asked for are left empty, so that nothing can rest on them.
    """
    return Cell(*(p[f"{table}.{name}.{c}"] if c in columns else "" for c in COLUMNS))


def cell(p: Printed, key: Key, columns: Collection[str] = COLUMNS) -> Cell:
    """Read one of the 75 rows of the appendix."""
    dataset, classifier = key
    return row(p, TABLES[classifier], dataset, columns)


def cells(
    p: Printed, columns: Collection[str] = COLUMNS, of: Iterable[Key] | None = None
) -> dict[Key, Cell]:
    """Read rows of the appendix, by data set and classifier; all 75 unless `of` says which."""
    return {key: cell(p, key, columns) for key in (keys() if of is None else of)}


def column(p: Printed, of: Iterable[Key], name: str) -> tuple[str, ...]:
    """Read one column of some rows of the appendix."""
    return tuple(p[f"{TABLES[c]}.{d}.{name}"] for d, c in of)


def sizes(p: Printed) -> dict[str, int]:
    """Read the number of rows of each data set, Table 6."""
    return {name: int(p[f"table6.{name}.size"]) for name in DATASETS}


# --- what rounding hides ------------------------------------------------------------------------

exact, half = cache(_number), cache(_half_unit)
# A number, or a bound for it: `0.378`, `below 0.006`.
_TEXT = re.compile(r"(below )?(\d+(?:\.\d+)?)")


@dataclass(frozen=True)
class Within:
    """A value known to lie between two ends; a text is right only if it is right at both.

    So a correction has no digit that is not certain. A text may also bound the value from above,
    ``below 0.006``; then no smaller number of as many decimals would do.
    """

    low: float | Fraction
    high: float | Fraction

    @property
    def middle(self) -> float | Fraction:
        """Halfway between the ends."""
        return (self.low + self.high) / 2

    def agrees(self, text: str) -> bool:
        """Say whether the text is certain, whichever value between the ends is the true one."""
        match = _TEXT.fullmatch(text)
        if match is None:
            return False
        value, slack = exact(match[2]), half(match[2])
        if match[1]:
            return value - 2 * slack <= self.high < value
        return value - slack <= self.low and self.high <= value + slack

    def times(self, factor: int | Fraction) -> Within:
        """Multiply by a positive number."""
        return Within(self.low * factor, self.high * factor)


@cache
def between(text: str) -> Within:
    """Return the ends of what rounds to a printed number."""
    return Within(exact(text) - half(text), exact(text) + half(text))


def mean_within(values: Iterable[Within]) -> Within:
    """Average values that are each known between two ends."""
    ends = [(value.low, value.high) for value in values]
    low, high = (sum(end, Fraction(0)) / len(ends) for end in zip(*ends, strict=True))
    return Within(low, high)


def mean(texts: Iterable[str]) -> Fraction:
    """Average printed numbers exactly."""
    numbers = [exact(text) for text in texts]
    return sum(numbers, Fraction(0)) / len(numbers)


def from_rounded(text: str, value: float | Fraction, ends: Within) -> float | Fraction | Interval:
    """Return what rounded inputs give, or all that they allow if that rounds otherwise.

    So a printed number is *reproduced* if it is what its printed inputs give, and *consistent* if
    only some unrounded inputs do, which give values between `ends`.
    """
    return value if agrees(value, text) else Interval(ends.low, ends.high)


def mean_of_rounded(text: str, of: Iterable[str]) -> float | Fraction | Interval:
    """Average printed numbers, of which `text` is the printed average."""
    texts = tuple(of)
    return from_rounded(text, mean(texts), mean_within(map(between, texts)))
