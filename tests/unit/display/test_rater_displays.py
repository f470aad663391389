"""Pictures of raters: they show the numbers of the measures, whatever the names are."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
from contrast import contrast
from matplotlib.colors import to_hex
from support import slowly

from kappabook import ConfusionMatrix
from kappabook.display.drawing import shortened
from kappabook.display.raters import KappaHeatMapDisplay, PairAgreementDisplay, RaterMarginsDisplay
from kappabook.metrics.raters import pairwise_kappas

RATINGS = np.random.default_rng(4).choice(["a", "b", "c"], (40, 4), p=[0.6, 0.3, 0.1])
RATINGS[:20, 1] = RATINGS[:20, 0]
HOSTILE = ["$x", "a$b$_c", "<b>", "line\nbreak", "a" * 60, "\\frac{", "ß", "\x1b[1m"]


@pytest.fixture(autouse=True)
def _close():
    yield
    plt.close("all")


def test_bars_end_at_chance_and_at_agreement():
    display = PairAgreementDisplay.from_ratings(RATINGS)
    first = ConfusionMatrix.from_predictions(RATINGS[:, 0], RATINGS[:, 1])
    assert display.pairs[0] == (0, 1)
    assert display.observed[0] == pytest.approx(float(first.accuracy))
    assert display.chance[0] == pytest.approx(float(first.chance_agreement))
    estimate = pairwise_kappas(RATINGS, n_draws=2000).estimate
    np.testing.assert_allclose(display.kappa, estimate[np.triu_indices(4, 1)])
    ends = sorted({round(bar.get_x(), 9) for bar in display.ax_.patches if bar.get_y() < 0})
    assert ends == sorted({0, *np.round([display.observed[0], display.chance[0]], 9)})
    assert display.texts_[0].get_text() == f"{float(first.kappa):.2f}"


def test_less_than_chance_is_drawn_otherwise_and_said():
    display = PairAgreementDisplay([("A", "B"), ("A", "C")], [0.3, 0.8], [0.5, 0.5]).plot()
    words = [text.get_text() for text in display.ax_.get_legend().get_texts()]
    assert words == ["chance agreement", "gained", "lost: below chance"]
    assert [text.get_text() for text in display.texts_] == ["-0.40", "0.60"]
    lost, gained = display.ax_.patches[1], display.ax_.patches[4]
    assert (lost.get_hatch(), gained.get_hatch()) == ("////", None)


def test_raters_who_share_no_item_or_use_one_label_have_no_kappa():
    ratings = [["x", "x", None], ["x", "x", None], [None, "x", "x"], [None, "x", "x"]]
    display = PairAgreementDisplay.from_ratings(ratings, labels=["x", "y"])
    assert [text.get_text() for text in display.texts_] == ["–", "–", "–"]
    heat = KappaHeatMapDisplay.from_ratings(ratings)
    assert heat.texts_[0, 2].get_text() == "–"


def test_the_map_has_each_kappa_in_its_cell():
    kappas = pairwise_kappas(RATINGS, n_draws=2000)
    display = KappaHeatMapDisplay.from_pairwise(kappas)
    assert set(display.texts_) == {(i, j) for i in range(4) for j in range(4) if i != j}
    for (i, j), text in display.texts_.items():
        assert text.get_text() == f"{kappas.estimate[i, j]:.2f}"
        assert text.get_position() == (j, i)
    many = KappaHeatMapDisplay(np.eye(13), range(13)).plot()
    assert not many.texts_


@pytest.mark.parametrize("kappa", [-1, -0.5, 0, 0.3, 0.7, 0.71, 0.72, 1])
def test_numbers_are_legible_on_their_colour(kappa):
    display = KappaHeatMapDisplay([[1, kappa], [kappa, 1]], "AB").plot()
    ground = display.image_.cmap(display.image_.norm(kappa))
    assert contrast(to_hex(display.texts_[0, 1].get_color()), to_hex(ground)) >= 4.5


def test_shares_are_those_of_the_labels():
    display = RaterMarginsDisplay.from_ratings(RATINGS)
    for share, column in zip(display.shares, RATINGS.T, strict=True):
        np.testing.assert_allclose(share, [(column == label).mean() for label in "abc"])
    shown = [[text.get_text() for text in row] for row in display.texts_]
    assert shown == [[f"{100 * x:.0f}" for x in row] for row in display.shares]


def test_rare_labels_share_a_column():
    shares = [[0.1, 0.3, 0.05, 0.2, 0.25, 0.06, 0.04], [0.2, 0.2, 0.1, 0.2, 0.1, 0.1, 0.1]]
    display = RaterMarginsDisplay(shares, "AB", "tuvwxyz").plot()
    assert display.columns_ == ["t", "u", "w", "x", "3 others"]
    assert [row[-1].get_text() for row in display.texts_] == ["15", "30"]


@pytest.mark.parametrize("name", [*HOSTILE[:4], *map(slowly, HOSTILE[4:])])
def test_any_name_can_be_drawn(name, tmp_path):
    displays = [
        PairAgreementDisplay([(name, "B")], [0.7], [0.5]),
        KappaHeatMapDisplay([[1, 0.2], [0.2, 1]], [name, "B"]),
        RaterMarginsDisplay([[0.5, 0.5], [0.2, 0.8]], [name, "B"], [name, "other"]),
    ]
    for display in displays:
        display.plot().figure_.savefig(tmp_path / "x.svg")


@pytest.mark.parametrize("names", [["a" * 40 + str(i) + "b" * 40 for i in range(13)], HOSTILE])
def test_names_that_differ_still_do_when_they_are_short(names):
    short = shortened(names, 14)
    assert len(set(short)) == len(set(names))
    assert max(map(len, short)) <= 14
    assert all(map(str.isprintable, short))
    assert shortened(short, 14) == short  # a caller may shorten first, for several pictures


def test_given_axes_are_drawn_into():
    _, axs = plt.subplots(1, 3)
    assert PairAgreementDisplay.from_ratings(RATINGS, ax=axs[0]).ax_ is axs[0]
    assert KappaHeatMapDisplay.from_ratings(RATINGS, ax=axs[1]).ax_ is axs[1]
    display = RaterMarginsDisplay.from_ratings(RATINGS, ax=axs[2])
    assert (display.ax_, display.figure_) == (axs[2], axs[2].figure)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: PairAgreementDisplay([], [], []), "at least one pair"),
        (lambda: PairAgreementDisplay([("A", "B"), ("A", "C")], [1], [1]), "for 2 pairs; give one"),
        (lambda: PairAgreementDisplay([("A", "B")], [1.2], [0.5]), "shares lie from 0 to 1"),
        (lambda: KappaHeatMapDisplay([[1, 0]], ["A"]), r"shape \(1, 2\) for 1 raters"),
        (lambda: KappaHeatMapDisplay([[1, 0.2], [0.3, 1]], "AB"), "not symmetric"),
        (lambda: RaterMarginsDisplay([[0.5, 0.5]], "AB", "xy"), "one row per rater"),
        (lambda: RaterMarginsDisplay([[0.5, 0.6]], "A", "xy"), "each sums to 1"),
    ],
)
def test_what_cannot_be_drawn_is_named(make, words):
    with pytest.raises(ValueError, match=words):
        make()
