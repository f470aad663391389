"""The critics: published arguments against kappa and the AUK, with their own worked numbers."""
