"""The longer notes of the ledger: for and against."""

MAGNIFIES = (
    "The advantage P_o - P_e is multiplied by 1/(1 - P_e), never less than 1. The random "
    "classifier has the frequencies of both sides, truths and predictions; a disadvantage is "
    "magnified likewise."
)

ROBUST = (
    "For: whatever the imbalance, a classifier that always names the larger class has kappa 0, "
    "where accuracy flatters it. Against: the shown kappas are of one test, which is right on "
    "90 % of the sick and on 90 % of the healthy, where 50, 10 and 1 % are sick. The test "
    "stays the same, and kappa falls. The page's own list of limitations says so too."
)

CLASSES = (
    "Proved from the page's own formulas for any number of classes: without errors kappa is 1 (if "
    "more than one class occurs), and a guesser has kappa 0 whatever its margins are."
)

DETECTION = (
    "For: boxes that were matched with true objects have labels, and these make a table. Against: "
    "the table also needs true negatives, and the places where nothing is and nothing was found "
    "cannot be counted. As they become countless, kappa becomes the F1 score, shown here."
)

RANGE = (
    "Unlike a correlation, kappa reaches -1 in one situation only: both sides put half of the "
    "cases into each class, and the classifier is wrong in all of them."
)

TYPICAL = (
    "For: a classifier that is no worse than chance lies there. A binary one that is worse "
    "gets there if we exchange its answers. Against: this is a remark on classifiers, not on "
    "kappa. Of all binary tables as many have a negative kappa as a positive one, because "
    "exchanging the predictions changes the sign of TP TN - FP FN."
)

ZERO = (
    "For: kappa is 0 exactly if P_o = P_e, the accuracy of a guesser who keeps both margins. "
    "Against: kappa 0 says that the model agrees with the truth no better than by chance. The "
    "model need not agree with any random model, nor perform like a completely random one. An "
    "example is a model that always says healthy, where nine of ten cases are healthy. It has "
    "kappa 0 and accuracy 0.9. It agrees with a fair coin in half of the cases, and the coin "
    "is right in half."
)

NEGATIVE = (
    "For: kappa is negative exactly if P_o < P_e, so a guesser with the same margins is right more "
    "often. Against: another random guesser need not be: the shown table has a negative kappa, and "
    "a fair coin is right in half of its cases."
)

COUNTS = (
    "TN is needed too, but is not named. If each case has one label, TN follows, because TP + "
    "FN of all classes add up to the number of cases. It does not follow from TP, FP and FN of "
    "one class alone."
)

KIND = (
    "For: it is the documentation's own term. The guide that the page links explains "
    "one-vs-rest as a binary problem, and among its limitations calls it a single-class "
    "problem: one class is looked for, and the rest is whatever it is not. Against: a reader "
    "of this page alone meets two classes, the one and the rest. With literally one class "
    "every case agrees, by chance too, and kappa is 0/0."
)

WEIGHTED = (
    "The page leaves the three to another page; by the field's usage (scikit-learn's) macro is the "
    "plain mean, weighted the mean by true frequency, micro the kappa of all one-vs-rest tables "
    "added up."
)

SUMMARY = (
    "For: each average is one number, and macro and weighted tell of the classes' own kappas. "
    "Against: the page's first formula gives one kappa for any number of classes, and none of "
    "the three averages gives it; micro does not even depend on the margins. The mean with the "
    "weights r + c - 2 r c, r and c being the class's shares of truths and predictions, is "
    "kappa exactly."
)

SCALE = "Landis and Koch (1977), who call these divisions arbitrary."

SCALE_ZERO = (
    "This row and the next have no gap and no overlap. In Landis and Koch (1977) poor is below "
    "0, and 0 is slight."
)

SCALE_ONE = "A row of the page's own; Landis and Koch (1977) end with almost perfect."

WORDS = "Landis and Koch (1977) against McHugh (2012, Biochemia Medica 22, Table 3)."

DIFFERS = (
    "For: each case that the threshold passes changes the table, and so kappa as a rule. Against: "
    "thresholds between the same two scores give one table, and different tables may have one "
    "kappa: shown are 1, 2 and 3 of four cases called positive."
)
