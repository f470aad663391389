"""Run commands on altered files, in this process, and say which behave as none may.

Every command ends with status 0 or 2; with 2 it writes one line to standard error and no file. It
writes only into the folder it is told, opens no connection, starts no process, loads no pickle;
what it writes runs nothing. `python tests/fuzz_run.py --inputs 20000 --seed 1` tries that many.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import os
import shutil
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from fuzz_inputs import NAMES, Target, altered, line_for, targets
from support import ROOT

SECONDS = 60
MOST_WORDS = 3000
_HARMFUL = (
    *("socket.connect", "socket.getaddrinfo", "subprocess.Popen", "os.system", "os.exec"),
    "pickle.find_class",
)
_WRITES = ("os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.symlink", "os.link", "os.chmod")
_watching: list[tuple[Path, list[str]]] = []


class HangError(BaseException):
    """A command takes too long; no OSError, which would be said in one line."""


def _audit(event: str, arguments: tuple[Any, ...]) -> None:
    if not _watching:
        return
    box, seen = _watching[0]
    if event in _HARMFUL:
        seen.append(f"{event} {arguments!r:.80}")
    elif event == "open" and isinstance(arguments[0], str):
        path, mode, flags = arguments
        if (isinstance(mode, str) and set(mode) & set("wxa+")) or (flags or 0) & os.O_WRONLY:
            _inside(box, path, event, seen)
    elif event in _WRITES and isinstance(arguments[0], str | Path):
        _inside(box, arguments[0], event, seen)


def _inside(box: Path, path: str | Path, event: str, seen: list[str]) -> None:
    if event == "os.mkdir" and os.path.isdir(path):
        return  # asked for, and there
    if os.fspath(path) != os.devnull and not os.path.abspath(path).startswith(f"{box}{os.sep}"):
        seen.append(f"{event} outside: {path}")


sys.addaudithook(_audit)


class Sandbox:
    """A folder in which commands run: ``out`` to write into, ``tmp``, ``clone``, and the file."""

    def __init__(self, folder: Path) -> None:
        self.box = folder.resolve()
        self.clone = self.box / "clone"
        for part in ("printed", "results"):
            shutil.copytree(ROOT / "data" / part, self.clone / "data" / part)
        for name in ("out", "tmp"):
            (self.box / name).mkdir()
        self.targets = targets(self.box)

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Be in that folder, with a clone of its own; no kernel and no process is started."""
        from kappabook import papers
        from kappabook.commands.report import notebook

        here = Path.cwd()
        small = ("kappa_guide", "critics")
        variables = {"KAPPABOOK_ROOT": str(self.clone), "TMPDIR": str(self.box / "tmp")}
        with (
            patch.dict(os.environ, variables),
            patch.object(tempfile, "tempdir", str(self.box / "tmp")),
            patch.object(sys, "dont_write_bytecode", True),  # a new clone has no bytecode yet
            patch.object(papers, "PAPERS", small),
            patch.object(notebook, "_run", _report_here),
        ):
            os.chdir(self.box)
            try:
                yield
            finally:
                os.chdir(here)
                _forget()

    def case(self, name: str, number: int, seed: int) -> tuple[str, str, bytes, list[str]]:
        """Make one input: the target's name, where its file is, what it holds, the line."""
        random = Random(f"{seed} {name} {number}")
        target: Target = self.targets[name]
        at, data = random.choice(target.files) if target.files else ("", b"")
        data = altered(data, random)
        if at and "/" not in at and random.random() < 0.1:
            at = random.choice(NAMES)
        return name, at, data, line_for(target, at, random)

    def run(self, case: tuple[str, str, bytes, list[str]]) -> list[str]:
        """Run one input; return what is wrong, nothing if all is well."""
        _, at, data, line = case
        original = (self.box / at).read_bytes() if "/" in at else None
        if at:
            (self.box / at).write_bytes(data)
        before = set(self._files())
        try:
            said, wrong = _called(self.box, line)
            wrong += self._left(before, said)
            if at and (self.box / at).read_bytes() != data:
                wrong.append("the input is altered")
        finally:
            if original is not None:
                (self.box / at).write_bytes(original)
            elif at:
                (self.box / at).unlink(missing_ok=True)
            self._clean(before)
        return wrong

    def _files(self) -> Iterator[Path]:
        for path in self.box.rglob("*"):
            if not path.is_relative_to(self.clone):
                yield path

    def _left(self, before: set[Path], status: int) -> Iterator[str]:
        for path in set(self._files()) - before:
            inside = path.relative_to(self.box)
            if inside.parts[0] not in ("out", "clone"):
                if not inside.parts[0].endswith("-report"):
                    yield f"written outside: {inside}"
            elif status == 2:
                yield f"written though it failed: {inside}"
            if path.suffix == ".html":
                yield from harms_in_page(path.read_text(encoding="utf-8"))
            elif path.suffix == ".csv":
                yield from formulas_in(path)

    def _clean(self, before: set[Path]) -> None:
        for path in sorted(set(self._files()) - before, reverse=True):
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def _called(box: Path, line: Sequence[str]) -> tuple[int, list[str]]:
    from kappabook import cli

    _forget()
    seen: list[str] = []
    # As a terminal is: what cannot be written in UTF-8 is an error.
    streams = [io.TextIOWrapper(io.BytesIO(), "utf-8", newline="\n") for _ in "oe"]
    streams[1].reconfigure(errors="backslashreplace")
    status = -1
    with redirect_stdout(streams[0]), redirect_stderr(streams[1]), warnings.catch_warnings():
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        _watching.append((box, seen))
        try:
            status = cli.main(line)
        except SystemExit as end:
            status = 0 if end.code in (0, None) and "--help" in line else -1
            if status:
                seen.append(f"SystemExit {end.code!r}")
        except HangError:
            seen.append(f"longer than {SECONDS} s")
        except BaseException:
            seen.append(traceback.format_exc())
        finally:
            _watching.clear()
            signal.setitimer(signal.ITIMER_PROF, 0)
    for stream in streams:
        stream.flush()
    out, err = (s.buffer.getvalue().decode("utf-8", "replace") for s in streams)  # type: ignore[attr-defined]
    return status, [*seen, *_wrong(status, out, err, line)]


