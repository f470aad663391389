"""Files that are written together are all new, or all as they were."""

from pathlib import Path

import pytest

from kappabook.files import writing


@pytest.mark.parametrize("error", [OSError("disk"), KeyboardInterrupt("Ctrl-C")])
@pytest.mark.parametrize("existed", [True, False])
def test_one_that_cannot_be_put_in_place_takes_the_others_back(
    tmp_path, monkeypatch, existed, error
):
    targets = [tmp_path / name for name in ("a", "b", "c")]
    if existed:
        for target in targets:
            target.write_text("old")
    before = {path: path.read_text() for path in tmp_path.iterdir()}
    replace = Path.replace

    def replace_but_b(self, target):
        if self.name == "b":
            raise error
        return replace(self, target)

    def write_all():
        with writing(*targets) as drafts:
            for draft in drafts:
                draft.write_text("new")

    monkeypatch.setattr(Path, "replace", replace_but_b)
    with pytest.raises(type(error), match=str(error)):
        write_all()
    assert {path: path.read_text() for path in tmp_path.iterdir()} == before


def test_a_target_that_is_a_folder_is_refused_at_once(tmp_path):
    (tmp_path / "b").mkdir()
    with (
        pytest.raises(IsADirectoryError, match="b is a folder where a file is to be; move it away"),
        writing(tmp_path / "a", tmp_path / "b"),
    ):
        pytest.fail("nothing is written for it")
    assert [path.name for path in tmp_path.iterdir()] == ["b"]
