"""Limits on the trees, calls and seconds that a check of a search may use, each with the reason for the number."""

from typing import Final, NamedTuple


class Effort(NamedTuple):
    """How many random trees are drawn at most, and how many seconds may be spent on drawing and searching them."""

    trees: int
    seconds: float


# How many trees are drawn, and for how long
EFFORTS: Final = {
    "quick": Effort(200, 4.0),  # for a test in CI
    "default": Effort(1_000, 9.0),  # for a person who is waiting
    "thorough": Effort(10_000, 120.0),  # for a nightly run
}
EXAMPLES: Final = 1_000  # number of trees for the catalogue: as many as for a single search by default
QUICK_EXAMPLES: Final = 100  # for `--quick`, which checks every variant
# if there are at most this many variants, each is judged in all windows of a tree; otherwise, in only some windows
SHARING: Final = 6
ENOUGH_TREES: Final = 8  # this many trees are enough evidence if time runs out
# a slow search that plays its own game gets more time until it has searched this many trees, since some bugs only show
# on few trees
MANY_TREES: Final = 40

# Drawing trees
# the largest depth limit on random trees; one more ply makes trees larger, but finds no more bugs
DEEPEST: Final = 4
# only trees with at most this many leaves are searched in all windows, since the number of windows grows with the
# leaves
MOST_LEAVES: Final = 400
# number of timed calls on a tree; the fastest one is used, since others may have waited for a processor
FIRST_CALLS: Final = 3
# if even the fastest of these calls takes this many seconds, only a few windows of the tree are searched
SLOW_CALL: Final = 0.01
# if a tree has taken as long as this many such calls, only a few more windows are searched
SLOW_CALLS: Final = 20
FEW_WINDOWS: Final = 3  # this many windows, evenly spread, are searched besides the full one
OWN_GAME_PATIENCE: Final = 12.0  # additional seconds for a slow search on its own game
# share of these seconds for random trees; the rest is for learning the game and for the search's tables
OWN_GAME_SHARE: Final = 0.5
# seconds that a call on a larger tree may take; slower searches are not run on larger trees, since they may hang
SECONDS_WHEN_LARGER: Final = 0.3
# if a call takes this many seconds, the time for trees is extended by as much, but only once
HANGING: Final = 1.0
# seconds to find a smaller tree on which the depth rule matters, which is only needed for a note
SECONDS_FOR_LENIENCE: Final = 1.0
LENIENCE_TRIES: Final = 300  # the most trees that are tried to find that smaller tree
TALL: Final = 12  # on trees with fewer plies than this, a search that takes too long is considered to hang
LONG: Final = 0.05  # seconds; calls that take longer are too slow to be made many times
HANGING_FACTOR: Final = 20.0  # if one more ply takes this many times as long, the search is considered to hang

# a search that accepts -10 to 10 also accepts small trees whose values are shifted by 7, or spread to multiples of 3
FOR_RELATIONS: Final = 10

# Shrinking
SHRINKING_CALLS_A_SECOND: Final = (
    4_000  # most searches make more calls than this in time, so the speed of the machine rarely matters
)
SHRINKING_TRIES: Final = 5_000  # the most candidates that are judged; the median witness needs a few hundred
# the small trees that are tried first have at most this many nodes; with more, there would be hundreds of trees
SMALL_TREE_NODES: Final = 5
SMALLER_TREE_NODES: Final = 4  # as above, for a tree in a sequence, which takes longer to try
MANY_CHILDREN: Final = 5  # if a node has more children than this, half of them are dropped at once
MANY_STEPS: Final = 24  # if a sequence has more steps than this, not every part is tried
WINDOWS_TRIED: Final = 40  # windows tried for one step of a sequence
# at most this many sequences on a search's own game are tried to shrink a wrong one, since each runs the program
OWN_SEQUENCE_TRIES: Final = 200
# to find the calls that a failure needs, at most this many earlier calls are judged again, thousands per second
MOST_REPEATED: Final = 1 << 14

# Sequences of calls on one instance
# sequences get an effort's seconds and number of trees, divided by this, since most bugs show in a single call
SEQUENCES_SHARE: Final = 5
SEQUENCE_STEPS: Final = 24  # steps of a sequence: enough to fill a table from several trees, and few enough to shrink
SEQUENCE_TREES: Final = 3  # the most different trees in a sequence; few, so that each is searched several times
# shrinking gets the plan's seconds, divided by this; with a slow external program, it gets all of them
REPRODUCING_SHARE: Final = 3
# a sequence must fail on this many instances, since on a single one, it may fail by chance
FAILING_INSTANCES: Final = 3

# Sequences of searches of a search's own game
OWN_SEQUENCES_SECONDS: Final = 3.0  # seconds for one starting call; few, since the whole verification takes ten seconds
# after this many sequences, one in BOUNDS_EVERY begins with a search for a bound, which fewer bugs need
WITHOUT_BOUNDS: Final = 12
BOUNDS_EVERY: Final = 3
# among this many sequences, one searches in null windows; 100 or more of these find most tables that mix up two bounds
NULL_WINDOWS_EVERY: Final = 6
# sequences that are run after a wrong result, to find out whether the table merges different positions
AFTER_A_WRONG_ANSWER: Final = 40

