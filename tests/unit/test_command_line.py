"""The commands behind make, as a user meets them: what they print, and how they fail."""

import pytest

from kappabook.__main__ import main


def test_a_figure_in_three_formats(tmp_path, capsys):
    assert main(["figure", "bendavid2008-fig3", "--into", str(tmp_path)]) == 0
    written = sorted(path.name for path in tmp_path.iterdir())
    assert written == [f"bendavid2008-fig3.{suffix}" for suffix in ("pdf", "png", "svg")]
    assert "bendavid2008-fig3 .svg .pdf .png" in capsys.readouterr().out


def test_an_unknown_figure_lists_those_there_are(tmp_path, capsys):
    assert main(["figure", "bendavid2008-fig9", "--into", str(tmp_path / "new")]) == 2
    error = capsys.readouterr().err
    assert error.startswith(
        "error: no figure 'bendavid2008-fig9'; the figures are kappa_guide-doctors"
    )
    assert error.count("\n") == 1
    assert not (tmp_path / "new").exists()


def test_a_folder_that_cannot_be_written(tmp_path, capsys):
    taken = tmp_path / "taken"
    taken.write_text("a file")
    assert main(["figure", "bendavid2008-fig3", "--into", str(taken)]) == 2
    assert f"error: cannot write into {taken}" in capsys.readouterr().err
    assert taken.read_text() == "a file"


def test_the_ledger_in_a_folder(tmp_path, capsys):
    assert main(["ledger", "--into", str(tmp_path)]) == 0
    table = (tmp_path / "ledger.csv").read_text().splitlines()
    assert table[0] == "document,claim,locator,printed,computed,verdict,evidence,note"
    assert f"{len(table) - 1} claims judged" in capsys.readouterr().out
    assert "| `bendavid2008` |" in (tmp_path / "ledger.md").read_text()


@pytest.mark.parametrize("text", ["", "{}", "no json"])
def test_a_file_that_is_no_notebook(tmp_path, capsys, text):
    path = tmp_path / "broken.ipynb"
    path.write_text(text)
    assert main(["notebook", str(path)]) == 2
    assert f"error: {path}" in capsys.readouterr().err
    assert path.read_text() == text


def test_no_checkout_is_one_line(tmp_path, monkeypatch, capsys):
    monkeypatch.delenv("KAPPABOOK_ROOT", raising=False)
    monkeypatch.chdir(tmp_path)
    from kappabook import papers

    papers.claims.cache_clear()
    papers.rows.cache_clear()
    assert main(["ledger"]) == 2
    error = capsys.readouterr().err
    assert "need the repository" in error
    assert error.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
