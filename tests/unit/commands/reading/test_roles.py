"""The corner of a matrix: a known word on either side says what the rows are."""

from __future__ import annotations

import pytest

from kappabook.commands.reading.roles import likely_role_of_rows, role_of_rows


@pytest.mark.parametrize(
    ("corner", "rows"),
    [
        ("Test\\Gold standard", "prediction"),
        ("Index test / Reference standard", "prediction"),
        ("Algorithm\\Expert", "prediction"),
        ("Modèle \\ Référence", "prediction"),
        ("Map\\Ground", "prediction"),
        ("Output\\Target", "prediction"),
        ("System | Gold", "prediction"),
        ("CNN vs truth", "prediction"),
        ("CNN by truth", "prediction"),
        ("CNN - truth", "prediction"),
        ("Test\nReference", "prediction"),
        ("Test<br>Reference", "prediction"),
        ("Test -> Reference", "prediction"),
        ("Test \u2192 Reference", "prediction"),
        ("Reference\\CNN", "truth"),
        ("CNN\\Predicted", "truth"),
        ("Model\\Human", "prediction"),
        ("Actual\\Predicted", "truth"),
        ("y_test / y_pred", "truth"),
        ("Predicted \u2192 / Actual \u2193", "truth"),
        ("CNN (columns) / truth (rows)", "truth"),
        ("n = 165, Predicted:", "prediction"),
        ("n = 20 / truth", "truth"),
        ("Truth", "truth"),
        ("CNN\\Model 2\\Truth", "prediction"),
        ("Test", None),
        ("first\\second", None),
        ("", None),
    ],
)
def test_one_known_side_decides_both(corner: str, rows: str | None) -> None:
    assert role_of_rows(corner) == rows


@pytest.mark.parametrize(
    ("corner", "rows"),
    [
        ("Test", "prediction"),
        ("Test\\Disease", "prediction"),
        ("Radiologist\\AI", "truth"),
        ("first\\second", None),
        ("label", "truth"),
    ],
)
def test_words_that_only_suggest_a_role(corner: str, rows: str | None) -> None:
    assert role_of_rows(corner) is None
    assert likely_role_of_rows(corner) == rows
