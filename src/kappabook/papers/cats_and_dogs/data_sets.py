"""How to interpret kappa: its ends, every model of three data sets (Figures 2, 3), and a scale."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import nan
from typing import Any, NamedTuple

from kappabook.audit.computed import holds, noted
from kappabook.audit.declared import computes
from kappabook.audit.printed import Printed, read_claims
from kappabook.metrics import ConfusionMatrix
from kappabook.metrics.rounded import number
from kappabook.papers.cats_and_dogs.two_classes import (
    DEFINITION,
    KAPPA,
    Model,
    P,
    P_e,
    counts,
    grid,
    with_errors,
)
from kappabook.system.checkout import printed_folder

# Near 0 and near -1: a level of Table 1. High: what the text's arbitrary model reaches.
NEAR, HIGH = Fraction("0.2"), Fraction("0.9")

# --- the ends of kappa --------------------------------------------------------------------------


def read_data_sets(p: Printed) -> tuple[tuple[int, int], ...]:
    """Read the numbers of cats and dogs of the data sets of Figure 2, the balanced one first."""
    pairs = (counts(p, f"fig2.cats-{i}", f"fig2.dogs-{i}") for i in (1, 2, 3))
    return tuple((cats, dogs) for cats, dogs in pairs)


@computes("interpret.chance")
def a_guesser(p: Printed) -> dict[str, Any]:
    """How to interpret: the kappa of who answers without looking, whose accuracy is P_e."""
    return {"interpret.chance": int(DEFINITION[KAPPA].subs(P, P_e))}


@computes("interpret.negative", "interpret.useful-range", "fig3.impossible")
def everything_wrong(p: Printed) -> dict[str, Any]:
    """How to interpret, and Figure 3: in each data set, the model that is always wrong."""
    data_sets = read_data_sets(p)
    wrong = [with_errors(cats, dogs, dogs, cats) for cats, dogs in data_sets]
    cats, dogs = data_sets[-1]
    alike = holds(
        lambda *matrices: all(matrix.mcc == -1 for matrix in matrices),
        tuple(wrong),
        (*wrong[:-1], with_errors(cats, dogs, dogs - 1, cats)),
        "phi -1 for all three",
    )
    kappas = ", ".join(str(matrix.kappa) for matrix in wrong)
    return {
        "interpret.negative": noted(wrong[0].kappa if alike.true else nan, kappas=kappas),
        "interpret.useful-range": holds(
            lambda x: x.kappa == -1 and ConfusionMatrix(x.cells[:, ::-1]).kappa == 1,
            (wrong[0],),
            (with_errors(50, 50, 25, 25),),
            "-1, and 1 with the labels exchanged",
        ),
        "fig3.impossible": alike,
    }


# --- Figure 2: only dogs are mispredicted -------------------------------------------------------


def dogs_only(cats: int, dogs: int) -> tuple[Model, ...]:
    """List the models of Figure 2 for one data set, from no error to no dog found."""
    return grid(cats, dogs)[: dogs + 1]


def is_straight(models: Sequence[Model]) -> bool:
    """Say whether kappa falls by one slope from each model to the next."""
    slopes = {(b.kappa - a.kappa) / (b.accuracy - a.accuracy) for a, b in pairwise(models)}
    return len(slopes) == 1


@computes("fig2.sets", "fig2.images", "fig2.cats-?", "fig2.dogs-?")
def given_data_sets(p: Printed) -> dict[str, Any]:
    """Figure 2: the given numbers of images, each from the others."""
    data_sets, (images,) = read_data_sets(p), counts(p, "fig2.images")
    (size,) = {cats + dogs for cats, dogs in data_sets}
    sets = sum(claim.startswith("fig2.cats-") for claim in p)
    found: dict[str, Any] = {"fig2.sets": sets, "fig2.images": size}
    for i, (cats, dogs) in enumerate(data_sets, 1):
        found |= {f"fig2.cats-{i}": images - dogs, f"fig2.dogs-{i}": images - cats}
    return found


@computes("fig2.n*", "fig2.linear", "fig2.end-*")
def figure_2(p: Printed) -> dict[str, Any]:
    """Figure 2: the line of the balanced data set and its end, and the two that are bent."""
    (cats, _), *_ = data_sets = read_data_sets(p)
    balanced, slight, heavy = (dogs_only(*pair) for pair in data_sets)
    last = balanced[-1]
    straight = holds(is_straight, (balanced,), (slight,), "kappa = 2p - 1")
    bent = holds(
        lambda *lines: not any(map(is_straight, lines)),
        (slight, heavy),
        (balanced, heavy),
        "its slope changes from step to step",
    )
    return {
        "fig2.n-from": next(model.n for model in balanced if model.kappa == 1),
        "fig2.linear": straight,
        "fig2.end-predicted": cats - last.m + last.n,
        "fig2.end-accuracy": last.accuracy,
        "fig2.end-kappa": last.kappa,
        "fig2.nonlinear": bent,
    }


@computes("fig2.common")
def high_accuracy_with_low_kappa(p: Printed) -> dict[str, Any]:
    """Figure 2: how common a high accuracy with a kappa near 0 is."""
    _, slight, heavy = (dogs_only(*pair) for pair in read_data_sets(p))
    low = [model for model in (*slight, *heavy) if model.kappa < NEAR]
    numbers = {"heavy": len(heavy), "low": len(low), "both": len(slight) + len(heavy)}
    common = holds(
        lambda models: (
            min(x.accuracy for x in models) >= HIGH and min(x.kappa for x in models) < NEAR
        ),
        (heavy,),
        (slight,),
        "kappa below 0.2 in {low} of {both} models".format(**numbers),
    )
    return {"fig2.common": noted(common, **numbers)}


# --- Figure 3: dogs and cats are mispredicted ---------------------------------------------------


@cache
def worst(cats: int, dogs: int) -> Model:
    """Return the model of the grid with the smallest kappa."""
    return min(grid(cats, dogs), key=lambda model: model.kappa)


@computes("fig3.balanced", "fig3.which")
def balanced_line(p: Printed) -> dict[str, Any]:
    """Figure 3: the balanced data set, where it does not matter which class is mispredicted."""
    balanced, slight, _ = read_data_sets(p)
    same = holds(
        lambda *pair: all(model.kappa == 2 * model.accuracy - 1 for model in grid(*pair)),
        balanced,
        slight,
        "kappa = 2p - 1",
    )
    either = holds(
        lambda *pair: len({(x.n + x.m, x.kappa) for x in grid(*pair)}) == sum(pair) + 1,
        balanced,
        slight,
        "one kappa for each number of errors",
    )
    return {"fig3.balanced": same, "fig3.which": either}


@computes("fig3.reached", "fig3.only", "fig3.depends", "fig3.min-*", "fig3.approaching", "fig3.far")
def smallest_kappas(p: Printed) -> dict[str, Any]:
    """Figure 3: the smallest kappa of each data set, at accuracy 0, and the way down to it."""
    data_sets = read_data_sets(p)
    found = [worst(*pair) for pair in data_sets]
    balanced, slight, heavy = (x.kappa if x.accuracy == 0 else nan for x in found)
    mirrored = worst(*reversed(data_sets[1])).kappa
    # With all dogs wrong, one more wrong cat after another.
    ways = [[x.kappa for x in grid(cats, dogs) if x.n == dogs] for cats, dogs in data_sets[1:]]
    closer = all(a > b for way in ways for a, b in pairwise(way))
    return {
        "fig3.reached": balanced,
        "fig3.only": holds(
            lambda first, *others: first == -1 < min(others),
            (balanced, slight, heavy),
            (balanced, balanced, heavy),
        ),
        "fig3.depends": holds(
            lambda *minima: len({*minima}) == len(minima),
            (balanced, slight, heavy),
            (balanced, slight, mirrored),
            f"{balanced}, {slight}, {heavy}",
        ),
        "fig3.min-heavy": heavy,
        "fig3.min-slight": slight,
        "fig3.approaching": noted(
            "approaching" if closer else "leaving", heavy=str(heavy), slight=str(slight)
        ),
        "fig3.far": holds(
            lambda *minima: min(minima) + 1 > NEAR,
            (slight, heavy),
            (worst(60, 40).kappa, heavy),
            f"{min(slight, heavy) + 1} away, or more",
        ),
    }


@computes("fig3.mixed-*", "fig3.dogs-only")
def five_and_five(p: Printed) -> dict[str, Any]:
    """Figure 3: five dogs and five cats mispredicted, against ten dogs.

    The text does not say that both models have one accuracy, so the three counts are its choice.
    """
    _, *imbalanced = read_data_sets(p)
    dogs, cats, alone = counts(p, "fig3.mixed-dogs", "fig3.mixed-cats", "fig3.dogs-only")

    def kappas(pair: tuple[int, int]) -> tuple[Any, Any]:
        return with_errors(*pair, dogs, cats).kappa, with_errors(*pair, alone).kappa

    better = holds(
        lambda *pairs: all(mixed > only for mixed, only in map(kappas, pairs)),
        tuple(imbalanced),
        ((50, 50), *imbalanced[1:]),
        "; ".join(f"{mixed} > {only}" for mixed, only in map(kappas, imbalanced)),
    )
    return {
        "fig3.mixed-dogs": alone - cats,
        "fig3.mixed-cats": alone - dogs,
        "fig3.dogs-only": dogs + cats,
        "fig3.mixed-better": better,
    }


@computes("fig3.unlikely")
def kappas_in_practice(p: Printed) -> dict[str, Any]:
    """Figure 3: how often kappa is 0 or below in the experiment of the 2007 paper."""
    kappas = kappas_of_2007(p)
    low = {name: sum(kappa <= 0 for kappa in found) for name, found in kappas.items()}
    worst_set = max(low, key=low.__getitem__)
    every = [kappa for found in kappas.values() for kappa in found]
    numbers = {
        "low": sum(low.values()),
        "all": len(every),
        "sets": sum(map(bool, low.values())),
        "every": len(kappas),
        "low_there": low[worst_set],
        "there": len(kappas[worst_set]),
    }
    unlikely = holds(
        lambda *kappas: 2 * sum(kappa > 0 for kappa in kappas) > len(kappas),
        tuple(every),
        tuple(kappas[worst_set]),
        "{low} of {all} in the 2007 paper, on {sets} of {every} data sets".format(**numbers),
    )
    return {"fig3.unlikely": noted(unlikely, **numbers)}


def kappas_of_2007(p: Printed) -> dict[str, list[Fraction]]:
    """Read the kappas of the 2007 paper's Tables A.1-A.5, by data set; without the averages."""
    found: dict[str, list[Fraction]] = {}
    for claim in read_claims(printed_folder() / "bendavid2007"):
        cell = re.fullmatch(r"tableA[1-5]\.(?!average)(.+)\.kappa", claim)
        if cell:
            kappa = number(p.elsewhere("bendavid2007", claim))
            found.setdefault(cell[1], []).append(kappa)
    return found


