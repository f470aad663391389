"""What the tests with a browser share: one browser per file, and a page without a network."""

import subprocess
import sys

import pytest
from browser.browsing import WIDE, browser
from support import ROOT


@pytest.fixture(scope="module")
def chromium():
    with browser() as running:
        yield running


@pytest.fixture
def page(chromium):
    context = chromium.new_context(offline=True, viewport=WIDE)
    yield context.new_page()
    context.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The site, built by what `make site` calls."""
    folder = tmp_path_factory.mktemp("built")
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-E"]
    command += ["-d", folder / "read", "-c", "docs", ".", folder / "site"]
    subprocess.run(command, cwd=ROOT, check=True)
    return folder / "site"
