"""Set a sheet with Typst, the same bytes every time."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from kappabook.extras import need

# Names of Typst, and how the files are called.
PAPERS = {"a4": "a4", "letter": "us-letter"}
SHEETS = "sheets"


def lay_out(folder: Path, values: Mapping[str, Any]) -> None:
    """Put the sheets' texts into a folder, and beside them the values that they ask for."""
    for source in files(__package__).joinpath(SHEETS).iterdir():
        if source.name.endswith(".typ"):
            text = source.read_text(encoding="utf-8")
            (folder / source.name).write_text(text, encoding="utf-8")
    (folder / "data.json").write_text(json.dumps(values, ensure_ascii=False), encoding="utf-8")


def typeset(
    folder: Path, sheet: str, paper: str, *, form: str = "", pictures: bool = False
) -> list[bytes]:
    """Set one sheet.

    Parameters
    ----------
    folder : Path
        Filled by :func:`lay_out`.
    sheet : str
        The name of a file in `sheets`, without its ending.
    paper : {'a4', 'letter'}
    form : str
        Which of many: a form of the question bank.
    pictures : bool
        Return each page as PNG instead, to look at.

    Returns
    -------
    list of bytes
        One PDF, or the pages. There is no date in them, and no font of the system.

    Raises
    ------
    MissingExtraError
        Typst is not installed; with the command that installs it.
    """
    with need("typst"):
        import typst

    made = typst.compile(
        folder / f"{sheet}.typ",
        root=folder,
        format="png" if pictures else "pdf",
        ppi=110 if pictures else None,
        ignore_system_fonts=True,
        # Pages that a screen reader can read; Typst refuses a picture without words.
        pdf_standards=[] if pictures else ["ua-1"],
        sys_inputs={"paper": PAPERS[paper], "form": form},
    )
    return made if isinstance(made, list) else [made]
