"""What each claim of the paper comes to: from print alone, and from our own run in WEKA."""

from __future__ import annotations

from collections.abc import Mapping

from kappabook.ledger import Finding
from kappabook.papers.bendavid2007 import (
    appendix,
    averages,
    conclusions,
    corrections,
    discussion,
    grim,
    prose,
    ranks,
    regression,
    rerun,
    shares,
    statements,
    variation,
)
from kappabook.papers.bendavid2007.keys import KEY
from kappabook.transcription import LedgerError


def findings(printed: Mapping[str, str]) -> dict[str, Finding]:
    """Compute one finding per claim.

    Parameters
    ----------
    printed : mapping of str to str
        The printed text of every claim of this paper, by id.

    Raises
    ------
    LedgerError
        Two checks for one claim.
    """
    found: dict[str, Finding] = {}
    for part in (
        prose.sections_1_to_4(printed),
        averages.table_7(printed),
        regression.table_8(printed),
        ranks.table_9(printed),
        ranks.table_10(printed),
        ranks.table_11(printed),
        conclusions.table_12(printed, rerun.lev_correlation()),
        statements.of_table_7(printed),
        statements.of_table_9(printed),
        statements.of_table_10(printed),
        variation.of_table_11(printed),
        shares.one_third(printed),
        discussion.sections_6_and_7(printed),
        appendix.averages(printed),
        rerun.appendix_cells(printed),
        rerun.defaults(printed),
        corrections.cells_and_averages(printed),
        corrections.table_11(printed),
        grim.folds_and_intervals(printed),
    ):
        for name, finding in part:
            if found.setdefault(f"{KEY}.{name}", finding) is not finding:
                raise LedgerError(f"{KEY}.{name}: two checks; keep one.")
    return found
