"""Say why the user's module cannot be loaded, where in the user's code, and what to do."""

import sys
from pathlib import Path
from sysconfig import get_path
from traceback import extract_tb
from typing import Final

from prunecheck.error_frames import is_library
from prunecheck.errors import LoadError, told
from prunecheck.subjects.source.scripts import CONVERT, PYTHON_2_MODULES, may_be_python_2

PYTHON: Final = get_path("stdlib")


def load_error(what: str, error: BaseException) -> LoadError:
    """Return the error to raise if `what`, such as an import, failed with `error`.

    The message contains the place in the user's code and the remedy.
    """
    return LoadError(f"{what}: {told(error)}{_raised_at(error)}; {_remedy(error)}")


def _raised_at(error: BaseException) -> str:
    """Return the last place in an error's traceback that is outside of libraries.

    Returns an empty text if the error's message already contains this place.
    """
    if isinstance(error, SyntaxError):
        return ""
    frames = extract_tb(error.__traceback__)[1:]
    own = [frame for frame in frames if not frame.filename.startswith(("<frozen ", PYTHON))]
    own = [frame for frame in own if not is_library(frame.filename)] or own
    return f" ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else ""


def _remedy(error: BaseException) -> str:
    if isinstance(error, SystemExit):
        return 'move the code that ends the program below if __name__ == "__main__"'
    if isinstance(error, ModuleNotFoundError):
        if (error.name or "").partition(".")[0] in PYTHON_2_MODULES:
            return f"the file is written for Python 2; {CONVERT}"
        return "install the missing module, or run prunecheck from a folder where it can be found"
    if "'utf-8' codec" in str(error) and not _raised_at(error):
        return "save the file as UTF-8, or declare its encoding in line 1"
    if isinstance(error, SyntaxError):
        fix = "fix this line"
        if error.msg.startswith("f-string") and sys.version_info < (3, 12):
            return f"{fix}, or run prunecheck with Python 3.12 or later, which accepts more f-strings"
        return f"{fix}, or if the file is written for Python 2, {CONVERT}" if may_be_python_2(error) else fix
    if isinstance(error, FileNotFoundError) and not Path(str(error.filename)).is_absolute():
        return "run prunecheck from the folder in which you run your program, so that the file is found"
    return "fix this line, or move it into a function"
