"""What each claim of the page comes to, computed from its table, its formulas and small tables."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from kappabook.algebra import follows
from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Number, Proof, Statement, Unjudged
from kappabook.papers.kappa_guide import equations as eq
from kappabook.papers.kappa_guide import experiments as ex
from kappabook.papers.kappa_guide import notes
from kappabook.papers.kappa_guide.doctors import is_share_of_matches, read_doctors
from kappabook.papers.kappa_guide.scale import (
    LANDIS_KOCH,
    MCHUGH,
    ROWS,
    Level,
    as_arranged,
    have_two_names,
    level,
    read_level,
)
from kappabook.papers.shared.findings import contested, number_if
from kappabook.papers.shared.theorems import kappa_is_bounded
from kappabook.papers.shared.wording import listed


@check("intro.*")
def introduction(printed: Mapping[str, str]) -> Findings:
    """Check what the introduction promises."""
    general, binary = eq.general_texts(printed), printed[f"{eq.KEY}.details.binary"]
    magnified = Statement(
        eq.kappa_is_magnified_advantage,
        given=general[:1],
        witness=("kappa = (P_o - P_e)/(1 + P_e)",),
        shown="(P_o - P_e) times 1/(1 - P_e)",
    )
    yield "intro.magnifies", Finding(magnified, note=notes.MAGNIFIES)
    falls = Statement(
        ex.depends_on_prevalence,
        given=(ex.FPR, ex.TPR),
        witness=(ex.FPR, ex.FPR),
        shown=listed(ex.kappa_by_prevalence(), 3),
    )
    yield "intro.robust", contested(falls, notes.ROBUST)
    ends = Statement(
        eq.ends_hold_for_any_classes,
        given=(general,),
        witness=((general[0], "chance[c] = p_pred[c] + p_true[c]", general[2]),),
        shown="0 and 1 for any number of classes",
    )
    yield "intro.classes", Finding(ends, note=notes.CLASSES)
    is_f1 = Statement(
        eq.is_f1_without_true_negatives,
        given=(binary,),
        witness=(binary.replace("2*", "", 1),),
        shown=str(eq.kappa_without_true_negatives(binary)),
    )
    yield "intro.detection", contested(is_f1, notes.DETECTION)
    yield from _range("intro")
    turned = eq.swapping_predictions_turns_the_sign()
    for end, kappa in (("low", 0), ("high", 1)):
        number = number_if(turned, kappa)
        yield f"intro.typical-{end}", Finding(number, "proved", notes.TYPICAL, "contested")
    not_random = Statement(
        ex.is_a_coin_not_matched,
        given=(ex.MAJORITY,),
        witness=(ex.HALVES,),
        shown=f"kappa 0 with accuracy {float(ex.MAJORITY.accuracy):g}",
    )
    yield "intro.zero", contested(not_random, notes.ZERO)


@check("details.*", "box.*")
def formulas(printed: Mapping[str, str]) -> Findings:
    """Check the definitions, and what follows from their printed texts."""
    doctors = read_doctors(printed)
    general = eq.general_texts(printed)
    hits = Statement(
        eq.are_the_agreements,
        given=(("TP", "TN"),),
        witness=(("TP", "FP"),),
        shown="TP and TN: truth and prediction alike",
    )
    yield "details.hits", Finding(hits)
    ratio = Proof(follows, "1 - (1 - P_o)/(1 - P_e)", (eq.MEANING,))
    yield "details.kappa", Finding(ratio, verdict="definition")
    adjusts = Statement(
        eq.guesser_has_kappa_zero,
        given=(general,),
        witness=(("kappa = (P_o + P_e)/(1 - P_e)", *general[1:]),),
        shown="0 for any guesser",
    )
    yield "box.adjusts", Finding(adjusts)
    same = Statement(
        is_share_of_matches,
        given=(printed[f"{eq.KEY}.example.po"], doctors),
        witness=(printed[f"{eq.KEY}.example.po"], ex.EVEN),
        shown="scikit-learn's accuracy of the doctors",
    )
    yield "box.accuracy", Finding(same)
    steps = [claim for claim in printed if re.fullmatch(rf"{eq.KEY}\.box\.step\d", claim)]
    yield "box.steps", Finding(Number(len(steps)))
    yield "box.step1", Finding(Unjudged("names the two shares"), verdict="definition")
    each = Proof(eq.names_chance_of_a_class, "the product of the two shares")
    yield "box.step2", Finding(each, verdict="definition")
    total = Proof(eq.names_chance, "the sum over the classes")
    yield "box.step3", Finding(total, verdict="definition")
    dealt = Statement(
        ex.shuffled_agreement_is,
        given=(*ex.DEALT, general[1]),
        witness=(*ex.DEALT, "chance[c] = p_true[c]*p_true[c]"),
        shown="mean of all 720 shufflings",
    )
    yield "box.probability", Finding(dealt, "checked")
    identity = Proof(eq.binary_formula_follows, "follows for two classes", (general,))
    yield "details.binary", Finding(identity)


@check("scale.low", "scale.high", "scale.perfect", "scale.zero", "scale.negative")
def interpretation(printed: Mapping[str, str]) -> Findings:
    """Check the ends, the middle and the sign of the scale."""
    general = eq.general_texts(printed)
    yield from _range("scale")
    errorless = number_if(eq.errorless_has_kappa_one(general), ex.PERFECT.kappa)
    yield "scale.perfect", Finding(errorless, note="For any number of classes.")
    zero = number_if(eq.guesser_has_kappa_zero(general), ex.MAJORITY.kappa)
    yield "scale.zero", Finding(zero, note="Exactly if P_o = P_e.")
    below = ex.BELOW_ZERO
    beats_a_coin = Statement(
        ex.is_below_zero_yet_beats_a_coin,
        given=(below,),
        witness=(ex.ALWAYS_WRONG,),
        shown=f"kappa {float(below.kappa):.3f} with accuracy {float(below.accuracy):g}",
    )
    yield "scale.negative", contested(beats_a_coin, notes.NEGATIVE)


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


@check("limits.*")
def limitations(printed: Mapping[str, str]) -> Findings:
    """Check the page's own caveats."""
    even, uneven = ex.EVEN, ex.UNEVEN
    depends = Statement(
        ex.margins_alone_change_kappa,
        given=(even, uneven),
        witness=(even, ex.EVEN_BY_OTHERS),
        shown=f"kappa {even.kappa} and {uneven.kappa}, both with accuracy {float(even.accuracy):g}",
    )
    yield "limits.margins", Finding(depends)
    kappa = Fraction(read_doctors(printed).kappa)
    words = [level(scale, kappa) for scale in (LANDIS_KOCH, MCHUGH)]
    several = Statement(
        have_two_names,
        given=(kappa,),
        witness=(Fraction("0.95"),),
        shown=f"the doctors: {' or '.join(words)}",
    )
    yield "limits.words", Finding(several, "external", notes.WORDS)
    shown = f"kappa {listed(ex.kappa_by_threshold(), 3)}"
    tied, falling = ((1, 0, 1, 0), (0.9, 0.9, 0.2, 0.2)), ((1, 0, 0, 1), (0.9, 0.7, 0.4, 0.2))
    moves = Statement(ex.depends_on_threshold, given=ex.RANKED, witness=tied, shown=shown)
    yield "limits.threshold", Finding(moves)
    repeated = Statement(ex.thresholds_share_a_kappa, given=ex.RANKED, witness=falling, shown=shown)
    yield "limits.differs", contested(repeated, notes.DIFFERS)
