"""A measure of one's own in the regret experiment: its rows among the others, and its figure."""

from __future__ import annotations

from pathlib import Path

import matplotlib.pyplot as plt

from kappabook.display.style import METADATA, STYLE, metadata
from kappabook.files import writing
from kappabook.papers.critics.figures.regret import own_measure
from kappabook.study.regret.results import mean_costs, read_table, say_if_versions_differ

NAME = "regret-own-measure"


def show(measure: str, folder: Path) -> str:
    """Draw the measure's regret into `folder`, and return its rows among those of the others.

    Parameters
    ----------
    measure : str
        ``module:function``, as given to ``make regret``.
    folder : Path
        Where the run wrote its tables.

    Returns
    -------
    str
        Mean costs under the priors A, B and C, rule by rule, the cheapest under C first; then
        how often the measure was undefined; then the figure's paths.
    """
    say_if_versions_differ()
    costs = read_table(folder / "regret-costs.csv")
    means = mean_costs(table=costs).reset_index().sort_values(["rule", "C"], kind="stable")
    lines = [
        f"Mean cost over {costs['source'].nunique()} source data sets, first design; "
        "1 is the better trivial classifier."
    ]
    for rule in means[means["measure"] == measure]["rule"]:
        rows = means[means["rule"] == rule]
        lines += ["", rows.to_string(index=False, float_format=lambda x: f"{x:.4f}")]
    odd = read_table(folder / "regret-oddities.csv")
    odd = odd[odd["whose"].str.startswith(f"{measure}, ")]
    lines += [""] + [
        f"{row.what}: {row.whose}, in {row.splits} of {row.of} splits ({row.design} design)"
        for row in odd.itertuples()
    ]
    paths = [folder / f"{NAME}.{suffix}" for suffix in METADATA]
    with writing(*paths) as drafts, plt.style.context(STYLE, after_reset=True):
        figure = own_measure(
            measure,
            read_table(folder / "regret-curves.csv"),
            read_table(folder / "regret-implied.csv"),
        )
        for draft, kind in zip(drafts, METADATA, strict=True):
            figure.savefig(draft, metadata=metadata(kind, str(figure.get_label())))
    return "\n".join([*lines, *map(str, paths)])
