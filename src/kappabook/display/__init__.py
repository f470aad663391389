"""Figures of the measures, in one style."""
