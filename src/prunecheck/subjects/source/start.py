"""Proposals for calls that start a search on its own game, and the reason why such a call is needed."""

from dataclasses import dataclass, replace
from typing import Final

HOLE: Final = "depth_goes_here"


@dataclass(frozen=True, slots=True)
class Start:
    """An expression that starts a search.

    `line` is the line of the call in the source that the expression is based on; None if it is based on none.
    `obvious`: no argument is a guess. `depth`: the number passed as the depth, if there is one.
    """

    expression: str
    obvious: bool
    line: int | None = None
    depth: int | None = None
    template: str = ""

    @property
    def takes_depth(self) -> bool:
        """True if the call has a depth that can be changed."""
        return HOLE in self.template

    def with_depth(self, depth: int) -> "Start":
        """The same call with another depth; unchanged if it has no depth."""
        if not self.takes_depth:
            return self
        return replace(self, expression=self.template.replace(HOLE, str(depth)), depth=depth)


@dataclass(frozen=True, slots=True)
class Outline:
    """A call of a search with words in capitals, the `blanks`, for the arguments that the file does not show."""

    expression: str
    blanks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Proposal:
    """How to judge a search on its own game: `starts`, best first, and an `outline` of a call for the user to fill in.

    `why` is the reason why the search cannot run on drawn trees, empty if none is known; `line` is the line that shows
    it. `certain`: the search surely cannot run on drawn trees.
    """

    why: str
    line: int | None
    starts: tuple[Start, ...]
    certain: bool = False
    outline: Outline | None = None
