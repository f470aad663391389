"""The tutorial: its models by another route, its errata by counterexample, its figures."""

import re
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.patches import Circle
from sklearn.metrics import cohen_kappa_score as peer

from kappabook import ConfusionMatrix, cohen_kappa_score, papers
from kappabook.metrics.association import matthews_correlation
from kappabook.papers.cats_and_dogs import equations as eq
from kappabook.papers.cats_and_dogs import figures, matrices, weighted
from kappabook.papers.cats_and_dogs.accuracy_and_kappa import POST_OPERATIVE
from kappabook.papers.cats_and_dogs.last_section import determination
from kappabook.papers.cats_and_dogs.scale import gaps, goes_on_to_perfect, level_of, read_scale
from kappabook.transcription import LedgerError

KEY = "cats_and_dogs"
DATA_SETS = ((50, 50), (75, 25), (90, 10))


@pytest.fixture(scope="module")
def rows():
    return {row.claim.removeprefix(f"{KEY}."): row for row in papers.rows(KEY)}


@pytest.fixture(scope="module")
def model():
    return matrices.read_model(papers.printed(KEY))


@pytest.fixture(scope="module")
def three():
    return matrices.read_three_classes(papers.printed(KEY))


def labels(matrix):
    """Spread a matrix of counts into two columns of labels."""
    pairs = product(range(matrix.n_classes), repeat=2)
    counts = [int(count) for count in matrix.cells.flat]
    return np.repeat(list(pairs), counts, axis=0).T


# --- the ledger -------------------------------------------------------------------------------


def test_facts_from_elsewhere_say_so(rows):
    outside = {name for name, row in rows.items() if row.evidence == "cited"}
    ours = {"table1.cover", "table1.perfect-high"}
    table = {name for name in rows if name.startswith("table1.")} - ours
    references = {name for name in rows if name.startswith("ref.")}
    assert outside == table | references | {"fig3.unlikely", "weighted.pepper"}


@pytest.mark.parametrize(
    ("claim", "printed", "message"),
    [
        ("three.cats", "30", "no 3 x 3 matrix has the diagonal"),
        ("intro.dogs-as-cats", "5.5", "not all whole numbers of images"),
        ("intro.cats", "9O", "is no number"),
    ],
)
def test_numbers_that_do_not_fit_are_named(claim, printed, message):
    altered = {**papers.printed(KEY), f"{KEY}.{claim}": printed}
    with pytest.raises(LedgerError, match=message):
        papers.findings(KEY, altered)


def test_the_kappas_below_zero_are_those_that_the_2007_paper_prints():
    printed = papers.printed("bendavid2007")
    table = [text for claim, text in printed.items() if re.search(r"\.table10\.\w+\.kappa$", claim)]
    assert list(map(Fraction, table)) == list(POST_OPERATIVE)


def test_a_scale_is_taken_over_word_by_word():
    """What the printed text adds to a name is not passed over."""
    assert goes_on_to_perfect("Almost Perfect to Perfect", "Almost Perfect")
    assert not goes_on_to_perfect("Almost Perfect to Weak", "Almost Perfect")
    altered = {**papers.printed(KEY), f"{KEY}.table1.strong": "Strong to Perfect"}
    finding = papers.findings(KEY, altered)[f"{KEY}.table1.strong"]
    assert not finding.computed.agrees("Strong to Perfect")


# --- the models, once more without the library ------------------------------------------------


def test_kappas_against_scikit_learn(model, three):
    assert float(model.kappa) == pytest.approx(peer(*labels(model)))
    for matrix in three:
        truth, said = labels(matrix)
        assert peer(truth, said) == pytest.approx(45 / 64)
        assert peer(truth, said, weights="linear") == pytest.approx(20 / 27)
        assert cohen_kappa_score(truth, said, weights="linear") == pytest.approx(20 / 27)


def test_the_first_model_by_hand(model):
    """(0.86 - 0.788)/(1 - 0.788) = 72/212, and phi = 360/sqrt(90 x 10 x 86 x 14)."""
    assert model.kappa == Fraction(72, 212)
    phi = (81 * 5 - 9 * 5) / np.sqrt(90 * 10 * 86 * 14)
    assert matthews_correlation(model) == pytest.approx(phi)
    assert (round(phi, 4), round(float(model.kappa), 4)) == (0.3458, 0.3396)


@pytest.mark.parametrize(("cats", "dogs"), DATA_SETS)
def test_the_smallest_kappa_is_that_of_all_wrong(cats, dogs):
    """Against -2ab/(a^2 + b^2), and against all counts at once in floats."""
    a, b = Fraction(cats), Fraction(dogs)
    lowest = matrices.worst(cats, dogs)
    assert (lowest.n, lowest.m, lowest.accuracy) == (dogs, cats, 0)
    assert lowest.kappa == -2 * a * b / (a**2 + b**2)
    n, m = np.arange(dogs + 1), np.arange(cats + 1)[:, None]
    accuracy = 1 - (n + m) / 100
    chance = (cats * (cats - m + n) + dogs * (dogs - n + m)) / 100**2
    kappas = (accuracy - chance) / (1 - chance)
    assert [float(x.kappa) for x in matrices.grid(cats, dogs)] == pytest.approx(kappas.ravel())
    for x in matrices.grid(cats, dogs)[::97]:
        matrix = matrices.with_errors(cats, dogs, x.n, x.m)
        assert (x.accuracy, x.kappa) == (matrix.accuracy, matrix.kappa)


