"""Search with an external program (`pipe:COMMAND`): convert its replies to MAX's point of view, and log its leaves.

If a program only accepts whole numbers, but a tree or window contains fractions, all values are multiplied by four,
provided that the program accepts the products. A search only depends on the order of the values, and multiplying all
values by four does not change their order.
"""

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Self

from prunecheck.errors import OutsideError, PreconditionError, TreeError, printable, sentences
from prunecheck.failures import BadReply, OutOfRange
from prunecheck.oracle.fewest_leaves import fewest_leaves
from prunecheck.oracle.minimax import value
from prunecheck.subject_errors import SubjectError
from prunecheck.subjects.convention import Convention, NodeKind, Returns, Role, Turns, Viewpoint
from prunecheck.subjects.external.messages import (
    PROTOCOL_VERSION,
    SearchReply,
    SearchRequest,
    TreeEncoding,
    encode_tree,
    is_whole,
    number_for,
    scale_down,
    scale_up,
)
from prunecheck.subjects.external.program import Program, number_in
from prunecheck.subjects.sandbox.budget import DEFAULT, Budget, budget_of
from prunecheck.subjects.subject import Instance, Question, Subject, Traits, limited_question, quiet, whole_question
from prunecheck.trees.protocol import INF, N, Number, Tree
from prunecheck.trees.search import Choice, Entry
from prunecheck.trees.window import FULL

PREFIX: Final = "pipe:"
LEAVES, WINDOW, REPLY = PARTS = ("leaf values", "window", "reply")  # parts of a search with a point of view
FOURFOLD: Final = 4
# number of encoded trees to store, since a tree is searched in many windows, together with related trees
MOST_ENCODINGS: Final = 16


