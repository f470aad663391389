"""What archives read: the files are what is made, and each names what is there and nothing else."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.resources import files

import pytest
import yaml
from packaging.requirements import Requirement
from support import ROOT, slowly

from kappabook.datasheet import SHEET
from kappabook.display.style import METADATA
from kappabook.publish.archive.codecheck import FORM, LEFT_OUT, codecheck
from kappabook.publish.archive.outputs import first_sentence, outputs, unmade
from kappabook.publish.archive.reads import data_read
from kappabook.publish.archive.results import code_of, data_sets_of
from kappabook.publish.archive.zenodo import zenodo
from kappabook.publish.citation import read_citation
from kappabook.publish.write_figures import keys

CRATE = json.loads((ROOT / "ro-crate-metadata.json").read_text(encoding="utf-8"))
ENTITIES = {entity["@id"]: entity for entity in CRATE["@graph"]}
ACTIONS = {e["name"]: e for e in CRATE["@graph"] if e["@type"] == "CreateAction"}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
POST_BUILD = (ROOT / "binder/postBuild").read_text(encoding="utf-8")


def ids(value):
    """The ids that a property of the crate points to."""
    return {one["@id"] for one in (value if isinstance(value, list) else [value])}


# --- the list of outputs, and codecheck.yml -----------------------------------------------------


@pytest.fixture
def copy(tmp_path):
    """What the list is compared with: the Makefile, results, and files by their names."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    shutil.copytree(ROOT / "data/results", tmp_path / "data/results")
    for folder in ("figures", "notebooks"):
        (tmp_path / folder).mkdir()
        for path in (ROOT / folder).glob("*.*"):
            (tmp_path / folder / path.name).touch()
    return tmp_path


def test_the_committed_list_is_the_one_made():
    made = codecheck(read_citation(ROOT, "archive"), outputs(ROOT))
    assert (ROOT / "codecheck.yml").read_text(encoding="utf-8") == made, "make codecheck"


def test_the_list_has_the_form_of_codecheck():
    """What an author writes is there; nothing is invented for who checks."""
    text = (ROOT / "codecheck.yml").read_text(encoding="utf-8")
    found = yaml.safe_load(text)
    assert re.search(r"^---$", text, re.M)
    assert found.keys() == {"version", "paper", "manifest"}
    assert found["version"] == FORM
    assert found["paper"].keys() == {"title", "authors", "reference"}
    assert [author.keys() for author in found["paper"]["authors"]] == [{"name"}]
    assert not set(LEFT_OUT) & {*found, *found["paper"], *found["paper"]["authors"][0]}
    assert not re.search("FIXME|TODO|XXX|zenodo", text)
    named = [item["file"] for item in found["manifest"]]
    assert len(named) == len(set(named))
    assert {n for n in named if n.startswith("figures/")} == {
        f"figures/{path.name}" for path in (ROOT / "figures").iterdir()
    }
    assert all((ROOT / n).is_file() for n in named if not n.startswith("build/"))


def test_what_is_not_made_yet_is_counted(copy):
    listed = outputs(copy)
    before = unmade(copy, listed)
    assert before["make ledger"] == 2
    (copy / "build").mkdir()
    (copy / "build/ledger.csv").touch()
    assert unmade(copy, listed) == before | {"make ledger": 1}


def test_decks_are_those_of_the_makefile(copy):
    planned = subprocess.run(
        ["make", "-pn", "VENV=", "help"], cwd=copy, capture_output=True, text=True, check=True
    ).stdout
    decks = {o.file for o in outputs(copy) if o.command == "make slides"}
    found = re.search(r"^slides: (.*)$", planned, re.M)[1].split()
    assert decks == {name for name in found if name.endswith(".html")}


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (
            lambda folder: (folder / "figures/kappa_guide-lazy.pdf").unlink(),
            "figures/kappa_guide-lazy.pdf is not there; run make figures/kappa_guide-lazy.pdf",
        ),
        (
            lambda folder: (folder / "figures/old.svg").touch(),
            "figures/old.svg is made by no command; delete it",
        ),
        (
            lambda folder: (folder / "data/results/old.csv").touch(),
            "data/results/old.csv is made by no command",
        ),
        (
            lambda folder: (folder / "data/results/regret.json").unlink(),
            "data/results/regret.json is not there; run make regret",
        ),
    ],
)
def test_a_list_that_is_not_the_tree_is_refused(copy, spoil, said):
    spoil(copy)
    with pytest.raises(ValueError, match=re.escape(said)):
        outputs(copy)


