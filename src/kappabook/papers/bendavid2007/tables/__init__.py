"""The printed tables, one module each, recomputed from one another and from our own run."""
