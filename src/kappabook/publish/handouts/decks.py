"""The decks of slides as PDF, printed by Chromium, a page for each slide."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from kappabook.files import writing

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = (
    *("--headless", "--disable-gpu", "--no-first-run", "--disable-background-networking"),
    *("--no-pdf-header-footer", "--disable-component-update", "--disable-sync"),
)
# Formulas and layout are done by scripts: Chromium runs so many milliseconds of them first.
BUDGET = "--virtual-time-budget=30000"
# reveal.js lays a deck out for paper if its address ends like this.
PRINT = "?print-pdf"
SECONDS = 180


class NoBrowserError(OSError):
    """There is no Chromium to print with; the message says what to do by hand."""


def print_decks(decks: Sequence[Path], into: Path) -> Iterator[Path]:
    """Write ``NAME.pdf`` for each deck ``NAME.html``, one after the other.

    Raises
    ------
    NoBrowserError
        No Chromium is found; nothing is written.
    OSError
        Chromium fails or takes too long, or the folder cannot be written.
    """
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        raise NoBrowserError(
            "the decks are not printed: no Chromium here. Install it (apt-get install chromium), "
            f"or open a deck in any browser with {PRINT} after its address, and print it to a file."
        )
    for deck in decks:
        path = into / f"{deck.stem}.pdf"
        with writing(path) as (draft,):
            _print(program, deck, draft)
        yield path


def _print(program: str, deck: Path, draft: Path) -> None:
    # Chromium refuses its own sandbox to root.
    sandbox = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with TemporaryDirectory() as profile:
        command = [
            *(program, *FLAGS, *sandbox, BUDGET, f"--user-data-dir={profile}"),
            *(f"--print-to-pdf={draft.resolve()}", f"{deck.resolve().as_uri()}{PRINT}"),
        ]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            raise OSError(
                f"{deck}: Chromium did not print it in {SECONDS} seconds; open it with {PRINT} "
                "after its address and print it by hand."
            ) from None
    if not draft.exists():
        said = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise OSError(
            f"{deck}: Chromium did not print it ({said}); open it with {PRINT} after its address "
            "and print it by hand."
        )
