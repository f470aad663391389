"""The data sets of the 2007 paper: facts of the literature, Table A.3 again, and bad files."""

import csv

import numpy as np
import pytest
from sklearn.impute import SimpleImputer
from sklearn.preprocessing import KBinsDiscretizer
from support import need_data, slowly

from experiments.candidates import FAMILIES, candidates
from kappabook.data import encode, fetch, preparation, preparations
from kappabook.data.encodings import (
    read_records,
    sample,
    schemes,
    tabulate,
)


def members(first, *counts):
    """Counts by class, of classes numbered from `first`."""
    return {str(label): count for label, count in enumerate(counts, start=first)}


GENERATED = ("balance-scale", "monks-3")
# Making every member of their families takes a second.
LARGE = ("lev", "credit-approval", "swd")
# Table 6: rows, attributes; members per class from the data sets' documentation.
FACTS = {
    "balance-scale": (625, 4, {"R": 288, "B": 49, "L": 288}),
    "car": (1728, 6, {"unacc": 1210, "acc": 384, "good": 69, "vgood": 65}),
    "cmc": (1473, 9, {"1": 629, "2": 333, "3": 511}),
    "credit-approval": (690, 15, {"+": 307, "-": 383}),
    "era": (1000, 4, members(1, 92, 142, 181, 172, 158, 118, 88, 31, 18)),
    "esl": (488, 4, members(0, 0, 2, 12, 38, 100, 116, 135, 62, 19, 4)),
    "lev": (1000, 4, members(0, 93, 280, 403, 197, 27)),
    "monks-3": (432, 6, {"0": 204, "1": 228}),
    "post-operative": (90, 8, {"A": 64, "I": 2, "S": 24}),
    "swd": (1000, 10, members(2, 32, 352, 399, 217)),
}


def have(name, **how):
    if name not in GENERATED:
        need_data(name)
    return encode(name, download=False, **how)


# --- facts ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FACTS)
def test_rows_attributes_and_class_counts(name):
    table = have(name)
    rows, attributes, counts = FACTS[name]
    assert table.X.shape == (rows, attributes)
    assert table.class_counts() == counts
    assert list(table.class_counts()) == list(counts)


@pytest.mark.parametrize("name", ["car", "cmc", "credit-approval", "nursery"])
def test_codes_stand_for_the_texts_of_the_file(name):
    """Decode what was encoded and compare it with the file as the csv module reads it."""
    table = have(name, binned=False)
    with fetch(name, download=False)[schemes()[name].file].open(newline="") as stream:
        lines = [line for line in csv.reader(stream) if line]
    if name == "nursery":
        lines = [lines[i] for i in sample(len(lines), 1000, 1)]
    assert len(lines) == len(table.y)
    for line, row, code in zip(lines, table.X, table.y, strict=True):
        assert line[-1] == table.classes[code]
        for text, attribute, x in zip(line, table.attributes, row, strict=False):
            if text == "?":
                assert np.isnan(x)
            elif attribute.values is None:
                assert x == float(text)
            else:
                assert attribute.values[int(x)] == text


def test_balance_scale_is_the_law_of_the_lever():
    table = encode("balance-scale")
    left, arm, right, other = (table.X + 1).T
    side = np.sign(right * other - left * arm)  # R 1, B 0, L -1; the classes in that order
    assert np.array_equal(table.y, 1 - side)


def test_credit_is_filled_and_cut_into_ten_bins_of_equal_width():
    """By scikit-learn: filled with the mean, or the first most frequent value, of all rows."""
    table, raw = have("credit-approval"), have("credit-approval", binned=False)
    assert not np.isnan(table.X).any()
    cut = [a.name for a in raw.attributes if a.values is None]
    assert cut == ["A2", "A3", "A8", "A11", "A14", "A15"]
    for i, attribute in enumerate(raw.attributes):
        how = "mean" if attribute.name in cut else "most_frequent"
        wanted = SimpleImputer(strategy=how).fit_transform(raw.X[:, [i]])
        if attribute.name in cut:
            (edges,) = KBinsDiscretizer(10, strategy="uniform").fit(wanted).bin_edges_
            wanted = np.digitize(wanted, edges[1:-1], right=True)
            assert table.attributes[i].values == tuple("0123456789")
        else:
            assert table.attributes[i] == attribute
        assert table.X[:, i].tolist() == wanted.ravel().tolist()


def test_comfort_is_recoded_and_nothing_else_of_the_patients():
    table = have("post-operative")
    at = [a.name for a in table.attributes].index("COMFORT")
    assert table.attributes[at].values == ("05", "10", "15")
    assert np.bincount(table.X[:, at].astype(int)).tolist() == [2 + 1, 65, 19 + 3]
    for column, attribute in enumerate(table.attributes):  # every declared value occurs
        assert set(table.X[:, column]) == set(range(len(attribute.values)))


