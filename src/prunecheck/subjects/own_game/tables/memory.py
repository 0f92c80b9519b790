"""What a search remembers from call to call: the tables of its objects and its module, and caches of functions."""

from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.hooks.program import OwnProgram
from prunecheck.subjects.own_game.hooks.state import clear_caches, parts_of
from prunecheck.subjects.own_game.learning.recording import variables_of


class Memory:
    """The tables of a search, which can be emptied before any of its calls."""

    def __init__(self, program: OwnProgram, tables: frozenset[str]) -> None:
        """`tables` are the names of the arguments, attributes and variables that grow with each search."""
        self._program, self._tables = program, tables
        self._variables = variables_of(program, tables)
        self._has_cache = program.has_cache

    def forget(self, call: HookedCall) -> None:
        """Empty the dictionaries and sets that a call can see, and all caches."""
        for name, whole in (*call.arguments.items(), *self._variables().items()):
            for part, held in parts_of(name, whole):
                if part in self._tables and isinstance(held, dict | set):
                    held.clear()
        if self._has_cache:
            clear_caches(self._program.module())
