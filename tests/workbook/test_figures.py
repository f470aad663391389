"""The committed figures are the ones that the code draws."""

import pytest
from support import ROOT, why_bytes_differ

from kappabook.workbook import figures
from kappabook.workbook.figures import drawings, write_figure

FOLDER = ROOT / "figures"


@pytest.mark.skipif(bool(why_bytes_differ()), reason=why_bytes_differ() or "locked environment")
@pytest.mark.parametrize("key", drawings())
def test_committed_figure_is_up_to_date(key, tmp_path):
    for path in write_figure(key, tmp_path):
        committed = FOLDER / path.name
        assert committed.exists(), f"{path.name} is not committed; run `make figures`"
        same = committed.read_bytes() == path.read_bytes()
        assert same, f"{path.name} is not what the code draws; run `make figures` and look at it"


def test_no_figure_is_left_over():
    committed = {path.stem for path in FOLDER.iterdir()}
    assert committed == set(drawings())


def test_an_error_while_drawing_leaves_nothing(tmp_path, monkeypatch):
    def fail():
        raise ValueError("ink")

    monkeypatch.setattr(figures, "drawings", lambda: {"a-fig1": fail})
    with pytest.raises(ValueError, match="ink"):
        write_figure("a-fig1", tmp_path)
    assert list(tmp_path.iterdir()) == []
