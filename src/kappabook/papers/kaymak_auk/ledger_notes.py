"""The longer notes of the ledger: for and against, with sources."""

from __future__ import annotations

from collections.abc import Mapping

NONLINEAR = "Unless p = 1/2, the AUC alone does not determine the AUK; see s6.function."

PRIORS = "This is about a given ROC curve. Its rates are computed within each class."

HAND = (
    "For: AUC = 1 - E[least loss]/(2 p n) (proved; Hand 2009, Machine Learning 77). Here each "
    "case's own score is the threshold, and the costs are those for which this threshold is "
    "best. These costs depend on the model: the median share of a false positive in the cost, "
    "shown here, differs between two models. Against: this supposes that thresholds are the "
    "best ones for the costs. If they are set without regard to costs, evenly over the ranks, "
    "the AUC is linear in the expected loss, under one and the same uniform distribution of "
    "costs for all models (Flach, Hernandez-Orallo and Ferri 2011, ICML)."
)

IMPLICIT_COSTS = (
    "For: (21) names no costs and weighs every false positive rate alike, for all models. "
    "Flach, Hernandez-Orallo and Ferri (2011) read the AUC with thresholds that are set to "
    "reach a rate and not for their costs. If we read the AUK so, no distribution differs "
    "between models. Against: by Hand's (2009) argument a rate stands for the costs under "
    "which its threshold is best. These costs follow from the slope of each model's own curve, "
    "so from its scores of the negatives. At p = 0.11 the median share of a false positive in "
    "the cost, shown here, differs between two models. So the AUC's difficulty is moved, not "
    "removed."
)

OBJECTIVE = (
    "For: once positive class, p and the rule of integration are stated, everybody computes "
    "the same number. Against: unlike the AUC, the AUK changes when the other class is called "
    "positive (shown for t = f^c with the printed AUC 0.7493, at p = 0.89 and 0.11), and the "
    "document does not say which class was positive in its own example. The H-measure is "
    "called subjective for a parameter of the same kind."
)

UNIQUE = (
    "For: lines of equal kappa are straight, so along a strictly concave ROC curve kappa has one "
    "maximum, for every p (proved). Against: a curve that is not concave can have several "
    "(s7.multiple), a hull an edge of equal optima; Section 7 says 'usually' and 'can happen'."
)

DOMINANCE = (
    "If f and p stay the same, accuracy, kappa and the costs saved all rise with t (proved), "
    "whatever the costs of the two errors. At f = 1 all ROC curves meet, so 'for all values of "
    "f' must leave out the ends."
)

AUC = "The trapezoid counts a tie one half; swapping the classes changes nothing."

PAIRS = (
    "The statistic is divided by the number of pairs, and a tie counts one half. Area and "
    "statistic are both bilinear in the numbers of positives and negatives at each score. So "
    "it is enough to compare them for one positive and one negative: above, level or below. "
    "The rankings shown hold these three cases."
)

SPECIFIC = (
    "For: at equal sensitivity a more specific model has the better precision on the class of "
    "interest. Against: specificity is TN/n, a share of the other class; calling everything "
    "negative is perfectly specific and finds none of the class of interest."
)

GUESSERS = (
    "A guesser by class shares is right in p^2 + n^2 = 86.98 %, a fair coin in 50 %. No "
    "guesser who looks at nothing exceeds the majority's 93 %, and only the majority reaches "
    "it."
)

RANDOM = (
    "For: in the table that a guesser expects, every cell is the product of its margins, and "
    "kappa is 0. If both margins stay fixed, the expected kappa is exactly 0 too. Against: a "
    "single guess need not have kappa 0. With three of six cases positive, and three called "
    "positive, its kappa is {}."
)

ADDED = (
    "For: both guessers have kappa 0, and a perfect classifier has 1. Against: a positive "
    "kappa does not promise a better accuracy than the majority classifier's. The table shown "
    "is an example; it has p = 0.07."
)

SCALE = (
    "True of kappa, for every p. It does not carry over to the AUK, whose largest value is 0.265 "
    "at p = 0.11, 0.5 at 0.5 and 0.595 at 0.89."
)

EIGHTIES = (
    "For: textbooks and programs of that decade. Against: Cohen's kappa of 1960 has any number of "
    "classes, and his weighted kappa is of 1968 (Psychological Bulletin 70)."
)

