"""Write a counterexample as lines of text: the tree, the call, and the evaluated leaves."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import count, groupby, islice, starmap
from linecache import getline
from pathlib import Path
from typing import Final

from prunecheck.errors import printable, quantity
from prunecheck.failures import Failure, Raised
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.trees.values import show
from prunecheck.trees.walk import place
from prunecheck.trees.window import FULL, Window
from prunecheck.verify.counterexamples import Step, Witness

MOST_LEAVES: Final = 24  # at most this many leaves are listed one by one; most witnesses have far fewer


def call_lines(witness: Witness) -> list[str]:
    """Text lines that show a call: the tree, the side to move at the root, the depth limit and the window.

    Facts about the tree that nested lists cannot show come next, then the board of the game, if it is known.
    """
    truth = "" if witness.window == FULL else f"    minimax value {show(witness.truth)}"
    call = call_words(witness.tree, witness.depth, witness.window)
    position = (labelled("" if nth else "at", line) for nth, line in enumerate(witness.position))
    return [labelled("tree", f"{call}{truth}"), *starmap(labelled, tree_details(witness.tree)), *position]


def labelled(label: str, *parts: str) -> str:
    """Make one text line of a counterexample: a label, followed by the given parts."""
    return f"{label:8}{'    '.join(parts)}"


def call_words(tree: ExplicitTree[Number], depth: int | None, window: Window[Number]) -> str:
    """Describe a call: the tree as nested lists, the player who moves first, the depth limit if any, the window."""
    return "    ".join([tree_and_player(tree), *([] if depth is None else [f"depth {depth}"]), window.words])


def tree_and_player(tree: ExplicitTree[Number]) -> str:
    """Describe a tree: nested lists, and the player who moves first."""
    return f"{tree}    {'MAX' if tree.is_max(tree.root) else 'MIN'} to move"


def leaf_lines(witness: Witness) -> list[str]:
    """Make a text line for each leaf that the search evaluated or that alpha-beta evaluates.

    The line compares alpha and beta at the leaf, which shows whether alpha-beta evaluates the leaf.
    """
    told = [leaf for leaf in witness.leaves if witness.failure is None or leaf.status.evaluated]
    written = (f"leaf    {place(leaf.path)} = {show(leaf.value)}  {leaf.status.value}: {leaf.law}" for leaf in told)
    folded = [(line, len(list(alike))) for line, alike in groupby(written)]
    lines = [line if times == 1 else f"{line}    {times} times" for line, times in folded[:MOST_LEAVES]]
    if len(folded) > MOST_LEAVES:
        lines.append(f"        ... and {sum(times for _, times in folded[MOST_LEAVES:])} more leaves")
    if witness.read is not None:
        needed = f"at least {witness.fewest} {'is' if witness.fewest == 1 else 'are'} needed"
        lines.append(f"count   {quantity(witness.read, 'leaf evaluation')}; {needed}")
    return lines


def outcome(found: Number | None, failure: Failure | None) -> str:
    """Say what a search returned, or how it failed."""
    return f"got {show(found)}" if failure is None else with_place(failure)


def with_place(failure: Failure) -> str:
    """Describe a failure, with the file and line in the user's code at which an exception was raised, if known."""
    if not isinstance(failure, Raised):
        return str(failure)
    at = f" ({relative(failure.file)}:{failure.line})" if failure.file else ""
    return f"crash: {failure}{at}"


def traceback_lines(failure: Failure | None) -> list[str]:
    """Text lines with the traceback of the exception that a search raised.

    Returns an empty list if the search raised no exception, or if the exception's stack frames are not known.
    """
    if not isinstance(failure, Raised) or not failure.frames:
        return []
    lines = ["traceback"]
    for (file, line, function), alike in groupby(failure.frames):
        times = len(list(alike))
        again = "" if times == 1 else f" ({times} times)"
        lines.append(f"  {relative(file)}:{line} in {function}{again}")
        if code := getline(file, line).strip():
            lines.append(f"    {code}")
    return [*lines, f"  {failure}"]


def relative(file: str) -> str:
    """The path of a file, relative if the file is in the current folder."""
    path = Path(file)
    with suppress(OSError, ValueError):  # the working directory is gone, or the file is elsewhere
        path = path.relative_to(Path.cwd())
    return str(path)


def tree_details(tree: ExplicitTree[Number]) -> Iterator[tuple[str, str]]:
    """Yield facts about a tree that nested lists cannot show: where a player moves again, and static values."""
    if not tree.alternates:
        yield "turns", turns(tree)
    if tree.has_static_values:
        yield "static", static_values(tree)


