"""What each section of the paper says, checked."""
