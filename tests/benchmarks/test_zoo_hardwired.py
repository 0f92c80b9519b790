"""The hard-wired zoo: plain minimax shows each bug, and that repaired and right searches are right."""

from functools import partial
from typing import Final

import pytest
from benchmarks.zoo_trial import MARK, WASTE, Member, repaired

from hardwired_zoo import ADJUSTED, HARDWIRED_RIGHT, HARDWIRED_WRONG
from own_games import ALPHA_BETA_LEAVES, Comparison, compared

DRAWS: Final = 12
MOST_CALLS: Final = 5_000
SEARCHED_AGAIN: Final = {  # searches with null windows or deepening need up to twice alpha-beta's leaves
    "captures.deepening",
    "dominoes.principal_variation",
    "drop.depth_not_in_table",
    "hexapawn.no_second_search",
    "hexapawn.second_search_too_late",
}
NO_PRUNING: Final = {"bits.by_lambda", "noughts.minimax"}
OWN_VALUES_ONLY: Final = {"noughts.wins_at_once"}  # it relies on a win being the best value

parametrized = partial(pytest.mark.parametrize, "member", ids=lambda member: member.title)


def comparison(member: Member, text: str) -> Comparison:
    """Compare the member with plain minimax, in its file or in the repaired one."""
    pytest.importorskip("numpy", reason="the optional extra `native` is not installed")
    found = compared(text, member, draws=0 if member.title in OWN_VALUES_ONLY else DRAWS)
    assert found.size <= MOST_CALLS
    return found


def assert_right(member: Member, found: Comparison) -> None:
    """Assert that the values are those of plain minimax, and the leaves about as few as alpha-beta's."""
    assert not found.wrong
    assert (found.ratio is None) == (member.title in ADJUSTED)
    if found.ratio is not None and member.title not in NO_PRUNING:
        assert found.ratio <= (2 if member.title in SEARCHED_AGAIN else ALPHA_BETA_LEAVES)


@pytest.mark.fast_cases("grid.inner_break", "hexapawn.pawn_left_behind", "nim.flags_exchanged", "kalah.max_value")
@parametrized(HARDWIRED_WRONG)
def test_a_hardwired_bug_shows(member: Member) -> None:
    """The bug shows in wrong values or, if it need not, in clearly more leaves than alpha-beta's."""
    found = comparison(member, member.file.read_text(encoding="utf-8"))
    if member.breaks == (WASTE,):
        assert not found.wrong
        assert found.ratio is not None
        assert found.ratio > ALPHA_BETA_LEAVES
    else:
        assert found.wrong


@pytest.mark.fast_cases("grid.inner_break", "hexapawn.pawn_left_behind", "nim.flags_exchanged", "kalah.max_value")
@parametrized(HARDWIRED_WRONG)
def test_a_hardwired_repair_is_right(member: Member) -> None:
    """With its marked lines repaired, the search has the values of plain minimax, and prunes."""
    assert_right(member, comparison(member, repaired(member.file.read_text(encoding="utf-8"))))


@pytest.mark.fast_cases("noughts.*", "bits.*", "captures.*")
@parametrized(HARDWIRED_RIGHT)
def test_a_hardwired_right_search_is_right(member: Member) -> None:
    """The search has the values of plain minimax, and prunes."""
    assert_right(member, comparison(member, member.file.read_text(encoding="utf-8")))


def test_the_hardwired_zoo_is_large_enough() -> None:
    """At least thirty wrong searches over eight games, and twenty right ones, each with its starting call."""
    assert len(HARDWIRED_WRONG) >= 30
    assert len({member.kind for member in HARDWIRED_WRONG}) >= 8
    assert len(HARDWIRED_RIGHT) >= 20
    assert len({member.title for member in (*HARDWIRED_WRONG, *HARDWIRED_RIGHT)}) == len(HARDWIRED_WRONG) + len(
        HARDWIRED_RIGHT
    )
    assert all(member.start and member.plain for member in (*HARDWIRED_WRONG, *HARDWIRED_RIGHT))
    assert all(set(member.breaks) <= {"exact", WASTE} and member.breaks for member in HARDWIRED_WRONG)


def test_each_hardwired_bug_has_its_repair() -> None:
    """A file marks at least one line for each of its wrong searches. The repaired version has no marks."""
    for file in {member.file for member in HARDWIRED_WRONG}:
        text = file.read_text(encoding="utf-8")
        marks = sum(MARK.match(line) is not None for line in text.splitlines())
        assert marks >= sum(member.file == file for member in HARDWIRED_WRONG)
        assert not any(MARK.match(line) for line in repaired(text).splitlines())
