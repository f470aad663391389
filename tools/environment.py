"""Build an environment from a lock: python tools/environment.py FOLDER LOCK [--editable | --add].

pip installs uv, and uv the rest: from the index and with the certificates that pip is set to.
Where uv fails, pip does its work. Nothing is installed without a hash, and a package without a
wheel is built by the setuptools that requirements.lock holds, so that no build fetches anything.
What only single targets need is left out; ``--add`` adds it to an environment that is there.
This runs before anything is installed: standard library only.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

OLDEST = (3, 11)
BUILDERS = Path(__file__).resolve().parents[1] / "requirements.lock", ("setuptools", "uv")
# For tests in a browser, of polars' columns, and for what is typeset: 430 MB of 1.7 GB.
LATER = ("axe-playwright-python", "playwright", "polars", "polars-runtime-32", "typst")
HASHED = ["--quiet", "--no-deps", "--no-build-isolation", "--require-hashes"]
EDITABLE = ["--quiet", "--no-deps", "--no-build-isolation", "--editable", "."]
# pip takes a version from any of its indexes, not only the first that knows the package; hashes
# make that safe. Unlike pip, uv leaves a module to be compiled when it is first imported.
LIKE_PIP = ["--index-strategy", "unsafe-best-match"]
# What pip may be told, and the variables that tell uv the same.
TOLD = {
    "index-url": ["UV_DEFAULT_INDEX"],
    "extra-index-url": ["UV_INDEX"],
    "find-links": ["UV_FIND_LINKS"],
    "trusted-host": ["UV_INSECURE_HOST"],
    "cert": ["SSL_CERT_FILE"],
    "client-cert": ["SSL_CLIENT_CERT"],
    "proxy": ["HTTP_PROXY", "HTTPS_PROXY"],
    "default-timeout": ["UV_HTTP_TIMEOUT"],
    "timeout": ["UV_HTTP_TIMEOUT"],
    "keyring-provider": ["UV_KEYRING_PROVIDER"],
}
# pip separates by any white space.
SEPARATORS = {"extra-index-url": " ", "find-links": ",", "trusted-host": " "}


def main(folder: str, lock: str, *options: str) -> int | str:
    """Make the folder anew; return 0, or a line that says why it is not complete."""
    if sys.version_info < OLDEST:
        needed, found = (".".join(map(str, v[:2])) for v in (OLDEST, sys.version_info))
        return (
            f"error: kappabook needs Python {needed} or newer; {sys.executable} is {found}. "
            "Try: make PYTHON=python3.12"
        )
    adding = "--add" in options
    if adding:
        print(f"Adding to {folder} what few targets need: up to a minute, 430 MB.", flush=True)
    else:
        print(f"Building {folder} from {lock}: up to a minute, up to 1.3 GB.", flush=True)
        shutil.rmtree(folder, ignore_errors=True)
    try:
        if not adding:
            run(sys.executable, "-m", "venv", folder)
        install(Path(folder), Path(lock), editable="--editable" in options, whole=adding)
    except subprocess.CalledProcessError as error:
        return f"error: {folder} is not complete: {error}"
    except KeyboardInterrupt:
        return f"interrupted: {folder} is not complete; the next make builds it anew"
    return 0


def install(folder: Path, lock: Path, editable: bool, whole: bool) -> None:
    """Install a lock, and this project as an editable package if asked: by uv, or by pip."""
    python = str(folder / "bin" / "python")
    pip = [python, "-m", "pip", "--disable-pip-version-check", "install"]
    uv = [str(folder / "bin" / "uv"), "pip", "install", "--python", python, *LIKE_PIP]
    told = settings(output(python, "-m", "pip", "config", "list"))
    if told.get("no-index", "").lower() in ("1", "true", "yes", "on", "t", "y"):
        uv.append("--no-index")
    builders, wanted = folder / "builders.lock", folder / "wanted.lock"
    builders.write_text(chosen(*BUILDERS))
    wanted.write_text(lock.read_text() if whole else chosen(lock, LATER, leave_out=True))
    try:
        run(*pip, *HASHED, "--only-binary", "uv", "-r", str(builders))
        run(*uv, *HASHED, "-r", str(wanted), **variables(told))
        if editable:
            run(*uv, *EDITABLE, **variables(told))
    except (OSError, subprocess.CalledProcessError) as error:
        why = f"uv failed ({type(error).__name__}, see above)"
        print(f"{why}: pip installs {lock}, which takes longer.", file=sys.stderr, flush=True)
        builders.write_text(chosen(builders, ["uv"], leave_out=True))
        wanted.write_text(chosen(wanted, ["uv"], leave_out=True))
        run(*pip, *HASHED, "-r", str(builders))
        run(*pip, *HASHED, "--use-pep517", "-r", str(wanted))
        if editable:
            run(*pip, *EDITABLE)


def run(*command: str, **variables: str) -> None:
    """Run a command under further environment variables; raise if it fails."""
    subprocess.run(command, check=True, env={**os.environ, **variables})


def output(*command: str) -> str:
    """Return what a command prints."""
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def settings(listed: str) -> dict[str, str]:
    """Read `pip config list` as `pip install` does: later sections win, an empty value is none."""
    found: dict[str, str] = {}
    lines = re.findall(r"^(.+?)\.([\w-]+)=(['\"].*['\"])$", listed, re.MULTILINE)
    for wanted in ("global", "install", ":env:"):
        for section, key, literal in lines:
            value = str(ast.literal_eval(literal))
            if section == wanted and value:
                found[key] = value
    return found


def variables(told: dict[str, str]) -> dict[str, str]:
    """Say in uv's variables what pip is told."""
    found = {}
    for key, names in TOLD.items():
        if key in told:
            words = told[key].split() if key in SEPARATORS else [told[key]]
            value = SEPARATORS.get(key, "").join(map(os.path.expanduser, words))
            found.update(dict.fromkeys(names, value))
    return found


def chosen(lock: Path, names: Iterable[str], leave_out: bool = False) -> str:
    """Return some entries of a lock, or all others."""
    entries = re.split(r"^(?=\S)", lock.read_text(), flags=re.MULTILINE)
    return "".join(e for e in entries if (e.partition("==")[0] in names) != leave_out)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
