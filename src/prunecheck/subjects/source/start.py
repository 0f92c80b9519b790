"""Records of proposed calls that start a search on its own game, and why such a call is needed."""

from dataclasses import dataclass, replace
from typing import Final

HOLE: Final = "depth_goes_here"


@dataclass(frozen=True, slots=True)
class Start:
    """An expression that starts a search. `line` is the line of the call that it was made from; None if it was made up.

    `obvious`: no argument is a guess. `depth`: the number passed as its depth, if there is one.
    """

    expression: str
    obvious: bool
    line: int | None = None
    depth: int | None = None
    template: str = ""

    @property
    def takes_depth(self) -> bool:
        """True if it has a depth that can be changed."""
        return HOLE in self.template

    def with_depth(self, depth: int) -> "Start":
        """The same call with another depth, or itself if it has none."""
        if not self.takes_depth:
            return self
        return replace(self, expression=self.template.replace(HOLE, str(depth)), depth=depth)


@dataclass(frozen=True, slots=True)
class Proposal:
    """How to judge a search on its own game: `starts`, best first.

    `why` says why it cannot run on drawn trees, and `line` is the line that shows it; empty if that is not known.
    `certain`: it surely cannot.
    """

    why: str
    line: int | None
    starts: tuple[Start, ...]
    certain: bool = False