# The positions and rules of a search's own game
OWN_POSITIONS_SHARE: Final = (
    3  # real positions get the seconds divided by this, since most bugs show with random values
)
# a position with more nodes below it is only searched in some windows, since the number of windows grows with the
# square of the leaves
MOST_NODES_IN_ALL_WINDOWS: Final = 60
FEW_POSITIONS: Final = 5  # if a game has at most this many positions, its trees are nearly alike
SMALL_GAME: Final = 20  # a pass on a game with fewer positions says little, so the verdict says how many there are
# time limit for the searches of one starting call; computing values by the rules gets the same time
RULES_SEARCH_SECONDS: Final = 5.0

# All small trees
# (compiled, signed) -> all trees with up to this many leaves take a few seconds
SCOPE_LEAVES: Final = {(True, False): 5, (True, True): 4, (False, False): 3, (False, True): 2}
QUICK_SCOPE_LEAVES: Final = {False: 2, True: 1}  # signed -> number of leaves for a run that draws few trees
# plain Python judges this many cases in two seconds, which is less time than compiling takes
NOT_COMPILED: Final = 150_000

# Which leaves are evaluated
STATISTICS_TREES: Final = 200  # trees over which the leaves are counted, so that no single tree decides
STATISTICS_SECONDS: Final = 5.0  # after this many seconds, a slow search is measured on fewer trees
# as above, for a search on its own game, since its whole verification takes ten seconds
OWN_GAME_STATISTICS_SECONDS: Final = 2.0
DRIVER_TREES: Final = 60  # number of trees for the driver of such a search, since the result is only a note
TREES_TWICE: Final = 20  # number of trees that are searched twice, to see whether the move order changes
# number of trees that show whether moves are ordered by static values; each is searched with two kinds of values
TREES_WITH_STATIC_VALUES: Final = 60
TREES_WITH_SHARED_POSITIONS: Final = 100  # number of trees on which the savings by a table are measured
# if both kinds lead to the same visits on this many trees, the search probably does not use static values
NEVER_USED: Final = 8
NEVER_ASKED: Final = 5  # if the search never calls `key` on this many trees, it probably does not use keys
EXTRA_LEAVES: Final = 1.1  # a search fails if the ratio of its distinct leaves to alpha-beta's is at least this
# the leaves with one kind of static values, divided by those with the other kind; a smaller ratio may be chance
WRONG_WAY: Final = 1.1
MORE_THAN_CHANCE: Final = 1.5  # as above, for a search with a random move order
HARDLY_PRUNES: Final = 0.95  # a search that evaluates this share of all leaves is reported as not pruning
MORE_THAN_MINIMAX: Final = 2.0  # a search fails if the ratio of its leaf visits to plain minimax's is at least this
FAR_MORE: Final = 100.0  # as above, for a search without a window, which may search in many windows to find the value

# Values beyond whole numbers to 30,000
LIMIT_SECONDS: Final = 2.0  # seconds to find value limits, which are only for notes; most searches need a tenth of this
LIMIT_SHRINKING_SECONDS: Final = 2.0  # seconds to shrink the tree that shows a limit; the tree is small already
LEVELS_TOGETHER: Final = 4  # bisection tries this many levels together, since trying one is quick
LIMIT_NODES: Final = 16  # most nodes of the trees that are tried: bugs with large values show on small trees

# The likely cause
DIAGNOSED_NODES: Final = 200  # a witness with more nodes is not diagnosed, since changes make it larger
DIAGNOSIS_SECONDS: Final = 4.0  # seconds after which no further causes are tried, for example if the search hangs
LARGE_VALUES: Final = 30  # larger values may exceed a finite infinity or a small window
MOST_DOUBLED: Final = 30  # most nodes of a tree in which every only child is duplicated
# most nodes of that tree, counting a shared node once for each path: a chain of only children doubles with every ply
MOST_UNFOLDED: Final = 10_000
MOST_DRAWN: Final = 400  # most nodes of a tree that is drawn; a shared node counts once for each path to it
MOST_DRAWN_OF_LARGE: Final = 100  # at most this many nodes of a larger tree are drawn, to keep its top legible
MOST_FOLLOWED: Final = 30_000  # the most nodes of a tree on which a search is traced; tracing then takes about a second
CHANCE_TRIES: Final = 30  # a call that may be right or wrong by chance is repeated this many times
# a call that failed twice is repeated this many times; if it fails by chance, one repetition will probably be right
REPEATED_TRIES: Final = 8
REPEATED_SECONDS: Final = 0.5  # seconds for these repetitions

# A search in a separate process
# a process is killed after this many seconds without a call, plus twice the time limit for a call
SILENCE: Final = 6.0
CRASH_SILENCE: Final = 1.5  # as above, while a crash is shrunk; less time, since shrinking takes many calls
CRASH_TRIES: Final = 400  # most processes that are started to shrink a crash; they take a few seconds
# a longer sequence, for example for a search that leaks memory, is not reported, since no one could follow it
CRASH_STEPS: Final = 100
CRASH_SHRINKING: Final = 30.0  # shrinking ends after this many seconds in any case
