"""Colours as a print without colour, and as colour-blind eyes, show them."""

from __future__ import annotations

import numpy as np
from matplotlib.colors import to_rgba

# Machado, Oliveira and Fernandes (2009), IEEE Transactions on Visualization and Computer Graphics
# 15(6), 1291-1298: the whole defect, on linear RGB.
EYES = {
    "usual": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
}
# IEC 61966-2-1: from linear sRGB to XYZ, divided by its white.
XYZ = np.array(
    [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
) / np.array([[0.9505], [1.0], [1.089]])


def lab(color: object, eyes: str = "usual") -> np.ndarray:
    """Return L*, a*, b* of a colour on white."""
    *rgb, alpha = to_rgba(color)
    mixed = alpha * np.array(rgb) + 1 - alpha
    linear = np.where(mixed <= 0.04045, mixed / 12.92, ((mixed + 0.055) / 1.055) ** 2.4)
    x, y, z = np.cbrt(np.maximum(XYZ @ np.clip(EYES[eyes] @ linear, 0, 1), 0.008856))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def lightness(color: object) -> float:
    return float(lab(color)[0])


def difference(one: object, other: object, eyes: str) -> float:
    return float(np.linalg.norm(lab(one, eyes) - lab(other, eyes)))
