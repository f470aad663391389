"""The version, for what may not import the package whose part it is."""

__version__ = "1.0.0"
