"""What each claim of the page comes to, computed from its table, its formulas and small tables."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from sklearn.metrics import accuracy_score

from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Number, Proof, Statement
from kappabook.papers.kappa_guide import classes, notes
from kappabook.papers.kappa_guide import equations as eq
from kappabook.papers.kappa_guide import experiments as ex
from kappabook.papers.kappa_guide.doctors import read_doctors
from kappabook.papers.kappa_guide.scale import (
    LANDIS_KOCH,
    MCHUGH,
    ROWS,
    Level,
    as_arranged,
    level,
    read_level,
)
from kappabook.papers.shared.algebra import follows
from kappabook.papers.shared.findings import contested, number_if
from kappabook.papers.shared.theorems import kappa_is_bounded
from kappabook.papers.shared.wording import listed


@check("intro.*")
def introduction() -> Findings:
    """Check what the introduction promises."""
    magnified = Statement(eq.kappa_is_magnified_advantage(), "(P_o - P_e) times 1/(1 - P_e)")
    yield "intro.magnifies", Finding(magnified, note=notes.MAGNIFIES)
    kappas = ex.kappa_by_prevalence()
    yield "intro.robust", contested(len(set(kappas)) > 1, listed(kappas, 3), notes.ROBUST)
    yield "intro.classes", Finding(Statement(ex.ends_hold_for_classes(), "0 and 1 for 2 to 5"))
    limit = eq.kappa_without_true_negatives()
    f1 = 2 * eq.TP / (2 * eq.TP + eq.FP + eq.FN)
    yield "intro.detection", contested((limit - f1).simplify() == 0, str(limit), notes.DETECTION)
    yield from _range("intro")
    turned = eq.swapping_predictions_turns_the_sign()
    for end, kappa in (("low", 0), ("high", 1)):
        number = number_if(turned, kappa)
        yield f"intro.typical-{end}", Finding(number, "proved", notes.TYPICAL, "contested")
    coin = Fraction(1, 2)
    not_random = ex.MAJORITY.kappa == 0 and ex.MAJORITY.accuracy != coin
    shown = f"kappa 0 with accuracy {float(ex.MAJORITY.accuracy):g}"
    yield "intro.zero", contested(not_random, shown, notes.ZERO)


@check("details.*", "box.*")
def formulas(printed: Mapping[str, str]) -> Findings:
    """Check the definitions, and what follows from their printed texts."""
    doctors = read_doctors(printed)
    hits = Statement(follows("P_o = (TP + TN)/(TP + FP + FN + TN)", eq.CELLS), "(TP + TN)/total")
    yield "details.hits", Finding(hits)
    ratio = Proof(follows, "1 - (1 - P_o)/(1 - P_e)", (eq.MEANING,))
    yield "details.kappa", Finding(ratio, verdict="definition")
    yield "box.adjusts", Finding(Statement(eq.guesser_has_kappa_zero(), "0 for any guesser"))
    pairs = [(b, a) for b in (0, 1) for a in (0, 1) for _ in range(int(doctors.cells[b, a]))]
    same = abs(accuracy_score(*zip(*pairs, strict=True)) - float(doctors.accuracy)) < 1e-12
    yield "box.accuracy", Finding(Statement(same, "scikit-learn's accuracy of the doctors"))
    steps = [claim for claim in printed if re.fullmatch(rf"{eq.KEY}\.box\.step\d", claim)]
    yield "box.steps", Finding(Number(len(steps)))
    names = Statement(bool(sum(doctors.row_margins) == sum(doctors.column_margins) == 1), "names")
    yield "box.step1", Finding(names, verdict="definition")
    each = Proof(eq.names_chance_of_a_class, "the product of the two shares")
    yield "box.step2", Finding(each, verdict="definition")
    total = Proof(eq.names_chance, "the sum over the classes")
    yield "box.step3", Finding(total, verdict="definition")
    dealt = Statement(ex.shuffled_agreement_is_chance_agreement(), "mean of all 720 shufflings")
    yield "box.probability", Finding(dealt)
    general = eq.general_texts(printed)
    identity = Proof(eq.binary_formula_follows, "follows for two classes", (general,))
    yield "details.binary", Finding(identity)


@check("scale.low", "scale.high", "scale.perfect", "scale.zero", "scale.negative")
def interpretation() -> Findings:
    """Check the ends, the middle and the sign of the scale."""
    yield from _range("scale")
    yield "scale.perfect", Finding(Number(ex.PERFECT.kappa))
    zero = eq.guesser_has_kappa_zero() and ex.MAJORITY.kappa == 0
    yield "scale.zero", Finding(number_if(zero, 0), note="Exactly if P_o = P_e.")
    below, coin = ex.BELOW_ZERO, Fraction(1, 2)
    shown = f"kappa {float(below.kappa):.3f} with accuracy {float(below.accuracy):g}"
    beats_a_coin = below.kappa < 0 and below.accuracy > coin
    yield "scale.negative", contested(beats_a_coin, shown, notes.NEGATIVE)


def _range(section: str) -> Findings:
    """Both ends are attained, and nothing lies beyond."""
    for end, extreme in (("low", ex.ALWAYS_WRONG.kappa), ("high", ex.PERFECT.kappa)):
        bounded = kappa_is_bounded() and abs(extreme) == 1
        note = notes.RANGE if end == "low" else ""
        yield f"{section}.{end}", Finding(number_if(bounded, extreme), note=note)


@check("scale.row*")
def scale_of_words() -> Findings:
    """Check conditions and names against the scale that others published."""
    own = {ROWS[0]: notes.SCALE_ZERO, ROWS[-1]: notes.SCALE_ONE}
    for row, wanted in zip(ROWS, as_arranged(), strict=True):
        note, evidence = own.get(row, notes.SCALE), "proved" if row in own else "external"
        shown = f"{wanted.sign} {float(wanted.bound):g}"
        condition = Proof(_is_condition, shown, (wanted,))
        yield f"scale.row{row}.kappa", Finding(condition, evidence, note, "definition")
        name = Proof(str.__eq__, wanted.name, (wanted.name,))
        yield f"scale.row{row}.level", Finding(name, "external", note, "definition")


def _is_condition(text: str, wanted: Level) -> bool:
    return read_level(text, wanted.name) == wanted


@check("classes.*", "averages.*")
def many_classes(printed: Mapping[str, str]) -> Findings:
    """Check one kappa per class, and what the averages are."""
    binary = printed[f"{eq.KEY}.details.binary"]
    by_formula = Statement(classes.formula_gives_class_kappas(binary), "by the printed formula")
    yield "classes.one-vs-rest", Finding(by_formula)
    yield "classes.counts", Finding(Proof(classes.counts_suffice, "TN follows"), note=notes.COUNTS)
    yield "classes.kind", Finding(Proof(classes.kind_of_problem, "binary"))
    known = Proof(_are_the_averages, ", ".join(classes.AVERAGES))
    yield "averages.methods", Finding(known, "external", notes.WEIGHTED, "definition")
    differ = classes.no_average_is_kappa() and classes.weighted_kappas_add_up(binary)
    three = classes.averages(classes.THREE) | {"kappa": classes.THREE.kappa}
    shown = ", ".join(f"{name} {float(value):.4f}" for name, value in three.items())
    yield "averages.summary", contested(differ, shown, notes.SUMMARY)


def _are_the_averages(text: str) -> bool:
    return set(text.split(", ")) == set(classes.AVERAGES)


@check("limits.*")
def limitations(printed: Mapping[str, str]) -> Findings:
    """Check the page's own caveats."""
    doctors = read_doctors(printed)
    even, uneven = ex.EVEN, ex.UNEVEN
    depends = even.accuracy == uneven.accuracy and even.kappa != uneven.kappa
    shown = f"kappa {even.kappa} and {uneven.kappa}, both with accuracy {float(even.accuracy):g}"
    yield "limits.margins", Finding(Statement(depends, shown))
    words = [level(scale, Fraction(doctors.kappa)) for scale in (LANDIS_KOCH, MCHUGH)]
    several = Statement(len(set(words)) > 1, f"the doctors: {' or '.join(words)}")
    yield "limits.words", Finding(several, "external", notes.WORDS)
    kappas = ex.kappa_by_threshold()
    shown = f"kappa {listed(kappas, 3)}"
    yield "limits.threshold", Finding(Statement(len(set(kappas)) > 1, shown))
    repeated = len(set(kappas)) < len(kappas)
    yield "limits.differs", contested(repeated, shown, notes.DIFFERS)
