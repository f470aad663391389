"""An example for each piece of advice: two situations, and what counts.

Each says what counts (the *criterion*, computed without the measures in dispute), which measure
is advised, and which ones mislead. `CounterExample.holds` says that the advised measure orders the
two situations as the criterion does, and that those do not. We chose the situations, so an example
shows what *can* happen; how often it happens is what `kappabook.study.regret` counts.
"""

from kappabook.papers.critics.guide.counterexamples.agreement import many_raters as many_raters
from kappabook.papers.critics.guide.counterexamples.agreement import (
    ordered_raters as ordered_raters,
)
from kappabook.papers.critics.guide.counterexamples.agreement import raters as raters
from kappabook.papers.critics.guide.counterexamples.always import (
    always_an_interval as always_an_interval,
)
from kappabook.papers.critics.guide.counterexamples.always import (
    always_the_matrix as always_the_matrix,
)
from kappabook.papers.critics.guide.counterexamples.decisions import known_costs as known_costs
from kappabook.papers.critics.guide.counterexamples.decisions import many_classes as many_classes
from kappabook.papers.critics.guide.counterexamples.decisions import (
    moving_prevalence as moving_prevalence,
)
from kappabook.papers.critics.guide.counterexamples.decisions import (
    range_of_costs as range_of_costs,
)
from kappabook.papers.critics.guide.counterexamples.decisions import (
    stable_against_accuracy as stable_against_accuracy,
)
from kappabook.papers.critics.guide.counterexamples.decisions import (
    stable_against_youden as stable_against_youden,
)
from kappabook.papers.critics.guide.counterexamples.scores import probabilities as probabilities
from kappabook.papers.critics.guide.counterexamples.scores import ranking as ranking
from kappabook.papers.critics.guide.counterexamples.scores import top_of_the_list as top_of_the_list
