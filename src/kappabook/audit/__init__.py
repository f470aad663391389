"""Print against computed: a document's texts, the values computed for them, and the verdicts.

Nothing here knows a document; those are in `kappabook.papers`.
"""
