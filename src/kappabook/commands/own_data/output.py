"""What a report writes: one page, one CSV file, and notebook 10 as it was run on the data."""

from __future__ import annotations

import json
import math
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from kappabook.commands.files.spreadsheet import write_csv
from kappabook.commands.own_data import pictures
from kappabook.commands.own_data.evaluate import Evaluation, refuse_costs_of_many
from kappabook.commands.own_data.findings import findings
from kappabook.commands.own_data.prepare import (
    Prepared,
    Source,
    is_sample,
    nearest,
    prepare,
    read_data,
)
from kappabook.commands.own_data.thresholds import Costs, read_costs
from kappabook.commands.own_data.train import (
    BASELINE,
    DEFAULT,
    MEASURES,
    RANKING,
    classifiers,
    n_splits_for,
)
from kappabook.commands.render import Picture, Report, Table
from kappabook.extras import need
from kappabook.files import writing
from kappabook.scratch import scratch_in

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NAME = "10-your-own-data.ipynb"
FILES = ("report.ipynb", "report.html", "report.csv")
# What the notebook leaves for the command, which reads and removes it.
_SUMMARY = ".summary.json"
# Tags of cells: what only the lesson shows, and where the settings stand.
LESSON, PARAMETERS = "lesson", "parameters"
# More would not be read to the end; the JSON has all.
_MOST_NOTES = 30
_MOST_MATRICES = 6
_MOST_CLASSES = 12
_HOW = (
    "Intervals and tests are the corrected resampled t-test's: folds share training rows, and a "
    "plain t-test would find too much. p-values are adjusted for the number of pairs (Holm). "
    "Friedman's and Nemenyi's tests need several data sets: the folds of one are not independent, "
    "so they are not made here."
)


# --- the page -------------------------------------------------------------------------------------


def as_report(found: Evaluation) -> Report:
    """Put everything into a report: its tables, its findings, its pictures, its JSON."""
    data, folds = found.data, found.folds
    times = "once" if folds.n_repeats == 1 else f"{folds.n_repeats} times"
    drawn = [
        pictures.measures_figure(found),
        pictures.ranks_figure(found),
        pictures.roc_figure(found),
        pictures.curves_figure(found),
    ]
    return Report(
        f"Classifiers on {data.name}",
        [
            f"Rows: {data.rows['read']} read, {data.rows['used']} used, "
            f"{data.rows['set_aside']} set aside. {len(found.ranked)} classifiers predict "
            f"{data.target!r}, trained by {folds.engine}, {times} in {folds.n_splits} folds."
        ],
        [*_tables(found)],
        findings(found),
        [*_missing(found), _HOW],
        [*data.notes, *folds.notes],
        [Picture(partial(_drawn, f), str(f.get_label())) for f in drawn if f is not None],
        {"rows": data.rows, "classifiers": _classifiers(found)},
    )


def _short(report: Report, **changes: Any) -> Report:
    """Leave out most of very many notes: they would push the rest off the screen."""
    notes, left = report.notes[:_MOST_NOTES], len(report.notes) - _MOST_NOTES
    if left > 0:
        notes.append(f"... {left} more notes: --json has all.")
    return replace(report, notes=notes, **changes)


def _drawn(figure: Figure) -> Figure:
    return figure


