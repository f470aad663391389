"""The check of published agreement: against every table listed one by one, and bad input."""

import itertools
import json
import math
import warnings
from fractions import Fraction
from functools import cache
from random import Random

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.stats import binomtest
from support import slowly

from kappabook import kappa_interval
from kappabook.cli import main
from kappabook.commands.grim import grim
from kappabook.commands.grim_tables import TESTS


def fit(n, **printed):
    return grim(n, **printed).data


NAMES = ("agreement", "kappa", "chance_agreement", "mcc", "pabak")


@cache
def bounds(name, text):
    """Half a unit of the last digit; the root of MCC is not drawn, both sides are squared."""
    unit = Fraction(1, 10 ** len(text.partition(".")[2]))
    low, high = Fraction(text) - unit / 2, Fraction(text) + unit / 2
    return (low * abs(low), high * abs(high)) if name == "mcc" else (low, high)


def measures(a, b, c, d):
    """From the definitions, as fractions; MCC as its sign, and its square. None is 0/0."""
    n, p, q = a + b + c + d, a + b, a + c
    agreement = Fraction(a + d, n)
    chance = Fraction(p * q + (n - p) * (n - q), n * n)
    spread = p * q * (n - p) * (n - q)
    over = a * d - b * c
    return {
        "agreement": agreement,
        "chance_agreement": chance,
        "pabak": 2 * agreement - 1,
        "kappa": None if chance == 1 else (agreement - chance) / (1 - chance),
        "mcc": None if spread == 0 else Fraction(over * abs(over), spread),
    }


def fits(name, value, text):
    low, high = bounds(name, text)
    return value is not None and low <= value <= high


def every_table(n):
    for a, b, c in itertools.product(range(n + 1), repeat=3):
        if a + b + c <= n:
            yield a, b, c, n - a - b - c


@cache
def every_table_measured(n):
    return {table: measures(*table) for table in every_table(n)}


def by_hand(n, printed, cells=(None,) * 4, margins=(None, None)):
    """List every table and compare each number."""
    found = []
    for (a, b, c, d), values in every_table_measured(n).items():
        counts = ((a, b, c, d, a + b, a + c), (*cells, *margins))
        if all(fits(name, values[name], text) for name, text in printed.items()) and all(
            text is None
            or (fits("", Fraction(count, n), text) if "." in text else count == int(text))
            for count, text in zip(*counts, strict=True)
        ):
            found.append((a, b, c, d))
    return found


def kinds(tables):
    """One name for a table and those that exchanging raters or classes makes of it."""
    return {min((a, b, c, d), (a, c, b, d), (d, c, b, a), (d, b, c, a)) for a, b, c, d in tables}


@st.composite
def prints(draw):
    """What could be printed of a table, some of it moved by a unit or two."""
    n = draw(st.integers(1, 16))
    cuts = sorted(draw(st.lists(st.integers(0, n), min_size=3, max_size=3)))
    a, b, c, d = (y - x for x, y in zip([0, *cuts], [*cuts, n], strict=True))
    values, printed = measures(a, b, c, d), {}
    for name in draw(st.sets(st.sampled_from(NAMES), min_size=1)):
        value, digits = values[name], draw(st.integers(1, 3))
        if value is None:
            continue
        real = math.copysign(math.sqrt(abs(value)), value) if name == "mcc" else float(value)
        moved = real + draw(st.sampled_from([0, 0, 0, 1, -2])) / 10**digits
        low = 0 if name in ("agreement", "chance_agreement") else -1
        printed[name] = f"{min(max(moved, low), 1):.{digits}f}"
    counts = [a, b, c, d, a + b, a + c]
    texts = [None] * 6
    for i in draw(st.sets(st.integers(0, 5), max_size=2)):
        share = draw(st.booleans())
        texts[i] = f"{counts[i] / n:.{draw(st.integers(1, 2))}f}" if share else str(counts[i])
    return n, printed, texts[:4], texts[4:]


