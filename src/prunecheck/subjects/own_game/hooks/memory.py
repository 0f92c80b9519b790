"""Empty the memory of a search: the tables of its objects and of its module, and the caches of its functions."""

from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.hooks.nested_tables import empty, tables_in
from prunecheck.subjects.own_game.hooks.own_program import OwnProgram
from prunecheck.subjects.own_game.hooks.parts import Parts
from prunecheck.subjects.own_game.hooks.state import clear_caches


class SearchTables:
    """The tables of a search, which can be emptied before any call."""

    def __init__(self, program: OwnProgram, tables: frozenset[str]) -> None:
        """`tables` are the names of the arguments, attributes and variables that grow with each search."""
        self._program, self._tables = program, Parts(program, tables)
        self._has_cache = program.has_cache

    def forget(self, call: HookedCall) -> None:
        """Empty all caches, and all tables that a call can reach."""
        for name, held in self._tables.held(call.position_arguments):
            for table in tables_in(name, held):
                empty(table)
        if self._has_cache:
            clear_caches(self._program.module())
