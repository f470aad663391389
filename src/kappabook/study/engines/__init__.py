"""Where classifiers are trained: one protocol, and two engines under it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from kappabook.study.engines.protocol import Engine, EngineError
from kappabook.study.engines.sklearn import SklearnEngine
from kappabook.study.engines.weka import WekaEngine

#: What makes the engine of each name.
ENGINES: Mapping[str, Callable[[], Engine]] = {"weka": WekaEngine, "sklearn": SklearnEngine}


def engine_named(engine: str | Engine) -> Engine:
    """Look an engine up by name.

    Parameters
    ----------
    engine : str or Engine
        A key of `ENGINES`; an engine is returned as it is.

    Returns
    -------
    Engine

    Raises
    ------
    ValueError
        An unknown name; the message lists those there are.

    Examples
    --------
    >>> from kappabook.study.engines import engine_named
    >>> engine_named("sklearn").name
    'sklearn'
    """
    if not isinstance(engine, str):
        return engine
    if engine not in ENGINES:
        raise ValueError(f"no engine {engine!r}; there are {', '.join(ENGINES)}.")
    return ENGINES[engine]()


def engine_with(
    engine: str | Engine, classifiers: str | Iterable[str] | Mapping[str, Any] | None = None
) -> tuple[Engine, list[str]]:
    """Look an engine up, and the classifiers wanted of it, both as `run_study` takes them.

    Returns the engine, which now has all of the classifiers, and their keys. An unknown name, and
    estimators for an engine that takes none, raise ValueError.
    """
    where = engine_named(engine)
    if classifiers is None:
        return where, list(where.classifiers)
    if not isinstance(classifiers, str | Iterable):
        raise TypeError(f"classifiers is {classifiers!r}; give names, or names with estimators.")
    keys = [classifiers] if isinstance(classifiers, str) else list(classifiers)
    if isinstance(where, SklearnEngine):
        where = where.including(classifiers if isinstance(classifiers, Mapping) else keys)
    elif isinstance(classifiers, Mapping):
        raise ValueError(
            f"engine {where.name} takes no estimators, only names of classifiers; "
            'give engine="sklearn".'
        )
    for key in keys:
        if key not in where.classifiers:
            raise ValueError(
                f"no classifier {key!r}; {where.name} has {', '.join(where.classifiers)}."
            )
    return where, keys


__all__ = [
    "ENGINES",
    "Engine",
    "EngineError",
    "SklearnEngine",
    "WekaEngine",
    "engine_named",
]
