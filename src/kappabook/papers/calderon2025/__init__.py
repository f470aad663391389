"""The alternative annotator test, which asks if a language model may replace an annotator."""
