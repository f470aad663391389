import pytest

from kappabook import checkout


def test_is_found_upward(root, monkeypatch):
    monkeypatch.delenv(checkout.VARIABLE, raising=False)
    monkeypatch.chdir(root / "src" / "kappabook")
    assert checkout.root() == root


def test_is_named_by_the_variable(root, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(checkout.VARIABLE, str(root))
    assert checkout.root() == root


def test_says_in_one_line_what_is_missing(monkeypatch, tmp_path):
    monkeypatch.delenv(checkout.VARIABLE, raising=False)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(
        FileNotFoundError, match=r"need the repository\. Run inside a clone, or set"
    ):
        checkout.root()
