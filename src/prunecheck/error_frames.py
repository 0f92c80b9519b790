"""Find the function calls in the user's code that led to an error."""

from collections import deque
from collections.abc import Iterable
from pathlib import Path
from sysconfig import get_paths
from traceback import walk_tb
from typing import Final, TypeAlias

from prunecheck.errors import told

Frame: TypeAlias = tuple[str, int, str]  # file, line, function

OURS: Final = str(Path(__file__).parent)
INSTALLED: Final = frozenset(
    {"site-packages", "dist-packages"}
)  # folders with installed packages, also in other environments
_LIBRARIES: Final = (get_paths()["stdlib"], "<")
MOST_FRAMES: Final = (
    50  # at most this many frames of a traceback are kept; in a deep recursion, the last ones are enough
)


def frames_of(error: BaseException) -> tuple[Frame, ...]:
    """The function calls that led to an error, without calls inside prunecheck.

    If the recursion is deep, the result contains the last calls alone.
    """
    last: deque[Frame] = deque(maxlen=MOST_FRAMES)
    for frame, line in walk_tb(error.__traceback__):
        code = frame.f_code
        if not code.co_filename.startswith(OURS):
            last.append((code.co_filename, line, code.co_name))
    return tuple(last)


def place_of(frames: Iterable[Frame]) -> tuple[str, int]:
    """The file and line of the innermost stack frame outside libraries, or ("", 0) if all frames are in libraries."""
    place = "", 0
    for file, line, _ in frames:
        if not is_library(file):
            place = file, line
    return place


def told_with_place(error: BaseException) -> str:
    """Describe an error: its type, its message, and the innermost file and line in the user's code, if there is one."""
    file, line = place_of(frames_of(error))
    return f"{told(error)} ({Path(file).name}:{line})" if file else told(error)


def is_users(file: str) -> bool:
    """True if a file was written by the user, and belongs neither to prunecheck nor to a library."""
    return not file.startswith(OURS) and not is_library(file)


def is_library(file: str) -> bool:
    """True if a file belongs to Python's standard library or to an installed package."""
    return is_standard(file) or is_installed(file)


def is_standard(file: str) -> bool:
    """True if a file belongs to Python's standard library, or if a name such as `<stdin>` stands for code in no file.

    Returns False for installed packages, even in a folder of the standard library.
    """
    return file.startswith(_LIBRARIES) and not is_installed(file)


def is_installed(file: str) -> bool:
    """True if a file is in a folder with installed packages."""
    return not INSTALLED.isdisjoint(Path(file).parts)
