"""What Section 4, and the sentences that repeat it, say of the data sets and of the experiment."""

from __future__ import annotations

from collections.abc import Mapping

from kappabook.checks import Findings, check
from kappabook.data import sources
from kappabook.ledger import Finding, Number, Proof, Statement
from kappabook.papers.bendavid2007.printed.keys import CLASSIFIERS, DATASETS, KEY, PUBLIC
from kappabook.papers.bendavid2007.printed.rounding import exact
from kappabook.papers.bendavid2007.printed.tables import number
from kappabook.papers.bendavid2007.rerun.cells import exact_cells
from kappabook.papers.shared.findings import contested

INSTITUTE = "Holon Institute of Technology"


def _listed(printed: Mapping[str, str]) -> list[str]:
    """List the data sets of Table 6, by the ids of its claims."""
    sizes = (name.split(".") for name in printed if name.endswith(".size"))
    return [dataset for _, table, dataset, _ in sizes if table == "table6"]


@check("{section}.datasets", "{section}.classifiers", section=("abstract", "s1", "s4"))
def numbers(printed: Mapping[str, str], section: str) -> Findings:
    """Count the data sets and the classifiers."""
    yield f"{section}.datasets", Finding(Number(len(_listed(printed))))
    yield f"{section}.classifiers", Finding(Number(len(CLASSIFIERS)))


@check("s4.uci", "s4.weka")
def distributors(printed: Mapping[str, str]) -> Findings:
    """Count who distributes the data sets of Table 6."""
    named_there = [printed[f"{KEY}.table6.{dataset}.source"] for dataset in _listed(printed)]
    yield "s4.uci", Finding(Number(named_there.count("UCI")))
    yield "s4.weka", Finding(Number(named_there.count("WEKA")))


@check("s4.nursery")
def nursery(printed: Mapping[str, str]) -> Finding:
    """Compare the size of the sample with Table 6."""
    note = "As in Table 6. Which thousand is lost."
    return Finding(Number(number(printed, "table6.nursery.size")), note=note)


@check("s4.english")
def english(printed: Mapping[str, str]) -> Finding:
    """Compare the initials of the institute with Table 6."""
    initials = "".join(letter for letter in INSTITUTE if letter.isupper())
    in_table = printed[f"{KEY}.table6.english-comprehension.source"].startswith(initials)
    return Finding(Statement(in_table, f"{initials} in Table 6"))


@check("s3.more-than-three")
def more_than_three(printed: Mapping[str, str]) -> Finding:
    """Find the largest number of classes that more than half of the data sets exceed."""
    classes = [exact(printed[f"{KEY}.table6.{dataset}.classes"]) for dataset in _listed(printed)]
    exceeded = max(
        bound
        for bound in range(int(max(classes)))
        if 2 * sum(number > bound for number in classes) > len(classes)
    )
    note = "Also if Balance has three classes, as publicly distributed."
    return Finding(Number(exceeded), note=note)


# --- real and artificial data -------------------------------------------------------------------


def made_by_rule() -> list[str]:
    """List the public data sets that enumerate all combinations and label them by a rule."""
    return [
        name
        for name in PUBLIC
        if any(file.generated for file in sources()[name].files)
        or "decision model" in sources()[name].ethics
    ]


@check("s4.real-world", "s4.artificial", "s4.artificial-name")
def artificial(printed: Mapping[str, str]) -> Findings:
    """Count what the text calls artificial, and name what a rule has made."""
    note = _artificial()
    others = Number(len(_listed(printed)) - number(printed, "s4.artificial"))
    listed = Number(len(printed[f"{KEY}.s4.artificial-name"].split(", ")))
    yield "s4.real-world", Finding(others, "external", note, "contested")
    yield "s4.artificial", Finding(listed, "external", note, "contested")
    names = tuple(DATASETS[name] for name in made_by_rule())
    by_rule = Proof(_is_among, "made by a rule", names)
    yield "s4.artificial-name", Finding(by_rule, "external")


def _is_among(text: str, *names: str) -> bool:
    return text in names


@check("s5.monks-synthetic", "s6.monks-artificial")
def only_monks_is_artificial() -> Findings:
    """Weigh the statement that Monks-3 is the only artificial data set."""
    holds = "monks-3" in made_by_rule()
    for claim in ("s5.monks-synthetic", "s6.monks-artificial"):
        yield claim, contested(holds, "one of four", _artificial(), "external")


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


# --- the experiment -----------------------------------------------------------------------------


@check("{here}.version", "{here}.folds", here=("s4", "appendix"))
def experiment(printed: Mapping[str, str], here: str) -> Findings:
    """Hold Section 4 and the appendix against each other."""
    there = "appendix" if here == "s4" else "s4"
    version = printed[f"{KEY}.{there}.version"]
    in_both = Proof(str.__eq__, f"{version} in both places", (version,))
    yield f"{here}.version", Finding(in_both)
    yield f"{here}.folds", Finding(Number(number(printed, f"{there}.folds")))


@check("appendix.structure")
def structure(printed: Mapping[str, str]) -> Finding:
    """Compare rows and columns of Tables A.1-A.5 with those of Table 7."""
    rows: dict[str, set[str]] = {}
    for name in printed:
        table, _, place = name.removeprefix(f"{KEY}.").partition(".")
        rows.setdefault(table, set()).add(place)
    tables = [places for table, places in rows.items() if table.startswith("tableA")]
    same = len(tables) == len(CLASSIFIERS) and all(t == rows["table7"] for t in tables)
    return Finding(Statement(same, "the same rows and columns"))


@check("s4.defaults")
def defaults(printed: Mapping[str, str]) -> Finding:
    """Judge by our run the statement that the classifiers had their default options."""
    cells = exact_cells(printed)
    shown = f"{sum(cells.values())} of {len(cells)} cells equal print with default options"
    return Finding(Statement(sum(cells.values()) > len(cells) / 2, shown), "rerun")
