"""What CONTRIBUTING names exists; the workflow runs what it says, on the Pythons we claim."""

import re
import tomllib

import pytest
import yaml
from support import ROOT

from kappabook.papers import PAPERS, declaration

CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
WORKFLOW = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NAMED = sorted(set(re.findall(r"`((?:[\w.-]+/)+[\w.-]*|[\w-]+\.(?:md|toml|yml))`", CONTRIBUTING)))


def test_every_document_is_cited():
    """Validated against the schema of CFF 1.2.0 by cffconvert, which is not locked here."""
    references = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))["references"]
    papers = [declaration(key) for key in PAPERS]
    titles = {paper.title.partition(" (")[0] for paper in papers if not paper.gathered}
    assert {reference["title"] for reference in references} == titles
    for reference in references:
        assert reference.keys() >= {"type", "authors"}
        assert "year" in reference or "nor date" in reference["notes"]


def test_there_is_a_recipe_for_whatever_is_added():
    recipes = re.findall(r"^## An? (\w+)$", CONTRIBUTING, re.M)
    assert recipes == ["claim", "figure", "measure", "paper", "exercise"]


@pytest.mark.parametrize("path", NAMED)
def test_files_named_exist(path):
    assert (ROOT / path).exists()


def test_commands_named_exist():
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
    assert set(re.findall(r"`make ([a-z-]+)\b(?!/)", CONTRIBUTING)) - {"figures"} <= targets


def test_hooks_fetch_nothing():
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    assert [entry["repo"] for entry in hooks["repos"]] == ["local"]
    assert {hook["language"] for entry in hooks["repos"] for hook in entry["hooks"]} == {"system"}


def test_the_workflow_runs_what_continuous_integration_runs():
    everything, library = WORKFLOW["jobs"]["everything"], WORKFLOW["jobs"]["library"]
    assert ".ci/run" in [step.get("run") for step in everything["steps"]]
    assert library["steps"][-1]["run"].endswith("tests/unit tests/properties")
    assert {name.partition("-")[0] for name in library["strategy"]["matrix"]["os"]} == {
        *("macos", "windows"),
    }


def test_the_workflow_tries_each_python_of_the_classifiers():
    matrix = WORKFLOW["jobs"]["library"]["strategy"]["matrix"]
    tried = {*matrix["python"], *(line["python"] for line in matrix["include"])}
    claimed = {line.rpartition(" ")[2] for line in PROJECT["classifiers"] if ":: 3." in line}
    assert tried == claimed
    assert PROJECT["requires-python"] == f">={min(claimed, key=lambda v: int(v.split('.')[1]))}"


def test_each_action_is_pinned_to_a_commit():
    used = [s["uses"] for job in WORKFLOW["jobs"].values() for s in job["steps"] if "uses" in s]
    assert used
    assert all(re.fullmatch(r"actions/[\w-]+@[0-9a-f]{40}", action) for action in used)
