"""The guide: its doctors, its formulas from their printed texts, its scale and its averages."""

from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn.datasets import load_wine
from sklearn.metrics import cohen_kappa_score, f1_score
from sklearn.model_selection import cross_val_predict
from sklearn.neighbors import KNeighborsClassifier

from kappabook import ConfusionMatrix, papers
from kappabook.metrics.per_class import per_class_kappas
from kappabook.papers.kappa_guide import classes, doctors, experiments, figures
from kappabook.papers.kappa_guide import equations as eq
from kappabook.papers.kappa_guide.scale import (
    LANDIS_KOCH,
    MCHUGH,
    level,
    read_level,
    read_scale,
)
from kappabook.papers.shared.binary_table import one_vs_rest
from kappabook.papers.shared.theorems import kappa_is_bounded
from kappabook.transcription import LedgerError

KEY = "kappa_guide"

PRINTED = papers.printed(KEY)
BINARY = PRINTED[f"{KEY}.details.binary"]
GENERAL = eq.general_texts(PRINTED)
SCALE = read_scale(PRINTED)


@pytest.fixture(scope="module")
def rows():
    return {row.claim.removeprefix(f"{KEY}."): row for row in papers.rows(KEY)}


# --- the two doctors, once more without the library -----------------------------------------


def patients(table):
    """Return both judgements of every case of a table: of the rows, of the columns."""
    cells = [(i, j) for i, row in enumerate(table) for j, n in enumerate(row) for _ in range(n)]
    return np.transpose(cells)


def test_the_doctors_exactly():
    table = doctors.read_doctors(PRINTED)
    assert (table.accuracy, table.chance_agreement) == (Fraction(17, 25), Fraction(133, 250))
    assert table.kappa == Fraction(37, 117)
    b, a = patients([[20, 22], [10, 48]])
    assert table.kappa == pytest.approx(cohen_kappa_score(b, a))
    assert ((b == 0).sum(), (a == 0).sum()) == (42, 30)


@pytest.mark.parametrize("printed", ["20 patients", "20,0", ""])
def test_a_count_that_is_no_number_is_named(printed):
    with pytest.raises(LedgerError, match=rf"{KEY}\.example\.table\.sick-sick: .*is no number"):
        doctors.read_doctors(PRINTED | {f"{KEY}.example.table.sick-sick": printed})


def test_a_wrong_margin_in_the_text_breaks_the_table():
    """41 instead of 42: three cells would no longer follow from the text, nor the table from it."""
    computed = papers.findings(KEY, PRINTED | {f"{KEY}.example.b-sick": "41"})
    failed = {
        claim.removeprefix(f"{KEY}.example.")
        for claim, finding in computed.items()
        if claim.startswith(f"{KEY}.example") and not finding.computed.agrees(PRINTED[claim])
    }
    assert failed == {"table", "table.sick-not", "table.not-not"}


# --- formulas -------------------------------------------------------------------------------

cells = st.integers(0, 40)


def tables(least, most):
    return st.integers(least, most).flatmap(
        lambda k: st.lists(st.lists(cells, min_size=k, max_size=k), min_size=k, max_size=k)
    )


@given(tables(2, 2))
def test_both_printed_formulas_give_the_librarys_kappa(table):
    (tp, fn), (fp, tn) = table
    assume((tp + fn) * (fn + tn) + (fp + tn) * (tp + fp) > 0)
    counts = {eq.TP: tp, eq.FN: fn, eq.FP: fp, eq.TN: tn}
    shortcut = sp.sympify(BINARY.removeprefix("kappa = ")).subs(counts)
    general = eq.kappa_of_two_classes(*GENERAL).subs(counts)
    assert Fraction(str(shortcut)) == Fraction(str(general)) == ConfusionMatrix(table).exact().kappa


@pytest.mark.parametrize(
    ("old", "new"), [("TP*TN - FP*FN", "TP*TN + FP*FN"), ("2*", "1*"), ("(FN + TN)", "(FN + FP)")]
)
def test_proofs_refuse_a_formula_that_does_not_follow(old, new):
    assert old in BINARY
    wrong = BINARY.replace(old, new)
    assert not eq.binary_formula_follows(wrong, GENERAL)
    assert not classes.formula_gives_class_kappas(wrong)
    assert not classes.weighted_kappas_add_up(wrong)


