"""What everything stands on: files, interruptions, extras, the clone, and running a notebook."""
