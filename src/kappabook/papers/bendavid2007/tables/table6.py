"""Table 6: the data sets, beside what is publicly distributed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from math import comb

from kappabook.checks import Findings, check
from kappabook.data import sources
from kappabook.data.generated import balance_scale
from kappabook.ledger import Finding, Number, Statement
from kappabook.papers.bendavid2007.printed.keys import PRIVATE, PUBLIC
from kappabook.papers.bendavid2007.printed.rounding import named
from kappabook.papers.bendavid2007.printed.tables import number

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


@check("table6.{dataset}.*", dataset=sorted(PRIVATE))
def private_data(dataset: str) -> Findings:
    """Say that nothing can be compared with data that were never published."""
    note = "The data were never published; only the paper describes them."
    for column in ("source", "size", "attributes", "classes"):
        lost = Finding(Statement(False, "private data"), "external", note, "unavailable")
        yield f"table6.{dataset}.{column}", lost


@check("table6.{dataset}.source", dataset=PUBLIC)
def source(dataset: str) -> Finding:
    """Say whose address or licence the registry has: UCI's or the WEKA project's."""
    addresses = [address for file in sources()[dataset].files for address in file.addresses]
    at_uci = any("archive.ics.uci.edu" in address for address in addresses)
    return Finding(named("UCI" if at_uci else "WEKA"), "external")


@check("table6.{dataset}.size", dataset=[name for name in PUBLIC if name != "nursery"])
def size(dataset: str) -> Finding:
    """Count the rows of the public file."""
    note = "The test file alone, without noise." if dataset == "monks-3" else ""
    return Finding(Number(sources()[dataset].rows), "external", note)


@check("table6.nursery.size")
def size_of_sample(printed: Mapping[str, str]) -> Finding:
    """Take the size of the sample of Nursery from the text."""
    whole = sources()["nursery"].rows
    note = f"The sample that the text describes; the whole has {whole} rows."
    return Finding(Number(number(printed, "s4.nursery")), note=note)


@check("table6.{dataset}.attributes", dataset=PUBLIC)
def attributes(dataset: str) -> Finding:
    """Count the attributes of the public file."""
    count = Number(PUBLISHED[dataset][0])
    if dataset == "boston-housing":
        return Finding(count, "external", _HOUSING_ATTRIBUTES, "not reproduced")
    return Finding(count, "external")


_HOUSING_ATTRIBUTES = (
    "The public file has thirteen attributes beside the median value. Which one was left out, if "
    "one was, the paper does not say."
)


@check("table6.{dataset}.classes", dataset=[name for name in PUBLIC if name != "nursery"])
def classes(dataset: str) -> Finding:
    """Count the classes of the public file."""
    if dataset == "boston-housing":
        lost = Statement(False, "cut points not given")
        return Finding(lost, "external", _HOUSING_CLASSES, "unavailable")
    note = _balanced_out() if dataset == "balance-scale" else ""
    return Finding(Number(PUBLISHED[dataset][1]), "external", note)


_HOUSING_CLASSES = (
    "The public file has a median value, a number; the paper does not say where it was cut."
)


def _balanced_out() -> str:
    share = Fraction(SIDES["L"], SIDES.total())
    return (
        "Five is the number of values of each attribute. The appendix agrees with three: a "
        f"classifier that never predicts the balanced {SIDES['B']} has P_c = "
        f"{float(share):.4f} whatever else it predicts, and Table A.3 prints 0.4608."
    )


@check("table6.nursery.classes")
def classes_of_sample(printed: Mapping[str, str]) -> Finding:
    """Weigh the five classes of Nursery against a sample that need not hold the rarest."""
    rows, drawn = sources()["nursery"].rows, int(number(printed, "s4.nursery"))
    present = float(chance_of_sampling(RECOMMEND, rows, drawn))
    note = (
        f"For: the whole file has five. Against: one of them has {RECOMMEND} of its {rows} rows "
        f"and is in a random sample of {drawn} with probability {present:.3f}; a header may "
        "declare a class that has no case."
    )
    return Finding(Number(PUBLISHED["nursery"][1]), "external", note, "contested")


def chance_of_sampling(members: int, rows: int, drawn: int) -> Fraction:
    """Probability that a sample without replacement holds at least one of the members.

    Examples
    --------
    >>> chance_of_sampling(1, 10, 3)
    Fraction(3, 10)
    """
    return 1 - Fraction(comb(rows - members, drawn), comb(rows, drawn))
