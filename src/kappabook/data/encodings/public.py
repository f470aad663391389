"""Encode the twelve public data sets from their raw files."""

from __future__ import annotations

import numpy as np

from kappabook.data.encodings.scheme import Record, read_records, tabulate
from kappabook.data.encodings.schemes import SCHEMES
from kappabook.data.fetch import fetch
from kappabook.data.table import Table

SAMPLES = {"nursery": (1000, 1)}  # rows, seed


def records(name: str, *, download: bool = True) -> list[Record]:
    """Fetch and read the rows of a data set, of Nursery those of our sample.

    Parameters
    ----------
    name : str
        A key of `SCHEMES`.
    download : bool, default=True
        As in :func:`kappabook.data.fetch`.

    Raises
    ------
    ValueError
        The file has a line that cannot be read: file, line, what to do.
    OSError
        The file cannot be had, as in :func:`kappabook.data.fetch`.
    """
    scheme = SCHEMES[name]
    path = fetch(name, only=scheme.file, download=download)[scheme.file]
    rows = read_records(path, scheme.columns, scheme.separator)
    if name in SAMPLES:
        return [rows[i] for i in sample(len(rows), *SAMPLES[name])]
    return rows


def encode_public(name: str, *, download: bool = True) -> Table:
    """Encode one of the twelve, as ``preparations.toml`` says."""
    return tabulate(name, records(name, download=download), SCHEMES[name])


def sample(n: int, size: int, seed: int) -> list[int]:
    """Draw `size` of `n` row numbers, ascending: those of the smallest of n uniform numbers.

    Uniform numbers of a seed are the same in every version of numpy; its own sampling need not be.
    """
    uniform = np.random.default_rng(seed).random(n)
    return sorted(np.argsort(uniform, kind="stable")[:size].tolist())
