"""The longer notes of the ledger: for and against."""

RERUN = "From the counts of judge closer, equally close, person closer for each person."

ADVANTAGE = (
    "For: in each set the two orders of the models, by advantage and by winning rate, contradict "
    "each other in two pairs only, both nearly even. Against: closeness without chance rewards a "
    "model that always gives the usual label. On summeval, mistral-v03 has the highest advantage "
    "of the six and with {kappa:.2f} by far the lowest quadratic kappa with the people."
)

EPSILON = (
    "p falls as epsilon grows, for each person, and so the step over the people never keeps "
    "fewer. At epsilon 0 none of the 46 models passes."
)

NOISE = (
    "Simulated by the authors; the code is not in the copy of the notebook that we read. If a "
    "label is kept with probability 1 - noise and else drawn evenly from the 4 labels, kappa is "
    "(1 - noise)^2: 0.81, 0.64, 0.49 and 0.36."
)

NOT_AGREEMENT = (
    "The rule of thumb, kappa with the model at least kappa among the people, judges these models "
    "the other way. It asks for no significance and gives no discount; the test does both."
)

TWO_PEOPLE = (
    "For: with two people the judge is set against one by the other's labels. Against: the judge "
    "is compared with how much the two agree, not with one against the other. In the example it "
    "agrees equally with both, each time where they differ, and wins against both."
)

LOW_AGREEMENT = (
    "For: a discount says more where even people are near guessing; and the first rule, what a "
    "person costs, comes before this one. Against: the eight epsilons used do not follow it: "
    "where kappa among the people is lowest (10k_prompts, {low:.2f}) epsilon is 0.15, where it is "
    "highest (cebab_aspects, {high:.2f}) it is 0.1."
)

ENOUGH = (
    "For: of the models that fail, {failing} their verdict in 80 % of the draws. "
    "Against: of the {passers} that pass with all items, {fifty} pass in more than half of the "
    "draws of 50 items a person, {hundred} with 100. With so few items the test mostly says no. "
    "Each person's items are drawn by themselves, 1000 times, without replacement."
)

MORE_ITEMS = (
    "Every count doubled: {up} of 46 winning rates rise and none falls. Doubling keeps each mean "
    "difference; a person who is better by more than epsilon is not rejected with any number."
)

CLOSED = (
    "By the highest advantage of each kind. For: it holds in {n} of the {of} sets that both "
    "judged. Against: not on {but}, where both open models are above all closed ones."
)

MAJORITY_NOTE = (
    "Let c(x) people say x. Whoever says x has c(x) - 1 others with her. If she says what most "
    "say, m, she and the judge tie; if not, c(m) others are with the judge, and c(m) >= c(x) > "
    "c(x) - 1. Tried for three labels and all answers of up to five people."
)

MEAN_NOTE = (
    "The mean of all lies between a person's label and the mean of the others, and the nearer to "
    "that mean, the smaller the error. Tried for four labels and all answers of up to five "
    "people, as fractions. The mean need not be a label."
)

SUMMARY_READ = " The paper itself was not read; a public summary states the result."
