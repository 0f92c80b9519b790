"""Run `python -m prunecheck`, the same program as `prunecheck`."""

from prunecheck.cli import main

main()
