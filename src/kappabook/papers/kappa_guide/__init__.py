"""The guide: a documentation page on Cohen's kappa with two doctors and a scale of words."""

from kappabook.papers.kappa_guide.checks import findings
from kappabook.papers.kappa_guide.classes import one_vs_rest
from kappabook.papers.kappa_guide.doctors import read_doctors
from kappabook.papers.kappa_guide.figures import FIGURES
from kappabook.papers.kappa_guide.scale import level, read_scale

TITLE = "Cohen's Kappa (a documentation page)"

__all__ = ["FIGURES", "TITLE", "findings", "level", "one_vs_rest", "read_doctors", "read_scale"]
