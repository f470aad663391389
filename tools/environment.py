"""Build an environment from locks: python tools/environment.py FOLDER LOCK [--editable].

pip installs uv, and uv the rest: from the index and with the certificates that pip is set to.
Where uv fails, pip does its work. Nothing is installed without a hash, and a package without a
wheel is built by what requirements-build.lock holds, so that no build fetches anything itself.
This runs before anything is installed: standard library only.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

OLDEST = (3, 11)
BUILD_LOCK = Path(__file__).resolve().parents[1] / "requirements-build.lock"
HASHED = ["--quiet", "--no-deps", "--no-build-isolation", "--require-hashes"]
EDITABLE = ["--quiet", "--no-deps", "--no-build-isolation", "--editable", "."]
# pip takes a version from any of its indexes, not only the first that knows the package; hashes
# make that safe. And it compiles what it installs.
LIKE_PIP = ["--index-strategy", "unsafe-best-match", "--compile-bytecode"]
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
    print(f"Building {folder} from {lock}: up to a minute, up to 1.8 GB.", flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    try:
        run(sys.executable, "-m", "venv", folder)
        install(Path(folder), lock, editable="--editable" in options)
    except subprocess.CalledProcessError as error:
        return f"error: {folder} is not complete: {error}"
    except KeyboardInterrupt:
        return f"interrupted: {folder} is not complete; the next make builds it anew"
    return 0


def install(folder: Path, lock: str, editable: bool) -> None:
    """Install a lock, and this project as an editable package if asked: by uv, or by pip."""
    python = str(folder / "bin" / "python")
    pip = [python, "-m", "pip", "--disable-pip-version-check", "install"]
    uv = [str(folder / "bin" / "uv"), "pip", "install", "--python", python, *LIKE_PIP]
    told = settings(output(python, "-m", "pip", "config", "list"))
    if told.get("no-index", "").lower() in ("1", "true", "yes", "on", "t", "y"):
        uv.append("--no-index")
    try:
        run(*pip, *HASHED, "--only-binary", "uv", "-r", str(BUILD_LOCK))
        run(*uv, *HASHED, "-r", lock, **variables(told))
        if editable:
            run(*uv, *EDITABLE, **variables(told))
    except (OSError, subprocess.CalledProcessError) as error:
        why = f"uv failed ({type(error).__name__}, see above)"
        print(f"{why}: pip installs {lock}, which takes longer.", file=sys.stderr, flush=True)
        builders = folder / "builders.lock"
        builders.write_text(without("uv", BUILD_LOCK.read_text()))
        run(*pip, *HASHED, "-r", str(builders))
        run(*pip, *HASHED, "--use-pep517", "-r", lock)
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


def without(name: str, lock: str) -> str:
    """Leave one package out of a lock."""
    entries = re.split(r"^(?=\S)", lock, flags=re.MULTILINE)
    return "".join(entry for entry in entries if not entry.startswith(f"{name}=="))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
