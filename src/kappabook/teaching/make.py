"""All that `make exercises` makes: sealed answers, solutions, student versions, nbgrader's."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kappabook.checkout import root
from kappabook.files import writing
from kappabook.teaching.exercises import run, sealed_text, student_text
from kappabook.teaching.nbgrader import export
from kappabook.teaching.seals import read_sealed
from kappabook.teaching.sheets import read_sheet, solutions, student_path
from kappabook.workbook.notebooks import execute


def sealed_path(number: str) -> Path:
    """Return the file of sealed answers of one notebook."""
    return root() / "src" / "kappabook" / "teaching" / "sealed" / f"{number}.json"


def make(numbers: Sequence[str], nbgrader: Path) -> list[Path]:
    """Seal, execute the solutions, write the student versions and nbgrader's.

    Parameters
    ----------
    numbers : sequence of str
        Notebooks such as ``03``; all if empty.
    nbgrader : Path
        The course's folder.

    Returns
    -------
    list of Path
        What was written because it changed, and nbgrader's notebooks.

    Raises
    ------
    ValueError
        No such notebook, or one that is not written as `sheets` says.
    """
    paths = {path.name[:2]: path for path in solutions()}
    if unknown := [number for number in numbers if number not in paths]:
        raise ValueError(f"no exercises {unknown[0]!r}; there are {', '.join(paths)}.")
    written = []
    for number in numbers or paths:
        path = paths[number]
        sheet = run(read_sheet(path))
        written += _write(sealed_path(number), sealed_text(sheet))
        read_sealed.cache_clear()
        if execute(path):
            written.append(path)
        written += _write(student_path(path), student_text(sheet))
        written.append(export(sheet, nbgrader))
    return written


def _write(path: Path, text: str) -> list[Path]:
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return []
    with writing(path) as (draft,):
        draft.write_text(text, encoding="utf-8")
    return [path]