@example((3, {"agreement": "0.4"}, [None, None, "0.7", "1"], [None, None]))
@example((8, {}, [None, "3", None, None], [None, None]))
@given(prints())
def test_it_finds_the_tables_that_a_list_of_all_has(case):
    n, printed, cells, margins = case
    if not printed and not any([*cells, *margins]):
        return
    expected = by_hand(n, printed, cells, margins)
    found = fit(n, **printed, cells=cells, margins=margins)
    assert found["n_tables"] == len(expected)
    assert found["n_up_to_symmetry"] == len(kinds(expected))
    if len(expected) <= 50:
        assert sorted((*one, *two) for one, two in found["tables"]) == sorted(expected)
    for name in NAMES:
        of_all = [every_table_measured(n)[table][name] for table in expected]
        defined = [value for value in of_all if value is not None]
        low, high = found["ranges"][name]
        if not defined:
            assert math.isnan(low), name
            continue
        ends = [float(end) for end in (min(defined), max(defined))]
        if name == "mcc":
            ends = [math.copysign(math.sqrt(abs(end)), end) for end in ends]
        assert (low, high) == pytest.approx(tuple(ends), abs=1e-12), name
    if expected:
        rows = [Fraction(a + b, n) for a, b, _, _ in expected]
        columns = [Fraction(a + c, n) for a, _, c, _ in expected]
        rare = [Fraction(min(2 * a + b + c, 2 * d + b + c), 2 * n) for a, b, c, d in expected]
        for name, of_all in (
            ("first_margin", rows), ("second_margin", columns), ("rarer_class", rare)
        ):  # fmt: skip
            assert found["ranges"][name] == (float(min(of_all)), float(max(of_all)))


@pytest.mark.parametrize("n", [13, slowly(40)])
def test_many_tables_are_counted_like_a_list(n):
    """More than are kept one by one, with a bound by each of the three that divide or add."""
    for printed in ({"kappa": "0.3"}, {"mcc": "0.3"}, {"kappa": "0.2", "mcc": "0.3"}):
        expected = by_hand(n, printed)
        found = fit(n, **printed)
        assert (found["n_tables"], found["n_up_to_symmetry"]) == (
            len(expected),
            len(kinds(expected)),
        )


@pytest.mark.parametrize("text", ["0.5", "0.6", "-0.6", "1", "0", "-1", "0.28"])
def test_a_value_halfway_between_two_prints_is_both(text):
    """MCC 0.28 and the like are met exactly at their bounds, where floats cannot decide."""
    expected = by_hand(24, {"mcc": text})
    assert fit(24, mcc=text)["n_tables"] == len(expected)


PRINTS = [
    *((name, f"{x / 5:.1f}") for name in ("kappa", "mcc") for x in range(-5, 6)),
    *((name, f"{x / 10:.1f}") for name in ("agreement", "chance_agreement") for x in range(11)),
]


