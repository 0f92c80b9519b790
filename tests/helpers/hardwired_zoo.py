"""The members of the hard-wired zoo, and the verdict of `verify_search` on one of them."""

from pathlib import Path
from typing import Final

import pytest
from benchmarks.zoo_trial import Member, Outcome, members, outcome

HARDWIRED_WRONG: Final = members("hardwired_wrong")
HARDWIRED_RIGHT: Final = members("hardwired_right")
ADJUSTED: Final = {"captures.later_is_less"}  # its values are not the max or min of its children's values


def trial(member: Member, file: Path, examples: int) -> Outcome:
    """The verdict of `verify_search` with the member's starting call."""
    pytest.importorskip("numpy", reason="the optional extra `native` is not installed")
    return outcome(f"{file}:{member.name}", seed=0, examples=examples, declares=member.declares, start=member.start)
