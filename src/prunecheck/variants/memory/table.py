"""A transposition table: for each position, bounds on the value, the depth of the search, and the best move.

A bounded table has fewer slots than a game has positions. A hash of the position selects the slot. If the slot is
taken, the replacement policy decides which of the two entries is stored:

- `new`: the new entry replaces the old one.
- `deep`: the new entry replaces the old one, unless the old one was searched deeper.
- `two_deep`: slots come in pairs. If a new entry was searched at least as deep as the entry in the first slot, the new
  entry takes the first slot, and the old entry moves to the second slot. A new entry that was searched less deep goes
  to the second slot.

Source: D. M. Breuker, J. W. H. M. Uiterwijk and H. J. van den Herik, "Replacement schemes for transposition tables",
ICCA Journal 17 (1994): New, Deep and TwoDeep.
"""

from collections.abc import Hashable
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

from prunecheck.errors import PreconditionError
from prunecheck.trees.models.splitmix import MOST_CHOICES, WORD, below, mixed
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.search import Entry

Policy: TypeAlias = Literal["new", "deep", "two_deep"]
Position: TypeAlias = tuple[Hashable, bool]  # the key of a node, and whether MAX moves there

POLICIES: Final[tuple[Policy, ...]] = get_args(Policy)
NEW, DEEP, TWO_DEEP = range(len(POLICIES))

EMPTY: Final = -1  # the depth that marks a slot without an entry
WHOLE: Final = 2**31  # the depth of an entry whose whole subtree was searched
NOWHERE: Final = -1
NO_MOVE: Final = -1
MOST_BITS: Final = 32  # bits of a signature; the other half of the hash selects the slot


class Statistics(NamedTuple):
    """Counts of what a table has done so far.

    `collisions`: probes of a slot that held another position. `mistakes`: collisions that the table did not notice,
    which only happen if the table compares just a part of the key. `replacements`: entries overwritten by other
    entries.
    """

    probes: int
    hits: int
    stores: int
    replacements: int
    collisions: int
    mistakes: int


