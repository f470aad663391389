"""docs/what-held.md tells the truth: rows are the ledger's, numbers looked up or computed."""

import re
from math import hypot, sqrt

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from support import ROOT

from kappabook import auk_bounds, papers
from kappabook.audit.printed import AuditError
from kappabook.metrics.rates import kappa_at
from kappabook.papers.critics import sources
from kappabook.study import StudyResults
from kappabook.study.pairs import fold_correlation
from kappabook.study.results import read_about
from kappabook.system.checkout import results_folder
from kappabook.workbook.ledger_files import ROWS, rows_of, totals_table, with_rows

FILE = ROOT / "docs/what-held.md"
TEXT = FILE.read_text(encoding="utf-8")
FINDINGS = TEXT.split("\n### ")[1:]
NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)*")


def printed(name):
    return float(papers.claim(name).printed)


# --- the numbers that no row holds, computed here a second time -------------------------------

DATASETS = [
    claim.claim.split(".")[2]
    for claim in papers.matching("bendavid2007.table7.*.accuracy")
    if "average" not in claim.claim
]
TABLES = dict(zip(("J48", "SMO", "NaiveBayes", "Logistic", "RandomForest"), "12345", strict=True))


def share_of_hits():
    rows = [
        [printed(f"bendavid2007.table7.{d}.{m}") for m in ("accuracy", "kappa", "chance")]
        for d in DATASETS
    ]
    accuracy, kappa, chance = np.array(rows).T
    assert sum(chance > accuracy) == 2  # "on two data sets"
    yield f"{100 * chance.sum() / accuracy.sum():.1f}"
    yield f"{100 * ((1 - kappa) * chance).sum() / accuracy.sum():.1f}"


def german_credit():
    yield f"{float(kappa_at(0.60, 0.928, 0.11)):.3f}"
    yield f"{float(kappa_at(0.60, 0.928, 0.89)):.4f}"
    yield "89"
    yield f"{auk_bounds(0.7186, 0.11)[1]:.4f}"
    # One corner (f, t) with the printed AUC: t - f = 2 AUC - 1, and two triangles below kappa.
    rise = 2 * 0.7186 - 1
    f = np.linspace(0, 1 - rise, 1001)
    yield f"{np.max(kappa_at(f, f + rise, np.full_like(f, 0.11))) / 2:.3f}"
    test = 786 - 500
    yield f"{0.11 * test:.0f}"
    enough = (k for k in range(31, 60) if auk_bounds(0.6781, k / test, concave=False)[1] > 0.14485)
    yield str(next(enough))


def table_12():
    """The t-tests from the printed means and half-widths, and from which correlation they pass."""
    quantile = stats.t.ppf(0.975, 9)
    for a, b, dataset in (("3", "1", "cmc"), ("3", "5", "cmc"), ("2", "3", "lev")):
        mean, half = (
            [printed(f"bendavid2007.tableA{table}.{dataset}.{kind}") for table in (a, b)]
            for kind in ("accuracy", "accuracy-ci")
        )
        difference = abs(mean[0] - mean[1])
        yield f"{2 * stats.t.sf(quantile * difference / hypot(*half), 18):.4f}"
        first, second = (h * sqrt(10) / quantile for h in half)
        variance = difference**2 / (quantile**2 * (1 / 10 + 1 / 9))
        yield f"{(first**2 + second**2 - variance) / (2 * first * second):.2f}"
    study = StudyResults.read(results_folder() / "study-weka.csv")
    yield f"{fold_correlation(study, 'lev', 'SMO', 'NaiveBayes'):.2f}"


def equal_to_print():
    """The results of our runs that equal print: of all, and of four classifiers on matched data."""
    runs = {}
    for name in ("study-weka", "study-weka-3.6.14"):
        path, runs[name] = results_folder() / f"{name}.csv", {}
        table = StudyResults.read(path).summary().droplevel("engine")
        for (dataset, classifier), line in table.iterrows():
            row = f"bendavid2007.tableA{TABLES[classifier]}.{dataset}"
            runs[name][dataset, classifier] = all(
                f"{line[m]:.4f}" == papers.claim(f"{row}.{m}").printed
                for m in ("accuracy", "kappa")
            )
        yield read_about(path)["engine_version"]
    equal, older = runs.values()
    assert not any(same and not older[key] for key, same in equal.items())
    yield str(sum(older.values()))
    matched = {dataset for (dataset, _), same in equal.items() if same}
    steady = [same for (d, c), same in equal.items() if d in matched and c != "RandomForest"]
    forests = [same for (d, c), same in equal.items() if d in matched and c == "RandomForest"]
    assert len(matched) == 9
    yield str(len(equal))
    yield str(sum(equal.values()))
    yield str(len(equal) - sum(equal.values()))
    yield str(sum(d not in matched for d, _ in equal))
    yield str(forests.count(False))
    yield str(steady.count(False))
    yield from (str(sum(steady)), str(len(steady)))
    search = pd.read_csv(results_folder() / "lost-preparation.csv")
    credit = search[search["dataset"] == "credit-approval"].groupby(["search", "kind"])
    yield str(round(credit["tried"].first().groupby("search").first().sum() / 1e6))
    yield str(credit.size()["cuts", "decoy"])


