"""The functions that exercises ask for: hidden inputs, what is right for them, and usual slips.

What is right comes from the library, which reaches it another way than a learner would. The
inputs are made from a fixed seed. Small inputs come first, since the first that fails is shown.
"""

from kappabook.teaching.exercises.tasks.curves import APART, AUK, BEST
from kappabook.teaching.exercises.tasks.formulas import BENEFIT, CHANCE, CORRECTED
from kappabook.teaching.exercises.tasks.ratings import ALPHA
from kappabook.teaching.exercises.tasks.tables import LIMIT, LISTS, WEIGHTED

TASKS = {
    "kappa_of_lists": LISTS,
    "weighted_kappa": WEIGHTED,
    "best_kappa": BEST,
    "chance_behind": CHANCE,
    "corrected_t": CORRECTED,
    "auk_by_trapezoids": AUK,
    "share_apart": APART,
    "largest_kappa": LIMIT,
    "net_benefit": BENEFIT,
    "alpha_of_ratings": ALPHA,
}
