"""The page that checks a published agreement: its arithmetic is that of the library."""

import math

import pytest
from browser.browsing import NARROW, WIDE
from browser.looking import violations

from kappabook.commands.grim import grim
from kappabook.workbook.targets import main

SHARES = ("agreement", "kappa", "chance_agreement", "mcc", "pabak")
PRINTS = [
    (200, {"agreement": ".85", "kappa": ".62"}, None, None),
    (100, {"agreement": "0.68", "kappa": "0.316"}, ("0.42", None), None),
    (5, {"agreement": "0.80", "kappa": "0.55"}, None, None),
    (50, {"agreement": "0.90", "kappa": "0.85"}, None, None),
    (100, {"agreement": "0.80", "kappa": "0.474", "chance_agreement": "0.625"}, None, None),
    (100, {"agreement": "0.80", "kappa": "0.474", "chance_agreement": "0.62"}, None, None),
    (300, {"kappa": "-0.2", "mcc": "-0.21"}, None, None),
    (10000, {"agreement": ".8500", "kappa": ".620", "mcc": ".63"}, None, None),
    (10000, {"pabak": "0.7", "kappa": "0.0"}, ("0.9", "?"), None),
    (2000, {"kappa": "0.3", "chance_agreement": "0.7"}, None, None),
    (2803, {"agreement": "0.966"}, ("100", "51"), ("28", None, None, None)),
    (20, {}, None, ("20", "0", "0", "0")),
    (40, {"agreement": "0.95"}, None, None),
    (432, {"agreement": "1.0000", "kappa": "1.0000", "chance_agreement": "0.0000"}, None, None),
    (12, {"kappa": "1"}, None, None),
    (17, {"mcc": "1", "agreement": "0.9"}, None, None),
    (100, {"kappa": "0.5"}, (".30", ".20"), (None, "0.1", None, None)),
    # MCC and kappa of (6, 2 / 2, 6) are 1/2, half-way between 0 and 1: floats cannot decide.
    *((16, {name: text}, None, None) for name in ("kappa", "mcc") for text in ("0", "1", "0.5")),
    *((24, {"mcc": text}, None, None) for text in ("-1", "-0.5", "0.28", "0.6", "0.333")),
    *((n, {"kappa": "0.25", "mcc": "0.3"}, None, None) for n in (1, 2, 3, 7, 31, 64)),
]
REFUSED = [
    (50, {"agreement": "85"}, None, None),
    (50, {"agreement": "85.0 %"}, None, None),
    (50, {"kappa": "-1.2"}, None, None),
    (50, {"kappa": "0,62"}, None, None),
    (50, {"kappa": "0.3333333"}, None, None),
    (50, {"pabak": "0.1234567890123456"}, None, None),
    (50, {}, ("30", "51"), None),
    (50, {}, ("1.5", None), None),
    (50, {}, ("16", None), ("10", "5", None, None)),
    (50, {}, None, ("10", "20", "30", "40")),
    (50, {}, None, None),
]


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    into = tmp_path_factory.mktemp("widgets")
    assert main(["widgets", "--into", str(into)]) == 0
    return (into / "grim.html").as_uri()


@pytest.fixture
def opened(page, address):
    """The page, and after the test: no request left it, and its console stayed silent."""
    said, wanted = [], []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: wanted.append(request.url))
    page.goto(address)
    page.wait_for_selector("body[data-ready=true]")
    yield page
    assert said == []
    assert {url for url in wanted if not url.startswith("data:")} == {address}


def as_given(n, printed, margins, cells):
    texts = {name: printed.get(name, "") for name in SHARES}
    margins, cells = margins or (None,) * 2, cells or (None,) * 4
    return {
        "n": str(n),
        **texts,
        "margins": [text or "" for text in margins],
        "cells": [text or "" for text in cells],
    }


def ours(n, printed, margins, cells):
    return grim(n, **printed, margins=margins or (None,) * 2, cells=cells or (None,) * 4).data


def test_the_page_counts_what_the_library_counts(opened):
    for case in PRINTS:
        theirs, found = opened.evaluate("given => grim(given)", as_given(*case)), ours(*case)
        assert theirs["n_tables"] == found["n_tables"], case
        assert theirs["n_up_to_symmetry"] == found["n_up_to_symmetry"], case
        unique = theirs["unique"] and tuple(map(tuple, theirs["unique"]))
        assert unique == found["unique"], case
        if found["n_tables"] <= 50:
            tables = sorted(tuple(map(tuple, table)) for table in theirs["tables"])
            assert tables == sorted(found["tables"]), case
        if not found["possible"]:
            assert theirs["ranges"] == {}
            continue
        for name, ends in found["ranges"].items():
            expected = [None if math.isnan(end) else pytest.approx(end, abs=1e-12) for end in ends]
            assert theirs["ranges"][name] == expected, (case, name)


def test_the_page_refuses_what_the_library_refuses(opened):
    ask = "given => { try { grim(given); return '' } catch (error) { return error.message } }"
    for case in REFUSED:
        with pytest.raises(ValueError, match=r"[;:,.] ") as refused:
            ours(*case)
        told = opened.evaluate(ask, as_given(*case))
        # The library also writes the rounded kappa.
        same = str(refused.value).replace("Write it as 0.333333, or", "Round it, or")
        assert told == same, case
    assert "too many tables" in opened.evaluate(ask, as_given(10000, {"kappa": ".6"}, None, None))
    assert "1 to 10000" in opened.evaluate(ask, as_given(10001, {"kappa": ".6"}, None, None))


def test_it_fits_the_screen_and_can_be_read_aloud(opened):
    assert "Possible: 420 tables" in opened.get_by_role("status").text_content()
    for size in (NARROW, WIDE):
        opened.set_viewport_size(size)
        assert violations(opened) == []
        assert opened.evaluate("document.documentElement.scrollWidth") <= size["width"]
