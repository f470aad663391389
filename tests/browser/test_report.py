"""The page of `kappabook report` in a browser: wide and on a telephone, without a network."""

from __future__ import annotations

import pytest
from browser.browsing import NARROW, WIDE
from browser.looking import Listener, violations

from kappabook.commands import report

# Whether the page itself scrolls sideways; its tables may, each by itself.
TOO_WIDE = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    folder = tmp_path_factory.mktemp("report")
    data = report.prepare("breast-cancer", "diagnosis")
    how = {"repeats": 1, "n_splits": 3, "n_jobs": 1}
    folds = report.cross_validate(data, ["naive-bayes", "tree"], **how)
    report.write_report(report.evaluate(folds, costs="1:5"), folder)
    return (folder / "report.html").as_uri()


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "telephone"])
def test_the_page_fits_and_is_accessible(page, address, size):
    listener = Listener(page)
    page.set_viewport_size(size)
    page.goto(address)
    assert not page.evaluate(TOO_WIDE)
    assert page.locator("figure svg").count() == 4
    assert page.locator("ol.findings > li").count() >= 4
    assert not violations(page)
    assert not listener.hear()
