"""Execute notebooks in place, and store them so that two runs are the same bytes."""

from __future__ import annotations

import warnings
from pathlib import Path

import matplotlib
import nbformat
from nbformat import NotebookNode
from papermill.exceptions import PapermillExecutionError

from kappabook.files import read_text, write_if_changed
from kappabook.run_notebook import run_notebook

KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}
SECONDS_PER_CELL = 120
WIDGET = "application/vnd.jupyter.widget-view+json"


def execute(path: Path) -> bool:
    """Run a notebook and replace its outputs; the file changes only if they do.

    Returns
    -------
    bool
        True if the file was written.

    Raises
    ------
    ValueError
        The file is no notebook, or a cell failed; the file is left as it was.
    """
    # Where matplotlib can keep no cache it says so, in a cell, unless the process above it did.
    matplotlib.get_configdir()
    notebook = read_notebook(path)
    try:
        done = run_notebook(notebook, path.parent, seconds_per_cell=SECONDS_PER_CELL)
    except (PapermillExecutionError, RuntimeError, TimeoutError) as error:
        failed = ValueError(f"{path}: a cell failed; the file is unchanged.")
        failed.add_note(str(error))
        raise failed from None
    return write_if_changed(path, f"{nbformat.writes(normalise(done))}\n")


def read_notebook(path: Path) -> NotebookNode:
    """Read a notebook of any format; ValueError or OSError says what else the file is."""
    text = read_text(path)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a cell without an id gets one when it is stored
            notebook: NotebookNode = nbformat.convert(nbformat.reader.reads(text), 4)
            nbformat.validate(notebook)
    except (ValueError, nbformat.ValidationError) as error:
        said = str(error).strip().partition("\n")[0]
        raise ValueError(f"{path} is no notebook ({said}); restore it from git.") from None
    # A NameError is nbformat's own, for a cell of no known type in a format of before 2011.
    except (AttributeError, KeyError, NameError, TypeError) as error:
        said = type(error).__name__
        raise ValueError(f"{path} is no notebook ({said}: {error}); restore it from git.") from None
    return notebook


def normalise(notebook: NotebookNode) -> NotebookNode:
    """Keep source, outputs, counts and ids; drop what a machine or a moment adds.

    Of a cell's metadata its tags stay, and ``alt``, the words for its picture; of an output's
    only those words.
    A widget lives only as long as its kernel: of its output a still stays, where it has one. Tag
    its cell ``nbval-ignore-output``.
    """
    notebook.metadata = NotebookNode(kernelspec=KERNEL, language_info={"name": "python"})
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    for number, cell in enumerate(notebook.cells):
        kept = {key: cell.metadata.get(key) for key in ("alt", "tags")}
        cell.metadata = NotebookNode({key: value for key, value in kept.items() if value})
        cell.setdefault("id", f"cell-{number:02}")
        if "outputs" in cell:
            cell.outputs = [o for o in map(_without_widget, cell.outputs) if o]
        for output in cell.get("outputs", []):
            if "metadata" in output:
                output.metadata = _words(output.metadata)
    return notebook


def _without_widget(output: NotebookNode) -> NotebookNode | None:
    """Take the view of a widget from an output; None if there is no still beside it."""
    data = output.get("data", {})
    if data.pop(WIDGET, None) is None:
        return output
    return output if any(kind.startswith("image/") for kind in data) else None


def _words(metadata: NotebookNode) -> NotebookNode:
    """Keep of an output's metadata what each picture shows, in words."""
    kinds = {kind: of for kind, of in metadata.items() if isinstance(of, dict) and "alt" in of}
    return NotebookNode({kind: NotebookNode(alt=of["alt"]) for kind, of in kinds.items()})
