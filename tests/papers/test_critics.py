"""The critics: their numbers and identities once more, by other means, and the sources."""

import math
import re
from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.integrate import quad
from sklearn.metrics import cohen_kappa_score, matthews_corrcoef, roc_auc_score
from support import slowly

from kappabook import papers
from kappabook.kinds import IDENTITY, INPUT, MEANINGS, RESULT
from kappabook.ledger import Number
from kappabook.metrics import ConfusionMatrix
from kappabook.metrics.association import matthews_correlation
from kappabook.metrics.companions import (
    allocation_disagreement,
    bias_index,
    pabak,
    prevalence_index,
    quantity_disagreement,
)
from kappabook.papers.critics.bounds import kappa_given_accuracy
from kappabook.papers.critics.claims import chance, correlation, paradoxes
from kappabook.papers.critics.claims.findings import proved, read_counts
from kappabook.references import cited
from kappabook.transcription import LedgerError
from kappabook.workbook import kinds

KEY = "critics"


@pytest.fixture(scope="module")
def rows():
    return {row.claim.removeprefix(f"{KEY}."): row for row in papers.rows(KEY)}


def table(name, labels=("yes", "no")):
    return read_counts(papers.printed(KEY), name, labels)


def one_vs_rest(cells, i):
    hit, row, column = cells[i, i], cells[i].sum(), cells[:, i].sum()
    rest = cells.sum() - row - column + hit
    return ConfusionMatrix([[hit, row - hit], [column - hit, rest]])


def tables_of(n_classes, largest=30):
    """Exact tables in which no class is absent from either margin."""
    cells = st.lists(
        st.integers(0, largest), min_size=n_classes**2, max_size=n_classes**2
    )  # fmt: skip
    made = cells.map(lambda c: np.array(c).reshape(n_classes, n_classes))
    full = made.filter(lambda c: c.sum(axis=0).all() and c.sum(axis=1).all())
    return full.map(lambda c: ConfusionMatrix(c).exact())


# --- the ledger -----------------------------------------------------------------------------


def test_a_contested_row_has_two_sides(rows):
    contested = [row for row in rows.values() if row.verdict == "contested"]
    assert len(contested) >= 12
    assert [r.claim for r in contested if "For" not in r.note or "Against" not in r.note] == []


def test_an_altered_cell_changes_what_hangs_on_it_and_nothing_else():
    printed = papers.printed(KEY)
    before = papers.findings(KEY)
    after = papers.findings(KEY, {**printed, f"{KEY}.feinstein1990.c.yes-yes": "46"})
    changed = {name for name in before if before[name] != after[name]}
    assert f"{KEY}.feinstein1990.c.kappa" in changed
    assert {name.split(".")[1] for name in changed} == {"feinstein1990", "shankar2014"}


# --- the sources ----------------------------------------------------------------------------


def test_many_sources_have_a_number_or_an_identity(rows):
    by_source = {
        claim.claim: cited(claim) for claim in papers.claims(KEY) if claim.printed
    }  # fmt: skip
    sources = {
        by_source[row.claim]
        for row in rows.values()
        if row.verdict == "reproduced" and row.claim in by_source
    }
    assert len(sources) >= 20


def test_every_note_says_what_kind_it_is_and_how_its_source_was_seen(rows):
    references, known = papers.references(), papers.kinds()
    for claim in papers.claims(KEY):
        note = rows[claim.claim.removeprefix(f"{KEY}.")].note
        assert MEANINGS[known[claim.claim].kind] in note, claim.claim
        assert note.endswith(references[cited(claim)].how_seen), claim.claim


def test_only_what_a_source_was_compared_for_is_a_printed_result():
    """Counted apart from the kinds: by where the claims say they are from."""
    locators = {claim.claim: claim.locator for claim in papers.claims(KEY)}
    derived = {name for name, text in locators.items() if re.match("Derived|Recalled", text)}
    of_kind = Counter(kind.kind for name, kind in papers.kinds().items() if name in derived)
    assert of_kind.keys() == {IDENTITY, "definition", "judgement"}
    every = Counter(kind.kind for kind in papers.kinds().values())
    assert every[IDENTITY] == of_kind[IDENTITY] == 42
    assert (every[RESULT], every[INPUT], every.total()) == (68, 58, 207)


