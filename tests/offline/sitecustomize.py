"""No test reaches a network: asking for any machine but this one is an error.

`conftest.py` loads it, and names this folder in PYTHONPATH, so that every Python that a test
starts loads it too. What is not Python (Chromium, Java, the kernels' ZeroMQ) does not see it;
`tests/README.md` says how all of it is run without a network.

Garbage is collected seldom, here and there: it takes a tenth of the time.

And no test waits two seconds in each Python for the grammar of international web addresses, which
jsonschema compiles where that package is installed: no schema of ours or of a notebook names them.
"""

import gc
import ipaddress
import socket
import sys

ADDRESSED = ("socket.connect", "socket.sendto", "socket.sendmsg")
NAMED = ("socket.getaddrinfo", "socket.gethostbyname")


def here(host: object) -> bool:
    """Tell whether a name or an address is this machine's."""
    name = host.decode() if isinstance(host, bytes) else host
    if name in (None, "", "localhost", socket.gethostname()):
        return True
    try:
        address = ipaddress.ip_address(str(name).partition("%")[0])
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified or ours(address)


def ours(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Tell whether an address is one of this machine's: only those can be listened on."""
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    try:
        with socket.socket(family) as tried:
            tried.bind((str(address), 0))
    except OSError:
        return False
    return True


def refuse(event: str, arguments: tuple[object, ...]) -> None:
    """Raise an error, which is no OSError: those are caught where a network may be missing."""
    if event in NAMED:
        host = arguments[0]
    elif event in ADDRESSED:
        # A datagram's socket is only told where it would send: so one asks for one's own address.
        told_only = event == "socket.connect" and arguments[0].type == socket.SOCK_DGRAM  # type: ignore[attr-defined]
        host = None if told_only or not isinstance(arguments[1], tuple) else arguments[1][0]
    else:
        return
    if not here(host):
        raise RuntimeError(f"a test asks for {host!r}; tests use no machine but this one.")


gc.set_threshold(200_000, 20, 100)
sys.addaudithook(refuse)
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
