"""Compute the expected values and leaves of the hard-wired zoo, by plain minimax over the same games.

No code of prunecheck is used. Each file of the zoo has `plain`, which is minimax without a window over the same rules,
and `evaluate`, from which `plain` and all searches of the file get the values of leaves. Here, `evaluate` can be
replaced to return random values and count its calls. A file is executed again for each call.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf
from random import Random
from typing import Any

from benchmarks.zoo_trial import Member

ALPHA_BETA_LEAVES = 1.15  # a search prunes if its ratio to the leaves of alpha-beta is at most this


@dataclass
class Node:
    """A call of `plain`: its value, the calls that it made, and how often it called `evaluate` itself."""

    value: Any = None
    children: list["Node"] = field(default_factory=list)
    evaluated: int = 0

    @property
    def size(self) -> int:
        """Number of calls."""
        return 1 + sum(child.size for child in self.children)

    @property
    def leaves(self) -> int:
        """Number of calls of `evaluate`."""
        return self.evaluated + sum(child.leaves for child in self.children)


def namespace_of(text: str) -> dict[str, Any]:
    """The names that a file defines, and `inf`, which a start expression may use."""
    names: dict[str, Any] = {"__name__": "own_game"}
    exec(compile(text, "own_game", "exec"), names)  # noqa: S102 - a file of this repository
    names.setdefault("inf", inf)
    return names


def _key(argument: Any) -> str:
    if isinstance(argument, dict):
        return repr(sorted(argument.items()))
    return repr(sorted(argument) if isinstance(argument, frozenset) else argument)


def _drawn(seed: int) -> Callable[..., int]:
    return lambda *position: Random(f"{seed} {[_key(part) for part in position]}").randint(-40, 40)  # noqa: S311


def _evaluate(names: dict[str, Any], seed: int | None) -> Callable[..., Any]:
    evaluate: Callable[..., Any] = names["evaluate"]
    return evaluate if seed is None else _drawn(seed)


def answer(text: str, member: Member, seed: int | None) -> tuple[Any, int]:
    """The result of the member's starting call, and the number of leaves that it evaluates.

    The value is None if the call raises an exception or runs away. With a `seed`, leaves have random values.
    """
    names = namespace_of(text)
    evaluate, leaves = _evaluate(names, seed), 0

    def counted(*position: Any) -> Any:
        nonlocal leaves
        leaves += 1
        return evaluate(*position)

    names["evaluate"] = counted
    try:
        return eval(f"({member.start}){member.value}", names), leaves  # noqa: S307 - likewise
    except (TypeError, ValueError, RecursionError):
        return None, leaves


def minimax(text: str, member: Member, seed: int | None) -> Node:
    """The tree of the calls of `plain` from the member's start position."""
    names = namespace_of(text)
    name = member.plain.partition("(")[0]
    evaluate, plain = _evaluate(names, seed), names[name]
    stack = [Node()]

    def counted(*position: Any) -> Any:
        stack[-1].evaluated += 1
        return evaluate(*position)

    def recorded(*position: Any) -> Any:
        node = Node()
        stack[-1].children.append(node)
        stack.append(node)
        node.value = plain(*position)
        return stack.pop().value

    names.update({"evaluate": counted, name: recorded})
    eval(member.plain, names)  # noqa: S307 - likewise
    return stack[0].children[0]


def alpha_beta_leaves(root: Node) -> int | None:
    """Count the leaves that alpha-beta evaluates; None if a value is not the max or min of its children."""
    for negated in (False, True):
        try:
            return _leaves(root, -inf, inf, negated=negated)[1]
        except ValueError:
            continue
    return None


def _leaves(node: Node, alpha: float, beta: float, *, negated: bool) -> tuple[float, int]:
    if not node.children:
        return node.value, node.evaluated
    values = [-child.value if negated else child.value for child in node.children]
    is_max = node.value == max(values)
    if node.evaluated or (not is_max and (negated or node.value != min(values))):
        raise ValueError
    best, leaves = -inf if is_max else inf, 0
    for child in node.children:
        window = (-beta, -alpha) if negated else (alpha, beta)
        value, more = _leaves(child, *window, negated=negated)
        leaves += more
        best = (max if is_max else min)(best, -value if negated else value)
        if is_max:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, leaves


@dataclass(frozen=True)
class Comparison:
    """A member against plain minimax: how many values differ, and the ratio to alpha-beta's leaves, if known."""

    wrong: list[int | None]
    ratio: float | None
    size: int


def compared(text: str, member: Member, *, draws: int) -> Comparison:
    """Compare the search with plain minimax, once with its own evaluation and then with random ones."""
    wrong: list[int | None] = []
    evaluated = expected = size = 0
    known = True
    for seed in (None, *range(draws)):
        value, leaves = answer(text, member, seed)
        tree = minimax(text, member, seed)
        size = max(size, tree.size)
        if value != tree.value:
            wrong.append(seed)
        fewest = alpha_beta_leaves(tree)
        if fewest is None:
            known = False
            continue
        evaluated, expected = evaluated + leaves, expected + fewest
    return Comparison(wrong, evaluated / expected if known and expected else None, size)
