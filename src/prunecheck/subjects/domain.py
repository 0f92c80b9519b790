"""What a search says of itself: which values it takes, who moves after whom, and how its answers are read."""

from enum import Enum


class Domain(Enum):
    """Which values the drawn trees have. A search is not blamed for what lies outside."""

    SMALL = "whole numbers from -3 to 3"
    WHOLE = "whole numbers from -30,000 to 30,000"
    ANY = "infinities, fractions, integers of any size, and floats one unit apart, too"


class Turns(Enum):
    """Who moves after whom in the drawn trees. A search is not tried on others than it takes."""

    ALTERNATE = "the player to move changes with every move"
    ANY = "a player may move several times in a row"


class DepthReading(Enum):
    """How the value of a search to a depth is read, where a position is met again."""

    STRICT = "the strict reading"  # the value of the tree as it is when it is cut there
    WITNESS = "the witness criterion"  # or one that deeper searches of positions met again explain
