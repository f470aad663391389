"""Build the source distribution and the wheel, look into both, and try the wheel: `make dist`.

The wheel is built from the unpacked source distribution, so that one is complete too. Nothing is
downloaded: hatchling is that of this environment, and what the wheel needs is linked from it into
an environment that is otherwise empty.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from importlib.metadata import Distribution, PathDistribution, distribution
from pathlib import Path
from tempfile import TemporaryDirectory

from markdown_it import MarkdownIt
from packaging.metadata import Metadata
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[1]
# The most bytes of each.
LIMITS = {".gz": 25_000_000, ".whl": 4_000_000}
# All that may be at the top: of the wheel, and of the source distribution.
TOP = {
    ".whl": r"kappabook(-[\d.]+\.dist-info)?/.+",
    ".gz": r"(src/kappabook|data/printed|data/results)/.+|notebooks/10-your-own-data\.ipynb|"
    r"(CHANGELOG|README)\.md|CITATION\.cff|LICENSE|PKG-INFO|pyproject\.toml|\.gitignore",
}
REFUSED = re.compile(r"(^|/)(raw|private|build|tests?|__pycache__|\.git)/|\.pyc$")
EXTRAS = frozenset({"notebooks", "report"})
SAMPLE = ROOT / "docs/_static/predictions.csv"


def main() -> int:
    """Build into build/dist, and say what was found."""
    into = ROOT / "build/dist"
    shutil.rmtree(into, ignore_errors=True)
    sdist, wheel = build(into)
    listed = []
    for archive in (sdist, wheel):
        sizes = contents(archive)
        listed += [f"{archive.name}/{name} {size}" for name, size in sizes.items()]
        problems = refused(archive)
        print(
            f"{archive.relative_to(ROOT)}: {archive.stat().st_size} bytes, {len(sizes)} files",
            flush=True,
        )
        if problems:
            print(f"error: {archive.name}: {'; '.join(problems)}", file=sys.stderr)
            return 2
    (into / "contents.txt").write_text("\n".join(listed) + "\n", encoding="utf-8")
    described = metadata(wheel)
    print(f"metadata {described.metadata_version}: valid, and README renders")
    with TemporaryDirectory() as folder:
        installed = environment(wheel, Path(folder) / "empty", EXTRAS)
        for command in tries(Path(folder) / "away"):
            print(f"$ kappabook {' '.join(command)}")
            print(tried(installed, Path(folder) / "away", *command).splitlines()[0], flush=True)
    return 0


def build(into: Path) -> tuple[Path, Path]:
    """Build both into a folder; return the source distribution and the wheel."""
    into.mkdir(parents=True, exist_ok=True)
    _hatchling(ROOT, into, "sdist")
    (sdist,) = into.glob("*.tar.gz")
    with TemporaryDirectory() as folder, tarfile.open(sdist) as packed:
        # Ours, made a line above; extractall has no filter before Python 3.11.4.
        packed.extractall(folder)
        (unpacked,) = Path(folder).iterdir()
        _hatchling(unpacked, into, "wheel")
    (wheel,) = into.glob("*.whl")
    return sdist, wheel


def _hatchling(source: Path, into: Path, target: str) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(into.resolve()), "-t", target]
    subprocess.run(command, cwd=source, check=True, capture_output=True)


def contents(archive: Path) -> dict[str, int]:
    """Return the size of each file, by its name below the archive's own folder."""
    if archive.suffix == ".whl":
        return {file.filename: file.file_size for file in zipfile.ZipFile(archive).infolist()}
    with tarfile.open(archive) as packed:
        files = [file for file in packed.getmembers() if file.isfile()]
    return {file.name.partition("/")[2]: file.size for file in files}


def refused(archive: Path) -> list[str]:
    """Say what is in an archive and must not be, and whether it is too large."""
    allowed = TOP[archive.suffix]
    names = contents(archive)
    strange = [n for n in names if not re.fullmatch(allowed, n) or REFUSED.search(n)]
    size, most = archive.stat().st_size, LIMITS[archive.suffix]
    large = [f"{size} bytes; at most {most} are allowed"] if size > most else []
    return [f"{name} does not belong there" for name in strange] + large


def metadata(wheel: Path) -> Metadata:
    """Read what the wheel says of itself; raise if that is no valid metadata, or shows nothing."""
    (name,) = (name for name in contents(wheel) if name.endswith(".dist-info/METADATA"))
    found = Metadata.from_email(zipfile.ZipFile(wheel).read(name), validate=True)
    page = MarkdownIt("commonmark").enable("table").render(found.description or "")
    if found.description_content_type != "text/markdown" or "<h1>kappabook</h1>" not in page:
        raise ValueError("README.md is not the description of the wheel, or does not render.")
    return found


# --- in an empty environment --------------------------------------------------------------------


def environment(wheel: Path, folder: Path, extras: frozenset[str]) -> Path:
    """Install the wheel with extras into a new environment, and link there what it asks for."""
    venv.create(folder, with_pip=False, symlinks=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "bin/python"), "install"]
    subprocess.run(
        [*pip, "--quiet", "--no-deps", "--no-index", "--disable-pip-version-check", str(wheel)],
        check=True,
    )
    (ours,) = packages.glob("kappabook-*.dist-info")
    for wanted in needed(PathDistribution(ours), extras).values():
        for name in {path.parts[0] for path in wanted.files or ()} - {".."}:
            if not (packages / name).exists():
                (packages / name).symlink_to(str(wanted.locate_file(name)))
    return folder


def needed(
    package: Distribution, extras: frozenset[str], found: dict[str, Distribution] | None = None
) -> dict[str, Distribution]:
    """Everything that a package with these extras asks for, directly or not, by name and extras."""
    found = {} if found is None else found
    for requirement in map(Requirement, package.requires or ()):
        marker = requirement.marker
        if marker and not any(marker.evaluate({"extra": e}) for e in extras or {""}):
            continue
        key = f"{requirement.name.lower()}{sorted(requirement.extras)}"
        if key not in found:
            ours = requirement.name == "kappabook"
            found[key] = package if ours else distribution(requirement.name)
            if found[key].version not in requirement.specifier:
                raise ValueError(f"{requirement} is asked for; here is {found[key].version}.")
            needed(found[key], frozenset(requirement.extras), found)
    return found


def tries(folder: Path) -> list[list[str]]:
    """Lay a sample into a folder that is no clone, and return commands that work on it."""
    folder.mkdir()
    shutil.copy(SAMPLE, folder)
    return [
        ["--version"],
        ["score", SAMPLE.name, "--score", "forest", "--positive", "malignant"],
        ["grim", "--n", "100", "--agreement", "0.9", "--kappa", "0.8"],
        ["claim", "kappa_guide.example.kappa"],
    ]


def tried(installed: Path, folder: Path, *command: str) -> str:
    """Run the installed command as a user does, and return what it says; raise if it fails."""
    ours = ("KAPPABOOK", "PYTHON")
    variables = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    kappabook = [str(installed / "bin/kappabook"), *command]
    return subprocess.run(
        kappabook, cwd=folder, env=variables, check=True, stdout=subprocess.PIPE, text=True
    ).stdout


if __name__ == "__main__":
    sys.exit(main())
