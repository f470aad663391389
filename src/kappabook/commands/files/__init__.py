"""Tables in files: read by DuckDB, their faults placed, and written for people."""
