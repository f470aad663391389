"""Whether it matters that classifiers are compared by accuracy or by kappa."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

import numpy as np
import pandas as pd
import scipy

from kappabook.metrics.check_scores import as_share
from kappabook.metrics.intervals import FriedmanNemenyi, friedman_nemenyi
from kappabook.study.pairs import COMPARED, one_engine, pair_tests
from kappabook.study.results import StudyResults


@dataclass(frozen=True, eq=False, repr=False)
class AccuracyVsKappa:
    """Rankings and tests of the same classifiers by accuracy and by kappa.

    Attributes
    ----------
    engine, datasets, classifiers, folds, alpha
        What was compared, in the order of the results: `folds` are the repeats and the folds in
        each, on the first data set; `alpha` is the level of all verdicts.
    scores : DataFrame
        Index ``dataset, classifier``; mean accuracy and kappa over the folds.
    ranks : DataFrame
        Index ``dataset, classifier``; ``accuracy`` and ``kappa``, 1 for the best, ties sharing
        the mean of their places; ``accuracy_place`` and ``kappa_place``, as a table prints
        them, ties sharing the first of their places.
    disagreements : DataFrame
        One row per data set: :func:`kappabook.study.comparison.disagreements`.
    tests : DataFrame
        One row per pair and data set: :func:`kappabook.study.pairs.pair_tests`.
    mean_ranks : DataFrame
        One row per classifier: its ranks averaged over data sets, by each measure.
    friedman : mapping of str to FriedmanNemenyi, or None
        For 'accuracy' and 'kappa': whether the mean ranks differ, and by how much two must.
    friedman_reason : str or None
        Why there is none.
    """

    engine: str
    datasets: tuple[str, ...]
    classifiers: tuple[str, ...]
    folds: tuple[int, int]
    alpha: float
    scores: pd.DataFrame
    ranks: pd.DataFrame
    disagreements: pd.DataFrame
    tests: pd.DataFrame
    mean_ranks: pd.DataFrame
    friedman: Mapping[str, FriedmanNemenyi] | None
    friedman_reason: str | None

    @property
    def share_different(self) -> float:
        """Share of the data sets on which the two rankings differ."""
        return float(self.disagreements["differs"].mean())

    @property
    def ranks_changed(self) -> int:
        """How many ranks, over all data sets, are not the same by both measures."""
        return int(self.disagreements["changed"].sum())

    @property
    def conflicts(self) -> pd.DataFrame:
        """The tests whose conclusion depends on the measure."""
        return self.tests[self.tests["differ"]]

    def table(self, *, changed_only: bool = False) -> pd.DataFrame:
        """Places on each data set: one number, or ``by accuracy → by kappa`` where they differ.

        Parameters
        ----------
        changed_only : bool, default=False
            Leave out data sets ranked alike.
        """
        first, second = self.ranks["accuracy_place"], self.ranks["kappa_place"]
        cells = first.astype(str).where(
            first == second, first.astype(str) + " → " + second.astype(str)
        )
        wide = cells.unstack("classifier")[list(self.classifiers)].loc[list(self.datasets)]
        return wide[self.disagreements["differs"]] if changed_only else wide

    def _lines(self) -> list[str]:
        n, m = len(self.datasets), len(self.ranks)
        differs, tops = (int(self.disagreements[c].sum()) for c in ("differs", "top_changes"))
        repeats, folds = self.folds
        by = {c: int((self.tests[f"{c}_verdict"].str.contains(" > ")).sum()) for c in COMPARED}
        lines = [
            f"Accuracy against kappa: {n} data set{'s' * (n > 1)}, {len(self.classifiers)} "
            f"classifiers ({self.engine}), {repeats} x {folds} folds.",
            f"The rankings differ on {differs} of {n} ({self.share_different:.0%}); "
            f"{self.ranks_changed} of {m} ranks change; the first place changes on {tops}.",
            f"Of {len(self.tests)} pairs (corrected resampled t-test, Holm within each data set, "
            f"level {self.alpha:g}) {by['accuracy']} differ by accuracy, {by['kappa']} by kappa; "
            f"{len(self.conflicts)} conclusions depend on the measure.",
            f"A true difference must be {self._seen('accuracy')} in accuracy, or "
            f"{self._seen('kappa')} in kappa, to be found four times in five (medians over pairs; "
            f"Holm's last and first step). The median size of the observed differences is "
            f"{self._observed('accuracy')} in accuracy and {self._observed('kappa')} in kappa.",
        ]
        if self.friedman is None:
            return [*lines, f"No Friedman test: {self.friedman_reason}."]
        p = ", ".join(f"{self.friedman[c].p_value:.2g} by {c}" for c in COMPARED)
        critical = self.friedman["kappa"].critical_difference
        return [
            *lines,
            f"Friedman's test over data sets: p = {p}; critical difference {critical:.2f}.",
        ]

    def _seen(self, measure: str) -> str:
        ends = self.tests[[f"{measure}_detectable", f"{measure}_detectable_holm"]].median()
        return " to ".join(f"{end:.3f}" for end in ends)

    def _observed(self, measure: str) -> str:
        return f"{self.tests[f'{measure}_difference'].abs().median():.3f}"

    def __str__(self) -> str:
        return "\n".join([*self._lines(), self.table().to_string()])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        text = "".join(f"<p>{escape(line)}</p>\n" for line in self._lines())
        return text + self.table().to_html()


def accuracy_vs_kappa(
    results: StudyResults, *, alpha: float = 0.05, decimals: int = 12
) -> AccuracyVsKappa:
    """Rank and test classifiers by accuracy and by kappa, and say where the two part.

    On each data set the classifiers are ranked by their mean over folds, and every pair is
    tested on the folds' differences (Nadeau and Bengio's corrected t-test, adjusted by Holm over
    the pairs of the data set). Over data sets the mean ranks are compared by Friedman's test and
    Nemenyi's critical difference, which needs two data sets and three classifiers.

    Parameters
    ----------
    results : StudyResults
        Of one engine; every classifier on every data set, in the same repeats and folds.
    alpha : float in (0, 1), default=0.05
        Level of the tests.
    decimals : int, default=12
        Means are rounded so far before they are ranked: 12 removes what floating point adds;
        4 ranks as one would who has a printed table only. The tests use the folds as they are.

    Returns
    -------
    AccuracyVsKappa
        Shown as five sentences and a table of ranks.

    Raises
    ------
    ValueError
        Several engines, one classifier only, a classifier missing on a data set, no kappa in
        any fold of a cell.

    References
    ----------
    Ben-David (2007), Tables 9 and 12, asked by other tests. Demsar (2006), JMLR 7, pp. 1-30.
    Nadeau and Bengio (2003), Machine Learning 52, pp. 239-281.

    Examples
    --------
    >>> from kappabook import StudyResults, accuracy_vs_kappa
    >>> from kappabook.system.checkout import results_folder
    >>> results = StudyResults.read(results_folder() / "study-sklearn.csv")
    >>> results = results.select(dataset=["cmc", "swd"])
    >>> found = accuracy_vs_kappa(results)
    >>> found.share_different, found.ranks_changed
    (0.5, 2)
    >>> found.table().loc["cmc"].to_dict()
    {'J48': '1', 'SMO': '5', 'NaiveBayes': '3 → 2', 'Logistic': '2 → 3', 'RandomForest': '4'}
    """
    engine = one_engine(results)
    classifiers, datasets = list(results.classifiers), list(results.datasets)
    if len(classifiers) < 2:
        raise ValueError(f"{classifiers[0]} is the only classifier; a comparison needs two.")
    as_share(alpha, "alpha", "0.05")
    scores = results.summary(("dataset", "classifier"))[list(COMPARED)]
    wide: dict[str, pd.DataFrame] = {n: scores[n].unstack("classifier") for n in COMPARED}
    wide = {
        n: t.reindex(index=datasets, columns=classifiers).round(decimals) for n, t in wide.items()
    }
    for name, table in wide.items():
        _refuse_gap(table, name)
    tests = pair_tests(results, alpha)
    averages = {name: average_ranks(table) for name, table in wide.items()}
    columns = {name: table.stack() for name, table in averages.items()}
    columns |= {f"{name}_place": places(table).stack() for name, table in wide.items()}
    friedman, reason = _friedman(wide, alpha)
    first = results.folds[results.folds["dataset"] == datasets[0]]
    repeats = first["repeat"].nunique()
    return AccuracyVsKappa(
        engine=engine,
        datasets=tuple(datasets),
        classifiers=tuple(classifiers),
        folds=(repeats, first[["repeat", "fold"]].drop_duplicates().shape[0] // repeats),
        alpha=alpha,
        scores=scores,
        ranks=pd.DataFrame(columns),
        disagreements=disagreements(wide["accuracy"], wide["kappa"]),
        tests=tests,
        mean_ranks=pd.DataFrame({name: table.mean() for name, table in averages.items()}),
        friedman=friedman,
        friedman_reason=reason,
    )


def _refuse_gap(table: pd.DataFrame, measure: str) -> None:
    gaps = table.isna().to_numpy()
    if gaps.any():
        i, j = np.argwhere(gaps)[0]
        dataset, classifier = table.index[i], table.columns[j]
        what = (
            f"{classifier} was not run on {dataset}"
            if measure == "accuracy"
            else f"kappa of {classifier} on {dataset} is undefined in every fold"
        )
        raise ValueError(
            f"{what}; every classifier must have a score on every data set. Leave one of them "
            "out: results.select(dataset=[...], classifier=[...])."
        )


def _friedman(
    wide: Mapping[str, pd.DataFrame], alpha: float
) -> tuple[Mapping[str, FriedmanNemenyi] | None, str | None]:
    n, k = wide["accuracy"].shape
    if n < 2:
        return None, "there is one data set, and it ranks classifiers over several"
    if k < 3:
        return None, "there are two classifiers, and it compares three or more"
    return {name: friedman_nemenyi(table, alpha=alpha) for name, table in wide.items()}, None


# --- ranks ----------------------------------------------------------------------------------------


def average_ranks(scores: pd.DataFrame) -> pd.DataFrame:
    """Rank each row, 1 for the largest; those that tie share the mean of their places."""
    return scores.rank(axis=1, ascending=False, method="average")


def places(scores: pd.DataFrame) -> pd.DataFrame:
    """Rank each row as a table prints it: those that tie share the first of their places."""
    return scores.rank(axis=1, ascending=False, method="min").astype(int)


def disagreements(accuracy: pd.DataFrame, kappa: pd.DataFrame) -> pd.DataFrame:
    """Compare two rankings of the same classifiers, data set by data set.

    Parameters
    ----------
    accuracy, kappa : DataFrame of shape (n_datasets, n_classifiers)
        Scores, higher is better, without nan.

    Returns
    -------
    DataFrame
        One row per data set:

        - ``differs``: whether any classifier has another rank; a tie that only one measure
          breaks counts;
        - ``changed``: how many classifiers have;
        - ``places``: the places by accuracy at which they stand;
        - ``moves``: who moves from which rank by accuracy to which by kappa;
        - ``reversed_pairs``: pairs in opposite order, ties apart;
        - ``top_accuracy``, ``top_kappa``, ``top_changes``: the first, or those who tie for it;
        - ``spearman``, ``kendall``: rank correlations (tau-b), nan where one measure ties all.

    References
    ----------
    Ben-David (2007), Table 9, counts such disagreements; the columns are our own.

    Examples
    --------
    >>> import pandas as pd
    >>> from kappabook.study.comparison import disagreements
    >>> accuracy = pd.DataFrame({"tree": [0.70], "rule": [0.65]}, index=["flu"])
    >>> kappa = pd.DataFrame({"tree": [0.00], "rule": [0.31]}, index=["flu"])
    >>> disagreements(accuracy, kappa).loc["flu", "moves"]
    'tree 1 → 2; rule 2 → 1'
    """
    first, second = average_ranks(accuracy), average_ranks(kappa)
    place = places(accuracy)
    rows = {}
    for dataset in accuracy.index:
        a, k = first.loc[dataset], second.loc[dataset]
        moved = a.index[a != k]
        moved = moved[np.argsort(a[moved].to_numpy(), kind="stable")]
        top_a, top_k = (list(ranks.index[ranks == ranks.min()]) for ranks in (a, k))
        order = np.sign(np.subtract.outer(a.to_numpy(), a.to_numpy()))
        other = np.sign(np.subtract.outer(k.to_numpy(), k.to_numpy()))
        rows[dataset] = {
            "differs": len(moved) > 0,
            "changed": len(moved),
            "places": ", ".join(map(str, sorted({int(place.loc[dataset, m]) for m in moved}))),
            "moves": "; ".join(f"{m} {a[m]:g} → {k[m]:g}" for m in moved),
            "reversed_pairs": int((order * other < 0).sum()) // 2,
            "top_accuracy": ", ".join(top_a),
            "top_kappa": ", ".join(top_k),
            "top_changes": top_a != top_k,
            "spearman": _correlation(a.to_numpy(), k.to_numpy()),
            "kendall": float(scipy.stats.kendalltau(a, k).statistic),
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("dataset")


def _correlation(a: np.ndarray, b: np.ndarray) -> float:
    """Pearson's correlation; nan, without a warning, where one of the two is constant."""
    if np.ptp(a) == 0 or np.ptp(b) == 0:
        return float("nan")
    return float(np.corrcoef(a, b)[0, 1])
