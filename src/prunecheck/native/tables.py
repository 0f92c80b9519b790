"""The compiled counterpart of a transposition table, with arrays of machine words instead of lists."""

from array import array
from typing import Any

from prunecheck.errors import PreconditionError
from prunecheck.native.compiling import BOUND, Kind
from prunecheck.native.intrinsics import put_node
from prunecheck.native.nodes import innermost, key_for_python, node_for_compiled, node_for_python, signed
from prunecheck.native.recording import flat, shaped
from prunecheck.native.values import from_native
from prunecheck.trees.models.splitmix import below
from prunecheck.trees.protocol import INF, Number
from prunecheck.variants.memory.remembered import Remembered
from prunecheck.variants.memory.table import EMPTY, NO_MOVE, Position, Statistics, Table


class WordTable(Table):
    """A transposition table in arrays, with the settings and statistics of `plain`.

    All keys are tuples that are nested like the root's key, and all nodes are nested like the root.
    """

    def __init__(self, plain: Table, key: Any, node: Any, kind: Kind) -> None:
        """Create an empty table, for keys with the same nesting as `key`, and nodes with the same nesting as `node`.

        Raises: PreconditionError if `plain` has no size limit.
        """
        if plain.slots is None:
            raise PreconditionError(
                "a table in compiled code needs a fixed size; give a number of slots, as in Table(2**16), or search "
                "in plain Python"
            )
        vars(self).update(vars(plain))
        size = plain.slots
        self.depths: Any = array("q", [EMPTY]) * size
        self.moves: Any = array("q", [NO_MOVE]) * size
        self.signatures: Any = array("q", bytes(8)) * size
        self.lowers: Any = array("q" if kind == "int" else "d", bytes(8)) * size
        self.uppers: Any = self.lowers[:]
        self._key_width = len(list(flat((key, False))))
        self._node_width = len(list(flat(node)))
        self.positions: Any = array("q", bytes(8)) * (size * self._key_width)
        self.nodes: Any = array("q", bytes(8)) * (size * self._node_width)
        self._wanted: Any = array("q", bytes(8)) * self._key_width

    def _first(self, position: Position, digest: int) -> int:
        return below(digest, self._buckets) * self._tiers

    def _is(self, slot: int, position: Position) -> bool:
        put_node(self._wanted, 0, position)
        start = slot * self._key_width
        nth = 0
        while nth < self._key_width and self.positions[start + nth] == self._wanted[nth]:
            nth += 1
        return nth == self._key_width

    def _put(self, slot: int, position: Position, node: Any, signature: int) -> None:
        put_node(self.positions, slot * self._key_width, position)
        put_node(self.nodes, slot * self._node_width, node)
        self.signatures[slot] = signature

    def _shift_position(self, first: int, last: int) -> None:
        for nth in range(self._key_width):
            self.positions[last * self._key_width + nth] = self.positions[first * self._key_width + nth]
        for nth in range(self._node_width):
            self.nodes[last * self._node_width + nth] = self.nodes[first * self._node_width + nth]


def in_words(view: Remembered[Any], kind: Kind) -> Remembered[Any]:
    """Copy `view`, with a table for compiled code that contains the same entries as the view's Python table."""
    game, plain = innermost(view), view.table
    key, node = game.key(game.root), node_for_compiled(game, game.root)
    table = WordTable(plain, key, node, kind)
    for slot, depth in enumerate(plain.depths):
        if depth != EMPTY:
            table.depths[slot] = depth
            table.moves[slot] = plain.moves[slot]
            table.signatures[slot] = plain.signatures[slot]
            table.lowers[slot] = _bound(plain.lowers[slot], kind)
            table.uppers[slot] = _bound(plain.uppers[slot], kind)
            _write(table.positions, slot, plain.positions[slot])
            _write(table.nodes, slot, node_for_compiled(game, plain.nodes[slot]))
    return type(view)(view.inner, table)


def copy_back(view: Remembered[Any], words: Remembered[Any], kind: Kind) -> None:
    """Copy the entries of the compiled table back to the Python table of `view`."""
    game, plain, table = innermost(view), view.table, words.table
    key = game.key(game.root), False
    node = node_for_compiled(game, game.root)
    for slot, depth in enumerate(table.depths):
        if depth != EMPTY:
            plain.depths[slot] = depth
            plain.moves[slot] = table.moves[slot]
            plain.signatures[slot] = table.signatures[slot]
            plain.lowers[slot] = from_native(table.lowers[slot], kind)
            plain.uppers[slot] = from_native(table.uppers[slot], kind)
            position, side = _read(table.positions, slot, key)
            plain.positions[slot] = key_for_python(game, position), side
            plain.nodes[slot] = node_for_python(game, _read(table.nodes, slot, node))
    for name in Statistics._fields:
        setattr(plain, name, getattr(table, name))


def _bound(value: Number, kind: Kind) -> Any:
    if kind == "float":
        return float(value)
    return int(value) if -INF < value < INF else BOUND if value > 0 else -BOUND


def _write(column: Any, slot: int, part: Any) -> None:
    """Write a key or node, `part`, to its slot in a column."""
    words = [
        signed(array("q", array("d", [word]).tobytes())[0] if isinstance(word, float) else word) for word in flat(part)
    ]
    column[slot * len(words) : (slot + 1) * len(words)] = array("q", words)


def _read(column: Any, slot: int, like: Any) -> Any:
    """Read a key or node from its slot in a column. The result is nested in the same way as the example `like`."""
    width = len(list(flat(like)))
    return shaped(like, iter(column[slot * width : (slot + 1) * width]))
