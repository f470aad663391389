"""Cells of text that hold several labels: a set has no order."""

import pytest

from kappabook.commands.reading.sets import holds_several, one_order, set_of


@pytest.mark.parametrize(
    "text",
    [
        '["neg","pos"]',
        '["pos", "neg", "pos"]',
        '{"choices": ["neg","pos"]}',
        "['neg', 'pos']",
        "['pos' 'neg']",
        "['neg'\n 'pos']",
        "{'pos', 'neg'}",
        "('neg', 'pos')",
        "frozenset({'neg', 'pos'})",
        "array(['neg', 'pos'], dtype=object)",
        'c("neg", "pos")',
        "{neg,pos}",
        " [null, 'neg', 'pos'] ".replace("null", "None"),
    ],
)
def test_a_list_as_text_is_a_set(text):
    assert set_of(text) == ("neg", "pos")


@pytest.mark.parametrize("text", ["[]", "{}", "set()", "c()", '{"choices": []}', "[null]", '[""]'])
def test_an_empty_list_is_a_gap(text):
    assert set_of(text) == ()


@pytest.mark.parametrize(
    ("text", "element"),
    [('["a"]', "a"), ("[1.0]", "1"), ('{"rating": 4}', "4"), ("[true]", "true")],
)
def test_a_list_of_one_element_is_that_element(text, element):
    assert set_of(text) == (element,)
    assert one_order([text])[0] == {text: element}


@pytest.mark.parametrize(
    "text", ["a", "(0, 1]", "[0.0, 1.0)", "(1, 2)", "[x]", "(a)", "f(x)", "a|b", "", "[", "1,2"]
)
def test_other_texts_are_labels(text):
    assert set_of(text) is None


@pytest.mark.parametrize("text", ['[{"start": 1}]', '[["a"], "b"]', '{"a": 1, "b": 2}'])
def test_objects_are_refused(text):
    with pytest.raises(ValueError, match=r"objects|fields"):
        set_of(text)


def test_separated_labels_in_another_order_are_one_label():
    same, notes = one_order(["calm|glad", "glad|calm", "glad ; calm", "glad", "b/a", "a/b"])
    assert same == {"glad ; calm": "calm|glad", "glad|calm": "calm|glad", "b/a": "a/b"}
    assert "'glad|calm'" in notes[0]
    # fractions and decimal commas are numbers
    assert one_order(["1/2", "2/1", "1,2", "2,1"]) == ({}, [])
    assert one_order(["a|b", "a|c", "a"]) == ({}, [])


def test_several_labels_in_a_cell():
    counts = {"a": 5, "b": 4, "a|b": 1}
    assert [label for label in counts if holds_several(label, counts)] == ["a|b"]
