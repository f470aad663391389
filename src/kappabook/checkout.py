"""Where the workbook's checkout is: needed by papers, ledger and notebooks, not by the measures."""

import os
from pathlib import Path

VARIABLE = "KAPPABOOK_ROOT"


def root() -> Path:
    """Return the checkout: ``$KAPPABOOK_ROOT``, or found upward from the current folder.

    Raises
    ------
    FileNotFoundError
        Neither names a folder that holds ``data/printed``.
    """
    named = os.environ.get(VARIABLE)
    start = Path(named) if named else Path.cwd()
    candidates = [start] if named else [start, *start.parents]
    for folder in candidates:
        if (folder / "data" / "printed").is_dir():
            return folder.resolve()
    raise FileNotFoundError(
        f"no kappabook checkout at or above {start}: papers and ledger need the repository. "
        f"Run inside a clone, or set {VARIABLE} to one."
    )
