"""One pass through the bytes of a file of text, before the engine reads it."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from kappabook.commands.reading.formats import NOT_WHOLE, PACK_AGAIN

_CHUNK = 1 << 20
_QUOTE, _NEWLINE = b'"', b"\n"


class Shape(NamedTuple):
    """What in a CSV file in UTF-8 the engine reads wrongly without a word.

    Several threads begin at a line break each, and take one inside quotation marks for the end of a
    row (`quoted_breaks`). A last row that is longer than what is read at once gets lost
    (`long_line`), and so do rows behind a quotation mark that is never closed (`open_quote`).
    """

    quoted_breaks: bool
    long_line: bool
    open_quote: bool


def shape_of(path: Path, *, packed: bool, longest: int) -> Shape:
    """Look through a CSV file once; a packed one that is damaged anywhere raises ValueError.

    Parameters
    ----------
    path : Path
    packed : bool
        Whether gzip packed it.
    longest : int
        Bytes of the longest line that is read.
    """
    breaks = long = inside = False  # inside: a quotation mark is open
    since = 0  # bytes since the last line break
    for chunk in _chunks(path, packed=packed):
        first, last = chunk.find(_NEWLINE), chunk.rfind(_NEWLINE)
        long |= since + (len(chunk) if first < 0 else first) > longest
        since = since + len(chunk) if last < 0 else len(chunk) - last - 1
        if breaks:
            inside ^= bool(chunk.count(_QUOTE) & 1)
        elif _QUOTE in chunk:
            breaks, inside = _quoted_breaks(chunk, inside=inside)
        elif inside:
            breaks = first >= 0
    return Shape(breaks, long, inside)


def check_packed(path: Path) -> None:
    """Read a file of gzip to its end; a wrong checksum or length raises ValueError."""
    for _ in _chunks(path, packed=True):
        pass


def _quoted_breaks(chunk: bytes, *, inside: bool) -> tuple[bool, bool]:
    """Say whether a line break stands inside quotation marks, and whether one stays open."""
    letters = np.frombuffer(chunk, np.uint8)
    quotes = np.flatnonzero(letters == ord(_QUOTE))
    breaks = np.flatnonzero(letters == ord(_NEWLINE))
    before = np.searchsorted(quotes, breaks)
    return bool(((before + inside) & 1).any()), bool((len(quotes) + inside) & 1)


def _chunks(path: Path, *, packed: bool) -> Iterator[bytes]:
    opened: Any = gzip.open if packed else open
    try:
        with opened(path, "rb") as stream:
            while chunk := stream.read(_CHUNK):
                yield chunk
    except NOT_WHOLE:
        raise ValueError(f"{path}{PACK_AGAIN}") from None
