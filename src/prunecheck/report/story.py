"""A sequence of searches with one instance, told step by step, and as a test that carries it out again."""

import re
from collections.abc import Iterator, Sequence

from prunecheck.report.snippet import found_by, literal, pasted_tree
from prunecheck.report.text import static_values, turns
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.trees.values import show
from prunecheck.trees.walk import place
from prunecheck.trees.window import FULL
from prunecheck.verify.verdict import Step, Witness


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
            yield f"{label}clear" + ("" if step.error is None else f"    ended with {step.error}")
            continue
        player = "MAX" if step.tree.is_max(step.tree.root) else "MIN"
        parts = [f"{step.tree}    {player} to move" if first == nth else f"the tree of step {first}"]
        parts += [f"from {place(step.path)}"] if step.path else []
        parts += [f"depth {step.depth}"] if step.depth is not None else []
        ended = f"found {show(step.found)}" if step.error is None else f"ended with {step.error}"
        also = witness.explained if nth == len(steps) else ()
        true = f"true {show(step.truth)}" + (f", explained {' to '.join(map(show, also))}" if also else "")
        yield label + "    ".join([*parts, f"window {step.window}", f"{ended}, {true}"])
    for tree, number in {step.tree: number for step, number in zip(steps, numbered(steps), strict=True)}.items():
        if tree is not None and not tree.alternates:
            yield f"turns   step {number}: {turns(tree)}"
        if tree is not None and tree.has_static_values:
            yield f"static  step {number}: {static_values(tree)}"
    if witness.objection:
        yield f"because {witness.objection}"


def pasted_story(
    name: str, contract: str, witness: Witness, *, strict: bool = False, said: Sequence[tuple[str, str]] = ()
) -> str:
    """A pytest test that fails as long as one instance of the search `name` breaks the contract in this sequence.

    With `strict`, it judges by the strict reading of values to a depth. `said` are options that say how it is called.
    """
    numbers = numbered(witness.steps)
    trees = {nth: step.tree for nth, step in zip(numbers, witness.steps, strict=True) if nth and step.tree is not None}
    names = {nth: f"tree_{count}" for count, nth in enumerate(dict.fromkeys(nth for nth in numbers if nth), 1)}
    lines = [f"    {names[nth]} = {pasted_tree(trees[nth])}" for nth in names]
    lines.append("    steps = [")
    pairs = zip(witness.steps, numbers, strict=True)
    lines += [f"        {_step(step, names[nth]) if nth else 'CLEAR'}," for step, nth in pairs]
    lines.append("    ]")
    subject = found_by(name, said)
    if strict:
        lines.append(f"    subject = replace({subject}, reading=DepthReading.STRICT)")
        subject = "subject"
    lines.append(f'    assert broken_in({subject}, steps, ["{contract}"]) == []')
    text = "\n".join(lines)
    words = [word for word in ("INF", "Window", "from_nested") if word in text]
    imports = ["from dataclasses import replace"] if strict else []
    imports += ["from fractions import Fraction"] if "Fraction(" in text else []
    imports += [""] if imports else []
    imports += [f"from prunecheck import {', '.join(words)}"] if words else []
    imports += ["from prunecheck.subjects.domain import DepthReading"] if strict else []
    imports.append("from prunecheck.subjects.found import find_subject")
    imports += ["from prunecheck.subjects.wanted import Wanted"] if "Wanted(" in text else []
    imports += ["from prunecheck.trees.json import loads"] if "loads(" in text else []
    played = [word for word in ("CLEAR", "Step") if word in text]
    imports.append(f"from prunecheck.verify.played import {', '.join([*played, 'broken_in'])}")
    short = re.sub("[^0-9A-Za-z]+", "_", name.rpartition(":")[2])
    test = f"def test_{short}_keeps_{contract.replace('-', '_')}_from_search_to_search():"
    return "\n".join([*imports, "", "", test, text])


def _step(step: Step, tree: str) -> str:
    said = [tree]
    if step.window != FULL:
        said.append(f"Window({literal(step.window.alpha)}, {literal(step.window.beta)})")
    said += [f"depth={step.depth}"] if step.depth is not None else []
    said += [f"path={step.path}"] if step.path else []
    return f"Step({', '.join(said)})"