def test_all_printed_results_but_one_came_out(rows):
    """As README and the notebook say."""
    results = Counter(
        row.verdict for name, row in rows.items() if papers.kinds()[f"{KEY}.{name}"].kind == RESULT
    )
    assert results == {"reproduced": 67, "contested": 1}


def test_counts_by_kind_and_by_how_the_source_was_seen():
    table = kinds()
    sources = table.loc["sources"].to_dict()
    assert sources == {"full text": 2, "abstract": 29, "quotation": 8, "not seen": 6, "all": 45}
    assert table.drop("sources")["all"].sum() == len(papers.claims(KEY))
    assert table.loc[RESULT, "not seen"] == table.loc[INPUT, "not seen"] == 0


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("references.csv", ",1960,", ",,", r"references\.csv:2: cohen1960: year is ''"),
        ("references.csv", "10.1037/h0026256", "", r"references\.csv:3: cohen1968: no identifier"),
        (
            "critics/claims.csv",
            "critics.cohen1960.chance",
            "critics.chance",
            "critics.chance cites",
        ),
        ("critics/claims.csv", "cohen1960.maximum", "cohen1961.maximum", r"claims\.csv:3: .*1961"),
        ("kinds.csv", "critics.cohen1960.chance,identity derived here\n", "", "chance has no kind"),
        ("kinds.csv", "cohen1960.chance", "cohen1960.chances", "chance has no kind"),
        ("kinds.csv", ",definition", ",definitive", r"kinds\.csv:2: .*'definitive' is no kind"),
        (
            "kinds.csv",
            "1960.chance,identity derived here",
            "1960.chance,printed result recomputed",
            r"kinds\.csv:4: .*locator is 'Recalled'",
        ),
        (
            "kinds.csv",
            "warrens2010.paradox,printed result recomputed",
            "warrens2010.paradox,printed input consistent",
            "paradox prints no input",
        ),
        slowly(
            "kinds.csv",
            "cohen1968.kappa,printed result recomputed",
            "cohen1968.kappa,definition",
            "cohen1968.kappa, a definition, cannot be 'reproduced'",
        ),
        slowly(
            "kinds.csv",
            "warrens2010.paradox,printed result recomputed",
            "warrens2010.paradox,judgement",
            "paradox, a judgement, cannot be 'reproduced'",
        ),
    ],
)
def test_a_claim_or_reference_without_source_is_refused(
    tmp_path, monkeypatch, file, old, new, message
):
    """Nothing of the ledger is made, and the line to mend is named."""
    printed = papers.printed_folder()
    for source in [*printed.glob("critics/*.csv"), *printed.glob("*.csv")]:
        target = tmp_path / source.relative_to(printed)
        target.parent.mkdir(exist_ok=True)
        text = source.read_text(encoding="utf-8")
        name = target.relative_to(tmp_path).as_posix()
        target.write_text(text.replace(old, new, 1) if name == file else text, encoding="utf-8")
    monkeypatch.setattr(papers, "printed_folder", lambda: tmp_path)
    caches = (papers.claims, papers.references, papers.kinds, papers.old_audit, papers.rows)
    for function in caches:
        function.cache_clear()
    try:
        with pytest.raises(LedgerError, match=message):
            papers.rows(KEY)
    finally:
        monkeypatch.undo()
        for function in caches:
            function.cache_clear()


# --- bad input ------------------------------------------------------------------------------


@pytest.mark.parametrize(("cell", "message"), [("-1", "negative"), ("4O", "is no number")])
def test_a_slip_in_a_table_is_named(cell, message):
    printed = {**papers.printed(KEY), f"{KEY}.feinstein1990.a.yes-no": cell}
    with pytest.raises(LedgerError, match=rf"critics\.feinstein1990\.a: .*{message}"):
        papers.findings(KEY, printed)


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
    assert not proved("").computed.agrees(text)


# --- published values, without the library --------------------------------------------------


