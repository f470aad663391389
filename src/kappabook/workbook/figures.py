"""Write the papers' figures, the same bytes every time."""

from __future__ import annotations

from pathlib import Path

import matplotlib.pyplot as plt

from kappabook import papers
from kappabook.display.style import STYLE
from kappabook.files import writing

# What would make two runs differ is left out of each format.
METADATA: dict[str, dict[str, None]] = {
    "svg": {"Date": None},
    "pdf": {"CreationDate": None},
    "png": {},
}


def write_figure(key: str, folder: Path) -> list[Path]:
    """Draw one figure and write it as SVG, PDF and PNG.

    Parameters
    ----------
    key : str
        Such as ``bendavid2008-fig1``.

    Raises
    ------
    ValueError
        The key does not exist; the message lists those that do.
    OSError
        The folder cannot be written.
    """
    drawings = papers.figures()
    if key not in drawings:
        raise ValueError(f"no figure {key!r}; the figures are {', '.join(drawings)}.")
    paths = [folder / f"{key}.{suffix}" for suffix in METADATA]
    with writing(*paths) as drafts, plt.style.context(STYLE):
        figure = drawings[key]()
        for draft, metadata in zip(drafts, METADATA.values(), strict=True):
            figure.savefig(draft, metadata=metadata)
    return paths