SAME_CASES = (
    "For: the accuracies are compared as those of one test. Against: p belongs to the data, and "
    "three values of it cannot come from the same cases. With p = 0.07 throughout, tables with "
    "the cells (.04, .03, .02, .91) and (.06, .01, .04, .89) have the same accuracy and show the "
    "same: kappa {repaired}."
)

MINORITY = (
    "This holds for p < 1/2 and a < 1. If a hit among the negatives is exchanged for a hit "
    "among the positives, at the same p, the accuracy stays and kappa rises. Tables 1-3 change "
    "p as well."
)

COHEN = "Cohen (1960), Educational and Psychological Measurement 20."

# --- Sections 4-7 and 9 -------------------------------------------------------------------------

UNLESS_BALANCED = "This holds unless p = 1/2, where kappa is t - f."

DRAWN = "An input of the example. The picture is not in the text, and our drawing follows the text."

CORNER = (
    "For: if nearer is meant at every f, the nearer curve is the higher one. Against: a curve that "
    "comes nearer to the upper left corner at one point can lie lower elsewhere; the two shown "
    "curves do. Higher at every f is Section 2's own condition."
)

EARLIER = (
    "This uses TP = pt, FP = (1 - p)f and 1 - 2n = 2p - 1. The list of references is not in "
    "our copy. We take from its subject that [2] is Ben-David (2008), the document "
    "bendavid2008."
)

REFERENCES = (
    "Our copy ends before the list. Every number from 1 to 12 is cited. The text itself says what "
    "four of them are: [1] the UCI repository, [2] the earlier paper on ROC curves and kappa (see "
    "s4.earlier), [4] Cohen's proposal of 1960, [8] Hand's paper on the H-measure. The other eight "
    "we cannot check."
)

NESTED = "For any two nested ROC curves and any p: at given f kappa rises with t (proved)."

FUNCTION = (
    "For: at p = 1/2 it is, by (23). Against: at any other p two concave curves of one AUC can "
    "have different AUKs, and only bounds follow from the AUC; the shown range is sharp."
)

_ONE_IF_CONCAVE = (
    "For: along a strictly concave ROC curve kappa has one maximum, for every p (proved): lines "
    "of equal kappa are straight. Against: "
)


def usually(maxima: Mapping[str, tuple[int, int]]) -> str:
    """Write for and against one maximum of a kappa curve."""
    return (
        f"{_ONE_IF_CONCAVE}the curve of a sample is not concave.{_counted(maxima)} The "
        "document does not count how often that is so. The word may mean one largest "
        "value among many local ones."
    )


def typically(maxima: Mapping[str, tuple[int, int]]) -> str:
    """Write for and against one best threshold."""
    return (
        f"{_ONE_IF_CONCAVE}all thresholds between two neighbouring scores give the same kappa, a "
        "hull can have an edge of equal optima, and the curve of a sample is not concave."
        f"{_counted(maxima)} The document does not count how often the best threshold is unique."
    )


def _counted(maxima: Mapping[str, tuple[int, int]]) -> str:
    if not maxima:
        return ""
    counts = ", and ".join(
        f"{local} local maxima ({model}), {best} of them the largest"
        for model, (local, best) in maxima.items()
    )
    return f" In the split of German Credit that we show, kappa has, without the hull, {counts}."


TWO = "A ROC curve that is not concave: its hull joins the two points and has a plateau there."

LEFT = (
    "For concave ROC curves, whose slope falls to the right: (26) asks for a slope above 1 when "
    "p < 1/2 and t > f, and for 1 when p = 1/2."
)

CONDITION = (
    "This is the slope of the line of equal kappa through the point. It holds no property of a "
    "model."
)

ONE_TO_ONE = (
    "At given f and p, since kappa rises strictly with t. A kappa alone does not give the point: "
    "a whole straight line of points shares it."
)

BETTER = (
    "For: kappa, and so the AUK, changes with the class distribution. Against: that also makes it "
    "incomparable between data sets; its scale changes with p, it depends on the choice of the "
    "positive class, and its weights on the operating points are as arbitrary as the AUC's."
)

# --- Section 8 ----------------------------------------------------------------------------------

INPUT = "An input of the experiment; the re-run takes it as printed."

