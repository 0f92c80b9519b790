"""The published tables by name. To add a table, write a file for it, and add the file to `PUBLISHED`."""

from typing import Final

from prunecheck.errors import look_up
from prunecheck.published import expected, forward_means, knuth_moore, lecture, pearl, shallow, thirty_moves
from prunecheck.published.row import PublishedTable

PUBLISHED: Final[dict[str, PublishedTable]] = {
    module.TABLE.name: module.TABLE
    for module in (knuth_moore, expected, pearl, shallow, forward_means, lecture, thirty_moves)
}


def published(name: str) -> PublishedTable:
    """The table with this name. Upper and lower case are treated as equal, and so are '_' and '-'.

    Raises: UnknownNameError, which suggests the nearest name.

    >>> published("Thirty_Moves").source
    'an encyclopaedia (source 001)'
    """
    return look_up("table", name, PUBLISHED)
