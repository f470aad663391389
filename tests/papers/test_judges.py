"""Judges by simulation: people, rules and rates, by other code; and the committed results."""

import csv
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from plain_scores import plain_kappa
from scipy.stats import ttest_1samp
from support import ROOT

from experiments.judges import run as module
from experiments.judges.acceptance import (
    AGREEMENT,
    BAR_GOLD,
    KAPPA,
    ONE_GOLD,
    RIGHT_GOLD,
    RULES,
    pairs,
    verdicts,
)
from experiments.judges.estimates import (
    DESIGNS,
    METHODS,
    Calibration,
    Counts,
    draw,
    estimate,
)
from experiments.judges.population import ERRORS, Population, simulate_votes
from experiments.judges.run import coverage_of, rate_settings, rule_settings
from kappabook.metrics.raters import corrected_prevalence
from kappabook.study.judges import rates, rules

RESULTS = ROOT / "data/results"
ALTERNATIVE = {e: f"alternative test, epsilon {e:g}" for e in (0.1, 0.15, 0.2)}
NOT_INFERIOR = {m: f"kappa not inferior by {m:g}" for m in (0.05, 0.1)}


def read(name):
    with (RESULTS / name).open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


# --- people and judge -----------------------------------------------------------------------------


@pytest.mark.parametrize("errors", ERRORS)
@pytest.mark.parametrize(("judge", "prevalence", "unclear"), [(0.7, 0.5, 0.0), (0.92, 0.1, 0.3)])
def test_many_votes_have_the_accuracy_and_the_kappas_of_their_population(
    errors, judge, prevalence, unclear
):
    population = Population(judge, 0.85, prevalence, errors, unclear)
    votes = simulate_votes(400_000, population, np.random.default_rng(1))
    coins = np.array([*([0.85] * 3), judge]) * (1 - unclear) + unclear / 2
    right = votes.drop(columns="truth").eq(votes["truth"], axis=0).mean()
    assert right.to_numpy() == pytest.approx(coins, abs=0.004)
    found = pairs(votes.drop(columns="truth").to_numpy())[1]
    with_judge, among = population.kappas()
    assert found[-1, :-1] == pytest.approx([with_judge] * 3, abs=0.008)
    assert found[np.triu_indices(3, 1)] == pytest.approx([among] * 3, abs=0.008)


def test_kappa_of_people_who_err_alone_by_hand():
    """Two people agree in .85^2 + .15^2 = .745 of the items, and by chance in half."""
    assert Population().kappas() == pytest.approx([0.49, 0.49])
    # Of the .15 slips both take a quarter; otherwise one or both err on their own.
    both = 0.15 * (0.5 + 0.5 * 0.15) ** 2 + 0.85 * (0.5 * 0.15) ** 2
    shared = Population(errors="shared by people")
    assert shared.kappas()[1] == pytest.approx(1 - 2 * (0.3 - 2 * both))


def test_a_judge_without_errors_shares_none():
    with pytest.raises(ValueError, match="accuracy 1 cannot share the people's errors"):
        Population(judge=1, errors="shared by all").kappas()


# --- rules ----------------------------------------------------------------------------------------


def by_other_code(votes):
    """The rules but non-inferiority, from their definitions, with scipy."""
    truth, *humans, judge = (votes[name].to_numpy() for name in votes)
    found = {}
    for rule, score in ((AGREEMENT, lambda a, b: (a == b).mean()), (KAPPA, plain_kappa)):
        among = np.mean([score(a, b) for a, b in combinations(humans, 2)])
        found[rule] = np.mean([score(judge, h) for h in humans]) >= among - 1e-9
    for epsilon, rule in ALTERNATIVE.items():
        p = sorted(_p(humans, i, judge, epsilon) for i in range(len(humans)))
        # Benjamini and Yekutieli for three: .05 times rank / 3, over 1 + 1/2 + 1/3.
        below = [p[k] <= 0.05 * (k + 1) / 3 / (11 / 6) for k in range(3)]
        won = max((k + 1 for k in range(3) if below[k]), default=0)
        found[rule] = won >= 2
    right = [(h == truth).mean() for h in humans]
    found[RIGHT_GOLD] = (judge == truth).mean() >= np.mean(right) - 1e-9
    found[ONE_GOLD] = (judge == humans[0]).sum() >= (humans[1] == humans[0]).sum()
    found[BAR_GOLD] = 100 * (judge == humans[0]).sum() >= 85 * len(judge)
    return found


def _p(humans, i, judge, epsilon):
    others = [h for k, h in enumerate(humans) if k != i]
    d = np.sign(sum((humans[i] == o).astype(int) - (judge == o) for o in others))
    if d.std() == 0:
        return float(d[0] >= epsilon)
    return ttest_1samp(d, epsilon, alternative="less").pvalue


@pytest.mark.parametrize("errors", ERRORS)
def test_verdicts_are_those_of_other_code(errors):
    rng = np.random.default_rng(5)
    for judge in (0.7, 0.8, 0.85, 0.92):
        population = Population(judge=judge, errors=errors, prevalence=0.3)
        for _ in range(4):
            votes = simulate_votes(60, population, rng)
            found = verdicts(votes)
            assert list(found) == list(RULES)
            assert found | by_other_code(votes) == found