STATLOG = "The Statlog file has 700 good and 300 bad credits."

MINORITY_LEFT = (
    "An input of the experiment. Beside the 700 good credits of the Statlog file, 86 or 87 bad "
    "ones make 11 %. With 768 samples in all they would be 68, or 8.9 %; see s8.samples."
)

SAMPLES = (
    "For: 84 bad and 684 good credits are 768 with 10.9 % bad ones, if good ones were deleted as "
    "well, which the text does not say. Against: deleting bad credits alone, as the text says, "
    "leaves 700 good ones, and 11 % of bad ones make it 786 (86 bad, 10.9 %) or 787; 768 may be a "
    "slip for 786, with two digits exchanged."
)

WIDE = (
    "The range is the middle 95 % of the splits. (For the net, each end is that of the "
    "training that reaches farther.) The range is wide, so it excludes little and confirms "
    "little."
)

POSITIVE = (
    "For: if the good credits are the positive class, p = 0.89, the value is possible. Against: "
    "Sections 2 and 7 take the rare class as the positive one, here the bad credits, p = 0.11, "
    "and then it is not; Section 8 does not say which class was positive."
)

CONVEX = (
    "For: the region below such a curve is convex, and 'convex hull' is the usual name. Against: "
    "as a function of f the curve is concave: its slope falls from left to right (shown for the "
    "hull of a dented curve), and 'convex' is the word for the opposite."
)

KAPPA_CONVEX = (
    "For: 'made convex' may be said of the ROC curves alone, from which the kappa curves follow by "
    "(19). Against: the sentence names both, and a kappa curve of a concave ROC curve need not "
    "have one shape: the shown one is concave at its top and hollow at the right."
)

POSITIVE_CLASS = (
    "This is arithmetic on the printed areas. They fit the good credits as the positive class. "
    "The text does not show whether the ranks turn when the bad ones are positive."
)

BEST = "By AUC, in the same table, the linear model is the best."

CROSSING = (
    "Follows from the reversed ranks: if one ROC curve lay above the other, so would its kappa "
    "curve, and both its areas would be larger."
)

MAY_DIFFER = (
    "The first curve rises early, the second reaches the top early; the first leads below that p."
)

CORRELATED = (
    "Correlation of AUC and AUK over the splits, by model, with either class positive; at p = 1/2 "
    "it is 1, by (23)."
)

ORIGINAL = (
    "The document says so of one split and does not give the values. We show the percentage of "
    "splits in which AUC and AUK rank the models alike, with either class positive."
)

NO_RERUN = "The results of the re-run (make rerun WHAT=german-credit) are not here."

OPERATING_POINT = (
    "For: by (19) kappa at the printed point is {at_good:.4f} at p = 0.89; over all rates that "
    "round to the printed ones, {good[0]:.3f} to {good[1]:.3f}. Against: at p = 0.11, the "
    "share of the rare class, which Sections 2 and 7 take as positive, it is {at_bad:.3f}, or "
    "{bad[0]:.3f} to {bad[1]:.3f}. This argument needs no integration. The printed kappa is t "
    "- f = {difference:.3f}, which (19) gives at p = 1/2 and at p = {share:.4f}; the first is "
    "excluded by Table 4, where AUK is not AUC - 0.5. So the tables and this point cannot all "
    "come from exact integration at p = 0.11; p about 0.89 fits. The simplest account is that "
    "the good credits were the positive class; a mixed reading, the ROC curve of the bad ones "
    "with p = 0.89 in (19), fits too."
)

SLOPE = (
    "For: at p = 0.89, the good credits positive, the point can be the best one. Against: at p = "
    "0.11 (26) asks for a slope of {slope:.2f} there; a ROC curve with its largest kappa there "
    "stays below the line of that slope, so its AUC is at most {bad:.4f}, and Table 4 prints "
    "{auc}. At p = 0.89 the limit is {good:.4f}. This uses (19), but neither the printed "
    "kappa nor an AUK. The printed f is t less the printed kappa; see s8.kappa."
)

RATE = (
    "For: by (19) at p = 0.89, the good credits positive, the printed f and kappa give it. "
    "Against: at p = 0.11, the bad ones positive, no t reaches that kappa. The printed t is f "
    "plus the printed kappa; see s8.kappa."
)
