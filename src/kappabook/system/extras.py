"""What an installation lacks, said with the ``pip install`` that mends it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

EXTRAS = ("report", "excel", "notebooks", "weka", "workbook", "test")


class MissingExtraError(ModuleNotFoundError):
    """A module that an extra of the package brings is not installed; the message says which."""


@contextmanager
def need(extra: str, *modules: str) -> Iterator[None]:
    """Say what brings a module that is not installed.

    Parameters
    ----------
    extra : str
        One of the package's extras, as in pyproject.toml, such as ``report``; or the name of a
        single package that is enough, such as ``matplotlib``.
    *modules : str
        Modules to look for without importing them: what is imported later, elsewhere.

    Raises
    ------
    MissingExtraError
        One of `modules`, or what is imported under the context, is missing; with the command
        that installs it.
    """
    try:
        for module in modules:
            if find_spec(module) is None:
                raise ModuleNotFoundError(name=module)
        yield
    except ModuleNotFoundError as error:
        missing = str(error.name).partition(".")[0]
        if missing == "kappabook" or isinstance(error, MissingExtraError):
            raise
        raise MissingExtraError(
            f"{missing} is not installed: {install(extra)}", name=missing
        ) from None


def install(extra: str) -> str:
    """Return the command that installs a package, or an extra from the folder where one is.

    No index has kappabook. In the clone's folder pip takes it from there; elsewhere an installed
    kappabook satisfies pip, which then fetches only what the extra adds.
    """
    if extra not in EXTRAS:
        return f"pip install {extra}"
    ours = "." if Path("src/kappabook/system/extras.py").is_file() else "kappabook"
    return f'pip install "{ours}[{extra}]"'
