"""What the ledger says beside the critics' claims: for, against, and how far each goes."""

# --- the defence --------------------------------------------------------------------------------

VALIDITY = "One judge is the criterion, so the costs need not be symmetric: 1, 4; 1, 6; 2, 2."
SCALE = (
    "For: a common language, used everywhere since. Against: its authors offer it as a convention, "
    "and it puts one and the same agreement into two classes when the prevalence differs."
)

# --- the paradoxes ------------------------------------------------------------------------------

QUOTED_IN_GERSTMAN = "Quoted in Gerstman, Epidemiology Kept Simple, Table 10.6."

QUOTED_IN_WIKIPEDIA = (
    "Quoted in Wikipedia's article on kappa, as MVPA-Light quotes it "
    "(unittest_mv_calculate_performance.m); we know only from memory that the table is of this "
    "paper."
)

FIRST_PARADOX = (
    "For a fault: the raters of both tables agree equally often. Against (Vach 2005): where one "
    "answer is common, agreeing is easy, and to say so is what kappa is for; 0.32 is the share "
    "gained of what chance left open."
)
SECOND_PARADOX = (
    "For a fault: raters who use the categories unequally get the higher kappa at the same "
    "agreement (Warrens 2010). Against: unequal margins make chance agreement rarer, so the same "
    "agreement is worth more; and Scott's pi, with shared margins, does not reward them."
)
PENALTY = (
    "Shown for two classes and a given prevalence index, from the identity of Byrt et al.; only "
    "the abstract was read."
)
SPECIFIC = "So P_o hides which of the two is low, and kappa does not show it either."
F1 = (
    "F1 is the limit of kappa when the agreed negatives grow without bound, which means that "
    "they cannot be counted."
)
SCENARIO = (
    "Computed from the cells of Feinstein and Cicchetti; that the row has these cells is inferred "
    "from its values, as the paper's own Table 2 was not seen."
)
OTHER_CELLS = (
    "For a misprint: Feinstein and Cicchetti's third table, whose other values the row has, gives "
    "5/12, which rounds to 0.42; and no table of 100 cases gives 0.41 with the other values of the "
    "row. Against: the paper's Table 2, with the cells, was not seen, and a table of 60 cases (27, "
    "10, 14, 9) gives every value of the row as printed, 0.41 included."
)
LOWEST = (
    "All hits are in one class, and both classes share the errors equally. Then kappa is -(1 - "
    "P_o)/(1 + P_o)."
)
HIGHEST = (
    "The classes share the hits equally, and all errors are of one kind. Without bias kappa is "
    "2 P_o - 1 = 0.9 exactly."
)
ABANDON = (
    "For: at the same accuracy kappa can be anything from no agreement to almost perfect. "
    "Against: that is information on the margins, which accuracy hides. At the low end the "
    "majority classifier is more accurate. Both sides ask for the confusion matrix."
)

# --- prevalence and bias ------------------------------------------------------------------------

FREE_MARGINS = (
    "For 1/n: margins that raters choose freely are part of what they agree on (the paper). "
    "Against: 1/n lets two raters who call almost everything yes score high by their habit; "
    "S also rises when categories that nobody uses are added."
)
BASE_RATE = (
    "Derived here: (P_o - max p)/(1 - max p) is 0 for the majority answer and never above "
    "kappa, for any number of classes, since chance agreement is a mean of the criterion's "
    "shares."
)
RARE = "For a specificity below 1: false positives then outnumber the true ones."
LATENT = (
    "Derived from the formula of Thompson and Walter. It supposes that prevalence can change while "
    "sensitivity and specificity stay; Vach holds that in agreement studies they do not."
)
PURPOSE = (
    "For: prevalence enters through chance agreement alone, and to correct for that is the "
    "purpose. Against: a reader who compares two studies compares their prevalences as well "
    "(Feinstein and Cicchetti 1990; Byrt et al. 1993; Foody 2020)."
)
NEGLIGIBLE = (
    "The text of the paper says what the model is and how small negligible is. We read only "
    "the abstract."
)

