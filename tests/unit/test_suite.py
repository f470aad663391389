"""No test reaches a network. Nothing here would send anything."""

import socket
import subprocess
import sys
from contextlib import closing

import pytest

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
