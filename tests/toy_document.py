"""A toy document for the tests of the audit: ten claims, and the functions that compute them."""

from fractions import Fraction
from types import ModuleType

import sympy as sp

from kappabook.audit.computed import holds
from kappabook.audit.declared import computes
from kappabook.audit.judging import Audit

CLAIMS = """claim,locator,statement,printed,same_as
toy.tp,Table 1,Hits,0.4,
toy.fp,Table 1,False alarms,0.1,
toy.accuracy,p. 1,Accuracy,0.80,
toy.kappa,p. 1,Kappa,0.6,
toy.again,p. 2,Kappa once more,0.60,toy.kappa
toy.wrong,p. 2,Chance agreement,0.55,
toy.eq,p. 2,Hits by the other cells,TP = P - FN,
toy.positive,p. 3,Kappa is positive,,
toy.best,p. 3,Kappa is the best measure,,
toy.data,p. 4,Cases,612,
"""
REMARKS = {
    "[tf]p": {"verdict": "input"},
    "wrong": {
        "correct": "0.50",
        "kind": "slip",
        "reason": "0.5 x 0.5 + 0.5 x 0.5.",
        "objection": "None that fits.",
    },
    "best": {"verdict": "contested", "evidence": "read", "note": "For: it is simple. Against."},
    "data": {"verdict": "unavailable", "note": "Nobody has them."},
}
TP, FN, P = sp.symbols("TP FN P")


@computes("accuracy", "kappa", "wrong", "positive")
def table(p):
    tp, fp = p.number("tp"), p.number("fp")
    kappa = 2 * (tp - fp)
    return {
        "accuracy": tp + Fraction(1, 2) - fp,
        "kappa": kappa,
        "wrong": Fraction(1, 2),
        "positive": holds(lambda k: k > 0, (kappa,), (-kappa,), f"K = {kappa}"),
    }


@computes("eq")
def equations(p):
    return {"eq": {P: TP + FN}}


def toy(tmp_path, *functions, claims=CLAIMS, remarks="", **more):
    """Make the document; `remarks` is TOML above the others, `more` are remarks by id."""
    folder = tmp_path / "toy"
    folder.mkdir(exist_ok=True)
    (folder / "claims.csv").write_text(claims)
    said = {name: words for name, words in REMARKS.items() if f'["{name}"]' not in remarks}
    below = (
        "\n".join((f'["{name}"]', *(f'{word} = "{text}"' for word, text in words.items()), ""))
        for name, words in (said | more).items()
    )
    (folder / "remarks.toml").write_text("\n".join((remarks, *below)))
    return Audit(folder, module(*(functions or (table, equations))))


def module(*functions):
    made = ModuleType("papers.toy")
    for number, function in enumerate(functions):
        function.__module__ = "papers.toy"
        setattr(made, f"f{number}", function)
    return made


def giving(*ids, **values):
    """Make a function that declares ids and gives values."""

    @computes(*ids)
    def made(p):
        return values

    return made
