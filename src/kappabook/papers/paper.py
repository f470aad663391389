"""What the house needs to know of a document, said once: in the `__init__` of its package."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Paper:
    """The declaration of one document.

    Attributes
    ----------
    title : str
        As printed.
    authors : str
        Short, as the poster names them.
    notebooks : tuple of str
        The notebooks that show it, without their suffix; the first gives its place in the order.
    figures : tuple of str
        Names of its figures, in order. Each is drawn by the function of that name (with ``_`` for
        ``-``) in the module or package ``figures``, into ``figures/<key>-<name>.svg``.
    statements : int
        At least so many statements of it can be checked.
    gathered : bool
        Whether its claims come from many publications; then the second part of an id is one of
        ``data/printed/references.csv``, and each has a kind in ``data/printed/kinds.csv``.
    """

    title: str
    authors: str
    notebooks: tuple[str, ...]
    figures: tuple[str, ...]
    statements: int
    gathered: bool = False
