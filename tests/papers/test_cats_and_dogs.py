"""The tutorial: its models by another route, its errata by counterexample, its figures."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score as peer

from kappabook import ConfusionMatrix, papers
from kappabook.audit.algebra import follows
from kappabook.audit.judging import Audit
from kappabook.audit.printed import AuditError, Printed
from kappabook.metrics.agreement import costs_of
from kappabook.papers.cats_and_dogs import data_sets, three_classes, two_classes
from kappabook.system.checkout import printed_folder

KEY = "cats_and_dogs"
PRINTED = Printed.of(printed_folder() / KEY)
DATA_SETS = ((50, 50), (75, 25), (90, 10))


@pytest.fixture(scope="module")
def three():
    return three_classes.read_three_classes(PRINTED)


def labels(matrix):
    """Spread a matrix of counts into two columns of labels."""
    pairs = product(range(matrix.n_classes), repeat=2)
    counts = [int(count) for count in matrix.cells.flat]
    return np.repeat(list(pairs), counts, axis=0).T


# --- the ledger -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "altered", "message"),
    [
        ("three classes,40", "three classes,30", "no 3 x 3 matrix has the diagonal"),
        ("calls cats,5", "calls cats,5.5", "no whole number of images"),
        ('images of cats",90', 'images of cats",9O', "is no number"),
    ],
)
def test_numbers_that_do_not_fit_are_named(tmp_path, line, altered, message):
    folder = tmp_path / KEY
    folder.mkdir()
    for file in (printed_folder() / KEY).iterdir():
        (folder / file.name).write_text(file.read_text().replace(line, altered))
    (tmp_path / "bendavid2007").symlink_to(printed_folder() / "bendavid2007")
    chapters = two_classes, data_sets, three_classes
    with pytest.raises(AuditError, match=message):
        _ = Audit(folder, *chapters).rows


# --- the models, once more without the library ------------------------------------------------


@pytest.mark.parametrize(("cats", "dogs"), DATA_SETS)
def test_the_smallest_kappa_is_that_of_all_wrong(cats, dogs):
    """Against -2ab/(a^2 + b^2), and against all counts at once in floats."""
    a, b = Fraction(cats), Fraction(dogs)
    lowest = data_sets.worst(cats, dogs)
    assert (lowest.n, lowest.m, lowest.accuracy) == (dogs, cats, 0)
    assert lowest.kappa == -2 * a * b / (a**2 + b**2)
    n, m = np.arange(dogs + 1), np.arange(cats + 1)[:, None]
    accuracy = 1 - (n + m) / 100
    chance = (cats * (cats - m + n) + dogs * (dogs - n + m)) / 100**2
    kappas = (accuracy - chance) / (1 - chance)
    assert [float(x.kappa) for x in two_classes.grid(cats, dogs)] == pytest.approx(kappas.ravel())
    for x in two_classes.grid(cats, dogs)[::97]:
        matrix = two_classes.with_errors(cats, dogs, x.n, x.m)
        assert (x.accuracy, x.kappa) == (matrix.accuracy, matrix.kappa)


def test_three_matrices_and_no_other_fit(three):
    """Against all from one by a cycle: the off-diagonal has one degree of freedom."""
    cycle = np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    every = (np.array([[35, 5, 0], [8, 29, 3], [2, 1, 17]]) + t * cycle for t in range(-50, 51))
    fitting = {tuple(map(tuple, cells.tolist())) for cells in every if cells.min() >= 0}
    assert {tuple(map(tuple, matrix.cells.tolist())) for matrix in three} == fitting
    assert len(fitting) == len(three) == 3


# --- the errata -------------------------------------------------------------------------------


def test_formulas_need_the_square_and_the_right_names():
    assert follows("P_e1 = (TP + FN)*(TP + FP)/Total_Predictions**2", two_classes.MEANING)
    assert not follows("P_e1 = (TP + FN)*(TP + FP)/Total_Predictions", two_classes.MEANING)
    fox = "P_e_fox = (TF + {} + FDF)*(TF + FFC + FFD)/Total_Predictions**2"
    assert follows(fox.format("FCF"), three_classes.MEANING)
    assert not follows(fox.format("CFC"), three_classes.MEANING)
    assert not follows(fox.format("FFC"), three_classes.MEANING)


@pytest.mark.parametrize("text", ["((35 + 29 + 17)/100))", "(35 + 29 + 18)/100", "0.81", ""])
def test_worked_numbers_are_read_strictly(text):
    assert not two_classes.worked(Fraction(81, 100), 35, 29, 17, 100)(text)


# --- weights ----------------------------------------------------------------------------------


@given(st.lists(st.integers(0, 30), min_size=9, max_size=9).filter(lambda c: min(c[:3]) > 0))
def test_kappa_in_steps_is_the_librarys(counts):
    matrix = ConfusionMatrix(np.reshape(counts, (3, 3))).exact()
    if 1 in (np.count_nonzero(matrix.row_totals), np.count_nonzero(matrix.column_totals)):
        return
    for kind in (None, "linear", "quadratic"):
        assert three_classes.steps(matrix, kind).kappa == three_classes.by_library(matrix, kind)


def test_linear_kappa_is_a_mean_of_the_kappas_of_cuts(three):
    """Of mild against the rest, and of hot against the rest, by their chance disagreement."""
    for matrix in three:
        truth, said = labels(matrix)
        kappas, weights = [], []
        for cut in (1, 2):
            p, q = np.mean(truth >= cut), np.mean(said >= cut)
            kappas.append(peer(truth >= cut, said >= cut))
            weights.append(p * (1 - q) + q * (1 - p))
        assert np.average(kappas, weights=weights) == pytest.approx(20 / 27)
        assert three_classes.mean_of_cuts(matrix) == Fraction(20, 27)


@pytest.mark.parametrize("kind", ["linear", "quadratic"])
@pytest.mark.parametrize("k", [2, 3, 6])
def test_weights_are_one_less_the_share_of_the_largest_cost(kind, k):
    costs = np.asarray(costs_of(kind, k))
    weights = three_classes.agreement_weights(kind, k).astype(float)
    assert weights == pytest.approx(1 - costs / costs.max())


# --- the scale --------------------------------------------------------------------------------


def test_the_scale_has_gaps():
    scale = data_sets.read_scale(PRINTED)
    for kappa, levels in (
        ("0.205", []),
        ("-0.1", []),
        ("0.34", ["Minimal"]),
        ("0.70", ["Moderate"]),
    ):
        assert data_sets.levels_of(Fraction(kappa), scale) == levels
    note = papers.row(f"{KEY}.table1.cover").note
    assert "5 gaps of 0.01 are left, such as 0.205; 49 of the 5578 models" in note
