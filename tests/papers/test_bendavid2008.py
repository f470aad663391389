"""The 2008 paper: its examples and equations by another route, its errors, and its figures."""

from fractions import Fraction
from itertools import product

import pytest

from kappabook.audit.judging import Audit
from kappabook.audit.printed import AuditError, Printed
from kappabook.papers import bendavid2008 as paper
from kappabook.papers.bendavid2008 import figures
from kappabook.papers.shared.baselines import better_kappas_satisfy
from kappabook.papers.shared.theorems import follows_for_many_classes
from kappabook.system.checkout import printed_folder

KEY = "bendavid2008"
PRINTED = Printed.of(printed_folder() / KEY)


# --- examples, once more without the library ------------------------------------------------


def test_a_table_that_does_not_add_up_is_named(tmp_path):
    (tmp_path / KEY).mkdir()
    for file in (printed_folder() / KEY).iterdir():
        text = file.read_text().replace("4: joint probability of true positives,0.65", "4: x,0.66")
        (tmp_path / KEY / file.name).write_text(text)
    (tmp_path / "bendavid2007").symlink_to(printed_folder() / "bendavid2007")
    with pytest.raises(AuditError, match=r"bendavid2008/__init__\.py:\d+: examples: .*to 1\.01"):
        _ = Audit(tmp_path / KEY, paper).rows


# --- its errors -----------------------------------------------------------------------------


def test_kappa_above_the_majority_is_positive_and_at_it_may_be_zero():
    """Once more without algebra: every table in twelfths that reaches the majority's share."""
    kappas = {True: [], False: []}
    for tp, fn, fp in product(range(13), repeat=3):
        tn = 12 - tp - fn - fp
        p, majority = tp + fn, max(tp + fn, fp + tn)
        if tn >= 0 and 0 < p < 12 and tp + tn >= majority:
            below = p * (fn + tn) + (12 - p) * (tp + fp)
            kappas[tp + tn > majority].append(Fraction(2 * (tp * tn - fp * fn), below))
    assert min(kappas[True]) > 0 == min(kappas[False])
    assert better_kappas_satisfy("K > 0")
    assert not any(map(better_kappas_satisfy, ("K > 1", "K > -1", "K >= 0", "K = 0")))


# --- equations ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "cell", "cases"),
    [
        ("P_c = Sum(r[i]*c[i], (i, 1, I))", "p", ""),
        ("P_c = Sum(r[i]*c[i], (i, 1, I))/N**2", "x", "N"),
        (
            "K = (N*Sum(x[i, i], (i, 1, I)) - Sum(r[i]*c[i], (i, 1, I)))"
            "/(N**2 - Sum(r[i]*c[i], (i, 1, I)))",
            "x",
            "N",
        ),
    ],
)
def test_definitions_hold_for_any_number_of_classes(text, cell, cases):
    assert follows_for_many_classes(text, cell, cases)
    assert not follows_for_many_classes(text.replace("c[i]", "r[i]"), cell, cases)


# --- figures --------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_what_is_drawn_is_what_is_checked(number):
    """The artists hold the points of the lines that the ledger checks."""
    (ax,) = getattr(figures, f"fig{number}")().axes
    y = "tp" if number in (1, 3) else "kappa"
    drawn = [line.get_xydata().tolist() for line in ax.lines]
    for line in paper.read_lines(PRINTED, number):
        points = [[float(p.fp), float(getattr(p, y))] for p in line.points()]
        assert points in drawn