def _tables(found: Evaluation) -> Iterator[Table]:
    data = found.data
    brief = [m for m in dict.fromkeys((found.first, "kappa", "accuracy")) if m in found.order]
    yield _frame(found.measures(brief), "Mean over the folds, with its 95 % interval")
    yield _frame(found.measures().T.rename_axis("measure"), "Every measure")
    if not data.is_binary:
        yield _frame(found.per_class(), "Kappa of each class against the rest")
    heads = ["p", "adjusted p", "would notice"]
    names = dict(zip(["p_value", "p_adjusted", "detectable"], heads, strict=True))
    if len(pairs := found.comparisons().rename(columns=names)):
        yield _frame(
            pairs,
            f"Differences in {MEASURES[found.first][0]}, the test's p-values, the difference it "
            "would notice in 80 % of cases, and the probabilities that the difference is below, "
            "within or above 0.01 (Bayesian correlated t-test)",
        )
    if len(cuts := found.thresholds()):
        yield _frame(
            cuts,
            "Where to cut, on the folds of the first repeat: what the classifier predicts "
            "(default), and where kappa is largest (kappa), or the cost least (cost), on training "
            "rows",
        )
    if data.is_binary and data.positive is not None:
        share = f"by the share of {data.classes[data.positive]!r}"
        yield _frame(found.at_prevalences(), f"Kappa with the rates found here, {share}")
    if len(data.classes) <= _MOST_CLASSES:
        for name in found.ranked[:_MOST_MATRICES]:
            counts = found.folds.confusion(name) / found.folds.n_repeats
            rows = [
                [c, *(f"{n:g}" for n in of)] for c, of in zip(data.classes, counts, strict=True)
            ]
            yield Table(f"{name}: confusion matrix", ["truth", *data.classes], rows)
    yield _frame(data.columns[:_MOST_NOTES], "The columns of the file", words=(1, 4))


def _frame(frame: pd.DataFrame, title: str, words: tuple[int, ...] = ()) -> Table:
    frame = frame.reset_index()
    rows = [[_cell(value) for value in row] for row in frame.itertuples(index=False, name=None)]
    words = words or tuple(range(1, frame.columns.isin(["classifier", "other", "rule"]).sum()))
    return Table(title, [str(column) for column in frame.columns], rows, words)


def _cell(value: object) -> str:
    if isinstance(value, float):
        return "–" if math.isnan(value) else f"{round(value, 3) + 0.0:.3f}"
    return str(value)


def _missing(found: Evaluation) -> Iterator[str]:
    rows = found.tidy[(found.tidy["part"] == "measure") & (found.tidy["reason"] != "")]
    rows = rows[(rows["label"] == "") & (rows["statistic"] == "estimate")]
    for (measure, reason), of in rows.groupby(["measure", "reason"], sort=False):
        yield f"No {found.called(str(measure))} of {', '.join(of['classifier'])}: {reason}."


def _classifiers(found: Evaluation) -> list[dict[str, Any]]:
    asked = [m for m in MEASURES if m != "cost" or found.costs]
    labels = () if found.data.is_binary else found.data.classes
    engine, models = found.folds.engine, found.folds.estimators
    return [
        {
            "name": name,
            "estimator": repr(models[name]) if name in models else f"{engine}: {name}",
            "measures": {m: _measure(found, name, m) for m in asked},
            "per_class": {
                label: {m: _measure(found, name, m, label) for m in ("kappa", *RANKING)}
                for label in labels
            },
        }
        for name in [*found.ranked, BASELINE]
    ]


def _measure(found: Evaluation, name: str, measure: str, label: str = "") -> dict[str, Any]:
    estimate, low, high = found.span(classifier=name, measure=measure, label=label)
    reason = found.reasons.get((name, measure, label))
    return {"estimate": estimate, "low": low, "high": high, "reason": reason}


def write_report(found: Evaluation, folder: str | Path) -> list[Path]:
    """Write the page and the CSV file into a folder, both or neither.

    Parameters
    ----------
    found : Evaluation
    folder : str or Path

    Returns
    -------
    list of Path
    """
    paths = [Path(folder) / name for name in FILES[1:]]
    whole = as_report(found)
    page = _short(whole, limits=[*whole.limits, "Every number is in report.csv."])
    with writing(*paths) as (draft_page, draft_csv):
        draft_page.write_text(page.written("html"), encoding="utf-8")
        write_csv(draft_csv, _cells(found.tidy))
    return paths


def _cells(tidy: pd.DataFrame) -> Iterator[list[str]]:
    yield list(tidy.columns)
    for *names, value, reason in tidy.itertuples(index=False, name=None):
        yield [*names, "" if math.isnan(value) else f"{value:.6g}", reason]


