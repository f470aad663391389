"""Typst, for whatever is set on paper: the same bytes every time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kappabook.extras import need


def compiled(source: Path, *, pictures: bool, ppi: int, **options: Any) -> list[bytes]:
    """Set a text of Typst, with what lies in its folder.

    Parameters
    ----------
    source : Path
    pictures : bool
        Return each page as PNG instead, to look at.
    ppi : int
        Pixels per inch of these.
    options
        More for ``typst.compile``.

    Returns
    -------
    list of bytes
        One PDF, or the pages. There is no time in them, and no font of the system.

    Raises
    ------
    MissingExtraError
        Typst is not installed; with the command that installs it.
    """
    with need("paper"):
        import typst

    made = typst.compile(
        source,
        root=source.parent,
        format="png" if pictures else "pdf",
        ppi=ppi if pictures else None,
        ignore_system_fonts=True,
        # Pages that a screen reader can read; Typst refuses a picture without words.
        pdf_standards=[] if pictures else ["ua-1"],
        **options,
    )
    return made if isinstance(made, list) else [made]
