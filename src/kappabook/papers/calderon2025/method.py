"""What the notebook, its README and the abstract say of the method and of the models."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise

import numpy as np

from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Number, Statement, Unjudged
from kappabook.papers.calderon2025 import notes, results, settings
from kappabook.papers.calderon2025 import properties as pr
from kappabook.papers.calderon2025.alternative import winning_rate
from kappabook.papers.shared.findings import contested, number_if
from kappabook.transcription import read_number

KEY = settings.KEY
_ANSWERS = ("not-agreement", "two-people", "low-agreement", "normal", "enough", "more-items")
THREE = ((0, 0, 1), (1, 1, 1), (0, 1, 1), (2, 0, 2))


@check("test.*", "epsilon.*")
def introduction() -> Findings:
    """Check what the notebook says first: names, the mark to pass, suggested epsilons."""
    shares = Unjudged("wins / people")
    yield "test.winning-rate", Finding(shares, verdict="definition")
    yield "test.passes", Finding(Number(settings.MAJORITY), verdict="definition")
    near = Unjudged("mean over people of (judge closer + equally close) / items")
    yield "test.advantage", Finding(near, verdict="definition")
    kappas = results.measures("quadratic")["with_judge"]["summeval"]
    test = results.alternative_test()
    first = _best(test["advantage"]["summeval"].to_dict())
    ranks = Statement(
        _best_is_last,
        given=(test["advantage"]["summeval"].to_dict(), kappas.to_dict()),
        witness=(kappas.to_dict(), kappas.to_dict()),
        shown=f"highest advantage on summeval: {first}, quadratic kappa {kappas[first]:.3f}",
    )
    note = notes.ADVANTAGE.format(kappa=kappas[first])
    yield "test.higher", _rerun(contested(ranks, note, "rerun"), results.MEASURES)
    for people, epsilon in settings.SUGGESTED.items():
        yield f"epsilon.{people}", Finding(Number(epsilon), verdict="definition")


@check("code.*", "readme.leave-one-out", "readme.epsilon")
def procedure() -> Findings:
    """Check the defaults of the procedure, and what follows from its steps."""
    for key, value in (
        ("epsilon", settings.DEFAULT_EPSILON),
        ("rate", settings.RATE),
        ("people", settings.LEAST_PEOPLE),
        ("items", settings.LEAST_ITEMS),
    ):
        yield f"code.{key}", Finding(Number(value), verdict="definition")
    copy = [row[0] for row in THREE]
    ties = Statement(
        pr.ties_with,
        given=(THREE, 0, copy),
        witness=(THREE, 0, [row[2] for row in THREE]),
        shown="a copy of a person ties with her on every item",
    )
    yield (
        "code.ties",
        Finding(ties, "checked", "If neither is closer, the difference of the item is 0."),
    )
    out = Unjudged("compared with the others' labels alone")
    yield "readme.leave-one-out", Finding(out, verdict="definition")
    every = tuple(results.counts(*key) for key in results.judged())
    grows = Statement(
        pr.winning_rate_never_falls,
        given=(pr.GRID, every),
        witness=(pr.GRID[::-1], every),
        shown="46 judges, epsilon 0 to 0.6",
    )
    yield "readme.epsilon", Finding(grows, "rerun", notes.EPSILON, run=results.RATERS)


@check("readme.noise-*")
def simulation(printed: Mapping[str, str]) -> Findings:
    """Note what was simulated with code that we have not, and check the order of its results."""
    names = [f"readme.noise-{n}" for n in range(1, 5)]
    for name in names:
        yield name, Finding(Unjudged("simulated"), "none", notes.NOISE, "unavailable")
    kappas = tuple(read_number(printed[f"{KEY}.{name}"]) for name in names)
    falls = Statement(_falls, given=(kappas,), witness=(kappas[::-1],), shown="each below the last")
    yield "readme.noise-falls", Finding(falls)


@check(*(f"faq.{name}" for name in _ANSWERS))
def questions() -> Findings:
    """Check the answers of the FAQ."""
    keys = results.judged()
    every = tuple(results.counts(*key) for key in keys)
    epsilons = tuple(settings.SETS[name].epsilon for name, _ in keys)
    table = results.verdicts()
    differ = Statement(
        _some_differ,
        given=(tuple(table[results.TEST]), tuple(table[results.RULES["kappa"]])),
        witness=(tuple(table[results.TEST]), tuple(table[results.TEST])),
        shown=f"{(table[results.TEST] != table[results.RULES['kappa']]).sum()} of 46 differ",
    )
    note = notes.NOT_AGREEMENT
    yield "faq.not-agreement", Finding(differ, "rerun", note, run=results.MEASURES)
    pair, judge = pr.two_people()
    both = Statement(
        pr.wins_against_both,
        given=(pair, judge),
        witness=(pair, [row[0] for row in pair]),
        shown="agrees equally with both, wins against both",
    )
    yield "faq.two-people", contested(both, notes.TWO_PEOPLE, "checked")
    people = results.measures()["people"].groupby(level=0).first().to_dict()
    used = {name: setting.epsilon for name, setting in settings.SETS.items()}
    follow = Statement(
        _is_out_of_order,
        given=(people, used),
        witness=(people, people),
        shown="the eight epsilons are not in the order of the kappas",
    )
    note = notes.LOW_AGREEMENT.format(low=min(people.values()), high=max(people.values()))
    yield "faq.low-agreement", _rerun(contested(follow, note, "rerun"), results.MEASURES)
    yield "faq.normal", Finding(Number(settings.LEAST_ITEMS), verdict="definition")
    keeps = {n: kept(n) for n in (50, 100)}
    passes = table[results.TEST].to_numpy(dtype=bool)
    enough = Statement(
        _fewer_than_half,
        given=(tuple(keeps[50][passes] > 0.5),),
        witness=(tuple(keeps[50][~passes] > 0.5),),
        shown=f"{(keeps[50][passes] > 0.5).sum()} of {passes.sum()} that pass do with 50 items, "
        f"{(keeps[100][passes] > 0.5).sum()} with 100",
    )
    lost = int((keeps[50][~passes] < 0.8).sum())
    note = notes.ENOUGH.format(
        failing="all keep" if lost == 0 else f"all but {lost} keep",
        passers=int(passes.sum()),
        fifty=int((keeps[50][passes] > 0.5).sum()),
        hundred=int((keeps[100][passes] > 0.5).sum()),
    )
    yield "faq.enough", contested(enough, note, "simulation")
    more = Statement(
        pr.times_never_lowers,
        given=(Fraction(2), every, epsilons),
        witness=(Fraction(1, 2), every, epsilons),
        shown="every count doubled",
    )
    up = sum(
        bool(winning_rate(2 * c, e) > winning_rate(c, e))
        for c, e in zip(every, epsilons, strict=True)
    )
    note = notes.MORE_ITEMS.format(up=up)
    yield "faq.more-items", Finding(more, "rerun", note, run=results.RATERS)


_EXAMPLES = ("combined-each", "combined", "domains", "domain-people", "comparisons")


@check(*(f"faq.{name}" for name in _EXAMPLES))
def examples(printed: Mapping[str, str]) -> Findings:
    """Check the arithmetic of the FAQ's examples."""
    number = {name: read_number(printed[f"{KEY}.faq.{name}"]) for name in _EXAMPLES}
    each, whole = number["combined-each"], number["combined"]
    yield "faq.combined-each", Finding(Number(whole / 2))
    yield "faq.combined", Finding(Number(2 * each))
    domains, heads, tests = (number[n] for n in ("domains", "domain-people", "comparisons"))
    yield "faq.domains", Finding(Number(tests / heads))
    yield "faq.domain-people", Finding(Number(tests / domains))
    yield "faq.comparisons", Finding(Number(domains * heads))


