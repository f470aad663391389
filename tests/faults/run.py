"""Stop commands at random moments, and look at what is left: ``tests/faults/run.py``.

``python tests/faults/run.py kill`` kills whole process groups (SIGKILL) and runs the command again;
``interrupt`` sends what Ctrl-C sends (SIGINT); ``twice`` starts a command while it runs. The
moments are drawn evenly over the time that an undisturbed run takes, from a seed that is printed.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from copies import PATIENCE, Copy, template
from targets import INTERRUPTED, KILLED, Target

SEED = 21
SAID = "interrupted: no file is half-written; run it again to go on\n"

REFUSED = "another run "


@dataclass
class Tally:
    """How many runs were stopped, and what was wrong with those that did not survive."""

    seconds: float = 0
    tried: int = 0
    early: int = 0  # before Python had started our code
    wrong: list[str] = field(default_factory=list)

    @property
    def survived(self) -> int:
        return self.tried - len(self.wrong)


def stop(copy: Copy, command: list[str], seconds: float, number: signal.Signals) -> int | None:
    """Start a command and send a signal to its group; return the status, None if it was done."""
    process = copy.start(command)
    try:
        process.wait(timeout=seconds)
        return None
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, number)
    return process.wait(timeout=120)


def different(before: dict[str, str], after: dict[str, str]) -> list[str]:
    """Name the files that came, went or changed; of a home only those that came."""
    names = sorted(before.keys() | after.keys())
    return [
        name
        for name in names
        if before.get(name) != after.get(name) and not (name.startswith("home/") and name in before)
    ]


def killed(
    name: str, target: Target, folder: Path, moments: int, in_a_row: int, seed: int
) -> Iterator[Tally]:
    """Kill a command at random moments, let the next run finish, and compare the two."""
    copy, start, draw, tally = _prepared(name, target, folder, seed)
    whole, said = copy.files(), (copy.folder / "out").read_bytes()
    while tally.tried < moments:
        copy.again(start)
        at: list[str] = []
        running: list[int] = []
        while len(at) < min(in_a_row, moments - tally.tried):
            moment = draw.uniform(0, tally.seconds)
            if stop(copy, target.command, moment, signal.SIGKILL) is None:
                # It was done sooner than expected, on a machine less busy: nothing was killed.
                tally.seconds = min(tally.seconds, moment)
                copy.again(start)
                at = []
                continue
            at.append(f"{moment:.2f}")
            running = copy.quiet()
        tally.tried += len(at)
        try:
            copy.run(target.command)
            wrong = different(whole, copy.files())
            if name in ("score", "report") and said != (copy.folder / "out").read_bytes():
                wrong.append("what it says")
        except AssertionError as error:
            wrong = [str(error)]
        wrong += [f"process {pid} runs on" for pid in running]
        if wrong:
            tally.wrong.append(f"{name}, killed at {', '.join(at)} s: {'; '.join(wrong)}")
        yield tally


def interrupted(
    name: str, target: Target, folder: Path, moments: int, _: int, seed: int
) -> Iterator[Tally]:
    """Interrupt a command at random moments: one line, status 130, every file old or whole."""
    copy, start, draw, tally = _prepared(name, target, folder, seed)
    whole = copy.files()
    copy.again(start)
    while tally.tried < moments:
        before = copy.files()
        moment = draw.uniform(0, tally.seconds)
        status = stop(copy, target.command, moment, signal.SIGINT)
        wrong = [f"process {pid} runs on" for pid in copy.quiet()]
        said = copy.said()
        if status is None or (status == 0 and not said):  # it was done
            tally.seconds = min(tally.seconds, moment)
            copy.again(start)
            continue
        if status in (-signal.SIGINT, 1) and "kappabook/" not in said.replace(str(copy.folder), ""):
            tally.early += 1
            continue
        tally.tried += 1
        for path in copy.checkout.rglob("*.jsonl"):  # kept, to go on from
            path.unlink()
        after = copy.files()
        wrong += [
            f"{n} is neither" for n in different(before, after) if after.get(n) != whole.get(n)
        ]
        if status != 130:
            wrong.append(f"status {status}")
        if said != SAID:
            wrong.append(f"said {said[-1500:]!r}")
        if wrong:
            tally.wrong.append(f"{name}, interrupted at {moment:.2f} s: {'; '.join(wrong)}")
        copy.again(start)
        yield tally


def twice(
    name: str, target: Target, folder: Path, moments: int, _: int, seed: int
) -> Iterator[Tally]:
    """Start a command a second time while the first runs: it does the same, or is refused."""
    copy, start, draw, tally = _prepared(name, target, folder, seed)
    whole = copy.files()
    while tally.tried < moments:
        copy.again(start)
        moment = draw.uniform(0, tally.seconds)
        first = copy.start(target.command, "first")
        time.sleep(moment)
        second = copy.start(target.command)
        statuses = first.wait(timeout=PATIENCE), second.wait(timeout=PATIENCE)
        wrong = different(whole, copy.files())
        for status, said in zip(statuses, (copy.said("first"), copy.said()), strict=True):
            if status and REFUSED not in said:
                wrong.append(f"status {status}: {said[-1000:]}")
        if all(statuses):
            wrong.append("none of the two was done")
        tally.tried += 1
        if wrong:
            tally.wrong.append(f"{name}, again after {moment:.2f} s: {'; '.join(wrong)}")
        yield tally


def _prepared(
    name: str, target: Target, folder: Path, seed: int
) -> tuple[Copy, Path, random.Random, Tally]:
    """Make a copy and run the command once, so that caches are there; then once undisturbed."""
    start = folder / "start"
    target.prepare(start / "checkout")
    copy = Copy(folder / name)
    copy.folder.mkdir()
    copy.again(start)
    copy.run(target.command)
    again = folder / f"start-{name}"
    (start / "checkout").rename(folder / "keep")
    again.mkdir()
    (folder / "keep").rename(again / "checkout")
    (copy.folder / "home").rename(again / "home")
    (again / "tmp").mkdir()
    copy.again(again)
    return copy, again, random.Random(f"{seed} {name}"), Tally(copy.run(target.command))


def try_target(
    kind: Callable[..., Iterator[Tally]],
    name: str,
    target: Target,
    moments: int,
    in_a_row: int = 1,
    seed: int = SEED,
    until: float = float("inf"),
) -> Tally:
    """Try one target so often, or until a moment of time.monotonic."""
    tally, told = Tally(), 0
    with tempfile.TemporaryDirectory(prefix="faults-", ignore_cleanup_errors=True) as folder:
        (Path(folder) / "start").mkdir()
        template(Path(folder) / "start")
        for now in kind(name, target, Path(folder), moments, in_a_row, seed):
            tally = now
            print(f"{name}: {now.tried} tried, {now.survived} survived", file=sys.stderr)
            print("".join(f"{wrong}\n" for wrong in now.wrong[told:]), end="", flush=True)
            told = len(now.wrong)
            if time.monotonic() > until:
                break
    return tally


KINDS = {
    "kill": (killed, KILLED),
    "interrupt": (interrupted, INTERRUPTED),
    "twice": (twice, KILLED),
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=KINDS)
    parser.add_argument("names", nargs="*", metavar="TARGET")
    parser.add_argument("--moments", type=int, metavar="N", help="default: those of targets.py")
    parser.add_argument("--in-a-row", type=int, default=1, metavar="N", help="kills before a run")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--minutes", type=float, default=float("inf"), help="for each target")
    options = parser.parse_args()
    # What is started inherits it if this runs in the background of a shell, and ignores Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    kind, targets = KINDS[options.what]
    print(f"seed {options.seed}\n\n| {options.what} | tried | survived | seconds of a whole run |")
    print("|---|--:|--:|--:|", flush=True)
    failures = 0
    for name in options.names or targets:
        target = targets[name]
        tally = try_target(
            kind,
            name,
            target,
            options.moments or target.moments,
            options.in_a_row,
            options.seed,
            time.monotonic() + 60 * options.minutes,
        )
        early = f" ({tally.early} more before our code)" if tally.early else ""
        print(
            f"| {name} | {tally.tried}{early} | {tally.survived} | {tally.seconds:.1f} |",
            flush=True,
        )
        failures += len(tally.wrong)
    return min(failures, 1)


if __name__ == "__main__":
    sys.exit(main())
