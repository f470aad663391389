"""The suite itself: a run says what it left out, and no test reaches a network.

By runs of pytest on a small folder, with the hooks of `tests/conftest.py`. Nothing here would send
anything.
"""

import os
import socket
import subprocess
import sys
from contextlib import closing

import pytest
from support import ROOT

from kappabook.data import sources
from kappabook.data.fetching import MIRROR

SKIPS = """
import pytest
from support import need_data

@pytest.mark.parametrize("name", ["era", "era", "lev"])
def test_again(name):
    need_data(name)

@pytest.mark.parametrize("name", ["one", "two"])
def test_package(name):
    pytest.skip(f"{name} is not installed here, as the lock has it")

@pytest.mark.parametrize("number", range(4))
def test_page(number):
    from browsing import chromium
    chromium()

@pytest.mark.skipif(True, reason="the moon is not full")
def test_of_the_moon():
    pass

def test_that_runs():
    pass
"""
WHOLE_FILE = """
import pytest
pytest.importorskip("no_such_module", reason="no such module here")

def test_of_the_module():
    pass
"""


@pytest.fixture
def run(tmp_path):
    """Run pytest on files, in a checkout that holds no data; return status and lines."""

    def run_on(files, *options, **variables):
        folder = tmp_path / "made"
        folder.mkdir()
        (tmp_path / "data/printed").mkdir(parents=True)
        for name, text in files.items():
            (folder / name).write_text(text)
        path = os.pathsep.join(os.fspath(ROOT / part) for part in ("tests", "tests/browser"))
        environment = {k: v for k, v in os.environ.items() if k != MIRROR and "PYTEST" not in k}
        environment |= {"PYTHONPATH": path, "KAPPABOOK_ROOT": os.fspath(tmp_path), "PATH": ""}
        command = [sys.executable, "-m", "pytest", "-c", ROOT / "pyproject.toml", "-p", "conftest"]
        command += ["-p", "no:cacheprovider", "--rootdir", folder, folder, *options]
        done = subprocess.run(
            command, env=environment | variables, cwd=folder, capture_output=True, text=True
        )
        return done.returncode, done.stdout.splitlines()

    return run_on


@pytest.mark.parametrize("workers", ["0", "2"])
def test_each_reason_is_one_line_before_the_last(run, workers):
    status, lines = run({"test_made.py": SKIPS, "test_whole.py": WHOLE_FILE}, "-n", workers)
    assert status == 0, lines
    assert lines[-6:-1] == [
        "not tried: 4 tests: no Chromium here (`apt-get install chromium`, or your system's"
        " package)",
        "not re-run: 3 tests of 2 data sets: raw data are not here (`make data`, or"
        " KAPPABOOK_DATA_MIRROR names a folder)",
        "not tried: 2 tests of 2 packages: not installed here as the lock has it",
        "not tried: 1 whole file: no such module here",
        "not tried: 1 test: the moon is not full",
    ]
    assert "1 passed, 11 skipped" in lines[-1]
    assert not [line for line in lines[:-6] if "Chromium" in line]


def test_data_that_a_mirror_lacks_are_a_failure(run, tmp_path):
    """The files are named: a mirror is set so that everything is re-run."""
    mirror = tmp_path / "mirror"
    mirror.mkdir()
    status, lines = run({"test_made.py": SKIPS}, "-n", "0", **{MIRROR: os.fspath(mirror)})
    assert status == 1
    failed = [line for line in lines if line.startswith("FAILED")]
    assert len(failed) == 3
    for name in ("era", "lev"):
        (file,) = sources()[name].files
        assert any(f"cannot get {name}/{file.name}" in line for line in lines)
    assert not [line for line in lines if line.startswith("not re-run")]


# --- no network ---------------------------------------------------------------------------------

REFUSED = "tests use no machine but this one"


@pytest.fixture
def stream():
    with closing(socket.socket()) as opened:
        yield opened


@pytest.mark.parametrize("event", ["socket.connect", "socket.sendto", "socket.sendmsg"])
@pytest.mark.parametrize("host", ["192.0.2.1", "2001:db8::1", "10.0.0.1", "nowhere.invalid"])
def test_no_other_machine_is_asked(stream, event, host):
    """Python's own announcement of the call, without the call."""
    with pytest.raises(RuntimeError, match=f"{host}.*{REFUSED}"):
        sys.audit(event, stream, (host, 80))


@pytest.mark.parametrize("host", ["nowhere.invalid", b"nowhere.invalid"])
def test_no_name_is_looked_up(host):
    with pytest.raises(RuntimeError, match=REFUSED):
        socket.getaddrinfo(host, 80)
    with pytest.raises(RuntimeError, match=REFUSED):
        socket.gethostbyname(host)


def test_no_python_that_a_test_starts_reaches_one():
    code = "import socket; socket.getaddrinfo('nowhere.invalid', 80)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1
    assert REFUSED in done.stderr


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_this_machine_answers(host):
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection((host, server.getsockname()[1])).close()


def test_what_is_no_address_passes(stream, tmp_path):
    """A socket in the file system, and the question for this machine's own address."""
    sys.audit("socket.connect", stream, str(tmp_path / "socket"))
    with closing(socket.socket(type=socket.SOCK_DGRAM)) as datagram:
        sys.audit("socket.connect", datagram, ("192.0.2.1", 80))
        with pytest.raises(RuntimeError, match=REFUSED):
            sys.audit("socket.sendto", datagram, ("192.0.2.1", 80))
