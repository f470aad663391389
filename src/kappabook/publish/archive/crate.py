"""The RO-Crate: each figure and table of results with the command, code and data it comes from.

A command is an action (`CreateAction`), its code the instrument, its data the object, the files it
makes the result, as the profile Process Run Crate has it. Hashes and columns stay where they are:
in ``data/results/datasheet.csv``, ``columns.csv`` and the registry of data sets.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kappabook.checkout import PRINTED, RESULTS
from kappabook.data.registry import Source
from kappabook.datasheet import COLUMNS, SHEET
from kappabook.display.style import METADATA
from kappabook.extras import need
from kappabook.files import writing
from kappabook.publish.archive.outputs import FIGURES, Output
from kappabook.publish.archive.reads import data_read
from kappabook.publish.archive.results import code_of, data_sets_of
from kappabook.publish.archive.zenodo import zenodo
from kappabook.publish.citation import CITATION, author_names, read_citation
from kappabook.publish.write_figures import drawings

if TYPE_CHECKING:
    from rocrate.rocrate import ROCrate

CRATE, ZENODO = "ro-crate-metadata.json", ".zenodo.json"
# Process Run Crate stands on RO-Crate 1.1.
VERSION, PROFILE = "1.1", "https://w3id.org/ro/wfrun/process/0.5"
DOI, SPDX = "https://doi.org/", "https://spdx.org/licenses/"
REGISTRY = "src/kappabook/data/sources.toml"
_FORMATS = {
    **{"csv": "text/csv", "json": "application/json", "pdf": "application/pdf"},
    **{"png": "image/png", "svg": "image/svg+xml", "py": "text/x-python"},
    **{"toml": "application/toml", "cff": "application/yaml"},
}


def write_crate(clone: Path, listed: Iterable[Output], into: Path) -> list[Path]:
    """Write ``ro-crate-metadata.json`` and ``.zenodo.json``, the same bytes every time.

    Parameters
    ----------
    clone : Path
        What the crate describes; both files belong at its root.
    listed : iterable of Output
        All outputs; those in ``figures`` and ``data/results`` are described.
    into : Path
        A folder.

    Raises
    ------
    MissingExtraError
        rocrate is not installed.
    """
    about = read_citation(clone, "archive")
    paths = [into / CRATE, into / ZENODO]
    with writing(*paths) as drafts:
        for draft, found in zip(
            drafts, (metadata(clone, listed, about), zenodo(about)), strict=True
        ):
            text = json.dumps(found, indent=1, ensure_ascii=False)
            draft.write_text(f"{text}\n", encoding="utf-8")
    return paths


def metadata(clone: Path, listed: Iterable[Output], about: dict[str, Any]) -> dict[str, Any]:
    """Return the crate as it is written; the root first, then by id."""
    with need("archive"):
        from rocrate.rocrate import ROCrate
    crate = ROCrate(version=VERSION)
    _describe_root(crate, about)
    for file, words in (
        (CITATION, "How to cite the workbook, and what it re-runs."),
        ("Makefile", "Every command."),
        (REGISTRY, "Address, hash, licence and citation of every data set."),
        ((RESULTS / SHEET).as_posix(), "Hash, rows and command of every file of results."),
        ((RESULTS / COLUMNS).as_posix(), "What each column of the results holds."),
        ((PRINTED / COLUMNS).as_posix(), "What each column of the transcriptions holds."),
    ):
        _file(crate, file, description=words)
    by_file = {output.file: output for output in listed}
    _add_figures(crate, clone, by_file)
    _add_results(crate, clone, by_file)
    found: dict[str, Any] = crate.metadata.generate()
    found["@graph"].sort(key=lambda entity: (entity["@id"] not in (CRATE, "./"), entity["@id"]))
    return found


def _describe_root(crate: ROCrate, about: dict[str, Any]) -> None:
    crate.name = about["title"]
    crate.description = "The figures of a workbook that re-runs texts on Cohen's kappa, and tables."
    crate.datePublished = about["date-released"]
    crate.keywords = about["keywords"]
    root = crate.root_dataset
    root["version"] = about["version"]
    licences = [_entity(crate, f"{SPDX}{one}", "CreativeWork", one) for one in about["license"]]
    root["license"] = licences
    authors = [
        _entity(crate, f"#author-{number}", "Organization", name)
        for number, name in enumerate(author_names(about), 1)
    ]
    cited = [
        _entity(crate, f"{DOI}{one['doi']}", "ScholarlyArticle", one["title"])
        for one in about["references"]
        if "doi" in one
    ]
    root["author"], root["citation"] = _single(authors), _single(cited)
    root["conformsTo"] = _entity(crate, PROFILE, "CreativeWork", "Process Run Crate")
    crate.dereference(PROFILE)["version"] = PROFILE.rpartition("/")[2]


def _add_figures(crate: ROCrate, clone: Path, by_file: dict[str, Output]) -> None:
    """One action a figure: it is drawn once and written in three formats."""
    for key, draw in drawings().items():
        outputs = [by_file[f"{FIGURES}/{key}.{suffix}"] for suffix in METADATA]
        source = inspect.getsourcefile(inspect.unwrap(draw))
        assert source is not None
        code = Path(source).resolve().relative_to(clone.resolve()).as_posix()
        read = data_read(draw, clone, except_for=(SHEET, COLUMNS))
        data = [_file(crate, file, description=_origin(by_file, file)) for file in read]
        _act(crate, outputs[0].command, [code], data, outputs)


def _add_results(crate: ROCrate, clone: Path, by_file: dict[str, Output]) -> None:
    """One action a command of results."""
    made: dict[str, list[Output]] = {}
    for file, output in by_file.items():
        if file.startswith(f"{RESULTS.as_posix()}/"):
            made.setdefault(output.command, []).append(output)
    for command, outputs in made.items():
        data = [_data_set(crate, source) for source in data_sets_of(clone, command)]
        _act(crate, command, code_of(clone, command), data, outputs)


def _act(
    crate: ROCrate, command: str, code: list[str], data: list[Any], outputs: list[Output]
) -> None:
    files = [_file(crate, output.file, description=output.words) for output in outputs]
    instruments = [_file(crate, file, kind=["File", "SoftwareSourceCode"]) for file in code]
    action = crate.add_action(
        _single(instruments),
        identifier=f"#{command.replace(' ', '-')}",
        object=_single(data),
        result=_single(files),
        properties={"name": command, "description": outputs[0].words},
    )
    action["agent"] = crate.root_dataset["author"]
    crate.root_dataset.append_to("mentions", action)


def _single(entities: list[Any]) -> Any:
    """Return the one entity of a list alone, as a crate has it."""
    return entities[0] if len(entities) == 1 else entities


def _origin(by_file: dict[str, Output], file: str) -> str:
    """Say what a file of data is; a transcription is made by no command."""
    return by_file[file].words if file in by_file else "Transcription of what a document prints."


def _file(crate: ROCrate, file: str, kind: Any = "File", description: str = "") -> Any:
    """Add a file of the clone once; its text stays where it is."""
    known = crate.dereference(file)
    if known is not None:
        return known
    suffix = Path(file).suffix[1:]
    said = {"@type": kind, "name": file, "description": description}
    said["encodingFormat"] = _FORMATS.get(suffix, "text/plain")
    if kind != "File":
        said |= {"programmingLanguage": "Python", "version": crate.root_dataset["version"]}
    return crate.add_file(dest_path=file, properties={k: v for k, v in said.items() if v})


def _data_set(crate: ROCrate, source: Source) -> Any:
    """Add a data set, which is not in the clone: by its name in the registry."""
    found = _entity(crate, f"#data/{source.name}", "Dataset", source.title)
    found["license"] = source.licence
    found["url"] = source.files[0].addresses[0]
    found["creditText"] = source.citation
    return found


def _entity(crate: ROCrate, identifier: str, kind: str, name: str) -> Any:
    with need("archive"):
        from rocrate.model.contextentity import ContextEntity
    known = crate.dereference(identifier)
    said = {"@type": kind, "name": name}
    return known or crate.add(ContextEntity(crate, identifier, properties=said))
