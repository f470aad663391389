"""What several tests of the unit share."""

import json
from functools import partial

import pytest

from kappabook import bootstrap_interval, compare_scores
from kappabook.cli import main
from kappabook.commands import agree as command


@pytest.fixture
def few_draws(monkeypatch):
    """Intervals of kappa from 2000 draws, of the AUK from 200, here and in what is compared."""
    monkeypatch.setattr("kappabook.metrics.intervals.dirichlet._MOST_DRAWS", 2000)
    home = "kappabook.commands.score"
    of_one = partial(bootstrap_interval, n_resamples=200)
    monkeypatch.setattr(f"{home}.curve.bootstrap_interval", of_one)
    monkeypatch.setattr(f"{home}.measures.compare_scores", partial(compare_scores, n_resamples=200))


@pytest.fixture
def agree(capsys, monkeypatch):
    """Run the command; its JSON, or with another status what it says of the error.

    With fewer draws, for time: what is tested here are not the intervals.
    """
    monkeypatch.setattr(command, "agree", partial(command.agree, n_draws=2000))

    def run(*arguments, status=0, text=False):
        form = [] if text else ["--json"]
        assert main(["agree", *map(str, arguments), *form]) == status
        said = capsys.readouterr()
        if status:
            assert not said.out
            assert said.err.startswith("error: ")
            assert said.err.count("\n") == 1
            return said.err
        assert not said.err
        return said.out if text else json.loads(said.out, parse_constant=pytest.fail)

    return run
