"""The workbook's program, which make calls: ``python -m kappabook.workbook --help``."""

from collections.abc import Callable

from kappabook.system.interrupts import guarded


def _load() -> Callable[[], int]:
    from kappabook.workbook.targets import main

    return main


if __name__ == "__main__":  # Ctrl-C finds it listening before anything large is imported
    guarded(_load)
