"""Find the source lines of the user's file that a search executes in a counterexample."""

import ast
import sys
from collections.abc import Callable, Collection
from pathlib import Path
from types import FrameType
from typing import Any

from prunecheck.errors import PrunecheckError
from prunecheck.subjects.own_game.own_game_subject import OwnGameSubject
from prunecheck.subjects.subject import Subject
from prunecheck.verify.counterexamples import Witness
from prunecheck.verify.explain.trace import trace_search


def lines_of_witness(subject: Subject, seen: Witness) -> frozenset[int]:
    """The source lines that the search executes in a counterexample.

    Lines at which no statement begins, such as comments, are always included. The result is empty if the lines cannot
    be determined, for example because the counterexample is a sequence of calls.
    """
    if subject.definition is None or seen.failure is not None or seen.steps:
        return frozenset()
    search = subject.open().search

    def call() -> None:
        trace_search(search, seen.tree, seen.window, depth=seen.depth)

    functions, above = subject.calls_above(seen.tree) if isinstance(subject, OwnGameSubject) else ((), 0)
    return executed_lines(call, subject.definition.file, functions, above)


def executed_lines(
    call: Callable[[], object], file: str, functions: Collection[str] = (), above: int = 0
) -> frozenset[int]:
    """The source lines of a file that the function `call` executes.

    Lines at which no statement begins, such as comments and continuation lines, are always included. With `functions`,
    lines are only included while more than `above` calls of these functions are running. The result is empty if `call`
    raises an error, or executes nothing in this file.
    """
    place, lines, running = Path(file).resolve(), set[int](), 0
    same = {file: True}

    def step(frame: FrameType, event: str, _argument: object) -> Any:
        nonlocal running
        name = frame.f_code.co_filename
        if name not in same:
            same[name] = Path(name).resolve() == place
        if not same[name]:
            return None
        if frame.f_code.co_name in functions:
            running += {"call": 1, "return": -1}.get(event, 0)
        if running > above or not functions:
            lines.update((frame.f_lineno, frame.f_code.co_firstlineno))
        return step

    before = sys.gettrace()
    sys.settrace(step)
    try:
        call()
    except (PrunecheckError, Exception):
        return frozenset()
    finally:
        sys.settrace(before)
    return frozenset(lines | _other_lines(place)) if lines else frozenset()


def _other_lines(place: Path) -> set[int]:
    """The source lines of a file at which no statement begins."""
    text = place.read_bytes()
    statements = {node.lineno for node in ast.walk(ast.parse(text)) if isinstance(node, ast.stmt)}
    return set(range(1, text.count(b"\n") + 2)) - statements
