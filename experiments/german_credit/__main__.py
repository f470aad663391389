"""``python -m experiments.german_credit``, in the clone."""

from importlib import import_module

from kappabook.system.interrupts import guarded

if __name__ == "__main__":
    # The rest takes a second to import, when Ctrl-C is listened to.
    guarded(lambda: import_module("experiments.german_credit.experiment").main)
