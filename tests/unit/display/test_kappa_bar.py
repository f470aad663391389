"""The one picture of kappa is as long as its numbers, in figures and on paper."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kappabook import ConfusionMatrix
from kappabook.display.bar import kappa_bar

counts = st.integers(0, 60)


@given(counts, counts, counts, counts)
def test_kappa_is_the_gained_part_of_the_room(a, b, c, d):
    if a + b + c + d == 0:
        return
    table = ConfusionMatrix([[a, b], [c, d]])
    if table.chance_agreement == 1:
        return
    (ax,) = kappa_bar(table).axes
    first, middle, last = ax.patches
    assert first.get_x() == 0
    assert first.get_width() == pytest.approx(min(table.accuracy, table.chance_agreement))
    assert last.get_x() + last.get_width() == pytest.approx(1)
    (room,) = ax.lines
    start, *_, end = room.get_xdata()
    assert (start, end) == (pytest.approx(float(table.chance_agreement)), 1)
    gained = middle.get_width() * (1 if table.accuracy >= table.chance_agreement else -1)
    assert gained / (end - start) == pytest.approx(float(table.kappa))
