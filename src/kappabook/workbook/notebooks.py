"""Execute notebooks in place, and store them so that two runs are the same bytes."""

from __future__ import annotations

import os
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat import NotebookNode

from kappabook.files import read_text, writing

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
    before = read_text(path)
    try:
        notebook = nbformat.reads(before, as_version=4)
    except (ValueError, nbformat.ValidationError) as error:
        raise ValueError(f"{path} is no notebook: {error}") from None
    client = NotebookClient(
        notebook,
        timeout=SECONDS_PER_CELL,
        kernel_name=KERNEL["name"],
        extra_arguments=KERNEL_LOG,
        record_timing=False,
        coalesce_streams=True,
        resources={"metadata": {"path": os.fspath(path.parent)}},
    )
    try:
        client.execute()
    except CellExecutionError as error:
        failed = ValueError(f"{path}: a cell failed; the file is unchanged.")
        failed.add_note(str(error))
        raise failed from None
    after = nbformat.writes(normalise(notebook)) + "\n"
    if after == before:
        return False
    with writing(path) as (draft,):
        draft.write_text(after, encoding="utf-8")
    return True


def normalise(notebook: NotebookNode) -> NotebookNode:
    """Keep source, outputs, counts and ids; drop what a machine or a moment adds.

    Of a cell's metadata its tags stay, and ``alt``, the words for its picture; of an output's only
    those words.
    A widget lives only as long as its kernel: its view is dropped, and its cell is tagged
    ``nbval-ignore-output``.
    """
    notebook.metadata = NotebookNode(kernelspec=KERNEL, language_info={"name": "python"})
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    for number, cell in enumerate(notebook.cells):
        kept = {key: cell.metadata.get(key) for key in ("alt", "tags")}
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
