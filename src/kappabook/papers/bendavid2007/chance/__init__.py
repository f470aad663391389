"""Chance agreements that cannot be, what they must have been, and what a share of hits is."""
