"""Helpers for reading syntax trees: names, definitions, parameters, and the arguments of calls."""

import ast
from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias, TypeVar

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
N = TypeVar("N", bound=ast.AST)
SELF: Final = frozenset({"self", "cls"})  # the usual names of a method's first parameter


def every(kind: type[N], *roots: ast.AST) -> Iterator[N]:
    """Yield the syntax-tree nodes of one kind, both among the given nodes and inside them."""
    return (node for root in roots for node in ast.walk(root) if isinstance(node, kind))


def functions_in(*roots: ast.AST) -> Iterator[Function]:
    """Yield the function definitions in a syntax tree, both among the given nodes and inside them."""
    return (node for root in roots for node in ast.walk(root) if isinstance(node, Function))


def names_in(nodes: Iterable[ast.AST]) -> set[str]:
    """Return all names that occur in the given nodes of the syntax tree."""
    return {name.id for name in every(ast.Name, *nodes)}


def names_set_by(nodes: Iterable[ast.AST]) -> set[str]:
    """Return the variables that the given nodes of the syntax tree set."""
    return {name.id for name in every(ast.Name, *nodes) if isinstance(name.ctx, ast.Store)}


def globals_read_in(module: ast.Module) -> set[str]:
    """Return the names that functions and methods of a module read, and that are not their own variables."""
    bodies = [module.body, *(kind.body for kind in module.body if isinstance(kind, ast.ClassDef))]
    found: set[str] = set()
    for function in (node for body in bodies for node in body if isinstance(node, Function)):
        own = {parameter.arg for parameter in every(ast.arg, function)} | names_set_by([function])
        found |= {name.id for name in every(ast.Name, function)} - own
    return found


def is_name(node: ast.AST, name: str) -> bool:
    """True if an expression is exactly this name."""
    return isinstance(node, ast.Name) and node.id == name


def imported_as(alias: ast.alias) -> str:
    """Return the name under which an import makes a module, or a part of it, available."""
    return alias.asname or alias.name.partition(".")[0]


def names_defined_by(node: ast.AST) -> set[str]:
    """Return the names that a statement defines or imports."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        return set(map(imported_as, node.names))
    return {node.name} if isinstance(node, Function | ast.ClassDef) else set()


def names_bound_in(module: ast.Module) -> set[str]:
    """Return the names that the statements of a module set, define or import, even in nested statements."""
    return names_set_by([module]).union(*map(names_defined_by, ast.walk(module)))


def targets_of(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield the targets of an assignment, each with the assigned value.

    Yields nothing if the node is not an assignment.
    """
    if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            yield target, node.value


