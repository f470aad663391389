"""How often the library's intervals hold the truth: ``make rerun WHAT=coverage``."""