@pytest.mark.parametrize("n", [1, 2, 3, 6])
def test_no_print_makes_the_search_warn(n):
    """A warning would stand on the screen among what is said."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for name, text in PRINTS:
            fit(n, **{name: text})


def test_a_printed_fraction_is_exact():
    tables = {table: measures(*table)["mcc"] for table in every_table(6)}
    for text in ("0/1", "1/2"):
        square = Fraction(text) ** 2
        assert fit(6, mcc=text)["n_tables"] == list(tables.values()).count(square)


def test_fifteen_decimals_are_read():
    found = fit(3, agreement="0.333333333333333")
    assert {a + d for (a, _), (_, d) in found["tables"]} == {1}
    with pytest.raises(ValueError, match="more than 15 decimals"):
        fit(3, agreement="0.3333333333333333")


def test_cells_off_the_diagonal_bound_the_disagreements():
    """All 100,000 cases are disagreements: one number of them is looked at, not all."""
    found = fit(100_000, cells=["?", "50000", "50000", "?"])
    assert found["unique"] == ((0, 50_000), (50_000, 0))


def test_mcc_exactly_on_the_bound():
    # [[6, 2], [2, 6]]: all margins 8, MCC = 32/64 = .5, which rounds to 0 and to 1 (half a unit).
    for text in ("0", "1"):
        assert fit(16, mcc=text, cells=["6", "2", "2", "6"])["unique"] == ((6, 2), (2, 6))
        assert fit(16, kappa=text, cells=["6", "2", "2", "6"])["unique"] == ((6, 2), (2, 6))
    assert not fit(16, mcc="0.4", cells=["6", "2", "2", "6"])["possible"]


def test_each_printed_digit_counts():
    short, long = fit(200, agreement=".85", kappa=".62"), fit(200, agreement=".85", kappa=".620")
    assert short["n_tables"] > 5 * long["n_tables"] > 0


def test_symmetry_is_said(capsys):
    found = fit(5, agreement="0.80", kappa="0.55")
    assert (found["n_tables"], found["n_up_to_symmetry"], found["unique"]) == (4, 1, None)
    assert found["tables"] == (
        ((1, 0), (1, 3)),
        ((1, 1), (0, 3)),
        ((3, 0), (1, 1)),
        ((3, 1), (0, 1)),
    )
    main(["grim", "--n", "5", "--agreement", "0.80", "--kappa", "0.55"])
    assert "but for exchanging" in " ".join(capsys.readouterr().out.split())


def test_the_interval_of_few_tables_is_that_of_each():
    tables = by_hand(9, {"agreement": "0.56"})
    each = [kappa_interval([[a, b], [c, d]]) for a, b, c, d in kinds(tables)]
    ends = min(one.low for one in each), max(one.high for one in each)
    assert fit(9, agreement="0.56")["kappa_interval"] == pytest.approx(ends)


def test_the_interval_of_the_extreme_tables_is_that_of_all():
    """424 tables: the extremes alone give the same interval to within .01."""
    result = grim(120, agreement=".85", kappa=".62")
    assert "over the most extreme tables" in result.findings[0].finding
    found = result.data
    assert found["n_tables"] > 50 > len(found["tables"])
    tables = list(by_hand_with(120, range(101, 104), {"agreement": ".85", "kappa": ".62"}))
    assert len(tables) == found["n_tables"]
    each = [kappa_interval([[a, b], [c, d]]) for a, b, c, d in kinds(tables)]
    lowest, highest = min(one.low for one in each), max(one.high for one in each)
    assert found["kappa_interval"] == pytest.approx((lowest, highest), abs=0.01)


def by_hand_with(n, hits, printed):
    """As `by_hand`, for these numbers of agreements only."""
    for h in hits:
        for a, b in itertools.product(range(h + 1), range(n - h + 1)):
            values = measures(a, b, n - h - b, h - a)
            if all(fits(name, values[name], text) for name, text in printed.items()):
                yield a, b, n - h - b, h - a


def test_a_print_of_nothing_but_one_class():
    """Kappa and MCC are 0/0 in the only table: no printed kappa fits, and nan is said."""
    found = fit(20, cells=["20", "0", "0", "0"])
    assert found["unique"] == ((20, 0), (0, 0))
    assert math.isnan(found["ranges"]["kappa"][0])
    assert math.isnan(found["kappa_interval"][0])
    assert not fit(20, cells=["20", "0", "0", "0"], kappa="1")["possible"]


def test_at_the_limit_of_n():
    found = fit(100_000, agreement=".8500", kappa=".6200")
    low, high = found["ranges"]["kappa"]
    assert 0.61995 <= low < high <= 0.62005
    assert found["n_tables"] > 1e6
    assert found["n_up_to_symmetry"] < found["n_tables"] / 3
    # kappa = 1 - e n / (2 x yes x no) where the margins agree: .85 and .62 leave this rare class.
    assert found["ranges"]["rarer_class"][1] == pytest.approx(
        (1 - math.sqrt(1 - 2 * 0.15 / 0.38)) / 2, abs=1e-3
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"agreement": "85", "kappa": ".6"}, "agreement is '85'.*as a share: 0.85"),
        ({"agreement": "85.0 %"}, "a percentage.*as many digits: 0.850"),
        ({"agreement": "1.2"}, "agreement is '1.2'; it lies between 0 and 1"),
        ({"kappa": "-1.2"}, "kappa is '-1.2'; it lies between -1 and 1"),
        ({"kappa": "0,62"}, "kappa is '0,62', which is no number; write it with a point"),
        ({"kappa": 0.62}, "of type float; give it as text.* '0.62'"),
        ({"kappa": "0.33333333333"}, "with 11 decimals; 50 cases allow 6.*Write it as 0.333333"),
        ({"agreement": "0.8500000000000000001"}, "more than 15 decimals"),
        ({"margins": ["30", "51"]}, "second rater is '51', a count, and n is 50"),
        ({"margins": ["1.5", "?"]}, "first rater is '1.5'; it lies between 0 and 1"),
        ({"margins": [30, None]}, "first rater is 30, of type int; give it as text"),
        ({"margins": ["0.3"]}, "margins has 1 values; give 2"),
        ({"prevalence": "0.3", "margins": ["0.4", None]}, "the same thing. Give one"),
        ({"cells": ["10", "20", "30", "40"]}, "four cells add up to 100 of 50 cases, and n is 50"),
        ({"cells": ["10", "5", "?", "?"], "margins": ["16", "?"]}, "add up to 15 .* yes is 16"),
        ({}, "nothing printed but n"),
        ({"discordant": "51"}, "discordant is '51', a count, and n is 50"),
        ({"mcnemar": "p = .03"}, "mcnemar is 'p = .03', which is no number"),
        ({"kappa": ".5", "rounding": "up"}, "rounding is 'up'; it is one of nearest"),
        ({"mcnemar": ".03", "mcnemar_test": "t"}, "mcnemar_test is 't'; it is one of exact"),
    ],
)
def test_bad_input_names_the_value_and_the_remedy(arguments, said):
    with pytest.raises(ValueError, match=said):
        fit(50, **arguments)


@pytest.mark.parametrize("n", [0, -1, 2.5, True, 1_000_001])
def test_a_number_of_cases_it_cannot_use(n):
    with pytest.raises(ValueError, match=r"n is .*a whole number from 1 to 1000000"):
        fit(n, kappa="0.5")


def test_too_many_tables_to_look_at():
    """What the message asks for, both margins here, is enough."""
    with pytest.raises(ValueError, match=r"n is 100000.*Give the agreement too"):
        fit(100_000, kappa="0.1")
    assert fit(100_000, kappa="0.1", margins=["10000", "60000"])["possible"]


# --- both margins, digits that were cut, and McNemar's test -------------------------------------

NEIGHBOUR = {"nearest": "half_up", "truncated": "truncate", "either": "any"}
NEIGHBOURS_TEST = {
    "exact": "exact",
    "mid-p": "midp",
    "corrected": "chisq_cc",
    "chi-square": "chisq",
}


@given(st.integers(0, 10**9))
def test_enum2x2_finds_the_same_tables(seed):
    """An independent package, which needs both margins."""
    enum2x2 = pytest.importorskip("enum2x2")
    random = Random(seed)
    n = random.randint(2, 60)
    a, b, c, d = random.choice(list(every_table(min(n, 12))))
    n, values = a + b + c + d, measures(a, b, c, d)
    cut, test = random.choice([0, 1, -1]), random.choice(TESTS)
    printed, theirs = {}, {}
    for name, other in (("kappa", "kappa"), ("agreement", "agreement"), ("pabak", "pabak")):
        if random.random() < 0.6 and values[name] is not None:
            moved = float(values[name]) + cut / 100
            text = f"{min(max(moved, 0 if name == 'agreement' else -1), 1):.2f}"
            printed[name] = theirs[other] = text
    if random.random() < 0.5:
        p = binomtest(b, b + c).pvalue if b + c else 1
        printed |= {"mcnemar": f"{p:.3f}", "mcnemar_test": test}
        theirs |= {"mcnemar": f"{p:.3f}", "mcnemar_test": NEIGHBOURS_TEST[test]}
    if random.random() < 0.3:
        printed["discordant"], theirs["discordant"] = str(b + c), b + c
    if not theirs:
        return
    margins = (str(a + b), f"{(a + c) / n:.2f}")
    for rounding, convention in NEIGHBOUR.items():
        found = fit(n, margins=margins, rounding=rounding, **printed)
        expected = enum2x2.recover(n, n_a=a + b, p_b=margins[1], convention=convention, **theirs)
        listed = {(t.n11, t.n10, t.n01, t.n00) for t in expected}
        if "mcnemar" in theirs and test in ("chi-square", "corrected"):
            listed = {t for t in listed if t[1] + t[2]}  # 0/0 for us, and 1 for them
        assert found["n_tables"] == len(listed)
        if found["n_tables"] <= 50:
            assert {(*one, *two) for one, two in found["tables"]} == listed


def test_both_margins_of_many_cases():
    """A comparison of 20,306 cases: enum2x2 lists 11 tables too."""
    found = fit(20_306, margins=["866", "1603"], kappa="0.22")
    assert found["n_tables"] == 11
    assert all(a + b == 866 and a + c == 1603 for (a, b), (c, _) in found["tables"])


@pytest.mark.parametrize("text", [".5", "-.5", "0.0", "-0.0", "1.0", ".29"])
@pytest.mark.parametrize("name", ["kappa", "mcc", "agreement", "chance_agreement"])
def test_digits_that_were_cut_off(name, text):
    """By cutting the decimals of every table's exact value; MCC through its square."""
    if name in ("agreement", "chance_agreement") and text.startswith("-"):
        return
    digits, value = len(text.partition(".")[2]), abs(Fraction(text))
    expected = 0
    for table in every_table(12):
        found = measures(*table)[name]
        if found is None:
            continue
        root = Fraction(value) ** 2 if name == "mcc" else value
        above = (value + Fraction(1, 10**digits)) ** (2 if name == "mcc" else 1)
        sign = value == 0 or (found < 0) == text.startswith("-")
        expected += sign and root <= abs(found) < above
    assert fit(12, **{name: text}, rounding="truncated")["n_tables"] == expected


