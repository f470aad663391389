"""What the example's notebook, the README and the abstract say of the method and of the models."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import nan
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from kappabook.audit.computed import holds, noted
from kappabook.audit.declared import computes
from kappabook.audit.printed import Printed
from kappabook.papers.calderon2025 import results
from kappabook.papers.calderon2025.alternative import (
    LEFT_OUT,
    MAJORITY,
    SETS,
    differences,
    tallies,
    winning_rate,
)
from kappabook.papers.calderon2025.results import RULES, TEST

Counts = NDArray[np.int64]
Values = NDArray[np.float64]
Label = Fraction | int
Judge = Callable[[Sequence[int]], Label]
Cost = Callable[[Label, int], Label]
CLOSED = ("gemini_flash", "gemini_pro", "gpt-4o", "gpt-4o-mini")
OPEN = ("llama-31", "mistral-v03")


def printed_epsilons(p: Printed) -> dict[str, float]:
    """Read the epsilon of each set."""
    return {name: float(p.number(f"{name}.epsilon")) for name in SETS}


# --- the example's notebook: the advantage probability ------------------------------------------


@computes("test.higher")
def introduction(p: Printed) -> dict[str, Any]:
    """Of two models, the one with the higher advantage probability is the better."""
    table = results.alternative_test()
    kappa = results.measures("quadratic")["with_judge"]
    advantage = table["advantage"]
    best = advantage["summeval"].idxmax()
    shown = f"highest advantage on summeval: {best}, quadratic kappa {kappa['summeval', best]:.3f}"
    ranks = holds(
        lambda advantage, kappa: advantage.idxmax() == kappa.idxmin(),
        given=(advantage["summeval"], kappa["summeval"]),
        unless=(advantage["framing"], kappa["framing"]),
        shown=shown,
    )
    turned = sum(turned_pairs(part) for _, part in table.groupby(level="set"))
    return {"test.higher": noted(ranks, turned=turned, best=best, kappa=kappa["summeval", best])}


def turned_pairs(table: pd.DataFrame) -> int:
    """Count the pairs of models that advantage and winning rate order differently."""
    pairs = combinations(table[["advantage", "winning_rate"]].to_numpy(), 2)
    return sum(bool(np.prod(a - b) < 0) for a, b in pairs)


# --- README -------------------------------------------------------------------------------------


@computes("readme.epsilon")
def penalty(p: Printed) -> dict[str, Any]:
    """README: a larger epsilon favours the model; tried from 0 to 0.6 in steps of 0.01."""
    every = list(results.every_count().values())
    grid = np.linspace(0, 0.6, 61)[:, np.newaxis]
    # The altered reading: epsilon is what the model must be better by.
    favours = holds(
        lambda epsilons: all((np.diff(winning_rate(c, epsilons)) >= 0).all() for c in every),
        given=(grid,),
        unless=(-grid,),
        shown=f"{len(every)} judges, epsilon 0 to 0.6",
    )
    passing = sum(winning_rate(counts, 0) >= MAJORITY for counts in every)
    return {"readme.epsilon": noted(favours, passing=int(passing))}


# --- FAQ ----------------------------------------------------------------------------------------


@computes("faq.not-agreement")
def against_agreement(p: Printed) -> dict[str, Any]:
    """FAQ: the test is a kind of measure of agreement, but compares a model with the group."""
    table = results.verdicts()
    differ = int((table[TEST] != table[RULES["kappa"]]).sum())
    return {
        "faq.not-agreement": holds(
            lambda one, other: (one & ~other).any() and (~one & other).any(),
            given=(table[TEST], table[RULES["kappa"]]),
            unless=(table[RULES["agreement"]], table[RULES["kappa"]]),
            shown=f"{differ} of {len(table)} differ",
        )
    }


@computes("faq.two-people")
def two_people(p: Printed) -> dict[str, Any]:
    """FAQ, two people: they differ on every other item, a judge sides with each half the time."""
    ratings = [[0, i % 2] for i in range(40)]
    judge = [i % 2 if i % 4 == 1 else 0 for i in range(40)]
    return {
        "faq.two-people": holds(
            wins_against_both,
            given=(ratings, judge),
            unless=(ratings, [first for first, _ in ratings]),
            shown="agrees equally with both, wins against both",
        )
    }


def wins_against_both(ratings: Sequence[Sequence[int]], judge: Sequence[int]) -> bool:
    """Say whether a judge agrees equally with two people, and wins against both."""
    table, column = np.array(ratings), np.array(judge)
    first, second = (table == column[:, np.newaxis]).sum(axis=0)
    won = winning_rate(tallies(differences(table, column)), 0.1)
    return bool(first == second and won == 1)


@computes("faq.low-agreement")
def low_agreement(p: Printed) -> dict[str, Any]:
    """FAQ: where people agree little, epsilon should be smaller; eight kappas, eight epsilons."""
    table = results.measures()["people"]
    kappas = {name: float(table[name].iloc[0]) for name in SETS}
    epsilons = printed_epsilons(p)
    low, high = min(kappas, key=kappas.__getitem__), max(kappas, key=kappas.__getitem__)
    # The altered input: the same eight epsilons, dealt as the answer advises.
    advised = dict(
        zip(sorted(kappas, key=kappas.__getitem__), sorted(epsilons.values()), strict=True)
    )
    out_of_order = holds(
        is_out_of_order,
        given=(kappas, epsilons),
        unless=(kappas, advised),
        shown="the eight epsilons are not in the order of the kappas",
    )
    ends = {"low": kappas[low], "high": kappas[high]}
    at_ends = {"at_low": epsilons[low], "at_high": epsilons[high]}
    return {"faq.low-agreement": noted(out_of_order, lowest=low, highest=high, **ends, **at_ends)}


def is_out_of_order(kappas: Mapping[str, float], epsilons: Mapping[str, float]) -> bool:
    """Say whether of some two sets the one with the lower kappa has the larger epsilon."""
    return any(kappas[a] < kappas[b] and epsilons[a] > epsilons[b] for a in kappas for b in kappas)


@computes("faq.more-items")
def more_items(p: Printed) -> dict[str, Any]:
    """FAQ: more items make it likelier that a model passes; every count doubled."""
    epsilons = printed_epsilons(p)
    every = [(counts, epsilons[name]) for (name, _), counts in results.every_count().items()]
    more = holds(times_never_lowers, (2, every), unless=(0.5, every), shown="every count doubled")
    up = sum(bool(winning_rate(2 * c, e) > winning_rate(c, e)) for c, e in every)
    return {"faq.more-items": noted(more, up=up)}


def times_never_lowers(factor: float, every: Iterable[tuple[Counts, float]]) -> bool:
    """Say whether so many times each count lowers no winning rate."""
    return all(winning_rate(factor * c, e) >= winning_rate(c, e) for c, e in every)


@computes("faq.combined*", "faq.domain*", "faq.comparisons")
def examples(p: Printed) -> dict[str, Any]:
    """FAQ: arithmetic of its examples."""
    names = ("combined-each", "combined", "domains", "domain-people", "comparisons")
    each, combined, domains, people, comparisons = (p.number(f"faq.{name}") for name in names)
    return {
        "faq.combined-each": combined / 2,
        "faq.combined": 2 * each,
        "faq.domains": comparisons / people,
        "faq.domain-people": comparisons / domains,
        "faq.comparisons": domains * people,
    }


# --- abstract -----------------------------------------------------------------------------------


@computes("abstract.*")
def abstract(p: Printed) -> dict[str, Any]:
    """Abstract: what it counts, and that closed models do better than open ones."""
    advantage = results.alternative_test()["advantage"]
    both = {name: advantage[name] for name in SETS if set(OPEN) <= set(advantage[name].index)}
    but = [name for name, found in both.items() if not is_ahead(found, CLOSED, OPEN)]
    ahead = len(both) - len(but)
    closed = holds(
        are_mostly_ahead,
        given=(both.values(), CLOSED, OPEN),
        unless=(both.values(), OPEN, CLOSED),
        shown=f"{ahead} of {len(both)} sets",
    )
    sets = len(SETS) + len(LEFT_OUT)
    return {
        "abstract.sets": noted(sets, here=len(SETS), left=" and ".join(LEFT_OUT)),
        "abstract.models": len({judge for _, judge in results.every_count()}),
        "abstract.closed": noted(closed, ahead=ahead, both=len(both), but=", ".join(but)),
    }


def is_ahead(advantage: pd.Series[float], some: Sequence[str], others: Sequence[str]) -> bool:
    """Say whether the best of some models is above the best of others."""
    return bool(advantage.reindex([*some]).max() > advantage.reindex([*others]).max())


def are_mostly_ahead(
    advantages: Iterable[pd.Series[float]], some: Sequence[str], others: Sequence[str]
) -> bool:
    """Say whether some models are ahead of others in more than half of the sets."""
    ahead = [is_ahead(found, some, others) for found in advantages]
    return 2 * sum(ahead) > len(ahead)


# --- the optimal judge --------------------------------------------------------------------------


@computes("optimal.*")
def optimal_judge(p: Printed) -> dict[str, Any]:
    """Most people's label, and the mean of all, are never behind anybody: all small cases."""
    most = all(is_never_behind(most_say, n, 3, unequal) for n in range(2, 6))
    mean = all(is_never_behind(mean_of, n, 4, squared) for n in range(2, 6))
    return {"optimal.accuracy": 1 if most else nan, "optimal.rmse": 1 if mean else nan}