class Table:
    """A transposition table. Bounds are from MAX's point of view and inclusive; each list has one element per slot."""

    def __init__(
        self, slots: int | None = None, *, policy: Policy = "new", key_bits: int | None = None, deeper: bool = False
    ) -> None:
        """Create an empty table with `slots` entries; by default, without a limit.

        `key_bits`: the number of bits of the key's hash that are compared (0: none); by default, the complete key is
        compared. If `deeper` is True, searches may also use entries from deeper searches of the same position.
        Raises: PreconditionError if a number is invalid or the policy is unknown.
        """
        if policy not in POLICIES:
            raise PreconditionError(f"the policy is {policy!r}; use one of {', '.join(POLICIES)}")
        self._policy = POLICIES.index(policy)
        self._tiers = 2 if self._policy == TWO_DEEP else 1
        if slots is not None and (not 0 < slots < MOST_CHOICES or slots % self._tiers):
            number = "an even number from 2" if self._tiers > 1 else "1"
            raise PreconditionError(f"a table with {policy} cannot have {slots} slots; use {number} to 2**31 - 1")
        if key_bits is not None and not 0 <= key_bits <= MOST_BITS:
            raise PreconditionError(f"key_bits is {key_bits}; use 0 to {MOST_BITS}, or None for the whole key")
        self.slots = slots
        self._buckets = 0 if slots is None else slots // self._tiers
        self._whole_key = int(key_bits is None)  # numbers, not booleans, so that compiled code is the same for both
        self._mask = (1 << (key_bits or 0)) - 1
        self._deeper = int(deeper)
        self._places: dict[Position, int] = {}  # only in an unlimited table: the first slot of each position
        self.depths: list[int] = []
        self.lowers: list[Number] = []
        self.uppers: list[Number] = []
        self.moves: list[int] = []
        self.signatures: list[int] = []
        self.positions: list[Position | None] = []
        self.nodes: list[Any] = []
        self.clear()

    def clear(self) -> None:
        """Forget all entries, and start the statistics at 0."""
        self._places.clear()
        for column in (self.depths, self.lowers, self.uppers, self.moves, self.signatures, self.positions, self.nodes):
            column.clear()
        self._extend(self.slots or 0)
        self.probes = self.hits = self.stores = self.replacements = self.collisions = self.mistakes = 0

    @property
    def statistics(self) -> Statistics:
        """The counts of what the table has done so far."""
        return Statistics(self.probes, self.hits, self.stores, self.replacements, self.collisions, self.mistakes)

    def __len__(self) -> int:
        """The number of entries."""
        return sum(depth != EMPTY for depth in self.depths)

    def entries(self) -> tuple[Entry, ...]:
        """All entries, each with the node for which it was stored."""
        return tuple(
            Entry(node, lower, upper, None if depth == WHOLE else depth, None if move == NO_MOVE else move)
            for node, lower, upper, depth, move in zip(
                self.nodes, self.lowers, self.uppers, self.depths, self.moves, strict=True
            )
            if depth != EMPTY
        )

    # methods that a search calls. Compiled code has its own versions of `_first`, `_is`, `_put` and `_shift_position`.

    def find(self, position: Position, depth: int) -> int:
        """The index of the slot with an entry that a search of `position` to `depth` plies may use.

        Returns NOWHERE if the table has no entry that the search may use.
        """
        self.probes += 1
        digest = _digest(position)
        first = self._first(position, digest)
        for slot in range(first, first + self._tiers):
            if self.depths[slot] == EMPTY:
                continue
            same = self._is(slot, position)
            if not same:
                self.collisions += 1
            believed = same if self._whole_key else self.signatures[slot] == digest & self._mask
            if believed and self._answers(slot, depth):
                self.hits += 1
                if not same:
                    self.mistakes += 1
                return slot
        return NOWHERE

    def move(self, position: Position) -> int:
        """The best move of a position, from an entry of any depth; NO_MOVE if none is known.

        A call of this method is not counted as a probe.
        """
        digest = _digest(position)
        first = self._first(position, digest)
        for slot in range(first, first + self._tiers):
            if self.moves[slot] != NO_MOVE and self._believes(slot, position, digest):
                return self.moves[slot]
        return NO_MOVE

    def store(self, position: Position, node: Hashable, depth: int, lower: Number, upper: Number, move: int) -> None:
        """Store a search result. Older bounds on the same position at the same depth are merged with it."""
        self.stores += 1
        digest = _digest(position)
        first = self._first(position, digest)
        for slot in range(first, first + self._tiers):
            if self.depths[slot] == depth and self._believes(slot, position, digest):
                self._merge(slot, position, lower, upper, move)
                self._put(slot, position, node, digest & self._mask)
                return
        slot = self._slot_for(first, depth)
        if slot != NOWHERE:
            self.depths[slot] = depth
            self.lowers[slot] = lower
            self.uppers[slot] = upper
            self.moves[slot] = move
            self._put(slot, position, node, digest & self._mask)

    def _believes(self, slot: int, position: Position, digest: int) -> bool:
        """True if, by the bits of the key that are compared, the entry in a slot is an entry of this position."""
        if self._whole_key:
            return self.depths[slot] != EMPTY and self._is(slot, position)
        return self.depths[slot] != EMPTY and self.signatures[slot] == digest & self._mask

    def _answers(self, slot: int, depth: int) -> bool:
        return self.depths[slot] == depth or (self._deeper == 1 and self.depths[slot] > depth)

    def _merge(self, slot: int, position: Position, lower: Number, upper: Number, move: int) -> None:
        """Merge old and new bounds: the tighter bounds are stored.

        The move only changes if the search improves the bound for the side to move.
        """
        low = max(lower, self.lowers[slot])
        high = min(upper, self.uppers[slot])
        if low > high:  # only if deeper entries, or other positions, were used
            low = lower
            high = upper
        if low > self.lowers[slot] if position[1] else high < self.uppers[slot]:
            self.moves[slot] = move
        self.lowers[slot] = low
        self.uppers[slot] = high

    def _slot_for(self, first: int, depth: int) -> int:
        """The slot in which the replacement policy stores a new entry; NOWHERE if the policy discards the new entry."""
        if self.depths[first] == EMPTY:
            return first
        if self._policy == DEEP and depth < self.depths[first]:
            return NOWHERE
        last = first + self._tiers - 1
        if self.depths[last] != EMPTY:
            self.replacements += 1
        if self._policy != TWO_DEEP:
            return first
        if depth < self.depths[first]:
            return last
        self._shift(first, last)
        return first

    def _shift(self, first: int, last: int) -> None:
        self.depths[last] = self.depths[first]
        self.lowers[last] = self.lowers[first]
        self.uppers[last] = self.uppers[first]
        self.moves[last] = self.moves[first]
        self.signatures[last] = self.signatures[first]
        self._shift_position(first, last)

    def _shift_position(self, first: int, last: int) -> None:
        self.positions[last] = self.positions[first]
        self.nodes[last] = self.nodes[first]

    def _is(self, slot: int, position: Position) -> bool:
        return self.positions[slot] == position

    def _put(self, slot: int, position: Position, node: Hashable, signature: int) -> None:
        self.positions[slot] = position
        self.nodes[slot] = node
        self.signatures[slot] = signature

    def _first(self, position: Position, digest: int) -> int:
        """The index of the first slot in which a position can be stored."""
        if self.slots is not None:
            return below(digest, self._buckets) * self._tiers
        first = self._places.get(position)
        if first is None:
            first = self._places[position] = len(self.depths)
            self._extend(self._tiers)
        return first

    def _extend(self, slots: int) -> None:
        self.depths.extend([EMPTY] * slots)
        self.lowers.extend([-INF] * slots)
        self.uppers.extend([INF] * slots)
        self.moves.extend([NO_MOVE] * slots)
        self.signatures.extend([0] * slots)
        self.positions.extend([None] * slots)
        self.nodes.extend([None] * slots)


def _digest(position: Position) -> int:
    """A hash of 64 bits that depends on the whole position.

    For keys of up to 64 bits, compiled code computes the same hash as Python.
    """
    return mixed(hash(position) & WORD)
