"""Propose starting calls for a search on its own game, from source code alone.

Calls to the search in its own file, and in files that import it, come first. In calls found in files, local variables
are replaced by their definitions. Calls to functions that call the search come next. Calls with guessed arguments for
the parameters of the search come last.
"""

import ast
import copy
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import PurePath
from typing import Final

from prunecheck.subjects.source.bindings import arguments_of, constants, marked_instance, with_one_instance
from prunecheck.subjects.source.boards import required_by
from prunecheck.subjects.source.calls import CallGraph, Defined
from prunecheck.subjects.source.own_game_signs import changes_position, why_not_drawn_trees
from prunecheck.subjects.source.project_files import UnknownValueError
from prunecheck.subjects.source.shorter_text import shorter
from prunecheck.subjects.source.start_arguments import USUAL_DEPTH, Arguments, Site
from prunecheck.subjects.source.syntax import is_name, names_in

HOLE: Final = "depth_goes_here"


@dataclass(frozen=True, slots=True)
class Start:
    """An expression that starts a search.

    If the expression is based on a call in the source code, `line` is the line of this call. If the call in the source
    code is not in the file of the search, `other_file` is the name of the call's file. `obvious` is True if no argument
    is a guess. `depth` is the number that is passed as the depth, if a depth is passed. `other_depth` is 0 if the call
    in the source code passes the depth 0, from which the search may count up.
    """

    expression: str
    obvious: bool
    line: int | None = None
    depth: int | None = None
    template: str = ""
    other_file: str = ""
    other_depth: int | None = None

    @property
    def place(self) -> str:
        """The place of the call on which the expression is based, in words.

        The text is empty if the expression was not made from a call in the program.
        """
        if self.line is None:
            return ""
        return f"{self.other_file}:{self.line}" if self.other_file else f"line {self.line}"

    @property
    def takes_depth(self) -> bool:
        """True if the call has a depth that can be changed."""
        return HOLE in self.template

    def with_depth(self, depth: int) -> "Start":
        """Return the starting call with another depth. A starting call without a depth stays unchanged."""
        if not self.takes_depth:
            return self
        return replace(self, expression=self.template.replace(HOLE, str(depth)), depth=depth)


@dataclass(frozen=True, slots=True)
class Outline:
    """The text of a starting call, which calls the search.

    An argument that cannot be guessed is replaced by a word in capitals. `blanks` contains the words in capitals.
    """

    expression: str
    blanks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Proposal:
    """What to suggest for checking a search on its own game: starting calls, or a call for the user to complete.

    `starts` contains the starting calls, most promising first. `outline` is the incomplete call.

    `why` says why the search cannot run on random trees (empty if no reason is known). `certain` is False if the search
    may be able to run on random trees after all. `nested` is True for a function inside another function.
    """

    why: str
    starts: tuple[Start, ...] = ()
    certain: bool = False
    outline: Outline | None = None
    nested: bool = False


MOST_STARTS: Final = 8
NOT_RUN: Final = 5  # added to the rank of a starting call that does not run the function to check
_UPWARD: Final = ast.Constant(USUAL_DEPTH)  # used instead of 0, because a search to depth 0 may make no calls
PLAYING: Final = frozenset({"main", "play", "run", "__init__", "game_loop"})  # functions that play the game


def propose_starts(source: str, name: str, file: str, *, unless_needed: bool = True) -> Proposal:
    """Propose starting calls for the search `name`, best call first, and find out why it only plays its own game.

    `name` is the name of a function, a `Class.method`, or a nested function. `file` is the file name to show in the
    proposal's explanation `why`. To save time, set `unless_needed` to False: then, starting calls are only proposed for
    a search that cannot run on random trees. Raises: SyntaxError if the source code is not Python.
    """
    graph = CallGraph(ast.parse(source))
    defined = graph.find(name)
    if defined is None:
        return Proposal("")
    group = [graph.functions[each] for each in graph.recursion(defined.name) if each in graph.functions] or [defined]
    outermost = _outermost(graph, defined)
    why = why_not_drawn_trees(graph, group, file)
    if nested := outermost is not defined:
        why = f"cannot call `{defined.node.name}` directly, since it is defined inside another function"
    if not why and not unless_needed:
        return Proposal("")
    made = _Starts(defined, outermost, Arguments(graph, file, group))
    return Proposal(why, tuple(made.proposals()), any(map(changes_position, group)), made.outline(), nested)


def _outermost(graph: CallGraph, defined: Defined) -> Defined:
    """Return the outermost function around a function.

    For a function that is not nested, return the function itself.
    """
    parts = defined.name.split(".")
    around = (graph.functions.get(".".join(parts[:nth])) for nth in range(1, len(parts)))
    return next(filter(None, around), defined)


