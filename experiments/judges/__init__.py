"""Judges by simulation: ``make rerun WHAT=judge-rules``; results: `kappabook.study.judges`."""
