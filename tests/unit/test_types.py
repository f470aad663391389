"""The package is typed for its users: a file of theirs passes mypy --strict."""

import os
import re
import subprocess
import sys

import pytest
from public_names import listed
from support import ROOT


@pytest.fixture(scope="module")
def complaints(tmp_path_factory):
    """What mypy says of a file alone, as of the user of an installed package."""
    folder = tmp_path_factory.mktemp("types")

    def run(file):
        done = subprocess.run(
            [
                *(sys.executable, "-m", "mypy", "--strict", "--config-file=", "--no-error-summary"),
                *("--follow-imports=silent", "--cache-dir=cache", str(file)),
            ],
            cwd=folder,
            env=os.environ | {"MYPYPATH": str(ROOT / "src")},
            capture_output=True,
            text=True,
        )
        assert done.returncode in (0, 1), done.stderr
        return done.stdout.splitlines()

    return run


@pytest.mark.slow
@pytest.mark.parametrize("name", ["user.py", "tables.py"])
def test_a_users_file_has_no_mistake(complaints, name):
    """With every public name; and costs in many forms, kappas that are floats."""
    assert complaints(ROOT / "tests/typed" / name) == []


MISTAKES = {
    "from kappabook import auk_scroe": 'has no attribute "auk_scroe"',
    "from kappabook.teaching import chek": 'has no attribute "chek"',
    "import kappabook; kappabook.kapa_curve": 'has no attribute "kapa_curve"',
    "from kappabook import auk_score; auk_score([0], [1], multi_class='all')": "Argument",
    "from kappabook import auk_scorer; auk_scorer()": 'Missing named argument "pos_label"',
}


@pytest.mark.slow
def test_mistakes_are_seen(complaints, tmp_path):
    """So the test above means something."""
    (tmp_path / "wrong.py").write_text("".join(f"{line}\n" for line in MISTAKES))
    said = complaints(tmp_path / "wrong.py")
    for number, (line, part) in enumerate(MISTAKES.items(), start=1):
        assert any(f":{number}:" in one and part in one for one in said), line


def test_the_users_file_has_every_name():
    words = set(re.findall(r"\w+", (ROOT / "tests/typed/user.py").read_text(encoding="utf-8")))
    assert {name for names in listed().values() for name in names} <= words


def test_the_package_says_that_it_is_typed():
    assert (ROOT / "src/kappabook/py.typed").exists()