@check("abstract.*", "lgbteen.results")
def abstract() -> Findings:
    """Check what the abstract counts and concludes."""
    sets = len(settings.SETS) + len(settings.LEFT_OUT)
    note = (
        f"Counted in the authors' repository. {len(settings.SETS)} of {sets} are re-run here; "
        f"{' and '.join(settings.LEFT_OUT)} are not."
    )
    yield "abstract.sets", Finding(Number(sets), note=note, verdict="definition")
    models = len({judge for _, judge in results.judged()})
    note = "Four of them on lesion."
    yield "abstract.models", Finding(Number(models), "rerun", note, run=results.RATERS)
    note = "The labels at hand are of one way to prompt for each model."
    yield "abstract.prompts", Finding(Unjudged("one at hand"), "none", note, "unavailable")
    best = results.alternative_test()["advantage"]
    both = [name for name in settings.SETS if "llama-31" in best[name]]
    ahead = [name for name in both if _closed_ahead(best[name].to_dict())]
    but = ", ".join(name for name in both if name not in ahead)
    shown = f"{len(ahead)} of {len(both)} sets"
    closed = Statement(
        _mostly,
        given=(len(ahead), len(both)),
        witness=(len(both) - len(ahead), len(both)),
        shown=shown,
    )
    note = notes.CLOSED.format(n=len(ahead), of=len(both), but=but)
    yield "abstract.closed", _rerun(contested(closed, note, "rerun"), results.RATERS)
    note = "Sensitive labels: not fetched, not re-run."
    yield "lgbteen.results", Finding(Unjudged("not fetched"), "none", note, "unavailable")


