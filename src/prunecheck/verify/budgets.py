"""The budgets and thresholds of a verification: each number with its reason."""

from typing import Final, NamedTuple


class Effort(NamedTuple):
    """The maximum number of random trees, and the time limit in seconds for drawing them."""

    trees: int
    seconds: float


# How much is drawn
EFFORTS: Final = {
    "quick": Effort(200, 4.0),  # for a test in CI
    "default": Effort(1_000, 9.0),  # for a person who is waiting
    "thorough": Effort(10_000, 120.0),  # for a nightly run
}
EXAMPLES: Final = 1_000  # trees for the catalogue: as many as for one search by default
QUICK_EXAMPLES: Final = 100  # for `--quick`, which checks every variant
SHARING: Final = 6  # up to this many variants are judged in all windows of each tree; more variants share the windows
ENOUGH_TREES: Final = 8  # the fewest trees that count as evidence if time runs out
MANY_TREES: Final = 40  # a slow search on its own game gets more time for this many trees: some bugs show on few trees

# Drawing trees
DEEPEST: Final = 4  # the largest depth limit on drawn trees: one ply more makes them larger, and finds no more bugs
MOST_LEAVES: Final = 400  # leaves of a tree that is searched in all windows, whose number grows with the leaves
# calls on a tree: the quickest shows how long one takes, as the others may have waited for a processor
FIRST_CALLS: Final = 3
# seconds for the quickest of the first calls, from which only a few windows of the tree are searched
SLOW_CALL: Final = 0.01
SLOW_CALLS: Final = 20  # time for all windows of a tree, in such calls; after that, only a few windows are searched
FEW_WINDOWS: Final = 3  # this many windows, evenly spread, and the full one
OWN_GAME_PATIENCE: Final = 12.0  # additional seconds for a slow search on its own game
OWN_GAME_SHARE: Final = 0.5  # share of the seconds for drawn trees; learning the game and its tables takes the rest
# seconds for a call on a larger tree; slower searches are not run on it, because they may hang
SECONDS_WHEN_LARGER: Final = 0.3
HANGING: Final = 1.0  # seconds for judging in one window; they are added once to the time for trees
# seconds to find a smaller tree on which the depth rule matters, which is only a note
SECONDS_FOR_LENIENCE: Final = 1.0
LENIENCE_TRIES: Final = 300  # trees tried for the same purpose
TALL: Final = 12  # plies; on lower trees, a search that takes too long counts as hanging
LONG: Final = 0.05  # seconds for one of many calls
HANGING_FACTOR: Final = 20.0  # a search that takes this many times as long for one more ply counts as hanging

# Shrinking
SHRINKING_CALLS_A_SECOND: Final = 4_000  # most searches manage more, so the machine's speed rarely matters
SHRINKING_TRIES: Final = 5_000  # candidates that are judged; the median witness needs a few hundred
# the most nodes of the small trees that are tried first; with more nodes, there are hundreds of trees
SMALL_TREE_NODES: Final = 5
SMALLER_TREE_NODES: Final = 4  # the same for a tree in a sequence, for which each try takes longer
MANY_CHILDREN: Final = 5  # of at least this many children of a node, half are dropped at once
MANY_STEPS: Final = 24  # of at least this many steps of a sequence, only some parts are dropped
WINDOWS_TRIED: Final = 40  # windows tried for one step of a sequence

# Sequences of calls on one instance
SEQUENCES_SHARE: Final = 5  # divisor of an effort's seconds and trees: most bugs show in a single call
SEQUENCE_STEPS: Final = 24  # steps, which are enough to fill a table from several trees, and few to shrink
SEQUENCE_TREES: Final = 3  # different trees at most, so that each is searched several times
REPRODUCING_SHARE: Final = 3  # divisor of the plan's seconds for shrinking; a slow external program gets all of them
FAILING_INSTANCES: Final = 3  # instances on which a sequence must fail, since on one it may be chance

# Which leaves are evaluated
STATISTICS_TREES: Final = 200  # trees whose counts of leaves are summed, so that no single tree decides
STATISTICS_SECONDS: Final = 5.0  # seconds, after which a slow search is measured on fewer trees
OWN_GAME_STATISTICS_SECONDS: Final = 2.0  # the same for a search on its own game, whose whole verdict takes ten seconds
DRIVER_TREES: Final = 60  # trees for the driver of such a search, which only adds a note
TREES_TWICE: Final = 20  # trees searched twice, to see whether the move order changes
TREES_WITH_STATIC_VALUES: Final = (
    60  # trees with static values for ordering moves; each is searched with two kinds of values
)
TREES_WITH_SHARED_POSITIONS: Final = 100  # trees to measure the savings by a table
# trees on which both kinds of values lead to the same search, after which no use of them is expected
NEVER_USED: Final = 8
NEVER_ASKED: Final = 5  # trees without a call for a key, after which none is expected
EXTRA_LEAVES: Final = 1.1  # ratio to alpha-beta's distinct leaves from which a search fails
WRONG_WAY: Final = 1.1  # ratio of the leaves with one kind of static values to those with the other; less may be chance
MORE_THAN_CHANCE: Final = 1.5  # the same for a search with a random move order
HARDLY_PRUNES: Final = 0.95  # share of all leaves from which a search counts as not pruning
MORE_THAN_MINIMAX: Final = 2.0  # ratio to plain minimax's leaf visits from which a search fails
FAR_MORE: Final = 100.0  # the same for a search without a window, which may search many windows for the value

# Values beyond whole numbers to 30,000
LIMIT_SECONDS: Final = 2.0  # seconds to find value limits, which are only a note; most searches take a tenth
LIMIT_SHRINKING_SECONDS: Final = 2.0  # seconds for the tree of each limit, which is already small
LIMIT_NODES: Final = 16  # nodes of the trees that are tried: bugs with large values show on small trees

# The likely cause
DIAGNOSED_NODES: Final = 200  # nodes of a witness, as changes make it larger
DIAGNOSIS_SECONDS: Final = 4.0  # seconds after which no further causes are tried, for example if the search hangs
LARGE_VALUES: Final = 30  # larger values may exceed a finite infinity or a small window
MOST_DOUBLED: Final = 30  # nodes of a tree in which only children are duplicated
MOST_UNFOLDED: Final = 10_000  # nodes of a tree without sharing: a chain of only children doubles with every ply
MOST_DRAWN: Final = 400  # nodes of a tree that are drawn; shared nodes count along each path
MOST_DRAWN_OF_LARGE: Final = 100  # nodes of the top of a larger tree, which should be legible
MOST_FOLLOWED: Final = 30_000  # nodes of a tree on which a search is traced, which takes about a second
CHANCE_TRIES: Final = 30  # repetitions of a call that may be right or wrong by chance
# repetitions of a call that failed twice; if it fails by chance, one of them is probably right
REPEATED_TRIES: Final = 8
REPEATED_SECONDS: Final = 0.5  # seconds for these repetitions

# A search in a separate process
# seconds without a call after which a process is ended, in addition to twice the time for an answer
SILENCE: Final = 6.0
CRASH_SILENCE: Final = 1.5  # seconds for one call while a crash is shrunk, which takes many calls
CRASH_TRIES: Final = 400  # processes started to shrink a crash; this takes a few seconds, the same on every machine
CRASH_SHRINKING: Final = 30.0  # seconds after which shrinking ends in any case
