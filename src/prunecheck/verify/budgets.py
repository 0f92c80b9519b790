"""The budgets and thresholds of a verification, each with the reason for its number."""

from typing import Final, NamedTuple


class Effort(NamedTuple):
    """The maximum number of random trees, and the time limit in seconds for drawing them."""

    trees: int
    seconds: float


# How many trees are drawn, and for how long
EFFORTS: Final = {
    "quick": Effort(200, 4.0),  # for a test in CI
    "default": Effort(1_000, 9.0),  # for a person who is waiting
    "thorough": Effort(10_000, 120.0),  # for a nightly run
}
EXAMPLES: Final = 1_000  # trees for the catalogue: the same number as for one search by default
QUICK_EXAMPLES: Final = 100  # for `--quick`, which checks every variant
# with at most this many variants, each is judged in all windows of a tree; with more, in fewer windows
SHARING: Final = 6
ENOUGH_TREES: Final = 8  # the least number of trees that is enough evidence if time runs out
# a slow search on its own game gets more time until this many trees: some bugs show on few trees only
MANY_TREES: Final = 40

# Drawing trees
# the largest depth limit on random trees; one more ply makes trees larger, but finds no more bugs
DEEPEST: Final = 4
# the most leaves of a tree that is searched in all windows: the number of windows grows with the leaves
MOST_LEAVES: Final = 400
# number of timed calls on a tree; the quickest counts, since other calls may have waited for a processor
FIRST_CALLS: Final = 3
# if the quickest of these calls takes this many seconds, only a few windows of the tree are searched
SLOW_CALL: Final = 0.01
# after the time of this many such calls on a tree, only a few more windows are searched
SLOW_CALLS: Final = 20
FEW_WINDOWS: Final = 3  # this many windows, evenly spread, are searched besides the full one
OWN_GAME_PATIENCE: Final = 12.0  # additional seconds for a slow search on its own game
# share of these seconds for random trees; the rest is for learning the game and for the search's tables
OWN_GAME_SHARE: Final = 0.5
# seconds that a call on a larger tree may take; slower searches get no larger trees, because they may hang
SECONDS_WHEN_LARGER: Final = 0.3
# if one window takes this many seconds, they are added to the time for trees, but only once
HANGING: Final = 1.0
# seconds to find a smaller tree on which the depth rule matters, which is only for a note
SECONDS_FOR_LENIENCE: Final = 1.0
LENIENCE_TRIES: Final = 300  # the most trees that are tried to find that smaller tree
TALL: Final = 12  # plies; on trees with fewer plies, a search that takes too long counts as hanging
LONG: Final = 0.05  # seconds; calls that take longer are too slow to be made many times
HANGING_FACTOR: Final = 20.0  # if one more ply takes this many times as long, the search counts as hanging

# if the search takes -10 to 10, it also takes small trees with values shifted by 7 or spaced three apart
FOR_RELATIONS: Final = 10

# Shrinking
SHRINKING_CALLS_A_SECOND: Final = 4_000  # most searches make more, so the speed of the machine rarely matters
SHRINKING_TRIES: Final = 5_000  # the most candidates that are judged; the median witness needs a few hundred
# the most nodes of the small trees that are tried first; with more nodes, there are hundreds of trees
SMALL_TREE_NODES: Final = 5
SMALLER_TREE_NODES: Final = 4  # the same for a tree in a sequence, for which each try takes longer
MANY_CHILDREN: Final = 5  # if a node has more children than this, half of them are dropped at once
MANY_STEPS: Final = 24  # if a sequence has more steps than this, not every part is tried
WINDOWS_TRIED: Final = 40  # windows tried for one step of a sequence
# the most sequences on a search's own game that are tried to make a wrong one smaller, since each runs the program
OWN_SEQUENCE_TRIES: Final = 200
# the most calls before a failure that are judged again to find those that it needs, at some thousands a second
MOST_REPEATED: Final = 1 << 14

# Sequences of calls on one instance
# sequences get the seconds and the number of trees of an effort, divided by this: most bugs show in a single call
SEQUENCES_SHARE: Final = 5
SEQUENCE_STEPS: Final = 24  # steps of a sequence: enough to fill a table from several trees, and few enough to shrink
SEQUENCE_TREES: Final = 3  # the most different trees of a sequence, so that each is searched several times
# shrinking gets the plan's seconds divided by this; for a slow external program, all of them
REPRODUCING_SHARE: Final = 3
# instances on which a sequence must fail, since on a single instance it may fail by chance
FAILING_INSTANCES: Final = 3

# Sequences of searches of a search's own game
OWN_SEQUENCES_SECONDS: Final = 3.0  # seconds for one start, since the whole verification takes ten seconds
# this many sequences come first; then one in BOUNDS_EVERY begins with a search for a bound, which fewer bugs need
WITHOUT_BOUNDS: Final = 12
BOUNDS_EVERY: Final = 3
# sequences that are run after a wrong answer, to see whether the table merges different positions
AFTER_A_WRONG_ANSWER: Final = 40

