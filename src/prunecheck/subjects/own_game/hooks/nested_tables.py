"""Find the dictionaries and sets in which a search stores its results, also inside an object or a list."""

from typing import Any, Final

from prunecheck.subjects.own_game.hooks.state import attributes, is_code
from prunecheck.subjects.source.parameters import parts_of as words_of

# words in the name of a table or of its type; other objects with dictionaries may be positions
TABLE_WORDS: Final = frozenset(
    {"tt", "ttable", "table", "tables", "trans", "transposition", "transpositions", "cache", "caches"}
    | {"memo", "memory", "hash", "hashtable", "tp"}
)


def tables_in(name: str, held: Any) -> list[Any]:
    """`held`, if it is a dictionary or set; else those directly inside it, if `name` or its type is named like a table.

    >>> tables_in("board", [{}, {}]), tables_in("global transposition_table", [{}, {}])
    ([], [{}, {}])
    """
    if isinstance(held, dict | set):
        return [held]
    words = {*words_of(name.rpartition(".")[2]), *words_of(type(held).__name__)}
    if is_code(held) or TABLE_WORDS.isdisjoint(words):
        return []
    inside = list(held) if isinstance(held, list | tuple) else [value for _, value in attributes(held)]
    return [table for table in inside if isinstance(table, dict | set)]
