"""Sequences of searches with one instance or process: a state machine of Hypothesis draws them, and shrinks what fails.

A tree is searched in some window and to some depth; then another, or the first one again, in another window, to another
depth, or from a node further down, as a game goes on; and now and then the instance is asked to forget.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Final

from hypothesis import HealthCheck, Phase, Verbosity, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import Flaky
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test

from prunecheck.strategies.encoding import RANKS
from prunecheck.subjects.living import Living
from prunecheck.subjects.subject import Subject
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.window import FULL, order_distinct_windows
from prunecheck.verify.hunt import Drawn
from prunecheck.verify.played import CLEAR, Player, judged_by
from prunecheck.verify.ranged import brought_inside
from prunecheck.verify.shorter import shorter, size_of
from prunecheck.verify.verdict import Step, Witness

STEPS: Final = 24  # of a sequence
TREES: Final = 3  # different ones in a sequence, at most
SHARE: Final = 5  # of the seconds and of the trees of an effort, one in so many is for sequences
HOW: Final = 5  # bytes for window, depth, how many moves, and the moves or the tree
DEEPEST: Final = 4
BY_HYPOTHESIS: Final = 0.5  # of the seconds for shrinking; the rest goes on change by change


@dataclass(slots=True)
class Sequences:
    """What came of sequences: how many there were, with how many searches until one failed; what the shortest broke.

    `clears`: there is a way to have it forget, and it was taken now and then.
    """

    tried: int = 0
    calls: int = 0
    seconds: float = 0.0
    clears: bool = False
    broken: str = ""
    witness: Witness | None = None


@dataclass(slots=True)
class _Search:
    """The search for a sequence that fails, as it goes on. In a process that is `shared`, many lives come to pass."""

    subject: Subject
    due: frozenset[str]
    end: float
    found: Sequences = field(default_factory=Sequences)
    best: Player | None = None
    shared: Living | None = None

    def carry_out(self, player: Player, step: Step) -> bool:
        """One step; True where it is as it should be. Raises: _OutOfTimeError."""
        if perf_counter() > self.end:
            raise _OutOfTimeError
        self.found.calls += step.tree is not None and self.best is None  # shrinking may go on as long as time allows
        if player.play(step):
            return True
        if self.best is None or size_of(player.done) < size_of(self.best.done):
            self.best = player
        return False

    def replayed(self, steps: list[Step], living: Living | None = None) -> list[Step] | None:
        """The steps up to the first that fails, in a life of their own unless one is given; None where none does.

        Raises: _OutOfTimeError.
        """
        player = Player(self.subject, self.due, _living=living)
        for step in steps:
            if not self.carry_out(player, step):
                return player.done
        return None

    def try_in_one(self, stories: Iterable[list[Step]]) -> None:
        """Try stories in one process, which forgets between them, until one fails in a process of its own.

        If it fails only after one of those before it, or all, they belong to the story. Raises: _OutOfTimeError.
        """
        assert self.subject.living is not None
        living, before = self.subject.living(), list[list[Step]]()
        for story in stories:
            self.found.tried += 1
            if self.replayed(story, living) is None:
                before.append([*story, CLEAR])
                continue
            self.best = None
            longer = ([*each, *story] for each in ([], *before, [step for each in before for step in each]))
            if any(map(self.replayed, longer)):
                return
            living, before = self.subject.living(), []

    def shorten(self, seconds: float) -> None:
        """Make the story that fails, if there is one, as short as it gets in so many seconds: the witness."""
        if self.best is None:
            return
        self.end = perf_counter() + seconds
        unshrunk = True
        with suppress(_OutOfTimeError):
            shorter(self.best.done, self.replayed)
            unshrunk = False
        self.found.broken, self.found.witness = self.best.broken, replace(_witness(self.best), unshrunk=unshrunk)


def sequences(
    subject: Subject,
    due: frozenset[str],
    *,
    drawn_from: Drawn,
    runs: int,
    seed_number: int = 0,
    seconds: float = INF,
    shrinking: float = INF,
) -> Sequences:
    """Draw so many `runs` in at most so many `seconds`, and judge each answer by `due`; `shrinking` has seconds, too.

    The same seed and version draw the same sequences. Of a search that fails now and then, it is one that was seen to.
    """
    started = perf_counter()
    share = BY_HYPOTHESIS if subject.kept is not None else 0  # change by change is the shorter way for a slow process
    search = _Search(subject, judged_by(due), started + seconds)
    if subject.kept is None and subject.living is not None:
        search.shared = subject.living()
    with suppress(_OutOfTimeError):
        _drive(search, drawn_from, runs, seed_number, shrinking * share if share else 0.0)
    search.shorten(shrinking * (1 - share))
    search.found.seconds = perf_counter() - started
    return search.found


def retried(
    subject: Subject,
    due: frozenset[str],
    stories: Iterable[list[Step]],
    *,
    seconds: float = INF,
    shrinking: float = INF,
    in_one: bool = False,
) -> Sequences:
    """Try these `stories` in turn, each in a life of its own, as `sequences` does with those it draws.

    With `in_one`, a process is not started for each, which may take longer than they do; it is asked to forget.
    """
    started = perf_counter()
    search = _Search(subject, judged_by(due), started + seconds)
    with suppress(_OutOfTimeError):
        if in_one and subject.kept is None:
            search.try_in_one(stories)
            stories = ()
        for story in stories:
            search.found.tried += 1
            if search.replayed(story) is not None:
                break
    search.shorten(shrinking)
    search.found.seconds = perf_counter() - started
    return search.found


def _drive(search: _Search, drawn_from: Drawn, runs: int, seed_number: int, shrinking: float) -> None:
    kind = seed(seed_number)(_machine(search, drawn_from, lambda: perf_counter() + shrinking))
    with suppress(_RefutedError, Flaky):
        run_state_machine_as_test(
            kind,
            settings=settings(
                max_examples=runs,
                stateful_step_count=STEPS,
                phases=(Phase.generate, Phase.shrink),
                database=None,
                deadline=None,
                verbosity=Verbosity.quiet,
                report_multiple_bugs=False,
                print_blob=False,
                suppress_health_check=list(HealthCheck),
            ),
        )


def _machine(search: _Search, drawn_from: Drawn, end_of_shrinking: Callable[[], float]) -> type[RuleBasedStateMachine]:
    """The state machine of a subject; its state is the instance and what it was asked."""
    hows = st.binary(min_size=HOW, max_size=HOW)
    clears = search.found.clears = search.subject.living is not None and search.subject.living().clear is not None

    class Machine(RuleBasedStateMachine):
        """One life, from the first search to the last."""

        def __init__(self) -> None:
            super().__init__()
            self.player = Player(search.subject, search.due, _living=search.shared)
            search.found.tried += search.best is None

        def follow(self, step: Step) -> None:
            first = search.best is None
            if search.carry_out(self.player, step):
                return
            if search.shared is not None:  # what fails there counts if it does so in a process of its own
                search.shared = search.best = None
                alone = Player(search.subject, search.due)
                if all(search.carry_out(alone, each) for each in self.player.done):
                    self.player = alone
                    return
            if first:  # from here on, it is shrunk
                search.end = end_of_shrinking()
            raise _RefutedError

        @precondition(lambda self: len(self.player.trees) < TREES)
        @rule(tree=drawn_from, how=hows)
        def search_a_tree(self, tree: ExplicitTree[Number], how: bytes) -> None:
            """A tree, from its root."""
            if search.subject.convention.depth:
                tree = brought_inside(search.subject, _with_static_values(tree))
            self.follow(_search(tree, how))

        @precondition(lambda self: self.player.trees)
        @rule(how=hows)
        def search_again(self, how: bytes) -> None:
            """A tree that was searched before."""
            trees = self.player.trees
            self.follow(_search(trees[how[-1] % len(trees)], how))

        @precondition(lambda self: self.player.trees)
        @rule(how=hows)
        def go_on(self, how: bytes) -> None:
            """The tree that came last, after a move or two."""
            self.follow(_search(self.player.trees[-1], how, how[-2:] if how[2] % 2 else how[-1:]))

        if clears:

            @precondition(lambda self: self.player.done and self.player.done[-1].tree is not None)
            @rule()
            def clear(self) -> None:
                """Forget all that was kept."""
                self.follow(CLEAR)

    return Machine


def _with_static_values(tree: ExplicitTree[Number]) -> ExplicitTree[Number]:
    """The tree with a small value at each interior position, so that it matters how deep one looks."""
    if tree.has_static_values or not tree.children(tree.root):
        return tree
    nodes = range(len(tree))
    keys = [tree.key(node) for node in nodes]
    values = [RANKS[keys[node] % len(RANKS)] if tree.children(node) else tree.evaluate(node) for node in nodes]
    return ExplicitTree(map(tree.children, nodes), values, map(tree.is_max, nodes), keys)


def _search(tree: ExplicitTree[Number], how: bytes, path: Iterable[int] = ()) -> Step:
    """The search that a few bytes write, which draw faster than numbers; zeros are the plainest search.

    Every other one is in the full window, where most shows.
    """
    windows = order_distinct_windows(tree.leaf_values)
    window = windows[how[0] // 2 % len(windows)] if how[0] % 2 else FULL
    return Step(tree, window, how[1] % (DEEPEST + 1) or None, tuple(path))


def _witness(player: Player) -> Witness:
    """The last step as a call of its own, and the sequence that led to it."""
    steps = tuple(player.done)
    last = steps[-1]
    at = next(step for step in reversed(steps) if step.tree is not None)
    assert at.tree is not None
    assert at.truth is not None
    return Witness(
        tree=at.tree,
        window=at.window,
        truth=at.truth,
        found=last.found,
        error=last.error,
        leaves=(),
        fewest=0,
        objection=player.because,
        depth=at.depth,
        explained=player.explained,
        steps=steps,
    )


class _OutOfTimeError(BaseException):
    """Drawing or shrinking ends here; Hypothesis lets this pass."""


class _RefutedError(Exception):
    """An answer that is wrong: how Hypothesis is told to shrink."""
