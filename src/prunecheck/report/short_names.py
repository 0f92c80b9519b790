"""Shorten the names of searches and trees, so that a table fits a narrow terminal."""

from collections.abc import Iterable
from itertools import count

GAP = "..."


def without_folders(names: Iterable[str]) -> dict[str, str]:
    """Each name without the folders of its path. Folders that tell two names apart are kept.

    >>> without_folders(["src/old/a.py:f", "src/new/a.py:f", "f2"])
    {'src/old/a.py:f': 'old/a.py:f', 'src/new/a.py:f': 'new/a.py:f', 'f2': 'f2'}
    """
    different = list(dict.fromkeys(names))
    for parts in count(1):
        short = {name: name if name.startswith("pipe:") else _last(name, parts) for name in different}
        if len(set(short.values())) == len(different):
            break
    return short


def _last(name: str, parts: int) -> str:
    """The last parts of a path, with the name of the function after it, if any."""
    return "/".join(name.split("/")[-parts:])


def starts_of(names: Iterable[str], width: int) -> dict[str, str]:
    """The start of each name, in at most that many columns.

    >>> starts_of(["minimax(board, 3)", "uneven"], 12)
    {'minimax(board, 3)': 'minimax(b...', 'uneven': 'uneven'}
    """
    return {name: name if len(name) <= width else name[: width - len(GAP)] + GAP for name in names}


def ends_of(names: Iterable[str], width: int) -> dict[str, str]:
    """The end of each name, in at most that many columns.

    >>> ends_of(["a_long_name.py:search", "f2"], 12)
    {'a_long_name.py:search': '...py:search', 'f2': 'f2'}
    """
    return {name: name if len(name) <= width else GAP + name[len(name) + len(GAP) - width :] for name in names}
