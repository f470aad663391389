"""Write the figures of the papers, the guide and the poster, the same bytes every time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import matplotlib.pyplot as plt
from matplotlib.figure import Figure

from kappabook import papers
from kappabook.display.style import METADATA, STYLE, metadata, with_formulas_as_text
from kappabook.system.files import writing

POSTER = "summary"
GUIDE = "critics-guide"


def keys() -> list[str]:
    """List the keys of all figures; what draws them is not imported."""
    found = ((key, papers.declaration(key).figures) for key in papers.PAPERS)
    return [*(f"{key}-{name}" for key, figures in found for name in figures), GUIDE, POSTER]


def _drawing(key: str) -> Callable[[], Figure]:
    """Find one figure function; what the others need is not imported for it."""
    if key not in keys():
        raise ValueError(f"no figure {key!r}; the figures are {', '.join(keys())}.")
    if key == POSTER:
        from kappabook.workbook.poster import summary

        return summary
    if key == GUIDE:
        from kappabook.teaching.guide.figures import guide

        return guide
    paper, _, name = key.partition("-")
    return papers.figure(paper, name)


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
        The folder cannot be written, or one of the three files is a folder.
    """
    draw = _drawing(key)
    paths = [folder / f"{key}.{suffix}" for suffix in METADATA]
    # What was set before, by the user or another figure, leaves no trace.
    with writing(*paths) as drafts, plt.style.context(STYLE, after_reset=True):
        figure = draw()
        for draft, kind in zip(drafts, METADATA, strict=True):
            figure.savefig(draft, metadata=metadata(kind, str(figure.get_label())))
            if kind == "svg":
                text = with_formulas_as_text(draft.read_text(encoding="utf-8"))
                draft.write_text(text, encoding="utf-8")
    return paths
