"""What a notebook shows: figures as SVG, and printed beside computed."""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import Any

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib_inline.backend_inline import set_matplotlib_formats

from kappabook import papers
from kappabook.display.style import STYLE
from kappabook.ledger import Finding, Number, Row, judge
from kappabook.workbook.figures import METADATA

COLUMNS = ("printed", "computed", "verdict")


def use_notebook_style() -> None:
    """Show figures in the workbook's style, as SVG that two runs make alike, and whole texts."""
    plt.style.use(STYLE)
    set_matplotlib_formats("svg", metadata=METADATA["svg"])
    pd.set_option("display.max_colwidth", None)


def compare(claims: str | Mapping[str, Any], computed: Any = None) -> pd.DataFrame:
    """Set computed values beside printed ones, by the ledger's own rule.

    Parameters
    ----------
    claims : str or mapping of str to number
        A claim's id with `computed`, or ids with their values.

    Examples
    --------
    >>> compare("bendavid2008.example2.kappa", 0.6)["verdict"].item()
    'reproduced'
    """
    values = {claims: computed} if isinstance(claims, str) else dict(claims)
    return _table([_judged(claim, value) for claim, value in values.items()], COLUMNS)


def ledger(pattern: str, *columns: str) -> pd.DataFrame:
    """Show the rows of the ledger whose claim matches a pattern such as ``bendavid2008.a4.*``."""
    key = pattern.partition(".")[0]
    found = [row for row in papers.rows(key) if fnmatchcase(row.claim, pattern)]
    if not found:
        raise ValueError(
            f"no claim matches {pattern!r}; ids look like {papers.rows(key)[0].claim}."
        )
    return _table(found, columns or COLUMNS)


def _judged(claim: str, value: Any) -> Row:
    key = claim.partition(".")[0]
    known = {c.claim: c for c in papers.claims(key)}
    if claim not in known:
        raise ValueError(f"no claim {claim!r} in {key}; see ledger('{key}.*').")
    erratum = next((e for e in papers.errata(key) if e.claim == claim), None)
    damaged = papers.findings(key)[claim].damaged
    return judge(known[claim], Finding(Number(value), damaged=damaged), erratum)


def _table(rows: list[Row], columns: tuple[str, ...]) -> pd.DataFrame:
    cells = [[getattr(row, column) for column in columns] for row in rows]
    index = pd.Index([row.claim for row in rows], name="claim")
    return pd.DataFrame(cells, index=index, columns=list(columns))
