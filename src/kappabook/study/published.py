"""The runs whose results are committed: ``make rerun WHAT=study`` and ``make rerun WHAT=power``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kappabook.data import preparations
from kappabook.system.checkout import build_folder, root

# The public data sets of the 2007 paper, in its order.
PUBLIC = tuple(name for name, how in preparations().items() if how.status != "private")
# Those of which we know how the paper prepared them.
MATCHED = tuple(name for name in PUBLIC if preparations()[name].status != "stand-in")

# The commands that make their files.
STUDY, POWER = "make rerun WHAT=study", "make rerun WHAT=power"


@dataclass(frozen=True)
class Run:
    """What one result file holds: which classifiers (None for all of the engine) on which data."""

    datasets: tuple[str, ...]
    classifiers: tuple[str, ...] | None
    engine: str
    repeats: tuple[int, ...] = (1,)  # the seeds
    command: str = STUDY


RUNS: Mapping[str, Run] = {
    "study-weka": Run(PUBLIC, None, "weka"),
    "study-sklearn": Run(PUBLIC, None, "sklearn"),
    "study-weka-seeds": Run(
        MATCHED, ("J48", "NaiveBayes", "Logistic"), "weka", tuple(range(2, 11))
    ),
    # Ten times ten folds, to see smaller differences.
    **{
        f"power-{engine}": Run(PUBLIC, None, engine, tuple(range(1, 11)), command=POWER)
        for engine in ("sklearn", "weka")
    },
}


def run_published(
    names: Sequence[str] = (),
    *,
    datasets: Sequence[str] = (),
    n_jobs: int = -1,
    into: Path | None = None,
) -> Iterator[Path]:
    """Run what is left of each run; yield its CSV file when that is written.

    Parameters
    ----------
    names : sequence of str
        Keys of `RUNS`; default: those of `STUDY`, in their order. An unknown one raises
        ValueError.
    datasets : sequence of str, default=()
        These alone, in each run that has them; all without any. An unknown one raises ValueError.
    n_jobs : int, default=-1
        Threads of WEKA, processes of scikit-learn.
    into : Path, optional
        Default ``data/results`` in the checkout, and ``build/study`` for a part of the data sets.
        Records of what is done are kept in ``build``, or there.
    """
    # Which runs there are is known without scikit-learn.
    from kappabook.study.grid import run_study, small_classes_allowed

    for name in names:
        if name not in RUNS:
            raise ValueError(f"no run {name!r}; there are {', '.join(RUNS)}.")
    for key in datasets:
        if key not in PUBLIC:
            raise ValueError(f"no data set {key!r} in the study; there are {', '.join(PUBLIC)}.")
    for name in names or [name for name, run in RUNS.items() if run.command == STUDY]:
        run = RUNS[name]
        wanted = [key for key in run.datasets if key in datasets or not datasets]
        if not wanted:
            continue
        part = build_folder() / "study"
        out = (into or (part if datasets else root() / "data" / "results")) / f"{name}.csv"
        with small_classes_allowed():
            run_study(
                wanted,
                run.classifiers,
                engine=run.engine,
                repeats=run.repeats,
                n_jobs=n_jobs,
                processes=run.engine == "sklearn",  # its warnings are not made for threads
                out=out,
                record=(part if datasets else build_folder()) / f"{name}.jsonl",
                command=run.command,
            )
        yield out
