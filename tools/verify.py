"""Make everything twice, plainly and disturbed, and compare every byte: ``tools/verify.py``.

What is made are the targets that the Makefile calls .PHONY, but those of UNMADE here; and of each
long experiment its short run. The files of a product are those that its make writes. A product that
differs is made again with one disturbance at a time, so that the table can name the culprit.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import sys
import time
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from disturbed_copies import DISTURBANCES, FAILED, Copy, Files, hashes, turkish_locale
from short_runs import RUNS

MIRROR = "KAPPABOOK_DATA_MIRROR"
ALONE, TOGETHER = "a second plain run differs too", "only several disturbances together"


@dataclass
class Row:
    """What became of one product."""

    product: str
    plain: Files
    disturbed: Files
    committed: Files
    culprit: str = ""

    @property
    def differing(self) -> list[str]:
        """The files that are not the same, or in one copy only."""
        return _differing(self.plain, self.disturbed)

    @property
    def verdict(self) -> str:
        """Whether both copies are the same, and what is to blame if not."""
        if FAILED in self.plain:
            return "make failed"
        return f"no: {self.culprit or 'differs'}" if self.differing else "yes"

    @property
    def cells(self) -> tuple[str, ...]:
        """What the table shows; the last cell counts files that are as in the checkout."""
        known = [path for path in self.plain if path in self.committed]
        same = sum(self.plain[path] == self.committed[path] for path in known)
        both = (_together(files) for files in (self.plain, self.disturbed))
        counts = f"{same} of {len(known)}" if known else ""
        return self.product, str(len(self.plain)), *both, self.verdict, counts


# They make no files, need a network, or take hours.
UNMADE = {
    *("help", "setup", "lab", "data", "rerun", "test", "test-slow", "lint", "format", "lock"),
    "clean",
}


def products(makefile: str, short: Collection[str] = ()) -> dict[str, str]:
    """Map each product to the target that makes it, in the order of their rules."""
    (phony,) = re.findall(r"^\.PHONY: (.*)$", makefile, re.M)
    wanted = set(phony.split()) - UNMADE
    rules = re.findall(r"^([a-z][a-z-]*):(?!=)", makefile, re.M)
    made = {name: name for name in dict.fromkeys(rules) if name in wanted}
    return made | {name: f"build/short/{name}" for name in short}


def verify(source: Path, targets: Mapping[str, str], work: Path, **of_copies: Any) -> list[Row]:
    """Make the targets in two copies, side by side, and look into each that differs.

    Parameters
    ----------
    source : Path
        The checkout.
    targets : mapping of str to str
        As `products` gives them.
    work : Path
        A folder for the copies and the logs.
    of_copies
        `settings` and `variables` of each `Copy`.

    Returns
    -------
    list of Row
        One per product, and one for all files that no product wrote.
    """
    pair = [
        Copy(source, _new(work / name), disturbed, **of_copies)
        for name, disturbed in (("plain", ()), ("disturbed", DISTURBANCES))
    ]
    rows = []
    with ThreadPoolExecutor(2) as both:
        for product, target in targets.items():
            began = time.monotonic()
            made = both.map(Copy.make, pair, (target, target))
            rows.append(Row(product, *made, pair[0].committed))
            _say(f"{product}: {rows[-1].verdict}, {time.monotonic() - began:.0f} s")
    seen = {path for row in rows for path in (*row.plain, *row.disturbed)}
    rest = [hashes(copy.folder, copy.states.keys() - seen) for copy in pair]
    for row in rows:
        if FAILED not in row.plain and row.differing:

            def changes(name: str, row: Row = row) -> bool:
                _say(f"{row.product} again: {name or 'plain'}")
                # Where the plain copy was, so that only "path" moves it.
                plain = work / "plain"
                plain.rename(work / f"plain-{len(list(work.iterdir()))}")
                copy = Copy(source, _new(plain), (name,) if name else (), **of_copies)
                return bool(_differing(row.plain, copy.make(targets[row.product])))

            row.culprit = culprit(changes)
    return [*rows, Row("all other files", *rest, pair[0].committed)]


def culprit(changes: Callable[[str], bool]) -> str:
    """Name each disturbance that changes a product by itself; none is the empty name."""
    if changes(""):
        return ALONE
    return ", ".join(name for name in DISTURBANCES if changes(name)) or TOGETHER


def table(rows: list[Row]) -> str:
    """Write the rows in Markdown."""
    head = ("product", "files", "plain", "disturbed", "same?", "as committed")
    lines = (head, tuple("---" for _ in head), *(row.cells for row in rows))
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _differing(a: Files, b: Files) -> list[str]:
    return sorted(path for path in a.keys() | b.keys() if a.get(path) != b.get(path))


def _together(files: Files) -> str:
    return sha256(repr(sorted(files.items())).encode()).hexdigest()[:12]


def _new(folder: Path) -> Path:
    folder.mkdir(parents=True)
    return folder


def _say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


def main() -> int:
    """Verify the checkout that this file is in; status 1 if anything differs or fails."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("products", nargs="*", help="default: all")
    options = parser.parse_args()
    source = Path(__file__).resolve().parents[1]
    known = products((source / "Makefile").read_text(encoding="utf-8"), RUNS)
    for name in options.products:
        if name not in known:
            parser.error(f"no product {name!r}; there are {', '.join(known)}")
    work = Path(mkdtemp(prefix="verify-"))
    settings, said = turkish_locale(_new(work / "locale"))
    mirror = os.environ.get(MIRROR, "data/raw")
    settings[MIRROR] = mirror if "://" in mirror else str((source / mirror).absolute())
    # So that a copy runs its own sources, also where .venv knows those of the checkout.
    variables = ("VENV=", f"PYTHON={sys.executable}")
    _say(f"{said} Copies and logs: {work}")
    began = time.monotonic()
    wanted = {name: known[name] for name in options.products or known}
    rows = verify(source, wanted, work, settings=settings, variables=variables)
    print(table(rows))
    for row in rows:
        for path in row.differing[:10]:
            print(f"differs: {row.product}, {path}")
    print(f"{(time.monotonic() - began) / 60:.0f} minutes. {said}")
    wrong = any(row.verdict != "yes" for row in rows)
    if wrong:
        print(f"To compare: {work}")
    else:
        shutil.rmtree(work)
    return wrong


if __name__ == "__main__":
    sys.exit(main())
