"""README and the pages behind it tell the truth: examples run, links lead, commands exist."""

import doctest
import importlib.util
import json
import re
import socket

import pytest
from support import ROOT

import kappabook

README = ROOT / "README.md"
spec = importlib.util.spec_from_file_location("links", ROOT / "tools/links.py")
links = importlib.util.module_from_spec(spec)
spec.loader.exec_module(links)


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


def test_readme_is_short():
    """A visitor reads a page; the rest is behind the links."""
    assert len(README.read_text().split()) <= 900


@pytest.mark.parametrize("page", links.pages(), ids=lambda page: f"{page.relative_to(ROOT)}")
def test_links_lead_to_files_and_headings(page):
    found = [target for _, target in links.links(page)]
    assert {t: links.problem_of(page, t) for t in found if links.problem_of(page, t)} == {}


def test_links_are_found_wherever_they_stand():
    """In a page with a link for each way to write one."""
    assert {page.name for page in links.pages()} >= {"README.md", "api.md", "03-exercises.ipynb"}
    assert len([link for page in links.pages() for link in links.links(page)]) > 300


@pytest.mark.parametrize(
    ("target", "problem"),
    [
        ("b.md", ""),
        ("b.md#two-words-of-kappa", ""),
        ("c.ipynb#Two-words,-of-`kappa`".replace("`", ""), ""),
        ("c.ipynb#cell-id=cell-00", ""),
        ("#here", ""),
        ("https://example.org/x", ""),
        ("d.md", "no file"),
        ("b.md#three", "no heading or cell 'three'"),
        ("c.ipynb#cell-id=cell-01", "no heading or cell 'cell-id=cell-01'"),
        ("#there", "no heading or cell 'there'"),
        ("ftp://x/y", "neither a file nor http"),
        ("../build/slides/x.html", "no file"),
    ],
)
def test_a_link_that_leads_nowhere_is_seen(tmp_path, target, problem):
    heading = "## Two words, of `kappa`\n"
    (tmp_path / "b.md").write_text(heading)
    cell = {"cell_type": "markdown", "id": "cell-00", "source": [heading]}
    (tmp_path / "c.ipynb").write_text(json.dumps({"cells": [cell]}))
    page = tmp_path / "a.md"
    forms = '[a]({0}) ![a]({0})\n\n| [a]({0}) |\n|---|\n\n<p>\n<a href="{0}">a</a></p>\n'
    page.write_text(forms.format(target) + "\n# Here\n")
    found = [name for _, name in links.links(page)]
    assert found == [target] * 4
    assert {links.problem_of(page, name) for name in found} == {problem}


def test_links_to_the_web_are_listed_and_not_tried(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(socket, "socket", None)
    assert links.main(str(tmp_path / "links.csv")) == 0
    head, *rows = (tmp_path / "links.csv").read_text().splitlines()
    assert head == "page,place,address"
    assert "CHANGELOG.md,3,https://semver.org/spec/v2.0.0.html" in rows
    assert any(row.startswith("src/kappabook/data/sources.toml,") for row in rows)
    assert f"{len(rows)} links to the web; none was tried." in capsys.readouterr().out


@pytest.mark.parametrize("page", [README, ROOT / "docs/making.md"], ids=lambda page: page.name)
def test_every_make_command_exists(page):
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
    named = set(re.findall(r"^\$ make ([a-z-]+)", page.read_text(), re.M))
    named |= set(re.findall(r"`make ([a-z-]+)", page.read_text()))
    assert named
    assert named <= targets


def test_every_target_is_explained():
    explained = set(re.findall(r"`make ([a-z-]+)", (ROOT / "docs/making.md").read_text()))
    helped = re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(), re.M)
    assert set(helped) - {"help", "setup", "lint", "format", "lock"} <= explained


def test_what_is_left_to_make_test_slow_is_listed():
    """File by file in tests/README.md, and nothing that no longer is."""
    tests = ROOT / "tests"
    table = (tests / "README.md").read_text().partition("leaves to `make test-slow`")[2]
    first = re.findall(r"^\| (`.*?) \|", table, re.M)
    listed = {name for cell in first for name in re.findall(r"`(.+?)`", cell)}
    marked = re.compile(r"^(?!from ).*\b(slowly|mark\.slow)\b", re.M)
    files = {path.relative_to(tests).as_posix(): path.read_text() for path in tests.rglob("*.py")}
    marked_there = {name for name, text in files.items() if marked.search(text)}
    assert listed == marked_there - {"support.py", "workbook/test_readme.py"}
