"""Put a mutant's code into a process: into functions that live already, or into the import."""

from __future__ import annotations

import gc
import importlib.machinery
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
FUNCTION = 0x2  # the flag of code whose variables are fast: a function's, not a class's
Mutant = dict[str, Any]


def patch_import(mutant: Mutant) -> None:
    """Have the mutant's source imported in place of its file."""
    path, original = str(ROOT / mutant["file"]), importlib.machinery.SourceFileLoader.get_code

    def get_code(self: Any, name: str) -> CodeType | None:
        if self.path != path:
            return original(self, name)
        return compile(mutant["source"], path, "exec", dont_inherit=True)

    importlib.machinery.SourceFileLoader.get_code = get_code  # type: ignore[method-assign]


def inner(code: CodeType, function: bool) -> list[CodeType]:
    """List the functions, or the classes, that a code defines."""
    found = (c for c in code.co_consts if isinstance(c, CodeType))
    return [c for c in found if bool(c.co_flags & FUNCTION) == function]


def functions(code: CodeType) -> dict[tuple[str, int], CodeType]:
    """Return the code of a module's functions and of its classes' methods."""
    found = {(c.co_qualname, c.co_firstlineno): c for c in inner(code, function=True)}
    for each in inner(code, function=False):
        found |= functions(each)
    return found


def frame(code: CodeType) -> list[object]:
    """Return what a module and its classes do themselves, outside the bodies of functions."""
    plain = [repr(c) for c in code.co_consts if not isinstance(c, CodeType)]
    return [code.co_code, plain, code.co_names, *map(frame, inner(code, function=False))]


def live_functions() -> dict[str, list[FunctionType]]:
    """Return every function that is alive, by its file."""
    found: dict[str, list[FunctionType]] = {}
    gc.unfreeze()  # tests/conftest.py freezes what the collection imported, which hides it
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType):
            found.setdefault(thing.__code__.co_filename, []).append(thing)
    return found


def swap(mutant: Mutant, live: dict[str, list[FunctionType]]) -> bool:
    """Give live functions the mutant's code; return whether that is all the mutant alters."""
    path = str(ROOT / mutant["file"])
    before = compile(Path(path).read_text(encoding="utf-8"), path, "exec", dont_inherit=True)
    after = compile(mutant["source"], path, "exec", dont_inherit=True)
    if frame(before) != frame(after):
        return False
    old, new = functions(before), functions(after)
    changed = {key for key in old if new.get(key) != old[key]}
    done = set()
    for thing in live.get(path, []):
        key = thing.__code__.co_qualname, thing.__code__.co_firstlineno
        if key in changed & new.keys() and thing.__code__.co_freevars == new[key].co_freevars:
            thing.__code__ = new[key]
            done.add(key)
    return done == changed
