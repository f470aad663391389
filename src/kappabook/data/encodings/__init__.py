"""The fifteen data sets of the 2007 paper as tables, and how each was prepared."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from kappabook.data.encodings.preparations import Preparation, preparation, preparations
from kappabook.data.encodings.private import PRIVATE, encode_private, private_file
from kappabook.data.encodings.public import records
from kappabook.data.encodings.scheme import tabulate
from kappabook.data.encodings.schemes import SCHEMES
from kappabook.data.table import Table

__all__ = ["Preparation", "encode", "preparation", "preparations", "private_file"]


def encode(
    name: str, *, private: Path | None = None, download: bool = True, binned: bool = True
) -> Table:
    """Read a data set as WEKA is to hold it.

    Parameters
    ----------
    name : str
        Key of one of the fifteen data sets, such as ``balance-scale`` or ``efe``.
    private : Path, optional
        Folder of the private data sets, as in :func:`private_file`.
    download : bool, default=True
        As in :func:`kappabook.fetch`; only the file that is read is fetched.
    binned : bool, default=True
        Whether Credit Approval is prepared as for the 2007 paper: missing cells filled, numbers
        in ten bins. False leaves both as distributed; for all other data sets it is the same.

    Returns
    -------
    Table

    Raises
    ------
    ValueError
        The data set is unknown, or a file has a line that cannot be read: file, line, what to do.
    OSError
        A file cannot be had; of a private one the message says where to put it.

    Examples
    --------
    >>> from kappabook import encode
    >>> table = encode("monks-3")
    >>> table.X.shape, table.class_counts()
    ((432, 6), {'0': 204, '1': 228})
    """
    preparation(name)  # refuses an unknown name
    if name in PRIVATE:
        return encode_private(name, private)
    scheme = SCHEMES[name] if binned else replace(SCHEMES[name], fill=False, bins=None)
    return tabulate(name, records(name, download=download), scheme)
