"""Read the state of a program when it calls the search.

Each part of the program's state is an argument, a module variable, or an attribute of an argument or variable.
"""

from collections.abc import Collection, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any, Final

from prunecheck.subjects.own_game.hooks.fingerprints import (
    GLOBAL,
    fingerprint,
    fingerprints,
    is_reordered,
    named_parts,
    parts_of,
)
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.hooks.own_program import OwnProgram

DEEPEST: Final = 2  # parts are searched for at most this deep inside objects


def parts_at(program: OwnProgram, arguments: Mapping[str, Any]) -> Iterator[tuple[str, Any, Hashable]]:
    """Yield the name, value and fingerprint of each argument of a call, each module variable, and their attributes."""
    owner = arguments.get("self")
    for name, whole in (*program.data().items(), *arguments.items()):
        for part, held in parts_of(name, whole):
            yield part, held, fingerprint(held, None if held is whole else owner)


def marks_at(program: OwnProgram, arguments: Mapping[str, Any]) -> dict[str, Hashable]:
    """Return fingerprints of a call's arguments, of the module's variables, and of their attributes, by name."""
    return {part: mark for part, _, mark in parts_at(program, arguments)}


def changed_parts(before: Mapping[str, Hashable], after: Mapping[str, Hashable]) -> list[str]:
    """List the names of variables and attributes whose fingerprints differ.

    A list of moves or cells does not count as different if only the order of its items differs.
    """
    differing = [part for part, printed in before.items() if after.get(part) != printed]
    return sorted(part for part in differing if not is_reordered(before[part], after.get(part)))


def without(printed: Hashable, names: Collection[str]) -> Hashable:
    """Remove the items or attributes with these names from the fingerprint of a dictionary or an object.

    >>> without(fingerprint({"turn": "X", "moves": [3]}), ["moves"]) == fingerprint({"turn": "X"})
    True
    """
    own = frozenset((name, held) for name, held in named_parts(printed).items() if name not in names)
    return (printed[0], own) if isinstance(printed, tuple) else own


@dataclass(frozen=True, slots=True)
class Parts:
    """The arguments and module variables, and their attributes, that have a name in `names`."""

    program: OwnProgram
    names: frozenset[str] = frozenset()
    # variables and classes that may contain some of the parts
    variables: tuple[str, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        paths = (accumulate(name.split("."), "{}.{}".format) for name in self.names if name.startswith(GLOBAL))
        object.__setattr__(self, "variables", tuple(sorted({name for path in paths for name in path})))

    def held(self, arguments: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        """For a call with these arguments, yield the name and value of each variable or attribute in `names`."""
        for name, whole in self._named(arguments):
            yield from ((part, held) for part, held in parts_of(name, whole) if part in self.names)

    def marks(self, call: HookedCall) -> dict[str, Hashable]:
        """Return fingerprints of the arguments, variables and attributes in `names` at the start of a call.

        Fingerprints of alpha, beta, a single bound and the depth are omitted.
        """
        return fingerprints(self._named(call.position_arguments), self.names)

    def key(self, call: HookedCall) -> Hashable:
        """Return a key for the position in a call: the function's name, and fingerprints of arguments and variables."""
        return call.name, frozenset(self.marks(call).items())

    def _named(self, arguments: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        yield from arguments.items()
        if self.variables:
            yield from self.program.data_with_names(self.variables).items()


@dataclass(frozen=True, slots=True)
class Identity(Parts):
    """The arguments, variables and attributes of a program that identify a position.

    If `across` is set, calls with equal positions and depths share one node in the recorded tree. Some attributes or
    items inside an argument or variable do not belong to the position: `left_out` contains their names. If no function
    takes a depth, `plies` names the variable or attribute in which the program counts plies, if there is one.
    """

    across: bool = False
    left_out: tuple[tuple[str, frozenset[str]], ...] = ()
    plies: Parts | None = None

    def key(self, call: HookedCall) -> Hashable:
        """Return a key for the position in a call: the function's name, and fingerprints of arguments and variables."""
        marks = self.marks(call)
        marks |= {part: without(marks[part], names) for part, names in self.left_out if part in marks}
        return call.name, frozenset(marks.items())

    def keys(self, call: HookedCall) -> tuple[Hashable, Hashable]:
        """Return two keys for a call: the key of the call's node in the recorded tree, and the key of its position."""
        position, depth = self.key(call), self.depth(call)
        return ((position, depth) if self.across and depth is not None else position), position

    def depth(self, call: HookedCall) -> Any:
        """Return the depth argument of a call or, if the call takes no depth, the value of the program's ply counter.

        Returns None if the program neither passes a depth nor counts plies.
        """
        return call.depth if self.plies is None else next(iter(self.plies.marks(call).values()), None)


def parts_in_key(key: Any) -> dict[str, Hashable]:
    """Return the fingerprints that form a position's key, by name.

    The result also contains the attributes and items inside each variable, with dotted names such as `board.turn`.

    The result is empty if the key is None, which means that the positions of the search are unknown.

    >>> parts_in_key(("search", fingerprint({"board": {"turn": "X"}})))["board.turn"]
    'X'
    """
    return {} if key is None else dict(_inside(dict(key[1])))


def _inside(parts: Mapping[Any, Hashable], path: str = "", deepest: int = DEEPEST) -> Iterator[tuple[str, Hashable]]:
    for name, held in parts.items():
        if isinstance(name, str):
            here = f"{path}{name}"
            yield here, held
            if (within := named_parts(held)) and deepest:
                yield from _inside(within, f"{here}.", deepest - 1)
