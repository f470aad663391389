"""The page of `kappabook agree --html`, and what docs/raters.md shows of it."""

import re
import shlex
from html import unescape

import pytest
from rated import JUDGE
from support import ROOT

from kappabook.cli import main


@pytest.mark.slow
def test_the_page_has_what_the_text_has_and_is_the_same_twice(agree, tmp_path):
    pytest.importorskip("matplotlib")
    pages = [tmp_path / "one.html", tmp_path / "two.html"]
    options = (*JUDGE, "--margin", "0.1", "--epsilon", "0.1", "--confidence-level", "0.9")
    text = agree(*options, "--html", pages[0], text=True)
    assert text == agree(*options, "--html", pages[1], text=True).replace("two.html", "one.html")
    page = pages[0].read_text(encoding="utf-8")
    assert page == pages[1].read_text(encoding="utf-8")
    shown = " ".join(unescape(re.sub(r"<svg.*?</svg>|<[^>]*>", " ", page, flags=re.S)).split())
    findings = " ".join(text.split()).partition(" 1. ")[2].partition(" What this does not say")[0]
    for finding in re.split(r" \d\. ", findings):
        assert finding in shown
    assert page.count("<svg") == 3


# --- what docs/raters.md shows -------------------------------------------------------------------

PAGE = (ROOT / "docs/raters.md").read_text(encoding="utf-8")


def shown_on_the_page():
    """Commands with what is shown of their output: parts, between which something is left out."""
    return re.findall(r"^```\n\$ kappabook (.*)\n([^`]*)^```", PAGE.replace("\\\n", ""), re.M)


@pytest.mark.parametrize(("asked", "shown"), shown_on_the_page())
def test_the_page_shows_what_the_command_writes(capsys, monkeypatch, tmp_path, asked, shown):
    files = re.findall(r"`([\w-]+\.csv)`[^`]*\n\n```text\n([^`]*)```", PAGE)
    assert [name for name, _ in files] == ["moods.csv", "tries.csv"]
    for name, text in files:
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    monkeypatch.chdir(tmp_path)
    assert main(shlex.split(asked)) == 0
    said = "\n" + capsys.readouterr().out
    first, *others = re.split(r"^\.\.\.\n", shown, flags=re.M)
    assert said.startswith(f"\n{first}")
    for part in others:
        _, found, after = said.partition(f"\n{part}")
        assert found, part
        said = f"\n{after}"


def test_the_page_lists_every_key(agree):
    section = PAGE.partition("### The JSON of agree\n")[2].partition("\n## ")[0]
    head, *rows = re.findall(r"^\| (.*) \| (.*) \|$", section, re.M)
    assert head == ("key", "what")
    named = {key: words for keys, words in rows for key in re.findall(r"`(\w+)`", keys)}
    found = agree(*JUDGE, "--margin", "0.1", "--epsilon", "0.1")
    assert set(named) == set(found)
    for key, value in found.items():
        one = value[0] if isinstance(value, list) and value else value
        if isinstance(one, dict):
            assert set(one) - {"rater"} <= set(re.findall(r"`(\w+)`", named[key]))