@pytest.mark.parametrize(("judge", "accepted"), [(0.85, True), (0.75, False)])
def test_a_judge_like_people_is_not_inferior_and_a_worse_one_is(judge, accepted):
    votes = simulate_votes(4000, Population(judge=judge), np.random.default_rng(1))
    found = verdicts(votes)
    assert {found[rule] for rule in NOT_INFERIOR.values()} == {accepted}


# --- rates ----------------------------------------------------------------------------------------


def test_estimates_are_those_of_corrected_prevalence():
    setting = Calibration(0.2, 0.85, 0.9, "random", 50)
    counts = draw(setting, 12, np.random.default_rng(1))
    for i in range(12):
        tp, fn, tn, fp = (int(getattr(counts, x)[i]) for x in ("tp", "fn", "tn", "fp"))
        positives = int(counts.positives[i])
        truth = [1] * (tp + fn) + [0] * (tn + fp) + [None] * 2000
        judge = [1] * tp + [0] * (fn + tn) + [1] * (fp + positives) + [0] * (2000 - positives)
        for method in ("difference", "rogan-gladen"):
            found = corrected_prevalence(truth, judge, method=method)
            ours = estimate(counts, method)[:, i]
            assert ours.tolist() == [found.unclipped, found.low, found.high]


def test_weights_by_verdict_by_hand():
    """500 of 2000 more are called positive; of 40 and 60 verified 30 and 3 are."""
    counts = Counts(*(np.array([x]) for x in (460, 30, 3, 57, 10)))
    value, low, high = estimate(counts, "weighted by verdict")[:, 0]
    assert value == pytest.approx(500 / 2100 * 30 / 40 + 1600 / 2100 * 3 / 60)
    assert low < value < high
    none = Counts(*(np.array([x]) for x in (460, 0, 3, 57, 0)))
    assert np.isnan(estimate(none, "weighted by verdict")).all()


# --- the run and what it left ---------------------------------------------------------------------


def test_everything_that_was_to_be_simulated_is_committed():
    columns = ["judge_accuracy", *list(rule_settings()[0])[1:]]
    found = rules()[columns].rename(columns={"judge_accuracy": "judge"})
    assert found[:: len(RULES)].to_dict("records") == rule_settings()
    assert rules()["rule"].tolist() == list(RULES) * len(rule_settings())
    assert rates()["design"].unique().tolist() == list(DESIGNS)
    assert rates()["method"].tolist() == list(METHODS) * len(rate_settings())
    assert set(rules()["repeats"]) == {1000}
    assert set(rates()["repeats"]) == {10_000}


def as_text(records):
    table = pd.DataFrame(records).to_csv(index=False, float_format="%.6g")
    return list(csv.DictReader(table.splitlines()))


def test_settings_of_rates_come_out_again():
    committed = read("judge-rates.csv")
    for place in (0, 20, 47):
        found = as_text(coverage_of(repeats=10_000, **rate_settings()[place]))
        expected = committed[5 * place : 5 * place + 5]
        if np.lib.NumpyVersion(np.__version__) < "2.5.0":
            assert found == expected
            continue
        # numpy 2.5 draws otherwise; then 10,000 repeats agree within their own error.
        for row, known in zip(found, expected, strict=True):
            for name, text in known.items():
                is_text = name in ("design", "method")
                wanted = text if is_text else pytest.approx(float(text), rel=0.05, abs=0.01)
                assert (row[name] if is_text else float(row[name])) == wanted, name


@pytest.mark.slow
@pytest.mark.parametrize("place", [3, 36])
def test_a_setting_of_rules_comes_out_again(place):
    found = as_text(module.acceptance_of(**rule_settings()[place], repeats=1000))
    assert found == read("judge-rules.csv")[10 * place : 10 * place + 10]


# --- the page -------------------------------------------------------------------------------------


def rule_lines():
    """400 items, half of them positive: judges who err alone; then people who err together."""
    table = rules().query("unclear == 0 and n_items == 400 and prevalence == 0.5")
    shown = table.query("errors == 'independent'").pivot_table("accepted", "rule", "judge_accuracy")
    together = table.query("errors == 'shared by people' and judge_accuracy in (0.85, 0.92)")
    both = pd.concat([shown, together.pivot_table("accepted", "rule", "judge_accuracy")], axis=1)
    return [f"| {rule} | {' | '.join(f'{x:.2f}' for x in both.loc[rule])} |" for rule in RULES]


def rate_lines():
    """100 verified cases: at random of 5 and of 20 % positives, and by verdict of 20 %."""
    table = rates().query("n_calibration == 100 and sensitivity == 0.85")
    table = table.set_index(["design", "prevalence", "method"])
    lines = []
    for method in METHODS:
        cells = [method]
        for p in (0.05, 0.2):
            row = table.loc["random", p, method]
            cells += [
                f"{row['coverage']:.2f}",
                f"{row['width']:.2f}",
                f"{row['people_labels']:.0f}",
            ]
        cells.append(f"{table.loc['by verdict', 0.2, method]['coverage']:.2f}")
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def test_the_tables_of_the_page_are_those_of_the_files():
    page = (ROOT / "docs/raters.md").read_text(encoding="utf-8")
    assert "\n".join(rule_lines()) in page
    assert "\n".join(rate_lines()) in page
