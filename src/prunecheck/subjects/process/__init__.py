"""A search that is a program in any language, over its standard input and output: `docs/pipe.md` has the protocol."""

from prunecheck.subjects.process.calling import ProgramSearch, ProgramSubject, open_program
from prunecheck.subjects.process.child import Budget, CommandError

__all__ = ["Budget", "CommandError", "ProgramSearch", "ProgramSubject", "open_program"]
