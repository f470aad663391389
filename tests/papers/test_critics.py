"""The critics: their numbers and identities once more, by other means, and the sources."""

import re
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import brentq
from sklearn.metrics import (
    balanced_accuracy_score,
    cohen_kappa_score,
    matthews_corrcoef,
)
from statsmodels.stats.contingency_tables import mcnemar
from support import ROOT, read_columns

from kappabook import papers
from kappabook.audit.algebra import follows
from kappabook.audit.printed import Printed
from kappabook.papers.critics import raters, sources
from kappabook.papers.critics.tables import (
    COEFFICIENTS,
    MEANING,
    krippendorff_alpha,
    read_table,
)

KEY = "critics"
FOLDER = ROOT / "data/printed/critics"
# The two classifiers of the notes: 900 negatives and 100 positives; the second finds more.
CAUTIOUS, EAGER = [[870, 30], [50, 50]], [[750, 150], [5, 95]]


@pytest.fixture(scope="module")
def rows():
    return {row.claim.removeprefix(f"{KEY}."): row for row in papers.rows(KEY)}


def printed(claim):
    return papers.audit(KEY).texts[claim]


def table(name):
    return read_table(Printed.of(FOLDER), name)


def as_cases(cells):
    """Truth and call of every case, for scikit-learn."""
    truth, call = np.indices(np.shape(cells)).reshape(2, -1)
    return np.repeat(truth, np.ravel(cells)), np.repeat(call, np.ravel(cells))


# --- the ledger -----------------------------------------------------------------------------


def reversed_skew(p):
    """Kappa and pi of an unbiased classifier with J = 1/2, where the share p has become 1 - p."""
    f, t = p / 2, p / 2 + 0.5
    cells = np.array([[p * (1 - f), p * f], [(1 - p) * (1 - t), (1 - p) * t]])
    mean = (cells.sum(axis=0) + cells.sum(axis=1)) / 2
    p_o, p_e, p_s = np.trace(cells), cells.sum(axis=0) @ cells.sum(axis=1), mean @ mean
    return (p_o - p_e) / (1 - p_e), (p_o - p_s) / (1 - p_s)


def weight_of_high_costs(exponent):
    """What the AUC of t = f^exponent gives to costs above 0.9, at p = 1/2: by quadrature."""
    end = (9 / exponent) ** (1 / (exponent - 1))
    return quad(lambda f: (1 + exponent * f ** (exponent - 1)) / 2, 0, end)[0]


def price_of_an_error(f, t, p):
    """One over the disagreement of a guesser with these margins."""
    q = p * t + (1 - p) * f
    return 1 / (p * (1 - q) + q * (1 - p))


def lead(p):
    """By how much kappa prefers FPR 0.15, TPR 0.9 to FPR 0.02, TPR 0.6, where p are positive."""
    eager, careful = ((t - f) * price_of_an_error(f, t, p) for f, t in ((0.15, 0.9), (0.02, 0.6)))
    return 2 * p * (1 - p) * (eager - careful)


KAPPAS = [cohen_kappa_score(*as_cases(cells)) for cells in (EAGER, CAUTIOUS)]
MCCS = [matthews_corrcoef(*as_cases(cells)) for cells in (EAGER, CAUTIOUS)]
JS = [2 * balanced_accuracy_score(*as_cases(cells)) - 1 for cells in (EAGER, CAUTIOUS)]
ONE_KAPPA = [
    cohen_kappa_score(*as_cases(cells)) for cells in ([[50, 0], [20, 30]], [[40, 10], [10, 40]])
]
AFTER = np.ravel([reversed_skew(p) for p in (0.05, 0.1, 0.15, 0.2, 0.3)])


