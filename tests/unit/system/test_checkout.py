"""Where the workbook's files are: a clone wins; without one, the package and the user's cache."""

import re

import pytest

from kappabook.system import checkout


@pytest.fixture
def nowhere(tmp_path, monkeypatch):
    """A folder that is in no clone, and a package that brings no data."""
    monkeypatch.delenv(checkout.VARIABLE, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(checkout, "PACKAGE", tmp_path / "site-packages" / "kappabook")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def installed(nowhere):
    """The package as a wheel brings it."""
    for name in ("printed", "results"):
        (checkout.PACKAGE / "data" / name).mkdir(parents=True)
    return checkout.PACKAGE


def test_is_found_upward(root, monkeypatch):
    monkeypatch.delenv(checkout.VARIABLE, raising=False)
    monkeypatch.chdir(root / "src" / "kappabook")
    assert checkout.root() == root


def test_a_clone_wins_over_the_package(installed, root, monkeypatch):
    monkeypatch.chdir(root / "notebooks")
    assert checkout.printed_folder() == root / "data/printed"
    assert checkout.results_folder() == root / "data/results"
    assert checkout.raw_folder() == root / "data/raw"
    assert checkout.build_folder() == root / "build"


def test_without_a_clone_the_package_has_the_data_and_the_cache_the_rest(installed):
    assert checkout.clone() is None
    assert checkout.printed_folder() == installed / "data/printed"
    assert checkout.results_folder() == installed / "data/results"
    for folder in (checkout.raw_folder(), checkout.build_folder()):
        assert not folder.is_relative_to(installed)
        assert "kappabook" in folder.parts
        assert not folder.exists()


def test_an_editable_install_has_the_data_of_its_clone(root, monkeypatch, tmp_path):
    monkeypatch.delenv(checkout.VARIABLE, raising=False)
    monkeypatch.chdir(tmp_path)
    assert checkout.clone() is None
    assert checkout.printed_folder() == root / "data/printed"


def test_says_in_one_line_what_is_missing(nowhere):
    line = rf"^no clone of kappabook at or above {re.escape(str(nowhere))}, and this needs one\. .*"
    for needing in (checkout.root, checkout.printed_folder, checkout.results_folder):
        with pytest.raises(FileNotFoundError, match=line + r"set KAPPABOOK_ROOT to one\.$"):
            needing()


def test_a_variable_that_names_no_clone_is_not_passed_over(installed, monkeypatch):
    """Whoever names a clone does not want other data."""
    monkeypatch.setenv(checkout.VARIABLE, "elsewhere")
    for asking in (checkout.clone, checkout.printed_folder, checkout.raw_folder):
        with pytest.raises(FileNotFoundError, match=r"names elsewhere, which is no clone of"):
            asking()