def write_summary(found: Evaluation, folder: str | Path) -> None:
    """Write what the command says of the report."""
    whole = as_report(found)
    brief = _short(whole, tables=whole.tables[:1], limits=[])
    with writing(Path(folder) / _SUMMARY) as (draft,):
        draft.write_text(f"[{json.dumps(str(brief))}, {whole.written('json')}]", encoding="utf-8")


# --- the notebook ---------------------------------------------------------------------------------


@dataclass
class Settings:
    """What is asked; the names are those of the notebook's settings, in small letters."""

    data: Source
    target: str
    positive: str | None = None
    classifiers: list[str] | None = None
    engine: str = "sklearn"
    repeats: int = 10
    folds: int = 10
    group: str | None = None
    costs: Costs | str | None = None
    prevalence_changes: bool = False
    ignore: list[str] = field(default_factory=list)
    jobs: int = -1

    def checked(self) -> Prepared:
        """Prepare the data; find what is wrong before anything is trained."""
        read_costs(self.costs)
        if self.engine == "weka":
            from kappabook.study.engines import engine_named

            there = engine_named("weka").classifiers
            for name in self.classifiers or ():
                if name not in there:
                    raise ValueError(f"no classifier {name!r} in WEKA{nearest(name, there)}")
            if self.group is not None:
                raise ValueError("WEKA's folds keep no groups together; leave --group or --engine.")
        else:
            with _importable_here():
                classifiers(self.classifiers or DEFAULT)
        how: Any = {"positive": self.positive, "ignore": self.ignore, "group": self.group}
        data = prepare(read_data(self.data), self.target, **how)
        n_splits_for(data, self.repeats, self.folds)
        if self.costs:
            refuse_costs_of_many(data)
        return data


def template() -> Path:
    """Return notebook 10: it travels in the package, and stands in ``notebooks/`` of a clone."""
    shipped = Path(__file__).with_name(NAME)
    return shipped if shipped.exists() else Path(__file__).parents[4] / "notebooks" / NAME


def make_report(
    settings: Settings, into: Path | None = None, *, progress: bool = False
) -> tuple[str, dict[str, Any]]:
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
    str
        What the terminal is to show.
    dict
        ``rows``, ``notes``, ``classifiers``, ``findings`` and ``files``.

    Raises
    ------
    ValueError, OSError
        What is wrong with the data or the settings, said before anything is trained; a cell that
        fails. Nothing is written then.
    """
    settings.checked()
    source = str(settings.data)
    sample = is_sample(source)
    into = into or Path(f"{source if sample else Path(source).stem}-report")
    if into.exists() and not into.is_dir():
        raise NotADirectoryError(f"{into} is a file where a folder is to be; name another: --into.")
    # Beside the one that is to be, so that the paths in it are right after the move.
    with scratch_in(into.absolute().parent, "Name another folder: --into.") as draft:
        path = source if sample else os.path.relpath(source, draft)
        given = {key.upper(): value for key, value in asdict(settings).items()}
        _run(draft, {**given, "DATA": path, "PROGRESS": progress}, progress)
        text, said = json.loads((draft / _SUMMARY).read_text(encoding="utf-8"))
        (draft / _SUMMARY).unlink()
        _move(draft, into)
    return text, {**said, "files": [str(into / name) for name in FILES]}


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
        code(f"from {__name__} import write_summary\nwrite_summary(found, '.')"),
    ]
    stderr = sys.stderr if progress else None
    try:
        with _importable_here():
            done = run_notebook(notebook, folder, parameters, stderr=stderr)
    except PapermillExecutionError as error:
        said = " ".join(str(error.evalue).split())
        ours = "" if error.ename in ("ValueError", "OSError") else f"{error.ename}: "
        raise ValueError(f"the notebook failed, and nothing is written: {ours}{said}") from None
    del done.cells[-1]  # the summary is for the command, and gone
    nbformat.write(_tidied(done), folder / FILES[0])


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
