"""The exit statuses of all commands of prunecheck."""

from typing import Final

HELD: Final = 0  # nothing wrong was found, or the command did its work
REFUTED: Final = 1  # a search is wrong
USAGE: Final = 2  # the command cannot be carried out as it was given
INCONCLUSIVE: Final = 3  # nothing wrong was found, but not everything could be decided
INTERNAL: Final = 4  # a bug in prunecheck
INTERRUPTED: Final = 130  # the status of a program that Ctrl-C ends; what was found until then is printed