def test_an_impossible_print_may_have_been_cut():
    """15 of 50 pairs: kappa .6666... is printed as 0.66 by who cuts, and as 0.67 by who rounds."""
    cells = ["2", "0", "1", "3"]
    assert measures(2, 0, 1, 3)["kappa"] == Fraction(2, 3)
    assert fit(6, kappa="0.67", cells=cells)["possible"]
    found = fit(6, kappa="0.66", cells=cells)
    assert (found["possible"], found["if_truncated"]) == (False, 1)
    assert fit(6, kappa="0.66", cells=cells, rounding="either")["unique"] == ((2, 0), (1, 3))


def test_mcnemar_is_that_of_statsmodels():
    from statsmodels.stats.contingency_tables import mcnemar

    for b, c in ((12, 3), (7, 7), (1, 9), (30, 41)):
        table = [[20, b], [c, 100 - b - c]]
        for test, options in (
            ("exact", {}),
            ("chi-square", {"exact": False, "correction": False}),
            ("corrected", {"exact": False}),
        ):
            if test == "corrected" and b == c:
                continue  # theirs corrects a difference of 0 too
            p = f"{mcnemar(table, **options).pvalue:.6f}"
            cells = ["20", str(b), str(c), "?"]
            assert fit(120, mcnemar=p, mcnemar_test=test, cells=cells)["n_tables"] == 1
            moved = f"{float(p) - 1e-5:.6f}"
            assert not fit(120, mcnemar=moved, mcnemar_test=test, cells=cells)["possible"]


