"""Recognise Python 2 code, by syntax that only Python 2 accepts, and by names that Python 3 does not have."""

import ast
from typing import Final

from prunecheck.subjects.source.syntax import every, names_bound_in

_PYTHON_2_MODULES: Final = """
    Tkinter tkMessageBox Queue ConfigParser cPickle cStringIO StringIO urllib2 urlparse HTMLParser commands
    __builtin__ SocketServer BaseHTTPServer tkFont tkSimpleDialog tkFileDialog exceptions sets
"""
PYTHON_2_MODULES: Final = frozenset(_PYTHON_2_MODULES.split())
PYTHON_2_NAMES: Final = frozenset({"xrange", "raw_input", "unicode", "basestring", "unichr", "execfile"})
PYTHON_2_SIGNS: Final = (  # in the messages of syntax errors
    "call to 'print'",
    "call to 'exec'",
    "multiple exception types",
    "leading zeros",
    "invalid decimal literal",
)
CONVERT: Final = "convert it, for example with 2to3 or modernize"


def is_python_2(error: SyntaxError, source: str) -> bool:
    """True if a syntax error is due to Python 2 code: a print statement, `except X, e`, mixed tabs, `0777`."""
    said = error.msg or ""
    if any(sign in said for sign in PYTHON_2_SIGNS) or isinstance(error, TabError):
        return True
    lines = source.splitlines()
    line = lines[error.lineno - 1].strip() if error.lineno and error.lineno <= len(lines) else ""
    return line.startswith(("print ", "exec ", "raise ")) or "<>" in line or "`" in line


def python_2_names(module: ast.Module) -> dict[str, int]:
    """The names of Python 2 that a module uses without defining or importing them, with the first line of each."""
    unknown, found = PYTHON_2_NAMES - names_bound_in(module), dict[str, int]()
    for node in every(ast.Name, module):
        if node.id in unknown:
            found[node.id] = min(node.lineno, found.get(node.id, node.lineno))
    return found
