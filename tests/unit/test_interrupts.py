"""Ctrl-C is one line and status 130, also where libraries lose it, replace it or print after it."""

import os
import signal
import subprocess
import sys
import threading

import pytest

from kappabook.interrupts import SAID, put_off

PROGRAM = """
import atexit, os, signal, time
from kappabook.interrupts import guarded

def ctrl_c():
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(20)

class Loses:
    def __del__(self):
        ctrl_c()

def lost():
    Loses()
    time.sleep(0.1)

def replaced():
    try:
        ctrl_c()
    except KeyboardInterrupt:
        raise RuntimeError("a library's own error") from None

def printed_after():
    atexit.register(lambda: print("leaked", file=sys.stderr))
    ctrl_c()

def done():
    return 0

signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in the background of a shell
guarded(lambda: {name})
"""


@pytest.mark.parametrize("name", ["ctrl_c", "lost", "replaced", "printed_after"])
def test_one_line_and_status_130(name):
    program = [sys.executable, "-c", PROGRAM.replace("{name}", name)]
    ended = subprocess.run(program, capture_output=True, text=True, timeout=60)
    assert (ended.returncode, ended.stderr) == (130, f"{SAID}\n")


WORKERS = """
import pathlib, signal, sys
from kappabook.study.resumable import run

def blocked(*_):
    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, [])

folder = pathlib.Path(sys.argv[1])
print(run(blocked, range(4), journal=folder / "j", identity={}, n_jobs=2), blocked())
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals are POSIX's")
def test_workers_do_not_hear_it(tmp_path):
    """A terminal sends it to them too, and each would say so at length."""
    said = subprocess.run([sys.executable, "-c", WORKERS, tmp_path], capture_output=True, text=True)
    assert said.stdout == "[True, True, True, True] False\n", said


def test_not_interrupted_it_ends_as_it_did():
    program = [sys.executable, "-c", PROGRAM.replace("{name}", "done")]
    assert subprocess.run(program, timeout=60).returncode == 0


def test_in_the_background_of_a_shell_it_is_ignored():
    text = PROGRAM.replace("{name}", "ctrl_c").replace("time.sleep(20)", "time.sleep(0.1)")
    program = [sys.executable, "-c", text.replace("default_int_handler", "SIG_IGN")]
    ended = subprocess.run(program, capture_output=True, timeout=60)
    assert (ended.returncode, ended.stderr) == (0, b"")


@pytest.fixture
def listening():
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def interrupt():
    os.kill(os.getpid(), signal.SIGINT)


@pytest.mark.usefixtures("listening")
def test_an_interruption_waits_for_the_end_of_a_block():
    steps = []

    def block():
        with put_off():
            interrupt()
            steps.append("whole")

    with pytest.raises(KeyboardInterrupt):
        block()
    assert steps == ["whole"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_another_thread_is_never_interrupted():
    steps = []

    def block():
        with put_off():
            steps.append("whole")

    thread = threading.Thread(target=block)
    thread.start()
    thread.join()
    assert steps == ["whole"]