@pytest.mark.parametrize(
    ("place", "text"),
    [
        (0, "kappa = (P_o - P_e)/(1 + P_e)"),
        (1, "chance[c] = p_pred[c] + p_true[c]"),
        (1, "chance[c] = p_true[c]*p_true[c]"),
        (2, "P_e = Sum(chance[c], (c, 2, C))"),
    ],
)
def test_the_identity_needs_every_printed_definition(place, text):
    altered = tuple(text if i == place else other for i, other in enumerate(GENERAL))
    assert eq.binary_formula_follows(BINARY, GENERAL)
    assert not eq.binary_formula_follows(BINARY, altered)


@given(tables(2, 5))
def test_the_parts_of_the_proof_of_the_range_are_those_of_a_table(table):
    """Nothing in them is negative, and together they are (1 + kappa)(1 - P_e)."""
    matrix = ConfusionMatrix(np.array(table) + np.eye(len(table), k=1, dtype=int)).exact()
    r, c = matrix.row_margins, matrix.column_margins
    d, s = matrix.cells.diagonal() / matrix.total, (r + c) / 2
    parts = (s * (1 + d - r - c), (1 - s) * d, (r - c) ** 2 / 2)
    assert min(part.min() for part in parts) >= 0
    assert sum(parts).sum() == 1 + matrix.accuracy - 2 * matrix.chance_agreement
    assert kappa_is_bounded()


@given(tables(2, 5))
def test_the_ends_of_the_scale_for_tables_of_any_size(table):
    """What the ledger proves with a sum over C classes, tried."""
    totals = np.array(table).sum(axis=0) + 1
    assert ConfusionMatrix(np.diag(totals)).exact().kappa == 1
    assert ConfusionMatrix(np.outer(totals, totals[::-1] + 2)).exact().kappa == 0
    assert eq.ends_hold_for_any_classes(GENERAL)


@given(tables(2, 4))
def test_kappa_stays_between_its_ends(table):
    matrix = ConfusionMatrix(np.array(table) + np.eye(len(table), k=1, dtype=int)).exact()
    assume(matrix.chance_agreement < 1)
    assert -1 <= matrix.kappa <= 1
    advantage = matrix.accuracy - matrix.chance_agreement
    assert abs(matrix.kappa) >= abs(advantage)
    assert np.sign(matrix.kappa) == np.sign(advantage)


def test_f1_is_what_remains_without_true_negatives():
    tp, fp, fn = 7, 3, 2
    limit = eq.kappa_without_true_negatives(BINARY).subs({eq.TP: tp, eq.FP: fp, eq.FN: fn})
    assert float(limit) == pytest.approx(f1_score(*patients([[5, fp], [fn, tp]])))
    almost = ConfusionMatrix([[tp, fn], [fp, 10**9]]).kappa
    assert almost == pytest.approx(float(limit), abs=1e-6)


# --- the scale ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kappa", "name"),
    [
        ("-1", "Poor"),
        ("0", "Poor"),
        ("1/1000", "Slight"),
        ("1/5", "Slight"),
        ("37/117", "Fair"),
        ("2/5", "Fair"),
        ("401/1000", "Moderate"),
        ("3/5", "Moderate"),
        ("45/64", "Substantial"),
        ("4/5", "Substantial"),
        ("999/1000", "Almost perfect"),
        ("1", "Perfect"),
    ],
)
def test_the_scale_is_open_below_and_closed_above(kappa, name):
    assert level(SCALE, Fraction(kappa)) == name
    assert level(SCALE, float(Fraction(kappa))) == name


@given(st.fractions(-1, 1))
def test_every_kappa_has_a_level_and_levels_rise(kappa):
    names = [row.name for row in SCALE]
    higher = min(kappa + Fraction(1, 7), Fraction(1))
    assert names.index(level(SCALE, kappa)) <= names.index(level(SCALE, higher))


def test_exactly_0_and_1_are_where_the_page_leaves_landis_and_koch():
    differs = {
        k
        for k in map(Fraction, ("-1/2", "0", "1/10", "1/5", "1/2", "4/5", "9/10", "1"))
        if level(SCALE, k) != level(LANDIS_KOCH, k)
    }
    assert differs == {0, 1}


