"""Data sets that list every case of a known rule: made here, byte for byte, and not fetched."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product


def balance_scale() -> Iterator[str]:
    """Every weight and distance, left and right: the class is the side that goes down."""
    for left, arm, right, other_arm in product(range(1, 6), repeat=4):
        torque, other = left * arm, right * other_arm
        side = "L" if torque > other else "R" if torque < other else "B"
        yield f"{side},{left},{arm},{right},{other_arm}\n"


def monks_3_test() -> Iterator[str]:
    """Every robot once, by the third MONK's rule, without the noise of the training file."""
    robots = product((1, 2, 3), (1, 2, 3), (1, 2), (1, 2, 3), (1, 2, 3, 4), (1, 2))
    for number, (a1, a2, a3, a4, a5, a6) in enumerate(robots, start=1):
        member = (a5 == 3 and a4 == 1) or (a5 != 4 and a2 != 3)
        yield f" {member:d} {a1} {a2} {a3} {a4} {a5} {a6} data_{number}\n"


LINES: Mapping[str, Callable[[], Iterator[str]]] = {
    "balance-scale.data": balance_scale,
    "monks-3.test": monks_3_test,
}
