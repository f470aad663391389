"""Ctrl-C is one line and status 130, also where libraries lose it, replace it or print after it."""

import os
import signal
import subprocess
import sys
import time

import pytest
from support import ROOT

from kappabook.system.interrupts import SAID, put_off

PROGRAM = """
import atexit, os, signal, sys, time
from kappabook.system.interrupts import guarded, interrupted

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

def in_a_text():
    try:
        exec("ctrl_c()")  # as dataclasses make their methods
    except KeyboardInterrupt:
        return interrupted()

def in_a_compiled_module():  # scipy's, while its C++ code sets up a class
    def press_thrice(event, arguments):
        if event == "object.__setattr__" and "pybind11_builtins" in arguments:
            for _ in range(3):
                os.kill(os.getpid(), signal.SIGINT)
                time.sleep(0.02)
    sys.addaudithook(press_thrice)
    try:
        import scipy.spatial
        time.sleep(20)
    finally:
        time.sleep(0.5)
        open("tidied", "w").close()

def done():
    return 0

signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in the background of a shell
guarded(lambda: {name})
"""


def ended(folder, text):
    """Run a program as a module: there Python has its own way to end by a signal."""
    (folder / "program.py").write_text(text)
    program = [sys.executable, "-m", "program"]
    done = subprocess.run(program, cwd=folder, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stderr


@pytest.mark.parametrize("name", ["ctrl_c", "lost", "replaced", "in_a_text", "printed_after"])
def test_one_line_and_status_130(name, tmp_path):
    assert ended(tmp_path, PROGRAM.replace("{name}", name)) == (130, f"{SAID}\n")


def test_a_compiled_module_is_set_up_before_an_interruption(tmp_path):
    """An error there would abort the process; and one interruption comes, not one per key press."""
    text = PROGRAM.replace("{name}", "in_a_compiled_module")
    assert ended(tmp_path, text) == (130, f"{SAID}\n")
    assert (tmp_path / "tidied").exists()


def test_in_the_background_of_a_shell_it_is_ignored(tmp_path):
    text = PROGRAM.replace("{name}", "ctrl_c").replace("time.sleep(20)", "time.sleep(0.1)")
    assert ended(tmp_path, text.replace("default_int_handler", "SIG_IGN")) == (0, "")


LINES = {
    "score": ["kappabook", "score", "own.csv", "--html", "page.html"],
    "agree": ["kappabook", "agree", "own.csv", "--raters", "y_true,y_pred", "--html", "page.html"],
    "report": ["kappabook", "report", "digits", "--target", "digit"],
    "figure": ["kappabook.workbook", "figure", "kaymak_auk-fig2", "--into", "figures"],
}


@pytest.mark.slow
@pytest.mark.parametrize("moment", [0.15, 0.5])
@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_both_doors_at_a_few_moments(line, moment, tmp_path):
    """While Python imports, and while it computes; nothing is left behind."""
    file, temporary = tmp_path / "own.csv", tmp_path / "tmp"
    file.write_text("y_true,y_pred\n" + "a,a\nb,a\nb,b\n" * 50)
    temporary.mkdir()
    run = subprocess.Popen(
        [sys.executable, "-m", *line],
        cwd=tmp_path,
        env=os.environ | {"TMPDIR": str(temporary), "KAPPABOOK_ROOT": str(ROOT)},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    time.sleep(moment)
    assert run.poll() is None, "it ended before; take an earlier moment"
    os.killpg(run.pid, signal.SIGINT)  # as a terminal does
    _, said = run.communicate(timeout=60)
    assert (run.returncode, said) == (130, f"{SAID}\n")
    assert sorted(tmp_path.rglob("*")) == [file, temporary]


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
