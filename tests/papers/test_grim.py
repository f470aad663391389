"""Every 2 x 2 table that the documents print, and the page docs/measure.md that shows some."""

import re
from functools import cache

import pytest
from support import ROOT

from kappabook import papers
from kappabook.commands.grim import grim

DOCUMENTS = (
    "kappa_guide",
    "cats_and_dogs",
    "bendavid2007",
    "bendavid2008",
    "kaymak_auk",
    "critics",
)
CLAIMS = {claim.claim: claim.printed for name in DOCUMENTS for claim in papers.claims(name)}


def of(claim):
    """What is printed, or put in its place where the copy has nothing."""
    return CLAIMS[claim] or papers.row(claim).correct


def percent(claim):
    """A printed percentage as a share with as many digits: 95 is 0.95, 96.6 is 0.966."""
    whole, _, rest = of(claim).partition(".")
    return f"0.{whole.zfill(2)}{rest}"


def ids(document, *names):
    return [of(f"{document}.{name}") for name in names]


def measured(document, **names):
    return {key: of(f"{document}.{name}") for key, name in names.items()}


def examples():
    """Ben-David (2008): shares with two decimals, so 100 cases hold them exactly."""
    for i in range(1, 7):
        at = f"bendavid2008.example{i}"
        yield (
            f"Ben-David (2008), Example {i}",
            100,
            measured(at, agreement="accuracy", kappa="kappa", chance_agreement="pc"),
            ids(at, "tp", "fn", "fp", "tn"),
            ids(at, "p", "p_bar"),
        )


def auk_tables():
    for letter, i in zip("abc", (1, 2, 3), strict=True):
        at = f"kaymak_auk.table{i}"
        yield (
            f"Kaymak et al., Table {i}",
            100,
            {
                "agreement": percent("kaymak_auk.s3.accuracy"),
                "kappa": of(f"kaymak_auk.s3.kappa-{letter}"),
            },
            ids(at, "tp", "fn", "fp", "tn"),
            ids(at, "p", "p_hat"),
        )


def paradoxes():
    cells = ("yes-yes", "yes-no", "no-yes", "no-no")
    for letter, row in zip("abcd", (1, 2, 4, 5), strict=True):
        at = f"critics.feinstein1990.{letter}"
        chance = {"chance_agreement": "chance"} if letter in "ab" else {}
        margins = ids(at, "yes-total", "total-yes") if letter in "ab" else (None, None)
        printed = measured(at, agreement="agreement", kappa="kappa", **chance)
        yield f"Feinstein and Cicchetti (1990), {letter}", 100, printed, ids(at, *cells), margins
        again = f"critics.shankar2014.row{row}"
        names = {key: key for key in ("agreement", "kappa", "pabak")}
        printed = measured(again, **names, chance_agreement="chance")
        yield f"Shankar (2014), scenario {row}", 100, printed, ids(at, *cells), margins


def others():
    at = "kappa_guide.example"
    yield (
        "Kappa guide, two doctors",
        int(of(f"{at}.patients")),
        measured(at, agreement="po", kappa="kappa", chance_agreement="pe"),
        ids(f"{at}.table", "sick-sick", "sick-not", "not-sick", "not-not"),
        ids(at, "b-sick", "a-sick"),
    )
    at = "cats_and_dogs"
    yield (
        "Cats and dogs",
        int(of(f"{at}.intro.images")),
        measured(at, agreement="intro.accuracy", kappa="calc.kappa", chance_agreement="calc.pe"),
        [of(f"{at}.intro.correct-cats"), "?", *ids(at, "intro.dogs-as-cats", "intro.correct-dogs")],
        ids(at, "intro.cats", "intro.predicted-cats"),
    )
    at = "bendavid2007"
    yield (
        "Ben-David (2007), Table 2",
        int(of(f"{at}.table2.total.total")),
        measured(f"{at}.s2", agreement="table2-p0", kappa="table2-kappa")
        | {"chance_agreement": of(f"{at}.s2.table2-pc")},
        ids(f"{at}.table2", "good.good", "good.bad", "bad.good", "bad.bad"),
        ids(f"{at}.table2", "good.total", "total.good"),
    )


TABLES = [*others(), *examples(), *auk_tables(), *paradoxes()]
NAMES = [case[0] for case in TABLES]
WRONG = "Ben-David (2008), Example 4"


def appendix():
    """Ben-David (2007), Appendix A: the two data sets with two classes, five classifiers each."""
    for table, classifier in enumerate(("C4.5", "SMO", "N. Bayes", "Logistic", "R. forest"), 1):
        for name, shown in (("credit-approval", "Credit"), ("monks-3", "Monks-3")):
            at = f"bendavid2007.tableA{table}.{name}"
            n = int(of(f"bendavid2007.table6.{name}.size"))
            printed = measured(at, agreement="accuracy", kappa="kappa", chance_agreement="chance")
            yield f"Ben-David (2007), {shown}, {classifier}", n, printed


APPENDIX = list(appendix())
CASES = {name: (n, printed, {"cells": c, "margins": m}) for name, n, printed, c, m in TABLES}
CASES |= {name: (n, printed, {}) for name, n, printed in APPENDIX}


def pair(printed):
    return {name: printed[name] for name in ("agreement", "kappa")}


@cache
def by_pair(name):
    """What agreement and kappa of a case leave."""
    n, printed, _ = CASES[name]
    return grim(n, **pair(printed)).data


@cache
def by_all(name):
    """What all leaves that is printed of a case."""
    n, printed, more = CASES[name]
    return grim(n, **printed, **more).data


@pytest.mark.parametrize(("name", "n", "printed", "cells", "margins"), TABLES, ids=NAMES)
def test_a_printed_table_is_possible_unless_the_ledger_corrects_it(
    name, n, printed, cells, margins
):
    assert by_pair(name)["possible"]
    found = by_all(name)
    assert found["possible"] == (name != WRONG)
    if found["possible"]:
        assert found["unique"]
        # And from the margins and the measures alone the printed cells are among the tables.
        some = grim(n, **printed, margins=margins).data
        assert found["unique"] in some["tables"] or some["n_tables"] > 50


def row(name):
    (n, printed, _), alone = CASES[name], by_pair(name)
    tables = str(alone["n_tables"]) if alone["possible"] else "impossible"
    with_all = "possible" if by_all(name)["possible"] else "impossible"
    chance = printed.get("chance_agreement", "")
    values = (name, str(n), printed["agreement"], printed["kappa"], tables, chance, with_all)
    return f"| {' | '.join(values)} |"


def test_the_page_shows_what_comes_out():
    page = (ROOT / "docs/measure.md").read_text(encoding="utf-8")
    shown = re.findall(r"^\| (?:Kappa|Cats|Ben|Kaymak|Fein|Shan).*\|$", page, re.M)
    assert shown == [row(name) for name in CASES]
