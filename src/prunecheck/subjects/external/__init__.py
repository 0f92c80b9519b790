"""Searches in external programs, in any language.

The program reads requests from standard input: see `docs/protocol.md`.
"""

from prunecheck.subjects.external.program import CommandError
from prunecheck.subjects.external.program_subject import ProgramSearch, ProgramSubject, open_program
from prunecheck.subjects.sandbox.budget import Budget

__all__ = ["Budget", "CommandError", "ProgramSearch", "ProgramSubject", "open_program"]
