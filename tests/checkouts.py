"""A checkout so small that its site is built in seconds."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from support import ROOT

LINK = re.compile(r"\[([^\[\]]+)\]\([\w/-]+\.ipynb\)")


@contextmanager
def small_checkout(folder: Path, *notebooks: str) -> Iterator[pytest.MonkeyPatch]:
    """Make `folder` the checkout, with a first page, no reference, and the notebooks named.

    Their links to other notebooks, which are not here, become plain text.
    """
    (folder / "data").mkdir(parents=True)
    for name in ("printed", "results"):
        (folder / "data" / name).symlink_to(ROOT / "data" / name)
    shutil.copytree(ROOT / "docs", folder / "docs", ignore=shutil.ignore_patterns("*.md"))
    (folder / "docs/index.md").write_text("# Home\n")
    (folder / "docs/api.md").write_text("# API\n")
    (folder / "docs/measure.md").write_text("# Measure\n")
    (folder / "notebooks").mkdir()
    for name in notebooks:
        text = (ROOT / "notebooks" / f"{name}.ipynb").read_text(encoding="utf-8")
        copy = folder / "notebooks" / f"{name}.ipynb"
        copy.write_text(LINK.sub(r"\1", text), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("KAPPABOOK_ROOT", str(folder))
        patched.setattr("kappabook.workbook.site.gather.public_names", lambda page: {})
        yield patched
