"""Formulas in SVG as text that can be selected and found.

matplotlib writes each glyph of a formula as an element of its own, sorted by font, and names one
font only. Here the glyphs of a line stand in reading order, each where it was.
"""

from __future__ import annotations

import re
from itertools import groupby

import matplotlib.pyplot as plt

GLYPH = re.compile(r'<tspan x="([^"]*)" y="([^"]*)" style="([^"]*)">([^<]*)</tspan>')
FORMULA = re.compile(rf"<text>\s*((?:{GLYPH.pattern}\s*)+)</text>")
FAMILY = re.compile(r"font-family: ('[^']*')")


def with_formulas_as_text(svg: str) -> str:
    """Join the glyphs of each formula to words, in fonts that every browser has."""
    return FORMULA.sub(_formula, svg)


def _formula(found: re.Match[str]) -> str:
    glyphs = sorted(GLYPH.findall(found[1]), key=lambda glyph: float(glyph[0]))
    words = []
    for (y, style), run in groupby(glyphs, key=lambda glyph: (glyph[1], glyph[2])):
        places, letters = zip(*((x, letter) for x, _, _, letter in run), strict=True)
        words.append(
            f'<tspan x="{" ".join(places)}" y="{y}" style="{FAMILY.sub(_stack, style)}">'
            f"{''.join(letters)}</tspan>"
        )
    return f"<text>{''.join(words)}</text>"


def _stack(family: re.Match[str]) -> str:
    quoted = [f"'{name}'" for name in plt.rcParams["font.sans-serif"]]
    names = [family[1], *quoted, "sans-serif"]
    return f"font-family: {', '.join(dict.fromkeys(names))}"
