"""Notebook 10 on a user's data: run beside the place where the report is to be, then moved."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from kappabook.commands.own_data import output
from kappabook.commands.own_data.evaluation import read_costs
from kappabook.commands.own_data.folds import n_splits_for
from kappabook.commands.own_data.learners import DEFAULT, classifiers
from kappabook.commands.own_data.preparing import prepare
from kappabook.commands.own_data.reading import SAMPLES, nearest, read_data
from kappabook.extras import need
from kappabook.files import writing
from kappabook.scratch import scratch_in

NAME = "10-your-own-data.ipynb"
REPORT = "report.ipynb"
FILES = (REPORT, output.PAGE, output.CSV)
# Tags of cells: what only the lesson shows, and where the settings stand.
LESSON, PARAMETERS = "lesson", "parameters"


@dataclass
class Settings:
    """What is asked; the names are those of the notebook's settings, in small letters."""

    data: str
    target: str
    positive: str | None = None
    classifiers: list[str] | None = None
    engine: str = "sklearn"
    repeats: int = 10
    folds: int = 10
    costs: str | None = None
    prevalence_changes: bool = False
    ignore: list[str] = field(default_factory=list)
    jobs: int = -1


def template() -> Path:
    """Return notebook 10: it travels in the package, and stands in ``notebooks/`` of a clone."""
    shipped = Path(__file__).with_name(NAME)
    return shipped if shipped.exists() else Path(__file__).parents[4] / "notebooks" / NAME


def make_report(
    settings: Settings, into: Path | None = None, *, progress: bool = False
) -> dict[str, Any]:
    """Run the notebook on a user's data, and put notebook, page and CSV file into a folder.

    Parameters
    ----------
    settings : Settings
    into : Path, optional
        Default: the data's name and ``-report``, in the current folder. A report that is there is
        replaced, all three files or none; other files stay.
    progress : bool, default=False
        Show a progress bar.

    Returns
    -------
    dict
        ``rows``, ``classifiers``, ``findings`` and ``files``.

    Raises
    ------
    ValueError, OSError
        What is wrong with the data or the settings, said before anything is trained; a cell that
        fails. Nothing is written then.
    """
    _check(settings)
    known = settings.data in SAMPLES and not Path(settings.data).exists()
    into = into or Path(f"{settings.data if known else Path(settings.data).stem}-report")
    if into.exists() and not into.is_dir():
        raise NotADirectoryError(f"{into} is a file where a folder is to be; name another: --into.")
    # Beside the one that is to be, so that the paths in it are right after the move.
    with scratch_in(into.absolute().parent, "Name another folder: --into.") as draft:
        path = settings.data if known else os.path.relpath(Path(settings.data), draft)
        given = {key.upper(): value for key, value in asdict(settings).items()}
        _run(draft, {**given, "DATA": path, "PROGRESS": progress}, progress)
        summary: dict[str, Any] = json.loads((draft / output.SUMMARY).read_text(encoding="utf-8"))
        (draft / output.SUMMARY).unlink()
        _move(draft, into)
    return {**summary, "files": [str(into / name) for name in FILES]}


def _check(settings: Settings) -> None:
    """Find what is wrong before a kernel is started."""
    read_costs(settings.costs)
    if settings.engine == "weka":
        from kappabook.study.engines import engine_named

        there = engine_named("weka").classifiers
        for name in settings.classifiers or ():
            if name not in there:
                raise ValueError(f"no classifier {name!r} in WEKA{nearest(name, list(there))}")
    else:
        with _importable_here():
            classifiers(settings.classifiers or DEFAULT)
    data = prepare(
        read_data(settings.data),
        settings.target,
        positive=settings.positive,
        ignore=tuple(settings.ignore),
    )
    n_splits_for(data, settings.repeats, settings.folds)
    if settings.costs and not data.is_binary:
        raise ValueError(
            f"--costs are for two classes, and {settings.target!r} has {len(data.classes)}; "
            "leave them out, or join classes."
        )


def _move(draft: Path, into: Path) -> None:
    """Rename the folder into place; where there is one, its three files."""
    if not into.exists():
        umask = os.umask(0)
        os.umask(umask)
        draft.chmod(0o777 & ~umask)  # a temporary folder is its owner's alone
        draft.rename(into)
        return
    with writing(*(into / name for name in FILES)) as drafts:
        for path in drafts:
            shutil.move(draft / path.name, path)


def _run(folder: Path, parameters: dict[str, Any], progress: bool) -> None:
    """Execute what of the notebook is not the lesson, with papermill."""
    with need("report"):
        import nbformat
        from papermill.exceptions import PapermillExecutionError

        from kappabook.run_notebook import run_notebook
    notebook = nbformat.read(template(), as_version=4)
    notebook.cells = [c for c in notebook.cells if LESSON not in c.metadata.get("tags", ())]
    code: Any = nbformat.v4.new_code_cell
    notebook.cells += [
        nbformat.v4.new_markdown_cell("## The page and the CSV file"),
        code('own_data.write_report(found, ".")'),
        code(f"from {output.__name__} import write_summary\nwrite_summary(found, '.')"),
    ]
    try:
        with _importable_here():
            done = run_notebook(
                notebook, folder, parameters, stderr=sys.stderr if progress else None
            )
    except PapermillExecutionError as error:
        said = " ".join(str(error.evalue).split())
        ours = "" if error.ename in ("ValueError", "OSError") else f"{error.ename}: "
        raise ValueError(f"the notebook failed, and nothing is written: {ours}{said}") from None
    del done.cells[-1]  # the summary is for the command, and gone
    nbformat.write(_tidied(done), folder / REPORT)


def _tidied(notebook: Any) -> Any:
    """Drop times, paths and progress bars; keep tags, sources and outputs."""
    notebook.metadata.pop("papermill", None)
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number:02}"  # those of added cells are drawn at random
        tags = cell.metadata.get("tags", [])
        cell.metadata = {"tags": tags} if tags else {}
        if cell.cell_type == "code":
            cell.outputs = [o for o in cell.outputs if o.get("name") != "stderr"]
    return notebook


@contextmanager
def _importable_here() -> Iterator[None]:
    """Let the kernel, and this process, import modules of the current folder, last of all."""
    before, here = os.environ.get("PYTHONPATH"), os.fspath(Path.cwd())
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [before, here]))
    sys.path.append(here)
    try:
        yield
    finally:
        sys.path.remove(here)
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before
