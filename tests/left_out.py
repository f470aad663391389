"""What a run of the tests left out: a line for each reason."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

import pytest
from support import NO_DATA

# Reasons that differ only in what they name: how the line begins, the reason, the thing, and why.
NAMING = (
    (
        "not re-run",
        re.compile(rf"(\S+) {re.escape(NO_DATA)}"),
        "data set",
        "raw data are not here (`make data`, or KAPPABOOK_DATA_MIRROR names a folder)",
    ),
    (
        "not tried",
        re.compile(r"(\S+) is not installed here, as the lock has it"),
        "package",
        "not installed here as the lock has it",
    ),
)


def left_out(skipped: Iterable[pytest.TestReport | pytest.CollectReport]) -> list[str]:
    """Say of each reason how many tests were skipped for it, the most first."""
    groups = defaultdict(list)
    for report in skipped:
        begins, thing, why, name = _kind(_reason(report))
        groups[begins, thing, why].append((isinstance(report, pytest.CollectReport), name))
    lines = []
    for (begins, thing, why), group in sorted(groups.items(), key=lambda g: (-len(g[1]), g[0])):
        files = sum(whole for whole, _ in group)
        counts = [(len(group) - files, "test"), (files, "whole file")]
        what = " and ".join(_number(count, of) for count, of in counts if count)
        named = f" of {_number(len({name for _, name in group}), thing)}" if thing else ""
        lines.append(f"{begins}: {what}{named}: {why}")
    return lines


def _reason(report: pytest.TestReport | pytest.CollectReport) -> str:
    said = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    return " ".join(said.removeprefix("Skipped: ").split())


def _kind(reason: str) -> tuple[str, str, str, str]:
    """Return how the line begins, what kind of thing is missing, why, and the thing."""
    for begins, pattern, thing, why in NAMING:
        if found := pattern.fullmatch(reason):
            return begins, thing, why, found[1]
    return "not tried", "", reason, ""


def _number(count: int, thing: str) -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}"
