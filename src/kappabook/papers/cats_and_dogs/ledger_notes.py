"""The longer notes of the ledger: for and against, with sources."""

DRAWN = (
    "This is how the document draws its figure. The picture is not in the text, and our "
    "drawing follows the text."
)

OPEN = "McHugh's last row is open, above 0.90; 1 is the largest kappa."

PERCENT = (
    "As a percentage it is right, but only because there are 100 images: 100 x the product over "
    "100 squared is the product over 100."
)

ZERO_PART = (
    "The step that is left out holds: a part that is 0 has an empty row or column, and with no "
    "image called a dog the first part equals the accuracy, here 0.90. So kappa is 0, or 0/0 if "
    "there is no dog either (proved)."
)

RATIO = (
    "For: 1 - P_e is the room above an independent guesser with these margins, P - P_e the part of "
    "it that is used. Against: a guesser's share of hits is no share of the model's hits; and a "
    "perfect model has other margins: its own chance agreement is {perfect}, not {chance}."
)

BETTER = (
    "For: the model that finds no dog has the higher accuracy and kappa 0. Against: kappa "
    "mixes the model with the margins: it orders models of the same accuracy by where they "
    "make their errors. Which error is worse, the user must say, by naming costs."
)

HIGHER = (
    "For: of two models with equal accuracy on one test set, the one with the higher kappa owes "
    "less of it to chance. Against: with 90 cats and 10 dogs, {worse.n} dogs and {worse.m} cats "
    "mispredicted give kappa {kappa:.3f}, above the 0 of calling everything a cat, with "
    "{errors} errors instead of 10."
)

SAFE = (
    "For: kappa 0 is outside the 95 % interval [{low:.2f}, {high:.2f}] and has p = {p:.4f} "
    "(large-sample, Fleiss, Cohen and Everitt 1969). Against: this model makes 14 errors and "
    "the other one 10. If all errors cost the same, the other model is the better one. Half of "
    "the ten dogs decide it."
)

NEGATIVE = (
    "For: kappa -1 needs every image wrong, and there phi, Pearson's coefficient for two classes, "
    "is -1 too. Against: phi is -1 for every data set whose images are all wrong, and kappa then "
    "is {kappas}; the text says so two paragraphs below."
)

USEFUL_RANGE = (
    "For: below 0 a model does worse than a guesser with its margins. Against: that is useful to "
    "know: a model that is always wrong is a perfect one with its labels exchanged."
)

COMMON = (
    "For: all {heavy} models of the 90/10 set have accuracy 0.90 or more, down to kappa 0. "
    "Against: the text does not say what 'high', 'near' and 'common' mean; kappa is below 0.2 "
    "in {low} of the {imbalanced} models of the two imbalanced sets."
)

IMPOSSIBLE = (
    "For: -0.60 and -0.22 stand for the same thing, all images wrong, so the numbers of two data "
    "sets do not compare. Against: within one data set they do, and phi is -1 for all three."
)

UNLIKELY = (
    "For: a model that has learned anything from its data is above 0 in expectation. Against: "
    "the 2007 paper on fifteen data sets (bendavid2007, Table 10) prints kappas below 0 for four "
    "of five classifiers on one of them."
)

COVER = (
    "For: rounded to two decimals, each kappa from 0.00 to 1.00 has exactly one level. Against: "
    "unrounded, {gaps} gaps of 0.01 are left, such as 0.205; {missed} of the {models} models of "
    "Figure 3 fall into one. And McHugh's own last row begins above 0.90, without a gap."
)

USEFUL = (
    "For: McHugh (2012) advises against relying on kappas below 0.60, where her Moderate "
    "begins. Against: no threshold fits every use; Landis and Koch (1977) call 0.41-0.60 "
    "moderate."
)

PERFECT = (
    "For: kappa 1 is perfect agreement, so a range that ends there may carry both names. Against: "
    "the text presents the scale as one that scientists proposed, and McHugh (2012), whom it "
    "cites, calls all of this range Almost Perfect."
)

VERY_GOOD = (
    "For: the model is right on 81 of 100 images, where chance is right on 36. Against: the "
    "text's own Table 1 calls a kappa of 0.70 {level}, for any number of classes."
)

APPROACHING = (
    "For: the word is loose, not wrong: with all dogs mispredicted, each mispredicted cat "
    "brings kappa closer to these two values, and no model has a smaller one. Against: the "
    "model that mispredicts every dog and every cat is one of those described. It has exactly "
    "-9/41 and -3/5, so these values are reached."
)

WORSE = (
    "For: more classes are harder to tell apart, and the accuracy falls. Against: at the same "
    "accuracy and equally frequent classes, kappa (mp - 1)/(m - 1) rises with the number m of "
    "classes; at p = 0.81: {kappas}. The text's own two models have 0.34 (two classes) and 0.70 "
    "(three)."
)

DIFFICULT = (
    "For: its value depends on the weights: here {linear:.3f} with linear, {quadratic:.3f} with "
    "quadratic ones. Against: with linear weights it is a mean of the plain kappas of the cuts "
    "mild | medium, hot and mild, medium | hot, weighted by their chance disagreement (shown; "
    "Vanbelle and Albert 2009); with quadratic ones nearly an intraclass correlation (Fleiss and "
    "Cohen 1973)."
)

INTERVAL = (
    "For: with many test cases the interval is narrow, and many reports give none. Against: with "
    "the text's 100 images, ten of them dogs, the 95 % interval of its 0.34 is "
    "[{low:.2f}, {high:.2f}], which holds kappas of {count} levels of its Table 1: {levels}."
)

CORRELATION = (
    "For: with equal margins kappa is Pearson's coefficient, phi for two classes; with quadratic "
    "weights it is nearly an intraclass correlation (Fleiss and Cohen 1973). Against: with other "
    "margins it is not: here phi is {phi:.4f} and kappa {kappa:.4f}, and |kappa| <= |phi| always "
    "(proved)."
)

DETERMINATION = (
    "For: where the margins are equal, kappa is Pearson's coefficient, and its square is the share "
    "of the variance that is explained (proved). McHugh (2012), whom the text cites, squares kappa "
    "in this sense for her Table 3. Against: the text's own model has other margins. There the "
    "share that is explained is the square of phi, {phi:.4f}; kappa squared is {kappa:.4f}."
)

PUBLICATION = (
    "The text does not name the publication, and the literature cannot be counted here. McHugh "
    "(2012), which it cites, describes the square."
)
