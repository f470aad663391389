"""The ledger in HTML: what writes it, and its templates, style and script."""
