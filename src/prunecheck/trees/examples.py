"""Trees by name: games, random tree models, and worked examples from the five numbered texts in `docs/sources.md`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from prunecheck.errors import look_up
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.games.connect_four import ConnectFour
from prunecheck.trees.games.kalah import Kalah
from prunecheck.trees.games.nim import Nim
from prunecheck.trees.games.othello import Othello
from prunecheck.trees.games.tictactoe import TicTacToe
from prunecheck.trees.models.catalog import MODELS, Model
from prunecheck.trees.nested import from_nested
from prunecheck.trees.protocol import INF, Number, Tree
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.views.cut import cut


@dataclass(frozen=True, slots=True)
class NamedTree:
    """A tree that has a name, with its source, what it shows, and how to build it.

    If the source gives no value for a leaf, `build` chooses one. Alpha-beta never evaluates a leaf whose value is
    missing in the source.
    """

    name: str
    source: str
    shows: str
    build: Callable[[], ExplicitTree[Number]]


def two_moves(x: Number = 0) -> ExplicitTree[Number]:
    """A tree with four leaves; alpha-beta evaluates three of them. From an encyclopaedia (001 in `docs/sources.md`)."""
    return from_nested([[9, 4], [3, x]])


def lecture(x: Number = 0) -> ExplicitTree[Number]:
    """A tree with the leaves 5 and 13 and a grandchild of 2, from Snyder's lecture (002 in `docs/sources.md`)."""
    return from_nested([5, 13, [2, x]])


def found_win() -> ExplicitTree[Number]:
    """A tree whose first move wins, from Snyder's lecture (002 in `docs/sources.md`)."""
    return from_nested([INF, 7, 8])


def minimax_decision() -> ExplicitTree[Number]:
    """The tree for plain minimax from an article with number lines (003 in `docs/sources.md`)."""
    return from_nested([[[1], [3, -2, -5]], [[99], [2, -99]], [[4]]])


def number_lines(x: Number = 0) -> ExplicitTree[Number]:
    """The tree for alpha-beta, four plies deep, from an article with number lines (003 in `docs/sources.md`)."""
    return from_nested([[[[3, 17], [2, x]], [[15], [x, x]]], [[[2, x], [3]], [[x, x]]]])


def f_and_g(x: Number = 0) -> ExplicitTree[Number]:
    """Nodes F and G from the lecture notes of the course ICS 180A: G is cut off after its child with the value 15.

    The parent of F and G is a MIN node. Source: 000 in `docs/sources.md`.
    """
    return from_nested([[11, 12, 7, 9], [15, x, x]], max_at_root=False)


def deep_cutoff(x: Number = 0) -> ExplicitTree[Number]:
    """The deep cutoff from the lecture notes of the course ICS 180A (000 in `docs/sources.md`).

    Node B has the value 12, so the leaf with the value 10 cuts off node N.
    """
    return from_nested([[12, 15], [[[10, x, x], 11], x]])


def blog(x: Number = 0) -> ExplicitTree[Number]:
    """The worked example of a blog (004 in `docs/sources.md`): nodes H and K have the values 12 and -6.

    `x`, the value of the leaves without a value in the blog, must be below 12.
    """
    e, f, g = [-19, -2, 12], [x, 19, 18], [x, x, 18]
    h, k = [12, 5], [-6, -7]
    return from_nested([[e, f, g], [h, [x, x], [x, x]], [k, [x, x], [x, x]]])


def _whole(tree: Tree[Any, Number]) -> Callable[[], ExplicitTree[Number]]:
    """Make a function that writes out the whole tree of a game as an explicit tree, with or without a depth limit.

    At the depth limit, positions in which the game is not over get their static value.
    """
    return lambda: unfolded(tree, static_values=True)


def _model(model: Model) -> NamedTree:
    return NamedTree(model.name, model.source, model.shows, lambda: unfolded(model.build()))


TREES: Final[dict[str, NamedTree]] = {
    tree.name: tree
    for tree in (
        NamedTree("two-moves", "001", "the first cutoff: 3 <= 4", two_moves),
        NamedTree(
            "lecture", "002", "a reply worth 2 refutes the third move, since the second move is worth 13", lecture
        ),
        NamedTree("found-win", "002", "nothing beats infinity", found_win),
        NamedTree("minimax-decision", "003", "plain minimax", minimax_decision),
        NamedTree("number-lines", "003", "four plies; the last cutoff is at alpha = beta", number_lines),
        NamedTree("f-and-g", "000", "a cutoff at MAX below a MIN root", f_and_g),
        NamedTree("deep-cutoff", "000", "the bound comes from three plies above", deep_cutoff),
        NamedTree("blog", "004", "cutoffs at every level, one of them at alpha = beta", blog),
        NamedTree("tic-tac-toe", "the game", "549,946 nodes, value 0", _whole(TicTacToe())),
        NamedTree("tic-tac-toe-4", "the game", "the first four plies", _whole(cut(TicTacToe(), 4))),
        NamedTree("nim-2-3-4", "the game", "20,652 nodes; the first player wins (Bouton)", _whole(Nim((2, 3, 4)))),
        NamedTree("connect-three", "the game", "3 columns of 4 cells", _whole(ConnectFour(3, 4, run=3))),
        NamedTree("othello-4-to-8", "the game", "the first eight plies on a 4 x 4 board", _whole(cut(Othello(4), 8))),
        NamedTree(
            "kalah-3-2", "the game", "three pits with two stones each; players do not alternate", _whole(Kalah(3, 2))
        ),
        *map(_model, MODELS.values()),
    )
}


def named_tree(name: str) -> NamedTree:
    """The tree with the name `name`. Upper and lower case are treated as equal, and so are '_' and '-'.

    Raises: UnknownNameError, which suggests the nearest name.

    >>> named_tree("Lecture").build()
    <ExplicitTree [5, 13, [2, 0]], MAX to move>
    """
    return look_up("tree", name, TREES)