def _wrong(status: int, out: str, err: str, line: Sequence[str]) -> Iterator[str]:
    if status not in (0, 2):
        yield f"status {status}"
    if status == 2 and (err.count("\n") != 1 or not err.startswith("error: ")):
        yield f"not one line: {err[:300]!r}"
    if status == 0 and err:
        yield f"said beside: {err[:300]!r}"
    if len(err) > MOST_WORDS:
        yield f"a message of {len(err)} characters"
    if strange := {c for c in out + err if not c.isprintable() and c != "\n"}:
        yield f"shown as they are: {strange}"
    if status == 0 and "--json" in line and "--help" not in line:
        try:
            json.loads(out, parse_constant=_no_number)
        except ValueError as error:
            yield f"no JSON: {error}"


def _no_number(word: str) -> None:
    raise ValueError(f"{word} is not JSON")


def _report_here(folder: Path, parameters: dict[str, Any]) -> Any:
    """Do what the cells of notebook 10 do, without a kernel; twice in two folds."""
    from kappabook.commands import report
    from kappabook.commands.report.page import packed, unpacked

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        asked = {key: parameters[key.upper()] for key in ("positive", "ignore", "group")}
        here = Path.cwd()
        os.chdir(folder)
        try:
            data = report.prepare(parameters["DATA"], parameters["TARGET"], **asked)
        finally:
            os.chdir(here)
        names = (parameters["CLASSIFIERS"] or ["naive-bayes"])[:2]
        folds = report.cross_validate(data, names, repeats=2, n_splits=2, n_jobs=1)
        costs, changes = parameters["COSTS"], parameters["PREVALENCE_CHANGES"]
        found = report.evaluate(folds, costs=costs, prevalence_changes=changes)
        report.write_report(found, folder)
    (folder / "report.ipynb").write_text("{}", encoding="utf-8")
    return unpacked(packed(found))


def _forget() -> None:
    """Forget what was read of the transcriptions."""
    from kappabook import papers

    for value in vars(papers).values():
        if hasattr(value, "cache_clear"):
            value.cache_clear()


# --- what may not stand in a file ----------------------------------------------------------------


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.harms: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "iframe", "object", "embed", "base", "img", "foreignobject", "a"):
            self.harms.append(f"<{tag}> in a page")
        for name, value in attributes:
            away = name in ("href", "src", "xlink:href") and not (value or "#").startswith(
                ("#", "data:image/png")
            )
            if name.startswith("on") or away:
                self.harms.append(f"{name}={value!r} in a page")


def harms_in_page(html: str) -> list[str]:
    """Say what in a page could run or load something."""
    page = _Page()
    page.feed(html)
    return page.harms


def formulas_in(path: Path) -> Iterator[str]:
    """Say which cells of a CSV file a spreadsheet would run."""
    with path.open(encoding="utf-8", newline="") as stream:
        for cell in (cell for row in csv.reader(stream) for cell in row):
            if cell.lstrip().startswith(tuple("=+-@\t\r\uff1d\uff0b\uff0d\uff20")):
                try:
                    float(cell)
                except ValueError:
                    yield f"a formula: {cell[:60]!r}"


# --- many ----------------------------------------------------------------------------------------


def fuzz(
    folder: Path, n: int, seed: int, names: Sequence[str] = (), seconds: float = 1e9
) -> tuple[Counter[str], dict[str, list[Any]]]:
    """Try n inputs of each target, or for so long; return how many, and one of each failure."""
    signal.signal(signal.SIGPROF, _too_long)
    box = Sandbox(folder)
    tried: Counter[str] = Counter()
    failed: dict[str, list[Any]] = {}
    ends = time.monotonic() + seconds
    with box.inside():
        for number in range(n):
            for name in names or box.targets:
                case = box.case(name, number, seed)
                (box.box.parent / f"{box.box.name}.last").write_text(repr(case))
                for wrong in box.run(case):
                    kind = f"{name}: {wrong.strip().splitlines()[-1][:90]}"
                    failed.setdefault(kind, [wrong, number, case])
                tried[name] += 1
            if time.monotonic() > ends:
                break
    return tried, failed


def _too_long(*_: object) -> None:
    raise HangError


def main() -> int:
    """Fuzz from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=2000, help="of each target")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=1e9, help="at most")
    parser.add_argument("targets", nargs="*")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        box = Path(folder) / "box"
        box.mkdir()
        tried, failed = fuzz(box, asked.inputs, asked.seed, asked.targets, asked.seconds)
    for name, n in tried.items():
        print(f"{name:20} {n:7} inputs")
    for kind, (wrong, number, case) in failed.items():
        print(f"\n=== {kind}\nseed {asked.seed}, input {number}: {case!r:.1500}\n{wrong:.3000}")
    print(f"{sum(tried.values())} inputs, {len(failed)} kinds of failures")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
