"""What CONTRIBUTING names exists; the workflow runs what it says, on the Pythons we claim."""

import json
import os
import re
import shutil
import subprocess
import sys

import pytest
import yaml
from support import ROOT

from kappabook.papers import PAPERS, declaration

CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`((?:[\w.-]+/)+[\w.-]*|[\w-]+\.(?:md|toml|yml))`", CONTRIBUTING)))


def test_every_document_is_cited():
    references = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))["references"]
    one_document = PAPERS.keys() - {"critics"}  # each critic has a line in references.csv
    titles = {declaration(key).title.partition(" (")[0] for key in one_document}
    assert {reference["title"] for reference in references} == titles
    for reference in references:
        assert reference.keys() >= {"type", "authors"}
        assert "year" in reference or "nor date" in reference["notes"]


@pytest.mark.parametrize("path", [path for path in NAMED if "toy" not in path])
def test_files_named_exist(path):
    assert (ROOT / path).exists()


TOY = dict(
    zip(
        (
            "data/printed/toy/claims.csv",
            "data/printed/toy/remarks.toml",
            "data/printed/second-entry/toy.csv",
            "src/kappabook/papers/toy/__init__.py",
        ),
        re.findall(r"^```(?:csv|toml|python)\n(.*?)^```$", CONTRIBUTING, re.M | re.S),
        strict=True,
    )
)
NAME_IT = """PAPERS = {
    "toy": Paper("A toy", figures=()),
"""


@pytest.mark.slow
def test_a_paper_is_added_by_the_files_that_its_recipe_names(tmp_path):
    """They are the whole of it, with one line in the list of documents."""
    assert {path for path in NAMED if "toy" in path} - set(TOY) == {
        "src/kappabook/papers/toy/figures.py"
    }
    for folder in ("src/kappabook", "data/printed", "data/results"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    for path, text in TOY.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    names = tmp_path / "src/kappabook/papers/paper.py"
    names.write_text(names.read_text().replace("PAPERS = {\n", NAME_IT))
    command = [sys.executable, "-m", "kappabook", "claim", "--json", "toy.*"]
    here = os.environ | {"PYTHONPATH": str(tmp_path / "src"), "KAPPABOOK_ROOT": str(tmp_path)}
    done = subprocess.run(command, cwd=tmp_path, env=here, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found = {entry["claim"]: entry for entry in json.loads(done.stdout)}
    inputs = {f"toy.{cell}": "input" for cell in ("tp", "fn", "fp", "tn")}
    assert {name: entry["verdict"] for name, entry in found.items()} == {
        **inputs,
        "toy.chance": "corrected",
        "toy.kappa": "reproduced",
        "toy.above": "reproduced",
    }
    assert found["toy.kappa"]["reads"] == sorted(inputs)
    assert found["toy.kappa"]["check"] == "src/kappabook/papers/toy/__init__.py:13 table_1"
