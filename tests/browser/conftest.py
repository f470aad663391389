"""What the tests with a browser share: one browser per file, and a page without a network."""

import pytest
from browser.browsing import WIDE, browser


@pytest.fixture(scope="module")
def chromium():
    with browser() as running:
        yield running


@pytest.fixture
def page(chromium):
    context = chromium.new_context(offline=True, viewport=WIDE)
    yield context.new_page()
    context.close()
