"""``python -m experiments.coverage``, in the clone."""

from collections.abc import Callable

from kappabook.interrupts import guarded


def load() -> Callable[[], int]:
    """Import the rest, which takes a second, when Ctrl-C is listened to."""
    from experiments.coverage.run import main

    return main


if __name__ == "__main__":
    guarded(load)
