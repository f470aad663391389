"""The command ``kappabook grim``: its options, and its answer as text and as JSON."""

from __future__ import annotations

import argparse
import json
import math
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kappabook.commands.grim import Grim

SHARES = {
    "agreement": "share of the cases on which the raters agree, such as .85",
    "kappa": "Cohen's kappa, with all its digits: .62 and .620 differ",
    "chance_agreement": "agreement expected by chance",
    "prevalence": "share that the first rater (or the truth) calls yes",
    "mcc": "Matthews correlation, or phi",
    "pabak": "prevalence- and bias-adjusted kappa: 2 x agreement - 1",
}


def add_grim(commands: Any) -> None:
    """Add the command to the command line."""
    grim = commands.add_parser(
        "grim",
        help="check a published agreement: which 2 x 2 tables round to it?",
        description="Give each number as it is printed, with all its digits.",
    )
    grim.add_argument("--n", metavar="CASES", help="number of cases, at most 100000")
    for name, words in SHARES.items():
        grim.add_argument(f"--{name.replace('_', '-')}", metavar="PRINTED", help=words)
    grim.add_argument(
        "--margins",
        metavar="FIRST,SECOND",
        help="what each rater calls yes: shares with a point or counts without; ? for unknown",
    )
    grim.add_argument(
        "--cells", metavar="A,B,C,D", help="yes-yes,yes-no,no-yes,no-no, like the margins"
    )
    grim.add_argument("--json", action="store_true", help="write JSON, nothing else")
    grim.set_defaults(run=_grim)


def _grim(options: argparse.Namespace) -> None:
    from kappabook.commands.grim import grim

    if options.n is None or not options.n.isascii() or not options.n.isdigit():
        given = "is missing" if options.n is None else f"is {options.n!r}"
        raise ValueError(f"--n {given}; give the number of cases, such as --n 200.")
    several = {
        name: text.split(",")
        for name in ("margins", "cells")
        if (text := getattr(options, name)) is not None
    }
    found = grim(int(options.n), **{name: getattr(options, name) for name in SHARES}, **several)
    if options.json:
        print(json.dumps(as_json(found), indent=2, allow_nan=False))
    else:
        print(as_text(found))


def as_json(found: Grim) -> dict[str, Any]:
    """Return what ``--json`` writes; nan is null."""
    return {
        "n": found.n,
        "printed": {_key(name): text for name, text in found.printed.items()},
        "possible": found.possible,
        "n_tables": found.n_tables,
        "n_up_to_symmetry": found.n_up_to_symmetry,
        "unique": found.unique,
        "ranges": {name: _pair(ends) for name, ends in found.ranges.items()},
        "kappa_interval": _pair(found.kappa_interval),
        "tables": found.tables,
        "without": {
            name: None if ends is None else _pair(ends) for name, ends in found.without.items()
        },
    }


def _key(name: str) -> str:
    return name.replace(" ", "_").replace("-", "_")


def _words(name: str) -> str:
    return name.replace("_", " ")


def _pair(ends: tuple[float, float]) -> list[float | None]:
    return [None if math.isnan(end) else end for end in ends]


def as_text(found: Grim) -> str:
    """Say the answer in words, a table and ranges."""
    printed = ", ".join(f"{_words(name)} {text}" for name, text in found.printed.items())
    lines = [f"{found.n} cases; printed: {printed}", ""]
    if not found.possible:
        return "\n".join(lines + _impossible(found))
    return "\n".join(lines + _possible(found))


def _impossible(found: Grim) -> list[str]:
    lines = ["Impossible: no 2 x 2 table of so many cases rounds to this print."]
    for name, ends in found.without.items():
        if ends is None:
            lines.append(f"Without {_words(name)}, the other values are impossible together too.")
        elif math.isnan(ends[0]):
            lines.append(f"With the other values as printed, {_words(name)} would be 0/0.")
        else:
            low, high = _four(ends[0]), _four(ends[1])
            where = f"is {low}" if low == high else f"lies between {low} and {high}"
            but = ", but takes no value that rounds to the print" if _holds(found, name) else ""
            lines.append(f"With the other values as printed, {_words(name)} {where}{but}.")
    lines += [
        "",
        "This does not say who made which mistake. Look for another n (missing cases), more than",
        "two classes, weights, other rounding (cut digits), or a slip in one of the numbers.",
    ]
    return lines


def _holds(found: Grim, name: str) -> bool:
    ends = found.without[name]
    return ends is not None and ends[0] < float(found.printed[name]) < ends[1]


def _possible(found: Grim) -> list[str]:
    tables = "tables round" if found.n_tables > 1 else "table rounds"
    lines = [f"Possible: {found.n_tables} {tables} to this print."]
    if found.n_tables == 1:
        lines[0] = "Possible, and unique: exactly one table rounds to this print."
    elif found.n_up_to_symmetry == 1:
        lines.append(
            "They are one table, but for exchanging the raters or the classes, which the print "
            "does not tell apart."
        )
    elif found.n_up_to_symmetry < found.n_tables:
        lines.append(
            f"If exchanging the raters or the classes counts as the same table, "
            f"{found.n_up_to_symmetry} are left."
        )
    if found.n_tables <= 4:
        for (a, b), (c, d) in found.tables:
            lines.append(f"  yes-yes {a}, yes-no {b}, no-yes {c}, no-no {d}")
    names = {
        "first_margin": "first rater's share of yes",
        "second_margin": "second rater's share of yes",
        "rarer_class": "rarer class, mean of both raters",
        "mcc": "MCC",
        "pabak": "PABAK",
    }
    lines += ["", f"{'':34}{'least':>9}{'largest':>9}"]
    for name, (low, high) in found.ranges.items():
        lines.append(f"{names.get(name, _words(name)):34}{_four(low):>9}{_four(high):>9}")
    low, high = found.kappa_interval
    which = "all tables" if len(found.tables) == found.n_tables else "the most extreme tables"
    if not math.isnan(low):
        lines += ["", f"95 % interval of kappa, over {which}: {low:.2f} to {high:.2f}"]
    return lines


def _four(value: float) -> str:
    return "0/0" if math.isnan(value) else f"{value:.4f}"
