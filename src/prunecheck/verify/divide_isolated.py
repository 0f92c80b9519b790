"""Divide a search that may take its process down with it."""

import threading
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from prunecheck.errors import PreconditionError
from prunecheck.failures import SubjectError
from prunecheck.subjects.external.search import is_program
from prunecheck.subjects.find import find_subject
from prunecheck.subjects.sandbox.forked import EarlyEnd, Stage, run_in_fork
from prunecheck.subjects.subject import Subject, Watch
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number, Tree
from prunecheck.trees.search import AnySearch, Choice
from prunecheck.trees.window import FULL, Window
from prunecheck.verify.budgets import SILENCE
from prunecheck.verify.explain.divide import Division, Terms, divided
from prunecheck.verify.isolated import before_any_call
from prunecheck.verify.options import Options
from prunecheck.verify.run import check_turns, check_windows


def divided_alone(
    wanted: Options,
    tree: ExplicitTree[Number],
    windows: Sequence[Window[Number]] | None = None,
    *,
    depth: int | None = None,
) -> Division | EarlyEnd:
    """`divided` for the search that `wanted` names: how it ended if it does so before it is known how to call it.

    It is called in a process of its own, as `judged` has it. A call that takes the process down is a wrong one, and the
    walk goes on in another process.
    Raises: PreconditionError or UnknownNameError where there is no such search, no way to call it, or no way to call it
    on this tree and in these windows; TreeError where the tree has no value.
    """
    if is_program(wanted.search) or threading.active_count() > 1:
        subject = _found(wanted)
        try:
            return _divided(subject, subject.search, tree, windows, depth)
        finally:
            subject.close()
    fell: dict[int, EarlyEnd] = {}
    while True:
        stage, at = Stage(), Stage()

        def walk(watch: Watch, stage: Stage = stage, at: Stage = at) -> Division | None:
            try:
                subject = _found(wanted, watch, stage)
                return _divided(subject, _numbered(subject.search, at, fell), tree, windows, depth)
            except KeyboardInterrupt:
                return None

        silence = SILENCE + 2 * wanted.seconds
        done = run_in_fork(walk, silence=silence)
        if done is None:
            raise KeyboardInterrupt
        if not isinstance(done, EarlyEnd):
            return done
        if stage.words:
            raise PreconditionError(f"{stage.words}: {before_any_call(done, silence)}")
        if not at.words:
            return done
        fell[int(at.words)] = done


def _found(wanted: Options, watch: Watch | None = None, stage: Stage | None = None) -> Subject:
    begin = None if stage is None else stage.begin
    found = find_subject(wanted.search, declared=wanted.declared(), seconds=wanted.seconds, watch=watch, begin=begin)
    return replace(found, name=wanted.search).with_traits(depth_reading=wanted.depth_reading)


def _divided(
    subject: Subject,
    search: AnySearch,
    tree: ExplicitTree[Number],
    windows: Sequence[Window[Number]] | None,
    depth: int | None,
) -> Division:
    check_turns(subject.traits.turns, tree)
    check_windows(subject, tuple(windows or ()))
    alone_with_move = not subject.traits.gives_value
    if alone_with_move and any(each != FULL for each in windows or ()):
        raise PreconditionError(
            "this search tells a move alone and is judged in the full window alone; leave the window out"
        )
    terms = Terms(
        window=subject.traits.takes_window and not alone_with_move,
        roots_player=subject.traits.convention.max_at_root,
        leaves=not alone_with_move,
        reading=subject.traits.depth_reading,
    )
    return divided(search, tree, windows, depth=depth, terms=terms)


def _numbered(search: AnySearch, at: Stage, fell: dict[int, EarlyEnd]) -> AnySearch:
    """The search, which notes the number of each call; those that took a process down before are not made again."""
    calls = 0

    def called(tree: Tree[Any, Number], node: Any, alpha: Number, beta: Number, /) -> Number | Choice:
        nonlocal calls
        calls += 1
        if calls in fell:
            raise SubjectError(fell[calls].failure)
        at.begin(str(calls))
        return search(tree, node, alpha, beta)

    return called