@pytest.mark.parametrize(
    ("letter", "agreement", "chance_agreement", "kappa"),
    [
        ("a", "17/20", "313/625", "1455/2080"),
        ("b", "17/20", "39/50", "7/22"),
        ("c", "3/5", "27/50", "3/23"),
        ("d", "3/5", "23/50", "7/27"),
    ],
)
def test_paradoxes_exactly(letter, agreement, chance_agreement, kappa):
    matrix = table(f"feinstein1990.{letter}")
    assert matrix.accuracy == Fraction(agreement)
    assert matrix.chance_agreement == Fraction(chance_agreement)
    assert matrix.kappa == Fraction(kappa)


@pytest.mark.parametrize(
    "name", [*(f"feinstein1990.{letter}" for letter in "abcd"), "finley1884.march"]
)
def test_kappa_and_mcc_as_scikit_learn_has_them(name):
    matrix = table(name)
    truth, guess = np.repeat(
        [(0, 0), (0, 1), (1, 0), (1, 1)], matrix.cells.ravel().astype(int), 0
    ).T
    assert float(matrix.kappa) == pytest.approx(cohen_kappa_score(truth, guess), abs=1e-12)
    assert matthews_correlation(matrix) == pytest.approx(matthews_corrcoef(truth, guess), abs=1e-12)


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
    assert chance.krippendorff_alpha(matrix) == 1 - observed / expected == Fraction(2, 21)


def test_no_table_of_100_cases_has_the_fourth_row_as_printed():
    """Its cells were not seen: of all that fit its other values, none has B = 0.41."""

    def fits(value, name):
        printed = papers.printed(KEY)[f"{KEY}.shankar2014.row4.{name}"]
        return abs(value - Fraction(printed)) <= Fraction(1, 200)

    found = []
    for a, b in product(range(61), range(41)):
        # Sixty agreements in a hundred; a table is made only where kappa fits.
        by_chance = (a + b) * (a + 40 - b) + (100 - a - b) * (60 - a + b)
        if fits(Fraction(6000 - by_chance, 10_000 - by_chance), "kappa"):
            exact = ConfusionMatrix([[a, b], [40 - b, 60 - a]]).exact()
            assert fits(Fraction(exact.kappa), "kappa")
            others = (exact.chance_agreement, "chance"), (chance.gwet_ac(exact), "ac1")
            if all(fits(Fraction(value), name) for value, name in others):
                found.append(chance.bangdiwala_b(exact))
    assert found
    assert not any(fits(b, "b") for b in found)
    assert Fraction(5, 12) in found


def test_a_table_of_60_cases_has_the_fourth_row_as_printed():
    """So the row is contested: what it should say hangs on cells that were not seen."""
    table = paradoxes.OF_SIXTY
    for name in paradoxes.MEASURES:
        value = Number(chance.COEFFICIENTS[name](table))
        assert value.agrees(papers.printed(KEY)[f"{KEY}.shankar2014.row4.{name}"]), name


# --- identities on any table ----------------------------------------------------------------


@given(tables_of(2))
def test_byrts_identity(matrix):
    assume(matrix.chance_agreement != 1)
    index, bias, adjusted = prevalence_index(matrix), bias_index(matrix), pabak(matrix)
    squares = bias**2 - index**2
    assert matrix.kappa == (adjusted + squares) / (1 + squares)


@given(tables_of(3))
def test_pi_never_exceeds_kappa(matrix):
    same = (matrix.row_totals == matrix.column_totals).all()
    pi = chance.scott_pi(matrix)
    errors = matrix.accuracy != 1
    assert pi <= matrix.kappa
    assert (pi == matrix.kappa) == bool(same or not errors)


@given(tables_of(3))
def test_kappa_is_never_further_from_zero_than_mcc(matrix):
    assert abs(float(matrix.kappa)) <= abs(matthews_correlation(matrix)) + 1e-12


@given(tables_of(4))
def test_quantity_and_allocation_are_all_errors(matrix):
    both = quantity_disagreement(matrix) + allocation_disagreement(matrix)
    assert both == 1 - matrix.accuracy


@given(tables_of(4))
def test_kappa_is_a_mean_of_one_against_the_rest(matrix):
    r, c = matrix.row_margins, matrix.column_margins
    kappas = [one_vs_rest(matrix.cells, i).kappa for i in range(4)]
    weights = r + c - 2 * r * c
    assert matrix.kappa == (weights @ kappas) / weights.sum()


