"""Find the methods of a class that search a game tree, without running the class."""

import ast
from typing import Final

from prunecheck.subjects.source.calls import CallGraph

QUIET: Final = ("quies", "qsearch", "q_search")  # how the names of quiescence searches begin
FOR_BOTH: Final = ("minimax", "minmax", "min_max", "mini_max")


def search_methods(source: str, kind: str) -> list[str]:
    r"""The recursive methods of a class that look like searches; those for MIN and quiescence searches come last.

    `kind` is the qualified name of the class. A function inside a method is named after the method.

    >>> text = "class AI:\n def low(s, n, beta): s.high(n, beta)\n def high(s, n, beta): s.low(n, beta)"
    >>> search_methods(text, "AI"), search_methods(text.replace("low", "minimum"), "AI")
    (['low', 'high'], ['high', 'minimum'])
    """
    graph = CallGraph(ast.parse(source))
    inside = f"{kind}."
    found = [
        name for name, function in graph.functions.items() if name.startswith(inside) and graph.is_search(function)
    ]
    names = [name.removeprefix(inside) for name in found]
    own = [name for name in names if "." not in name]
    return sorted(own or names[:1], key=_rank)


def _rank(method: str) -> int:
    """1 for a method for MIN, 2 for a quiescence search, 0 for any other method."""
    word = method.lower().strip("_")
    if word.startswith(QUIET):
        return 2
    return int(word.startswith("min") and not word.startswith(FOR_BOTH))
