"""docs/api.md lists what is stable: the keys of the commands, and the ledger's columns."""

import json
import re

import pytest
from support import ROOT

from kappabook.audit.ledger import COLUMNS
from kappabook.cli import main

PAGE = (ROOT / "docs/api.md").read_text(encoding="utf-8").partition("\n## What is stable\n")[2]
LISTED = {
    command: re.findall(r"`(\w+)`", keys)
    for command, keys in re.findall(r"^\| `kappabook (\w+)` \| (.*) \|$", PAGE, re.M)
}
PREDICTIONS = str(ROOT / "docs/_static/predictions.csv")


def keys(capsys, *arguments):
    assert main([*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    return list(found[0] if isinstance(found, list) else found)


@pytest.mark.parametrize(
    "arguments",
    [
        ["claim", "kappa_guide.example.kappa"],
        ["score", PREDICTIONS, "--score", "forest", "--positive", "malignant"],
        ["grim", "--n", "100", "--agreement", "0.9", "--kappa", "0.8"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_json_has_the_keys_that_are_promised(capsys, arguments):
    assert keys(capsys, *arguments) == LISTED[arguments[0]]


def test_agree_has_the_keys_that_are_promised(capsys, tmp_path):
    (tmp_path / "own.csv").write_text("a,b\n1,1\n0,1\n1,1\n0,0\n")
    assert keys(capsys, "agree", str(tmp_path / "own.csv"), "--raters", "a,b") == LISTED["agree"]


def test_the_ledgers_columns_are_those_that_are_promised():
    (named,) = re.findall(r"`build/ledger.csv` has the columns (.*?)\. ", PAGE)
    assert tuple(re.findall(r"`(\w+)`", named)) == COLUMNS