# --- other chances ------------------------------------------------------------------------------

PI_BELOW = (
    "This holds for any number of classes. Pi and kappa are equal when the margins are equal."
)
DIFFER = "Shown on the fourth table of Feinstein and Cicchetti."
HOMOGENEITY = (
    "For: raters who use the categories differently do not agree on what the categories are. "
    "Against: a test finds any difference in a large enough sample, and says nothing of its size."
)
INDEPENDENT_AC1 = (
    "Two raters who answer at random with equal margins have AC1 > 0, unless both say yes in "
    "half of the cases. If both say yes in 0.9 of the cases, AC1 is 0.8. So AC1 is not 0 for "
    "chance in kappa's sense."
)
STABLE = (
    "For: on the skewed table AC1 stays near the agreement. Against: its chance agreement "
    "falls where one answer is common, so it rewards raters who give that answer by habit; see "
    "gwet2008.independent."
)

# --- disagreement -------------------------------------------------------------------------------

QUANTITY = "Class by class |x - y|/2 + min(x, y) = (x + y)/2; each error is counted in two classes."
FACTORS = "For margins p <= q; K_histogram is Cohen's largest kappa."
DEATH = (
    "For: kappa mixes two kinds of error that have different remedies, and a random map is no "
    "rival. Against: Q and A are errors of one size whatever the prevalence; a map that shows "
    "one class throughout has a small Q if the class is common, and kappa 0. One may report "
    "all three."
)
KHAT = "So what remote sensing calls KHAT is Cohen's kappa of the error matrix."
FINLEY = "Never forecasting a tornado is more accurate than Finley; kappa ranks it below him."
CATEGORIES = (
    "Shown on Cohen's (1968) own table: joining two diagnoses raises or lowers kappa. So kappas "
    "of different numbers of categories are not comparable."
)
MEAN = (
    "Joining all but one class gives kappas whose weighted mean is kappa, so unless "
    "all are equal one is above it and one below."
)

# --- relatives ----------------------------------------------------------------------------------

FACTOR = (
    "The factor is (x + 1/x)/2 with x^2 the ratio of the odds of p and of q: of two "
    "classifiers with the same kappa, MCC prefers the one whose share of positives is further "
    "off."
)
BOUND = (
    "It is the excess of (1 - P_c)^2 over the squared denominator of MCC, so |kappa| <= |MCC|, "
    "with equality only at p = q or where both are 0."
)
INFORMATIVE = (
    "For (Delgado and Tibau as well): the eager classifier finds 95 of 100 positives, the cautious "
    "one 50, and kappa prefers the latter. Against: the eager one raises 150 false alarms among "
    "900, the cautious one 30. Kappa's choice is cheaper while a miss costs fewer than 8/3 false "
    "alarms, MCC's if it costs more; neither measure knows the costs."
)
ONE_SIDED = (
    "For two classes with equal hits: the discrepancy grows as the errors move to one side, "
    "that is, as the entropy of the errors falls. The paper studies more classes."
)
WORSE = (
    "For: where kappa and MCC part, as here, J sides with MCC. Against: then it is MCC or J "
    "that calls a classifier worse, and they are disputed too. So is accuracy, which agrees "
    "with kappa. By costs neither is always right: kappa's choice is cheaper while a miss "
    "costs fewer than 8/3 false alarms. The paper's own examples were not read."
)
H = "Derived here for positive association and margins p <= q; phi is MCC."
INFORMEDNESS = "Here q is the share called positive (the paper's bias)."
UNCHANGED = "For rates that stay as they are, whatever the prevalence."
HALVED = (
    "Unbiased classifiers with J = 1/2, carried from p = 0.05, 0.1, 0.15, 0.2 and 0.3 to 1 - p. "
    "For: kappa is halved near p = 0.15, and Fleiss' kappa, here Scott's pi, turns negative at "
    "0.05. Against: both depend on p and J, and pi is negated at none of these. The setting of the "
    "paper is in its text, which was not read."
)

# --- thresholds ---------------------------------------------------------------------------------

