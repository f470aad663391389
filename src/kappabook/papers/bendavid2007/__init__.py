"""Ben-David (2007), A lot of randomness is hiding in accuracy."""
