"""Run the library's tests on other versions: python tools/versions.py [oldest] [newest].

`oldest` takes the lower bounds of pyproject.toml, on the oldest Python; `newest` takes whatever
the index has, on every Python that is found here. Each has an environment of its own beside .venv;
uv makes it, so this runs in an environment that has uv. Only wheels are installed, unhashed.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PYTHONS = [f"python3.{minor}" for minor in range(11, 20)]
UV = [sys.executable, "-m", "uv"]
# pip's settings of an index are not uv's; see tools/environment.py.
COMPILE = ["pip", "compile", "--quiet", "--no-header", "--no-annotate", "--only-binary", ":all:"]
SHOWN = ("numpy", "scipy", "pandas", "scikit-learn", "matplotlib")
TESTS = ["-q", "-p", "no:cacheprovider", "-m", "not slow", "tests/unit", "tests/properties"]
RESOLUTION = {"oldest": "lowest-direct", "newest": "highest"}


def main(*wanted: str) -> int:
    """Make each environment, run the tests there, and print a line for each."""
    pythons = list(pythons_here().values())
    print(f"Found {', '.join(pythons)}.", flush=True)
    cases = [(which, p) for which in wanted for p in pythons[: 1 if which == "oldest" else None]]
    table, failed = [], False
    for which, python in cases:
        version = said(python, "-c", "import sys; print('%d.%d.%d' % sys.version_info[:3])")
        folder = ROOT / (".venv-oldest" if which == "oldest" else f".venv-newest-{version}")
        pins = build(folder, python, RESOLUTION[which])
        closing, passed = tested(folder)
        failed |= not passed
        table.append([which, version, *(pins[name] for name in SHOWN), closing])
    for row in [["bounds", "Python", *SHOWN, "tests"], ["---"] * (len(SHOWN) + 3), *table]:
        print("|", " | ".join(row), "|")
    return int(failed)


def tested(folder: Path) -> tuple[str, bool]:
    """Run the tests in an environment, from the sources here; return the last line, and whether."""
    command = [str(folder / "bin/python"), "-m", "pytest", *TESTS]
    last = ""
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as running:
        for line in running.stdout or ():
            print(line, end="", flush=True)
            last = line.strip("= \n") or last
    return last, running.returncode == 0


def pythons_here() -> dict[str, str]:
    """Find every Python from 3.11 on: by name on the path, and those that pyenv keeps."""
    kept = sorted(Path.home().glob(".pyenv/versions/3.*/bin/python"))
    named = filter(None, map(shutil.which, PYTHONS))
    found: dict[str, str] = {}
    for python in [*map(str, kept), sys.executable, *named]:
        try:
            version = said(python, "-c", "import sys; print('3.%02d' % sys.version_info[1])")
        except (OSError, subprocess.CalledProcessError):
            continue  # a name on the path that starts nothing
        if version >= "3.11":
            found.setdefault(version, python)
    return dict(sorted(found.items()))


def build(folder: Path, python: str, resolution: str) -> dict[str, str]:
    """Make an environment; return the version of each package in it."""
    pins = ["--resolution", resolution, "--python", python, "--extra", "test-library"]
    lock = subprocess.run(
        [*UV, *COMPILE, *pins, str(ROOT / "pyproject.toml")],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run([*UV, "venv", "--quiet", "--python", python, str(folder)], check=True)
    wanted = folder / "versions.txt"
    wanted.write_text(lock, encoding="utf-8")
    into = ["pip", "install", "--quiet", "--python", str(folder / "bin/python"), "--no-deps"]
    subprocess.run([*UV, *into, "--only-binary", ":all:", "-r", str(wanted)], check=True)
    # The sources by a line of the environment's own, as an editable install has it.
    (site,) = folder.glob("lib/python3.*/site-packages")
    (site / "kappabook.pth").write_text(f"{ROOT / 'src'}\n", encoding="utf-8")
    listed = said(*UV, "pip", "list", "--format", "json", "--python", str(folder / "bin/python"))
    return {line["name"]: line["version"] for line in json.loads(listed)}


def said(*command: str) -> str:
    """Return what a command prints."""
    return subprocess.run(
        command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ).stdout.strip()


if __name__ == "__main__":
    if not sys.argv[1:] or not set(sys.argv[1:]) <= set(RESOLUTION):
        sys.exit("error: say which: python tools/versions.py oldest, or newest, or both")
    sys.exit(main(*sys.argv[1:]))
