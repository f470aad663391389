"""Does the measure matter? What it costs to choose a classifier by one measure or another.

``docs/regret-plan.md`` is the plan, ``docs/regret.md`` what was found, ``experiments/regret`` the
experiment, and `results` reads what it left, as DataFrames:

>>> from kappabook.study.regret import results
>>> len(results.contrasts())
18
"""

from kappabook.system.extras import need

with need("report"):
    from kappabook.study.regret import results

__all__ = ["results"]
