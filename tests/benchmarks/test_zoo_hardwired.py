"""The hard-wired zoo: its searches are checked against plain minimax, and then with one call of `verify_search`."""

from functools import partial
from pathlib import Path
from typing import Final

import pytest
from benchmarks.zoo_trial import MARK, UNCALLABLE, WASTE, Member, Outcome, members, outcome, repaired

from own_games import ALPHA_BETA_LEAVES, Comparison, compared

WRONG: Final = members("hardwired_wrong")
RIGHT: Final = members("hardwired_right")
DRAWS: Final = 12
pytestmark = pytest.mark.usefixtures("few_statistics")
FEW, MORE = 25, 150  # trees, as for the rest of the zoo
MOST_CALLS: Final = 5_000
SEARCHED_AGAIN: Final = {  # searches with null windows or deepening need up to twice alpha-beta's leaves
    "captures.deepening",
    "dominoes.principal_variation",
    "drop.depth_not_in_table",
    "hexapawn.no_second_search",
    "hexapawn.second_search_too_late",
}
NO_PRUNING: Final = {"bits.by_lambda", "noughts.minimax"}
ADJUSTED: Final = {"captures.later_is_less"}  # its values are not the max or min of its children's values
OWN_VALUES_ONLY: Final = {"noughts.wins_at_once"}  # it relies on a win being the best value
NOTED: Final = {
    "grid.root_forgets": "a driver that carries no bound from one root move to the next gets a note",
}

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
@parametrized(WRONG)
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
@parametrized(WRONG)
def test_a_hardwired_repair_is_right(member: Member) -> None:
    """With its marked lines repaired, the search has the values of plain minimax, and prunes."""
    assert_right(member, comparison(member, repaired(member.file.read_text(encoding="utf-8"))))


@pytest.mark.fast_cases("noughts.*", "bits.*", "captures.*")
@parametrized(RIGHT)
def test_a_hardwired_right_search_is_right(member: Member) -> None:
    """The search has the values of plain minimax, and prunes."""
    assert_right(member, comparison(member, member.file.read_text(encoding="utf-8")))


def trial(member: Member, file: Path, examples: int) -> Outcome:
    """The verdict of `verify_search` with the member's starting call."""
    pytest.importorskip("numpy", reason="the optional extra `native` is not installed")
    return outcome(f"{file}:{member.name}", seed=0, examples=examples, declares=member.declares, start=member.start)


@pytest.mark.fast_cases("hexapawn.pawn_left_behind")
@pytest.mark.parametrize(
    "member",
    [
        pytest.param(
            member,
            id=member.title,
            marks=[pytest.mark.xfail(reason=NOTED[member.title])] if member.title in NOTED else [],
        )
        for member in WRONG
    ],
)
def test_a_hardwired_wrong_search_is_refuted(member: Member) -> None:
    """Each search gets one starting call."""
    assert set(trial(member, member.file, MORE).broken) - {UNCALLABLE}


@pytest.mark.fast_cases("nim.sign_forgotten")
@parametrized(WRONG)
def test_a_hardwired_repair_passes(member: Member, tmp_path: Path) -> None:
    """Only the marked lines of a search are repaired."""
    file = tmp_path / member.file.name
    file.write_text(repaired(member.file.read_text(encoding="utf-8")), encoding="utf-8")
    found = trial(member, file, FEW)
    assert not found.broken, found


@pytest.mark.fast_cases("noughts.score_and_move")
@parametrized(RIGHT)
def test_a_hardwired_right_search_passes(member: Member) -> None:
    """Each search gets one starting call; a search that changes the values of its calls is refused."""
    found = trial(member, member.file, FEW)
    assert not found.broken or (member.title in ADJUSTED and found.broken == (UNCALLABLE,)), found


def test_the_hardwired_zoo_is_large_enough() -> None:
    """At least thirty wrong searches over eight games, and twenty right ones, each with its starting call."""
    assert len(WRONG) >= 30
    assert len({member.kind for member in WRONG}) >= 8
    assert len(RIGHT) >= 20
    assert len({member.title for member in (*WRONG, *RIGHT)}) == len(WRONG) + len(RIGHT)
    assert all(member.start and member.plain for member in (*WRONG, *RIGHT))
    assert all(set(member.breaks) <= {"exact", WASTE} and member.breaks for member in WRONG)


def test_each_hardwired_bug_has_its_repair() -> None:
    """A file marks at least one line for each of its wrong searches. The repaired version has no marks."""
    for file in {member.file for member in WRONG}:
        text = file.read_text(encoding="utf-8")
        marks = sum(MARK.match(line) is not None for line in text.splitlines())
        assert marks >= sum(member.file == file for member in WRONG)
        assert not any(MARK.match(line) for line in repaired(text).splitlines())
