"""The command line: a file for each command, the words they share, and the program that calls them."""

from prunecheck.cli.program import main, run

__all__ = ["main", "run"]
