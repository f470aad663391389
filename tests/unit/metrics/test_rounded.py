"""Numbers as they are printed: exact, with half a unit of the last digit."""

from fractions import Fraction

import pytest

from kappabook.metrics.rounded import half_unit, number


@pytest.mark.parametrize(
    ("printed", "value", "slack"),
    [
        ("0.474", Fraction("0.474"), Fraction("0.0005")),
        (".0182", Fraction("0.0182"), Fraction("0.00005")),
        ("-1", Fraction(-1), Fraction(1, 2)),
        ("1/3", Fraction(1, 3), Fraction(0)),
    ],
)
def test_a_printed_number_knows_its_decimals(printed, value, slack):
    assert number(printed) == value
    assert half_unit(printed) == slack


@pytest.mark.parametrize(
    "printed", ["", "0,474", "47.4 %", "±0.1", "nan", "1e-3", "about 2", "1/0", "-2/00", " 5"]
)
def test_anything_else_is_no_number(printed):
    with pytest.raises(ValueError, match="is no number; write the number alone"):
        number(printed)
