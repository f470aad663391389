"""What is a number in a stranger's file: one reading, or a refusal with both."""

import duckdb
import pytest

from kappabook.commands.reading.numbers import (
    POINT,
    NumberForm,
    as_number,
    exact_number,
    number_form,
    why_no_number,
)


@pytest.mark.parametrize(
    ("cells", "delimiter", "values"),
    [
        (["0.5", "12", "-1e-3", ".5", "2."], ",", [0.5, 12, -0.001, 0.5, 2]),
        (["0,5", "12", "1,279"], ";", [0.5, 12, 1.279]),
        (["0.994", "1.001"], ";", [0.994, 1.001]),  # 0.994 is no thousand
        (["1.234,56", "1.234"], ";", [1234.56, 1234]),
        (["1,234.56", "1,234"], ";", [1234.56, 1234]),
        (["1,234", "12"], ",", [1234, 12]),
        (["1.234.567"], ",", [1234567]),
        (["1 234", "12\u00a0345,5", "3"], ";", [1234, 12345.5, 3]),
        (["1'234", "1\u2019234'567"[:5]], ",", [1234, 1234]),
        (["1.279", "938"], ",", [1.279, 938]),
        (["1.279", "938"], "\t", [1.279, 938]),
    ],
)
def test_numbers_with_one_reading_are_read_in_python_and_in_sql(cells, delimiter, values):
    form = number_form(cells, where="f.csv", delimiter=delimiter)
    assert [as_number(cell, form) for cell in cells] == values
    found = duckdb.execute(f"SELECT {form.sql('c')} FROM (SELECT unnest(?) AS c)", [cells])
    assert [x for (x,) in found.fetchall()] == values


@pytest.mark.parametrize(
    ("cells", "how", "readings"),
    [
        (["938", "1.279"], {"delimiter": ";"}, ["1.279", "1279"]),
        (["1,279"], {"delimiter": ";"}, ["1.279", "1279"]),
        (["1,279"], {"delimiter": "\t"}, ["1.279", "1279"]),
        (["1.279"], {"delimiter": ",", "others": ["0,5"]}, ["1.279", "1279"]),
        (["1.000", "45"], {"delimiter": ",", "counts": True}, [" 1 ", "1000"]),
    ],
)
def test_two_readings_are_refused_with_both_and_the_option_decides(cells, how, readings):
    with pytest.raises(ValueError, match="f") as error:
        number_form(cells, where="f.csv", **how)
    assert all(x in str(error.value) for x in [*readings, "--decimal"])
    for mark in ".,":
        form = number_form(cells, where="f.csv", decimal=mark, **how)
        assert form.decimal == mark
        assert None not in [as_number(cell, form) for cell in cells]


def test_decimal_marks_of_the_other_columns_decide():
    assert number_form(["1.001"], where="", delimiter=";", others=["7", "0.27"]) == POINT
    form = number_form(["1,001"], where="", delimiter=";", others=["7", "0,27"])
    assert as_number("1,001", form) == 1.001


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("1_000", "1000"),
        ("\uff11\uff12", "12"),
        ("\u0663", "3"),
        ("1/2", "0.5"),
        ("\u00bd", "0.5"),
        ("50 %", "0.5"),
        ("\u22125", "-5"),
        ("0,5", "0.5"),
    ],
)
def test_other_spellings_are_no_numbers_and_their_reading_is_named(text, reading):
    assert as_number(text) is None
    assert reading in why_no_number(text)
    assert duckdb.execute(f"SELECT {POINT.sql('?')}", [text, text]).fetchall() == [(None,)]


@pytest.mark.parametrize("text", ["yes", "", "1,00,000", "nan", "inf", "1e999", "--5", "0x1F"])
def test_texts_are_no_numbers(text):
    assert as_number(text) is None
    assert number_form([text, "1"], where="", delimiter=";") == POINT


def test_whole_numbers_of_any_size_stay_exact():
    assert exact_number("18446744073709551616") == 2**64
    assert exact_number("1e300") == 10**300
    assert exact_number("1.234.567", NumberForm(",", ".")) == 1234567
    assert exact_number("0.25") == 0.25