class ProgramSearch(Instance):
    """A running external program, as an `Instance`, which can search. `last` is the program's last reply.

    The process continues to run after the instance ends. A program that stores results is cleared before each new tree,
    since keys are only unique within one tree.
    """

    def __init__(self, program: Program, *, times: int = 1, exchanged: Collection[str] = ()) -> None:
        """Multiply all values that are sent to the program by `times`, to make fractions whole.

        Multiplying all values does not change their order. `exchanged` names parts of a search, such as the window, in
        which the program uses another point of view than the one that it declared. If the program declared MAX's point
        of view, a part in `exchanged` is from the point of view of the side to move, and vice versa.
        """
        self.times = times
        self._scale = 1  # the factor of the last call
        self.last: SearchReply | None = None
        self._program = program
        said = program.capabilities
        self._takes = frozenset(said.takes)
        mover = said.viewpoint == "mover"
        # what is from the point of view of the side to move: leaf values, window and reply
        self._mover = {part: mover is not (part in exchanged) for part in PARTS}
        # identified by `id`, which is unique as long as the tree is stored here
        self._encoded: dict[tuple[int, Hashable, int], tuple[Tree[Any, Number], TreeEncoding]] = {}
        self._has_read = 0  # the number of the last process that reported an evaluated leaf
        self._before: Tree[Any, Number] | None = (
            None  # the tree whose positions a program with a memory may have stored
        )

    def search(self, tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Choice:
        """Let the program search `node` in the window (alpha, beta).

        The move and the line of play in the result are None if the program does not return them.

        Raises: SubjectError if the program misbehaves, PreconditionError if the program does not accept trees or
        windows of this kind, and OutsideError if the program does not accept the values in the tree or window.
        """
        self.last = None
        question = self._question(tree, node)
        fresh = question.tree is not self._before
        before, self._scale = self._scale, self._scale_for(question, alpha, beta, fresh=fresh)
        sent = self._encoding(question, self._scale)
        if not sent.alternates and "turns" not in self._takes:
            name = self._program.capabilities.name
            raise PreconditionError(
                f"{name} only accepts trees whose players alternate, according to its reply to hello"
            )
        side: Final = "MAX" if question.tree.is_max(question.node) else "MIN"
        request = SearchRequest(PROTOCOL_VERSION, 0, "search", side=side, tree=sent.tree)
        if "depth" in self._takes:
            request.depth = max(1, sent.height) if question.depth is None else question.depth
        if "window" in self._takes:
            ends = self._ends(question, alpha, beta, self._scale)
            request.alpha, request.beta = (number_for(end, self._program.domain) for end in ends)
        if self._program.capabilities.memory and (fresh or self._scale != before):
            if self._before is not None:  # the program has stored results for another tree or scale
                self._program.clear()
            self._before = question.tree
        reply = self._program.search(request)
        try:
            found = number_in(reply.value, self._program.domain)
        except TreeError as error:
            raise self._program.blame(BadReply(str(error))) from None
        self._check(reply, sent, question)
        self.last = reply
        judged: Tree[Any, Number] = tree
        for leaf in reply.leaves or ():
            left = 0 if question.depth is None else question.depth - sent.plies[leaf]
            if sent.valued[leaf] or not sent.children[leaf]:  # otherwise, it belongs to a smaller depth
                judged.evaluate(question.logged(sent.nodes[leaf], left))
        found = scale_down(-found if self._turned(question, REPLY) else found, self._scale)
        if reply.leaves:
            self._has_read = self._program.starts
        elif reply.leaves == [] and (alpha, beta) == (-INF, INF):
            self._check_knowledge(found, quiet(judged), node)
        line = None if reply.line is None else tuple(reply.line)
        return Choice(found, reply.move, line, self._table(reply, sent, question))

    __call__ = search

    def _table(self, reply: SearchReply, sent: TreeEncoding, question: Question) -> tuple[Entry, ...] | None:
        """Return the program's transposition-table entries, for nodes of the test tree, from MAX's point of view."""
        if reply.table is None:
            return None
        found: list[Entry] = []
        for entry in reply.table:
            node = sent.nodes[entry.node]
            try:
                lower, upper = (number_in(end, self._program.domain) for end in (entry.lower, entry.upper))
            except TreeError as error:
                raise self._program.blame(BadReply(f"its table entry for node {entry.node}: {error}")) from None
            if self._mover[REPLY] and not question.tree.is_max(node):
                lower, upper = -upper, -lower
            low, high = scale_down(lower, self._scale), scale_down(upper, self._scale)
            found.append(question.entry(node, low, high, entry.depth, entry.move))
        return tuple(found)

    def check(self, tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> None:
        """Check that the program accepts the values in this tree and window.

        Raises: OutsideError if the program does not accept some value.
        """
        self._scale_for(self._question(tree, node), alpha, beta, fresh=True)

    @property
    def clear(self) -> Callable[[], object] | None:
        """The method that makes the program delete stored results, or None if the program stores no results."""
        return self._program.clear if self._program.capabilities.memory else None

    def restart(self) -> None:
        """Kill the process. The next request starts a new process."""
        self._before = None
        self._program.end()

    def _question(self, tree: Tree[Any, Number], node: Any) -> Question:
        return limited_question(tree, node) if "depth" in self._takes else whole_question(tree, node)

    def _scale_for(self, question: Question, alpha: Number, beta: Number, *, fresh: bool) -> int:
        """Choose the factor by which all values in this tree and window are multiplied.

        The factor is 1 if all values are whole numbers.

        If the program stores results, the largest factor so far is used again for the same tree, provided that the
        program accepts the window with this factor. Raises: OutsideError if the program does not accept the values in
        the tree and window, even after they are multiplied.
        """
        scales = [1]
        if self.times != 1 and not (is_whole(alpha) and is_whole(beta) and self._encoding(question, 1).whole):
            scales = [self.times]
        elif self._program.capabilities.memory and not fresh and self._scale != 1:
            scales = [self._scale, 1]
        why = ""
        for scale in scales:
            why = self._outside(question, alpha, beta, scale)
            if not why:
                return scale
        if scales[-1] != 1:
            why = (
                f"fractions. Multiplied by {scales[-1]}, all values are whole numbers, but the program does not accept "
                f"{why}"
            )
        raise OutsideError(f"{self._program.capabilities.name} does not accept {why}, according to its reply to hello")

    def _outside(self, question: Question, alpha: Number, beta: Number, scale: int) -> str:
        """Say why the program does not accept this tree and window if all values are multiplied by `scale`.

        Returns an empty text if the program accepts the tree and the window.
        """
        domain = self._program.domain
        if excluded := self._encoding(question, scale).excluded:
            return excluded
        ends = self._ends(question, alpha, beta, scale) if "window" in self._takes else ()
        turned = self._turned(question, WINDOW)
        why = next(filter(None, (domain.excludes_end(end, turned=turned) for end in ends)), "")
        return why and f"windows that end at {why}"

    def _ends(self, question: Question, alpha: Number, beta: Number, scale: int) -> tuple[Number, Number]:
        """Convert alpha and beta to the numbers that are sent to the program."""
        if self._turned(question, WINDOW):
            alpha, beta = -beta, -alpha
        return scale_up(alpha, scale), scale_up(beta, scale)

    def _turned(self, question: Question, part: str) -> bool:
        """True if a part of the search (the window or the reply) must be converted, since MIN moves at the root."""
        return self._mover[part] and not question.tree.is_max(question.node)

    def _encoding(self, question: Question, scale: int) -> TreeEncoding:
        place = (id(question.tree), question.node, scale)
        if place not in self._encoded:
            if len(self._encoded) == MOST_ENCODINGS:
                del self._encoded[next(iter(self._encoded))]
            shared, domain = "shared" in self._takes, self._program.domain
            sent = encode_tree(
                question.tree, question.node, domain, shared=shared, mover=self._mover[LEAVES], times=scale
            )
            self._encoded[place] = question.tree, sent
        return self._encoded[place][1]

    def _check(self, reply: SearchReply, sent: TreeEncoding, question: Question) -> None:
        """Refuse a reply with moves or nodes that do not exist.

        A later check decides whether the moves of a returned line are legal.
        """
        most = sent.children[0]
        if reply.move is not None and not 0 <= reply.move < most:
            raise self._program.blame(OutOfRange("move", reply.move, most))
        if reply.line is not None and min(reply.line, default=0) < 0:
            raise self._program.blame(OutOfRange("line", min(reply.line), most))
        for node in (*(reply.leaves or ()), *(entry.node for entry in reply.table or ())):
            if not 0 <= node < len(sent.nodes):
                raise self._program.blame(OutOfRange("node", node, len(sent.nodes)))
        for leaf in reply.leaves or ():  # a reported leaf may be an inner node at the depth limit, or at a smaller one
            ends = question.depth is None or sent.valued[leaf] or sent.plies[leaf] <= question.depth
            if sent.children[leaf] and not ("depth" in self._takes and ends):
                raise self._program.blame(
                    BadReply(f"the reply lists node {leaf} as an evaluated leaf, but this node is not a leaf")
                )
        for field in self._program.capabilities.gives:
            if field in ("leaves", "line", "table") and getattr(reply, field) is None:
                raise self._program.blame(
                    BadReply(f'the reply has no "{field}", although the reply to hello promises it')
                )

    def _check_knowledge(self, found: Number, tree: Tree[Any, Number], node: Any) -> None:
        """Refuse a right value if the program cannot know this value.

        The program cannot know a value if the program never reported an evaluated leaf. Wrong values are reported
        elsewhere, with more information. If the program has reported leaves in an earlier search, its value is
        accepted, since it may have stored leaf values.
        """
        said, domain = self._program.capabilities, self._program.domain
        low, high = domain.ends
        remembers = said.memory or self._has_read == self._program.starts
        only_one = low == high and not domain.infinities
        if remembers or only_one or "leaves" not in said.gives or found != value(tree, node):
            return
        fewest = fewest_leaves(tree, FULL, node=node)
        why = (
            f"the reply lists no evaluated leaves, but every search needs at least {fewest}; list every leaf that "
            f"is evaluated"
        )
        raise self._program.blame(BadReply(why))


@dataclass(frozen=True)
class ProgramSubject(Subject):
    """A running external program, which can be used in a `with` statement.

    `search` sends requests to the program; `search.last` is the program's last reply. The end of the `with` block, or a
    call of `close`, ends the process and all its descendants.
    """

    program: Program
    instance: ProgramSearch

    def open(self, *, isolated: bool = False) -> ProgramSearch:
        """Return the running process as an instance, which can search.

        If `isolated` is True, the next search starts a new process.
        """
        if isolated:
            self.instance.restart()
        return self.instance

    def reload(self) -> Subject:
        """Restart the program, and return this subject."""
        self.instance.restart()
        return self

    def with_exchanged(self, parts: Collection[str]) -> ProgramSearch:
        """Start the program again, and switch the point of view of some parts of its searches, such as the window.

        The point of view switches between MAX and the side to move.
        """
        self.instance.restart()
        return ProgramSearch(self.program, times=self.instance.times, exchanged=parts)

    def close(self) -> None:
        """End the process."""
        self.program.close()

    def check(self, tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> None:
        """Raise OutsideError if the program does not accept the values, according to its reply to hello."""
        self.instance.check(tree, node, alpha, beta)

    @property
    def search(self) -> ProgramSearch:
        """The running process, which makes all searches."""
        return self.instance

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_program(
    command: str | Sequence[str], *, environment: Mapping[str, str] | None = None, budget: Budget = DEFAULT
) -> ProgramSubject:
    """Start the program that `command` names, and exchange `hello` with it.

    The program gets the environment variables of this process, and the variables in `environment`.
    Raises: CommandError if the program cannot be started, SubjectError if the handshake fails.
    """
    return subject_of_program(Program(command, environment=environment, budget=budget))


def subject_of_program(program: Program, *, times: int = 1) -> ProgramSubject:
    """Make a subject (a search under test) from a running external program.

    If a tree or window contains fractions, all values are multiplied by `times`.
    """
    said = program.capabilities
    window = (Role.ALPHA, Role.BETA) if "window" in said.takes else ()
    takes = (Role.NODE, *((Role.DEPTH,) if "depth" in said.takes else ()), *window)
    viewpoint = Viewpoint.MOVER if said.viewpoint == "mover" else Viewpoint.MAX
    convention = Convention(
        takes=takes,
        names=tuple(role.value for role in takes),
        node=NodeKind.MESSAGE,
        values=viewpoint,
        answers=viewpoint,
        returns=Returns.VALUE_MOVE if "move" in said.gives else Returns.VALUE,
    )
    traits = Traits(
        convention,
        sees_leaves="leaves" in said.gives,
        gives_line="line" in said.gives,
        gives_table="table" in said.gives,
        keeps_state=said.memory,
        numbers=program.domain,
        turns=Turns.ANY if "turns" in said.takes else Turns.ALTERNATE,
    )
    return ProgramSubject(said.name, traits, program, ProgramSearch(program, times=times))


def is_program(text: str) -> bool:
    """True if `text` is the name of an external program, `pipe:COMMAND`."""
    return text.startswith(PREFIX)


def program_subject(text: str, *, seconds: float, turns: Turns | None = None) -> ProgramSubject:
    """Start the program that `text` names as `pipe:COMMAND`; `seconds` is the time limit for one reply of the program.

    If `turns` is None, the program decides whether a player may move several times in a row. Raises: PreconditionError
    if the program cannot be started or the handshake fails (`prunecheck doctor` shows more), or if the program does not
    accept trees with these `turns`.
    """
    command = text.removeprefix(PREFIX)
    try:
        program = Program(command, budget=budget_of(seconds))
    except SubjectError as error:
        raise PreconditionError(
            sentences(
                f"cannot check {command!r}: {printable(str(error))}",
                f"to find out what is wrong with its replies, run: prunecheck doctor {command}",
            )
        ) from None
    found = subject_of_program(program, times=FOURFOLD if program.capabilities.values == "int" else 1)
    if turns is Turns.ANY and found.traits.turns is not turns:
        program.close()
        raise PreconditionError(
            f"{command} only accepts trees whose players alternate; drop --turns any. If the program "
            'accepts other trees, list "turns" under "takes" in its reply to hello'
        )
    return replace(found, name=text, findable=True).with_traits(turns=turns or found.traits.turns)
