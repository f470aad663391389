"""Where one step more or less matters in `agree` and `grim`: cases that mutation testing found."""

import numpy as np
import pytest
from rated import table_file
from support import slowly

from kappabook import kappa_interval
from kappabook.commands.grim import grim
from kappabook.metrics.confusion import ConfusionMatrix


@pytest.mark.parametrize("kappa", [slowly(".20"), ".60", slowly("-.20")])
def test_the_interval_of_a_print_spans_those_of_all_its_tables(kappa):
    found = grim(20, kappa=kappa).data
    assert 1 < found["n_tables"] <= 50
    low, high = found["ranges"]["kappa"]
    kappas = [float(ConfusionMatrix(table).kappa) for table in found["tables"]]
    assert (low, high) == pytest.approx((min(kappas), max(kappas)))
    each = [kappa_interval(table) for table in found["tables"]]
    assert found["kappa_interval"][0] == pytest.approx(min(one.low for one in each))
    assert found["kappa_interval"][1] == pytest.approx(max(one.high for one in each))


@pytest.mark.parametrize(("n_labels", "all_shown"), [(3, True), (31, False)])
def test_agree_says_so_exactly_if_a_table_is_too_large_to_show(
    agree, tmp_path, n_labels, all_shown
):
    pytest.importorskip("matplotlib")
    labels = [f"label{i:02}" for i in range(n_labels)]
    rows = [["id", "a", "b"], *([i, labels[i % n_labels], labels[i // 2]] for i in range(n_labels))]
    path, page = table_file(tmp_path, rows), tmp_path / "page.html"
    text = agree(path, "--item", "id", "--html", page, text=True)
    assert ("The table of each pair is in" not in text) == all_shown
    assert ("The table of each pair is in" not in page.read_text(encoding="utf-8")) == all_shown


def test_linear_weights_of_a_pair_are_those_of_its_kappa(agree, tmp_path):
    """Observed and chance agreement, weighted, give back the kappa shown beside them."""
    given = [["id", "a", "b"], *([i, "1234"[i % 4], "1234"[i * i // 7 % 4]] for i in range(28))]
    found = agree(table_file(tmp_path, given), "--item", "id", "--ordered", "1,2,3,4")
    (pair,) = found["weighted_kappa"]
    apart = [abs(int(a) - int(b)) for _, a, b in given[1:]]
    assert pair["observed"] == pytest.approx(1 - np.mean(apart) / 3)
    assert 0 < pair["chance"] < 1
    assert pair["estimate"] == pytest.approx(
        (pair["observed"] - pair["chance"]) / (1 - pair["chance"])
    )


@pytest.mark.parametrize("groups", [2, 6])
def test_two_groups_or_more_give_an_interval(agree, tmp_path, groups):
    rows = [["id", "class", "a", "b", "c"]]
    rows += [[i, i % groups, i // 6 % 2, i // 6 % 2 ^ (i % 5 == 0), i // 7 % 2] for i in range(24)]
    found = agree(table_file(tmp_path, rows), "--item", "id", "--groups", "class")
    assert found["alpha"]["low"] < found["alpha"]["estimate"] < found["alpha"]["high"]
