"""Öeren, How to evaluate the performance of QSAR/QSPR classification models: cats and dogs."""
