"""The entry point of `python -m prunecheck`, which runs the same program as the command `prunecheck`."""

from prunecheck.cli import main

main()
