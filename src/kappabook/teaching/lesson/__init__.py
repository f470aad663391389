"""One lesson of ninety minutes: what is labelled, what the deck shows, what the teacher says."""