def turns(tree: ExplicitTree[Number]) -> str:
    """List the nodes, including leaves, at which the player who has just moved is to move again.

    For a large tree, only the first nodes at which a player moves again are listed.
    """
    nodes = _preorder(tree)
    return _first_of(_again(tree, nodes), nodes)


def _again(tree: ExplicitTree[Number], nodes: Iterator[tuple[int, tuple[int, ...], int | None]]) -> Iterator[str]:
    """Yield, as text, the nodes at which a player moves again.

    The player is only named at the first node, and when the player changes from one node to the next.
    """
    last = None
    for node, path, parent in nodes:
        is_max = tree.is_max(node)
        if parent is not None and is_max == tree.is_max(parent):
            yield place(path) if is_max == last else f"{'MAX' if is_max else 'MIN'} moves again at {place(path)}"
            last = is_max


def static_values(tree: ExplicitTree[Number]) -> str:
    """List the static values of interior nodes, each with the place of the node in the tree.

    For a large tree, only the first static values are listed.
    """
    nodes = _preorder(tree)
    values = (f"{place(path)} = {show(tree.evaluate(node))}" for node, path, _ in nodes if tree.children(node))
    return _first_of(values, nodes)


def _first_of(told: Iterator[str], nodes: Iterator[object]) -> str:
    """Join the texts on the first few nodes, and add an ellipsis if there are more nodes."""
    first = list(islice(told, MOST_LEAVES))
    return ", ".join([*first, "..."] if next(nodes, None) else first)


def _preorder(tree: ExplicitTree[Number]) -> Iterator[tuple[int, tuple[int, ...], int | None]]:
    """Yield the nodes of a tree in preorder, each with its path and its parent, once for each path to the node."""
    stack: list[tuple[int, tuple[int, ...], int | None]] = [(tree.root, (), None)]
    while stack:
        node, path, parent = stack.pop()
        yield node, path, parent
        stack += [(child, (*path, nth), node) for nth, child in reversed(list(enumerate(tree.children(node))))]


def numbered(steps: tuple[Step, ...]) -> list[int | None]:
    """For each step (call), the number of the first step that searches an equal tree. A `clear` step has no number."""
    first: dict[ExplicitTree[Number], int] = {}
    return [None if step.tree is None else first.setdefault(step.tree, nth) for nth, step in enumerate(steps, 1)]


def story(witness: Witness) -> Iterator[tuple[str, ...]]:
    """Yield the text lines (label and parts) for a sequence of calls, then facts that nested lists cannot show.

    The parts of a line are the tree (or the number of the first call on an equal tree), the window, the returned value
    and the right value. If a call is repeated, the number of repetitions is added.
    """
    steps, nth = witness.steps, 1
    told = map(_step_parts, steps, count(1), numbered(steps))
    for parts, alike in groupby(told):
        times = len(list(alike))
        yield f"step {nth}", *parts, *([f"{times} times"] if times > 1 else [])
        nth += times
    for tree, number in {step.tree: number for step, number in zip(steps, numbered(steps), strict=True)}.items():
        if tree is not None:
            yield from ((label, f"step {number}: {words}") for label, words in tree_details(tree))


def _step_parts(step: Step, number: int, first: int | None) -> list[str]:
    """The parts of the text line for call number `number`. `first` is the number of the first call on an equal tree."""
    if step.tree is None:
        return ["clear"] if step.failure is None else ["clear", outcome(None, step.failure)]
    parts = [tree_and_player(step.tree) if first == number else f"same tree as step {first}"]
    parts += [f"searched from node {place(step.path)}"] if step.path else []
    parts += [f"depth {step.depth}"] if step.depth is not None else []
    right = step.failure is None and step.found == step.truth
    truth = "which is right" if right else f"minimax value {show(step.truth)}"
    answer = f"{outcome(step.found, step.failure)}, {truth}"
    return [*parts, step.window.words, answer]


def witness_lines(witness: Witness, *, leaves: bool) -> list[str]:
    """Text lines that show all of a counterexample, without control characters for terminals.

    If `leaves` is True, the lines also list the evaluated leaves.
    """
    told = list(starmap(labelled, story(witness))) if witness.steps else call_lines(witness)
    return list(map(printable, [*told, *(leaf_lines(witness) if leaves and not witness.steps else [])]))
