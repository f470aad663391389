"""Which function of a document's module computes which claim, as the function declares.

A declaration is an id or a pattern, in the language of ``remarks.toml``. Each claim is declared by
one function at most, so that the audit finds the function of a claim without calling the others.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from kappabook.audit.printed import AuditError, Claim, matching, nearest

_Function = TypeVar("_Function", bound=Callable[..., Mapping[str, Any]])
_OPEN_BRACKET = re.compile(r"\[[^]]*$")


@dataclass(frozen=True, eq=False)
class Call:
    """One call of a function of a document: its further arguments, and the ids it declares."""

    function: Callable[..., Mapping[str, Any]]
    arguments: tuple[Any, ...]
    ids: tuple[str, ...]

    @property
    def place(self) -> str:
        """File, line and name of the function."""
        return f"{place_of(self.function)}: {self.function.__name__}"


def place_of(function: Callable[..., Any]) -> str:
    """Return the file and the line of a function, or of the decorator above it."""
    code = inspect.unwrap(function).__code__
    return f"{code.co_filename}:{code.co_firstlineno}"


def computes(*ids: str, each: Iterable[Any] | None = None) -> Callable[[_Function], _Function]:
    """Declare which claims a function of a document's module computes.

    The function takes the printed texts (`Printed`) and returns the computed values by claim, ids
    without the document's key.

    Parameters
    ----------
    *ids : str
        Ids or patterns, such as ``"eq?"`` and ``"table1.*"``. The function gives a value for each
        id, and for each claim of a pattern that needs one; inputs, judgements and what is
        unavailable need none. Another function may not declare the same claim.
    each : iterable, optional
        The function is called once for each of these, as its second argument, so that what a claim
        reads stays narrow. They fill the braces of the ids, ``"example{}.*"``; a tuple fills one
        pair of braces after the other.

    Raises
    ------
    AuditError
        No id, nothing in `each`, or braces that it does not fill; with file, line and function.

    Examples
    --------
    >>> @computes("example{}.kappa", each=(1, 2))
    ... def examples(p, number):
    ...     return {f"example{number}.kappa": p.number(f"example{number}.accuracy") * 2 - 1}
    >>> [call.ids for call in examples.computes]
    [('example1.kappa',), ('example2.kappa',)]
    """
    items = None if each is None else tuple(each)

    def mark(function: _Function) -> _Function:
        marked: Any = function
        marked.computes = tuple(_calls(function, ids, items))
        return function

    if ids and callable(ids[0]):  # without parentheses, the function is taken for an id
        mark(ids[0])
    return mark


def _calls(function: Any, ids: tuple[str, ...], each: tuple[Any, ...] | None) -> Iterator[Call]:
    where = Call(function, (), ids).place
    if not ids or not all(isinstance(name, str) for name in ids):
        raise AuditError(f'{where} declares no claim; write @computes("ID", ...) above it.')
    if each == ():
        raise AuditError(f"{where} has nothing in `each`, and would never be called.")
    for arguments in [()] if each is None else [(one,) for one in each]:
        fill = arguments[0] if arguments and isinstance(arguments[0], tuple) else arguments
        try:
            yield Call(function, arguments, tuple(name.format(*fill) for name in ids))
        except (LookupError, ValueError) as error:
            given = f"`each` gives {arguments[0]!r}" if arguments else "there is no `each`"
            raise AuditError(
                f"{where} declares {', '.join(ids)}, and {given} to fill the braces ({error})."
            ) from None


def by_claim(calls: Iterable[Call], claims: Mapping[str, Claim]) -> dict[str, Call]:
    """Return the call that declares each claim; repeats, and what no call declares, are left out.

    Raises
    ------
    AuditError
        An id that is no claim, or that repeats another; a pattern that no claim matches, or whose
        bracket is not closed; a claim declared twice. With file, line and function.
    """
    found: dict[str, Call] = {}
    for call in calls:
        for declared in call.ids:
            for name in _claims_of(call, declared, claims):
                if name in found:
                    by = "" if declared == name else f" by {declared!r}"
                    raise AuditError(
                        f"{call.place} declares {name}{by}, and so does {found[name].place}; "
                        "keep one."
                    )
                found[name] = call
    return found


def _claims_of(call: Call, declared: str, claims: Mapping[str, Claim]) -> list[str]:
    if declared in claims:
        if first := claims[declared].same_as:
            raise AuditError(
                f"{call.place} declares {declared}, which says again {first}; declare that alone."
            )
        return [declared]
    if not re.search(r"[*?[]", declared):
        near = nearest(declared, claims)
        raise AuditError(f"{call.place} declares {declared!r}, which is no claim{near}.")
    if _OPEN_BRACKET.search(declared):
        raise AuditError(f"{call.place} declares {declared!r}, whose bracket is not closed.")
    if not (names := matching(declared, claims)):
        raise AuditError(f"{call.place} declares {declared!r}, which no claim matches.")
    return names


def refuse_other_claims(
    call: Call,
    given: Collection[str],
    declared: Mapping[str, Call],
    claims: Mapping[str, Claim],
    needed: Callable[[str], bool],
) -> None:
    """Refuse a call that gives other claims than it declares.

    Parameters
    ----------
    call : Call
        The call.
    given : collection of str
        The ids that it gave a value.
    declared : mapping of str to Call
        As `by_claim` returns it.
    claims : mapping of str to Claim
        The claims of the document.
    needed : callable
        Says whether a claim needs a value where only a pattern declares it.

    Raises
    ------
    AuditError
        An id that is no claim, or that repeats another; one that the call does not declare; one
        that it declares and does not give. With file, line and function.
    """
    for name in given:
        if name not in claims:
            raise AuditError(
                f"{call.place} gives {name!r}, which is no claim{nearest(name, claims)}."
            )
        if first := claims[name].same_as:
            raise AuditError(
                f"{call.place} gives {name}, which says again {first}; give that alone."
            )
        if declared.get(name) is not call:
            other = f"; {declared[name].place} does" if name in declared else ""
            raise AuditError(f"{call.place} gives {name} and does not declare it{other}.")
    for name, owner in declared.items():
        if owner is call and name not in given and (name in call.ids or needed(name)):
            raise AuditError(f"{call.place} declares {name} and does not give it.")
