"""The contrast of two colours, by the definition of WCAG 2."""

from __future__ import annotations

import re


def contrast(one: str, other: str) -> float:
    """Return the ratio of the relative luminances of two colours, as #rrggbb or rgb(r, g, b)."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(color: str) -> float:
    if color.startswith("#"):
        numbers = [int(color[i : i + 2], 16) for i in (1, 3, 5)]
    else:
        assert color.startswith("rgb("), f"{color} is not opaque"
        numbers = [int(number) for number in re.findall(r"\d+", color)]
    parts = [number / 255 for number in numbers]
    linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
