"""Some arguments, attributes and variables of a program, and what they hold in a call."""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.hooks.program import OwnProgram
from prunecheck.subjects.own_game.hooks.state import GLOBAL, fingerprint, parts_of


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts with these `names`: arguments, their attributes, variables of the module, and their attributes."""

    program: OwnProgram
    names: frozenset[str] = frozenset()

    def held(self, arguments: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        """What each part holds, if these are the arguments of a call."""
        variables = self.program.data() if any(name.startswith(GLOBAL) for name in self.names) else {}
        for name, whole in (*arguments.items(), *variables.items()):
            yield from ((part, held) for part, held in parts_of(name, whole) if part in self.names)

    def marks(self, call: HookedCall) -> dict[str, Hashable]:
        """The fingerprints of the parts, without window, bound and depth."""
        return {part: fingerprint(held) for part, held in self.held(call.position_arguments)}

    def key(self, call: HookedCall) -> Hashable:
        """The function of a call, and the fingerprints of the parts: a key of its position."""
        return call.name, frozenset(self.marks(call).items())
