"""Compare the versions of the packages that affect which random trees are made, and how results are judged."""

from collections.abc import Sequence
from typing import Final

import hypothesis

from prunecheck import __version__

PACKAGES: Final = ("prunecheck", "hypothesis")


def versions() -> tuple[str, ...]:
    """The versions of `PACKAGES` that are installed here."""
    return __version__, hypothesis.__version__


def difference(worker: Sequence[str | None], user: Sequence[str]) -> str:
    """Describe how a worker's package versions differ from the user's.

    Returns an empty text if the versions do not differ.

    >>> difference(("0.1.0", None), ("0.1.0", "6.131.0"))
    'has no hypothesis, but you have 6.131.0; install hypothesis==6.131.0 there'
    """
    for package, there, here in zip(PACKAGES, worker, user, strict=True):
        if here != there:
            found = f"no {package}" if there is None else f"{package} {there}"
            return f"has {found}, but you have {here}; install {package}=={here} there"
    return ""
