"""Find statements that leave a loop after a move was made, but before the move is taken back."""

import ast
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeAlias

from prunecheck.subjects.source.meaning import WORD_MEANINGS, Meaning
from prunecheck.subjects.source.recursion import RecursiveFunction, Suspicion, blocks_of

Block: TypeAlias = Sequence[ast.stmt]
Test: TypeAlias = Callable[[ast.stmt], bool]


def left_before_unmake(function: RecursiveFunction) -> Iterator[Suspicion]:
    """Find statements that leave a loop between making a move and taking it back.

    A move is made and taken back by methods such as `push` and `pop`, or by two assignments to the same place on the
    board, one before and one after the recursive call.
    """
    for loop in function.loops:
        for block in blocks_of(loop):
            for made, back, takes_back in (*_calls(block), *_assignments(block, function)):
                for between in block[made + 1 : back]:
                    yield from _ways_out(between, takes_back)


def _calls(block: Block) -> Iterator[tuple[int, int, Test]]:
    """Yield a pair of statement numbers in a block: the call that makes a move, and the call that takes it back."""
    made = [nth for nth, statement in enumerate(block) if _is_word(Meaning.MAKE, statement)]
    back = [nth for nth, statement in enumerate(block) if _is_word(Meaning.UNMAKE, statement)]
    if len(made) == 1 == len(back) and made[0] < back[0]:
        yield made[0], back[0], partial(_is_word, Meaning.UNMAKE)


def _assignments(block: Block, function: RecursiveFunction) -> Iterator[tuple[int, int, Test]]:
    """Yield pairs of statement numbers in a block: two assignments to one cell of a board, around a recursive call."""
    places: dict[str, list[int]] = {}
    for nth, statement in enumerate(block):
        if place := _place(statement):
            places.setdefault(place, []).append(nth)
    calls = {id(call.node) for call in function.calls}
    for place, found in places.items():
        if len(found) == 2 and any(id(node) in calls for one in block[found[0] : found[1]] for node in ast.walk(one)):
            yield found[0], found[1], partial(_assigns_to, place)


def _assigns_to(place: str, statement: ast.stmt) -> bool:
    return _place(statement) == place


def _place(statement: ast.stmt) -> str:
    """Return the text of an assignment's target, such as `board[row][column]`.

    The text is empty for a statement that does not assign to one item of a list or dictionary.
    """
    match statement:
        case ast.Assign(targets=[ast.Subscript() as target]):
            return ast.unparse(target)
    return ""


def _ways_out(statement: ast.stmt, takes_back: Test) -> Iterator[Suspicion]:
    for block in (statement.body, statement.orelse) if isinstance(statement, ast.If) else ():
        if any(map(takes_back, block)):
            continue
        for line in block:
            if isinstance(line, ast.Return | ast.Break | ast.Continue):
                yield line.lineno, "leaves the loop before the move is taken back; take back the move first"
            yield from _ways_out(line, takes_back)


def _is_word(meaning: Meaning, statement: ast.stmt) -> bool:
    match statement:
        case (
            ast.Expr(value=ast.Call(func=ast.Attribute(attr=word)))
            | ast.Assign(value=ast.Call(func=ast.Attribute(attr=word)))
        ):
            return WORD_MEANINGS.get(word) is meaning
    return False
