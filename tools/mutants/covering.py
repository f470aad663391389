"""Which test runs which line, and how long it takes."""

from __future__ import annotations

import ast
import json
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from pathlib import Path

import coverage
import pytest
from swap import ROOT

# Seconds of tests, measured under coverage, that one mutant may cost; and a survivor after that.
MOST, LONGER = 6.0, 20.0
THOROUGH = ["--hypothesis-profile", "thorough"]  # of conftest.py
FILES = 2  # test files that are read anew for a mutant that has to be imported
OF_SIGNATURES = tuple(
    f"tests/unit/test_boundaries.py::test_{name}"
    for name in (
        "results_cannot_be_altered",
        "an_option_of_a_measure_goes_by_its_name",
        "the_data_of_every_function_may_go_by_their_names",
    )
)


class Covering:
    """A pytest plugin that notes the lines each test runs, and its seconds."""

    def __init__(self) -> None:
        self.coverage = coverage.Coverage(data_file=None, source=[str(ROOT / "src/kappabook")])
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Measure one test."""
        self.coverage.switch_context(item.nodeid)
        begin = time.process_time()
        try:
            return (yield)
        finally:
            self.seconds[item.nodeid] = time.process_time() - begin
            self.coverage.switch_context("")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note what judges nothing: a test that fails already, or is skipped."""
        if not report.passed:
            self.failed.add(report.nodeid)

    def lines(self) -> dict[str, dict[int, list[str]]]:
        """List the tests of each line of each file."""
        data, found = self.coverage.get_data(), {}
        for path in data.measured_files():
            tests: dict[int, list[str]] = defaultdict(list)
            for line, contexts in data.contexts_by_lineno(path).items():
                tests[line] = [c for c in contexts if c and c not in self.failed]
            found[str(Path(path).relative_to(ROOT))] = tests
        return found


@dataclass
class Covered:
    """What the tests cover: seconds by test, and tests by file and line."""

    seconds: dict[str, float]
    lines: dict[str, dict[int, list[str]]]

    @classmethod
    def read(cls, path: Path) -> Covered:
        """Read what `measure` wrote."""
        found = json.loads(path.read_text())
        names = found["tests"]
        lines = {
            file: {int(line): [names[i] for i in tests] for line, tests in by_line.items()}
            for file, by_line in found["lines"].items()
        }
        return cls(dict(zip(names, found["seconds"], strict=True)), lines)

    @cached_property
    def breadth(self) -> Counter[str]:
        """How many files each test touches: one that touches few is about them."""
        touched = (set().union(*by_line.values()) for by_line in self.lines.values())
        return Counter(test for tests in touched for test in tests)

    @cached_property
    def of_signatures(self) -> list[str]:
        """List the tests that look at every function and class, and run no line of them."""
        return [test for test in self.seconds if test.startswith(OF_SIGNATURES)]

    def wanted(self, file: str, line: int, most: float = MOST) -> list[str]:
        """Choose tests that run a line, the cheap and narrow first; none if nothing runs it."""
        by_line = self.lines.get(file, {})
        near = by_line.keys() & statement(file, line)
        tests = {test for each in near for test in by_line[each]}
        by_import = near and not tests
        if by_import:
            tests = set().union(*by_line.values())
        if most > MOST:  # a fixture of a whole file ran the line for its first test only
            files = {test.split("::")[0] for test in tests}
            tests = {test for test in self.seconds if test.split("::")[0] in files}
        found = self._affordable(tests, most)
        return [*found, *(t for t in self.of_signatures if t not in found)] if by_import else found

    def imported(self, file: str, tests: list[str]) -> list[str]:
        """Keep the tests of the few test files that cover most lines of a source file."""
        by_line = self.lines.get(file, {}).values()
        covering = Counter(name for found in by_line for name in {t.split("::")[0] for t in found})
        asked = {test.split("::")[0] for test in tests}
        kept = [name for name, _ in covering.most_common() if name in asked][:FILES]
        return [t for t in tests if t.split("::")[0] in kept or t in self.of_signatures]

    def _affordable(self, tests: set[str], most: float) -> list[str]:
        order = sorted(tests, key=lambda t: (self.seconds[t] * self.breadth[t], t))
        spent = accumulate(self.seconds[t] for t in order)
        return [test for test, so_far in zip(order, spent, strict=True) if so_far <= most]


def statement(file: str, line: int) -> range:
    """Return the lines of the smallest statement around a line, without a block's body.

    A decorator that is removed leaves an empty line before it as the first that differs.
    """
    found = range(line, line + 1)
    for node in ast.walk(ast.parse((ROOT / file).read_text(encoding="utf-8"))):
        if isinstance(node, ast.stmt):
            decorators = [d.lineno - 2 for d in getattr(node, "decorator_list", [])]
            start, body = min([node.lineno, *decorators]), getattr(node, "body", None)
            end = max(body[0].lineno - 1, node.lineno) if body else node.end_lineno or line
            if start <= line <= end:
                found = range(start, end + 1)
    return found


def measure(tests: list[str], target: Path) -> None:
    """Run test files once, and write what they cover beside what others were measured to cover."""
    plugin = Covering()
    plugin.coverage.start()
    pytest.main(["-q", "-m", "not slow", *THOROUGH, "--doctest-modules", *tests], plugins=[plugin])
    plugin.coverage.stop()
    seconds = {test: s for test, s in plugin.seconds.items() if test not in plugin.failed}
    lines = plugin.lines()
    if target.exists():
        old = Covered.read(target)
        seconds |= {t: s for t, s in old.seconds.items() if t.split("::")[0] not in tests}
        for path, by_line in old.lines.items():
            for line, found in by_line.items():
                kept = [test for test in found if test in seconds]
                lines.setdefault(path, {}).setdefault(line, []).extend(kept)
    target.parent.mkdir(parents=True, exist_ok=True)
    number = {name: i for i, name in enumerate(seconds)}
    coded = {
        path: {line: sorted({number[t] for t in found}) for line, found in by_line.items()}
        for path, by_line in lines.items()
    }
    known = {"tests": list(seconds), "seconds": list(seconds.values()), "lines": coded}
    target.write_text(json.dumps(known))
