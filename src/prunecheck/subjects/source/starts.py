"""Propose the call that starts a search on its own game, from the source text alone.

Calls of the search in the file come first, with local variables replaced by their definitions. Then come calls of
functions that call the search, then calls made up from its parameters and from expressions that make boards.
"""

import ast
from dataclasses import dataclass, replace
from typing import Final

from prunecheck.subjects.source.bindings import arguments_of, marked_instance, with_one_instance
from prunecheck.subjects.source.boards import constants
from prunecheck.subjects.source.calls import CallGraph, Defined
from prunecheck.subjects.source.own_game import changes_position, why_not_drawn_trees
from prunecheck.subjects.source.start_arguments import USUAL_DEPTH, Arguments, Scope, UnknownValueError

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
class Proposal:
    """How to judge a search on its own game: `starts`, best first.

    `why` is the reason why the search cannot run on drawn trees, empty if none is known; `line` is the line that shows
    it. `certain`: the search surely cannot run on drawn trees.
    """

    why: str
    line: int | None
    starts: tuple[Start, ...]
    certain: bool = False


MOST_STARTS: Final = 8
PLAYING: Final = frozenset({"main", "play", "run", "__init__", "game_loop"})  # functions that play the game


def propose_starts(source: str, name: str, file: str, *, unless_needed: bool = True) -> Proposal:
    """Propose calls that start the search `name`, best first, and say why it only runs on its own game.

    `name` is the name of a function, a `Class.method`, or a nested function; `file` is shown in `why`. Without
    `unless_needed`, nothing is proposed for a search that may run on drawn trees, because reading the files beside it
    takes long.
    Raises: SyntaxError if the source is not Python.
    """
    graph = CallGraph(ast.parse(source))
    defined = graph.find(name)
    if defined is None:
        return Proposal("", None, ())
    group = graph.recursion(defined) or [defined]
    why, line = why_not_drawn_trees(graph, group, file)
    if not why and not unless_needed:
        return Proposal("", None, ())
    starts = _Starts(defined, Arguments(graph, file, group)).proposals()
    return Proposal(why, line, tuple(starts), any(map(changes_position, group)))


@dataclass(eq=False)
class _Starts:
    """The proposals for one search."""

    defined: Defined
    arguments: Arguments

    def proposals(self) -> list[Start]:
        """The starts: obvious calls of the search, then obvious calls of functions that call it, then guesses."""
        ranked: list[tuple[int, Start]] = []
        targets = [self.defined, *(each for each in self.arguments.group if each is not self.defined)]
        for target in targets:
            for scope, call in self.arguments.sites(target):
                if start := self._start(target, call, scope):
                    ranked.append((0 if start.obvious else 2, start))
                if (
                    scope is not None
                    and not self._plays(scope)
                    and (start := self._start(scope, None, None, call.lineno))
                ):
                    ranked.append((1 if start.obvious else 4, start))
            if start := self._start(target, None, None):
                ranked.append((3, start))
        found: dict[str, Start] = {}
        for _, start in sorted(ranked, key=lambda each: each[0]):
            found.setdefault(start.expression, start)
        return list(found.values())[:MOST_STARTS]

    def _plays(self, defined: Defined) -> bool:
        """True for a function that lets a person play the game."""
        return defined.node.name in PLAYING or self.arguments.reader.asks(defined)

    def _start(self, target: Defined, call: ast.Call | None, scope: Scope, line: int | None = None) -> Start | None:
        """The start that calls `target` as `call` does, or with made-up arguments; None if an argument is unknown."""
        self.arguments.guessed = False
        try:
            made, depth = self._call(target, call, scope)
        except UnknownValueError:
            return None
        template = ast.unparse(with_one_instance(ast.fix_missing_locations(made)))
        line = call.lineno if call is not None else line
        if depth is None:
            return Start(template, not self.arguments.guessed, line)
        plies = self._constant(depth)
        text = template.replace(HOLE, ast.unparse(depth))
        return Start(text, not self.arguments.guessed, line, plies if type(plies) is int else None, template)

    def _constant(self, node: ast.expr) -> object:
        known = constants(self.arguments.graph.module)
        while isinstance(node, ast.Name) and node.id in known:
            node = known.pop(node.id)
        return node.value if isinstance(node, ast.Constant) else None

    def _call(self, target: Defined, call: ast.Call | None, scope: Scope) -> tuple[ast.expr, ast.expr | None]:
        """A call of `target`, with the arguments of `call` or made-up ones, but a gap for the depth; and the depth."""
        function = self._callable(target, call, scope)
        given = arguments_of(target, call) if call is not None else {}
        if given is None:
            raise UnknownValueError
        depth_name = self.arguments.depth_of(target)
        positional: list[ast.expr] = []
        keywords: list[ast.keyword] = []
        depth: ast.expr | None = None
        skipped = False
        only = {each.arg for each in target.node.args.kwonlyargs}
        for each in target.parameters:
            if each.arg not in given and each.arg in target.defaults and each.arg != depth_name:
                skipped = True
                continue
            if each.arg in given:
                value = self._argument(each, given[each.arg], scope, target)
            elif each.arg in target.defaults:
                value = target.defaults[each.arg]
            else:
                value = self.arguments.parameter(each, target, 0)
            if each.arg == depth_name:
                depth, value = value, ast.Name(HOLE, ast.Load())
            if skipped or each.arg in only:
                keywords.append(ast.keyword(each.arg, value))
            else:
                positional.append(value)
        return ast.Call(function, positional, keywords), depth

    def _argument(self, parameter: ast.arg, written: ast.expr, scope: Scope, target: Defined) -> ast.expr:
        """The argument as written, or a guess if it depends on values that are only known while the game is played."""
        try:
            return self.arguments.resolve(written, scope, 0)
        except UnknownValueError:
            if self.arguments.depth_of(target) == parameter.arg:
                return ast.Constant(USUAL_DEPTH)
            return self.arguments.guess(parameter, target)

    def _callable(self, target: Defined, call: ast.Call | None, scope: Scope) -> ast.expr:
        """The function to call: a name, or a method of an instance."""
        parts = target.name.split(".")
        if target.owner is None:
            if len(parts) > 1:
                raise UnknownValueError  # the function is nested in another one
            return ast.Name(target.name, ast.Load())
        kind = ".".join(parts[:-1])
        if not target.bound:
            return ast.parse(f"{kind}.{parts[-1]}", mode="eval").body
        if call is not None and isinstance(call.func, ast.Attribute):
            with self.arguments.trying():
                return ast.Attribute(self.arguments.resolve(call.func.value, scope, 0), parts[-1], ast.Load())
        return ast.Attribute(marked_instance(self.arguments.instance(kind, 0)), parts[-1], ast.Load())