@given(tables_of(2))
def test_no_kappa_lies_outside_the_range_of_its_accuracy(matrix):
    accuracy = Fraction(matrix.accuracy)
    assume(Fraction(1, 2) <= accuracy < 1)
    low, high = kappa_given_accuracy(accuracy)
    assert low <= matrix.kappa <= high


@pytest.mark.parametrize("cells", [[[95, "2.5"], ["2.5", 0]], [["47.5", 5], [0, "47.5"]]])
def test_both_ends_of_that_range_are_attained(cells):
    assert ConfusionMatrix.from_probabilities(
        [[Fraction(cell) / 100 for cell in row] for row in cells]
    ).kappa in kappa_given_accuracy(Fraction(19, 20))


@given(tables_of(2))
def test_mcc_exceeds_kappa_by_a_factor_of_the_margins(matrix):
    """The factor is (x + 1/x)/2, with x^2 the ratio of the odds of the two margins."""
    (p, _), (q, _) = matrix.row_margins, matrix.column_margins
    x = math.sqrt(p / (1 - p) * (1 - q) / q)
    mcc = float(matrix.kappa) * (x + 1 / x) / 2
    assert matthews_correlation(matrix) == pytest.approx(mcc, abs=1e-12)


@pytest.mark.parametrize("matrix", [correlation.CAUTIOUS, correlation.EAGER])
def test_the_two_classifiers_see_the_same_cases(matrix):
    assert list(matrix.row_totals) == [900, 100]


def test_whose_choice_is_cheaper_depends_on_the_cost_of_a_miss():
    """In units of a false alarm; at 8/3 the two classifiers cost the same."""

    def cost(matrix, miss):
        return matrix.cells[0, 1] + miss * matrix.cells[1, 0]

    cautious, eager = correlation.CAUTIOUS, correlation.EAGER
    assert cost(cautious, Fraction(8, 3)) == cost(eager, Fraction(8, 3))
    assert cost(cautious, 2) < cost(eager, 2)
    assert cost(cautious, 3) > cost(eager, 3)


# --- models ---------------------------------------------------------------------------------


@given(*[st.floats(0.05, 0.95)] * 3)
def test_two_raters_of_one_sensitivity(theta, sensitivity, specificity):
    """Thompson and Walter's formula against the table of the two raters."""
    hit, miss = sensitivity, 1 - sensitivity
    alarm, right = 1 - specificity, specificity
    ill, well = np.outer([hit, miss], [hit, miss]), np.outer([alarm, right], [alarm, right])
    kappa = ConfusionMatrix(theta * ill + (1 - theta) * well).kappa
    share = theta * sensitivity + (1 - theta) * (1 - specificity)
    spread = theta * (1 - theta) * (sensitivity + specificity - 1) ** 2
    assert kappa == pytest.approx(spread / (share * (1 - share)), abs=1e-9)


@pytest.mark.parametrize(("exponent", "p"), [(0.5, 0.5), (0.25, 0.2), (0.7, 0.9)])
def test_hands_loss_by_quadrature(exponent, p):
    """Along t = f^exponent, the least loss at each cost, weighted as the scores weigh it."""

    def loss(f):
        slope = exponent * f ** (exponent - 1)
        cost = p * slope / (p * slope + 1 - p)
        return (cost * (1 - p) * f + (1 - cost) * p * (1 - f**exponent)) * (p * slope + 1 - p)

    auc = 1 / (1 + exponent)
    assert quad(loss, 0, 1)[0] == pytest.approx(2 * p * (1 - p) * (1 - auc), abs=1e-6)


def test_flachs_loss_by_counting():
    """Thresholds at the cases' own scores; the case at the threshold counts as half an error."""
    rng = np.random.default_rng(1)
    positive = np.arange(60) < 25
    score = rng.normal(size=60) + positive
    above = np.sign(score[:, None] - score[None, :]) / 2 + 0.5
    alarms, misses = above[~positive].sum(axis=0), (1 - above)[positive].sum(axis=0)
    # With 2 E[c] = 1 either error costs 1.
    loss = ((alarms + misses) / 60).mean()
    share = positive.mean()
    auc = roc_auc_score(positive, score)
    assert loss == pytest.approx(0.5 + share * (1 - share) * (1 - 2 * auc), abs=1e-12)
