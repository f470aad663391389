"""Files that are made here, byte for byte: from a rule, from a package's copy, or from another.

Balance Scale and the test file of Monks-3 list every case of a known rule. The file of Boston
Housing, and that of German Credit, are another layout of the rows that a package of the index
ships. And ``german.data-numeric`` is a function of ``german.data``.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping
from itertools import product

# The 20 attributes of german.data, in order.
GERMAN_SYMBOLIC = (
    *("checking_account", "duration_months", "credit_history", "purpose", "amount", "savings"),
    *("employment", "instalment_rate", "personal_status", "other_debtors", "residence_since"),
    *("property", "age", "other_plans", "housing", "existing_credits", "job", "people_liable"),
    *("telephone", "foreign_worker"),
)
# The 24 columns of german.data-numeric, in order. A code such as A14 is its last digit, 4; a
# column with "=" is 1 where the attribute has this code, and 0 elsewhere. The instalment rate, and
# eight of the ten purposes, do not enter. Nobody documented this; we found it by comparing the two
# files, and all 1,000 rows agree byte for byte.
GERMAN_NUMERIC = (
    *("checking_account", "duration_months", "credit_history", "amount_hundreds", "savings"),
    *("employment", "personal_status", "residence_since", "property", "age", "other_plans"),
    *("existing_credits", "people_liable", "telephone", "foreign_worker"),
    *("purpose=A40", "purpose=A41", "other_debtors=A101", "other_debtors=A102"),
    *("housing=A151", "housing=A152", "job=A171", "job=A172", "job=A173"),
)
# Width and decimals of each column of housing.data.
HOUSING_LAYOUT = (
    *((8, 5), (6, 2), (7, 3), (2, 0), (7, 4), (7, 4), (6, 2)),
    *((7, 4), (3, 0), (6, 1), (6, 2), (6, 2), (6, 2), (6, 2)),
)


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


def german_symbolic(shipped: str) -> Iterator[str]:
    """Separate the 20 values and the class by blanks; the package has commas, and a head."""
    for row in csv.reader(shipped.splitlines()[1:]):
        yield " ".join(row) + "\n"


def german_numeric(symbolic: str) -> Iterator[str]:
    """Compute the 24 numbers of each row, and the class, each right-aligned in four places."""
    for line in symbolic.splitlines():
        *values, label = line.split()
        row = dict(zip(GERMAN_SYMBOLIC, values, strict=True))
        numbers = [*(_german_number(column, row) for column in GERMAN_NUMERIC), int(label)]
        yield "".join(f"{number:4d}" for number in numbers) + " \n"


def _german_number(column: str, row: Mapping[str, str]) -> int:
    name, _, code = column.partition("=")
    if code:
        return int(row[name] == code)
    if name == "amount_hundreds":
        return round(int(row["amount"]) / 100)  # half to even, as the file has it
    value = row[name]
    return int(value[-1]) if value.startswith("A") else int(value)


def housing(shipped: str) -> Iterator[str]:
    """Lay the rows out in columns of fixed width, separated by a blank; three lines are a head."""
    for line in shipped.splitlines()[3:]:
        cells = zip(line.split("\t"), HOUSING_LAYOUT, strict=True)
        yield " ".join(f"{float(cell):{width}.{places}f}" for cell, (width, places) in cells) + "\n"


#: What makes a file: of nothing, of what a package ships, or of another file of the data set.
LINES: Mapping[str, Callable[..., Iterator[str]]] = {
    "balance-scale.data": balance_scale,
    "monks-3.test": monks_3_test,
    "german.data": german_symbolic,
    "german.data-numeric": german_numeric,
    "housing.data": housing,
}
