"""Where classifiers are trained: one protocol, and two engines under it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

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


__all__ = ["ENGINES", "Engine", "EngineError", "SklearnEngine", "WekaEngine", "engine_named"]
