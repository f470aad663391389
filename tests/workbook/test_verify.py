"""``tools/verify.py`` on a small Makefile: what is made, what differs, and what is to blame."""

import shutil
import subprocess
import sys

import pytest
from support import ROOT

sys.path.append(str(ROOT / "tools"))
verify = pytest.importorskip("verify")
short_runs = pytest.importorskip("short_runs")
disturbed_copies = pytest.importorskip("disturbed_copies")

# Each writes one file; what changes it is its name, or follows it.
RECIPES = {
    "same": ("echo same > same", "yes"),
    "seed": ("echo $$PYTHONHASHSEED > seed", "no: hash seed"),
    "zone": ("date +%H > zone", "no: time zone"),
    "place": ("pwd > place", "no: path"),
    "jobs": ("echo $(JOBS) > jobs", "no: make -j2"),
    "locale": ("echo $$LC_ALL > locale", "no: locale"),
    "home": ("touch $$HOME/x && touch home || true", "no: read-only HOME"),
    "processor": ("echo $$OPENBLAS_CORETYPE > processor", "no: processor"),
    "regret": ("echo $$OPENBLAS_CORETYPE > regret", "yes"),
    "both": ("echo $$OMP_NUM_THREADS > both; date +%H >> both", "no: time zone, two threads"),
    "together": (
        '[ "$$TZ$$OMP_NUM_THREADS" = UTC1 ] || [ "$$TZ" = UTC ] || [ "$$OMP_NUM_THREADS" = 1 ] || '
        "touch together",
        f"no: {verify.TOGETHER}",
    ),
    "clock": ("date +%N > clock", f"no: {verify.ALONE}"),
    "refused": ("exit 3", "make failed"),
    "stops": ('[ "$$TZ" = UTC ]', "no: time zone"),
}


@pytest.fixture
def checkout(tmp_path):
    """A checkout with a Makefile; one of its targets is not to be made."""
    folder = tmp_path / "checkout"
    folder.mkdir()
    rules = "".join(f"{name}:\n\t@{recipe}\n" for name, (recipe, _) in RECIPES.items())
    head = f".PHONY: help {' '.join(RECIPES)}\n"
    (folder / "Makefile").write_text(f"{head}help:\n\texit 1\n{rules}")
    (folder / "committed").write_text("same\n")
    return folder


def rows_of(checkout, work, *names):
    targets = verify.products((checkout / "Makefile").read_text())
    assert list(targets) == list(RECIPES)
    return verify.verify(checkout, {name: targets[name] for name in names}, work)


@pytest.mark.parametrize("name", RECIPES)
def test_what_differs_is_named_with_its_culprit(checkout, tmp_path, name):
    if name == "home" and shutil.which("setpriv") is None:
        pytest.skip("setpriv, which makes a folder read-only for root, is not here")
    row, rest = rows_of(checkout, tmp_path / "work", name)
    assert row.verdict == RECIPES[name][1]
    assert rest.verdict == "yes"


def test_the_table_counts_files_and_those_that_are_as_committed(checkout, tmp_path):
    rows = rows_of(checkout, tmp_path / "work", "same", "place")
    lines = [line.strip("| ").split(" | ") for line in verify.table(rows).splitlines()]
    assert [cells[1] for cells in lines[2:]] == ["1", "1", "2"]
    assert lines[2][2] == lines[2][3]
    assert lines[3][2] != lines[3][3]
    assert lines[4][-1] == "2 of 2"


def test_a_file_that_is_written_again_counts_also_if_it_stays_the_same(checkout, tmp_path):
    (checkout / "same").write_text("same\n")
    row, _ = rows_of(checkout, tmp_path / "work", "same")
    assert row.cells[1] == "1"
    assert row.cells[-1] == "1 of 1"


def test_every_target_of_the_makefile_is_made_or_left_out():
    """Short runs stand for targets; nothing is left out that is no target here or planned."""
    text = (ROOT / "Makefile").read_text()
    made = verify.products(text, short_runs.RUNS)
    assert {name for name, target in made.items() if target != name} == short_runs.RUNS.keys()
    assert {"figures", "notebooks", "ledger", "site", "slides", "lesson"} <= made.keys()
    assert not {"help", "clean", "test", "verify", "setup", "data"} & made.keys()


def test_what_keeps_its_processor_is_made():
    made = verify.products((ROOT / "Makefile").read_text(), short_runs.RUNS)
    assert set(disturbed_copies.FITS) < made.keys()


def test_a_copy_has_none_of_the_caches(tmp_path):
    checkout = tmp_path / "checkout"
    for folder in ("notebooks", "build", ".venv", "src/__pycache__", "data/raw"):
        (checkout / folder).mkdir(parents=True)
        (checkout / folder / "x").touch()
    copy = disturbed_copies.Copy(checkout, tmp_path, ("path",))
    assert copy.folder.name == disturbed_copies.PATH
    assert copy.states.keys() == {"notebooks/x"}


def test_notebooks_are_executed_from_empty_ones(tmp_path):
    """One whose outputs are right is not written, so that nothing would be compared."""
    checkout = tmp_path / "checkout"
    (checkout / "notebooks").mkdir(parents=True)
    name = "notebooks/00-start-here.ipynb"
    shutil.copy(ROOT / name, checkout / name)
    (checkout / "Makefile").write_text(f".PHONY: notebooks\nsite notebooks:\n\tcp {name} $@.made\n")
    copy = disturbed_copies.Copy(checkout, tmp_path)
    outputs = '"output_type"'
    assert copy.make("site").keys() == {"site.made"}
    assert outputs in (copy.folder / "site.made").read_text()
    assert copy.make("notebooks").keys() == {name, "notebooks.made"}
    assert outputs not in (copy.folder / "notebooks.made").read_text()
    assert outputs in (checkout / name).read_text()


def test_an_unknown_product_is_refused():
    refused = subprocess.run(
        [sys.executable, ROOT / "tools/verify.py", "nothing"], capture_output=True, text=True
    )
    assert refused.returncode == 2
    assert "no product 'nothing'; there are figures, notebooks" in refused.stderr
