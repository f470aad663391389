"""Read the rows of the twelve public data sets from their raw files."""

from __future__ import annotations

import numpy as np

from kappabook.data.encodings.scheme import Record, read_records
from kappabook.data.encodings.schemes import SCHEMES
from kappabook.data.fetching import fetch

SAMPLES = {"nursery": (1000, 1)}  # rows, seed


def records(name: str, *, download: bool = True) -> list[Record]:
    """Fetch and read the rows of a data set (a key of `SCHEMES`), of Nursery those of our sample.

    A line that cannot be read raises ValueError: file, line, what to do. `download` and OSError
    are as in :func:`kappabook.fetch`.
    """
    scheme = SCHEMES[name]
    path = fetch(name, only=scheme.file, download=download)[scheme.file]
    rows = read_records(path, scheme.columns, scheme.separator)
    if name in SAMPLES:
        return [rows[i] for i in sample(len(rows), *SAMPLES[name])]
    return rows


def sample(n: int, size: int, seed: int) -> list[int]:
    """Draw `size` of `n` row numbers, ascending: those of the smallest of n uniform numbers.

    Uniform numbers of a seed are the same in every version of numpy; its own sampling need not be.
    """
    uniform = np.random.default_rng(seed).random(n)
    return sorted(np.argsort(uniform, kind="stable")[:size].tolist())
