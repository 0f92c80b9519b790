"""A sequence of searches with one instance, step by step."""

from collections.abc import Iterator

from prunecheck.report.text import outcome, tree_and_player, tree_details, true_words
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.trees.walk import place
from prunecheck.verify.records import Step, Witness


def numbered(steps: tuple[Step, ...]) -> list[int | None]:
    """The number, from 1, of the step in which the tree of each step came first; None for `clear`."""
    first: dict[ExplicitTree[Number], int] = {}
    return [None if step.tree is None else first.setdefault(step.tree, nth) for nth, step in enumerate(steps, 1)]


def story_lines(witness: Witness) -> Iterator[str]:
    """A line for each step: the tree, or the step it came in, the window, what was found, and what is true."""
    steps = witness.steps
    for nth, (step, first) in enumerate(zip(steps, numbered(steps), strict=True), 1):
        label = f"step {nth}".ljust(8)
        if step.tree is None:
            yield f"{label}clear" + ("" if step.failure is None else f"    {outcome(None, step.failure)}")
            continue
        parts = [tree_and_player(step.tree) if first == nth else f"the tree of step {first}"]
        parts += [f"from {place(step.path)}"] if step.path else []
        parts += [f"depth {step.depth}"] if step.depth is not None else []
        also = witness.explained if nth == len(steps) else ()
        yield label + "    ".join(
            [*parts, f"window {step.window}", f"{outcome(step.found, step.failure)}, {true_words(step.truth, also)}"]
        )
    for tree, number in {step.tree: number for step, number in zip(steps, numbered(steps), strict=True)}.items():
        if tree is not None:
            yield from tree_details(tree, f"step {number}: ")
    if witness.objection:
        yield f"because {witness.objection}"
