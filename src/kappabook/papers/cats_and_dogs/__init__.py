"""Öeren, How to evaluate the performance of QSAR/QSPR classification models: cats and dogs."""

from kappabook.papers.cats_and_dogs.checks import findings
from kappabook.papers.cats_and_dogs.figures import FIGURES
from kappabook.papers.cats_and_dogs.models import read_model, read_three_classes

# Our copy begins below the title; this is what the page's address says.
TITLE = "How to evaluate the performance of QSAR/QSPR classification models"

__all__ = ["FIGURES", "TITLE", "findings", "read_model", "read_three_classes"]