@dataclass(eq=False)
class _Starts:
    """Finds the starting calls that can be proposed for one search, which is defined by `defined`.

    `outermost` is the outermost function around the search. If the search is not nested, `outermost` equals `defined`.
    """

    defined: Defined
    outermost: Defined
    arguments: Arguments

    def proposals(self) -> list[Start]:
        """List the starting calls: obvious calls to the search, obvious calls to its callers, and guesses.

        If the search is not recursive but calls recursive functions, starting calls that do not run the search come
        last.
        """
        ranked: list[tuple[int, Start]] = []
        group = self.arguments.group
        targets = [self.defined, *(function for function in group if function is not self.defined)]
        for target in targets:
            last = 0 if target is self.defined or self.defined in group else NOT_RUN
            for site in self.arguments.all_sites(target):
                where, scope, call = site
                if start := self._start(target, site):
                    ranked.append((last + (0 if start.obvious else 2), start))
                if scope is None or where is not self.arguments or self._plays(scope):
                    continue
                if start := self._start(scope, None, call.lineno):
                    ranked.append((last + (1 if start.obvious else 4), start))
            if start := self._start(self.outermost if target is self.defined else target, None):
                ranked.append((last + 3, start))
        found: dict[str, Start] = {}
        for _, start in sorted(ranked, key=lambda pair: pair[0]):
            found.setdefault(start.expression, start)
        return list(found.values())[:MOST_STARTS]

    def outline(self) -> Outline | None:
        """Make a call to the search, or to the function around it, with blanks for arguments that cannot be guessed."""
        blanks: dict[str, None] = {}
        self.arguments.begin()

        def blank(parameter: ast.arg) -> ast.expr:
            blanks[parameter.arg.upper()] = None
            return ast.Name(parameter.arg.upper(), ast.Load())

        def filled(parameter: ast.arg) -> ast.expr:
            try:
                value = self.arguments.parameter(parameter, target, 0)
            except UnknownValueError:
                return blank(parameter)
            counts_down = parameter.arg == self.arguments.depth_of(target)
            return ast.Constant(USUAL_DEPTH) if counts_down and _is_no_depth(value) else value

        target = self.outermost
        try:
            function = self._callable(target, None)
        except UnknownValueError:
            kind = target.name.rpartition(".")[0]
            graph = self.arguments.graph
            if kind not in graph.classes:
                return None
            others = [module.tree for module in self.arguments.nearby]
            made = [blank(argument) for argument in required_by(graph, kind, others)]
            function = ast.Attribute(ast.Call(ast.Name(kind, ast.Load()), made, []), target.node.name, ast.Load())
        call = _call_with(function, target, {argument.arg: filled(argument) for argument in target.required})
        return Outline(_text(call, target, self.arguments.top_names), tuple(blanks))

    def _plays(self, defined: Defined) -> bool:
        """True for a function that lets a person play the game."""
        return defined.node.name in PLAYING or self.arguments.reader.asks(defined)

    def _start(self, target: Defined, site: Site | None, line: int | None = None) -> Start | None:
        """Build a starting call of `target`, with the arguments of a call in the project (`site`), or guessed ones.

        Returns None if the value of an argument is not known.
        """
        where = self.arguments if site is None else site[0]
        self.arguments.begin()
        try:
            made, depth = self._call(target, site)
            made, filled = where.named(made), depth and where.named(depth)
        except UnknownValueError:
            return None
        template, obvious = _text(made, target, self.arguments.top_names), not self.arguments.guessed
        line = line if site is None else site[2].lineno
        other = "" if where is self.arguments else PurePath(where.file).name
        if depth is None or filled is None:
            return Start(template, obvious, line, other_file=other)
        begins = 0 if depth is _UPWARD else None
        plies = _constant(depth, where)
        text = _text(_filled(made, filled), target, self.arguments.top_names)
        return Start(text, obvious, line, plies if type(plies) is int else None, template, other, begins)

    def _call(self, target: Defined, site: Site | None) -> tuple[ast.expr, ast.expr | None]:
        """Make a call to `target`, with known or guessed arguments and a gap for the depth.

        The second item of the result is the depth.
        """
        function = self._callable(target, site)
        given = arguments_of(target, site[2]) if site is not None else {}
        if given is None:
            return self._as_written(function, site), None
        depth_name = self.arguments.depth_of(target)
        values: dict[str, ast.expr] = {}
        depth: ast.expr | None = None
        for argument in target.parameters:
            default = target.defaults.get(argument.arg)
            if argument.arg not in given and default is not None:
                known = names_in([default]) <= self.arguments.top_names | {"float", "inf"}
                if argument.arg != depth_name or not known:  # a name may be an attribute of the class
                    continue
            if site is not None and argument.arg in given:
                value = self._argument(argument, given[argument.arg], site, target)
            elif argument.arg in target.defaults:
                value = target.defaults[argument.arg]
            else:
                value = self.arguments.parameter(argument, target, 0)
            if argument.arg == depth_name:
                depth = _UPWARD if _is_zero(value) else ast.Constant(USUAL_DEPTH) if _is_no_depth(value) else value
                value = ast.Name(HOLE, ast.Load())
            values[argument.arg] = value
        return _call_with(function, target, values), depth

    def _as_written(self, function: ast.expr, site: Site | None) -> ast.Call:
        """Build a starting call from a call in the source code that unpacks arguments with `*` or `**`."""
        if site is None:
            raise UnknownValueError
        where, scope, call = site

        def written(value: ast.expr) -> ast.expr:
            inner = value.value if isinstance(value, ast.Starred) else value
            known = where.resolve(inner, scope, 0)
            return ast.Starred(known, ast.Load()) if isinstance(value, ast.Starred) else known

        keywords = [ast.keyword(keyword.arg, written(keyword.value)) for keyword in call.keywords]
        return ast.Call(function, list(map(written, call.args)), keywords)

    def _argument(self, parameter: ast.arg, written: ast.expr, site: Site, target: Defined) -> ast.expr:
        """Return the argument as it is written, or a guess if the argument's value is only known during the game."""
        where, scope, _ = site
        is_depth = self.arguments.depth_of(target) == parameter.arg
        if is_depth and scope is not None and _is_stepped(written, scope):
            return ast.Constant(USUAL_DEPTH)
        try:
            return where.resolve(written, scope, 0)
        except UnknownValueError:
            return ast.Constant(USUAL_DEPTH) if is_depth else self.arguments.guess(parameter, target)

    def _callable(self, target: Defined, site: Site | None) -> ast.expr:
        """Make the expression for the function to call: a name, or a method of an instance."""
        parts = target.name.split(".")
        if target.owner is None:
            if len(parts) > 1:
                raise UnknownValueError  # the function is nested in another one
            return ast.Name(target.name, ast.Load())
        kind = ".".join(parts[:-1])
        if not target.bound:
            return ast.parse(f"{kind}.{parts[-1]}", mode="eval").body
        where, scope, call = site or (self.arguments, None, None)
        if call is not None and isinstance(call.func, ast.Attribute):
            with where.trying():
                return ast.Attribute(where.resolve(call.func.value, scope, 0), parts[-1], ast.Load())
        return ast.Attribute(marked_instance(self.arguments.instance(kind, 0)), parts[-1], ast.Load())