def test_an_output_whose_target_is_gone_is_refused(copy):
    makefile = copy / "Makefile"
    makefile.write_text(makefile.read_text().replace("\nregret:", "\nno-regret:"))
    with pytest.raises(ValueError, match="make regret: the Makefile has no such target"):
        outputs(copy)


def test_a_sentence_ends_at_its_stop():
    assert first_sentence("0.5 of it. More.") == "0.5 of it."
    assert first_sentence("Without a stop") == "Without a stop"


# --- the crate ----------------------------------------------------------------------------------


MAKE = """
import sys
from pathlib import Path
from kappabook.publish.archive.crate import write_crate
from kappabook.publish.archive.outputs import outputs
root, into = map(Path, sys.argv[1:])
write_crate(root, outputs(root), into)
"""


@pytest.mark.slow
def test_the_committed_crate_is_the_one_made(tmp_path):
    """In a new Python: what other tests have read and keep would not be seen to be read."""
    pytest.importorskip("rocrate")
    subprocess.run([sys.executable, "-c", MAKE, str(ROOT), str(tmp_path)], check=True)
    for path in tmp_path.iterdir():
        assert path.read_bytes() == (ROOT / path.name).read_bytes(), "make crate"
    assert (tmp_path / "ro-crate-metadata.json").is_file()


def test_each_figure_and_result_comes_from_one_command():
    """Its code and its data are in the crate, and on the disk if they are files."""
    made = [one for action in ACTIONS.values() for one in sorted(ids(action["result"]))]
    assert len(made) == len(set(made))
    figures = {f"figures/{key}.{suffix}" for key in keys() for suffix in METADATA}
    sheet = (ROOT / "data/results" / SHEET).read_text(encoding="utf-8").splitlines()[1:]
    assert set(made) == figures | {f"data/results/{line.split(',')[0]}" for line in sheet}
    for action in ACTIONS.values():
        used = ids(action["instrument"]) | ids(action.get("object", []))
        assert used <= ENTITIES.keys()
        assert all((ROOT / one).is_file() for one in used if one[0] != "#")


def test_every_file_of_the_crate_exists():
    named = ids(ENTITIES["./"]["hasPart"])
    assert {e["@id"] for e in CRATE["@graph"] if "File" in e["@type"]} == named
    assert [name for name in named if not (ROOT / name).is_file()] == []
    assert "datePublished" in ENTITIES["./"]


def test_the_crate_is_read_back_and_uses_known_terms():
    """By the library; the terms are those of the context that it brings."""
    pytest.importorskip("rocrate")
    from rocrate.rocrate import ROCrate

    crate = ROCrate(ROOT)
    assert {entity.id for entity in crate.get_entities()} == set(ENTITIES)
    known = json.loads(files("rocrate").joinpath("data/ro-crate.jsonld").read_text("utf-8"))
    used = {key for entity in CRATE["@graph"] for key in entity if key[0] != "@"}
    assert used <= known["@context"].keys()


READ_TWICE = """
import json, sys
from pathlib import Path
from kappabook import papers
from kappabook.publish.archive.reads import data_read
paper, name, root, sheet = sys.argv[1:]
for _ in range(2):
    draw = papers.figure(paper, name)
    print(json.dumps(data_read(draw, Path(root), except_for=(sheet,))))
"""


