"""What is said of the numbers agrees with the numbers: by the measure that must be named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from strangers.doors import by_command


def _came(path: Path, rows: str, command: str) -> dict[str, Any]:
    path.write_text(rows, encoding="utf-8")
    data = by_command(path, command).data
    assert data is not None
    return data


def test_an_interval_below_0_is_not_called_chance(tmp_path: Path) -> None:
    rows = "y_true,y_pred\n" + "0,1\n1,0\n" * 12 + "0,0\n1,1\n"
    data = _came(tmp_path / "t.csv", rows, "score")
    assert data["kappa"] == pytest.approx(-11 / 13)  # 2 of 26 agree, 13 by chance
    assert data["kappa_interval"][1] < 0
    assert not [x for x in data["findings"] if "includes 0" in x["finding"]]


def test_scores_that_never_vary_leave_the_auc_uncertain(tmp_path: Path) -> None:
    """40 cases in one tie: the AUC is one half, and that is not certain."""
    data = _came(tmp_path / "t.csv", "y_true,y_score\n" + "0,1\n1,1\n" * 20, "score")
    assert data["auc"] == 0.5
    low, high = data["auc_interval"] or (None, None)
    assert low is None or low < 0.5 < high


def test_an_auc_without_a_negative_case_has_its_reason(tmp_path: Path) -> None:
    rows = "y_true,y_score\n" + "1,.2\n1,.7\n" * 10
    path = tmp_path / "t.csv"
    data = _came(path, rows, "score --positive 1")
    assert data["auc"] is None
    assert "negative" in str(data)
