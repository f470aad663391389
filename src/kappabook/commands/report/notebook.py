"""Notebook 10, run on a user's data: the three files that ``kappabook report`` writes."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kappabook.commands.render import Report
from kappabook.commands.report.columns import is_sample
from kappabook.commands.report.page import packed, unpacked
from kappabook.system.extras import need
from kappabook.system.files import scratch, writing

NAME = "10-your-own-data.ipynb"
FILES = ("report.ipynb", "report.html", "report.csv")
# A tag of cells that only the lesson shows.
LESSON = "lesson"


def template() -> Path:
    """Return notebook 10: it travels in the package, and stands in ``notebooks/`` of a clone."""
    shipped = Path(__file__).with_name(NAME)
    return shipped if shipped.exists() else Path(__file__).parents[4] / "notebooks" / NAME


def written(into: Path, settings: dict[str, Any], import_from: Sequence[str] = ()) -> Report:
    """Run the notebook on a user's data, and put its three files into a folder, all or none."""
    source = settings["data"]
    if hasattr(source, "columns"):
        raise ValueError("the notebook reads a file; write the data frame to one, or omit into.")
    if into.exists() and not into.is_dir():
        raise NotADirectoryError(f"{into} is a file where a folder is to be; name another: --into.")
    # Beside the one that is to be, so that the paths in it are right after the move.
    with scratch(into.absolute().parent, "Name another folder: --into.") as draft:
        path = source if is_sample(source) else os.path.relpath(source, draft)
        del settings["into"]
        given = {name.upper(): [*x] if type(x) is tuple else x for name, x in settings.items()}
        found = _run(draft, {**given, "DATA": path, "PROGRESS": _on_terminal()}, import_from)
        with writing(*(into / name for name in FILES)) as targets:
            for target in targets:
                shutil.move(draft / target.name, target)
    found.data["files"] = [str(into / name) for name in FILES]
    return found


def _on_terminal() -> bool:
    """Say whether a progress bar would be seen; standard error may be closed."""
    return sys.stderr is not None and sys.stderr.isatty()


def _run(folder: Path, parameters: dict[str, Any], import_from: Sequence[str]) -> Report:
    """Execute what of the notebook is not the lesson, with papermill; write all three files."""
    with need("report"):
        import nbformat
        from papermill.exceptions import PapermillExecutionError

        from kappabook.system.notebook_runner import normalise, run_notebook
    notebook = nbformat.read(template(), as_version=4)
    notebook.cells = [c for c in notebook.cells if LESSON not in c.metadata.get("tags", ())]
    code: Any = nbformat.v4.new_code_cell
    notebook.cells += [
        nbformat.v4.new_markdown_cell("## The page and the CSV file"),
        code('report.write_report(found, ".")'),
        code(f"from {packed.__module__} import packed\nprint(packed(found))"),
    ]
    stderr = sys.stderr if parameters["PROGRESS"] else None
    try:
        done = run_notebook(notebook, folder, parameters, stderr=stderr, import_from=import_from)
    except PapermillExecutionError as error:
        said = " ".join(str(error.evalue).split())
        ours = "" if error.ename in ("ValueError", "OSError") else f"{error.ename}: "
        raise ValueError(f"the notebook failed, and nothing is written: {ours}{said}") from None
    except RuntimeError:
        raise OSError(
            "the kernel that ran the notebook ended, and nothing is written. It may have had too "
            "little memory: give a sample of the rows, or --jobs 1."
        ) from None
    for cell in done.cells:
        del cell["id"]  # those of added cells are drawn at random
        if cell.cell_type == "code":  # without progress bars
            cell.outputs = [o for o in cell.outputs if o.get("name") != "stderr"]
    last = done.cells.pop()
    nbformat.write(normalise(done), folder / FILES[0])
    return unpacked(last.outputs[0].text)


@contextmanager
def importable(folders: Sequence[str]) -> Iterator[None]:
    """Let this process import from folders too, after all others."""
    added = [folder for folder in folders if folder not in sys.path]
    sys.path += added
    try:
        yield
    finally:
        for folder in added:
            sys.path.remove(folder)