LOSS = (
    "The costs are distributed as the cases' own scores are. So the weights come from the "
    "classifier."
)
INCOHERENT = (
    "Two concave curves, t = f^(1/2) and t = f^(1/4), at p = 1/2. For the charge: what an error "
    "costs is a property of the problem, and AUC weighs it by the classifier. Against (Flach et "
    "al. 2011): AUC is also a loss with costs and thresholds drawn independently of the "
    "classifier; and as a probability of correct ranking it has no costs at all. Both densities "
    "have the mean p."
)
MODE = (
    "Here c is the cost of a false positive. At this c it costs the same to get the whole of "
    "either class wrong."
)
UNIFORM = "Constants derived here; the abstract says linear, with both distributions uniform."
COHERENT = (
    "For: no distribution depends on the model. Against (Hand 2009): then thresholds are set "
    "without looking at the costs, which nobody who knew them would do."
)
ACCURACY = "A false positive and a false negative cost the same, at the prevalence of the sample."
AUK = (
    "Hand's question put to the AUK, derived here. For coherence: thresholds at equal steps of the "
    "false positive rate, both errors at one price, for every classifier. Against: the price, one "
    "over the disagreement of a guesser with these margins, depends on the share called positive, "
    "so on the classifier; nor are the thresholds the best ones for any cost."
)

# --- the best threshold -------------------------------------------------------------------------

DERIVED = "The derivative of the measure in the cut is 0."
ONE_THRESHOLD = "Derived here for kappa: it rises up to one cut and falls after it."
UNINFORMATIVE = (
    "Derived here: at random F1 is 2pq/(p + q), which rises with the share q; kappa is 0 for all "
    "of them."
)

# --- the case as it is made today ---------------------------------------------------------------

FOUR_RATES = (
    "MCC^2 is informedness times markedness, and neither exceeds 1. So an MCC of r (positive) has "
    "sensitivity, specificity and both predictive values of at least r^2. Kappa never exceeds MCC "
    "where both are positive, so a kappa of r promises the same. Accuracy, F1 and balanced "
    "accuracy promise no such thing."
)
HIGH_AUC = (
    "The example shows the second half: the order is perfect, the cut is not. The first half "
    "follows from MCC^2 <= J: the point (f, t) of the cut has t - f >= MCC^2, so the concave curve "
    "through it has an area of at least (1 + MCC^2)/2. The same holds for kappa."
)
COPIED = (
    "Our own example: the reference repeats every error of the classification. Kappa is 1 as "
    "well. The charge is against every measure that takes the reference for the truth."
)
IMPROPER = (
    "Shown for kappa, on calibrated probabilities. Accuracy is largest at the cut 1/2 and J at the "
    "prevalence, whatever the classifier; kappa is largest at a cut that the classifier decides. "
    "So at any threshold that is fixed beforehand, 1/2 and the prevalence included, kappa can "
    "prefer probabilities that are wrong."
)
SPECIAL_CASES = "Kappa and MCC are no expected costs: no fixed costs give their order."
EXPECTED_COST = (
    "For: costs belong to the problem, and the costs that kappa implies depend on the classifier. "
    "Against: somebody must name the costs, and where nobody can, an average over guessed costs is "
    "a choice, too."
)
AIMS = (
    "For: which of two classifiers is better can depend on nothing but what its errors cost. "
    "Against: between raters there is no such aim, and agreement itself is the question."
)
FINGERPRINT = (
    "For: at fixed rates kappa changes its mind with the prevalence, so one must know whether the "
    "prevalence of the data is that of the use. Against: a catalogue of properties still ends in a "
    "choice among several measures. The framework's own words on kappa were not seen."
)
ARBITRARY = (
    "For: two respected measures order two classifiers differently, and reports seldom say why one "
    "was taken. Against: an order is arbitrary only until one says what counts."
)
ALIKE_AND_APART = (
    "Our own example: both judges agree with people on 90 of 100 answers, of which people pass 15. "
    "Kappa tells them apart, 0.46 and 0.69, but their shares of passes say why."
)