def test_the_two_minima_are_reached():
    assert matrices.worst(75, 25).kappa == Fraction(-3, 5)
    assert matrices.worst(90, 10).kappa == Fraction(-9, 41)


@pytest.mark.parametrize(
    ("cats", "dogs", "mixed", "alone"),
    [(75, 25, "11/15", "9/13"), (90, 10, "4/9", "0"), (50, 50, "4/5", "4/5")],
)
def test_five_and_five_against_ten(cats, dogs, mixed, alone):
    assert matrices.with_errors(cats, dogs, 5, 5).kappa == Fraction(mixed)
    assert matrices.with_errors(cats, dogs, 10).kappa == Fraction(alone)


def test_three_matrices_and_no_other_fit(three):
    """Against a search through every filling of the six cells, and not through one."""
    rows = [[(a, b) for a in range(s + 1) for b in [s - a]] for s in (5, 11, 3)]
    fitting = [
        ((35, a, b), (c, 29, d), (e, f, 17))
        for (a, b), (c, d), (e, f) in product(*rows)
        if (c + e, a + f, b + d) == (10, 6, 3)
    ]
    assert {tuple(map(tuple, matrix.cells.tolist())) for matrix in three} == set(fitting)
    assert len(fitting) == 3


# --- the errata -------------------------------------------------------------------------------


@given(st.lists(st.integers(1, 60), min_size=4, max_size=4))
def test_the_printed_part_is_a_percentage_of_a_hundred_images_only(counts):
    tp, fn, fp, tn = counts
    total = sum(counts)
    matrix = ConfusionMatrix([[tp, fn], [fp, tn]]).exact()
    parts = [r * c / total for r, c in zip(matrix.row_totals, matrix.column_totals, strict=True)]
    assert (sum(parts) == 100 * matrix.chance_agreement) == (total == 100)


def test_formulas_need_the_square_and_the_right_names():
    assert eq.prove("P_e1 = (TP + FN)*(TP + FP)/Total_Predictions**2")
    assert not eq.prove("P_e1 = (TP + FN)*(TP + FP)/Total_Predictions")
    fox = "P_e_fox = (TF + {} + FDF)*(TF + FFC + FFD)/Total_Predictions**2"
    assert eq.prove(fox.format("FCF"), classes=3)
    assert not eq.prove(fox.format("CFC"), classes=3)
    assert not eq.prove(fox.format("FFC"), classes=3)


def test_names_of_the_row_of_the_cats(three):
    """FDC counts cats taken for dogs: with TC and FFC it fills the forty cats."""
    some = three[0]
    cells = {
        eq.cell_name(true, said): some.cells[i, j]
        for i, true in enumerate("CDF")
        for j, said in enumerate("CDF")
    }
    assert cells["TC"] + cells["FDC"] + cells["FFC"] == 40
    assert cells["TC"] + cells["FCD"] + cells["FCF"] == 45


@given(st.integers(1, 40), st.integers(1, 40))
def test_a_part_of_zero_means_a_kappa_of_zero(cats, dogs):
    """No image is called a dog, or no image shows one: proved, and tried."""
    assert ConfusionMatrix([[cats, 0], [dogs, 0]]).exact().kappa == 0
    assert ConfusionMatrix([[cats, dogs], [0, 0]]).exact().kappa == 0
    assert eq.kappa_is_zero_without(("FP", "TN"), ("FN", "TN"))


@given(st.lists(st.integers(1, 60), min_size=4, max_size=4))
def test_kappa_is_phi_only_where_the_margins_agree(counts):
    matrix = ConfusionMatrix(np.reshape(counts, (2, 2))).exact()
    phi, kappa = matthews_correlation(matrix), float(matrix.kappa)
    assert abs(kappa) <= abs(phi) + 1e-12
    if matrix.cells[0, 1] == matrix.cells[1, 0]:
        assert kappa == pytest.approx(phi, abs=1e-12)
    elif kappa:
        assert abs(kappa) < abs(phi)


@given(st.lists(st.integers(1, 60), min_size=3, max_size=3))
def test_kappa_squared_is_the_share_explained_where_the_margins_agree(counts):
    hits, errors, others = counts
    matrix = ConfusionMatrix([[hits, errors], [errors, others]]).exact()
    assert Fraction(matrix.kappa) ** 2 == determination(matrix)
    assert eq.is_determination_at_equal_margins("kappa**2")
    assert not eq.is_determination_at_equal_margins("kappa")


def test_phi_not_kappa_squared_is_the_coefficient_of_determination(model):
    truth, said = labels(model)
    r_squared = np.corrcoef(truth, said)[0, 1] ** 2
    assert float(determination(model)) == pytest.approx(r_squared)
    assert float(model.kappa) ** 2 != pytest.approx(r_squared, rel=0.01)


