"""Table 6: the data sets, beside what is publicly distributed."""

from __future__ import annotations

from collections import Counter
from typing import Any

from scipy.stats import hypergeom

from kappabook.computed import computes, noted
from kappabook.data import sources
from kappabook.data.derived import balance_scale
from kappabook.papers.bendavid2007.definitions import PUBLIC
from kappabook.printed import Printed

# Cases of each class of Balance, by its rule.
SIDES = Counter(line[0] for line in balance_scale())

# Attributes and classes of the public files; the tests count them anew where the data are.
PUBLISHED = {
    "balance-scale": (4, len(SIDES)),
    "car": (6, 4),
    "cmc": (9, 3),
    "credit-approval": (15, 2),
    "era": (4, 9),
    "esl": (4, 9),
    "boston-housing": (13, 0),
    "lev": (4, 5),
    "monks-3": (6, 2),
    "nursery": (8, 5),
    "post-operative": (8, 3),
    "swd": (10, 4),
}
# Rows of Nursery's class "recommend".
RECOMMEND = 2


@computes(each=PUBLIC)
def table_6(p: Printed, dataset: str) -> dict[str, Any]:
    """Table 6: a row beside the public file."""
    attributes, classes = PUBLISHED[dataset]
    row, rows = f"table6.{dataset}", sources()[dataset].rows
    found: dict[str, Any] = {
        f"{row}.source": distributor(dataset),
        f"{row}.size": rows,
        f"{row}.attributes": attributes,
        f"{row}.classes": classes,
    }
    if dataset == "balance-scale":
        # P_c of a classifier that never predicts B, and as often L as R or not.
        share = SIDES["L"] / SIDES.total()
        found[f"{row}.classes"] = noted(classes, balanced=SIDES["B"], chance=share)
    if dataset == "boston-housing":
        del found[f"{row}.classes"]  # a number, cut somewhere
    if dataset == "nursery":
        drawn = int(p["s4.nursery"])
        present = hypergeom.sf(0, rows, RECOMMEND, drawn)
        found[f"{row}.size"] = noted(drawn, whole=rows)
        found[f"{row}.classes"] = noted(
            classes, cases=RECOMMEND, whole=rows, drawn=drawn, present=present
        )
    return found


def distributor(dataset: str) -> str:
    """Say whose address or licence the registry has: UCI's or the WEKA project's."""
    addresses = [address for file in sources()[dataset].files for address in file.addresses]
    return "UCI" if any("archive.ics.uci.edu" in address for address in addresses) else "WEKA"