def _call_with(function: ast.expr, target: Defined, values: Mapping[str, ast.expr]) -> ast.Call:
    """Make a call of `target` with the arguments `values`: by position up to the first missing one, then by keyword."""
    only = {parameter.arg for parameter in target.node.args.kwonlyargs}
    names = [parameter.arg for parameter in target.parameters]
    by_place = list(takewhile(lambda name: name in values and name not in only, names))
    keywords = [ast.keyword(name, values[name]) for name in names if name in values and name not in by_place]
    return ast.Call(function, [values[name] for name in by_place], keywords)


def _filled(call: ast.expr, depth: ast.expr) -> ast.expr:
    """Insert the depth into a call, at the gap for the depth."""

    class Fill(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.expr:  # the name that `ast` calls
            return depth if node.id == HOLE else node

    found = Fill().visit(copy.deepcopy(call))
    assert isinstance(found, ast.expr)
    return found


def _text(call: ast.expr, target: Defined, taken: Collection[str]) -> str:
    """Write a call as text.

    Private names of `target`'s class are written as `_Class__name`, which also works outside of the class.
    """
    kind = target.owner.name.lstrip("_") if target.owner is not None else ""
    found = shorter(with_one_instance(call), taken)
    for node in ast.walk(found) if kind else ():
        if isinstance(node, ast.Attribute) and node.attr.startswith("__") and not node.attr.endswith("__"):
            node.attr = f"_{kind}{node.attr}"
    return ast.unparse(found)


def _constant(node: ast.expr, where: Arguments) -> object:
    """Return the value of a constant, or of a variable that is set to a constant, otherwise None."""
    known = dict(constants(where.graph.module))
    while isinstance(node, ast.Name) and node.id in known:
        node = known.pop(node.id)
    return node.value if isinstance(node, ast.Constant) else None


def _is_stepped(node: ast.expr, scope: Defined) -> bool:
    """True for a variable that changes in steps, such as the depth in iterative deepening."""
    return isinstance(node, ast.Name) and any(
        isinstance(inner, ast.AugAssign) and is_name(inner.target, node.id) for inner in ast.walk(scope.node)
    )


def _is_zero(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and type(value.value) is int and value.value == 0


def _is_no_depth(value: ast.expr) -> bool:
    """True for a depth of 0 or infinity.

    A search that counts down makes no recursive calls if the depth is 0, and does not end if the depth is infinite.
    """
    text = ast.unparse(value).lower().replace("'", "").replace('"', "")
    return text in {"0", "none", "inf", "math.inf", "np.inf", "numpy.inf", "float(inf)"}