@pytest.mark.parametrize("text", ["((35 + 29 + 17)/100))", "(35 + 29 + 18)/100", "0.81", ""])
def test_worked_numbers_are_read_strictly(text):
    assert not eq.equals(text, Fraction(81, 100), (35, 29, 17, 100))


# --- weights ----------------------------------------------------------------------------------


@given(st.lists(st.integers(0, 30), min_size=9, max_size=9).filter(lambda c: min(c[:3]) > 0))
def test_kappa_in_steps_is_the_librarys(counts):
    matrix = ConfusionMatrix(np.reshape(counts, (3, 3))).exact()
    if 1 in (np.count_nonzero(matrix.row_totals), np.count_nonzero(matrix.column_totals)):
        return
    for kind in (None, "linear", "quadratic"):
        assert weighted.steps(matrix, kind).kappa == weighted.by_library(matrix, kind)


def test_linear_kappa_is_a_mean_of_the_kappas_of_cuts(three):
    for matrix in three:
        (low, w), (high, v) = weighted.cut_kappas(matrix)
        assert (w * low + v * high) / (w + v) == Fraction(20, 27)


def test_wrong_weights_are_refused():
    assert eq.is_linear_weight("weight = 1 - Abs(distance)/maximum")
    assert not eq.is_linear_weight("weight = 1 - (distance/maximum)**2")
    assert not eq.is_longest_distance("k")


# --- the scale --------------------------------------------------------------------------------


def test_the_scale_has_gaps():
    scale = read_scale(papers.printed(KEY))
    assert [str(float(low)) for low, _ in gaps(scale)] == ["0.2", "0.39", "0.59", "0.79", "0.9"]
    assert level_of(Fraction("0.205"), scale) == ""
    assert level_of(Fraction("-0.1"), scale) == ""
    assert level_of(Fraction("0.34"), scale) == "Minimal"
    assert level_of(Fraction("0.70"), scale) == "Moderate"


# --- figures ----------------------------------------------------------------------------------


def drawn_circles(ax):
    return {
        (round(p.center[1]), round(p.center[0])): np.pi * p.radius**2
        for p in ax.patches
        if isinstance(p, Circle)
    }


def test_areas_of_figure_1_are_the_numbers():
    (ax,) = figures.fig1().axes
    areas = drawn_circles(ax)
    numbers = {(0, 0): 81, (0, 1): 9, (1, 0): 5, (1, 1): 5}
    assert {cell: area / areas[1, 1] * 5 for cell, area in areas.items()} == pytest.approx(numbers)
    assert {text.get_text() for text in ax.texts} == {"TP 81", "FN 9", "FP 5", "TN 5"}


@pytest.mark.parametrize("name", ["fig1", "fig4", "fig5"])
def test_texts_stay_in_their_cells(name):
    """Nothing is drawn over the number of another cell."""
    figure = getattr(figures, name)()
    figure.draw_without_rendering()
    for ax in figure.axes:
        boxes = [text.get_window_extent() for text in ax.texts]
        for i, box in enumerate(boxes):
            assert not any(box.overlaps(other) for other in boxes[i + 1 :])


def test_lines_of_figure_2_are_the_models():
    (ax,) = figures.fig2().axes
    assert [len(line.get_xdata()) for line in ax.lines] == [51, 26, 11]
    slopes = [3 * (25 - n) / (75 - n) for n in range(26)]
    assert ax.lines[1].get_ydata() == pytest.approx(slopes)
    assert ax.lines[2].get_ydata() == pytest.approx(
        [9 * (10 - n) / (90 - 4 * n) for n in range(11)]
    )


def test_figure_3_holds_every_model():
    left, right = figures.fig3().axes
    assert [len(ax.collections[0].get_offsets()) for ax in (left, right)] == [76 * 26, 91 * 11]
    texts = [text.get_text() for ax in (left, right) for text in ax.texts]
    assert "all wrong: −3/5 = −0.6" in texts
    assert "all wrong: −9/41 = −0.2195" in texts


def test_figure_4_draws_every_matrix_that_fits(three):
    axes = figures.fig4().axes
    assert len(axes) == len(three)
    for ax, matrix in zip(axes, three, strict=True):
        areas, counts = drawn_circles(ax), np.argwhere(matrix.cells != 0)
        assert set(areas) == {tuple(map(int, place)) for place in counts}
        full = areas[0, 0] / 35
        assert all(areas[cell] / full == pytest.approx(float(matrix.cells[cell])) for cell in areas)


def test_figure_5_ends_in_both_kappas():
    texts = [ax.get_xlabel() for ax in figures.fig5().axes]
    assert any("45/64 = 0.7031" in text for text in texts)
    assert any("20/27 = 0.7407" in text for text in texts)


def test_single_figures_draw_into_given_axes():
    ax = figures.fig1().axes[0]
    ax.clear()
    assert figures.fig2(ax) is ax.figure
