"""Öeren, How to evaluate the performance of QSAR/QSPR classification models: cats and dogs."""

CHAPTERS = ("two_classes", "data_sets", "three_classes")
