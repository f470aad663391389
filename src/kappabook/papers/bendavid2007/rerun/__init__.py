"""Our own run of the experiment in WEKA, beside the paper."""
