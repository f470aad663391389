"""What "the share of the hits that is due to chance" can mean: two models of guessing.

Chance agreement is a share of all cases. To make it one of the hits, one has to say how a
classifier guesses; the paper does not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from kappabook.audit.printed import Printed
from kappabook.papers.bendavid2007.definitions import AVERAGE, DATASETS, exact, row
from kappabook.papers.bendavid2007.impossible import table_7


@dataclass(frozen=True)
class Means:
    """Mean accuracy, kappa and chance agreement, of one data set or of all."""

    accuracy: Fraction
    kappa: Fraction
    chance: Fraction


def chance_of_all(means: Means) -> Fraction:
    """Return the printed meaning: the accuracy of an independent guesser with these margins."""
    return means.chance


def chance_of_hits(means: Means) -> Fraction:
    r"""Return :math:`P_c/P_0`: all cases are guessed, and the hits of the guesses compared.

    It exceeds 1, and so is no share, wherever kappa is negative.
    """
    return means.chance / means.accuracy


def guessed_hits(means: Means) -> Fraction:
    r"""Return :math:`(1 - \kappa) P_c/P_0`: know or guess.

    With probability k a case is known, and right; else it is guessed by the margins of all
    predictions, and right with probability :math:`P_c`. Then :math:`P_0 = k + (1 - k) P_c`, so
    that k is kappa by (1), and of the hits :math:`(1 - \kappa) P_c/P_0` are guessed. The model has
    no reading for a negative kappa; and if the known cases are spread over the classes as the
    cases are, its guesses have those margins only where predictions have the margins of the truth.
    """
    return (1 - means.kappa) * means.chance / means.accuracy


def read_table_7(p: Printed) -> dict[str, Means]:
    """Read the fifteen rows of Table 7, and its averages, as printed."""
    found = {}
    for name in (*DATASETS, AVERAGE):
        cell = row(p, "table7", name, ("accuracy", "kappa", "chance"))
        found[name] = Means(exact(cell.accuracy), exact(cell.kappa), exact(cell.chance))
    return found


def imputed_table_7(p: Printed) -> dict[str, Means]:
    """Read Table 7 with the chance of Balance, of Monks-3 and of the average imputed.

    Each is known between two ends less than 0.0005 apart, and taken halfway.
    """
    found = read_table_7(p)
    for name, ends in table_7(p).items():
        found[name] = replace(found[name], chance=Fraction(ends.middle))
    return found


@dataclass(frozen=True)
class Shares:
    """One meaning: of the averages, as a mean over the data sets, and on how many above 1/3."""

    of_averages: Fraction
    mean_of_ratios: Fraction
    above_one_third: int
    above_one: tuple[str, ...]


def shares(rows: Mapping[str, Means]) -> dict[str, Shares]:
    """Compute the three meanings from Table 7.

    For averages over data sets, numerators and denominators are averaged apart.
    """
    each = [rows[dataset] for dataset in DATASETS]
    accuracy = sum((means.accuracy for means in each), Fraction(0))
    found = {}
    for name, meaning, weight in (
        ("all cases", chance_of_all, len(each)),
        ("all guessed", chance_of_hits, accuracy),
        ("know or guess", guessed_hits, accuracy),
    ):
        values = {dataset: meaning(rows[dataset]) for dataset in DATASETS}
        hits = name != "all cases"
        weighed = (
            value * (rows[dataset].accuracy if hits else 1) for dataset, value in values.items()
        )
        found[name] = Shares(
            sum(weighed, Fraction(0)) / weight,
            sum(values.values(), Fraction(0)) / len(values),
            sum(value > Fraction(1, 3) for value in values.values()),
            tuple(dataset for dataset, value in values.items() if value > 1),
        )
    return found
