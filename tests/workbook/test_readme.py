"""README and the pages behind it tell the truth: examples run, names exist."""

import doctest
import importlib
import re

import pytest
from support import ROOT

import kappabook


@pytest.mark.parametrize("page", ["README.md", "docs/api.md"])
def test_examples_run(page):
    failed, tried = doctest.testfile(str(ROOT / page), module_relative=False)
    assert tried >= 4
    assert failed == 0


def test_api_page_names_what_there_is():
    page = (ROOT / "docs/api.md").read_text()
    first = page.partition("## Beside them")[0]
    named = set(re.findall(r"^\| `(\w+)` \|", first, re.M))
    assert named == {name for name in kappabook.__all__ if not name.startswith("_")}
    for module, names in re.findall(r"^\| `(kappabook\.[\w.]+)` \| (.*) \|$", page, re.M):
        for name in re.findall(r"`(\w+)`", names):
            assert hasattr(importlib.import_module(module), name) or name == "pos_label", name
