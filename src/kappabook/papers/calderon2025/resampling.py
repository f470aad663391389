"""Resamples: of items, of the texts that items belong to, of texts and people."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]

UNITS = ("items", "texts", "texts and raters")
SEED, DRAWS = 2025, 1000


def draw(
    texts: NDArray[np.intp], n_raters: int, unit: str, n_draws: int = DRAWS
) -> tuple[Values, Values]:
    """How often each item and each person is in each resample.

    Parameters
    ----------
    texts : ndarray of shape (n_items,)
        Number of the text each item belongs to. Drawn with ``texts``, its items stay together.
    unit : {'items', 'texts', 'texts and raters'}

    Returns
    -------
    items : ndarray of shape (n_draws, n_items)
    raters : ndarray of shape (n_draws, n_raters)
    """
    rng = np.random.default_rng([SEED, UNITS.index(unit)])
    n_items = len(texts)
    n = n_items if unit == "items" else int(texts.max()) + 1
    drawn = rng.multinomial(n, np.full(n, 1 / n), size=n_draws).astype(float)
    raters = np.ones((n_draws, n_raters))
    if unit == "texts and raters":
        even = np.full(n_raters, 1 / n_raters)
        raters = rng.multinomial(n_raters, even, size=n_draws).astype(float)
    return (drawn if unit == "items" else drawn[:, texts]), raters
