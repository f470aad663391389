"""The program: Ctrl-C finds it listening before anything large is imported."""

from __future__ import annotations

from kappabook.system.interrupts import guarded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn


def program() -> NoReturn:
    """Run the command line; the entry point of ``kappabook``."""
    guarded(_load)


def _load() -> Callable[[], int]:
    from kappabook.cli import main

    return main


if __name__ == "__main__":
    program()
