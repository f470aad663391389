"""A sample of what `tests/faults/run.py` tries: a command of each kind, at a few moments."""

import subprocess
import sys
from pathlib import Path

import pytest
from support import need_data

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc"),
]


@pytest.mark.parametrize(
    "arguments",
    [
        "kill study --moments 2",
        "kill german-credit --moments 2",
        "kill score --moments 2",
        "interrupt claim score --moments 4",
        "interrupt notebook --moments 2",
        "twice german-credit --moments 1",
    ],
)
def test_stopped_at_random_moments(arguments):
    for name in ("monks-3", "german-credit"):
        need_data(name)
    command = [sys.executable, Path(__file__).with_name("run.py"), *arguments.split()]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
