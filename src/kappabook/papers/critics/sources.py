"""Of what kind the critics' claims are, and how much of each publication we saw."""

from __future__ import annotations

import pandas as pd

from kappabook.audit.printed import Claim, Remark, read_claims, read_remarks
from kappabook.system.checkout import printed_folder

# How the last sentence of a note begins.
SEEN = {
    "full text": "We read its source in full",
    "abstract": "Of its source we read the abstract",
    "quotation": "We know its source from a quotation",
    "not seen": "We did not see its source",
}
PRINTED, STATED, DERIVED = "printed value or formula", "statement in words", "identity derived here"
JUDGEMENT, GIVEN = "judgement", "definition or printed input"
# How the locator of a claim begins that was not compared with the words of its source.
_NOT_COMPARED = ("Derived here", "Recalled")


def kinds() -> pd.DataFrame:
    """Count the claims by kind, and by how much of their source was seen.

    Returns
    -------
    DataFrame
        The last line counts the publications; ``all`` sums over how they were seen.
    """
    folder = printed_folder() / "critics"
    claims = read_claims(folder)
    remarks = read_remarks(folder / "remarks.toml", claims)
    rows = [
        (
            claim.name.partition(".")[0],
            _kind(claim, remarks.get(claim.name, Remark())),
            _seen(claim),
        )
        for claim in claims.values()
    ]
    table = pd.DataFrame(rows, columns=["source", "kind", "seen"])
    counts = pd.crosstab(table["kind"], table["seen"])
    counts.loc["publications"] = table.drop_duplicates("source")["seen"].value_counts()
    lines = [PRINTED, STATED, DERIVED, JUDGEMENT, GIVEN, "publications"]
    counts = counts.reindex(index=lines, columns=list(SEEN), fill_value=0)
    return counts.assign(all=counts.sum(axis=1)).rename_axis(index=None, columns=None)


def _kind(claim: Claim, remark: Remark) -> str:
    if remark.verdict == "input":
        return GIVEN
    if remark.evidence == "read" or remark.verdict == "unavailable":
        return JUDGEMENT
    if claim.locator.startswith(_NOT_COMPARED):
        return DERIVED
    return PRINTED if claim.printed else STATED


def _seen(claim: Claim) -> str:
    return next(how for how, sentence in SEEN.items() if claim.seen.startswith(sentence))
