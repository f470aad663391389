"""Judge the sample of mutants: python tools/mutants/run.py [COUNT] [--again].

One process collects the tests once and forks for each mutant. The child gives the functions that
the mutant alters their new code, runs the tests that cover the line until one fails, and ends.
Where more than the code of functions is altered (a default, a constant, a decorator), a fork that
has read nothing of ours imports the mutant instead. Verdicts go to build/mutants/verdicts.jsonl one
by one; a run that was stopped goes on there, and a verdict of tests/mutants.csv counts as long as
its file is what it was. ``--jobs`` processes share the work. ``--again`` shows survivors without
a reason to new tests and to the rest of the old ones. At the end tests/mutants.csv is written.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import json
import os
import sys
from collections.abc import Callable, Iterator
from multiprocessing import Pipe, Process
from pathlib import Path

from covering import LONGER, MOST, Covered, measure
from judge import imported, serve
from swap import ROOT, Mutant
from table import HERE, VERDICTS, change, key, lines_of, read_verdicts, reasons, write_table

COVERING = HERE / "covering.json"
SOURCES = ("metrics", "report", "audit.py", "printed.py", "algebra.py", "study/folds.py")
# They run engines, kernels or other processes, or test other things than what is altered.
IGNORED = (
    "engines installing environment explorers questions questions_refused teaching_check "
    "teaching_functions teaching_states fetch types regret study resumable cluster checkout "
    "extras judge_rules floors datasheet run_notebook left_out"
)
# What most tests import; once, before the fork.
WARM = "duckdb matplotlib.pyplot nbformat pandas scipy.optimize scipy.stats sklearn.model_selection"
TESTS = [
    "tests/unit",
    "tests/properties",
    *(f"src/kappabook/{part}" for part in SOURCES),
    *(f"--ignore=tests/unit/test_{name}.py" for name in IGNORED.split()),
]


def main() -> None:
    """Judge the first mutants of the sample that have no verdict yet, or survivors again."""
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("count", nargs="?", type=int, default=1000)
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--jobs", type=int, default=1)
    chosen = parser.parse_args()
    os.chdir(ROOT)
    os.environ |= {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}  # a fork has one thread
    if new := [str(path) for path in changed_since(COVERING)]:
        run(Process(target=measure, args=(new, COVERING)))
    for name in WARM.split():
        importlib.import_module(name)
    covered, known = Covered.read(COVERING), read_verdicts()
    sample = lines_of("sample.jsonl")[: chosen.count]
    if chosen.again:
        said = reasons()
        lived = [m for m in sample if known.get(key(m), {"killer": ""})["killer"] is None]
        wanted, most = [m for m in lived if not said.get(change(m))], LONGER
    else:
        wanted, most = [m for m in sample if key(m) not in known], MOST
    parts = (wanted[i :: chosen.jobs] for i in range(chosen.jobs))
    judges = [Process(target=note, args=(covered, part, most)) for part in parts]
    try:
        for judge in judges:
            judge.start()
        for judge in judges:
            judge.join()
    except KeyboardInterrupt:
        sys.exit("stopped; the same command goes on from here")
    if any(judge.exitcode for judge in judges):
        sys.exit(1)
    known = read_verdicts()
    killed = (known[key(m)]["killer"] for m in sample if key(m) in known)
    if killers := list(dict.fromkeys(filter(None, killed))):  # each once, as pytest runs it
        control(covered, killers)
    write_table()


def changed_since(measured: Path) -> list[Path]:
    """List the test files that are newer than what was measured, or all."""
    time = measured.stat().st_mtime if measured.exists() else 0.0
    found = [f for place in TESTS for f in (Path(place), *Path(place).rglob("*.py")) if f.is_file()]
    kept = [f for f in found if f.stem.removeprefix("test_") not in IGNORED.split()]
    tests = [f for f in kept if f.stem.startswith("test_") or f.parts[0] == "src"]
    return [f for f in tests if f.stat().st_mtime > time]


def run(process: Process) -> None:
    """Do something in a process of its own, so that this one imports nothing of ours."""
    process.start()
    process.join()


@contextlib.contextmanager
def asking(covered: Covered) -> Iterator[Callable[[Mutant, list[str]], str | None]]:
    """Start a process that has collected the tests; give what asks it who kills a mutant."""
    here, there = Pipe()
    server = Process(target=serve, args=(covered, there, here, TESTS))
    server.start()
    there.close()  # so that a server that ends is noticed

    def ask(mutant: Mutant, wanted: list[str]) -> str | None:
        here.send((mutant, wanted))
        return here.recv()  # type: ignore[no-any-return]

    try:
        yield ask
    finally:
        with contextlib.suppress(BrokenPipeError):
            here.send(None)
        server.join()


def judged(
    covered: Covered, mutants: list[Mutant], most: float
) -> Iterator[tuple[Mutant, str | None, int]]:
    """Yield each mutant with what killed it, or None, and the number of tests chosen for it."""
    with asking(covered) as ask:
        for mutant in mutants:
            wanted = covered.wanted(mutant["file"], mutant["line"], most)
            killer = ask(mutant, wanted) if wanted else None
            if killer == "import":
                wanted = covered.imported(mutant["file"], wanted)
                killer = imported(covered, mutant, wanted)
            yield mutant, killer, len(wanted)


def control(covered: Covered, killers: list[str]) -> None:
    """End the run if a test that killed does not pass on the code as it is."""
    file = "src/kappabook/audit.py"
    unaltered = {"file": file, "source": (ROOT / file).read_text(encoding="utf-8")}
    with asking(covered) as ask:
        if fails := ask(unaltered, killers):
            sys.exit(f"{fails} fails on the code as it is: what it killed does not count")


def note(covered: Covered, mutants: list[Mutant], most: float) -> None:
    """Judge mutants, and write each verdict as soon as it is there."""
    with VERDICTS.open("a", encoding="utf-8") as stream, contextlib.suppress(KeyboardInterrupt):
        for mutant, killer, tests in judged(covered, mutants, most):
            shown = {name: value for name, value in mutant.items() if name != "source"}
            stream.write(json.dumps({**shown, "killer": killer, "tests": tests}) + "\n")
            stream.flush()


if __name__ == "__main__":
    main()
