"""The twelve public data sets: domains and orders, as WEKA's own files have them unless noted.

In a nominal domain the order of the values, and the order of the classes still more, decides the
seeded folds and some ties; what was chosen, and why, is in ``preparations.toml``.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence

from kappabook.data.encodings.scheme import Scheme
from kappabook.data.table import CLASS, Attribute

Domains = Mapping[str, Sequence[str] | None]


def attributes(domains: Domains) -> tuple[Attribute, ...]:
    """Make attributes from domains by name; None for a number."""
    return tuple(
        Attribute(name, None if values is None else tuple(values))
        for name, values in domains.items()
    )


def span(low: int, high: int) -> tuple[str, ...]:
    """Whole numbers from low to high, as text, in ascending order."""
    return tuple(map(str, range(low, high + 1)))


def _scheme(
    file: str,
    domains: Domains,
    classes: Sequence[str],
    *,
    before: Sequence[str] = (),
    after: Sequence[str] = (CLASS,),
    **rest: object,
) -> Scheme:
    columns = (*before, *domains, *after)
    return Scheme(file, columns, attributes(domains), tuple(classes), **rest)  # type: ignore[arg-type]


def _inputs(word: str, domains: Sequence[Sequence[str] | None]) -> Domains:
    return {f"{word}{number}": values for number, values in enumerate(domains, start=1)}


def cut_price(text: str) -> str:
    """Put a median value, in thousands of dollars, into a class; a cut belongs to the one above."""
    return HOUSE_CLASSES[bisect_right(HOUSE_CUTS, float(text))]


def comfort(text: str) -> str:
    """Read a patient's comfort: 7 becomes 5, and a missing one 15."""
    return {"07": "05", "?": "15"}.get(text, text)


HOUSE_CUTS = (20.0, 30.0, 40.0)
HOUSE_CLASSES = ("under20", "20to30", "30to40", "from40")
CREDIT = (
    "b a,,,u y l t,g p gg,c d cc i j k m r q w x e aa ff,v h bb j n z dd ff o,,t f,t f,,t f,g p s,,"
)
STABLE = ("stable", "mod-stable", "unstable")
LEVEL = ("high", "mid", "low")

SCHEMES: Mapping[str, Scheme] = {
    "balance-scale": _scheme(
        "balance-scale.data",
        dict.fromkeys(
            ("left-weight", "left-distance", "right-weight", "right-distance"), span(1, 5)
        ),
        ("R", "B", "L"),
        before=(CLASS,),
        after=(),
    ),
    "car": _scheme(
        "car.data",
        {
            **dict.fromkeys(("buying", "maint"), ("vhigh", "high", "med", "low")),
            "doors": ("2", "3", "4", "5more"),
            "persons": ("2", "4", "more"),
            "lug_boot": ("small", "med", "big"),
            "safety": ("low", "med", "high"),
        },
        ("unacc", "acc", "good", "vgood"),
    ),
    "cmc": _scheme(
        "cmc.data",
        {
            "wife_age": None,
            "wife_education": span(1, 4),
            "husband_education": span(1, 4),
            "children": None,
            **dict.fromkeys(("wife_religion", "wife_working"), span(0, 1)),
            **dict.fromkeys(("husband_occupation", "standard_of_living"), span(1, 4)),
            "media_exposure": span(0, 1),
        },
        span(1, 3),
    ),
    "credit-approval": _scheme(
        "crx.data",
        # An empty text stands for a number.
        _inputs("A", [domain.split() or None for domain in CREDIT.split(",")]),
        ("+", "-"),
        fill=True,
        bins=10,
    ),
    "era": _scheme("ERA.arff", _inputs("in", [span(0, 14)] * 4), span(1, 9)),
    "esl": _scheme("ESL.arff", _inputs("in", [span(0, 9)] * 4), span(0, 9)),
    "boston-housing": _scheme(
        "housing.data",
        {
            **dict.fromkeys(("CRIM", "ZN", "INDUS")),
            "CHAS": span(0, 1),
            **dict.fromkeys(("NOX", "RM", "AGE", "DIS", "RAD", "TAX", "PTRATIO", "B", "LSTAT")),
        },
        HOUSE_CLASSES,
        separator=None,
        translate={CLASS: cut_price},
    ),
    "lev": _scheme("LEV.arff", _inputs("in", [span(0, 4)] * 4), span(0, 4)),
    "monks-3": _scheme(
        "monks-3.test",
        _inputs("a", [span(1, n) for n in (3, 3, 2, 3, 4, 2)]),
        ("0", "1"),
        before=(CLASS,),
        after=("robot",),
        separator=None,
    ),
    "nursery": _scheme(
        "nursery.data",
        {
            "parents": ("usual", "pretentious", "great_pret"),
            "has_nurs": ("proper", "less_proper", "improper", "critical", "very_crit"),
            "form": ("complete", "completed", "incomplete", "foster"),
            "children": ("1", "2", "3", "more"),
            "housing": ("convenient", "less_conv", "critical"),
            "finance": ("convenient", "inconv"),
            "social": ("nonprob", "slightly_prob", "problematic"),
            "health": ("recommended", "priority", "not_recom"),
        },
        ("not_recom", "recommend", "very_recom", "priority", "spec_prior"),
    ),
    "post-operative": _scheme(
        "post-operative.data",
        {
            "L-CORE": LEVEL,
            "L-SURF": LEVEL,
            "L-O2": ("excellent", "good"),
            "L-BP": LEVEL,
            "SURF-STBL": ("stable", "unstable"),
            "CORE-STBL": STABLE,
            "BP-STBL": STABLE,
            "COMFORT": ("05", "10", "15"),
        },
        ("A", "I", "S"),
        translate={"COMFORT": comfort},
    ),
    "swd": _scheme(
        "SWD.arff",
        _inputs("in", [span(1, n) for n in (3, 3, 4, 3, 4, 2, 3, 3, 3, 3)]),
        span(2, 5),
    ),
}
