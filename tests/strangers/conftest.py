"""What the tests on strangers' files share."""

from functools import partial

import pytest

from kappabook import bootstrap_interval


@pytest.fixture(autouse=True)
def few_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw little for intervals; nothing here looks at one."""
    monkeypatch.setattr("kappabook.metrics.intervals.dirichlet._MOST_DRAWS", 400)
    few = partial(bootstrap_interval, n_resamples=20)
    monkeypatch.setattr("kappabook.commands.score.curve.bootstrap_interval", few)