@check("optimal.*")
def optimal_judge() -> Findings:
    """Check that most people's label, and the mean of all, are never behind anybody."""
    most = all(pr.is_never_behind(pr.most_say, n, 3, squared=False) for n in range(2, 6))
    note = notes.MAJORITY_NOTE + notes.SUMMARY_READ
    yield "optimal.accuracy", Finding(number_if(most, 1), "checked", note)
    mean = all(pr.is_never_behind(pr.mean_of, n, 4, squared=True) for n in range(2, 6))
    note = notes.MEAN_NOTE + notes.SUMMARY_READ
    yield "optimal.rmse", Finding(number_if(mean, 1), "checked", note)


def kept(n: int, draws: int = 1000, seed: int = 2025) -> np.ndarray:
    """Draw n items of each person: share of the draws with the verdict of all items, by judge."""
    rng = np.random.default_rng([seed, n])
    found = []
    for key in results.judged():
        counts, epsilon = results.counts(*key), settings.SETS[key[0]].epsilon
        full = winning_rate(counts, epsilon) >= settings.MAJORITY
        drawn = [
            rng.multivariate_hypergeometric(c, min(n, int(c.sum())), size=draws) for c in counts
        ]
        passes = winning_rate(np.stack(drawn, axis=1), epsilon) >= settings.MAJORITY
        found.append(float((passes == full).mean()))
    return np.array(found)


def _rerun(finding: Finding, run: str) -> Finding:
    return Finding(finding.computed, "rerun", finding.note, finding.verdict, run=run)


def _best(values: Mapping[str, float]) -> str:
    return max(values, key=lambda name: values[name])


def _best_is_last(advantage: Mapping[str, float], kappa: Mapping[str, float]) -> bool:
    """Say whether the judge with the highest advantage has the lowest kappa."""
    return kappa[_best(advantage)] == min(kappa.values())


def _falls(values: tuple[Fraction, ...]) -> bool:
    return all(a > b for a, b in pairwise(values))


def _some_differ(one: tuple[bool, ...], other: tuple[bool, ...]) -> bool:
    return one != other


def _is_out_of_order(kappas: Mapping[str, float], epsilons: Mapping[str, float]) -> bool:
    """Say whether of some two sets the one with the lower kappa has the larger epsilon."""
    return any(kappas[a] < kappas[b] and epsilons[a] > epsilons[b] for a in kappas for b in kappas)


def _fewer_than_half(yes: tuple[bool, ...]) -> bool:
    return 2 * sum(yes) < len(yes)


def _closed_ahead(advantage: Mapping[str, float]) -> bool:
    """Say whether the best closed model is above the best open one."""
    closed = max(advantage[name] for name in settings.CLOSED if name in advantage)
    return closed > max(advantage[name] for name in settings.OPEN if name in advantage)


def _mostly(n: int, of: int) -> bool:
    return 2 * n > of