def test_a_house_at_a_cut_belongs_to_the_class_above():
    table = have("boston-housing")
    price = np.loadtxt(fetch("boston-housing", download=False)["housing.data"])[:, -1]
    assert 20.0 in price
    assert np.array_equal(table.y, sum((price >= cut).astype(int) for cut in (20, 30, 40)))
    assert table.X.shape == (506, 13)


def test_nursery_is_one_sample_in_the_order_of_the_file():
    table = have("nursery")
    assert table.class_counts() == {
        **{"not_recom": 339, "recommend": 0, "very_recom": 34},
        **{"priority": 315, "spec_prior": 312},
    }
    rows = sample(12960, 1000, 1)
    assert rows == sorted(set(rows))
    assert (len(rows), rows[0] >= 0, rows[-1] < 12960) == (1000, True, True)
    # The file is a complete factorial in ascending order, so the codes number its rows.
    place = [int(np.prod([len(a.values) for a in table.attributes[i + 1 :]])) for i in range(8)]
    assert (table.X @ place).astype(int).tolist() == rows


# --- how they were prepared -----------------------------------------------------------------------


def test_what_is_said_of_a_preparation_fits_together():
    assert len(preparations()) == 15
    private = {n for n, how in preparations().items() if how.status == "private"}
    assert private == {"efe", "english-comprehension", "project-management"}
    assert {*preparations()} - private == {*schemes()}
    for prepared in preparations().values():
        assert not set(prepared.chosen_with) & set(prepared.held_out)
        searched = prepared.status in ("natural", "recovered")
        assert searched == (prepared.name in FAMILIES) == (prepared.agree is not None)
        assert (prepared.status == "recovered") == bool(prepared.chosen_with)
        assert (prepared.status == "private") == (prepared.tried == 0)


@pytest.mark.parametrize("name", [slowly(name) if name in LARGE else name for name in FAMILIES])
def test_a_family_has_the_stated_size_and_begins_with_what_was_chosen(name):
    chosen = have(name)
    family = list(candidates(name, download=False))
    assert len(family) == preparation(name).tried
    assert len({candidate.label for candidate in family}) == len(family)
    assert np.array_equal(family[0].table.X, chosen.X)
    assert np.array_equal(family[0].table.y, chosen.y)
    assert family[0].table.classes == chosen.classes
    for candidate in family:  # another reading, never another row or another class of it
        named = np.array(candidate.table.classes)[candidate.table.y]
        assert np.array_equal(named, np.array(chosen.classes)[chosen.y])


def test_unknown_names_are_answered_with_those_there_are():
    with pytest.raises(ValueError, match=r"'iris' in the 2007 paper; it has balance-scale, car"):
        encode("iris")
    with pytest.raises(ValueError, match="'german-credit'"):
        encode("german-credit")
    with pytest.raises(ValueError, match=r"no candidates for 'efe'; .* balance-scale"):
        next(candidates("efe"))
    with pytest.raises(ValueError, match=r"no file 'cars' in car; there are car.data"):
        fetch("car", only="cars")


# --- bad files --------------------------------------------------------------------------------


def refused(tmp_path, name, text):
    scheme = schemes()[name]
    path = tmp_path / scheme.file
    path.write_text(text)
    with pytest.raises(ValueError, match=scheme.file) as error:
        tabulate(name, read_records(path, scheme.columns, scheme.separator), scheme)
    assert "\n" not in str(error.value)
    return str(error.value)


CAR = "vhigh,high,2,2,small,low,unacc\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (CAR + CAR.replace("small", "tiny"), "car.data, line 2, column lug_boot: undeclared value"),
        (CAR + CAR.replace("unacc", "great"), "line 2, column class: undeclared value 'great'"),
        (CAR + "\n" + CAR.replace("unacc", ""), "line 3, column class: the class is missing"),
        (CAR + CAR.replace("unacc", "?"), "line 2, column class: the class is missing"),
        (CAR + "vhigh,high\n", "line 2: 2 columns, 7 expected (buying, maint,"),
        (CAR.replace("unacc", "unacc,1"), "line 1: 8 columns, 7 expected"),
        ("\n\n", "car.data has no rows"),
    ],
)
def test_a_wrong_line_is_named(tmp_path, text, message):
    assert message in refused(tmp_path, "car", text)


def test_a_word_among_numbers_is_named(tmp_path):
    line = "24,2,3,3,1,1,2,3,0,1\n"
    for wrong in ("old", "inf", "nan"):
        message = refused(tmp_path, "cmc", line + line.replace("24", wrong, 1))
        assert f"cmc.data, line 2, column wife_age: '{wrong}' is no finite number" in message


def test_an_arff_file_without_data_is_named(tmp_path):
    assert "no line @data" in refused(tmp_path, "era", "@relation era\n1,2,3,4,5\n")
    header = "% a comment\n@relation era\n\n@DATA\n\n"
    assert "line 6, column in4: undeclared value '15'" in refused(
        tmp_path, "era", header + "1,2,3,15,5\n"
    )


def test_a_private_data_set_says_so():
    with pytest.raises(ValueError, match=r"efe was never published: .* Public are balance-scale, "):
        encode("efe")
