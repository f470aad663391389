"""A checkout so small that its site is built in seconds."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from support import ROOT


@contextmanager
def small_checkout(folder: Path, *notebooks: str) -> Iterator[pytest.MonkeyPatch]:
    """Make `folder` the checkout, with a first page, no reference, and the notebooks named."""
    (folder / "data").mkdir(parents=True)
    for name in ("printed", "results"):
        (folder / "data" / name).symlink_to(ROOT / "data" / name)
    shutil.copytree(ROOT / "docs", folder / "docs", ignore=shutil.ignore_patterns("*.md"))
    (folder / "docs/index.md").write_text("# Home\n")
    (folder / "docs/api.md").write_text("# API\n")
    (folder / "notebooks").mkdir()
    for name in notebooks:
        shutil.copy(ROOT / "notebooks" / f"{name}.ipynb", folder / "notebooks")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("KAPPABOOK_ROOT", str(folder))
        patched.setattr("kappabook.publish.site.gather.public_names", lambda page: {})
        yield patched
