"""Copies of the checkout for ``tools/verify.py``: what disturbs a make, and what the make wrote."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

Files = dict[str, str]
FAILED = "(make failed)"
TURKISH = "tr_TR.UTF-8"
PATH = "a copy of Zoë's, ş 路"
# What numpy and OpenBLAS do on a processor of 2004: no instructions for four numbers at once.
OLD_PROCESSOR = {
    "OPENBLAS_CORETYPE": "Prescott",
    "NPY_DISABLE_CPU_FEATURES": "X86_V3 X86_V4 AVX512_ICL AVX512_SPR",
}
# These fit until they converge, each step from the last digit of the one before.
FITS = ("german-credit", "power", "regret")
PLAIN = {"PYTHONHASHSEED": "0", "TZ": "UTC", "LC_ALL": "C", "OMP_NUM_THREADS": "1"}
# Those without variables are in `Copy`.
DISTURBANCES: Mapping[str, Mapping[str, str]] = {
    "make -j2": {},
    "hash seed": {"PYTHONHASHSEED": "20071"},
    "time zone": {"TZ": "<+1345>-13:45"},
    "locale": {"LC_ALL": TURKISH},
    "two threads": {"OMP_NUM_THREADS": "2"},
    "processor": OLD_PROCESSOR,
    "working directory": {},
    "read-only HOME": {},
    "path": {},
}
SKIPPED = (".git", "build", ".venv*", "__pycache__", "raw", ".*_cache", ".hypothesis")
CACHES = {"__pycache__", ".ipynb_checkpoints"}
# What the make that runs us, or the user, has set and a copy must not see.
OURS = ("MAKEFLAGS", "MAKELEVEL", "MFLAGS", "PYTHONPATH", "KAPPABOOK_ROOT")
# Root may write into any folder; without these two rights it may not.
AS_USER = [f"--{of}=-dac_override,-dac_read_search" for of in ("bounding-set", "inh-caps")]


@dataclass
class Copy:
    """A copy of a checkout in a folder that is not there yet, and what disturbs its makes."""

    source: Path
    around: Path
    disturbed: Collection[str] = ()
    settings: Mapping[str, str] = field(default_factory=dict)  # of the environment
    variables: Collection[str] = ()  # of make, such as VENV=

    def __post_init__(self) -> None:
        self.folder = self.around / (PATH if "path" in self.disturbed else "copy")
        ignore = shutil.ignore_patterns(*SKIPPED)
        shutil.copytree(self.source, self.folder, ignore=ignore, symlinks=True)
        self.committed = hashes(self.folder, states(self.folder))
        self.home = self.around / "home"
        self.home.mkdir(mode=0o555 if "read-only HOME" in self.disturbed else 0o755)
        self.states = states(self.folder)

    def make(self, target: str) -> Files:
        """Make one target; return the hash of each file that was written meanwhile."""
        if target == "notebooks":
            for notebook in self.folder.glob("notebooks/*.ipynb"):
                _empty(notebook)
        jobs = 2 if "make -j2" in self.disturbed else 1
        command = ["make", f"-j{jobs}", target, f"JOBS={jobs}", *self.variables]
        elsewhere = "working directory" in self.disturbed
        if elsewhere:
            command += ["-C", str(self.folder)]
        if "read-only HOME" in self.disturbed and os.geteuid() == 0:
            command = ["setpriv", *AS_USER, *command]
        environment = {name: value for name, value in os.environ.items() if name not in OURS}
        environment |= {**PLAIN, **self.settings, "HOME": str(self.home)}
        for name in self.disturbed:
            if name != "processor" or Path(target).name not in FITS:
                environment |= DISTURBANCES[name]
        log = self.around / f"{target.replace('/', '-')}.log"
        with log.open("wb") as stream:
            status = subprocess.run(
                command,
                cwd=self.around if elsewhere else self.folder,
                env=environment,
                stdout=stream,
                stderr=stream,
                check=False,
            ).returncode
        before, self.states = self.states, states(self.folder)
        written = [path for path, state in self.states.items() if before.get(path) != state]
        failed = {FAILED: str(status)} if status else {}
        return hashes(self.folder, written) | failed


def states(folder: Path) -> dict[str, tuple[int, ...]]:
    """Say of every file what changes when it is written."""
    found = {}
    for path, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name not in CACHES]
        for name in names:
            file = Path(path, name)
            seen = file.lstat()
            key = file.relative_to(folder).as_posix()
            found[key] = (seen.st_mtime_ns, seen.st_size, seen.st_ino)
    return found


def hashes(folder: Path, paths: Iterable[str]) -> Files:
    """Hash files, in the order of their names."""
    return {path: sha256((folder / path).read_bytes()).hexdigest() for path in sorted(paths)}


def turkish_locale(folder: Path) -> tuple[dict[str, str], str]:
    """Make the locale where it is not installed; return what to set, and a sentence on it."""
    listed = subprocess.run(["locale", "-a"], capture_output=True, text=True, check=False).stdout
    if "tr_tr.utf8" in listed.lower():
        return {}, f"The locale {TURKISH} is installed."
    try:
        command = ["localedef", "-i", "tr_TR", "-f", "UTF-8", str(folder / TURKISH)]
        subprocess.run(command, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        return {}, f"The locale {TURKISH} is not installed and cannot be made here."
    return {"LOCPATH": str(folder)}, f"The locale {TURKISH} is not installed; made for this run."


def _empty(path: Path) -> None:
    """Take the outputs out of a notebook: with the right ones, it would not be written again."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell |= {"outputs": [], "execution_count": None}
    path.write_text(json.dumps(notebook), encoding="utf-8")
