"""Run a notebook with papermill; of its kernel no file, process or last word is left."""

from __future__ import annotations

import logging
import os
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import papermill
from jupyter_client.manager import AsyncKernelManager
from jupyter_core.utils import run_sync
from nbformat import NotebookNode

from kappabook.interrupts import came, put_off
from kappabook.scratch import scratch

# Where Jupyter, IPython, and joblib for its workers, keep files while a kernel runs.
_FOLDERS = ("JUPYTER_RUNTIME_DIR", "IPYTHONDIR", "JOBLIB_TEMP_FOLDER")


def run_notebook(
    notebook: NotebookNode,
    folder: Path,
    parameters: Mapping[str, object] | None = None,
    *,
    seconds_per_cell: int | None = None,
    stderr: IO[str] | None = None,
) -> NotebookNode:
    """Execute a copy of a notebook in a new kernel; return it as papermill leaves it.

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
            # The kernel's own log goes to the terminal; only its errors belong there.
            extra_arguments=["--IPKernelApp.log_level=40"],
        )
    return done


@contextmanager
def _kernel() -> Iterator[AsyncKernelManager]:
    """Give papermill what starts its kernel, and end the kernel whatever happens.

    Its files lie in a folder that is removed: those of a killed program would stay in the home.
    """
    before = {name: os.environ.get(name) for name in _FOLDERS}
    with scratch() as folder:
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
