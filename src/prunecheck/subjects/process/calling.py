"""A program as a search that the judge can call, in MAX's viewpoint, with the leaves it read in the judge's log."""

from collections.abc import Hashable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from prunecheck.errors import OutsideError, PreconditionError, TreeError
from prunecheck.oracle.limit import fewest_leaves
from prunecheck.oracle.minimax import value
from prunecheck.subjects.asked import Asked, asked, asked_whole, quiet
from prunecheck.subjects.process.child import DEFAULT, Budget
from prunecheck.subjects.process.encoding import Encoded, divided, encoded, is_whole, multiplied, number_for
from prunecheck.subjects.process.messages import VERSION, Capabilities, Domain, SearchReply, SearchRequest
from prunecheck.subjects.process.program import Program, number_in, value_in
from prunecheck.trees.protocol import INF, N, Number, Tree
from prunecheck.trees.search import Choice, Entry
from prunecheck.trees.views.cut import Cut
from prunecheck.trees.window import FULL

KEPT: Final = 16  # trees whose encoding is kept: a tree is asked in many windows, and with its relations


class ProgramSearch:
    """The `AnySearch` of a program. `last` is its last reply, with the entries of its table where it gives them."""

    def __init__(self, program: Program, *, times: int = 1) -> None:
        """The program has shaken hands. What is no whole number otherwise, it is shown so many `times` as large."""
        self._times = times
        self._scale = 1  # of the last call
        self.last: SearchReply | None = None
        self._program = program
        said = program.capabilities
        self._takes = frozenset(said.takes)
        self._mover = said.viewpoint == "mover"
        # by identity, which is that of no other tree as long as the tree itself is kept
        self._encoded: dict[tuple[int, Hashable, int], tuple[Tree[Any, Number], Encoded]] = {}
        self._has_read = 0  # the last process that gave leaves
        self._before: Tree[Any, Number] | None = None  # of which a program with a memory may remember positions

    def __call__(self, tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Choice:
        """The program's answer for `node` in the window (alpha, beta); move and line are None where it gives none.

        Raises: SubjectError where it misbehaves, PreconditionError where it does not take such a tree or window:
        OutsideError, if that is for their values.
        """
        self.last = None
        question = self._question(tree, node)
        fresh = question.tree is not self._before
        before, self._scale = self._scale, self._scale_for(question, alpha, beta, fresh=fresh)
        sent = self._encoding(question, self._scale)
        if not sent.alternates and "turns" not in self._takes:
            name = self._program.capabilities.name
            raise PreconditionError(f"{name} takes only trees whose players alternate; its reply to hello says so")
        is_max = bool(question.tree.is_max(question.node))
        depth = None
        if "depth" in self._takes:
            depth = max(1, sent.height) if question.depth is None else question.depth
        request = SearchRequest(VERSION, 0, "search", side="MAX" if is_max else "MIN", depth=depth, tree=sent.tree)
        turned = self._mover and not is_max
        if "window" in self._takes:
            ends = self._ends(question, alpha, beta, self._scale)
            request.alpha, request.beta = (number_for(end, self._program.domain) for end in ends)
        if self._program.capabilities.memory and (fresh or self._scale != before):
            if (
                self._before is not None
            ):  # the keys of another tree say nothing of this one's, nor values of another scale
                self._program.clear()
            self._before = question.tree
        reply = self._program.search(request)
        try:
            found = value_in(reply, self._program.domain)
        except TreeError as error:
            raise self._program.blame(str(error)) from None
        self._check(reply, sent, question)
        self.last = reply
        judged: Tree[Any, Number] = tree
        for leaf in reply.leaves or ():
            if sent.children[leaf] and not sent.valued[leaf]:
                continue  # where a shallower iteration ended: no leaf of the tree that is judged
            left = 0 if question.depth is None else question.depth - sent.plies[leaf]
            judged.evaluate(question.logged(sent.nodes[leaf], left))
        found = divided(-found if turned else found, self._scale)
        if reply.leaves:
            self._has_read = self._program.starts
        elif reply.leaves == [] and (alpha, beta) == (-INF, INF):
            self._check_knowledge(found, quiet(judged), node)
        line = None if reply.line is None else tuple(reply.line)
        return Choice(found, reply.move, line, self._table(reply, sent, question))

    def _table(self, reply: SearchReply, sent: Encoded, question: Asked) -> tuple[Entry, ...] | None:
        """What the program's table says, in the judge's nodes and viewpoint."""
        if reply.table is None:
            return None
        found: list[Entry] = []
        for each in reply.table:
            node = sent.nodes[each.node]
            try:
                lower, upper = (number_in(end, self._program.domain) for end in (each.lower, each.upper))
            except TreeError as error:
                raise self._program.blame(f"its table says of node {each.node}: {error}") from None
            if self._mover and not question.tree.is_max(node):
                lower, upper = -upper, -lower
            depth = each.depth
            if isinstance(question.tree, Cut):  # which the program takes for the whole tree
                node, left = node
                depth = left if depth is None else min(depth, left)
            low, high = divided(lower, self._scale), divided(upper, self._scale)
            found.append(Entry(node, low, high, None if depth is None else max(0, depth), each.move))
        return tuple(found)

    def check(self, tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> None:
        """Refuse a question that the program would not be asked. Raises: OutsideError."""
        self._scale_for(self._question(tree, node), alpha, beta, fresh=True)

    def clear(self) -> None:
        """Have the program forget. Raises: SubjectError where it misbehaves."""
        self._program.clear()

    def restart(self) -> None:
        """End the process, at once; the next request starts a fresh one."""
        self._before = None
        self._program.end()

    def _question(self, tree: Tree[Any, Number], node: Any) -> Asked:
        return asked(tree, node) if "depth" in self._takes else asked_whole(tree, node)

    def _scale_for(self, question: Asked, alpha: Number, beta: Number, *, fresh: bool) -> int:
        """How many times as large this tree and window are shown: once, where they are whole numbers.

        A program with a memory stays with the larger scale on a tree, where there is room for the window.
        Raises: OutsideError where the program does not take them.
        """
        scales = [1]
        if self._times != 1 and not (is_whole(alpha) and is_whole(beta) and self._encoding(question, 1).whole):
            scales = [self._times]
        elif self._program.capabilities.memory and not fresh and self._scale != 1:
            scales = [self._scale, 1]
        why = ""
        for scale in scales:
            why = self._outside(question, alpha, beta, scale)
            if not why:
                return scale
        if scales[-1] != 1:
            why = f"numbers between whole ones here, which are sent {scales[-1]} times as large: that makes {why}"
        raise OutsideError(f"{self._program.capabilities.name} does not take {why}; its reply to hello says so")

    def _outside(self, question: Asked, alpha: Number, beta: Number, scale: int) -> str:
        """Why the program does not take this tree and window, shown at this scale; empty where it does."""
        domain = self._program.domain
        if excluded := self._encoding(question, scale).excluded:
            return excluded
        ends = self._ends(question, alpha, beta, scale) if "window" in self._takes else ()
        turned = self._turned(question)
        why = next(filter(None, (domain.excludes_end(end, turned=turned) for end in ends)), "")
        return why and f"windows that end at {why}"

    def _ends(self, question: Asked, alpha: Number, beta: Number, scale: int) -> tuple[Number, Number]:
        """Those of the window, as the program sees it."""
        if self._turned(question):
            alpha, beta = -beta, -alpha
        return multiplied(alpha, scale), multiplied(beta, scale)

    def _turned(self, question: Asked) -> bool:
        """True where the program sees the window with the eyes of MIN."""
        return self._mover and not question.tree.is_max(question.node)

    def _encoding(self, question: Asked, scale: int) -> Encoded:
        place = (id(question.tree), question.node, scale)
        if place not in self._encoded:
            if len(self._encoded) == KEPT:
                del self._encoded[next(iter(self._encoded))]
            shared = "shared" in self._takes
            domain = self._program.domain
            made = encoded(question.tree, question.node, domain, shared=shared, mover=self._mover, times=scale)
            self._encoded[place] = question.tree, made
        return self._encoded[place][1]

    def _check(self, reply: SearchReply, sent: Encoded, question: Asked) -> None:
        """Refuse moves and nodes that there are not. Whether a line is one is a contract's to say."""
        most = sent.children[0]
        if reply.move is not None and not 0 <= reply.move < most:
            raise self._program.blame(f"chooses move {reply.move}, where there are {most}, numbered from 0")
        if reply.line is not None and min(reply.line, default=0) < 0:
            raise self._program.blame(f"its line has the move {min(reply.line)}; moves are numbered from 0")
        nodes = [*(reply.leaves or ()), *(entry.node for entry in reply.table or ())]
        for node in nodes:
            if not 0 <= node < len(sent.nodes):
                raise self._program.blame(f"names node {node}, where there are {len(sent.nodes)}, numbered from 0")
        for leaf in reply.leaves or ():
            if sent.children[leaf] and not self._may_end_at(leaf, sent, question):
                raise self._program.blame(f"leaves names node {leaf}, which is no leaf")
        declared = self._program.capabilities.gives
        for each in declared:
            if each in ("leaves", "line", "table") and getattr(reply, each) is None:
                raise self._program.blame(f'its reply has no "{each}", which it said it gives')

    def _may_end_at(self, leaf: int, sent: Encoded, question: Asked) -> bool:
        """True where the depth, or that of a shallower iteration, may end at a node that has children."""
        if "depth" not in self._takes:
            return False
        return question.depth is None or sent.valued[leaf] or sent.plies[leaf] <= question.depth

    def _check_knowledge(self, found: Number, tree: Tree[Any, Number], node: Any) -> None:
        """Refuse the right value from no leaf, now and in all that the process was asked before.

        A wrong value has verdicts that tell more; so has a program that remembers leaves, and does not say so.
        """
        said, domain = self._program.capabilities, self._program.domain
        low, high = domain.ends
        remembers = said.memory or self._has_read == self._program.starts
        only_one = low == high and not domain.infinities
        if remembers or only_one or "leaves" not in said.gives or found != value(tree, node):
            return
        fewest = fewest_leaves(tree, FULL, node=node)
        raise self._program.blame(
            f"its leaves are empty, and no search can know the value from fewer than {fewest}; give each that is read"
        )


class ProgramSubject:
    """A program under test; leaving the context, or `close`, ends it and all that it started."""

    def __init__(self, program: Program) -> None:
        """Own the program."""
        self.program = program
        self.search = ProgramSearch(program)

    def multiplied(self, times: int) -> ProgramSearch:
        """Its search where it is shown everything so many times as large; the order of values stays."""
        return ProgramSearch(self.program, times=times)

    @property
    def name(self) -> str:
        """What it calls itself."""
        return self.program.capabilities.name

    @property
    def capabilities(self) -> Capabilities:
        """What it said of itself."""
        return self.program.capabilities

    @property
    def domain(self) -> Domain:
        """The values it takes: `domain.excludes(value)` is empty for those."""
        return self.program.domain

    def clear(self) -> None:
        """Have it forget what it keeps between searches; nothing is asked of one that keeps nothing."""
        if self.capabilities.memory:
            self.program.clear()

    def close(self) -> None:
        """End it."""
        self.program.close()

    def __enter__(self) -> Self:
        """The subject itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End it."""
        self.close()


def open_program(
    command: str | Sequence[str],
    *,
    cwd: str | Path | None = None,
    environment: Mapping[str, str] | None = None,
    budget: Budget = DEFAULT,
) -> ProgramSubject:
    """The program that `command` starts, which has shaken hands.

    `environment` is added to that of this process. Raises: CommandError where it cannot be started, SubjectError where
    it fails the handshake.
    """
    return ProgramSubject(Program(command, cwd=cwd, environment=environment, budget=budget))
