"""Execute notebooks, and store them so that two runs are the same bytes.

Papermill runs them; of its kernel no file, process or last word is left.
"""

from __future__ import annotations

import logging
import os
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import matplotlib
import nbformat
import papermill
from jupyter_client.manager import AsyncKernelManager
from jupyter_core.utils import run_sync
from nbformat import NotebookNode
from papermill.exceptions import PapermillExecutionError

from kappabook.system.files import read_text, scratch, write_if_changed
from kappabook.system.interrupts import came, put_off
from kappabook.system.processes import safe_path

KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}
SECONDS_PER_CELL = 120
# Where Jupyter, IPython, and joblib for its workers, keep files while a kernel runs.
_FOLDERS = ("JUPYTER_RUNTIME_DIR", "IPYTHONDIR", "JOBLIB_TEMP_FOLDER")
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


def run_notebook(
    notebook: NotebookNode,
    folder: Path,
    parameters: Mapping[str, object] | None = None,
    *,
    seconds_per_cell: int | None = None,
    stderr: IO[str] | None = None,
    import_from: Sequence[str] = (),
) -> NotebookNode:
    """Execute a copy of a notebook in a new kernel; return it as papermill leaves it.

    The kernel imports what is installed, and nothing from the folder where it runs.

    Parameters
    ----------
    notebook : NotebookNode
    folder : Path
        Where the kernel runs.
    parameters : mapping of str to object, optional
        Plain values by name; papermill sets them in a cell tagged ``injected-parameters``,
        behind the one tagged ``parameters``.
    seconds_per_cell : int, optional
        Default: a cell may take as long as it takes.
    stderr : file, optional
        What the cells write on standard error is written there too.
    import_from : sequence of str, optional
        Folders that the kernel may import from, after all others.

    Raises
    ------
    papermill.PapermillExecutionError
        A cell failed.
    TimeoutError
        A cell took too long.
    RuntimeError
        The kernel did not start, or it ended.
    """
    # What papermill logs is raised too, or is of no use here.
    logging.getLogger("papermill").setLevel(logging.CRITICAL)
    # The kernel's own log goes to the terminal; only its errors belong there.
    arguments = ["--IPKernelApp.log_level=40"]
    if import_from:
        line = f"import sys; sys.path += {[*import_from]!r}; del sys"
        arguments.append(f"--InteractiveShellApp.exec_lines={line}")
    with _kernel() as kernel, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a cell without an id gets one
        done: NotebookNode = papermill.execute_notebook(
            notebook,
            None,
            dict(parameters or {}),
            kernel_name="python3",
            language="python",
            km=kernel,
            cwd=folder,
            execution_timeout=seconds_per_cell,
            progress_bar=False,
            stderr_file=stderr,
            coalesce_streams=True,  # pieces of what is printed are cut by time
            extra_arguments=arguments,
        )
    return done


@contextmanager
def _kernel() -> Iterator[AsyncKernelManager]:
    """Give papermill what starts its kernel, and end the kernel whatever happens.

    Its files lie in a folder that is removed: those of a killed program would stay in the home.
    """
    before = {name: os.environ.get(name) for name in _FOLDERS}
    with scratch() as folder, safe_path():
        os.environ.update(dict.fromkeys(_FOLDERS, str(folder)))
        manager = AsyncKernelManager(connection_file=str(folder / "kernel.json"))
        try:
            yield manager
        finally:
            with put_off():
                run_sync(_end)(manager)
            for name, value in before.items():
                if value is None:
                    os.environ.pop(name, None)
                else:
                    os.environ[name] = value


async def _end(kernel: AsyncKernelManager) -> None:
    """Ask a kernel to end, or kill it where the program was interrupted.

    Papermill would interrupt it first; then it complains on the terminal, and joblib's workers too.
    """
    if kernel.provisioner and kernel.has_kernel:
        if came():
            await kernel.provisioner.kill()
            await kernel.provisioner.wait()
        else:
            await kernel.request_shutdown()
            await kernel.finish_shutdown()
    await kernel.cleanup_resources()


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
    except RecursionError:
        raise ValueError(
            f"{path} is no notebook (it is nested too deeply); restore it from git."
        ) from None
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
