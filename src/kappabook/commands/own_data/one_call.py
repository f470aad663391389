"""``kappabook.report``: what the command says, from Python, on a file or a data frame."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pandas as pd

from kappabook.commands.own_data.evaluate import evaluate
from kappabook.commands.own_data.page import as_report, packed, unpacked
from kappabook.commands.own_data.prepare import Source, is_sample, prepare
from kappabook.commands.own_data.thresholds import read_costs
from kappabook.commands.own_data.train import cross_validate, planned
from kappabook.commands.render import Report
from kappabook.extras import need
from kappabook.files import scratch, writing

NAME = "10-your-own-data.ipynb"
FILES = ("report.ipynb", "report.html", "report.csv")
# A tag of cells that only the lesson shows.
LESSON = "lesson"


def report(
    data: Source,
    target: str,
    *,
    positive: str | None = None,
    classifiers: Sequence[str] | None = None,
    engine: str = "sklearn",
    repeats: int = 10,
    folds: int = 10,
    group: str | None = None,
    costs: str | tuple[float, float] | None = None,
    prevalence_changes: bool = False,
    ignore: Sequence[str] = (),
    into: str | Path | None = None,
    n_jobs: int = -1,
) -> Report:
    """Cross-validate classifiers on a table, and say what may be concluded.

    Parameters
    ----------
    data : str, Path or DataFrame
        A file of CSV, Parquet or JSON lines; a data frame; or one of scikit-learn's data sets,
        ``breast-cancer``, ``digits``, ``iris`` or ``wine``.
    target : str
        The column to predict.
    positive : str, optional
        The positive class; of two classes, by default the rarer.
    classifiers : sequence of str, optional
        Short names, or import paths such as ``sklearn.svm.SVC(C=10)``.
    engine : {'sklearn', 'weka'}, default='sklearn'
    repeats, folds : int, default=10
        How often, and into how many folds, the rows are split.
    group : str, optional
        A column that says which rows belong together; they stay in one fold.
    costs : 'FP:FN' or (float, float), optional
        Costs of a false positive and of a false negative.
    prevalence_changes : bool, default=False
        Whether the classes will be more or less frequent where the classifier is used.
    ignore : sequence of str, optional
        Columns not to predict from.
    into : str or Path, optional
        A folder for ``report.ipynb``, notebook 10 as it was run on the file, ``report.html`` and
        ``report.csv``: all three, or none after an error. Other files in it stay.
    n_jobs : int, default=-1
        Processes; the results are the same for any number.

    Returns
    -------
    Report
        Print it, show it in a notebook, or take the numbers from its ``data``;
        ``report.written("html")`` is the page. With `into` it has no pictures, and
        ``data["files"]`` names what was written.

    Raises
    ------
    ValueError, OSError
        Data or settings that cannot be used, with the remedy, before anything is trained.

    Examples
    --------
    >>> import kappabook
    >>> found = kappabook.report("iris", "species", classifiers=["tree"], repeats=1, n_jobs=1)
    >>> found.data["classifiers"][0]["name"]
    'tree'
    """
    settings = locals().copy()
    with _importable_here():
        prepared = prepare(data, target, positive=positive, ignore=ignore, group=group)
        read_costs(costs, prepared)
        planned(prepared, classifiers, engine, repeats, folds)
        if into is not None:
            return _written(Path(into), settings)
        how: Any = {"engine": engine, "repeats": repeats, "n_splits": folds, "n_jobs": n_jobs}
        found = cross_validate(prepared, classifiers, **how)
    return as_report(evaluate(found, costs=costs, prevalence_changes=prevalence_changes))


# --- the notebook ---------------------------------------------------------------------------------


def template() -> Path:
    """Return notebook 10: it travels in the package, and stands in ``notebooks/`` of a clone."""
    shipped = Path(__file__).with_name(NAME)
    return shipped if shipped.exists() else Path(__file__).parents[4] / "notebooks" / NAME


def _written(into: Path, settings: dict[str, Any]) -> Report:
    """Run the notebook on a user's data, and put its three files into a folder, all or none."""
    source = settings["data"]
    if isinstance(source, pd.DataFrame):
        raise ValueError("the notebook reads a file; write the data frame to one, or omit into.")
    if into.exists() and not into.is_dir():
        raise NotADirectoryError(f"{into} is a file where a folder is to be; name another: --into.")
    # Beside the one that is to be, so that the paths in it are right after the move.
    with scratch(into.absolute().parent, "Name another folder: --into.") as draft:
        path = source if is_sample(source) else os.path.relpath(source, draft)
        del settings["into"]
        given = {name.upper(): [*x] if type(x) is tuple else x for name, x in settings.items()}
        found = _run(draft, {**given, "DATA": path, "PROGRESS": sys.stderr.isatty()})
        with writing(*(into / name for name in FILES)) as targets:
            for target in targets:
                shutil.move(draft / target.name, target)
    found.data["files"] = [str(into / name) for name in FILES]
    return found


def _run(folder: Path, parameters: dict[str, Any]) -> Report:
    """Execute what of the notebook is not the lesson, with papermill; write all three files."""
    with need("report"):
        import nbformat
        from papermill.exceptions import PapermillExecutionError

        from kappabook.notebooks import run_notebook
    notebook = nbformat.read(template(), as_version=4)
    notebook.cells = [c for c in notebook.cells if LESSON not in c.metadata.get("tags", ())]
    code: Any = nbformat.v4.new_code_cell
    notebook.cells += [
        nbformat.v4.new_markdown_cell("## The page and the CSV file"),
        code('own_data.write_report(found, ".")'),
        code(f"from {packed.__module__} import packed\nprint(packed(found))"),
    ]
    stderr = sys.stderr if parameters["PROGRESS"] else None
    try:
        done = run_notebook(notebook, folder, parameters, stderr=stderr)
    except PapermillExecutionError as error:
        said = " ".join(str(error.evalue).split())
        ours = "" if error.ename in ("ValueError", "OSError") else f"{error.ename}: "
        raise ValueError(f"the notebook failed, and nothing is written: {ours}{said}") from None
    last = _tidied(done).cells.pop()
    nbformat.write(done, folder / FILES[0])
    return unpacked(last.outputs[0].text)


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
