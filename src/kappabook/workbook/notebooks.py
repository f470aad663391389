"""Execute notebooks in place, and store them so that two runs are the same bytes."""

from __future__ import annotations

import asyncio
import os
import warnings
from collections.abc import Mapping
from pathlib import Path

import matplotlib
import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat import NotebookNode

from kappabook.files import read_text, write_if_changed
from kappabook.kernels import KernelManager, kernel_files

KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}
SECONDS_PER_CELL = 120
WIDGET = "application/vnd.jupyter.widget-view+json"
# The kernel's own log goes to the terminal; only its errors belong there.
KERNEL_LOG = ["--IPKernelApp.log_level=40"]


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
    return write_if_changed(path, _run(read_notebook(path), path))


def execute_with(path: Path, values: Mapping[str, object], into: Path) -> None:
    """Run a notebook with other values for its parameters, and write it elsewhere.

    Parameters
    ----------
    path : Path
        A notebook with a cell tagged ``parameters``; one with the values is set behind it.
    values : mapping of str to object
        Plain values by name.
    into : Path
        The file to write, in place of what was there.

    Raises
    ------
    ValueError
        No notebook, no such cell, or a cell failed; the file is unchanged.
    """
    notebook = read_notebook(path)
    tags = [cell.metadata.get("tags", []) for cell in notebook.cells]
    places = [i for i, of_cell in enumerate(tags, 1) if "parameters" in of_cell]
    if not places:
        raise ValueError(f"{path} has no cell tagged parameters; tag the one that sets them.")
    lines = "\n".join(f"{name} = {value!r}" for name, value in values.items())
    added = nbformat.v4.new_code_cell(lines, id="given", metadata={"tags": ["given"]})
    notebook.cells.insert(places[0], added)
    write_if_changed(into, _run(notebook, path))


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


def _run(notebook: NotebookNode, path: Path) -> str:
    """Execute the cells in the notebook's folder; return the text of the file to be stored."""
    # Where matplotlib can keep no cache it says so, in a cell, unless the process above it did.
    matplotlib.get_configdir()
    client = NotebookClient(
        notebook,
        timeout=SECONDS_PER_CELL,
        kernel_name=KERNEL["name"],
        kernel_manager_class=KernelManager,
        extra_arguments=KERNEL_LOG,
        record_timing=False,
        coalesce_streams=True,
        resources={"metadata": {"path": os.fspath(path.parent)}},
    )
    try:
        # nbclient's own way of running would take Ctrl-C to end the kernel, and go on without.
        with kernel_files(), asyncio.Runner(loop_factory=_Loop) as runner:
            runner.run(client.async_execute())
    except CellExecutionError as error:
        failed = ValueError(f"{path}: a cell failed; the file is unchanged.")
        failed.add_note(str(error))
        raise failed from None
    text: str = nbformat.writes(normalise(notebook))
    return f"{text}\n"


class _Loop(asyncio.SelectorEventLoop):
    """Leaves the signals to Python."""

    def add_signal_handler(self, *_: object) -> None:
        raise RuntimeError("signals are Python's")

    def call_exception_handler(self, context: dict[str, object]) -> None:
        """Keep to itself how a run ends that was interrupted; its other errors are raised."""


def normalise(notebook: NotebookNode) -> NotebookNode:
    """Keep source, outputs, counts and ids; drop what a machine or a moment adds.

    Of a cell's metadata its tags stay, and ``alt``, the words for its picture, and
    ``values``, the names of its values on a slide; of an output's only
    those words.
    A widget lives only as long as its kernel: its view is dropped, and its cell is tagged
    ``nbval-ignore-output``.
    """
    notebook.metadata = NotebookNode(kernelspec=KERNEL, language_info={"name": "python"})
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    for number, cell in enumerate(notebook.cells):
        kept = {key: cell.metadata.get(key) for key in ("alt", "tags", "values")}
        cell.metadata = NotebookNode({key: value for key, value in kept.items() if value})
        cell.setdefault("id", f"cell-{number:02}")
        if "outputs" in cell:
            cell.outputs = [o for o in cell.outputs if WIDGET not in o.get("data", {})]
        for output in cell.get("outputs", []):
            if "metadata" in output:
                output.metadata = _words(output.metadata)
    return notebook


def _words(metadata: NotebookNode) -> NotebookNode:
    """Keep of an output's metadata what each picture shows, in words."""
    kinds = {kind: of for kind, of in metadata.items() if isinstance(of, dict) and "alt" in of}
    return NotebookNode({kind: NotebookNode(alt=of["alt"]) for kind, of in kinds.items()})
