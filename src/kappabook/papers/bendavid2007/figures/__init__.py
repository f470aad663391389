"""The figures of this paper, drawn by ourselves; it prints none."""

from kappabook.papers.bendavid2007.figures.our_run import cd, drivers, printed_ranks, rerun, seeds
from kappabook.papers.bendavid2007.figures.printed_tables import chance, intervals, t_tests

__all__ = ["cd", "chance", "drivers", "intervals", "printed_ranks", "rerun", "seeds", "t_tests"]
