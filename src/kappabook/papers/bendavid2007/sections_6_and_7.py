"""Sections 6 and 7: which test Table 12 used, Post Operative and Monks-3."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import floor
from typing import Any

from kappabook.audit.computed import holds, noted
from kappabook.audit.declared import computes
from kappabook.audit.printed import Printed
from kappabook.papers.bendavid2007.definitions import (
    DATASETS,
    MEASURES,
    MODELS,
    TABLES,
    cell,
    column,
    keys,
)
from kappabook.papers.bendavid2007.table12 import OVERLAP, READINGS, Disagreement, Search, search
from kappabook.papers.bendavid2007.tables import kappa_of_means, ranking_of, ranks

# --- Section 6: Table 12 ------------------------------------------------------------------------


@computes("s6.pairs", "s6.sign", "s6.line", "s6.tables", "s6.examples")
def table_12_says(p: Printed) -> dict[str, Any]:
    """Section 6: where the text finds the pairs of Table 12, and what it takes from them."""
    rows = sorted({claim.split(".")[1] for claim in p if claim.startswith("table12.")})
    said = {by: [p[f"table12.{row}.{by}"] for row in rows] for by in MEASURES}
    models = [p[f"table12.1.{model}"] for model in ("model-a", "model-b")]
    table_of = {name: f"A.{TABLES[key][-1]}" for key, name in MODELS.items()}
    tables = " and ".join(sorted(table_of[model] for model in models))
    return {
        "s6.pairs": len(rows),
        "s6.sign": said["kappa"][0],
        "s6.line": list(DATASETS.values()).index(p["table12.1.dataset"]) + 1,
        "s6.tables": tables,
        "s6.examples": sum(a != k for a, k in zip(*said.values(), strict=True)),
    }


@computes("s6.conclusions", "s6.level", "s6.test", "s6.more-examples", "s6.any-method")
def about_the_test(p: Printed) -> dict[str, Any]:
    """Section 6: what it makes of its test, by what every reading of the test says."""
    found = search(p)
    lists = list(found.by_reading.values())
    tried = {"readings": len(READINGS), "fitting": len(found.fits), "fits": "; ".join(found.fits)}
    turned = tuple(replace(pair, better=pair.worse, worse=pair.better) for pair in found.pairs)
    both_turned = [any(pair.told.values()) for pair in found.judged if pair.turned]

    def fits(shown: str) -> Any:
        return holds(lambda pairs: pairs in lists, (found.pairs,), (turned,), shown)

    more = others(found)
    none: dict[str, list[Disagreement]] = {name: [] for name in more}
    return {
        "s6.conclusions": noted(
            fits(f"{sum(both_turned)} of {len(both_turned)} turned pairs told apart"),
            turned=len(both_turned),
            **tried,
        ),
        "s6.level": noted(1 - p.number("s5.level") / 100, **tried),
        "s6.test": noted(fits(f"{len(found.fits)} of {len(READINGS)} readings fit"), **tried),
        "s6.more-examples": noted(
            holds(
                lambda more: any(more.values()),
                (more,),
                (none,),
                f"{len(more['unpaired t'])} by unpaired t, {len(more[OVERLAP])} by overlap",
            ),
            by_t=len(more["unpaired t"]),
            pairs="; ".join(map(described, more["unpaired t"])),
            **tried,
        ),
        "s6.any-method": noted(
            holds(
                all,
                (lists,),
                ([*lists[1:], ()],),
                f"at least {min(map(len, lists))} pairs by each reading",
            ),
            **tried,
        ),
    }


def others(found: Search) -> dict[str, list[Disagreement]]:
    """Return, of each reading, the pairs beside Table 12 that differ by one meter only."""
    return {
        name: [pair for pair in pairs if pair not in found.pairs]
        for name, pairs in found.by_reading.items()
    }


def described(pair: Disagreement) -> str:
    """Name a pair and its data set."""
    return f"{MODELS[pair.better]} and {MODELS[pair.worse]}, {DATASETS[pair.dataset]}"


# --- Section 6: Post Operative and Monks-3 ------------------------------------------------------


@computes("s6.reason")
def ranks_of_post_operative(p: Printed) -> dict[str, Any]:
    """Section 6: why the ranks by kappa differ in Table 10."""
    by_kappa = ranking_of(p, "post-operative").by_kappa
    cells = [cell(p, key, ("accuracy", "chance")) for key in keys(["post-operative"])]
    alike = [replace(one, chance=cells[0].chance) for one in cells]
    shown = "eq. (1) on the means gives the same ranks"
    return {
        "s6.reason": holds(
            lambda cells, by_kappa: ranks([kappa_of_means(one) for one in cells]) == by_kappa,
            (cells, by_kappa),
            (alike, by_kappa),
            shown,
        )
    }


@computes("s6.around-zero", "s6.failed")
def kappas_of_post_operative(p: Printed) -> dict[str, Any]:
    """Section 6: on Post Operative every interval of kappa holds 0."""
    kappas, halves = (
        [Fraction(text) for text in column(p, keys(["post-operative"]), name)]
        for name in ("kappa", "kappa-ci")
    )
    ends = list(zip(kappas, halves, strict=True))
    higher = [(kappa + half, half) for kappa, half in ends]
    around = f"{float(min(kappas)):.4f} to {float(max(kappas)):.4f}; each interval holds 0"
    failed = holds(hold_zero, (ends,), (higher,), "no interval of kappa excludes 0")
    return {
        "s6.around-zero": holds(hold_zero, (ends,), (higher,), around),
        "s6.failed": noted(failed, top=max(kappa + half for kappa, half in ends)),
    }


def hold_zero(ends: Sequence[tuple[Fraction, Fraction]]) -> bool:
    """Say whether every interval, a middle and its half-width, holds 0."""
    return all(abs(middle) <= half for middle, half in ends)


@computes("s6.monks-row", "s6.monks-accuracy", "s7.high-low")
def table_7_says(p: Printed) -> dict[str, Any]:
    """Sections 6 and 7: single rows of Table 7."""
    rows = {d: tuple(p.number(f"table7.{d}.{name}") for name in MEASURES) for d in DATASETS}
    accuracy, kappa = rows["post-operative"]
    there = holds(
        lambda name: is_high_and_low(name, rows),
        ("post-operative",),
        ("monks-3",),
        f"Post Operative: {float(accuracy):.4f}, {float(kappa):.4f}",
    )
    return {
        "s6.monks-row": list(DATASETS).index("monks-3") + 1,
        "s6.monks-accuracy": floor(100 * rows["monks-3"][0]),
        "s7.high-low": there,
    }


def is_high_and_low(name: str, rows: Mapping[str, tuple[Fraction, ...]]) -> bool:
    """Say whether a data set has an accuracy above the mean and the lowest kappa."""
    accuracies, kappas = zip(*rows.values(), strict=True)
    accuracy, kappa = rows[name]
    return bool(accuracy * len(rows) > sum(accuracies) and kappa == min(kappas))
