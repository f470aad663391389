"""A notebook is run, and nothing is left of its kernel: no process, file, signal or last word."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import nbformat
import pytest

pytest.importorskip("papermill", reason='no papermill here: pip install ".[report]"')
from support import slowly

from kappabook.system.notebook_runner import run_notebook

# A process of the kernel's own, as joblib's workers are: a signal to the kernel reaches it too.
STARTS_A_PROCESS = """import subprocess, sys
code = (
    "import pathlib, signal, time; heard = lambda *_: pathlib.Path('heard').touch();"
    "signal.signal(signal.SIGINT, heard); print(flush=True); time.sleep(60)"
)
child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
child.stdout.readline()"""
LEAVES_A_FILE = 'import atexit, pathlib; atexit.register(pathlib.Path("asked").touch)'


def notebook(*sources):
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    return nbformat.v4.new_notebook(cells=cells)


def test_a_kernel_is_asked_to_end_and_leaves_nothing_in_the_home(tmp_path, monkeypatch, capfd):
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", os.fspath(home))
    run_notebook(notebook(LEAVES_A_FILE), tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["asked", "home"]
    assert list(home.iterdir()) == []
    assert capfd.readouterr() == ("", "")


def test_a_kernel_is_not_interrupted_at_its_end(tmp_path):
    """The processes that it has started would hear it, and joblib's complain on the terminal."""
    run_notebook(notebook(STARTS_A_PROCESS), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_what_is_printed_is_one_piece_and_the_notebook_given_is_as_it_was(tmp_path, capfd):
    given = notebook("import sys", 'for i in range(3): print(i, flush=True); print("x", i,'
                     ' file=sys.stderr)')  # fmt: skip
    before = given.copy()
    run = run_notebook(given, tmp_path, stderr=sys.stdout)
    texts = {output.name: output.text for output in run.cells[1].outputs}
    assert texts == {"stdout": "0\n1\n2\n", "stderr": "x 0\nx 1\nx 2\n"}
    assert capfd.readouterr().out == texts["stderr"]
    assert given == before


def test_a_cell_that_takes_too_long_is_an_error(tmp_path):
    with pytest.raises(TimeoutError, match="import time"):
        run_notebook(notebook("import time; time.sleep(60)"), tmp_path, seconds_per_cell=1)


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
@pytest.mark.parametrize("alone", [slowly(True), slowly(False)])
@pytest.mark.parametrize("seconds", [slowly(1), slowly(2), slowly(3), slowly(6)])
def test_ctrl_c_leaves_no_kernel_and_no_file(tmp_path, alone, seconds):
    """Sent to the program alone or, as by a terminal, to all of its group."""
    pytest.importorskip("matplotlib")
    path = tmp_path / "long.ipynb"
    nbformat.write(notebook("import time; time.sleep(60)"), path)
    before = path.read_bytes()
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    mark = f"KAPPABOOK_MARK={os.getpid()}-{time.monotonic_ns()}"
    program = (
        "import runpy, signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "runpy.run_module('kappabook.workbook', run_name='__main__')"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program, "notebook", path],
        env=os.environ | dict([mark.split("=")]) | {"TMPDIR": os.fspath(temporary)},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    time.sleep(seconds)
    (os.kill if alone else os.killpg)(process.pid, signal.SIGINT)
    said = process.communicate(timeout=60)[1]
    assert process.returncode == 130
    assert said.startswith("interrupted: ")
    assert said.count("\n") == 1
    assert processes_with(mark) == []
    assert path.read_bytes() == before
    assert list(temporary.iterdir()) == []


def processes_with(mark):
    """The processes that have this in their environment."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (folder / "environ").read_bytes():
                found.append(folder.name)
        except OSError:
            continue
    return found
