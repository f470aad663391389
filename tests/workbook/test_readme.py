"""The README tells the truth: its examples run, its table is the ledger's, its links lead."""

import doctest
import re

import pytest
from support import ROOT

from kappabook.workbook.tables import all_rows, summary

README = ROOT / "README.md"
TEXT = README.read_text()


def test_examples_run():
    failed, tried = doctest.testfile(str(README), module_relative=False)
    assert tried >= 4
    assert failed == 0


def test_table_is_the_ledgers():
    table = TEXT.partition("test_readme.py -->\n")[2].partition("\n<!-- end")[0]
    assert table == summary(all_rows())


@pytest.mark.parametrize("link", re.findall(r"\]\(([^)#:]+)\)", TEXT))
def test_links_lead_to_files(link):
    assert (ROOT / link).exists()


def test_every_make_command_exists():
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.M))
    named = set(re.findall(r"`make ([a-z]+)", TEXT)) | set(
        re.findall(r"^\$ make (\w+)", TEXT, re.M)
    )
    assert named <= targets
