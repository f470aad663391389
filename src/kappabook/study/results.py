"""What a study found: one confusion matrix per fold, and what follows from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from kappabook.files import writing
from kappabook.metrics._numbers import undefined
from kappabook.metrics.confusion import ConfusionMatrix
from kappabook.study.scores import fold_scores, summarise
from kappabook.study.tidy import FOLD, SCORE_COLUMNS, class_positions, read_text, tidy

Names = str | Sequence[str]
Declared = Mapping[str, Iterable[str]]


@dataclass(frozen=True, eq=False, repr=False, init=False)
class Results:
    """Confusion matrices of every data set, classifier, engine, repeat and fold.

    Parameters
    ----------
    counts : DataFrame
        One row per non-zero cell of a confusion matrix, with the columns ``dataset, classifier,
        engine, engine_version, repeat, fold, actual, predicted, count``; repeat and fold count
        from 1. Other columns are left out. Rows may come in any order.
    classes : mapping of str to sequence of str, optional
        The declared classes of a data set, in order, those without members too; for data sets
        that are not named, the classes that occur, by value if all are numbers.

    Attributes
    ----------
    counts : DataFrame
        The same rows in one order: data sets, classifiers and engines as they first appear,
        then repeat, fold, true and predicted class.
    classes : dict of str to tuple of str
        Of every data set.
    folds : DataFrame
        One row per fold: the columns up to ``fold``, then ``rows`` (test cases), ``accuracy``,
        ``kappa``, ``chance`` (the true P_c) and ``implied_chance`` (the 2007 paper's, see
        :func:`kappabook.study.scores.implied_chance`).
    actual_totals, predicted_totals : ndarray of shape (n_folds, most classes)
        Cases of each true and each predicted class, in the order of `classes`, then zeros.

    Raises
    ------
    ValueError
        A missing column, a cell that should be a number but is not, a cell of a fold that stands
        twice, or two classifiers or repeats whose folds do not hold the same rows.

    Examples
    --------
    >>> import pandas as pd
    >>> from kappabook.study import Results
    >>> counts = pd.DataFrame(
    ...     [(1, "cat", "cat", 3), (1, "dog", "cat", 1)]
    ...     + [(2, "cat", "cat", 2), (2, "dog", "dog", 2)],
    ...     columns=["fold", "actual", "predicted", "count"],
    ... ).assign(dataset="pets", classifier="tree", engine="own", engine_version="1", repeat=1)
    >>> results = Results(counts)
    >>> results.folds[["fold", "accuracy", "kappa"]].to_numpy().tolist()
    [[1.0, 0.75, 0.0], [2.0, 1.0, 1.0]]
    >>> results.confusion("pets", "tree")["dog", "cat"]
    1
    """

    counts: pd.DataFrame
    classes: dict[str, tuple[str, ...]]
    folds: pd.DataFrame
    actual_totals: NDArray[np.float64]
    predicted_totals: NDArray[np.float64]

    def __init__(self, counts: pd.DataFrame, *, classes: Declared | None = None) -> None:
        self._take(counts, classes, None)

    @classmethod
    def read(cls, path: Path | str, *, classes: Declared | None = None) -> Results:
        """Read a CSV file of the columns above.

        Errors are those of the constructor, with file and line; OSError if there is no such file.
        """
        results = cls.__new__(cls)
        results._take(read_text(Path(path)), classes, Path(path))
        return results

    def _take(self, frame: pd.DataFrame, declared: Declared | None, path: Path | None) -> None:
        self._count(tidy(frame, path)[0], declared)

    def _count(self, counts: pd.DataFrame, declared: Declared | None) -> None:
        """Set every attribute from a table that is tidy, as whole folds of another are."""
        classes, actual, predicted = class_positions(counts, declared)
        new = (counts[list(FOLD)] != counts[list(FOLD)].shift()).any(axis=1).to_numpy()
        fold, weight = np.cumsum(new) - 1, counts["count"].to_numpy(float)
        n_folds, width = int(fold[-1]) + 1, max(map(len, classes.values()))

        def totals(position: NDArray[np.intp]) -> NDArray[np.float64]:
            cells = np.bincount(fold * width + position, weight, n_folds * width)
            return np.asarray(cells.reshape(n_folds, width), dtype=float)

        rows, columns = totals(actual), totals(predicted)
        hits = np.asarray(np.bincount(fold, weight * (actual == predicted), n_folds), dtype=float)
        folds = counts.loc[new, list(FOLD)].reset_index(drop=True)
        folds["rows"] = rows.sum(axis=1).astype(int)
        scores = fold_scores(rows, columns, hits)
        folds = folds.assign(**scores._asdict())
        for name, value in zip(
            ("counts", "classes", "folds", "actual_totals", "predicted_totals"),
            (counts, classes, folds, rows, columns),
            strict=True,
        ):
            object.__setattr__(self, name, value)
        if (missing := np.isnan(scores.kappa)).any():
            first = folds.loc[missing].iloc[0]
            undefined(
                f"Cohen's kappa of {missing.sum()} of {n_folds} folds",
                f"one class takes all, as in fold {first['fold']} of repeat {first['repeat']} of "
                f"{first['classifier']} on {first['dataset']}",
            )

    # --- what is there ------------------------------------------------------------------------

    @property
    def datasets(self) -> tuple[str, ...]:
        """Names, in order."""
        return tuple(self.classes)

    @property
    def classifiers(self) -> tuple[str, ...]:
        """Names, in order."""
        return tuple(pd.unique(self.folds["classifier"]))

    @property
    def engines(self) -> tuple[str, ...]:
        """Names, in order."""
        return tuple(pd.unique(self.folds["engine"]))

    def select(
        self,
        *,
        dataset: Names | None = None,
        classifier: Names | None = None,
        engine: Names | None = None,
        repeat: int | Sequence[int] | None = None,
    ) -> Results:
        """Return the results of these alone: one name of each kind, or several.

        A name that does not occur raises ValueError, which lists those that do.
        """
        wanted = {"dataset": dataset, "classifier": classifier, "engine": engine, "repeat": repeat}
        keep = np.ones(len(self.counts), dtype=bool)
        for column, names in wanted.items():
            if names is None:
                continue
            asked = [names] if isinstance(names, str | int) else list(names)
            present = self.counts[column].unique().tolist()
            if strange := [name for name in asked if name not in present]:
                raise ValueError(
                    f"no {column} {strange[0]!r} in these results; there are "
                    f"{', '.join(map(str, present))}."
                )
            keep &= self.counts[column].isin(asked).to_numpy()
        if not keep.any():
            named = ", ".join(f"{k}={v!r}" for k, v in wanted.items() if v is not None)
            raise ValueError(f"no fold has {named} together; see Results.summary().")
        chosen = object.__new__(Results)  # what is whole is not checked again in each part
        chosen._count(self.counts[keep].reset_index(drop=True), self.classes)
        return chosen

    # --- what follows -------------------------------------------------------------------------

    def confusion(
        self,
        dataset: str,
        classifier: str,
        *,
        engine: str | None = None,
        repeat: int | None = None,
        fold: int | None = None,
    ) -> ConfusionMatrix:
        """Return the confusion matrix of a fold, or the sum over what is not named.

        It has all declared classes. A fold that is not there raises ValueError.
        """
        wanted = {"dataset": dataset, "classifier": classifier, "engine": engine}
        keys = {
            k: v for k, v in {**wanted, "repeat": repeat, "fold": fold}.items() if v is not None
        }
        table = self.counts
        for column, name in keys.items():
            left = table[table[column] == name]
            if left.empty:
                raise ValueError(
                    f"no {column} {name!r} among the folds asked for; there are "
                    f"{', '.join(map(str, pd.unique(table[column])))}."
                )
            table = left
        labels = pd.Index(self.classes[dataset])
        cells = np.zeros((len(labels), len(labels)), dtype=np.int64)
        at = tuple(labels.get_indexer(pd.Index(table[name])) for name in ("actual", "predicted"))
        np.add.at(cells, at, table["count"].to_numpy())
        return ConfusionMatrix(cells, self.classes[dataset])

    def summary(self, by: Sequence[str] = ("dataset", "classifier", "engine")) -> pd.DataFrame:
        """Average the folds of each cell: :func:`kappabook.study.scores.summarise`."""
        return summarise(self.folds, by)

    # --- files --------------------------------------------------------------------------------

    def write(self, path: Path | str) -> None:
        """Write the counts as CSV, in their one order: the same results, the same bytes."""
        with writing(Path(path)) as (draft,):
            self.counts.to_csv(draft, index=False, lineterminator="\n")

    def write_scores(self, path: Path | str) -> None:
        """Write accuracy and kappa of every fold alone, for :func:`read_scores`; six digits."""
        with writing(Path(path)) as (draft,):
            scores = self.folds[list(SCORE_COLUMNS)]
            scores.to_csv(draft, index=False, lineterminator="\n", float_format="%.6g")

    def __repr__(self) -> str:
        n, k = len(self.datasets), len(self.classifiers)
        return (
            f"Results of {n} data set{'s' * (n > 1)}, {k} classifier{'s' * (k > 1)} "
            f"({', '.join(self.classifiers)}) by {', '.join(self.engines)}: "
            f"{len(self.folds)} folds"
        )
