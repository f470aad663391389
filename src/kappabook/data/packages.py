"""One file of a package of the index: pip brings the archive, which is opened, not installed."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from importlib.util import find_spec
from pathlib import Path

from kappabook.data.registry import Package
from kappabook.system.files import scratch

SECONDS_TO_WAIT = 30


def take(package: Package) -> str:
    """Return the text of the file that a package ships.

    Parameters
    ----------
    package : Package
        Its name and version, the sha256 of the archive, and the file in it.

    Raises
    ------
    OSError
        pip is not there, cannot reach its index, has no such package, or has another archive
        than the one with this sha256 (nothing of which is then opened): what pip says last.
    """
    with scratch() as folder:
        wanted = folder / "requirements.txt"
        wanted.write_text(f"{package.requirement} --hash=sha256:{package.sha256}\n")
        _pip_download(package, wanted, folder)
        (archive,) = (path for path in folder.iterdir() if path != wanted)
        return _member(archive, package.member).decode("utf-8")


def _pip_download(package: Package, wanted: Path, folder: Path) -> None:
    options = ["--no-deps", "--require-hashes", "--disable-pip-version-check", "--quiet"]
    options += ["--retries", "1", "--timeout", str(SECONDS_TO_WAIT)]
    if package.platform:  # the same wheel on every machine: it is opened, not installed
        options += ["--only-binary", ":all:", "--platform", package.platform]
        options += ["--implementation", "cp", "--python-version", "3.11", "--abi", "cp311"]
    elif package.source:
        options += ["--no-binary", ":all:"]
        options += ["--no-build-isolation"] if find_spec("setuptools") else []
    command = [sys.executable, "-P", "-m", "pip", "download", *options]
    command += ["--requirement", str(wanted), "--dest", str(folder)]
    done = subprocess.run(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    if done.returncode:
        said = [line.strip() for line in done.stderr.splitlines() if line.strip()]
        errors = [line for line in said if line.startswith("ERROR")] or said or ["pip failed"]
        raise OSError(errors[-1].removeprefix("ERROR: "))


def _member(archive: Path, name: str) -> bytes:
    """Read one file of a wheel, or of a source archive, whose files lie in one folder more."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            return wheel.read(name)
    with tarfile.open(archive) as source:
        folder = source.getnames()[0].split("/")[0]
        file = source.extractfile(f"{folder}/{name}")
        assert file is not None, "its sha256 says that the file is there"
        return file.read()
