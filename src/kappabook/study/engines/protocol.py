"""What the study asks of an engine."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from kappabook.data.table import Table

Codes = NDArray[np.intp]


class EngineError(RuntimeError):
    """An engine that cannot start, or that fails in the middle; the message says what to do."""


class Engine(Protocol):
    """A place where classifiers are trained: WEKA, scikit-learn, or one of your own.

    Several threads may ask it for predictions at once, which must not depend on one another.

    Attributes
    ----------
    name : str
        Stands in the results: ``weka``.
    version : str
        Stands in the results too. Asked for before any worker exists, by the thread that runs
        the grid: the moment to start what must be started there.
    classifiers : tuple of str
        The keys that `predict` knows.
    settings : dict of str to JSON values
        All that decides the results beside the version: options, seeds. Written into the file
        beside the results.

    Examples
    --------
    The smallest: always the class that is most frequent in training.

    >>> import numpy as np
    >>> class Majority:
    ...     name, version, classifiers = "majority", "1", ("ZeroR",)
    ...     settings = {}
    ...     def predict(self, table, classifier, train, test):
    ...         return np.full(len(test), np.bincount(table.y[train]).argmax())
    """

    @property
    def name(self) -> str: ...  # noqa: D102 - the class's docstring says it

    @property
    def version(self) -> str: ...  # noqa: D102

    @property
    def classifiers(self) -> tuple[str, ...]: ...  # noqa: D102

    @property
    def settings(self) -> dict[str, Any]: ...  # noqa: D102

    def predict(self, table: Table, classifier: str, train: Codes, test: Codes) -> Codes:
        """Train on some rows, in the order given, and predict others.

        `train` and `test` are row numbers; the answer is the index of the predicted class of
        each test row.
        """
        ...
