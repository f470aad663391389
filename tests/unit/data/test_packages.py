"""A data set out of a package of the index: the archive by its hash, the file by its sha256."""

import hashlib
import io
import tarfile
import zipfile
from dataclasses import replace

import pytest
from support import need_data

from kappabook.data import fetch, sources
from kappabook.data.derived import german_numeric
from kappabook.data.fetching import MIRROR
from kappabook.data.packages import take
from kappabook.data.registry import File, Package, Source
from kappabook.workbook.targets import main

ROWS = "1,2,3\n4,5,6\n"
METADATA = "Metadata-Version: 2.1\nName: toyrows\nVersion: 1.0\n"


@pytest.fixture
def index(tmp_path, monkeypatch):
    """A package index that is a folder, with a wheel and a source archive; no other."""
    folder = tmp_path / "index"
    folder.mkdir()
    with zipfile.ZipFile(folder / "toyrows-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr("toyrows/rows.csv", ROWS)
        wheel.writestr("toyrows-1.0.dist-info/METADATA", METADATA)
        tags = "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        wheel.writestr("toyrows-1.0.dist-info/WHEEL", tags)
        wheel.writestr("toyrows-1.0.dist-info/RECORD", "")
    members = {"PKG-INFO": METADATA, "toyrows/rows.csv": ROWS}
    members["setup.py"] = "from setuptools import setup\nsetup(name='toysource', version='1.0')\n"
    with tarfile.open(folder / "toysource-1.0.tar.gz", "w:gz") as archive:
        for name, text in members.items():
            entry = tarfile.TarInfo(f"toysource-1.0/{name}")
            entry.size = len(text)
            archive.addfile(entry, io.BytesIO(text.encode()))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    return folder


def package(index, name="toyrows-1.0-py3-none-any.whl", **more):
    digest = hashlib.sha256((index / name).read_bytes()).hexdigest()
    return Package(f"{name.split('-')[0]}==1.0", digest, "toyrows/rows.csv", **more)


@pytest.fixture
def toy(index, tmp_path, monkeypatch):
    """A checkout whose one data set is in the package, and a function that says what it lists."""
    (tmp_path / "checkout/data/printed").mkdir(parents=True)
    monkeypatch.setenv("KAPPABOOK_ROOT", str(tmp_path / "checkout"))
    monkeypatch.delenv(MIRROR, raising=False)

    def listed(**changes):
        sha = hashlib.sha256(ROWS.encode()).hexdigest()
        nowhere = ("http://127.0.0.1:9/rows.csv",)
        file = replace(File("rows.csv", sha, nowhere, package=package(index)), **changes)
        source = Source("toy", "Toy", 2, "free", "none", "none", "commas", (file,))
        monkeypatch.setattr("kappabook.data.fetching.source", lambda name: source)
        return tmp_path / "checkout/data/raw/toy/rows.csv"

    return listed


def test_a_wheel_and_a_source_archive(index):
    assert take(package(index)) == ROWS
    assert take(package(index, "toysource-1.0.tar.gz", source=True)) == ROWS


def test_the_file_is_stored_and_not_asked_for_again(toy, monkeypatch):
    path = toy()
    assert fetch("toy") == {"rows.csv": path}
    assert path.read_text() == ROWS
    monkeypatch.setenv("PIP_FIND_LINKS", "/nowhere")
    assert fetch("toy", download=False) == {"rows.csv": path}


def test_an_altered_archive_is_refused_before_it_is_opened(toy, index):
    path = toy(package=replace(package(index), sha256="0" * 64))
    with pytest.raises(
        OSError, match=r"toyrows==1\.0 of the package index: .*127\.0\.0\.1"
    ) as error:
        fetch("toy")
    assert "\n" not in str(error.value)
    assert not path.exists()


def test_where_the_package_is_gone_the_mirror_serves(toy, index, tmp_path, monkeypatch):
    path = toy()
    (index / "toyrows-1.0-py3-none-any.whl").unlink()
    (tmp_path / "mirror/toy").mkdir(parents=True)
    (tmp_path / "mirror/toy/rows.csv").write_text(ROWS)
    monkeypatch.setenv(MIRROR, str(tmp_path / "mirror"))
    assert fetch("toy") == {"rows.csv": path}


def test_other_rows_than_the_registry_means_are_not_stored(toy):
    path = toy(sha256="1" * 64)
    with pytest.raises(ValueError, match=r"rows\.csv as made here has not the registry's sha256"):
        fetch("toy")
    assert not path.exists()


def test_an_environment_is_made_without_what_cannot_be_had(tmp_path, monkeypatch, capsys):
    """`make setup` calls this: it says in one line what is missing, and goes on."""
    (tmp_path / "data/printed").mkdir(parents=True)
    monkeypatch.setenv("KAPPABOOK_ROOT", str(tmp_path))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv(MIRROR, str(tmp_path / "no-mirror"))
    assert main(["data", "--packaged"]) == 0
    missing = capsys.readouterr().err.splitlines()
    assert [line.split("/")[0] for line in missing] == [
        f"cannot get {name}" for name in ("boston-housing", "cmc", "german-credit")
    ]
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_the_24_numbers_of_german_credit_are_a_function_of_its_20_attributes():
    """Byte for byte; against the published file where a mirror has it, else by its sha256."""
    need_data("german-credit")
    path = fetch("german-credit", download=False)["german.data"]
    made = "".join(german_numeric(path.read_text())).encode()
    (listed,) = (f for f in sources()["german-credit"].files if f.name == "german.data-numeric")
    assert len(made) == 102_000
    assert hashlib.sha256(made).hexdigest() == listed.sha256
