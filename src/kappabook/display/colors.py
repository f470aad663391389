"""The colours of all figures, and with each the dashes, the mark and the ink that go with it."""

from __future__ import annotations

from typing import Any

# Far apart in lightness (L* 29, 60, 75, 47, 9), so that they differ in a black-and-white print,
# and in hue for the colour-blind.
BLUE, ORANGE, GREEN, PURPLE = "#00457F", "#E0740A", "#5ACBA0", "#9D4EBF"
BLACK, GREY = "#1A1A1A", "#6E6E6E"
# What is light enough for a line is too light for words: these are the same hues, darker.
INK = {ORANGE: "#B84E00", GREEN: "#00785A"}
# A second difference for every series: the dashes of a colour's line, and the shape of its mark.
LINES = {BLUE: "-", ORANGE: "--", GREEN: "-.", PURPLE: ":", BLACK: (0, (8, 2))}
MARKERS = {BLUE: "o", ORANGE: "s", GREEN: "D", PURPLE: "^", BLACK: "v"}


def line(color: str) -> dict[str, Any]:
    """Return what ``plot`` takes for a line of this colour: the colour and its dashes."""
    return {"color": color, "linestyle": LINES[color]}


def marks(color: str) -> dict[str, Any]:
    """Return what ``plot`` takes for points of this colour: the colour and its shape, no line."""
    return {"color": color, "marker": MARKERS[color], "linestyle": "none"}


def ink(color: str) -> str:
    """Return the colour in which words about a series of this colour are legible on white."""
    return INK.get(color, color)
