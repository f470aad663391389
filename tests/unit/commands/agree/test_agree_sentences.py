"""What `kappabook agree` says must follow from its numbers."""

import numpy as np
import pandas as pd
import pytest

import kappabook
from kappabook import fleiss_kappa_score, krippendorff_alpha_score


def told(report):
    return " ".join(one.finding for one in report.findings)


def wide(tmp_path, rows):
    path = tmp_path / "table.csv"
    width = len(rows[0])
    names = ["item", *"abcdefg"[:width]]
    lines = [",".join([f"i{i}", *map(str, row)]) for i, row in enumerate(rows)]
    path.write_text("\n".join([",".join(names), *lines]))
    return path


def test_fleiss_below_minus_1_and_what_items_rated_once_do(tmp_path):
    rows = [("no", "no")] * 9 + [("yes", "no")] + [("no", "")] * 196 + [("yes", "")] * 4
    report = kappabook.agree(wide(tmp_path, rows), item="item", n_draws=2000)
    shares = np.array([205.5, 4.5]) / 210  # an item's ratings weigh 1 together
    chance = shares @ shares
    assert report.data["fleiss_kappa"]["estimate"] == pytest.approx((0.9 - chance) / (1 - chance))
    assert report.data["fleiss_kappa"]["estimate"] < -1
    once = report.data["rated_once"]
    assert once["n_items"] == 200
    assert once["fleiss_kappa_without"] == pytest.approx(fleiss_kappa_score(rows[:10]))
    assert "200 items were rated once" in told(report)
    assert "200 items rated once" in report.intro[0]


def test_items_rated_once_that_move_nothing_have_no_sentence(tmp_path):
    rows = [("x", "x"), ("y", "y"), ("x", "y"), ("y", "x")] * 10 + [("x", ""), ("", "y")]
    report = kappabook.agree(wide(tmp_path, rows), item="item", n_draws=2000)
    assert report.data["rated_once"]["n_items"] == 2
    assert "rated once" not in told(report)


@pytest.mark.parametrize("singles", [0, 50])
def test_only_coefficients_that_are_undefined_are_called_so(tmp_path, singles):
    rows = [("no", "no")] * 50 + [("yes", "")] * singles
    report = kappabook.agree(wide(tmp_path, rows), item="item", n_draws=2000)
    defined = not np.isnan(report.data["fleiss_kappa"]["estimate"])
    assert defined == bool(singles)
    assert ("no coefficient corrected for chance is defined" in told(report)) != defined
    assert ("Fleiss' kappa (1.00)" in told(report)) == defined


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval", "ratio"])
def test_an_alpha_of_0_is_0(tmp_path, level):
    # One odd rating among n of a label: observed and expected disagreement are equal.
    for n in range(3, 40):
        assert krippendorff_alpha_score([[1, 1]] * (n - 1) + [[1, 2]], level=level) == 0
    rows = [(3, 3, 3, 3, 3), (3, 3, 3, 3, ""), (3, 3, "", 3, 3), (3, 3, "", 3, 3), (3, 3, 3, 1, 3)]
    report = kappabook.agree(wide(tmp_path, rows), item="item", level=level, n_draws=2000)
    assert report.data["alpha"]["estimate"] == 0
    assert "-0.00" not in str(report)
    assert "less than chance" not in told(report)
    # All pairs that have a kappa have the same one: none agrees least.
    assert "agree least" not in told(report)


def test_counts_of_tens_of_thousands(tmp_path):
    path = tmp_path / "counts.csv"
    path.write_text("item,x,y\n1,30000,0\n2,10000,20000\n3,0,30000\n4,20000,10000\n")
    found = kappabook.agree(path, item="item", counts=True, n_draws=1000).data
    worst = {one["item"]: one["disagreement"] for one in found["most_disagreed"]}
    assert worst == {
        "2": pytest.approx(2 * 1e4 * 2e4 / (3e4 * 29999)),
        "4": pytest.approx(worst["2"]),
    }


def test_measurements_need_no_equal_numbers_but_a_range_in_common():
    table = {"a": [1.25, 2.5, 3.75], "b": [1.5, 2.25, 3.5], "c": [2019, 2020, 2022]}
    notes = kappabook.agree(pd.DataFrame(table), raters=["a", "b", "c"], level="interval").notes
    assert [note for note in notes if "'c' shares" in note]
    assert not [note for note in notes if "'a' shares" in note or "'b' shares" in note]
