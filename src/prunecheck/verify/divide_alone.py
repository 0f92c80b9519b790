"""Divide a search that may take its process down with it."""

import threading
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from prunecheck.errors import PreconditionError, SubjectError
from prunecheck.subjects.alone import Ended, Stage, alone
from prunecheck.subjects.calling import Watch
from prunecheck.subjects.convention import Returns
from prunecheck.subjects.found import find_subject
from prunecheck.subjects.program_subject import is_program
from prunecheck.subjects.subject import Subject
from prunecheck.subjects.wanted import Wanted
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number, Tree
from prunecheck.trees.search import AnySearch, Choice
from prunecheck.trees.window import FULL, Window
from prunecheck.verify.divide import Division, Terms, divided
from prunecheck.verify.judged import SILENCE, before_any_call
from prunecheck.verify.rows import check_turns, check_windows


def divided_alone(
    wanted: Wanted,
    tree: ExplicitTree[Number],
    windows: Sequence[Window[Number]] | None = None,
    *,
    depth: int | None = None,
) -> Division | Ended:
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
    fell: dict[int, Ended] = {}
    while True:
        stage, at = Stage(), Stage()

        def walk(watch: Watch, stage: Stage = stage, at: Stage = at) -> Division | None:
            try:
                subject = _found(wanted, watch, stage)
                return _divided(subject, _numbered(subject.search, at, fell), tree, windows, depth)
            except KeyboardInterrupt:
                return None

        silence = SILENCE + 2 * wanted.seconds
        done = alone(walk, silence=silence)
        if done is None:
            raise KeyboardInterrupt
        if not isinstance(done, Ended):
            return done
        if stage.words:
            raise PreconditionError(f"{stage.words}: {before_any_call(done, silence)}")
        if not at.words:
            return done
        fell[int(at.words)] = done


def _found(wanted: Wanted, watch: Watch | None = None, stage: Stage | None = None) -> Subject:
    begin = None if stage is None else stage.begin
    found = find_subject(wanted.search, declared=wanted.declared(), seconds=wanted.seconds, watch=watch, begin=begin)
    return replace(found, name=wanted.search, reading=wanted.depth_reading)


def _divided(
    subject: Subject,
    search: AnySearch,
    tree: ExplicitTree[Number],
    windows: Sequence[Window[Number]] | None,
    depth: int | None,
) -> Division:
    check_turns(subject.turns, tree, ())
    check_windows(subject, tuple(windows or ()))
    alone_with_move = subject.convention.returns is Returns.MOVE
    if alone_with_move and any(each != FULL for each in windows or ()):
        raise PreconditionError(
            "this search tells a move alone and is judged in the full window alone; leave the window out"
        )
    terms = Terms(
        window=subject.window and not alone_with_move,
        roots_player=subject.convention.max_at_root,
        leaves=not alone_with_move,
        reading=subject.reading,
    )
    return divided(search, tree, windows, depth=depth, terms=terms)


def _numbered(search: AnySearch, at: Stage, fell: dict[int, Ended]) -> AnySearch:
    """The search, which notes the number of each call; those that took a process down before are not made again."""
    calls = 0

    def called(tree: Tree[Any, Number], node: Any, alpha: Number, beta: Number, /) -> Number | Choice:
        nonlocal calls
        calls += 1
        if calls in fell:
            raise SubjectError(fell[calls].failure, fell[calls].message)
        at.begin(str(calls))
        return search(tree, node, alpha, beta)

    return called  # type: ignore[return-value]  # a union of answers, as that of the search
