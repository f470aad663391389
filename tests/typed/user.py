"""A user's file: every public name as one writes it. Nothing runs it; mypy --strict reads it."""

from fractions import Fraction
from pathlib import Path
from typing import Any, assert_type

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]
from sklearn.model_selection import GridSearchCV  # type: ignore[import-untyped]

import kappabook
from kappabook import (
    ConfusionMatrix,
    CriticalDifferenceDisplay,
    KappaCurveDisplay,
    KappaHeatMapDisplay,
    PairAgreementDisplay,
    RaterMarginsDisplay,
    Ratings,
    WekaStratifiedKFold,
    accuracy_vs_kappa,
    allocation_disagreement,
    alternative_annotator_test,
    auc_interval,
    auk_bounds,
    auk_from_roc,
    auk_score,
    auk_scorer,
    auk_swapped_from_roc,
    bias_index,
    bootstrap_interval,
    brennan_prediger_score,
    chance_agreement,
    chance_decomposition,
    cohen_kappa_score,
    compare_judge_with_raters,
    compare_kappas,
    compare_scores,
    conger_kappa_score,
    corrected_prevalence,
    corrected_resampled_t_test,
    correlated_bayesian_t_test,
    delong_test,
    encode,
    fetch,
    fleiss_kappa_score,
    friedman_nemenyi,
    german_credit,
    gini_score,
    gwet_ac_score,
    h_measure,
    interaction_test,
    iso_kappa_slope,
    kappa_at,
    kappa_curve,
    kappa_interval,
    kappa_limits,
    kappa_optimal_probability,
    kappa_optimal_threshold,
    kappa_sample_size,
    kappa_scorer,
    krippendorff_alpha_score,
    pabak,
    pairwise_kappas,
    per_class_kappa_score,
    percent_agreement_score,
    perfect_auk,
    practical_tests,
    preparation,
    preparations,
    prevalence_index,
    quantity_disagreement,
    rater_interval,
    roc_convex_hull,
    run_study,
    scott_pi_score,
    tpr_at,
    write_arff,
)
from kappabook.data import FORMS, Attribute, GermanCredit, Preparation, Source, Table, sources
from kappabook.data.annotations import annotation_sets, read_annotations
from kappabook.metrics.intervals import (
    Comparison,
    CorrelatedBayesianTTest,
    FriedmanNemenyi,
    Interval,
    ResampledTTest,
    kappa_standard_error,
)
from kappabook.metrics.raters import (
    AlternativeAnnotatorTest,
    CorrectedPrevalence,
    JudgeComparison,
    PairwiseKappas,
)
from kappabook.metrics.roc import counts_at_thresholds
from kappabook.metrics.threshold import KappaOptimalProbability, KappaOptimum
from kappabook.study import AccuracyVsKappa, StudyResults, fold_correlation
from kappabook.study.chance import chance_limits, chance_parts
from kappabook.study.comparison import disagreements
from kappabook.study.engines import (
    ENGINES,
    Engine,
    EngineError,
    SklearnEngine,
    WekaEngine,
    engine_named,
)
from kappabook.study.interaction import InteractionTest, standardised
from kappabook.study.judges import rates, rules
from kappabook.study.pairs import fold_table, holm, pair_tests
from kappabook.study.power import error_units, measures_of_folds, practical_summary
from kappabook.study.results import read_about
from kappabook.study.runs import run_tasks
from kappabook.study.scores import implied_chance, summarise
from kappabook.teaching import Number, check, same, sample_scores

Column = NDArray[np.float64]
y, guess, score = np.array([0, 0, 1, 1]), [0, 1, 1, 1], [0.1, 0.4, 0.35, 0.8]
names = ["low", "mid", "high"]


def agreement() -> ConfusionMatrix:
    kappa: float = cohen_kappa_score(y, guess)
    kappa += cohen_kappa_score(names, names, labels=names, weights="quadratic")
    kappa += cohen_kappa_score(y, guess, weights=[[0, 1], [5, 0]], sample_weight=[1, 1, 2, 2])
    kappa += cohen_kappa_score(y, guess, weights=np.array([[0, 1], [5, 0]])) + chance_agreement(
        y, y
    )
    assert_type(per_class_kappa_score(y, guess), Column)
    assert_type(per_class_kappa_score(y, guess, average="macro"), float)
    exact = ConfusionMatrix([[Fraction(1, 2), Fraction(0)], [Fraction(0), Fraction(1, 2)]])
    counts = ConfusionMatrix.from_predictions(y, guess) + ConfusionMatrix([[40, 10], [20, 30]])
    for part in (prevalence_index, bias_index, pabak, quantity_disagreement):
        print(part(counts), allocation_disagreement(exact))
    kappa += counts.mcc + counts.weighted_kappa("quadratic") + counts.one_vs_rest(1).kappa
    low, high = kappa_limits(counts)
    print(low < high, counts.per_class_kappas(average="micro"))
    return counts


