"""Table 6 and Section 4: the data sets, beside what is publicly distributed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from math import comb

from kappabook.data import sources
from kappabook.data.generated import balance_scale
from kappabook.ledger import Finding, Number, Proof, Statement
from kappabook.papers.bendavid2007.keys import CLASSIFIERS, DATASETS, KEY, PRIVATE, PUBLIC
from kappabook.papers.bendavid2007.printed import Findings, once_per_texts
from kappabook.transcription import read_number

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
EXTERNAL = "external"
INSTITUTE = "Holon Institute of Technology"


@once_per_texts("table6.", "s4.nursery")
def table_6(printed: Mapping[str, str]) -> Findings:
    """Compare each row of Table 6 with the public file; the private ones cannot be."""
    for dataset in sorted(PRIVATE):
        for column in ("source", "size", "attributes", "classes"):
            yield (
                f"table6.{dataset}.{column}",
                Finding(
                    Statement(False, "private data"),
                    "external",
                    "The data were never published; only the paper describes them.",
                    "unavailable",
                ),
            )
    for dataset in PUBLIC:
        attributes, classes = PUBLISHED[dataset]
        findings = {
            "source": Finding(Proof(_distributor(dataset).__eq__, _distributor(dataset)), EXTERNAL),
            "size": Finding(Number(sources()[dataset].rows), EXTERNAL),
            "attributes": Finding(Number(attributes), EXTERNAL),
            "classes": Finding(Number(classes), EXTERNAL),
        } | _special(dataset, printed)
        for column, finding in findings.items():
            yield f"table6.{dataset}.{column}", finding


def _distributor(dataset: str) -> str:
    """Say whose address or licence the registry has: UCI's or the WEKA project's."""
    source = sources()[dataset]
    addresses = [address for file in source.files for address in file.addresses]
    return "UCI" if any("archive.ics.uci.edu" in address for address in addresses) else "WEKA"


def _special(dataset: str, printed: Mapping[str, str]) -> dict[str, Finding]:
    """Return the findings of the rows that are not the public file as it is."""
    if dataset == "balance-scale":
        return {"classes": Finding(Number(len(SIDES)), EXTERNAL, _balanced_out())}
    if dataset == "boston-housing":
        return {"attributes": _HOUSING_ATTRIBUTES, "classes": _HOUSING_CLASSES}
    if dataset == "monks-3":
        size = Number(sources()[dataset].rows)
        return {"size": Finding(size, EXTERNAL, "The test file alone, without noise.")}
    if dataset == "nursery":
        size = Number(read_number(printed[f"{KEY}.s4.nursery"]))
        whole = sources()[dataset].rows
        note = f"The sample that the text describes; the whole has {whole} rows."
        return {"size": Finding(size, note=note), "classes": _nursery_classes(int(size.value))}
    return {}


def _balanced_out() -> str:
    share = Fraction(SIDES["L"], SIDES.total())
    return (
        "Five is the number of values of each attribute. The appendix agrees with three: a "
        f"classifier that never predicts the balanced {SIDES['B']} has P_c = "
        f"{float(share):.4f} whatever else it predicts, and Table A.3 prints 0.4608."
    )


_HOUSING_ATTRIBUTES = Finding(
    Number(PUBLISHED["boston-housing"][0]),
    EXTERNAL,
    "The public file has thirteen attributes beside the median value. Which one was left out, if "
    "one was, the paper does not say.",
    "not reproduced",
)
_HOUSING_CLASSES = Finding(
    Statement(False, "cut points not given"),
    EXTERNAL,
    "The public file has a median value, a number; the paper does not say where it was cut.",
    "unavailable",
)


def chance_of_sampling(members: int, rows: int, drawn: int) -> Fraction:
    """Probability that a sample without replacement holds at least one of the members.

    Examples
    --------
    >>> chance_of_sampling(1, 10, 3)
    Fraction(3, 10)
    """
    return 1 - Fraction(comb(rows - members, drawn), comb(rows, drawn))


def _nursery_classes(drawn: int) -> Finding:
    rows = sources()["nursery"].rows
    present = float(chance_of_sampling(RECOMMEND, rows, drawn))
    return Finding(
        Number(PUBLISHED["nursery"][1]),
        EXTERNAL,
        f"For: the whole file has five. Against: one of them has {RECOMMEND} of its {rows} rows "
        f"and is in a random sample of {drawn} with probability {present:.3f}; a header may "
        "declare a class that has no case.",
        "contested",
    )


# --- Section 4 --------------------------------------------------------------------------------


def made_by_rule() -> list[str]:
    """List the public data sets that enumerate all combinations and label them by a rule."""
    return [
        name
        for name in PUBLIC
        if any(file.generated for file in sources()[name].files)
        or "decision model" in sources()[name].ethics
    ]


def _artificial() -> str:
    names = [DATASETS[name] for name in made_by_rule()]
    return (
        "For: Car and Nursery come from models that were made for real decisions, and Balance "
        f"imitates an experiment with children. Against: {', '.join(names)} each hold every "
        "combination of their attributes once (the Nursery of the paper is a sample of that), "
        "with classes that a rule assigns; Balance and Monks-3 are made anew from theirs, byte "
        "for byte. Three data sets are private. By that count eleven at most are of the real "
        "world."
    )


def only_monks_is_artificial() -> Finding:
    """Weigh the statement that Monks-3 is the only artificial data set (Sections 4, 5, 6)."""
    holds = "monks-3" in made_by_rule()
    return Finding(Statement(holds, "one of four"), EXTERNAL, _artificial(), "contested")


@once_per_texts("table6.", "s4.", "s3.more-than-three", "abstract.datasets", "s1.datasets")
def section_4(printed: Mapping[str, str]) -> Findings:
    """Recount what the text says of Table 6."""
    column = {
        (name.split(".")[2], name.split(".")[3]): text
        for name, text in printed.items()
        if name.startswith(f"{KEY}.table6.")
    }
    listed = {dataset for dataset, _ in column}
    from_where = [column[dataset, "source"] for dataset in sorted(listed)]
    for section in ("abstract", "s1", "s4"):
        yield f"{section}.datasets", Finding(Number(len(listed)))
        yield f"{section}.classifiers", Finding(Number(len(CLASSIFIERS)))
    yield "s4.uci", Finding(Number(from_where.count("UCI")))
    yield "s4.weka", Finding(Number(from_where.count("WEKA")))
    yield (
        "s4.nursery",
        Finding(
            Number(read_number(column["nursery", "size"])),
            note="As in Table 6. Which thousand is lost.",
        ),
    )
    initials = "".join(letter for letter in INSTITUTE if letter.isupper())
    in_table = column["english-comprehension", "source"].startswith(initials)
    yield "s4.english", Finding(Statement(in_table, f"{initials} in Table 6"))
    artificial = printed[f"{KEY}.s4.artificial-name"].split(", ")
    others = Number(len(listed) - read_number(printed[f"{KEY}.s4.artificial"]))
    for name, count in (("real-world", others), ("artificial", Number(len(artificial)))):
        yield f"s4.{name}", Finding(count, EXTERNAL, _artificial(), "contested")
    rules = Proof({DATASETS[name] for name in made_by_rule()}.__contains__, "made by a rule")
    yield "s4.artificial-name", Finding(rules, EXTERNAL)
    classes = [read_number(text) for (_, what), text in column.items() if what == "classes"]
    yield "s3.more-than-three", Finding(Number(_exceeded_by_most(classes)), note=_MORE_THAN_THREE)


_MORE_THAN_THREE = "Also if Balance has three classes, as publicly distributed."


def _exceeded_by_most(numbers: list[Fraction]) -> int:
    """Return the largest whole number that more than half of the numbers exceed."""
    return max(
        bound
        for bound in range(int(max(numbers)))
        if 2 * sum(number > bound for number in numbers) > len(numbers)
    )


@once_per_texts("s4.version", "s4.folds", "appendix.", "table7.", "tableA")
def appendix(printed: Mapping[str, str]) -> Findings:
    """Hold Section 4 and the appendix against each other."""
    pairs = (("s4", "appendix"), ("appendix", "s4"))
    for here, there in pairs:
        version = printed[f"{KEY}.{there}.version"]
        yield f"{here}.version", Finding(Proof(version.__eq__, f"{version} in both places"))
        folds = Number(read_number(printed[f"{KEY}.{there}.folds"]))
        yield f"{here}.folds", Finding(folds)
    rows: dict[str, set[str]] = {}
    for name in printed:
        table, _, place = name.removeprefix(f"{KEY}.").partition(".")
        rows.setdefault(table, set()).add(place)
    tables = [places for table, places in rows.items() if table.startswith("tableA")]
    same = len(tables) == len(CLASSIFIERS) and all(t == rows["table7"] for t in tables)
    yield "appendix.structure", Finding(Statement(same, "the same rows and columns"))
