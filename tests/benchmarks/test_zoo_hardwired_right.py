"""The hard-wired zoo: `verify_search` passes the right searches, and the wrong ones once they are repaired."""

from functools import partial
from pathlib import Path
from typing import Final

import pytest
from benchmarks.zoo_trial import UNCALLABLE, Member, repaired

from hardwired_zoo import ADJUSTED, HARDWIRED_RIGHT, HARDWIRED_WRONG, trial

TREES: Final = 25
pytestmark = pytest.mark.usefixtures("few_statistics")
parametrized = partial(pytest.mark.parametrize, "member", ids=lambda member: member.title)


@pytest.mark.fast_cases("nim.sign_forgotten")
@parametrized(HARDWIRED_WRONG)
def test_a_hardwired_repair_passes(member: Member, tmp_path: Path) -> None:
    """Only the marked lines of a search are repaired."""
    file = tmp_path / member.file.name
    file.write_text(repaired(member.file.read_text(encoding="utf-8")), encoding="utf-8")
    found = trial(member, file, TREES)
    assert not found.broken, found


@pytest.mark.fast_cases("noughts.score_and_move")
@parametrized(HARDWIRED_RIGHT)
def test_a_hardwired_right_search_passes(member: Member) -> None:
    """Each search gets one starting call; a search that changes the values of its calls is refused."""
    found = trial(member, member.file, TREES)
    assert not found.broken or (member.title in ADJUSTED and found.broken == (UNCALLABLE,)), found
