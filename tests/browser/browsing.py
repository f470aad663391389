"""A headless Chromium, or a skip that says what to install."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

# A window on a laptop, and a telephone.
WIDE, NARROW = {"width": 1280, "height": 720}, {"width": 390, "height": 844}
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = (
    *("--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
)


def chromium() -> str:
    """Find the browser's program, or skip."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.skip("no Chromium here (`apt-get install chromium`, or your system's package)")
    return found


@contextmanager
def browser() -> Iterator:
    """Start a browser; it must end before other tests of this process use an event loop."""
    program = chromium()
    playwright = pytest.importorskip(
        "playwright.sync_api", reason='no playwright here: pip install ".[test]"'
    )
    # Chromium refuses its own sandbox to root.
    flags = [*FLAGS, "--no-sandbox"] if os.geteuid() == 0 else [*FLAGS]
    with playwright.sync_playwright() as driver:
        running = driver.chromium.launch(executable_path=program, args=flags)
        try:
            yield running
        finally:
            running.close()