def is_never_behind(judge: Judge, people: int, n_labels: int, cost: Cost) -> bool:
    """Say whether a judge is at least as close as every person, whatever the people say."""
    for labels in product(range(n_labels), repeat=people):
        said = judge(labels)
        for h, own in enumerate(labels):
            others = [*labels[:h], *labels[h + 1 :]]
            if sum(cost(said, x) for x in others) > sum(cost(own, x) for x in others):
                return False
    return True


def most_say(labels: Sequence[int]) -> int:
    """Return the label of most, of several the least."""
    return min(set(labels), key=lambda label: (-labels.count(label), label))


def mean_of(labels: Sequence[int]) -> Fraction:
    """Return the exact mean."""
    return Fraction(sum(labels), len(labels))


def unequal(label: Label, other: int) -> int:
    """Cost under accuracy."""
    return int(label != other)


def squared(label: Label, other: int) -> Label:
    """Cost under the root mean squared error, which orders judges as the sum of squares does."""
    return (label - other) ** 2


# --- FAQ, how many items: a simulation, and so the last -----------------------------------------


@computes("faq.enough")
def enough_items(p: Printed) -> dict[str, Any]:
    """FAQ: in most cases 50 to 100 items are enough; for how many models is the verdict kept."""
    passes = results.verdicts()[TEST].to_numpy(dtype=bool)
    most = {n: kept(n, printed_epsilons(p)) > 0.5 for n in (50, 100)}
    numbers = {
        f"{who}_{n}": int(kept_by[these].sum())
        for n, kept_by in most.items()
        for who, these in (("all", slice(None)), ("pass", passes))
    }
    # True of all models, and false of those that pass: the two readings.
    enough = holds(
        lambda verdict_kept: 2 * sum(verdict_kept) > len(verdict_kept),
        given=(most[50],),
        unless=(most[50][passes],),
        shown="verdict kept with 50 items for {all_50} of 46, of the 22 that pass for {pass_50}; "
        "with 100 for {all_100} and {pass_100}".format(**numbers),
    )
    return {"faq.enough": noted(enough, passing=passes.sum(), failing=(~passes).sum(), **numbers)}


def kept(n: int, epsilons: Mapping[str, float], draws: int = 1000, seed: int = 2025) -> Values:
    """Draw n items of each person: share of the draws with the verdict of all items, by judge."""
    rng = np.random.default_rng([seed, n])
    found = []
    for (name, _), counts in results.every_count().items():
        passes = winning_rate(counts, epsilons[name]) >= MAJORITY
        drawn = [
            rng.multivariate_hypergeometric(c, min(n, int(c.sum())), size=draws) for c in counts
        ]
        again = winning_rate(np.stack(drawn, axis=1), epsilons[name]) >= MAJORITY
        found.append((again == passes).mean())
    return np.array(found)
