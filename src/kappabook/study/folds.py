"""WEKA's stratified folds, draw by draw, for any Python learner."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.model_selection import BaseCrossValidator
from sklearn.utils.multiclass import type_of_target

from kappabook.metrics.check import as_labels
from kappabook.study.java_random import JavaRandom

Rows = NDArray[np.intp]


class WekaStratifiedKFold(BaseCrossValidator):  # type: ignore[misc]
    """Stratified k-fold cross-validation on exactly WEKA's folds.

    What WEKA does with ``randomize(random)``, ``stratify(k)``, ``trainCV(k, i, random)`` and
    ``testCV(k, i)``, the folds of its Explorer, Experimenter and command line: with the same
    rows in the same order and the same seed, the same folds.

    Parameters
    ----------
    n_splits : int, default=10
        Number of folds, at least 2.
    random_state : int, default=1
        WEKA's seed; in WEKA too it is 1 by default, and run r of the Experimenter has seed r.
        A Java ``long``. There is no None: folds that nobody can repeat are not WEKA's.

    Notes
    -----
    Beside the seed, the folds depend on the order of the rows and on which rows share a class;
    how classes are named or ordered changes nothing, nor do declared classes without members.
    (Many a WEKA *classifier* depends on the order of the classes.)

    Train comes in the order in which WEKA trains (each training set is shuffled once more, by
    the generator that shuffled the data) and test in the order in which WEKA tests, since some
    learners depend on it.

    References
    ----------
    WEKA's ``Instances.java``. Hall et al. (2009), The WEKA data mining software.

    Examples
    --------
    >>> import numpy as np
    >>> from kappabook import WekaStratifiedKFold
    >>> y = np.array(["no", "yes"] * 3)
    >>> folds = WekaStratifiedKFold(3)
    >>> [test.tolist() for _, test in folds.split(np.zeros((6, 1)), y)]
    [[4, 1], [2, 5], [0, 3]]
    """

    n_splits: int
    random_state: int

    def __init__(self, n_splits: int = 10, *, random_state: int = 1) -> None:
        if not isinstance(n_splits, Integral) or isinstance(n_splits, bool) or n_splits < 2:
            raise ValueError(f"n_splits is {n_splits!r}; give an integer of at least 2.")
        if not isinstance(random_state, Integral) or isinstance(random_state, bool):
            raise ValueError(
                f"random_state is {random_state!r}; give WEKA's seed, an integer such as 1."
            )
        JavaRandom(int(random_state))  # refuses what Java cannot hold
        self.n_splits = int(n_splits)
        self.random_state = int(random_state)

    def get_n_splits(
        self,
        X: object = None,  # noqa: ARG002 - scikit-learn's signature
        y: object = None,  # noqa: ARG002
        groups: object = None,  # noqa: ARG002
    ) -> int:
        """Return the number of folds."""
        return self.n_splits

    def split(
        self, X: object, y: ArrayLike | None = None, groups: object = None
    ) -> Iterator[tuple[Rows, Rows]]:
        """Yield train and test rows of each fold, in WEKA's orders.

        Parameters
        ----------
        X : array-like of shape (n_rows, ...)
            Only its length is looked at.
        y : array-like of shape (n_rows,)
            Classes: integers, booleans or text.
        groups : object
            Ignored, with scikit-learn's warning if given.

        Warns
        -----
        UserWarning
            A class has fewer members than there are folds: some folds test none of it.

        Raises
        ------
        ValueError
            No y, y that is not a column of classes, of another length than X, or fewer rows than
            folds.
        """
        if groups is not None:
            warnings.warn(
                f"The groups parameter is ignored by {type(self).__name__}",
                UserWarning,
                stacklevel=2,
            )
        yield from self.split_codes(self._codes(X, y))

    def split_codes(self, codes: Rows) -> Iterator[tuple[Rows, Rows]]:
        """Yield the folds of classes that are numbers and known to be good; nothing is warned of.

        Parameters
        ----------
        codes : ndarray of shape (n_rows,)
            A number for the class of each row.
        """
        random = JavaRandom(self.random_state)
        rows = deal(gather(shuffled(np.arange(len(codes)), random), codes), self.n_splits)
        for test in np.array_split(np.arange(len(rows)), self.n_splits):
            train = np.delete(rows, test)
            yield shuffled(train, random), rows[test]

    def _codes(self, X: object, y: ArrayLike | None) -> NDArray[np.intp]:
        """Check y, and return it as codes."""
        if y is None:
            raise ValueError("y is None; stratified folds need the classes of the rows.")
        try:
            kind = type_of_target(y)
        except (TypeError, ValueError):
            kind = "unknown"  # what is wrong is said below, in our words
        if kind not in ("binary", "multiclass", "unknown"):
            raise ValueError(
                f"y is {kind!r}; stratified folds need a column of classes: 'binary' or "
                "'multiclass'."
            )
        column = as_labels(y, "y")
        n_rows = len(column) if X is None else _length(X)
        if n_rows != len(column):
            raise ValueError(f"X has {n_rows} rows and y has {len(column)}; they must agree.")
        if n_rows < self.n_splits:
            raise ValueError(
                f"{n_rows} rows cannot make {self.n_splits} folds; give at most {n_rows} folds, "
                "or more rows."
            )
        classes, codes, counts = np.unique(column, return_inverse=True, return_counts=True)
        few = np.flatnonzero(counts < self.n_splits)
        if len(few):
            shown = ", ".join(f"class {classes.tolist()[i]!r} has {counts[i]}" for i in few[:5])
            more = f" and {len(few) - 5} more classes" if len(few) > 5 else ""
            warnings.warn(
                f"{shown}{more}: fewer members than n_splits={self.n_splits}, so that some folds "
                "test none of them.",
                UserWarning,
                stacklevel=3,
            )
        return codes.astype(np.intp)


def _length(X: Any) -> int:
    return int(X.shape[0]) if hasattr(X, "shape") else len(X)


def shuffled(rows: Rows, random: JavaRandom) -> Rows:
    """Return the rows as ``Instances.randomize`` leaves them: a swap at each place but the first.

    The generator moves on by one draw fewer than there are rows (and those that Java throws away).
    """
    order = rows.tolist()
    for place in range(len(order) - 1, 0, -1):
        other = random.next_int(place + 1)
        order[place], order[other] = order[other], order[place]
    return np.array(order, dtype=np.intp)


def gather(rows: Rows, codes: NDArray[np.intp]) -> Rows:
    """Return the rows class by class, ordered as WEKA's swaps leave them.

    WEKA takes the class of the first row not yet placed, walks over the rows after it, and swaps
    each one of that class to the next place.
    """
    order, classes = rows.tolist(), codes.tolist()
    place = 1
    while place < len(order):
        own = classes[order[place - 1]]
        for found in range(place, len(order)):
            if classes[order[found]] == own:
                order[place], order[found] = order[found], order[place]
                place += 1
        place += 1
    return np.array(order, dtype=np.intp)


def deal(rows: Rows, n_splits: int) -> Rows:
    """Deal the rows out like cards: every k-th from the first on, then from the second, ..."""
    return np.concatenate([rows[start::n_splits] for start in range(n_splits)])
