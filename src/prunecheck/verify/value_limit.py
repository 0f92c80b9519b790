"""A record of the largest (or closest) values for which a search is right."""

from enum import Enum

from msgspec import Struct

from prunecheck.trees.protocol import Number
from prunecheck.trees.values import show
from prunecheck.verify.records import Witness


class UnusualValues(Enum):
    """Kinds of values other than whole numbers up to 30,000."""

    LARGE = "large"
    INFINITE = "infinite"
    CLOSE = "close"
    FRACTIONS = "fractions"


class ValueLimit(Struct, frozen=True):
    """The values up to which a search is right.

    - `values`: the kind of values that were tried, such as large or close ones.
    - `right`: the largest value for which the search is right; for close values, the smallest difference between two
      values.
    - `wrong`: a larger value, or a smaller difference, for which the search is wrong.
    - `witness`: a small tree with that value or difference.
    """

    values: UnusualValues
    right: Number
    wrong: Number
    witness: Witness

    @property
    def says(self) -> str:
        """The limit as text."""
        if self.values is UnusualValues.INFINITE:
            return "wrong for infinite values"
        if self.values is UnusualValues.FRACTIONS:
            return "wrong for fractions.Fraction values such as 1/3"
        if self.values is UnusualValues.CLOSE:
            size = "less than 1" if self.wrong == 0.5 else f"{show(self.wrong)} or less"
            return f"wrong for values that differ by {size}"
        right = f"right for whole numbers up to {self.right:,}"
        return right if self.wrong == self.right + 1 else f"{right}, but wrong for {self.wrong:,}"