def tutorial():
    """Chance agreement by the printed formulas, with every cell twice as large."""
    total = 2 * 100
    yield f"{(2 * 90 * 2 * 86 + 2 * 10 * 2 * 14) / total:.1f}"


def example_4():
    """The largest kappa of cells that round to those of Example 4 and have its P_c."""
    step = np.linspace(-0.005, 0.005, 101)
    tp, fn, fp = np.meshgrid(0.65 + step, 0.05 + step, 0.15 + step, indexing="ij")
    tn, p, p_bar = 1 - tp - fn - fp, tp + fn, tp + fp
    near = abs(tn - 0.15) < 0.00501
    near &= (abs(p - 0.7) < 0.00501) & (abs(p_bar - 0.8) < 0.00501)
    chance = p * p_bar + (1 - p) * (1 - p_bar)
    kappa = (tp + tn - chance) / (1 - chance)
    assert (near & (chance >= 0.6245)).any()
    assert (near & (kappa >= 0.4735) & (kappa < 0.4745)).any()
    largest = kappa[near & (chance >= 0.6245)].max()
    assert largest < 0.4735
    yield f"{largest:.3f}"


COMPUTED = {
    2: share_of_hits,
    3: german_credit,
    4: table_12,
    5: equal_to_print,
    7: tutorial,
    10: example_4,
}


# --- the page ---------------------------------------------------------------------------------


def test_its_table_is_the_ledgers():
    table = TEXT.partition("test_what_held.py -->\n")[2].partition("\n<!-- end")[0]
    assert table == totals_table(papers.all_rows())


def test_the_errors_of_the_2007_paper_are_counted():
    """Rows that one error made wrong name it; the others are errors of their own."""
    rows = [row for row in papers.rows("bendavid2007") if row.counts_as == "corrected"]
    errors = len({row.error or row.claim for row in rows})
    zeros = sum(row.error == "perfect folds stored as 0" for row in rows)
    said = f"The {len(rows)} corrected rows of the 2007 paper are {errors} errors"
    assert f"{said}: perfect folds stored as 0 make {zeros} of them." in TEXT


def test_the_critics_are_counted_by_kind_and_by_what_was_seen():
    said = next(line for line in TEXT.splitlines() if line.startswith("| The critics"))
    table = sources.kinds()
    printed, stated = table.loc[sources.PRINTED, "all"], table.loc[sources.STATED, "all"]
    assert f"{printed - 1} of {printed} printed values and formulas" in said
    assert f"all {stated} statements in words" in said
    assert f"{table.loc[sources.DERIVED, 'all']} identities are derived here" in said
    seen = table.loc["publications"]
    assert f"Of the {seen['all']} publications we saw {seen['full text']} in full" in said
    assert f"{seen['abstract']} abstracts and {seen['quotation']} quotations" in said
    assert f"{seen['not seen']} are recalled" in said


def test_its_rows_are_the_ledgers():
    assert with_rows(FILE) == TEXT, "make ledger renews the page"


@pytest.mark.parametrize("text", FINDINGS, ids=lambda text: text.partition("\n")[0])
def test_every_number_is_in_its_rows_or_computed(text):
    """Numbers in figures; of one or two digits too."""
    number = int(text.partition(".")[0])
    rows = rows_of(ROWS.search(text)["claims"])
    held = set()
    for row in rows:
        paper = papers.declaration(row.document)
        texts = (row.printed, row.computed, row.note, row.locator, row.statement, row.correct)
        for said in (*texts, paper.title):
            held |= set(re.findall(r"\d+(?:\.\d+)*", said))
    held |= set(COMPUTED.get(number, tuple)())
    prose = ROWS.sub("", text).partition(".")[2]
    assert set(NUMBER.findall(prose)) <= held | {"2007", "2008"}


# --- what keeps it ----------------------------------------------------------------------------


def test_a_page_without_rows_and_an_unknown_claim_are_refused(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("nothing")
    with pytest.raises(ValueError, match=r"page\.md has no list of claims; write the lines"):
        with_rows(page)
    page.write_text("<!-- rows: bendavid2008.exampel4.pc -->\n<!-- end of rows -->\n")
    with pytest.raises(AuditError, match=r"no claim .*; the nearest are bendavid2008\.example4"):
        with_rows(page)
