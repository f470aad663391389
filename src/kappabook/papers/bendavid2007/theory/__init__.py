"""Sections 2 and 3: equations and statements that hold whatever the data are."""
