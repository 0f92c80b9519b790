"""What a program may ask a position, or have it do."""

from enum import Enum


class Question(Enum):
    """What a program may ask a position, or have it do."""

    CHILDREN = "children"
    VALUE = "value"
    TERMINAL = "terminal"
    KEY = "key"  # the same whoever moves
    HASH = "hash"  # another for the other player
    IS_MAX = "is_max"  # a bool
    SIDE = "side"  # 1 or -1
    MOVES = "moves"
    MAKE = "make"
    UNMAKE = "unmake"
    COPY = "copy"
    WINNER = "winner"  # None until the game is over
    ROOT = "root"  # of a tree that is asked for it: the position itself
    PLAYERS = "players"  # how many there are
