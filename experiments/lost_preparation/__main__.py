"""``python -m experiments.lost_preparation [FOLDER]``, in the clone."""

import sys
from pathlib import Path

from experiments.lost_preparation.run import run_lost

print(*run_lost(into=Path(sys.argv[1]) if sys.argv[1:] else None), sep="\n")
