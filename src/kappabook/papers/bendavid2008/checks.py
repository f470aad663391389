"""What each claim of the paper comes to, computed from its tables, definitions and figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial

from kappabook.ledger import Finding, Number, Proof, Statement
from kappabook.metrics import ConfusionMatrix
from kappabook.papers.bendavid2008 import equations as eq
from kappabook.papers.bendavid2008.examples import EXAMPLES, read_example
from kappabook.papers.bendavid2008.pictures import figures_1_and_2, figures_3_and_4
from kappabook.papers.bendavid2008.prose import prose
from kappabook.papers.shared.algebra import Meaning, follows
from kappabook.papers.shared.binary_table import cells_from_others

Findings = Iterator[tuple[str, Finding]]


def findings(printed: Mapping[str, str]) -> dict[str, Finding]:
    """Compute one finding per claim.

    Parameters
    ----------
    printed : mapping of str to str
        The printed text of every claim of this paper, by id.
    """
    examples = {number: read_example(printed, number) for number in EXAMPLES}
    parts = (
        *(_example(number, matrix, printed) for number, matrix in examples.items()),
        prose(examples),
        _equations(),
        _appendix(),
        figures_1_and_2(examples),
        figures_3_and_4(),
    )
    return {f"bendavid2008.{name}": finding for part in parts for name, finding in part}


# --- Examples 1-6 -----------------------------------------------------------------------------


def _example(number: int, matrix: ConfusionMatrix, printed: Mapping[str, str]) -> Findings:
    """Each cell from the others, then what the text says of the matrix."""
    name = f"example{number}"
    for key, finding in cells_from_others(printed, f"bendavid2008.{name}", "bar"):
        yield f"{name}.{key}", finding
    accuracy, chance, kappa = matrix.accuracy, matrix.chance_agreement, matrix.kappa
    yield f"{name}.accuracy", Finding(Number(accuracy), damaged=number == 2)
    yield f"{name}.pc", Finding(Number(chance))
    yield f"{name}.kappa", Finding(Number(kappa))
    yield f"{name}.point-fp", Finding(Number(matrix["N", "P"]))
    yield f"{name}.point-tp", Finding(Number(matrix["P", "P"]))
    yield f"{name}.point-pc", Finding(Number(chance))
    yield f"{name}.point-kappa", Finding(Number(kappa))


# --- equations --------------------------------------------------------------------------------


def _proof(meaning: Meaning = eq.MEANING, shown: str = "follows from the definitions") -> Proof:
    return Proof(partial(follows, meaning=meaning), shown)


def _equations() -> Findings:
    many_classes = Proof(eq.follows_for_many_classes, "follows for any number of classes")
    yield "eq1", Finding(_proof(shown="1 - (1 - P_0)/(1 - P_c)"), verdict="definition")
    yield "eq2", Finding(many_classes, verdict="definition")
    yield "eq3", Finding(many_classes, damaged=True)
    yield "eq4", Finding(_proof(shown="TP + FN is the first row, P"), damaged=True)
    for number, total in ((5, "second row"), (6, "first column"), (7, "second column")):
        yield f"eq{number}", Finding(_proof(shown=f"the {total} of Table 1"), verdict="definition")
    yield "eq8", Finding(_proof())
    rates = {eq.FPR: eq.FP / eq.MEANING[eq.N], eq.TPR: eq.TP / eq.MEANING[eq.P]}
    for name in ("fpr", "tpr"):
        yield f"s4.{name}", Finding(_proof({**eq.MEANING, **rates}), verdict="definition")
    yield "eq9", Finding(Statement(True, "names f"), verdict="definition")
    yield "eq10", Finding(_proof())
    yield "s4.special-pc", Finding(Number(Fraction(str(eq.EQUAL_CLASSES[eq.P_c].simplify()))))
    yield (
        "eq11",
        Finding(
            _proof(),
            note="True, but empty: its fraction is P_bar, so it says TP = P_bar - FP, or (6); "
            "and it is 0/0 at P = N = 0.5.",
        ),
    )
    yield "eq12", Finding(_proof(shown="trace of Table 1"), verdict="definition")
    yield "eq13", Finding(_proof())
    yield "eq14", Finding(_proof(shown="+ FP, by solving (13)"))
    yield "s4.eq14-source", Finding(Number(eq.source_of("TP = P_bar*(1 - K)*(1 - 2*N) + K*P + FP")))
    yield "eq15", Finding(_proof(eq.EQUAL_CLASSES))
    yield "eq16", Finding(_proof(eq.EQUAL_CLASSES))


def _appendix() -> Findings:
    for section, steps in (("a1", 7), ("a2", 4), ("a3", 3), ("a4", 4)):
        for step in range(1, steps + 1):
            yield f"{section}.step{step}", Finding(_proof())