def test_the_other_scale_names_two_decimals_and_has_gaps_between_them():
    assert {level(MCHUGH, round(i / 100, 2)) for i in range(-100, 101)} == {r.name for r in MCHUGH}
    with pytest.raises(ValueError, match=r"kappa is 0\.205; no row"):
        level(MCHUGH, 0.205)


@pytest.mark.parametrize("text", ["0.2", "> 20%", "≥ 0.2", ">0.2", ""])
def test_a_damaged_condition_is_named(text):
    with pytest.raises(LedgerError, match="is no condition"):
        read_level(text, "Fair")
    with pytest.raises(LedgerError, match=rf"{KEY}\.scale\.row3\.kappa"):
        read_scale(PRINTED | {f"{KEY}.scale.row3.kappa": text})


# --- many classes ---------------------------------------------------------------------------


@given(tables(2, 4))
def test_the_weighted_mean_of_class_kappas_is_kappa(table):
    matrix = ConfusionMatrix(np.array(table) + 1).exact()
    kappas = [one_vs_rest(matrix, label).kappa for label in matrix.labels]
    assert kappas == list(per_class_kappas(matrix))
    r, c = matrix.row_margins, matrix.column_margins
    weights = r + c - 2 * r * c
    assert (weights * kappas).sum() / weights.sum() == matrix.kappa


@given(tables(2, 4))
def test_micro_is_the_kappa_of_the_summed_tables(table):
    matrix = ConfusionMatrix(np.array(table) + 1).exact()
    summed = sum(one_vs_rest(matrix, label).cells for label in matrix.labels)
    assert ConfusionMatrix(summed).kappa == classes.averages(matrix)["micro"]
    # So it forgets the margins: chance is 1/k, whatever they are.
    k = matrix.n_classes
    assert classes.averages(matrix)["micro"] == (matrix.accuracy - Fraction(1, k)) / Fraction(
        k - 1, k
    )


def test_known_values_of_three_animals():
    kappas = dict(zip(classes.THREE.labels, per_class_kappas(classes.THREE), strict=True))
    assert kappas == {"cat": Fraction(34, 49), "dog": Fraction(30, 47), "fox": Fraction(13, 16)}
    rounded = {
        name: round(float(value), 4) for name, value in classes.averages(classes.THREE).items()
    }
    assert rounded == {"macro": 0.7149, "micro": 0.7150, "weighted": 0.6954}
    assert classes.THREE.kappa == Fraction(45, 64)


def test_wines_by_scikit_learn():
    """A real table: per class, macro and weighted computed from labels, with no table at all."""
    X, y = load_wine(return_X_y=True)
    called = cross_val_predict(KNeighborsClassifier(5), X, y, cv=10)
    matrix = ConfusionMatrix.from_predictions(y, called)
    kappas = [cohen_kappa_score(y == label, called == label) for label in range(3)]
    expected = {
        "macro": np.mean(kappas),
        "weighted": np.average(kappas, weights=np.bincount(y)),
        "micro": cohen_kappa_score(np.eye(3)[y].ravel(), np.eye(3)[called].ravel()),
    }
    averages = classes.averages(matrix)
    assert averages == pytest.approx(expected)
    assert all(abs(value - matrix.kappa) > 1e-3 for value in averages.values())
    assert np.average(kappas, weights=list(classes.weights(matrix).values())) == pytest.approx(
        cohen_kappa_score(y, called)
    )


def test_an_average_can_be_kappa_where_classes_are_alike():
    """So the ledger's counterexample is needed: equal class kappas make all averages agree."""
    assert not classes.no_average_is_kappa(classes.ALIKE)
    assert set(classes.averages(classes.ALIKE).values()) == {classes.ALIKE.kappa}


@pytest.mark.parametrize("text", ["TP, FP", "TP, FP, FN, TN", ""])
def test_only_the_named_counts_are_judged(text):
    assert classes.counts_suffice("TP, FP, FN")
    assert not classes.counts_suffice(text)


