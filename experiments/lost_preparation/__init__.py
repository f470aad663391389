"""The search for two lost preparations, and how often the same search would be lucky."""
