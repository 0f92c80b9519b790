"""Run search functions and tree classes compiled by Numba, at native speed. Needs the extra `native`.

`search(form, tree, window)` runs a compiled search from Python. To search from compiled code:

- `compiled(function, kind)` compiles any Python function, and all functions that it names; `kind`, "int" or "float", is
  the type of the tree's values (`kind_of(tree)`), and decides what `INF` is. `compiled` accepts the catalogue's search
  functions, and the field `search` of a catalogue entry.
- `Block(tree, kind)` converts a tree, or any object of a plain class, for compiled functions. Compiled code can call
  the object's methods and read its numbers. Arrays (`array.array`) are shared with Python, so compiled code can
  write to them.

>>> from array import array
>>> from prunecheck import from_nested
>>> from prunecheck.catalog.families import variant
>>> from prunecheck.trees.compact import compact
>>> tree, _ = compact(from_nested([[3, 5], [2, 9]]))
>>> fail_soft = compiled(variant("fail_soft").search, "int")
>>> fail_soft(Block(tree, "int"), tree.root, -BOUND, BOUND)
3
>>> def values(search, tree, node, windows, found):  # a loop that calls it, itself compiled
...     for nth in range(len(windows) - 1):
...         found[nth] = search(tree, node, windows[nth], windows[nth + 1])
>>> found = array("q", [0, 0])
>>> compiled(values, "int")(fail_soft, Block(tree, "int"), tree.root, array("q", [0, 4, 9]), found)
>>> found
array('q', [3, 3])
"""

from prunecheck.native.compiling import BOUND, Kind, Refused, compiled
from prunecheck.native.objects import Block
from prunecheck.native.search import search
from prunecheck.native.values import kind_of

__all__ = ["BOUND", "Block", "Kind", "Refused", "compiled", "kind_of", "search"]
