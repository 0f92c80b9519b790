"""The catalogue of workloads. To add a workload, add a row, and run `prunecheck bench --write` to count it.

The name of a workload consists of the model or game and its size. Each workload is used for every variant that can
search its tree.
"""

from typing import Any, Final

from prunecheck.errors import look_up
from prunecheck.trees.examples import TREES, named_tree
from prunecheck.trees.games.connect_four import ConnectFour
from prunecheck.trees.games.kalah import Kalah
from prunecheck.trees.games.othello import Othello
from prunecheck.trees.games.tictactoe import CENTRE_FIRST, TicTacToe
from prunecheck.trees.models.catalog import named_model
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.views.cut import cut
from prunecheck.trees.window import Window
from prunecheck.workloads.grown import uneven
from prunecheck.workloads.harvest import Harvest, checksum
from prunecheck.workloads.workload import Workload


def _model(name: str, branching: int, depth: int, **changes: Any) -> Workload:
    """A workload with a tree from a model; the shape of the tree is appended to the name."""
    model = named_model(name)
    parameters = {"branching": branching, "depth": depth, **changes}
    shape = [f"{branching} children", f"{depth} plies"]
    shape += [f"{parameter} {value}" for parameter, value in changes.items()]
    return Workload(
        f"{name}-{branching}x{depth}",
        f"{model.shows}; {', '.join(shape)}",
        model.source,
        lambda: model.build(**parameters),
    )


def _example(name: str) -> Workload:
    """A workload with a named tree. Static values of interior nodes are removed, since no count depends on them."""
    row = named_tree(name)
    return Workload(row.name, row.shows, row.source, lambda: unfolded(row.build()))


# trees from the five texts; their source is the number of the text
EXAMPLES: Final = tuple(_example(tree.name) for tree in TREES.values() if tree.source.isdigit())

WORKLOADS: Final[dict[str, Workload]] = {
    row.name: row
    for row in (
        *EXAMPLES,
        _model("random-order", 4, 5, seed=1),
        _model("random-order", 2, 10, seed=2),
        _model("random-order", 32, 2, seed=3),
        _model("random-leaves", 3, 6, seed=1),
        _model("few-values", 4, 5, seed=4),
        _model("best-first", 4, 5, seed=1),
        _model("worst-first", 4, 5, seed=1),
        _model("often-best-first", 4, 5, probability=0.7, seed=1),
        _model("nothing-pruned", 4, 5),
        _model("branch-sums", 4, 5, seed=1),
        _model("forward", 4, 5, seed=1),
        Workload("uneven", "an irregular random tree, MAX at the root", "own", lambda: uneven(1_500, 6)),
        Workload(
            "uneven-min",
            "an irregular random tree, MIN at the root",
            "own",
            lambda: uneven(1_500, 11, max_at_root=False),
        ),
        Workload("tic-tac-toe", "the whole game, row by row", "the game", TicTacToe),
        Workload(
            "tic-tac-toe-narrow",
            "the whole game, centre first, in the window (-1, 1)",
            "the game",
            lambda: TicTacToe(order=CENTRE_FIRST),
            Window(-1, 1),
        ),
        _example("nim-2-3-4"),
        Workload(
            "connect-three-3x4", "3 columns of 4 cells, the whole game", "the game", lambda: ConnectFour(3, 4, run=3)
        ),
        Workload("connect-four-7x6-to-5", "the first five plies", "the game", lambda: cut(ConnectFour(7, 6), 5)),
        Workload("othello-4-to-8", "the first eight plies on a 4 x 4 board", "the game", lambda: cut(Othello(4), 8)),
        Workload("othello-6-to-4", "the first four plies on a 6 x 6 board", "the game", lambda: cut(Othello(6), 4)),
        Workload(
            "kalah-3-2",
            "three pits with two stones each, the whole game",
            "the game",
            lambda: Kalah(3, 2),
            alternates=False,
        ),
    )
}


def workload(name: str) -> Workload:
    """The workload with this name, which is accepted in upper and lower case, and with '_' or '-'.

    Raises: UnknownNameError, which suggests the nearest name.

    >>> workload("Uneven_MIN").shows
    'an irregular random tree, MIN at the root'
    """
    return look_up("workload", name, WORKLOADS)


def workload_of(harvest: Harvest) -> Workload:
    """Make a workload from a harvested tree.

    The version is the start of the tree's checksum, so a different tree has a different version.
    """
    return Workload(
        harvest.name,
        "a harvested tree",
        harvest.source,
        lambda: harvest.tree,
        version=int(checksum(harvest)[:8], 16),
        alternates=harvest.tree.alternates,
    )