def test_counts_of_one_class_alone_leave_kappa_open():
    kappas = {ConfusionMatrix([[17, 3], [3, tn]]).exact().kappa for tn in (1, 77)}
    assert len(kappas) == 2


def test_counts_of_all_classes_leave_each_true_negative():
    """What the ledger proves for any number of classes, for three by hand."""
    tables = [one_vs_rest(classes.THREE, label).cells for label in classes.THREE.labels]
    cases = sum(table[0].sum() for table in tables)
    assert [cases - t[0].sum() - t[1, 0] for t in tables] == [t[1, 1] for t in tables]


def test_printed_formula_gives_the_kappa_of_each_class():
    shortcut = sp.sympify(BINARY.removeprefix("kappa = "))
    for label, kappa in zip(classes.THREE.labels, per_class_kappas(classes.THREE), strict=True):
        (tp, fn), (fp, tn) = one_vs_rest(classes.THREE, label).cells
        counts = {eq.TP: tp, eq.FN: fn, eq.FP: fp, eq.TN: tn}
        assert Fraction(str(shortcut.subs(counts))) == kappa


def test_a_class_that_is_not_there_is_named():
    with pytest.raises(KeyError, match="'owl' is not a label"):
        one_vs_rest(classes.THREE, "owl")


# --- experiments ----------------------------------------------------------------------------


def test_kappa_of_the_test_by_counting_people():
    """90 % of the sick found, 10 % of the healthy alarmed, among 10 000 people."""
    for share, kappa in zip(
        experiments.PREVALENCES, experiments.kappa_by_prevalence(), strict=True
    ):
        sick = round(10_000 * share)
        found, alarmed = round(0.9 * sick), round(0.1 * (10_000 - sick))
        table = [[found, sick - found], [alarmed, 10_000 - sick - alarmed]]
        assert kappa == pytest.approx(ConfusionMatrix(table).kappa)


def test_shuffling_the_doctors_gives_chance_agreement():
    """4000 shuffles have a standard error of 0.0007."""
    b, a = patients([[20, 22], [10, 48]])
    rng = np.random.default_rng(1)
    mean = np.mean([(rng.permutation(a) == b).mean() for _ in range(4000)])
    assert mean == pytest.approx(0.532, abs=0.004)


def test_thresholds_by_hand():
    truth, scores = experiments.RANKED
    by_hand = [cohen_kappa_score(truth, scores >= t) for t in (0.9, 0.7, 0.4)]
    assert experiments.kappa_by_threshold() == pytest.approx(by_hand)


# --- the figure -----------------------------------------------------------------------------


def test_areas_are_the_tables():
    observed, chance, ladder = figures.doctors().axes

    def areas(ax):
        return sorted(round(p.get_width() * p.get_height(), 9) for p in ax.patches)

    assert areas(observed) == [0.10, 0.20, 0.22, 0.48]
    assert areas(chance) == [0.126, 0.174, 0.294, 0.406]
    chance_, gained, missed = (bar.get_width() for bar in ladder.patches)
    assert gained / (gained + missed) == pytest.approx(37 / 117)
    assert chance_ == pytest.approx(0.532)


def test_independent_doctors_have_kappa_zero():
    assert figures.expected(doctors.read_doctors(PRINTED)).kappa == 0


def test_figure_draws_into_given_axes():
    figure = figures.doctors()
    axs = dict(zip("OEK", figure.axes, strict=True))
    for ax in axs.values():
        ax.clear()
    assert figures.doctors(axs) is figure


def test_lazy_and_useful_classifier_show_every_person_and_both_numbers():
    figure = figures.lazy()
    for ax, accuracy, kappa, people in zip(
        figure.axes, ("95 %", "93 %"), ("0", "0.5"), ([0, 5, 0, 95], [4, 1, 6, 89]), strict=True
    ):
        texts = [text.get_text() for text in ax.texts]
        assert {accuracy, kappa} < set(texts)
        drawn = [len(group.get_offsets()) for group in ax.collections[-4:]]
        assert drawn == people
        truth, prediction = patients([people[:2], people[2:]])
        assert float(kappa) == pytest.approx(cohen_kappa_score(truth, prediction))
        assert f"finds {people[0]} of 5 ill, {people[2]} false alarms" in texts
    assert figures.lazy(figure.axes) is figure