# The positions and rules of a search's own game
OWN_POSITIONS_SHARE: Final = 3  # positions get the seconds divided by this, since most bugs show with random values
# the most nodes below a position that is searched in all windows: their number grows with the square of the leaves
MOST_NODES_IN_ALL_WINDOWS: Final = 60
FEW_POSITIONS: Final = 5  # with at most this many positions, the trees of a game are hardly different
# time limit for the searches of one starting call; computing values by the rules gets the same time
RULES_SEARCH_SECONDS: Final = 5.0

# All small trees
# (compiled, signed) -> the leaves of trees whose scope takes a few seconds
SCOPE_LEAVES: Final = {(True, False): 5, (True, True): 4, (False, False): 3, (False, True): 2}
QUICK_SCOPE_LEAVES: Final = {False: 2, True: 1}  # signed -> the same leaves for a run that draws few trees
# the number of cases that plain Python judges in two seconds, less time than compiling takes
NOT_COMPILED: Final = 150_000

# Which leaves are evaluated
STATISTICS_TREES: Final = 200  # trees over which the leaves are counted, so that no single tree decides
STATISTICS_SECONDS: Final = 5.0  # seconds, after which a slow search is measured on fewer trees
# the same for a search on its own game, for which the whole verification takes ten seconds
OWN_GAME_STATISTICS_SECONDS: Final = 2.0
DRIVER_TREES: Final = 60  # trees for the driver of such a search, for which there is only a note
TREES_TWICE: Final = 20  # trees searched twice, to see whether the move order changes
# trees with static values, to see whether they order moves; each is searched with two kinds of values
TREES_WITH_STATIC_VALUES: Final = 60
TREES_WITH_SHARED_POSITIONS: Final = 100  # trees to measure the savings by a table
# if both kinds lead to the same visits on this many trees, the search is assumed not to use static values
NEVER_USED: Final = 8
NEVER_ASKED: Final = 5  # if the search asks for no key on this many trees, it is assumed not to use keys
EXTRA_LEAVES: Final = 1.1  # a search fails from this ratio of its distinct leaves to those of alpha-beta
# least ratio of the leaves with one kind of static values to those with the other kind; less may be chance
WRONG_WAY: Final = 1.1
MORE_THAN_CHANCE: Final = 1.5  # the same for a search with a random move order
HARDLY_PRUNES: Final = 0.95  # a search that evaluates this share of all leaves counts as not pruning
MORE_THAN_MINIMAX: Final = 2.0  # a search fails from this ratio of its leaf visits to those of plain minimax
FAR_MORE: Final = 100.0  # the same for a search without a window, which may search many windows for the value

# Values beyond whole numbers to 30,000
LIMIT_SECONDS: Final = 2.0  # seconds to find value limits, which are only a note; most searches need a tenth of this
LIMIT_SHRINKING_SECONDS: Final = 2.0  # seconds for the tree of each limit, which is already small
LEVELS_TOGETHER: Final = 4  # levels that bisection tries together, since trying one is quick
LIMIT_NODES: Final = 16  # nodes of the trees that are tried: bugs with large values show on small trees

# The likely cause
DIAGNOSED_NODES: Final = 200  # the most nodes of a witness that is diagnosed, since changes make it larger
DIAGNOSIS_SECONDS: Final = 4.0  # seconds after which no further causes are tried, for example if the search hangs
LARGE_VALUES: Final = 30  # larger values may exceed a finite infinity or a small window
MOST_DOUBLED: Final = 30  # the most nodes of a tree in which each only child is duplicated
# the most nodes of that tree without sharing: a chain of only children doubles with every ply
MOST_UNFOLDED: Final = 10_000
MOST_DRAWN: Final = 400  # the most nodes of a tree that is drawn; shared nodes count along each path
MOST_DRAWN_OF_LARGE: Final = 100  # the most nodes that are drawn of a larger tree, so that the top is legible
MOST_FOLLOWED: Final = 30_000  # the most nodes of a tree on which a search is traced; tracing then takes about a second
CHANCE_TRIES: Final = 30  # repetitions of a call that may be right or wrong by chance
# repetitions of a call that failed twice; if the call fails by chance, one repetition is probably right
REPEATED_TRIES: Final = 8
REPEATED_SECONDS: Final = 0.5  # seconds for these repetitions

# A search in a separate process
# seconds without a call after which a process is ended, in addition to twice the time for an answer
SILENCE: Final = 6.0
CRASH_SILENCE: Final = 1.5  # the same while a crash is shrunk: less, because shrinking takes many calls
CRASH_TRIES: Final = 400  # processes started to shrink a crash; this takes a few seconds, the same on every machine
# a longer sequence, as of a search that leaks memory, is not reported, since a person could not follow it
CRASH_STEPS: Final = 100
CRASH_SHRINKING: Final = 30.0  # seconds after which shrinking ends in any case