@pytest.mark.parametrize(
    ("key", "read"),
    [
        slowly("kappa_guide-lazy", []),
        slowly("cats_and_dogs-fig2", ["data/printed/cats_and_dogs/claims.csv"]),
        slowly("critics-regret-rules", ["data/results/regret-costs.csv"]),
    ],
)
def test_a_figure_is_linked_to_what_it_opens(key, read):
    """In a new Python, and twice: what a first drawing keeps hides nothing from the second."""
    done = subprocess.run(
        [sys.executable, "-c", READ_TWICE, *key.split("-", 1), str(ROOT), SHEET],
        capture_output=True,
        text=True,
        check=True,
    )
    assert [json.loads(line) for line in done.stdout.splitlines()] == [read, read]
    action = ACTIONS[f"make figures/{key}.{next(iter(METADATA))}"]
    assert ids(action.get("object", [])) == set(read)


def test_a_drawing_that_fails_says_so(capfd):
    def broken():
        raise ZeroDivisionError("no figure")

    with pytest.raises(OSError, match="broken could not be drawn"):
        data_read(broken, ROOT)
    assert "no figure" in capfd.readouterr().err


def test_a_command_is_linked_to_its_code_and_data():
    assert code_of(ROOT, "make judges") == ["src/kappabook/papers/calderon2025/run.py"]
    assert {s.name for s in data_sets_of(ROOT, "make german-credit")} == {"german-credit"}
    assert len(data_sets_of(ROOT, "make judges")) == 8
    assert data_sets_of(ROOT, "make judge-rules") == []
    with pytest.raises(ValueError, match="no source file has the text"):
        code_of(ROOT, "make " + "nothing")


# --- citation, Zenodo, workflows, Binder --------------------------------------------------------


def test_zenodo_is_told_what_the_citation_says():
    found = json.loads((ROOT / ".zenodo.json").read_text(encoding="utf-8"))
    assert found == zenodo(read_citation(ROOT, "archive")), "make crate"
    assert found["doi"] == ""
    assert found["version"] == PROJECT["version"]
    assert not any("orcid" in creator for creator in found["creators"])


@pytest.mark.parametrize(
    ("schema", "pattern"),
    [
        ("vendor.citation-file-format", "CITATION.cff"),
        ("vendor.github-workflows", ".github/workflows/*.yml"),
    ],
)
def test_files_of_others_forms_pass_their_schemas(schema, pattern, capsys):
    """The schemas come with check-jsonschema; nothing is fetched."""
    main = pytest.importorskip("check_jsonschema").main
    paths = [str(path) for path in sorted(ROOT.glob(pattern))]
    assert paths
    with pytest.raises(SystemExit) as ended:
        main(["--builtin-schema", schema, *paths])
    assert ended.value.code in (0, None), capsys.readouterr().out


def test_the_site_is_published_from_where_it_is_built():
    jobs = yaml.safe_load((ROOT / ".github/workflows/site.yml").read_text("utf-8"))["jobs"]
    built = jobs["build"]["steps"]
    assert "make site" in [step.get("run") for step in built]
    assert built[-1]["with"]["path"] == "build/site"
    assert jobs["publish"]["needs"] == "build"


def test_binder_installs_locked_versions_without_java():
    (extras,) = re.findall(r"\"\.\[(.*?)\]\"", POST_BUILD)
    assert set(extras.split(",")) <= PROJECT["optional-dependencies"].keys() - {"weka", "workbook"}
    asked = re.match(r"python-(3\.\d+)$", (ROOT / "binder/runtime.txt").read_text())[1]
    assert f"Programming Language :: Python :: {asked}" in PROJECT["classifiers"]
    assert os.access(ROOT / "binder/postBuild", os.X_OK)


def test_binder_takes_each_pin_of_the_lock():
    (command,) = re.findall(r"^(sed .*?) > ", POST_BUILD, re.M)
    pinned = subprocess.run(
        ["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    lock = (ROOT / "requirements.lock").read_text().splitlines()
    assert len(pinned) == sum(bool(re.match(r"\w", line)) for line in lock)
    assert all(str(Requirement(line).specifier).startswith("==") for line in pinned)
