"""The rows of a query in batches of numpy arrays, while DuckDB still sorts the rest.

DuckDB hands its results over by the Arrow C stream interface. Columns of one plain type without
nulls are read from it with ctypes alone, so that neither pyarrow nor pandas is needed.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

_NAME = b"arrow_array_stream"


class _Schema(ctypes.Structure):
    pass


class _Array(ctypes.Structure):
    pass


class _Stream(ctypes.Structure):
    pass


_Array._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(_Array))),
    ("dictionary", ctypes.c_void_p),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(_Array))),
    ("private_data", ctypes.c_void_p),
]
_Stream._fields_ = [
    ("get_schema", ctypes.c_void_p),
    ("get_next", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(_Stream), ctypes.POINTER(_Array))),
    ("get_last_error", ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.POINTER(_Stream))),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(_Stream))),
    ("private_data", ctypes.c_void_p),
]


def batches(relation: Any, types: Sequence[type[np.generic]]) -> Iterator[list[NDArray[Any]]]:
    """Yield the columns of a DuckDB relation, a part of the rows at a time.

    Parameters
    ----------
    relation : duckdb.DuckDBPyRelation
        Its columns have no nulls.
    types : sequence of numpy types
        Of the columns: numpy.float64 for DOUBLE, numpy.uint8 for UTINYINT, and so on.

    Yields
    ------
    list of ndarrays, copies
    """
    capsule = relation.__arrow_c_stream__()
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    stream = _Stream.from_address(pointer(capsule, _NAME))
    while True:
        batch = _Array()
        if stream.get_next(ctypes.byref(stream), ctypes.byref(batch)):
            said = stream.get_last_error(ctypes.byref(stream)) or b"no reason given"
            raise OSError(said.decode("utf-8", "replace"))
        if not batch.release:
            return
        try:
            yield [
                _column(batch.children[i].contents, batch.offset, batch.length, kind)
                for i, kind in enumerate(types)
            ]
        finally:
            batch.release(ctypes.byref(batch))


def _column(array: _Array, offset: int, length: int, kind: type[np.generic]) -> NDArray[Any]:
    size = np.dtype(kind).itemsize
    start = array.buffers[1] + (array.offset + offset) * size
    buffer: Any = (ctypes.c_char * (length * size)).from_address(start)
    column: NDArray[Any] = np.frombuffer(buffer, dtype=np.dtype(kind)).copy()
    return column