def curves() -> float:
    fpr, kappa, thresholds = assert_type(kappa_curve(y, score), tuple[Column, Column, Column])
    area: float = auk_score(y, score, pos_label=1, rule="trapezoid") + gini_score(y, score)
    hull = assert_type(roc_convex_hull([0, 0.2, 1], [0, 0.6, 1]), tuple[Column, Column])
    area += auk_from_roc(*hull, 0.1) + auk_swapped_from_roc(*hull, 0.1)
    low, high = auk_bounds(0.75, 0.1)
    fps, tps, _ = counts_at_thresholds(y, score)
    print(fpr, kappa, thresholds, fps / tps, kappa_at(0.1, 0.7, 0.5), tpr_at(0.1, 0.6, 0.5))
    area += low + perfect_auk(high) + h_measure(y, score)
    area += auk_score([0, 1, 2], np.eye(3), multi_class="ovo", normalize=True)
    best: KappaOptimum = kappa_optimal_threshold(y, score)
    cut: KappaOptimalProbability = kappa_optimal_probability([0.1, 0.9])
    slope: Column = iso_kappa_slope(0.6, 0.928, 0.11)
    return area + best.threshold + cut.cut + float(slope)


def rating() -> float:
    ratings = [["low", "low", None], ["mid", "high", "mid"], ["low", "low", "low"]]
    value: float = krippendorff_alpha_score(ratings, level="ordinal", labels=names)
    value += krippendorff_alpha_score(ratings, level=[[0, 1, 4], [1, 0, 1], [4, 1, 0]])
    value += fleiss_kappa_score(np.array([[1, 1], [2, 1]]), weights="linear")
    value += gwet_ac_score(ratings, labels=names, weights="quadratic", replace_undefined_by=0.0)
    value += conger_kappa_score(ratings) + brennan_prediger_score(ratings)
    value += percent_agreement_score(ratings) + scott_pi_score(
        names, names, sample_weight=[1, 1, 2]
    )
    value += fleiss_kappa_score(Ratings.from_counts([[3, 0], [1, 2]], labels=["a", "b"]))
    found: Interval = rater_interval(ratings, "gwet", groups=[1, 2, 2])
    pairs: PairwiseKappas = pairwise_kappas(ratings)
    judge: JudgeComparison = compare_judge_with_raters(ratings, 0, margin=0.1)
    test: AlternativeAnnotatorTest = alternative_annotator_test(ratings, 0, epsilon=0.1)
    rate: CorrectedPrevalence = corrected_prevalence([1, 0, None], [1, 1, 0], method="rogan-gladen")
    low, high = found.low, found.high
    print(pairs.estimate, judge.verdict, test.passed, rate.estimate, high, float(found))
    print(found.p_value(0.5), judge.p_value(), rate.caution)
    rater_interval(ratings, "cohen")  # type: ignore[arg-type]
    return value + low + kappa_sample_size([0.2, 0.8], 0.6, half_width=0.1)


def sure(counts: ConfusionMatrix) -> float:
    found: Interval = kappa_interval(counts, weights="linear")
    found = kappa_interval(y, guess, method="fisher", confidence_level=0.9)
    error: float = kappa_standard_error(counts, null=True)
    drawn: Interval = bootstrap_interval(auk_score, y, score, method="smoothed", random_state=0)
    area: Interval = auc_interval(y, score, method="delong")
    pair: Comparison = compare_kappas(y, guess, guess, method="delta")
    pair = compare_scores(auk_score, y, score, score, random_state=np.random.default_rng(0))
    pair = delong_test(y, score, score)
    test: ResampledTTest = corrected_resampled_t_test([0.1, 0.2], test_train_ratio=1 / 9)
    matters: CorrelatedBayesianTTest = correlated_bayesian_t_test(
        [0.1, 0.2], test_train_ratio=1 / 9, rope=(-0.01, 0.02)
    )
    print(matters.decision(0.9), matters.low, test.detectable_difference(power=0.9))
    many: FriedmanNemenyi = friedman_nemenyi([[1, 2, 3], [2, 1, 3]])
    print(found.low, found.high, area.low, drawn.low, drawn.caution, many.average_ranks)
    kappa_interval(counts, method="fischer")  # type: ignore[arg-type]
    compare_kappas(y, guess, guess, weights="cubic")  # type: ignore[arg-type]
    return pair.p_value(0.1) + test.p_value() + error + pair.difference


def judging() -> int:
    return len(rules()) + len(rates())


