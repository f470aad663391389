"""Labels of people and of language models for the same items: the sets ``alt-test/...``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kappabook.data.fetching import fetch
from kappabook.data.registry import sources

FOLDER = "alt-test"
# How the name of an item begins with the text, picture or question that it is about.
_SEPARATOR = "__"
# Here the whole name is the item's own.
_WITHOUT_TEXTS = ("10k_prompts", "wax", "cebab_stars")


@dataclass(frozen=True)
class Annotations:
    """One set: who gave which item which label.

    Attributes
    ----------
    name : str
    items : tuple of str
        The items that at least one person labelled, in the order of the file.
    labels : tuple
        All labels, of people and models, in order; a label's place is its code.
    ratings : ndarray of shape (n_items, n_raters)
        Codes of the people's labels; -1 where a person did not label an item.
    judges : mapping of str to ndarray of shape (n_items,)
        Codes of each model's labels; -1 where it has none.
    texts : ndarray of shape (n_items,)
        Number of the text, picture or question that an item belongs to.
    """

    name: str
    items: tuple[str, ...]
    labels: tuple[Any, ...]
    ratings: NDArray[np.intp]
    judges: Mapping[str, NDArray[np.intp]]
    texts: NDArray[np.intp]

    @property
    def n_raters(self) -> int:
        """Number of people."""
        return int(self.ratings.shape[1])


def annotation_sets() -> tuple[str, ...]:
    """Name the sets.

    Returns
    -------
    tuple of str
        In the order of the registry.

    References
    ----------
    Calderon, Reichart and Dror (2025) collected them; each set's makers are in the registry.

    Examples
    --------
    >>> annotation_sets()[:2]
    ('10k_prompts', 'cebab_aspects')
    """
    return tuple(n.split("/")[1] for n in sources() if n.startswith(f"{FOLDER}/"))


@cache
def read_annotations(name: str, *, download: bool = True) -> Annotations:
    """Read one set of labels; people are numbered in the order of the file.

    Parameters
    ----------
    name : str
        One of `annotation_sets`.
    download : bool, default=True
        As in :func:`kappabook.fetch`.

    Returns
    -------
    Annotations

    Raises
    ------
    ValueError
        There is no such set.
    OSError
        Its files cannot be had.

    References
    ----------
    Calderon, Reichart and Dror (2025); each set's makers are in the registry.

    Examples
    --------
    >>> from kappabook.data.annotations import read_annotations
    >>> answers = read_annotations("mtbench")  # doctest: +SKIP
    >>> answers.ratings.shape  # doctest: +SKIP
    (120, 3)
    """
    if name not in annotation_sets():
        raise ValueError(f"no set {name!r}; there are {', '.join(annotation_sets())}.")
    files = fetch(f"{FOLDER}/{name}", download=download)
    people = json.loads(files["human_annotations.json"].read_text(encoding="utf-8"))
    models = json.loads(files["llm_annotations.json"].read_text(encoding="utf-8"))
    items = list(dict.fromkeys(item for given in people.values() for item in given))
    place = {item: i for i, item in enumerate(items)}
    every = [*people.values(), *models.values()]
    labels = sorted({label for given in every for label in given.values()})
    code = {label: i for i, label in enumerate(labels)}

    def column(given: Mapping[str, Any]) -> NDArray[np.intp]:
        codes = np.full(len(items), -1, dtype=np.intp)
        for item, label in given.items():
            if item in place:
                codes[place[item]] = code[label]
        return codes

    texts = items if name in _WITHOUT_TEXTS else [item.split(_SEPARATOR)[0] for item in items]
    return Annotations(
        name,
        tuple(items),
        tuple(labels),
        np.column_stack([column(given) for given in people.values()]),
        {model: column(given) for model, given in models.items()},
        np.unique(texts, return_inverse=True)[1].ravel(),
    )
