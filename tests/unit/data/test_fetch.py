"""Fetching: once, verified, whole or not at all; and a clear line whatever goes wrong."""

import csv
import errno
import hashlib
import re
import threading
from http.server import HTTPServer, SimpleHTTPRequestHandler

import numpy as np
import pooch
import pytest
from support import need_data

from kappabook.data import FORMS, fetch, german_credit, sources
from kappabook.data.annotations import annotation_sets, read_annotations
from kappabook.data.fetching import MIRROR
from kappabook.data.registry import File, Source
from kappabook.workbook.targets import main

CONTENT = b"1,2,3\n" * 100
SHA = hashlib.sha256(CONTENT).hexdigest()
NOWHERE = "http://127.0.0.1:9/toy.data"
TOY = Source(
    "toy", "Toy", 100, "free", "none", "none", "commas", (File("toy.data", SHA, (NOWHERE,)),)
)


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A checkout with a registry of one small data set, and a mirror beside it."""
    checkout = tmp_path / "checkout"
    (checkout / "data" / "printed").mkdir(parents=True)
    (tmp_path / "mirror" / "toy").mkdir(parents=True)
    (tmp_path / "mirror" / "toy" / "toy.data").write_bytes(CONTENT)
    monkeypatch.setattr("kappabook.data.fetching.source", lambda name: TOY)
    monkeypatch.setenv("KAPPABOOK_ROOT", str(checkout))
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.delenv(MIRROR, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def server(place):
    """A mirror behind a URL, on this machine."""

    class Quiet(SimpleHTTPRequestHandler):
        def __init__(self, *args):
            super().__init__(*args, directory=str(place / "mirror"))

        def log_message(self, *args):
            pass

    served = HTTPServer(("127.0.0.1", 0), Quiet)
    threading.Thread(target=served.serve_forever, args=(0.01,), daemon=True).start()
    yield f"http://127.0.0.1:{served.server_port}"
    served.shutdown()
    served.server_close()


def stored(place):
    return [path for path in (place / "checkout/data/raw").rglob("*") if path.is_file()]


def one_line(error):
    assert "\n" not in str(error.value)
    return str(error.value)


# --- what works -------------------------------------------------------------------------------


def test_a_relative_mirror_is_taken_from_the_checkout_not_from_here(place, monkeypatch):
    monkeypatch.setenv(MIRROR, "../mirror")
    (place / "elsewhere").mkdir()
    monkeypatch.chdir(place / "elsewhere")
    assert fetch("toy") == {"toy.data": place / "checkout/data/raw/toy/toy.data"}
    assert stored(place) == [place / "checkout/data/raw/toy/toy.data"]
    assert stored(place)[0].read_bytes() == CONTENT


def test_once_here_no_place_is_asked_again(place, monkeypatch):
    monkeypatch.setenv(MIRROR, "../mirror")
    first = fetch("toy")
    monkeypatch.setenv(MIRROR, "../nowhere")
    assert fetch("toy") == first
    monkeypatch.delenv(MIRROR)
    assert fetch("toy", download=False) == first


def test_a_mirror_that_is_a_url(place, server, monkeypatch):
    monkeypatch.setenv(MIRROR, server + "/")
    assert fetch("toy")["toy.data"].read_bytes() == CONTENT


@pytest.fixture
def installed(place, monkeypatch):
    """No clone far and wide, as after pip install; a home of its own, and the mirror."""
    monkeypatch.delenv("KAPPABOOK_ROOT")
    monkeypatch.delenv("KAPPABOOK_DATA", raising=False)
    monkeypatch.setenv("HOME", str(place / "home"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(place / "home/.cache"))
    monkeypatch.setenv(MIRROR, "mirror")
    (place / "home").mkdir()
    (place / "checkout/data/printed").rmdir()  # no clone any more
    return place


def test_without_a_clone_the_users_cache_keeps_the_files(installed, monkeypatch):
    path = fetch("toy")["toy.data"]
    assert path.read_bytes() == CONTENT
    assert path == pooch.os_cache("kappabook") / "raw/toy/toy.data"
    assert path.is_relative_to(installed / "home")
    monkeypatch.delenv(MIRROR)
    assert fetch("toy", download=False) == {"toy.data": path}
    assert not (installed / "data").exists()


@pytest.mark.parametrize("named", ["files", "~/files"])
def test_without_a_clone_a_variable_names_the_folder(installed, monkeypatch, named):
    monkeypatch.setenv("KAPPABOOK_DATA", named)
    path = fetch("toy")["toy.data"]
    folder = installed / "home" if "~" in named else installed
    assert path == folder / "files/toy/toy.data"
    assert path.read_bytes() == CONTENT
    monkeypatch.chdir(installed / "mirror")
    assert path.exists()  # absolute, though the name was not
    assert not (installed / "home/.cache").exists()


@pytest.mark.parametrize("what", ["a home that is a file", "no rights", "read-only"])
def test_a_home_that_cannot_be_written(installed, monkeypatch, what):
    reason = "Permission denied"
    if what == "a home that is a file":
        (installed / "home").rmdir()
        (installed / "home").write_text("")
        reason = "Not a directory"
    elif what == "no rights":  # also where the tests are run by root, whom no mode holds off
        monkeypatch.setattr("pathlib.Path.mkdir", refuse)
    else:
        monkeypatch.setattr("os.access", lambda path, mode: False)
    with pytest.raises(OSError, match=rf"{reason}\. Set KAPPABOOK_DATA to a folder that can be"):
        fetch("toy")
    monkeypatch.undo()
    assert [p for p in installed.rglob("*") if p.is_file() and p.name != "home"] == [
        installed / "mirror/toy/toy.data"
    ]


def refuse(path, *args, **kwargs):
    raise PermissionError(errno.EACCES, "Permission denied", str(path))


def test_what_follows_from_a_rule_needs_no_place(tmp_path, monkeypatch):
    (tmp_path / "data" / "printed").mkdir(parents=True)
    monkeypatch.setenv("KAPPABOOK_ROOT", str(tmp_path))
    monkeypatch.delenv(MIRROR, raising=False)
    (path,) = fetch("balance-scale", download=False).values()
    (listed,) = sources()["balance-scale"].files
    assert hashlib.sha256(path.read_bytes()).hexdigest() == listed.sha256


# --- what goes wrong --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "by_url"),
    [(CONTENT[:50], False), (CONTENT + b"4", True), (b"", False), (b"2" + CONTENT[1:], False)],
    ids=["cut", "more", "nothing", "a changed byte"],
)
def test_an_altered_file_is_not_stored(place, server, monkeypatch, content, by_url):
    monkeypatch.setenv(MIRROR, server if by_url else "../mirror")
    (place / "mirror/toy/toy.data").write_bytes(content)
    with pytest.raises(ValueError, match=r"altered or cut short; nothing was stored") as error:
        fetch("toy")
    assert SHA in one_line(error)
    assert hashlib.sha256(content).hexdigest() in str(error.value)
    assert stored(place) == []


def test_an_altered_file_in_data_raw_is_named_and_left_alone(place, monkeypatch):
    monkeypatch.setenv(MIRROR, "../mirror")
    path = fetch("toy")["toy.data"]
    path.write_bytes(CONTENT[:-1])
    with pytest.raises(ValueError, match=r"Move it away and fetch it again") as error:
        fetch("toy")
    for part in (str(path), SHA, hashlib.sha256(CONTENT[:-1]).hexdigest()):
        assert part in one_line(error)
    assert path.read_bytes() == CONTENT[:-1]


@pytest.mark.parametrize("mirror", ["../mirror", "../no-folder"])
def test_a_file_the_mirror_does_not_have(place, monkeypatch, mirror):
    (place / "mirror/toy/toy.data").unlink()
    monkeypatch.setenv(MIRROR, mirror)
    with pytest.raises(OSError, match=r"cannot get toy/toy\.data .*No such file") as error:
        fetch("toy")
    assert MIRROR in one_line(error)
    assert stored(place) == []


@pytest.mark.parametrize("mirror", ["ftp://127.0.0.1/", "file:///srv/data"])
def test_a_mirror_of_another_scheme(place, monkeypatch, mirror):
    monkeypatch.setenv(MIRROR, mirror)
    with pytest.raises(ValueError, match=f"^{MIRROR} is {mirror}; a mirror is a folder, or begins"):
        fetch("toy")
    assert stored(place) == []


def test_no_network(place):
    with pytest.raises(OSError, match=r"Check the network, set KAPPABOOK_DATA_MIRROR") as error:
        fetch("toy")
    assert NOWHERE in one_line(error)
    assert SHA in str(error.value)
    assert stored(place) == []


def test_nothing_is_downloaded_unasked(place, server, monkeypatch):
    for mirror in ("", server):
        monkeypatch.setenv(MIRROR, mirror)
        with pytest.raises(OSError, match=r"nothing is downloaded here\. Run `make data`, or"):
            fetch("toy", download=False)
    assert stored(place) == []


def test_an_unknown_data_set_lists_those_there_are(capsys):
    assert main(["data", "nowhere"]) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: no data set 'nowhere'; there are balance-scale, boston-housing")
    assert error.count("\n") == 1


def test_names_that_there_are_not():
    with pytest.raises(ValueError, match=r"no form 'text' of German Credit; there are numeric, "):
        german_credit("text")
    with pytest.raises(ValueError, match=r"no set 'waxx'; there are 10k_prompts, cebab_aspects"):
        read_annotations("waxx")


def test_a_file_in_the_place_of_data_raw(place, monkeypatch):
    monkeypatch.setenv(MIRROR, "../mirror")
    raw = place / "checkout/data/raw"
    raw.write_text("a file")
    with pytest.raises(OSError, match=r"Move away what is in its place\.$") as error:
        fetch("toy")
    assert f"cannot make the folder {raw}/toy" in one_line(error)


# --- the registry -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", sources())
def test_registry_is_complete(name):
    entry = sources()[name]
    for text in (entry.title, entry.licence, entry.citation, entry.ethics, entry.encoding):
        assert text == text.strip() != ""
        assert "\n" not in text
    assert entry.rows > 0
    for file in entry.files:
        assert re.fullmatch("[0-9a-f]{64}", file.sha256)
        assert file.addresses
        assert all(address.startswith("https://") for address in file.addresses)


@pytest.mark.parametrize("name", [name for name in sources() if "/" not in name])
def test_files_have_the_rows_the_registry_says(name):
    need_data(name)
    file = next(iter(fetch(name, download=False).values()))
    lines = file.read_text(encoding="cp1252").splitlines()
    if "@data" in (lowered := [line.strip().lower() for line in lines]):
        lines = lines[lowered.index("@data") + 1 :]
    rows = [line for line in lines if line.strip() and not line.startswith("%")]
    assert len(rows) == sources()[name].rows


@pytest.mark.parametrize("name", annotation_sets())
def test_annotations_have_the_items_the_registry_says(name):
    need_data(f"alt-test/{name}")
    data = read_annotations(name, download=False)
    assert len(data.items) == sources()[f"alt-test/{name}"].rows == len(data.ratings)
    assert f"{data.n_raters} raters" in sources()[f"alt-test/{name}"].encoding
    assert {len(column) for column in data.judges.values()} == {len(data.items)}
    assert data.ratings.max() < len(data.labels)
    assert (data.ratings >= 0).any(axis=1).all()
    assert (np.bincount(data.texts) > 0).all()


@pytest.mark.parametrize("form", FORMS)
def test_german_credit_in_each_form(form):
    need_data("german-credit")
    data = german_credit(form, download=False)
    columns = {"numeric": 24, "symbolic": 20, "one-hot": 61}[form]
    assert data.X.shape == (1000, columns) == (len(data.y), len(data.columns))
    assert (data.y == "bad").sum() == 300
    head = f"GermanCredit: 1000 rows (700 good, 300 bad) of {columns} columns: "
    assert repr(data) == f"{head}{data.columns[0]}, ..."
    if form == "one-hot":
        codes = [name for name in data.columns if "=" in name]
        assert len(codes) == 54
        assert (data.X[:, [data.columns.index(c) for c in codes]].sum(axis=1) == 13).all()


def test_german_credit_as_csv(tmp_path, capsys):
    need_data("german-credit")
    path = tmp_path / "new" / "credit.csv"
    assert main(["data", "german-credit", "--csv", str(path)]) == 0
    assert "1000 rows, symbolic" in capsys.readouterr().out
    with path.open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == 1000
    assert rows[0]["purpose"] == "A43"
    assert rows[1]["class"] == "bad"
    assert rows[1]["amount"] == "5951"