def assignments(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield each target of an assignment with its value. If a value is unpacked, yield each item with its value."""
    for target, value in targets_of(node):
        if not isinstance(target, ast.Tuple | ast.List):
            yield target, value
        elif not any(isinstance(element, ast.Starred) for element in target.elts):
            known = value.elts if isinstance(value, ast.Tuple | ast.List) else []
            for nth, expression in enumerate(target.elts):
                in_order = len(known) == len(target.elts)
                yield expression, known[nth] if in_order else ast.Subscript(value, ast.Constant(nth), ast.Load())


def assigned_in(*roots: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Yield the names that assignments inside the given nodes set, with their values."""
    return (pair for root in roots for node in ast.walk(root) for pair in assigned_by(node))


def assigned_by(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Yield the names that an assignment sets, with their values."""
    yield from ((target.id, value) for target, value in assignments(node) if isinstance(target, ast.Name))


def defined_in(
    around: ast.AST, prefix: str = "", owner: ast.ClassDef | None = None
) -> Iterator[tuple[str, Function | ast.ClassDef, ast.ClassDef | None]]:
    """Yield all functions and classes, including nested ones, each with its qualified name and the class around it."""
    for node in ast.iter_child_nodes(around):
        if isinstance(node, Function | ast.ClassDef):
            yield prefix + node.name, node, owner
            yield from defined_in(node, f"{prefix}{node.name}.", node if isinstance(node, ast.ClassDef) else None)
        else:
            yield from defined_in(node, prefix, owner)


def definitions(module: ast.Module) -> dict[str, Function]:
    """Return all functions in a module by qualified name, such as `Engine.search`.

    If several functions have the same name, the last one is returned.
    """
    return {name: node for name, node, _ in defined_in(module) if isinstance(node, Function)}


def uses_names(source: str, names: Iterable[str]) -> bool:
    """True if a function in the module uses one of the attributes or keys in `names`. Constructors are ignored.

    >>> uses_names("def search(node): return node.alpha", ["alpha"]), uses_names("def search(node): pass", ["alpha"])
    (True, False)
    """
    wanted = set(names)
    bodies = [body for name, body in definitions(ast.parse(source)).items() if name.rpartition(".")[2] != "__init__"]
    inside = (node for body in bodies for node in own_nodes(body))
    return any(getattr(node, "attr", getattr(node, "value", None)) in wanted for node in inside if _is_key(node))


def _is_key(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def lambdas(module: ast.Module) -> dict[str, ast.Assign]:
    """Find the lambdas that are assigned to a variable, by the name of the variable."""
    return {
        node.targets[0].id: node
        for node in every(ast.Assign, module)
        if isinstance(node.value, ast.Lambda) and isinstance(node.targets[0], ast.Name)
    }


def own_nodes(body: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a function's syntax tree, except those inside nested functions and classes."""
    nested = {
        id(inner)
        for node in ast.walk(body)
        if node is not body and isinstance(node, Function | ast.ClassDef)
        for inner in ast.walk(node)
    }
    return (node for node in ast.walk(body) if id(node) not in nested)


def last_name(node: ast.AST) -> str:
    """Return a plain name, or the last part of a dotted name (`c` for `a.b.c`).

    Returns an empty text if the expression is not a name.
    """
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def dotted(node: ast.expr) -> str:
    """Return a plain or dotted name as it is written, such as `a.b.c`, or an empty text if `node` is not a name.

    >>> dotted(ast.parse("pygame.display.set_mode", mode="eval").body)
    'pygame.display.set_mode'
    """
    if isinstance(node, ast.Attribute) and (before := dotted(node.value)):
        return f"{before}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def definitions_behind(module: ast.Module, name: str) -> ast.Module:
    """Return the definition of `name`, and the definitions that it uses, directly or indirectly.

    If `name` is empty, the result is the whole module.
    """
    found: dict[str, list[ast.stmt]] = {}
    for line in module.body:
        targets = (target for target, _ in targets_of(line))  # for example, of a lambda with a name
        for defined in names_defined_by(line) | names_in(targets):
            found.setdefault(defined, []).append(line)
    open_names, reached = [name.partition(".")[0]], dict[int, ast.stmt]()
    while open_names:
        for statement in found.pop(open_names.pop(), ()):
            reached[id(statement)] = statement
            open_names += filter(None, map(last_name, ast.walk(statement)))
    return ast.Module(list(reached.values()), []) if reached else module


def is_literal(value: ast.expr) -> bool:
    """True for an expression that only consists of literals."""
    try:
        ast.literal_eval(value)
    except (ValueError, TypeError):
        return False
    return True


def unsigned(value: ast.expr) -> ast.expr:
    """Return the operand of a minus sign. An expression without a minus sign is returned unchanged."""
    return value.operand if isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.USub) else value


def branches(value: ast.expr) -> tuple[ast.expr, ...]:
    """Return the two values of a conditional expression.

    If the expression is not conditional, the result only contains this expression.
    """
    return (value.body, value.orelse) if isinstance(value, ast.IfExp) else (value,)


def arguments_in(call: ast.Call) -> list[ast.expr]:
    """List the arguments of a call, positional arguments first."""
    return [*call.args, *(keyword.value for keyword in call.keywords)]


def own_name(call: ast.Call) -> str:
    """Return the name of a called function, or of a method that is called on `self` or `cls`.

    Returns an empty text if the call is on another object, as in `board.moves()`, or calls no name, as in `f()()`.
    """
    match call.func:
        case ast.Name(id=name) | ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name):
            return name
    return ""


def is_main_test(node: ast.AST) -> bool:
    """True for `if __name__ == "__main__"`."""
    return isinstance(node, ast.If) and "__name__" in names_in([node.test])


def is_static(function: Function, owner: ast.ClassDef) -> bool:
    """True for a function of a class that is not called on an instance, even if it is not declared as static.

    A function without a declaration is taken for static if its first parameter is not called `self` or `cls`, and if
    this parameter has an annotation or the class calls the function as `Class.function(...)`.
    """
    if any(is_name(expression, "staticmethod") for expression in function.decorator_list):
        return True
    first = [*function.args.posonlyargs, *function.args.args][:1]
    if not first or first[0].arg in SELF or function.decorator_list:
        return False
    own = f"{owner.name}.{function.name}"
    return first[0].annotation is not None or any(dotted(call.func) == own for call in every(ast.Call, owner))


def positional_parameters(function: Function) -> list[str]:
    """List the names of the positional parameters, without a `self` or `cls` that callers do not pass."""
    names = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
    passed = SELF.isdisjoint(names[:1]) or any(is_name(outer, "staticmethod") for outer in function.decorator_list)
    return names if passed else names[1:]


def names_in_sums(how: type[ast.operator], calls: Iterable[ast.Call]) -> set[str]:
    """Find the names in arguments such as `name + 1`.

    If `how` is `ast.Sub`, find the names in arguments such as `name - 1`.
    """
    given = (expression for call in calls for expression in arguments_in(call) if isinstance(expression, ast.BinOp))
    return {each.left.id for each in given if isinstance(each.op, how) and isinstance(each.left, ast.Name)}


def passed_arguments(*roots: ast.AST) -> Iterator[tuple[ast.Call, str, ast.expr]]:
    """Yield each argument of each call, with its call and with the parameter that receives it.

    If the program does not define the function, only arguments that are passed by keyword are yielded.
    """
    nodes = [node for root in roots for node in ast.walk(root)]
    takes = {node.name: positional_parameters(node) for node in nodes if isinstance(node, Function)}
    for call in nodes:
        if isinstance(call, ast.Call):
            by_place = zip(takes.get(last_name(call.func), ()), call.args, strict=False)
            yield from ((call, name, value) for name, value in by_place)
            yield from ((call, keyword.arg, keyword.value) for keyword in call.keywords if keyword.arg)
