"""What a person pastes to see a failure again: a command, and a test."""

import re
from collections.abc import Sequence
from fractions import Fraction
from math import isinf
from shlex import quote

from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.json import dumps, shortest_json
from prunecheck.trees.nested import to_nested
from prunecheck.trees.protocol import Number
from prunecheck.trees.values import show
from prunecheck.trees.walk import heights
from prunecheck.verify.verdict import Witness

MOST_NESTED = 100  # plies; Python reads lists nested 200 deep, calls around them included
SECONDS = "seconds"  # the option that is no part of the convention


def command(
    variant: str, contract: str, witness: Witness, *, strict: bool = False, said: Sequence[tuple[str, str]] = ()
) -> str:
    """The command that judges just this witness again; with `strict`, by the strict reading of values to a depth.

    `said` are options that say how a search is called, each with its word.
    """
    player = "" if witness.max_at_root else " --root MIN"
    window = f"{show(witness.window.alpha)} {show(witness.window.beta)}"
    tree = quote(shortest_json(witness.tree))
    depth = "" if witness.depth is None else f" --depth {witness.depth}"
    target = quote(variant) if ":" in variant else f"--variant {variant}"
    reading = " --reading strict" if strict and witness.depth is not None else ""
    turns = " --turns any" if ":" in variant and not witness.tree.alternates else ""
    called = "".join(f" --{name} {quote(word)}" for name, word in said)
    judged = f"--claims {contract} --tree {tree}{player}{depth} --window {window}{turns}{reading}"
    return f"prunecheck verify {target}{called} {judged}"


def found_by(name: str, said: Sequence[tuple[str, str]]) -> str:
    """How Python finds a search by its name, with what is said of how it is called, and of its time.

    >>> found_by("a.py:b", [("takes", "node,beta"), ("seconds", "0.2")])
    'find_subject("a.py:b", declared=Wanted(takes="node,beta").declared(), seconds=0.2)'
    """
    quoted = '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
    words = ", ".join(f'{option}="{word}"' for option, word in said if option != SECONDS)
    declared = f", declared=Wanted({words}).declared()" if words else ""
    seconds = "".join(f", seconds={word}" for option, word in said if option == SECONDS)
    return f"find_subject({quoted}{declared}{seconds})"


def pasted_test(variant: str, contract: str, witness: Witness, said: Sequence[tuple[str, str]] = ()) -> str:
    """A pytest test that fails as long as the variant breaks the contract on this witness; `said` as for `command`."""
    tree = pasted_tree(witness.tree)
    flat = tree.startswith("loads(")
    window = f"{literal(witness.window.alpha)}, {literal(witness.window.beta)}"
    depth = "" if witness.depth is None else f", depth={witness.depth}"
    depth += ", deeper_entries=True" if witness.explained else ""
    stranger = ":" in variant
    imports = ["from prunecheck import INF, Window, from_nested"]
    if flat:
        imports = ["from prunecheck import INF, Window", "from prunecheck.trees.json import loads"]
    if "Fraction(" in tree + window:
        imports.insert(0, "from fractions import Fraction")
    if "INF" not in tree + window:
        imports = [each.replace("INF, ", "") for each in imports]
    source = "prunecheck.subjects.found import find_subject" if stranger else "prunecheck.catalog import variant"
    search = found_by(variant, said) if stranger else f'variant("{variant}")'
    wanted = ["from prunecheck.subjects.wanted import Wanted"] if "Wanted(" in search else []
    short = re.sub("[^0-9A-Za-z]+", "_", variant.rpartition(":")[2])
    return "\n".join(
        [
            *imports,
            f"from {source}",
            *wanted,
            "from prunecheck.verify.check import broken_contracts",
            "",
            "",
            f"def test_{short}_keeps_{contract.replace('-', '_')}():",
            f"    tree = {tree}",
            f"    search = {search}.search",
            f'    assert broken_contracts(search, ["{contract}"], tree, Window({window}){depth}) == []',
        ]
    )


def pasted_tree(tree: ExplicitTree[Number]) -> str:
    """The expression that makes a tree: nested lists where these can hold it, and Python reads lists so deep."""
    plain = not (tree.has_static_values or tree.shared) and tree.alternates
    if not plain or heights(tree, tree.root)[tree.root] > MOST_NESTED:
        return f"loads({dumps(tree, flat=True)!r})"
    return f"from_nested({literal(to_nested(tree))}{'' if tree.is_max(tree.root) else ', max_at_root=False'})"


def literal(value: object) -> str:
    """Nested lists of numbers as Python writes them, with the names INF and Fraction.

    >>> literal([1, [float("-inf"), Fraction(1, 3)]])
    '[1, [-INF, Fraction(1, 3)]]'
    """
    words: list[str] = []
    stack: list[object] = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, _Word):
            words.append(item)
        elif isinstance(item, list):
            words.append("[")
            stack.append(_Word("]"))
            for nth, each in enumerate(reversed(item)):
                stack += [_Word(", "), each] if nth else [each]
        else:
            words.append(_number(item))
    return "".join(words)


class _Word(str):
    """Text that is written as it stands."""

    __slots__ = ()


def _number(value: object) -> str:
    if isinstance(value, float) and isinf(value):
        return "INF" if value > 0 else "-INF"
    if isinstance(value, Fraction):
        return f"Fraction({_number(value.numerator)}, {_number(value.denominator)})"
    return show(value) if isinstance(value, int) else repr(value)