# --- Table 1 ------------------------------------------------------------------------------------


class Level(NamedTuple):
    """One row of a scale: its name and the kappas that it covers, both ends included."""

    name: str
    low: Fraction
    high: Fraction


Scale = tuple[Level, ...]
ROWS = ("none", "minimal", "weak", "moderate", "strong", "perfect")
# McHugh (2012), Biochemia Medica 22(3), Table 3, for kappas with two decimals. Its last row reads
# "above .90": the 1 is ours, the largest kappa.
MCHUGH = tuple(
    Level(name, Fraction(low), Fraction(high))
    for name, low, high in (
        ("None", "0", "0.20"),
        ("Minimal", "0.21", "0.39"),
        ("Weak", "0.40", "0.59"),
        ("Moderate", "0.60", "0.79"),
        ("Strong", "0.80", "0.90"),
        ("Almost Perfect", "0.91", "1"),
    )
)


def read_scale(p: Printed) -> Scale:
    """Read the printed rows of Table 1."""
    rows = (f"table1.{row}" for row in ROWS)
    return tuple(Level(p[row], p.number(f"{row}-low"), p.number(f"{row}-high")) for row in rows)


def levels_of(kappa: Fraction, scale: Scale) -> list[str]:
    """List the levels of a kappa: one, unless it falls between two rows or outside the table."""
    return [level.name for level in scale if level.low <= kappa <= level.high]


