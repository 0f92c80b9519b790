"""The range of values that a search accepts: draw values from it, ends included, and fit trees' values into it."""

import sys
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, nextafter
from typing import Final, Literal

from prunecheck.strategies.encoding import SCALES, WITHIN_BOUNDS, Scale
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.values import simplest

_INFINITE, _FRACTION = SCALES[1], SCALES[3]

USUAL: Final = 1_000_000  # the largest whole number that is drawn; only a few chosen trees have larger numbers
BINARY_PLACES: Final = 53  # binary digits of a float; floats cannot represent all whole numbers with more digits
MOST: Final = sys.float_info.max


@dataclass(frozen=True, slots=True)
class Range:
    """A range of values: from `least` to `greatest` (inclusive), of type `kind`, and infinities if allowed.

    If `mover` is True, the values are from the point of view of the side to move at each node; otherwise, from MAX's
    point of view.
    """

    kind: Literal["int", "float", "fraction"]
    least: Number
    greatest: Number
    infinities: bool = False
    mover: bool = False

    def has(self, value: Number) -> bool:
        """True if the range allows `value` for a leaf."""
        if value in (INF, -INF):
            return self.infinities
        if not self.least <= value <= self.greatest:
            return False
        return self.kind == "fraction" or value == (int(value) if self.kind == "int" else float(value))

    def room_for(self, value: Number) -> bool:
        """True if the value and its negative are both in the range."""
        return self.has(value) and self.has(-value)

    def scales(self, *, large: bool) -> tuple[Scale, ...]:
        """The scales for the range: functions that convert a rank to a leaf value.

        If `large` is True, there can be a scale of large numbers.

        There are at most five scales. Some values of a scale can be outside the range, and must be brought inside
        afterwards.
        """
        more: list[Scale] = []
        if self.kind != "int" or max(self.greatest, -self.least) > USUAL:
            more.append(self._end)
        if self.kind != "int":
            more.append(self._neighbour)
        if self.kind == "float":
            more.append(_tenth)
        if self.kind == "fraction":
            more.append(_FRACTION)
        if self.infinities:
            more.append(_INFINITE)
        if not more:
            return WITHIN_BOUNDS if large else ()
        usual = WITHIN_BOUNDS if large and len(WITHIN_BOUNDS) + len(more) <= len(SCALES) else WITHIN_BOUNDS[:1]
        return (*usual, *more)

    def sets(self) -> list[tuple[Number, Number, Number, Number]]:
        """Sets of four values in ascending order: at the ends of the range, close together, or infinite."""
        low, high = self.least, self.greatest
        found: list[tuple[Number, Number, Number, Number]] = [(low, *self._inwards, high)]
        whole = 2**BINARY_PLACES
        if self.kind == "float":
            found += [(0.1, 0.2, 0.1 + 0.2, 0.7)]
        elif self.room_for(whole + 2):
            found += [(-whole - 2, -whole - 1, whole + 1, whole + 2)]
        if self.kind == "fraction":
            found += [(Fraction(-2, 3), Fraction(-1, 3), Fraction(1, 3), Fraction(1, 3) + Fraction(1, 3**40))]
        if self.kind != "int":
            found += [(self._neighbour(-1, 0), self._neighbour(0, 0), self._neighbour(1, 0), self._neighbour(2, 0))]
        if self.infinities:
            found += [(-INF, -1, 1, INF), (-INF, -INF, INF, INF)]
        return found

    def brought_inside(self, tree: ExplicitTree[Number]) -> ExplicitTree[Number]:
        """Fit a tree's values into the range, and keep their order.

        If possible, no value is changed; otherwise, all values are shifted, or are spread over the range. If the range
        has fewer values than the tree, some values become equal. If infinities are not allowed, infinite values can
        become equal to other values.
        """
        signs = [-1 if self.mover and not is_max else 1 for is_max in tree.players]
        seen: list[Number | None] = [
            None if value is None else sign * value for sign, value in zip(signs, tree.values, strict=True)
        ]
        known = {value for value in seen if value is not None}
        if all(map(self.has, known)):
            return tree
        becomes = self._moved(known) or self._spread(known)
        return tree.replaced(
            values=[None if v is None else sign * becomes[v] for sign, v in zip(signs, seen, strict=True)]
        )

    def _moved(self, known: set[Number]) -> dict[Number, Number] | None:
        """The values, all shifted by the same whole number.

        Returns None if no shift moves all values into the range.
        """
        finite = [value for value in known if value not in (INF, -INF)]
        if len(finite) < len(known) and not self.infinities:
            return None
        low, high = min(finite, default=0), max(finite, default=0)
        by = ceil(Fraction(self.least) - Fraction(low)) if low < self.least else 0
        by = by or floor(Fraction(self.greatest) - Fraction(high))
        becomes = {value: value if value in (INF, -INF) else simplest(Fraction(value) + by) for value in known}
        return becomes if all(map(self.has, becomes.values())) else None

    def _spread(self, known: set[Number]) -> dict[Number, Number]:
        """The values, replaced by numbers that are spread evenly over the range, in the same order."""
        kept = [value for value in known if value in (INF, -INF) and self.infinities]
        order = sorted(known - set(kept))
        low, width = Fraction(self.least), Fraction(self.greatest) - Fraction(self.least)
        becomes: dict[Number, Number] = {value: value for value in kept}
        for nth, value in enumerate(order):
            at = low + width * nth / max(1, len(order) - 1)
            if self.kind == "int":
                becomes[value] = floor(at)
            elif self.kind == "float":
                becomes[value] = min(max(float(at), self.least), self.greatest)
            else:
                becomes[value] = simplest(at)
        return becomes

    @property
    def _inwards(self) -> tuple[Number, Number]:
        """The two ends of the range or, if the range is large enough, the values just inside the ends."""
        low, high = self.least + 1, self.greatest - 1
        return (low, high) if self.has(low) and self.has(high) and low <= high else (self.least, self.greatest)

    def _end(self, rank: int, _nth: int) -> Number:
        """A scale in which rank 3 is the greatest value, and rank -3 is the least value."""
        if rank:
            return self.greatest - (3 - rank) if rank > 0 else self.least + (3 + rank)
        return 0

    def _neighbour(self, rank: int, _nth: int) -> Number:
        """A scale in which ranks that differ by 1 stand for neighbouring floats. Rank 0 is 1 if 1 is in the range.

        If 1 is not in the range, rank 0 is a float close to `least` + 3/4 * (`greatest` - `least`).
        """
        low, high = Fraction(self.least), Fraction(self.greatest)
        high_up = low + (high - low) * 3 / 4
        at = 1.0 if low < 1 < high or abs(high_up) > MOST else float(high_up)
        for _ in range(abs(rank)):
            at = nextafter(at, INF if rank > 0 else -INF)
        return at


def _tenth(rank: int, _nth: int) -> Number:
    return rank / 10
