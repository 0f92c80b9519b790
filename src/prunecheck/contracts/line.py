"""The contracts on the principal variation: the moves that a search returns as the best play for both sides."""

from dataclasses import dataclass
from typing import Any, ClassVar

from prunecheck.contracts.contract import Contract, Objection, SearchTraits
from prunecheck.contracts.evidence import Evidence
from prunecheck.trees.protocol import Number, Tree
from prunecheck.trees.values import show
from prunecheck.trees.walk import place


@dataclass(frozen=True, slots=True)
class WrongLine(Objection):
    """The violation that a principal variation is wrong, or that the search returned none."""

    line: tuple[int, ...] | None
    why: str = ""

    @property
    def kind(self) -> str:
        """A few words that name the kind of violation."""
        return "wrong line"

    @property
    def details(self) -> str:
        """The wrong principal variation, and what is wrong with it, as text."""
        if self.line is None:
            return "got none, expected a line to a leaf"
        return f"{_told(self.line)} {self.why}"


@dataclass(frozen=True, slots=True, kw_only=True)
class LineContract(Contract):
    """A contract on the principal variation, a list of child indices (from 0), in the window (-inf, inf).

    If `whole` is True, the principal variation must lead to a leaf; otherwise, it may be shorter or missing.
    """

    whole: bool = True
    full_window: bool = True

    by_depth_rule: ClassVar[bool] = True
    has_causes: ClassVar[bool] = False

    def objection(self, evidence: Evidence[Any]) -> Objection | None:
        """Report a violation if the principal variation is illegal, too short, or contains bad moves.

        If a principal variation may end before a leaf, it may also continue beyond the depth limit, since moves from
        the transposition table can extend it.
        """
        line = evidence.run.line
        if line is None:
            return WrongLine(None) if self.whole else None
        beyond = evidence.allows_deeper and not self.whole
        why = self._wrong(evidence.case.inner if beyond else evidence.case.tree, line, evidence, beyond=beyond)
        return WrongLine(line, why) if why else None

    def _wrong(self, tree: Tree[Any, Number], line: tuple[int, ...], evidence: Evidence[Any], *, beyond: bool) -> str:
        move = evidence.run.move
        if line and move is not None and move != line[0]:
            return f"does not begin with the returned move [{move}]"
        node: Any = tree.root
        least, greatest = evidence.span_at(node, 0, below_depth=beyond)
        for ply, step in enumerate(line):
            below = [] if tree.is_terminal(node) else list(tree.children(node))
            if not below:
                return f"continues after {place(line[:ply])}, where the game or the depth limit ends the line"
            if not 0 <= step < len(below):
                return f"has an illegal move after {place(line[:ply])}: there are {len(below)} moves"
            node = below[step]
            low, high = evidence.span_at(node, ply + 1, below_depth=beyond)
            if low > greatest or high < least:
                worth = f"{_span(low, high)}, although the position before it is worth {_span(least, greatest)}"
                return f"reaches {place(line[: ply + 1])}, which is worth {worth}"
            least, greatest = low, high
        return "ends before a leaf" if self.whole and not tree.is_terminal(node) else ""

    def applies_to(self, traits: SearchTraits) -> bool:
        """True if the search returns a principal variation."""
        return traits.gives_line


def _told(line: tuple[int, ...]) -> str:
    return "".join(f"[{move}]" for move in line) or "with no move"


def _span(least: Number, greatest: Number) -> str:
    return show(least) if least == greatest else f"{show(least)} to {show(greatest)}"


PRINCIPAL_VARIATION = LineContract(
    name="principal-variation",
    says=(
        "in the window (-inf, inf), the line consists of legal moves and ends at a leaf, and all its positions have "
        "the root's value"
    ),
    source="the chess-programming literature; lecture notes ICS 180A, 1997",
    aliases=("pv", "line"),
)
LINE_SO_FAR = LineContract(
    name="line-so-far",
    says=(
        "in the window (-inf, inf), the line consists of legal moves, and all its positions have the root's value; the "
        "line may stop before a leaf"
    ),
    source="the chess-programming literature; lecture notes ICS 180A, 1997",
    aliases=("partial-line",),
    whole=False,
    owed=True,
    unless_it_applies="it returns no line",
)
LINE_CONTRACTS = (LINE_SO_FAR, PRINCIPAL_VARIATION)
