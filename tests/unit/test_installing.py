"""What is installed: uv is told what pip is told, hashes are checked, and all bounds agree."""

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile

import pytest
import yaml
from packaging.requirements import Requirement
from support import ROOT, locked

spec = importlib.util.spec_from_file_location("environment", ROOT / "tools/environment.py")
environment = importlib.util.module_from_spec(spec)
spec.loader.exec_module(environment)


LISTED = """\
:env:.cert='/env/ca certificates.pem'
:env:.disable-pip-version-check='1'
:env:.no-index=''
global.cert='/global/ca.pem'
global.extra-index-url='\\nfile:///a/simple\\nhttps://me:it\\'s@b/simple'
global.find-links='/wheels ~/more'
global.index-url='https://global/simple'
install.index-url="https://install/it's"
download.index-url='https://download/simple'
"""


def test_uv_is_told_what_pip_is_told(monkeypatch):
    """A variable wins over the section of install, and that over the global one."""
    monkeypatch.setenv("HOME", "/home/me")
    assert environment.variables(environment.settings(LISTED)) == {
        "UV_DEFAULT_INDEX": "https://install/it's",
        "UV_INDEX": "file:///a/simple https://me:it's@b/simple",
        "UV_FIND_LINKS": "/wheels,/home/me/more",
        "SSL_CERT_FILE": "/env/ca certificates.pem",
    }
    proxy = environment.variables({"proxy": "http://p:1"})
    assert proxy == {"HTTP_PROXY": "http://p:1", "HTTPS_PROXY": "http://p:1"}
    assert environment.variables(environment.settings("")) == {}


# --- installs, from an index in a folder ------------------------------------------------------


def wheel(index, name, files):
    """Write a wheel into a folder that is an index; return its line of a lock."""
    folder = index / name
    folder.mkdir(parents=True)
    about = f"{name}-1.0.dist-info"
    files = files | {
        f"{about}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    path = folder / f"{name}-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for file, text in files.items():
            archive.writestr(file, text)
        archive.writestr(f"{about}/RECORD", "".join(f"{file},,\n" for file in files))
    (folder / "index.html").write_text(f'<a href="{path.name}">{path.name}</a>')
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return f"{name}==1.0 --hash=sha256:{digest}\n"


@pytest.fixture
def index(tmp_path, monkeypatch):
    """An index by itself: nothing comes from elsewhere, and uv's cache is a new one."""
    for name in [name for name in os.environ if name.startswith(("PIP_", "UV_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_INDEX_URL", (tmp_path / "index").as_uri())
    monkeypatch.setenv("UV_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "index"


def installed(tmp_path, name):
    return bool(list((tmp_path / "new").glob(f"lib/*/site-packages/{name}.py")))


@pytest.mark.skipif(not shutil.which("uv", path=sys.exec_prefix + "/bin"), reason="no uv in here")
@pytest.mark.parametrize("right", [True, False])
def test_uv_installs_what_has_the_hash_and_nothing_else(tmp_path, index, monkeypatch, right):
    """The real uv, in place of one from the index: it finds the index by pip's setting."""
    pin = wheel(index, "thing", {"thing.py": ""})
    lock = tmp_path / "lock"
    lock.write_text(pin if right else pin[:-9] + "12345678\n")
    told = environment.settings(environment.output(sys.executable, "-m", "pip", "config", "list"))
    uv = [sys.exec_prefix + "/bin/uv", "pip", "install", *environment.LIKE_PIP, "--target"]
    site = tmp_path / "new/lib/x/site-packages"
    done = subprocess.run(
        [*uv, str(site), *environment.HASHED, "-r", str(lock)],
        env={**os.environ, **environment.variables(told)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode == 0) == right, done.stderr
    assert ("Hash mismatch" in done.stderr) != right
    assert installed(tmp_path, "thing") == right


# --- bounds, conda's file and the lock agree; that conda can solve them is not shown -------------

CONDA_NAMES = {"matplotlib": "matplotlib-base", "duckdb": "python-duckdb"}
CONDA_ONLY = {"python", "make", "git", "pip"}
# Of conda's specifications only what needs no solver to be understood: a name, and bounds.
SPEC = re.compile(r"[a-z][a-z0-9_-]*( (>=|<)\d+(\.\d+)*(,(>=|<)\d+(\.\d+)*)*)?")
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}\b")
LOCKS = ("requirements.lock", "experiments/benchmarks/requirements.lock")


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


def conda() -> list[str | dict[str, list[str]]]:
    return yaml.safe_load((ROOT / "environment.yml").read_text())["dependencies"]


def conda_specs() -> list[str]:
    return [spec for spec in conda() if isinstance(spec, str)]


def pip_specs() -> list[str]:
    """What conda has pip install."""
    (section,) = [entry["pip"] for entry in conda() if isinstance(entry, dict)]
    return section


@pytest.mark.parametrize("spec", conda_specs())
def test_conda_specs_are_a_name_and_bounds(spec):
    assert SPEC.fullmatch(spec)


def test_environment_carries_the_bounds_of_pyproject():
    specs = [*conda_specs(), *pip_specs()]
    given = dict(spec.split(" ", 1) for spec in specs if " " in spec)
    expected = {CONDA_NAMES.get(name, name): spec for name, spec in bounds().items()}
    found = {name: spec for name, spec in given.items() if name not in CONDA_ONLY}
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