def test_a_p_below_a_bound():
    cells = ["20", "5", "0", "?"]  # p is 2/32 = .0625
    assert fit(50, mcnemar="<.0626", cells=cells)["possible"]
    assert not fit(50, mcnemar="<.0625", cells=cells)["possible"]
    assert fit(50, mcnemar="<=.0625", cells=cells)["possible"]


# --- a table of results -------------------------------------------------------------------------


def test_a_file_of_results(tmp_path, capsys):
    path = tmp_path / "printed.csv"
    path.write_text(
        "study,n,kappa,agreement,first_rater,second_rater,yes_yes\n"
        "one,200,.62,.85,,,\ntwo,50,0.85,0.90,,,\nthree,20306,0.22,,866,1603,\n"
        "four,many,.5,,,,\nfive,100,,85,,,\nsix,5,0.55,0.80,,,3\n"
    )
    assert main(["grim", str(path), "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [row.get("n_tables") for row in rows] == [420, 0, 11, None, None, 2]
    assert rows[0]["row"]["study"] == "one"
    assert rows[0]["ranges"]["kappa"] == list(
        fit(200, kappa=".62", agreement=".85")["ranges"]["kappa"]
    )
    assert "n is 'many'" in rows[3]["error"]
    assert "as a share: 0.85" in rows[4]["error"]
    assert main(["grim", str(path)]) == 0
    assert "Row 4: n is 'many'" in capsys.readouterr().out


def test_a_file_with_decimal_commas_is_read_as_score_reads_it(tmp_path, capsys):
    path = tmp_path / "printed.csv"
    path.write_text("study;n;kappa;agreement\n1,5 mg;200;,62;,85\n2 mg;50;0,85;0,90\n")
    found = grim(path)
    assert [row["n_tables"] for row in found.data["rows"]] == [420, 0]
    assert found.data["rows"][0]["row"]["study"] == "1,5 mg"
    assert main(["grim", str(path)]) == 0
    assert "Numbers may have a decimal comma." in capsys.readouterr().out


def test_a_data_frame_of_results():
    frame = pd.DataFrame({"n": [200, 50], "kappa": [".62", None], "agreement": [".85", ".9"]})
    assert [row["n_tables"] for row in grim(frame).data["rows"]] == [
        fit(200, kappa=".62", agreement=".85")["n_tables"], fit(50, agreement=".9")["n_tables"]
    ]  # fmt: skip
    assert grim(n=np.int64(200), kappa="0.62").data["possible"]
    lost = grim(pd.DataFrame({"n": [200], "kappa": [0.62]}))
    assert "of type float; give it as text" in lost.data["rows"][0]["error"]


def test_a_frame_of_polars():
    polars = pytest.importorskip("polars")
    assert grim(polars.DataFrame({"n": [200], "kappa": [".62"]})).data["rows"][0]["possible"]


@pytest.mark.parametrize("text", ["kappa,agreement\n.5,.6\n", "n,x\n20,1\n"])
def test_a_file_without_the_columns_it_needs(tmp_path, text, capsys):
    (tmp_path / "printed.csv").write_text(text)
    assert main(["grim", str(tmp_path / "printed.csv")]) == 2
    assert "one result a row needs n" in capsys.readouterr().err


def test_digits_beyond_which_no_two_kappas_are_alike():
    """The gap of 1/(2 n^3) is one: checked on every pair of kappas of up to 12 cases."""
    for n in range(2, 13):
        found = {measures(*table)["kappa"] for table in every_table(n)} - {None}
        ordered = sorted(found)
        gap = min(y - x for x, y in itertools.pairwise(ordered))
        assert gap >= Fraction(1, 2 * n**3)


def test_json_is_strict_and_whole(capsys):
    assert main(["grim", "--n", "20", "--cells", "20,0,0,0", "--json"]) == 0
    found = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
    assert {"possible", "n_tables", "unique", "ranges", "kappa_interval"} <= set(found)
    assert found["unique"] == [[20, 0], [0, 0]]
    assert found["kappa_interval"] == [None, None]
    assert {"first_margin", "second_margin", "mcc", "pabak"} <= set(found["ranges"])


def test_impossible_is_an_answer_with_its_reason(capsys):
    assert main(["grim", "--n", "50", "--agreement", "0.90", "--kappa", "0.85"]) == 0
    assert "Impossible" in capsys.readouterr().out
    assert main(["grim", "--n", "50", "--agreement", "0.90", "--kappa", "0.85", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["unique"] is None
    assert found["without"]["kappa"] == pytest.approx([-0.0504, 0.8019], abs=5e-5)


@pytest.mark.parametrize(
    "arguments", [["--kappa", ".5"], ["--n", "many", "--kappa", ".5"], ["--n", "9", "--kappa", "x"]]
)
def test_an_error_is_one_line_and_status_2(arguments, capsys):
    assert main(["grim", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("error: ")
    assert said.err.count("\n") == 1


def test_interrupted(monkeypatch, capsys):
    def stop(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("kappabook.commands.grim.grim", stop)
    assert main(["grim", "--n", "9", "--kappa", ".5"]) == 130
    assert capsys.readouterr().out == ""


def test_intervals_of_a_table_of_results_may_be_left_out(tmp_path):
    path = tmp_path / "printed.csv"
    path.write_text("n,agreement,kappa\n200,.85,.62\n")
    (slow,), (quick,) = (grim(path, intervals=x).data["rows"] for x in (True, False))
    assert slow["kappa_interval"] == grim(200, agreement=".85", kappa=".62").data["kappa_interval"]
    assert quick == slow | {"kappa_interval": None}


def test_names_of_columns_in_capitals_are_the_columns(tmp_path):
    path = tmp_path / "studies.csv"
    path.write_text("Study,N,Agreement,Kappa\nA,100,0.80,0.60\nB,50,0.90,0.99\nC,40,90 %,0.5\n")
    found = grim(path)
    assert [row.get("possible") for row in found.data["rows"]] == [True, False, None]
    assert "1 of 2 results" in found.findings[0].finding
    assert "1 of 3 rows" in found.findings[0].finding


def test_a_kappa_just_above_1_may_be_a_slip():
    with pytest.raises(ValueError, match="between -1 and 1"):
        grim(100, agreement="0.80", kappa="1.2")
