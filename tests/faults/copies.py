"""Copies of the checkout in which commands are run, stopped and run again."""

from __future__ import annotations

import compileall
import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LEFT_OUT = shutil.ignore_patterns(".*", "build", "raw", "dist")
OWN = ("score", "agree", "report", "grim", "claim")  # the others are those behind make
MARK = "KAPPABOOK_FAULTS"  # in the environment of all that is started, kernels too
PATIENCE = 600  # seconds


@dataclass(frozen=True)
class Copy:
    """A checkout with a home and a folder for temporary files of its own."""

    folder: Path

    @property
    def checkout(self) -> Path:
        return self.folder / "checkout"

    @property
    def environment(self) -> dict[str, str]:
        kept = {"PATH", "LANG", "LC_ALL", "KAPPABOOK_DATA_MIRROR"}
        return {
            # What `make data` has fetched for this checkout, unless a mirror is named.
            "KAPPABOOK_DATA_MIRROR": str(ROOT / "data/raw"),
            **{name: value for name, value in os.environ.items() if name in kept},
            "PYTHONPATH": os.pathsep.join(map(str, (self.checkout / "src", *_extra_paths()))),
            "HOME": str(self.folder / "home"),
            "TMPDIR": str(self.folder / "tmp"),
            MARK: str(self.folder),
        }

    def start(self, command: Sequence[str], said: str = "err") -> subprocess.Popen[bytes]:
        """Start a command in a session of its own; what it says goes to two files beside."""
        with (self.folder / "out").open("wb") as out, (self.folder / said).open("wb") as err:
            return subprocess.Popen(
                [*command],
                cwd=self.checkout,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                start_new_session=True,
            )

    def run(self, command: Sequence[str]) -> float:
        """Run a command to its end, which has to be good; return the seconds it took."""
        began = time.monotonic()
        status = self.start(command).wait(timeout=PATIENCE)
        assert status == 0, (
            f"{' '.join(command)}: {status}\n{self.said('out')[-2000:]}{self.said()[-2000:]}"
        )
        return time.monotonic() - began

    def said(self, name: str = "err") -> str:
        return (self.folder / name).read_text(encoding="utf-8", errors="replace")

    def files(self) -> dict[str, str]:
        """Hash all of the checkout; of temporary files and the home list the names."""
        found = {}
        for place in ("checkout", "tmp", "home"):
            for path in sorted((self.folder / place).rglob("*")):
                name = path.relative_to(self.folder)
                if "__pycache__" in name.parts:
                    continue
                if place == "checkout" and path.is_file():
                    found[str(name)] = hashlib.sha256(path.read_bytes()).hexdigest()
                elif place != "home" or path.name.endswith((".lock", ".json")):
                    found[str(name)] = ""
        return found

    def processes(self) -> list[int]:
        """List what is still running of all that was started here."""
        mark, found = f"{MARK}={self.folder}".encode(), []
        for entry in Path("/proc").glob("[0-9]*/environ"):
            try:
                if mark in entry.read_bytes().split(b"\0"):
                    found.append(int(entry.parent.name))
            except OSError:
                continue
        return found

    def quiet(self, seconds: float = 20) -> list[int]:
        """Wait until nothing runs any more; return what still does."""
        end = time.monotonic() + seconds
        while (left := self.processes()) and time.monotonic() < end:
            time.sleep(0.05)
        return left

    def again(self, start: Path) -> None:
        """Put everything back to what a folder holds."""
        for place in ("checkout", "tmp", "home"):
            shutil.rmtree(self.folder / place, ignore_errors=True)
            shutil.copytree(start / place, self.folder / place, symlinks=True)


def template(folder: Path) -> Path:
    """Copy the checkout, compiled, with an empty home, for `Copy.again`."""
    shutil.copytree(ROOT, folder / "checkout", ignore=LEFT_OUT, symlinks=True)
    compileall.compile_dir(folder / "checkout" / "src", quiet=2)
    for place in ("home", "tmp"):
        (folder / place).mkdir()
    return folder


def make(*arguments: str) -> list[str]:
    """Say make with this Python in place of .venv."""
    return ["make", *arguments, "VENV=", f"PYTHON={sys.executable}"]


def kappabook(*arguments: str) -> list[str]:
    module = "kappabook" if arguments[0] in OWN else "kappabook.workbook"
    return [sys.executable, "-m", module, *arguments]


def _extra_paths() -> list[str]:
    """Folders that were given to this Python beside its own, such as another place of packages."""
    given = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    return [path for path in given if path and Path(path).resolve() != ROOT / "src"]