@computes("table1.{}", "table1.{}-*", each=ROWS)
def row_of_scale(p: Printed, row: str) -> dict[str, Any]:
    """Table 1: a row of McHugh's scale; the last one's name is carried on."""
    level = MCHUGH[ROWS.index(row)]
    name = f"{level.name} to Perfect" if row == ROWS[-1] else level.name
    return {f"table1.{row}": name, f"table1.{row}-low": level.low, f"table1.{row}-high": level.high}


@computes("table1.cover")
def table_1(p: Printed) -> dict[str, Any]:
    """Table 1: whether it gives every kappa a level."""
    scale, models = read_scale(p), [x for pair in read_data_sets(p) for x in grid(*pair)]
    gaps = [(a.high, b.low) for a, b in pairwise(scale) if a.high < b.low]
    missed = [x for x in models if any(low < x.kappa < high for low, high in gaps)]
    covered = holds(
        lambda scale: all(len(levels_of(Fraction(i, 100), scale)) == 1 for i in range(101)),
        (scale,),
        (scale[1:],),
        f"to two decimals; {len(gaps)} gaps between",
    )
    numbers = {"gaps": len(gaps), "missed": len(missed), "models": len(models)}
    return {"table1.cover": noted(covered, **numbers)}


@computes("table1.useful")
def least_useful(p: Printed) -> dict[str, Any]:
    """Table 1: the kappa from which on McHugh advises to rely on it."""
    return {"table1.useful": MCHUGH[ROWS.index("moderate")].low}