def drawing() -> None:
    display = KappaCurveDisplay.from_predictions(y, score, name="mine").plot(x="threshold")
    assert_type(display.auk, float | list[float])
    display.ax_.set_title("A kappa curve")
    model = LogisticRegression().fit([[0], [1], [2], [3]], y)
    figure = KappaCurveDisplay.from_estimator(model, [[0], [1], [2], [3]], y).figure_
    assert isinstance(figure, Figure)
    figure.savefig("curve.svg")
    ranks = CriticalDifferenceDisplay.from_scores([[1, 2, 3], [2, 1, 3]], names)
    ranks.plot()
    ratings = [["a", "b"], ["b", "b"]]
    assert_type(PairAgreementDisplay.from_ratings(ratings), PairAgreementDisplay).plot()
    KappaHeatMapDisplay.from_ratings(ratings, weights="linear").figure_.savefig("map.svg")
    RaterMarginsDisplay([[0.5, 0.5]], ["A"], ["a", "b"]).plot()


def selecting() -> float:
    scorer = kappa_scorer(weights="quadratic", labels=names, replace_undefined_by=0.0)
    auk = auk_scorer(pos_label="ill", hull=True).set_score_request(sample_weight=True)
    mine = {"kappa": kappa_scorer(), "auk": auk}
    GridSearchCV(LogisticRegression(), {"C": [1, 2]}, scoring=mine, refit="kappa")
    kappa_scorer(weights="cubic")  # type: ignore[arg-type]
    return float(scorer(LogisticRegression(), y, y) + auk(LogisticRegression(), y, y))


class Majority:
    """An engine of one's own."""

    name, version, classifiers = "majority", "1", ("ZeroR",)

    def __init__(self) -> None:
        self.settings: dict[str, Any] = {}

    def predict(
        self, table: Table, classifier: str, train: NDArray[np.intp], test: NDArray[np.intp]
    ) -> NDArray[np.intp]:
        return np.full(len(test), np.bincount(table.y[train]).argmax())


def studying() -> AccuracyVsKappa:
    own: Engine = Majority()
    engines: list[Engine] = [WekaEngine(), SklearnEngine(), engine_named("weka")]
    try:
        results: StudyResults = run_study(
            ["monks-3", "swd"], engine=own, repeats=2, out="study.csv"
        )
        run_study("swd", ["J48", "sklearn.svm.SVC"], engine="sklearn", processes=True)
    except EngineError as error:
        print(error, engines, list(ENGINES))
    results = StudyResults.read(Path("study.csv")).select(dataset="swd")
    print(read_about("study.csv")["engine"], run_tasks(pow, [(2, 3)], 1, identity={}))
    print(summarise(results.folds), implied_chance([0.9], [0.8]))
    print(pair_tests(results), fold_table(results, "swd", "kappa"), holm([0.1, 0.2]))
    print(disagreements(results.summary(), results.summary()), chance_parts([7, 3], [9, 1]))
    print(chance_limits([60, 30, 10], 0.8), chance_decomposition(results).cells)
    tests = practical_tests(results, error=0.02, level=0.9)
    print(practical_summary(tests), error_units(results), measures_of_folds(results))
    table = results.summary(("dataset", "classifier"))["kappa"].unstack("classifier")
    whole: InteractionTest = interaction_test(table, table)
    print(whole.shifts, standardised(table))
    correlation: float = fold_correlation(results, "swd", "J48", "SMO")
    for train, test in WekaStratifiedKFold(10, random_state=1).split(y, y):
        print(train, test, correlation)
    return accuracy_vs_kappa(results)


def data() -> int:
    labelled = read_annotations(annotation_sets()[0])
    print(labelled.n_raters)
    where: dict[str, Path] = fetch("german-credit", only="german.data")
    source: Source = sources()["german-credit"]
    credit: GermanCredit = german_credit(FORMS[0])
    prepared: Preparation = preparations()["swd"]
    table: Table = encode("swd")
    size = Attribute("size", None)
    print(where, source.licence, credit.columns, prepared == preparation("swd"), size.values)
    print(kappabook.__version__)
    return write_arff(table, Path("swd.arff"))


def teaching() -> float:
    print(bool(check("03-4", 0.5)), same(Number(2), 0.5, 0.504))
    return auk_score(*sample_scores())


def published() -> list[str]:
    reports = [
        kappabook.grim(200, agreement=".85", kappa=".62", margins=["60", None]),
        kappabook.score(y_true=y, y_pred=guess, y_score=score),
        kappabook.agree("moods.csv", item="text", weights="linear"),
        kappabook.report("iris", "species", repeats=1),
    ]
    print(reports[1].data["kappa"])
    return [report.written("markdown") for report in reports]
