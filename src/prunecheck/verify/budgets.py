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
SHARING: Final = 6  # variants at once that are judged in all windows of each tree; more get a part of them
ENOUGH_TREES: Final = 8  # the fewest that count as evidence if time runs out
MANY_TREES: Final = 40  # with fewer, a slow search on its own game gets more time: some bugs show on few trees

# Drawn trees
DEEPEST: Final = 4  # the largest depth limit on drawn trees: one more ply makes them larger, and finds no more bugs
MOST_LEAVES: Final = 400  # of a tree that is searched in all windows: their number grows with the leaves
FIRST_CALLS: Final = 3  # on a tree: the quickest says how long one takes, as the others may have had to wait
SLOW_CALL: Final = 0.01  # seconds for the quickest of the first calls on a tree: there, a few windows have to do
SLOW_CALLS: Final = 20  # after the time of this many slow calls on a tree, only a few of its other windows are tried
FEW_WINDOWS: Final = 3  # these, evenly spread, plus the full one
OWN_GAME_PATIENCE: Final = 12.0  # seconds more for a slow search on its own game
OWN_GAME_SHARE: Final = 0.5  # of the seconds for drawn trees: learning the game and its tables takes the rest
SECONDS_WHEN_LARGER: Final = 0.3  # seconds for a call on a larger tree; slower ones are not tried: they may hang
HANGING: Final = 1.0  # seconds for judging in one window; they are added to the time for trees once
SECONDS_FOR_LENIENCE: Final = 1.0  # seconds to find a smaller tree on which the depth rule matters: only for a note
LENIENCE_TRIES: Final = 300  # trees tried for the same purpose
TALL: Final = 12  # plies: on lower trees, a search that takes too long counts as hanging
LONG: Final = 0.05  # seconds for one of many calls
HANGING_FACTOR: Final = 20.0  # times as long for one more ply counts as hanging

# Shrinking
SHRINKING_CALLS_A_SECOND: Final = 4_000  # calls; most searches manage more, so that the machine's speed rarely matters
SHRINKING_TRIES: Final = 5_000  # candidates judged; the median witness needs a few hundred
SMALL_TREE_NODES: Final = 5  # the most nodes of the small trees tried first: with more, there are hundreds of trees
SMALLER_TREE_NODES: Final = 4  # the same for a tree in a sequence, where each try takes longer
MANY_CHILDREN: Final = 5  # children of a node: if there are more, half are dropped at once
MANY_STEPS: Final = 24  # steps of a sequence: if there are more, only some parts are dropped
WINDOWS_TRIED: Final = 40  # for one step of a sequence

# Sequences of calls on one instance
SEQUENCES_SHARE: Final = 5  # one in this many of an effort's seconds and trees: most bugs show in a single call
SEQUENCE_STEPS: Final = 24  # enough to fill a table from several trees, and few to shrink
SEQUENCE_TREES: Final = 3  # different ones at most, so that each is searched several times
REPRODUCING_SHARE: Final = 3  # one in this many of the plan's seconds to shrink; a slow external program gets all
FAILING_INSTANCES: Final = 3  # instances on which a sequence must fail: on one, it may be chance

# Which leaves are evaluated
STATISTICS_TREES: Final = 200  # trees whose counts of leaves are summed, so that no single tree decides
STATISTICS_SECONDS: Final = 5.0  # for a slow search: fewer trees will do
OWN_GAME_STATISTICS_SECONDS: Final = 2.0  # the same for a search on its own game: its whole verdict takes ten seconds
DRIVER_TREES: Final = 60  # trees for the driver of such a search: it only adds a note
TREES_TWICE: Final = 20  # trees searched twice, to see whether the move order changes
TREES_WITH_STATIC_VALUES: Final = (
    60  # trees with static values for ordering moves; each is searched with two kinds of values
)
TREES_WITH_SHARED_POSITIONS: Final = 100  # trees to measure the savings by a table
NEVER_USED: Final = 8  # trees searched alike with both, after which no use of static values is expected
NEVER_ASKED: Final = 5  # trees without a question for a key, after which none is expected
EXTRA_LEAVES: Final = 1.1  # ratio to alpha-beta's distinct leaves from which a search fails
WRONG_WAY: Final = 1.1  # times as many leaves with one kind of static values as with the other: less may be chance
MORE_THAN_CHANCE: Final = 1.5  # the same for a search with a random move order
HARDLY_PRUNES: Final = 0.95  # share of all leaves from which a search counts as not pruning
MORE_THAN_MINIMAX: Final = 2.0  # ratio to plain minimax's leaf visits from which a search fails
FAR_MORE: Final = 100.0  # the same for a search without a window, which may look for the value in many windows

# Values beyond whole numbers to 30,000
LIMIT_SECONDS: Final = 2.0  # seconds to find value limits: most searches take a tenth, and it is only for a note
LIMIT_SHRINKING_SECONDS: Final = 2.0  # for the tree of each limit, which is small before
LIMIT_NODES: Final = 16  # nodes of the trees tried: bugs with large values show on small trees

# The likely cause
DIAGNOSED_NODES: Final = 200  # nodes of a witness: changes may make a larger one larger still
DIAGNOSIS_SECONDS: Final = 4.0  # seconds after which no more causes are tried, for example if the search hangs
LARGE_VALUES: Final = 30  # larger values may exceed a finite infinity or a small window
MOST_DOUBLED: Final = 30  # nodes of a tree in which an only child comes twice
MOST_UNFOLDED: Final = 10_000  # nodes of a tree without sharing: a chain of only children doubles with every ply
MOST_DRAWN: Final = 400  # nodes of a tree that are drawn, shared ones counted along each path
MOST_DRAWN_OF_LARGE: Final = 100  # nodes of the top of a larger tree, which should be legible
MOST_FOLLOWED: Final = 30_000  # nodes of a tree that a search is followed through: about a second
CHANCE_TRIES: Final = 30  # repetitions of a call that may be right or wrong by chance
REPEATED_TRIES: Final = 8  # repetitions of a call that failed twice: if it fails by chance, it is probably right once
REPEATED_SECONDS: Final = 0.5  # for these

# A search in a separate process
SILENCE: Final = 6.0  # seconds without a call after which a process is ended, plus twice the time for an answer
CRASH_SILENCE: Final = 1.5  # seconds for one call while a crash is shrunk: many are tried
CRASH_TRIES: Final = 400  # to shrink it, as each starts a process; a few seconds, the same on every machine
CRASH_SHRINKING: Final = 30.0  # seconds after which shrinking ends in any case
