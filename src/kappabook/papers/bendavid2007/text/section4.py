"""What Section 4, and the sentences that repeat it, say of the data sets and of the experiment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from kappabook.checks import Findings, check
from kappabook.data import sources
from kappabook.ledger import Finding, Number, Proof, Statement
from kappabook.papers.bendavid2007.printed.keys import (
    CLASSIFIERS,
    DATASETS,
    KEY,
    PUBLIC,
    TABLES,
)
from kappabook.papers.bendavid2007.printed.rounding import exact
from kappabook.papers.bendavid2007.printed.tables import MEASURES, Key, keys, number
from kappabook.papers.bendavid2007.rerun.cells import RUN, STEADY, block, exact_cells, summary
from kappabook.papers.shared.findings import contested
from kappabook.study.published import MATCHED

INSTITUTE = "Holon Institute of Technology"


def _listed(printed: Mapping[str, str]) -> list[str]:
    """List the data sets of Table 6, by the ids of its claims."""
    sizes = (name.split(".") for name in printed if name.endswith(".size"))
    return [dataset for _, table, dataset, _ in sizes if table == "table6"]


@check("{section}.datasets", "{section}.classifiers", section=("abstract", "s1", "s4"))
def numbers(printed: Mapping[str, str], section: str) -> Findings:
    """Count the data sets and the classifiers: the rows of Table 6, the tables of the appendix."""
    yield f"{section}.datasets", Finding(Number(len(_listed(printed))))
    tables = {name.split(".")[1] for name in printed if name.startswith(f"{KEY}.tableA")}
    yield f"{section}.classifiers", Finding(Number(len(tables)))


@check("s4.uci", "s4.weka")
def distributors(printed: Mapping[str, str]) -> Findings:
    """Count who distributes the data sets of Table 6."""
    named_there = [printed[f"{KEY}.table6.{dataset}.source"] for dataset in _listed(printed)]
    yield "s4.uci", Finding(Number(named_there.count("UCI")))
    yield "s4.weka", Finding(Number(named_there.count("WEKA")))


@check("s4.nursery")
def nursery(printed: Mapping[str, str]) -> Finding:
    """Compare the size of the sample with Table 6."""
    note = "The author's choice; Table 6 has the same number. Which thousand is lost."
    return Finding(Number(number(printed, "table6.nursery.size")), "none", note, "definition")


@check("s4.english")
def english(printed: Mapping[str, str]) -> Finding:
    """Compare the initials of the institute with Table 6."""
    there, other = (
        printed[f"{KEY}.table6.{name}.source"] for name in ("english-comprehension", "efe")
    )
    is_meant = Statement(begins_with_initials, (there, INSTITUTE), (other, INSTITUTE), there)
    return Finding(is_meant)


def begins_with_initials(source: str, institute: str) -> bool:
    """Say whether a text begins with the initials of a name."""
    return source.startswith("".join(letter for letter in institute if letter.isupper()))


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
    shown = f"one of {len(made_by_rule())}"
    holds = Statement(is_made_by_rule, ("monks-3",), ("lev",), shown)
    for claim in ("s5.monks-synthetic", "s6.monks-artificial"):
        yield claim, contested(holds, _artificial(), "external")


def is_made_by_rule(name: str) -> bool:
    """Say whether a rule has labelled all combinations of a data set's attributes."""
    return name in made_by_rule()


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


@check("{here}.version", here=("s4", "appendix"))
def version(printed: Mapping[str, str], here: str) -> Finding:
    """Hold the version of WEKA in Section 4 and in the appendix against each other."""
    there = "appendix" if here == "s4" else "s4"
    said = printed[f"{KEY}.{there}.version"]
    in_both = Proof(str.__eq__, f"{said} in both places", (said,))
    note = "A setting of the experiment. We cannot run this version; ours is 3.9.7."
    return Finding(in_both, "none", note, "definition")


@check("appendix.structure")
def structure(printed: Mapping[str, str]) -> Finding:
    """Compare rows and columns of Tables A.1-A.5 with those of Table 7."""
    rows: dict[str, set[str]] = {}
    for name in printed:
        table, _, place = name.removeprefix(f"{KEY}.").partition(".")
        rows.setdefault(table, set()).add(place)
    tables = [places for table, places in rows.items() if table.startswith("tableA")]
    others = [*tables[1:], rows["table6"]]
    shown = f"the same rows and columns in {len(tables)} tables"
    alike = Statement(
        all_are_built_alike, (tables, rows["table7"]), (others, rows["table7"]), shown
    )
    return Finding(alike)


def all_are_built_alike(tables: Sequence[set[str]], model: set[str]) -> bool:
    """Say whether five tables have the rows and columns of another."""
    return len(tables) == len(CLASSIFIERS) and all(table == model for table in tables)


@check("s4.defaults")
def defaults(printed: Mapping[str, str]) -> Finding:
    """Judge by our run the statement that the classifiers had their default options."""
    pairs = {
        (d, c): tuple(printed[f"{KEY}.{TABLES[c]}.{d}.{name}"] for name in MEASURES)
        for d, c in keys(MATCHED, STEADY)
    }
    ours = {key: tuple(summary()[key][name] for name in MEASURES) for key in pairs}
    others = {key: (accuracy, kappa + 0.001) for key, (accuracy, kappa) in ours.items()}
    every, known = exact_cells(printed), block(printed)
    shown = f"{sum(every.values())} of {len(every)} public cells equal print with default options"
    note = (
        f"On the data sets whose preparation is known, {sum(known.values())} of {len(known)} cells "
        "of C4.5, SMO, Naive Bayes and Logistic. The random forest had ten trees, the default of "
        "2007; of its cells our version shows only MONK-3's, which any forest gets right."
    )
    default = Statement(four_classifiers_agree, (pairs, ours), (pairs, others), shown)
    return Finding(default, "rerun", note, run=RUN)


def four_classifiers_agree(
    theirs: Mapping[Key, tuple[str, ...]], ours: Mapping[Key, tuple[float, ...]]
) -> bool:
    """Say whether each of four classifiers equals print on more than half of the data sets.

    That is to say in accuracy and in kappa, on the data sets whose preparation is known.
    """
    same: Counter[str] = Counter()
    for (dataset, classifier), texts in theirs.items():
        values = zip(ours[dataset, classifier], texts, strict=True)
        same[classifier] += all(Number(value).agrees(text) for value, text in values)
    return all(2 * same[name] > len(MATCHED) for name in STEADY)