@pytest.mark.parametrize(
    ("claim", "numbers", "digits"),
    [
        ("chicco2021.informative", KAPPAS + MCCS, 3),
        ("delgado2019.worse", JS, 3),
        ("pontius2011.useless", ONE_KAPPA, 1),
        ("zwick1986.homogeneity", [mcnemar([[5000, 100], [0, 4900]], False, False).statistic], 0),
        ("powers2012.halved", AFTER, 2),
        ("hand2009.incoherent", [weight_of_high_costs(x) for x in (0.5, 0.25)], 3),
        ("kaymak2012.weights", [price_of_an_error(0.1, t, 0.2) for t in (0.6, 0.9)], 2),
        ("maierhein2024.fingerprint", [brentq(lead, 0.01, 0.5)], 3),
    ],
)
def test_numbers_in_the_note_of_a_judgement(rows, claim, numbers, digits):
    """No code stands behind a judgement, so the numbers of its example are computed here."""
    said = re.findall(r"-?\d+\.?\d*", rows[claim].note)
    assert rows[claim].evidence == "read"
    assert {f"{number:.{digits}f}" for number in numbers} <= {text.rstrip(".") for text in said}


# --- the sources ----------------------------------------------------------------------------


def test_every_claim_is_from_a_publication_that_is_seen_in_one_way():
    references = read_columns(ROOT / "data/printed/references.csv", "key", "identifier")
    seen = {}
    for name, claim in papers.audit(KEY).claims.items():
        assert seen.setdefault(name.split(".")[0], claim.seen) == claim.seen != "", name
    assert seen.keys() == references.keys()
    assert all(references.values())
    assert len(set(references.values())) == len(references)


def test_only_what_a_source_was_compared_for_is_a_printed_result():
    """No value or statement is counted as printed whose publication we did not see."""
    table = sources.kinds()
    assert table.loc[sources.PRINTED, "not seen"] == table.loc[sources.STATED, "not seen"] == 0
    assert table.drop("publications")["all"].sum() == len(papers.claims(KEY))
    derived = [r.claim for r in papers.rows(KEY) if r.locator.startswith("Derived here")]
    assert len(derived) <= table.loc[[sources.DERIVED, sources.JUDGEMENT], "all"].sum()


# --- bad input ------------------------------------------------------------------------------


@pytest.mark.parametrize(("cell", "message"), [("-1", "negative"), ("4O", "is no number")])
def test_a_slip_in_a_table_is_named(cell, message):
    texts = {name: c.printed for name, c in papers.audit(KEY).claims.items()}
    altered = Printed({**texts, "feinstein1990.a.yes-no": cell}, FOLDER)
    with pytest.raises(ValueError, match=rf"feinstein1990\.a: .*{message}"):
        read_table(altered, "feinstein1990.a")


@pytest.mark.parametrize(
    "text",
    [
        "kappa = (PABAK + PI**2 - BI**2)/(1 - PI**2 + BI**2)",
        "kappa = (PABAK - PI**2 + BI**2)/(1 + PI**2 - BI**2)",
        "alpha = pi + (1 - pi)/N",
        "kappa = J",
        "MCC**2 = J*M*p",
    ],
)
def test_proofs_refuse_what_does_not_follow(text):
    assert not follows(text, MEANING)


# --- published values, without the library --------------------------------------------------


def test_alpha_from_all_pairs_of_ratings():
    """Disagreement within articles over disagreement within all ratings, pair by pair."""
    matrix = table("krippendorff2004.news")
    articles = [
        pair
        for pair, count in zip(product((1, 0), repeat=2), matrix.cells.ravel(), strict=True)
        for _ in range(int(count))
    ]
    ratings = [rating for article in articles for rating in article]
    pairs = list(combinations(ratings, 2))
    observed = Fraction(sum(a != b for a, b in articles), len(articles))
    expected = Fraction(sum(a != b for a, b in pairs), len(pairs))
    assert krippendorff_alpha(matrix) == 1 - observed / expected == Fraction(2, 21)


def test_a_table_of_60_cases_has_the_fourth_row_as_printed():
    """So the row is contested: what it should say hangs on cells that were not seen."""
    for name in raters.MEASURES:
        value = Fraction(COEFFICIENTS[name](raters.OF_SIXTY))
        assert abs(value - Fraction(printed(f"shankar2014.row4.{name}"))) <= Fraction(1, 200), name
