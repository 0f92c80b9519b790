"""The versions that decide which trees are drawn and how they are judged: the same everywhere for the same report."""

from typing import Final

import hypothesis

from prunecheck import __version__

PACKAGES: Final = ("prunecheck", "hypothesis")


def versions() -> tuple[str, ...]:
    """The versions of `PACKAGES` here."""
    return __version__, hypothesis.__version__


def difference(theirs: tuple[str | None, ...]) -> str:
    """How the versions somewhere else differ from those here, in words; empty if they do not.

    >>> difference((None, versions()[1]))[:51]
    'has no prunecheck, and here it is prunecheck 0.1.0;'
    """
    for package, here, there in zip(PACKAGES, versions(), theirs, strict=True):
        if here != there:
            found = f"no {package}" if there is None else f"{package} {there}"
            return f"has {found}, and here it is {package} {here}; install {package}=={here} there"
    return ""
