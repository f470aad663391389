"""Which number should I report? The advice, its counter-examples, and our own evidence."""
