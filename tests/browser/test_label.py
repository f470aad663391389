"""The page for a class that labels: its numbers are the library's, its sentences help."""

import pytest
from browser.browsing import NARROW, WIDE
from browser.looking import Listener, violations

from kappabook import ConfusionMatrix, kappa_interval
from kappabook.teaching.explorers.page import html, script

TABLES = [
    *([8, 2, 1, 9], [7, 3, 3, 7], [5, 6, 2, 7], [6, 4, 5, 5], [3, 7, 6, 4], [0, 10, 10, 0]),
    *([9, 0, 0, 11], [10, 0, 0, 1], [0, 1, 1, 18], [0, 2, 0, 18], [1, 0, 1, 18], [0, 0, 1, 19]),
    *([45, 16, 14, 45], [1, 5, 4, 110], [0, 3, 3, 114], [200, 40, 30, 230], [3, 0, 0, 997]),
    *([1, 0, 0, 1], [0, 1, 1, 0], [1, 1, 0, 0], [2, 1, 0, 1]),
]
# What the page promises of the ends of an interval, from 20 items on and below; another seed of the
# library moves them as much.
TOLERANCE, OF_FEW = 0.01, 0.03
ROOM = ("pairs", "accuracy", "chance", "kappa", "interval")
BOTH = "return [measures(...table), EXPLORERS.label.interval(table)]"
CODE = f"table => {{ {script(['label'])}; {BOTH} }}"


@pytest.fixture(scope="module")
def page(chromium, tmp_path_factory):
    """The page from a folder, and after all its tests: no request left it, nothing was said."""
    file = tmp_path_factory.mktemp("label") / "label.html"
    file.write_text(html("label"), encoding="utf-8")
    context = chromium.new_context(offline=True, viewport=WIDE)
    page = context.new_page()
    listener = Listener(page)
    page.goto(file.as_uri())
    page.wait_for_selector("body[data-ready=true]")
    yield page
    assert listener.hear() == []
    assert [url for url in listener.wanted if url.startswith("file:")] == []
    context.close()


def write(page, text, items="20"):
    """Type, and leave the field."""
    page.fill("[data-field=items]", items)
    page.fill("textarea", text)
    page.locator("textarea").blur()


def shown(page):
    return {key: page.text_content(f'[data-number="{key}"]') for key in ROOM}


def rows(page):
    lines = page.locator("table tbody tr").all()
    return [line.locator("th, td").all_text_contents() for line in lines]


def ours(table):
    a, b, c, d = table
    return ConfusionMatrix([[a, b], [c, d]], labels=["yes", "no"])


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_measures_and_interval_are_the_librarys(page, table):
    expected = ours(table)
    now, found = page.evaluate(CODE, table)
    assert now["accuracy"] == pytest.approx(float(expected.accuracy), abs=1e-12)
    assert now["chance"] == pytest.approx(float(expected.chance_agreement), abs=1e-12)
    assert now["kappa"] == pytest.approx(float(expected.kappa), abs=1e-12)
    library = kappa_interval(expected)
    ends = library.low, library.high
    within = TOLERANCE if sum(table) >= 20 else OF_FEW
    assert found == pytest.approx(ends, abs=within)


def test_the_room_is_the_sum_of_its_pairs(page):
    write(page, "Ada, Ben: 8 2 1 9\n\n7,3,3,7\n5;6;2;7\n")
    expected = ours([20, 11, 6, 23])
    assert page.text_content(".error") == ""
    _, (low, high) = page.evaluate(CODE, [20, 11, 6, 23])
    assert shown(page) == {
        "pairs": "3",
        "accuracy": f"{float(expected.accuracy):.3f}",
        "chance": f"{float(expected.chance_agreement):.3f}",
        "kappa": f"{float(expected.kappa):.3f}",
        "interval": f"{low:.2f} to {high:.2f}",
    }
    assert [row[:5] for row in rows(page)] == [
        ["Ada, Ben", "8 2 1 9", "0.85", "0.50", "0.70"],
        ["pair 2", "7 3 3 7", "0.70", "0.50", "0.40"],
        ["pair 3", "5 6 2 7", "0.60", "0.49", "0.22"],
    ]


@pytest.mark.parametrize(
    "line",
    [
        "ynnyy nynny ynyyn nyyny / ynnyy nnnny yyyyn nyyny",
        "1,0,0,1,1,0,1,0,0,1,1,0,1,1,0,0,1,1,0,1/1,0,0,1,1,0,0,0,0,1,1,1,1,1,0,0,1,1,0,1",
        "Yes No No Yes Yes NYNNYYNYYNNYYNY / ynnyynnnnyyyyynnyyny",
        "10 1 1 8",
    ],
)
def test_labels_are_counted(page, line):
    write(page, f"Ada, Ben: {line}")
    assert rows(page)[0][:2] == ["Ada, Ben", "10 1 1 8"]


REFUSED = {
    "8 2 1 8": "pair 1: 8 + 2 + 1 + 8 = 19, but there are 20 items: 1 is missing. Count again, or",
    "8 2 3 9": "pair 1: 8 + 2 + 3 + 9 = 22, but there are 20 items: 2 are too many.",
    "Bo: 8 2 1": "Bo: 3 numbers, but a pair has four: both yes, only the first yes,",
    "8 2 1 9 20": "pair 1: 5 numbers, but",
    "8 2 -1 11": "“-1” is no count. Give four whole numbers, such as 8 2 1 9; or",
    "8.5 2 1 8.5": "“8.5” is no count.",
    "yynn": "“yynn” is no count. Give four whole numbers, such as 8 2 1 9; or the labels of both",
    "0 0 0 0": "pair 1: all four counts are 0",
    "yyn / yn": "pair 1: the first person has 3 labels, the second 2; both label every item.",
    "yyx / yyn": "the label “x” is neither yes nor no; write y and n, or 1 and 0.",
    "yn / yn / yn": "3 rows of labels; a pair has two, with one slash.",
    "yyn / yyn": "pair 1: 2 + 0 + 0 + 1 = 3, but there are 20 items: 17 are missing.",
    "/": "pair 1: all four counts are 0",
}


@pytest.mark.parametrize("line", REFUSED)
def test_what_does_not_add_up_gets_a_sentence_and_is_left_out(page, line):
    write(page, f"{line}\nthe others: 8 2 1 9")
    said, end = page.text_content(".error").split("\n")
    assert REFUSED[line] in said
    assert end == "This line is left out until mended."
    assert [row[0] for row in rows(page)] == ["the others"]
    assert shown(page)["pairs"] == "1"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_accessible_and_not_too_wide(page, scheme, size):
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size(size)
    for button in page.locator("[data-preset]").all():
        button.click()
        assert page.text_content(".error") == ""
        assert page.locator(".of-room").is_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    write(page, "1 2 3\n8 2 1 9")
    assert violations(page) == []
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(WIDE)
