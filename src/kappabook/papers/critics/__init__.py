"""The critics: published arguments against kappa and the AUK, weighed."""
