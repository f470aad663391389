"""Processes that this one starts: they import nothing from the current folder.

Python puts the current folder first where a program is started by ``-m`` or ``-c``, as joblib
starts its workers and Jupyter its kernels. A ``queue.py`` that lies there, beside a user's data,
would then be run in place of Python's own.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

_VARIABLE = "PYTHONSAFEPATH"


@contextmanager
def safe_path() -> Iterator[None]:
    """Let processes that are started meanwhile leave the current folder out of ``sys.path``."""
    before = os.environ.get(_VARIABLE)
    os.environ[_VARIABLE] = "1"
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(_VARIABLE, None)
        else:
            os.environ[_VARIABLE] = before
