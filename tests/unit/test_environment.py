"""pyproject.toml gives the bounds; environment.yml carries them; requirements.lock satisfies them.

This proves that the three agree, not that conda can solve its specs.
"""

import re
import subprocess
import tomllib

import pytest
import yaml
from packaging.requirements import Requirement
from support import ROOT, locked

CONDA_NAMES = {"matplotlib": "matplotlib-base", "duckdb": "python-duckdb"}
CONDA_ONLY = {"python", "make", "git", "pip"}
# Of conda's specifications only what needs no solver to be understood: a name, and bounds.
SPEC = re.compile(r"[a-z][a-z0-9_-]*( (>=|<)\d+(\.\d+)*(,(>=|<)\d+(\.\d+)*)*)?")
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}\b")
LOCKS = (
    "requirements.lock",
    *("experiments/benchmarks/requirements.lock", "tools/mutants/requirements.lock"),
)


def bounds() -> dict[str, str]:
    """Every requirement of pyproject.toml, its extras and its build, by name."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    lists = [
        project["project"]["dependencies"],
        *project["project"]["optional-dependencies"].values(),
        project["build-system"]["requires"],
    ]
    requirements = [Requirement(line) for lines in lists for line in lines]
    return {r.name: str(r.specifier) for r in requirements if r.name != "kappabook"}


def environment() -> list[str | dict[str, list[str]]]:
    return yaml.safe_load((ROOT / "environment.yml").read_text())["dependencies"]


def conda_specs() -> list[str]:
    return [spec for spec in environment() if isinstance(spec, str)]


def pip_specs() -> list[str]:
    """What conda has pip install."""
    (section,) = [entry["pip"] for entry in environment() if isinstance(entry, dict)]
    return section


@pytest.mark.parametrize("spec", conda_specs())
def test_conda_specs_are_a_name_and_bounds(spec):
    assert SPEC.fullmatch(spec)


def test_environment_carries_the_bounds_of_pyproject():
    specs = [*conda_specs(), *pip_specs()]
    conda = dict(spec.split(" ", 1) for spec in specs if " " in spec)
    expected = {CONDA_NAMES.get(name, name): spec for name, spec in bounds().items()}
    found = {name: spec for name, spec in conda.items() if name not in CONDA_ONLY}
    assert {n: set(s.split(",")) for n, s in found.items()} == {
        n: set(s.split(",")) for n, s in expected.items()
    }


def test_environment_asks_for_the_same_python():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert f"python {project['requires-python']}" in conda_specs()


def test_lock_satisfies_the_bounds():
    pinned = {r.name: r.specifier for r in locked()}
    for name, bound in bounds().items():
        (pin,) = pinned[name]
        assert Requirement(f"{name}{bound}").specifier.contains(pin.version), name


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_is_exact_and_hashed(lock):
    text = (ROOT / lock).read_text()
    entries = re.split(r"\n(?=\w)", text)
    assert all("==" in entry and HASH.search(entry) for entry in entries)
    assert "://" not in text


# --- Binder -----------------------------------------------------------------------------------

POST_BUILD = (ROOT / "binder/postBuild").read_text(encoding="utf-8")


def test_binder_installs_extras_that_exist_without_java():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    (extras,) = re.findall(r"\"\.\[(.*?)\]\"", POST_BUILD)
    assert set(extras.split(",")) <= project["optional-dependencies"].keys() - {"weka", "workbook"}
    asked = re.match(r"python-(3\.\d+)$", (ROOT / "binder/runtime.txt").read_text())[1]
    assert f"Programming Language :: Python :: {asked}" in project["classifiers"]


def test_binder_takes_each_pin_of_the_lock():
    (command,) = re.findall(r"^(sed .*?) > ", POST_BUILD, re.M)
    pinned = subprocess.run(
        ["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    lock = (ROOT / "requirements.lock").read_text().splitlines()
    assert len(pinned) == sum(bool(re.match(r"\w", line)) for line in lock)
    assert all(str(Requirement(line).specifier).startswith("==") for line in pinned)
