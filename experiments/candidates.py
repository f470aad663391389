"""Other readings of the nine matched data sets, as a search would try them.

Each family is a product of choices that the paper leaves open, stated plainly, so that anyone can
run the search again: how many readings there are, how many match, and how many match by chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations, product

from kappabook.data.encodings import MISSING, Record, Scheme, domain, records, schemes, tabulate
from kappabook.data.table import Attribute, Table

Option = tuple[str, Callable[[Scheme], Scheme]]
Axis = list[Option]


@dataclass(frozen=True, eq=False)
class Candidate:
    """One reading: what was chosen, in words, and the table it gives."""

    label: str
    table: Table


def candidates(name: str, *, download: bool = True) -> Iterator[Candidate]:
    """Yield every reading of one data set; the first is what `encode` gives.

    A name that is not in `FAMILIES` raises ValueError.
    """
    if name not in FAMILIES:
        raise ValueError(f"no candidates for {name!r}; there are some for {', '.join(FAMILIES)}.")
    rows = records(name, download=download)
    for options in product(*FAMILIES[name](schemes()[name], rows)):
        scheme = schemes()[name]
        for _, change in options:
            scheme = change(scheme)
        yield Candidate("; ".join(label for label, _ in options), tabulate(name, rows, scheme))


# --- choices ----------------------------------------------------------------------------------


def _with_domains(label: str, attributes: Sequence[Attribute]) -> Option:
    return label, lambda scheme: replace(scheme, attributes=tuple(attributes))


def _declared(scheme: Scheme) -> Option:
    return _with_domains("domains as declared", scheme.attributes)


def _numeric(scheme: Scheme) -> Option:
    return _with_domains("numbers", [replace(a, values=None) for a in scheme.attributes])


def _observed(scheme: Scheme, rows: Sequence[Record]) -> Option:
    """Only values that occur, in the declared order, which is ascending."""
    occur = {a.name: {row.cells[a.name] for row in rows} for a in scheme.attributes}
    return _with_domains(
        "domains of the values that occur",
        [
            replace(a, values=tuple(v for v in a.values or () if v in occur[a.name]))
            for a in scheme.attributes
        ],
    )


def _up_to_4(scheme: Scheme) -> Option:
    """Declare the scale of the questionnaire for every attribute."""
    return _with_domains(
        "domains 1 to 4", [replace(a, values=domain("1..4")) for a in scheme.attributes]
    )


def _classes(classes: Sequence[str]) -> Option:
    return f"classes {','.join(classes)}", lambda scheme: replace(scheme, classes=tuple(classes))


def _orders(scheme: Scheme) -> Axis:
    """Every order of the classes, the chosen one first."""
    return [_classes(order) for order in permutations(scheme.classes)]


def _up_or_down(*domains: Sequence[str]) -> Axis:
    return [_classes(order) for domain in domains for order in (domain, domain[::-1])]


def _comfort(mapping: Mapping[str, str], label: str) -> Option:
    """Merge values of COMFORT; a group called ? is missing."""
    values = tuple(dict.fromkeys(v for v in mapping.values() if v != MISSING))

    def change(scheme: Scheme) -> Scheme:
        others = scheme.attributes[:-1]
        return replace(
            scheme,
            attributes=(*others, Attribute("COMFORT", values)),
            translate={"COMFORT": mapping},
        )

    return label, change


def _comforts() -> Axis:
    """Merge the four values and the missing mark in every way; call one group missing, or none.

    At least one value must not be missing, which leaves 202 ways.
    """
    options = []
    for groups in _partitions(("05", "07", "10", "15", MISSING)):
        for missing in (None, *groups):
            mapping = {
                value: MISSING if group is missing else group[0].replace(MISSING, "none")
                for group in groups
                for value in group
            }
            names = ["+".join(group) for group in groups]
            gone = "none missing" if missing is None else f"{'+'.join(missing)} missing"
            if any(v != MISSING for v in mapping.values()):
                options.append(_comfort(mapping, f"COMFORT {' '.join(names)}, {gone}"))
    chosen = "COMFORT 05+07 10 15+?, none missing"
    return sorted(options, key=lambda option: option[0] != chosen)


def _partitions(items: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Yield the ways to split items into groups; the first member leads its group."""
    if not items:
        yield ()
        return
    *rest, last = items
    for groups in _partitions(tuple(rest)):
        for at, group in enumerate(groups):
            yield (*groups[:at], (*group, last), *groups[at + 1 :])
        yield (*groups, (last,))


def _documented() -> Option:
    """Declare the values the documentation lists, though they never occur."""
    more = {
        "L-O2": ("excellent", "good", "fair", "poor"),
        "SURF-STBL": domain("stable mod-stable unstable"),
    }

    def change(scheme: Scheme) -> Scheme:
        wider = (replace(a, values=more.get(a.name, a.values)) for a in scheme.attributes)
        return replace(scheme, attributes=tuple(wider))

    return "documented domains", change


def _fills() -> Axis:
    return [
        ("missing cells filled", lambda scheme: replace(scheme, fill=True)),
        ("missing cells stay", lambda scheme: replace(scheme, fill=False)),
    ]


def _bins(chosen: int, most: int) -> Axis:
    """Cut the numbers into 2 to `most` bins of equal width, the chosen number first, or not."""

    def into(bins: int) -> Option:
        return f"{bins} bins of equal width", lambda scheme: replace(scheme, bins=bins)

    others = [into(bins) for bins in range(2, most + 1) if bins != chosen]
    return [into(chosen), *others, ("numbers", lambda scheme: replace(scheme, bins=None))]


FAMILIES: Mapping[str, Callable[[Scheme, Sequence[Record]], list[Axis]]] = {
    "balance-scale": lambda s, _: [[_declared(s), _numeric(s)], _orders(s)],
    "car": lambda s, _: [_orders(s)],
    "credit-approval": lambda s, _: [_fills(), _bins(10, 20), _orders(s)],
    "era": lambda s, rows: [
        [_declared(s), _observed(s, rows), _numeric(s)],
        _up_or_down(domain("1..9"), domain("0..9")),
    ],
    "esl": lambda s, rows: [
        [_declared(s), _observed(s, rows), _numeric(s)],
        _up_or_down(domain("0..9"), domain("1..9")),
    ],
    "lev": lambda s, _: [[_declared(s), _numeric(s)], _orders(s)],
    "monks-3": lambda s, _: [[_declared(s), _numeric(s)], _orders(s)],
    "post-operative": lambda s, _: [[_declared(s), _documented()], _comforts()],
    "swd": lambda s, _: [[_declared(s), _up_to_4(s), _numeric(s)], _orders(s)],
}
