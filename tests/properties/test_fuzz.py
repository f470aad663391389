"""Altered files and command lines: no traceback, one line at most, nothing written elsewhere."""

import signal

import pytest
from fuzz_run import fuzz
from support import slowly

QUICK = ["score", "agree", "grim", "claim"]
COSTLY = ["report"]


@pytest.fixture
def timer():
    """Leave the signal of the clock as it was."""
    before = signal.getsignal(signal.SIGPROF)
    yield
    signal.signal(signal.SIGPROF, before)


@pytest.mark.parametrize(
    ("names", "inputs"), [(QUICK, 4), (COSTLY, 2), slowly(QUICK, 250), slowly(COSTLY, 40)]
)
def test_no_input_breaks_a_command(tmp_path, timer, names, inputs):
    (tmp_path / "box").mkdir()
    tried, failed = fuzz(tmp_path / "box", inputs, 2026, names)
    assert sum(tried.values()) == inputs * len(names)
    assert not failed, "\n\n".join(f"{kind}\n{found}" for kind, found in failed.items())
