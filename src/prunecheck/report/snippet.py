"""Write code that reproduces a failure: a shell command, and a regression test that only uses the public API."""

import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import isinf

from prunecheck.contracts.order import contract
from prunecheck.contracts.value import KNUTH
from prunecheck.errors import printable
from prunecheck.shell import quoted
from prunecheck.subjects.convention import DepthRule
from prunecheck.trees.call import Call, Scenario
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.json import dumps, shortest_json
from prunecheck.trees.nested import to_nested
from prunecheck.trees.protocol import Number
from prunecheck.trees.scenario_json import scenario_to_json
from prunecheck.trees.values import show
from prunecheck.trees.walk import heights
from prunecheck.trees.window import FULL, Window
from prunecheck.verify.counterexamples import Witness
from prunecheck.verify.options import OPTIONS
from prunecheck.verify.outcomes import USUAL
from prunecheck.verify.records import ClaimVerdict, Origin, Report, VariantVerdict

MOST_NESTED = 100  # most plies of a tree: Python cannot parse more than 200 nested brackets, including those of calls
# in the order in which they are imported
NAMES = ("CLEAR", "INF", "Call", "Window", "check", "from_json", "from_nested")
STRINGS = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*["]""")


def command(verdict: VariantVerdict, claim: ClaimVerdict, said: Sequence[tuple[str, str]] = ()) -> str:
    """The shell command that checks a search once more, on the counterexample to a claim.

    `said` contains the user's options on how the search is called: names and values.
    """
    witness = claim.witness
    assert witness is not None
    words = list(_called(verdict, said))
    words += [f"--claims {name}" for name in _claims(claim, witness)]
    if witness.steps:
        words.append(f"--calls {quoted(scenario_to_json(witness.scenario))}")
    else:
        words.append(f"--tree {quoted(shortest_json(witness.tree))}")
        words += [] if witness.max_at_root else ["--root MIN"]
        words += [] if witness.depth is None else [f"--depth {witness.depth}"]
        words.append(f"--window {show(witness.window.alpha)} {show(witness.window.beta)}")
    words += [f"--{option.replace('_', '-')} {word}" for option, word in _terms(verdict, claim, witness, said)]
    return " ".join(words)


def whole_run(
    verdict: VariantVerdict, report: Report, said: Sequence[tuple[str, str]] = (), *, fail_on: str = USUAL
) -> str:
    """The shell command that reproduces a failure that no single tree shows.

    The command repeats the whole check, on the same trees.

    `fail_on` is the value that the option `--fail-on` needs so that the command fails.
    """
    scope = verdict.scope
    trees = [f"--seed {report.seed}", f"--examples {report.examples}"]
    if scope is not None:
        trees = [f"--exhaustive {scope.leaves}", *([f"--chains {scope.chains}"] if scope.chains else [])]
    trees += [] if fail_on == USUAL else [f"--fail-on {fail_on}"]
    words = *_called(verdict, said), *trees
    return printable(f"rerun   {' '.join(words)}")


def _called(verdict: VariantVerdict, said: Sequence[tuple[str, str]]) -> Iterator[str]:
    """The start of the shell command: `prunecheck verify`, the search, and the options on how the search is called."""
    yield "prunecheck verify"
    yield f"--variant {verdict.name}" if verdict.origin is Origin.CATALOGUE else quoted(verdict.name)
    yield from (f"--{option} {quoted(word)}" for option, word in said)


def pasted_test(
    verdict: VariantVerdict,
    claim: ClaimVerdict,
    said: Sequence[tuple[str, str]] = (),
    *,
    named: Callable[[str], str] | None = None,
) -> str:
    """Write a regression test that fails as long as the search violates the contract on a counterexample.

    `verdict`, `claim` and `said` have the same meaning as in `command`. `named` turns the name of the search, or of its
    game, into a Python expression; by default, into a string literal. Apart from the expressions that `named` returns,
    the test only uses names from `prunecheck`.
    """
    named = named or _quoted
    name, witness = verdict.name, claim.witness
    assert witness is not None
    lines, asked = _sequence(witness.scenario) if witness.steps else _single(witness)
    options = [*(f"claims=[{_quoted(contract)}]" for contract in _claims(claim, witness)), *asked]
    options += _keywords(said, named)
    options += [f"{option}={_quoted(word)}" for option, word in _terms(verdict, claim, witness, said)]
    lines.append(f"check({named(name)}, {', '.join(options)})")
    title = f"{name.rpartition(':')[2]} satisfies {next(_claims(claim, witness), claim.contract)}"
    return _test(f"{title}{' on a reused instance' if witness.steps else ''}", lines)


def pasted_run(
    verdict: VariantVerdict,
    report: Report,
    said: Sequence[tuple[str, str]] = (),
    *,
    fail_on: str = USUAL,
    named: Callable[[str], str],
) -> str:
    """Write a regression test for a failure that no single tree shows. The test repeats all checks.

    The parameters have the same meaning as in `whole_run` and `pasted_test`.
    """
    options = [*_keywords(said, named), f"seed={report.seed}", f"examples={report.examples}"]
    options += [] if fail_on == USUAL else [f"fail_on={_quoted(fail_on)}"]
    lines = [f"check({named(verdict.name)}, {', '.join(options)})"]
    return _test(f"{verdict.name.rpartition(':')[2]} passes", lines)


def _keywords(said: Sequence[tuple[str, str]], named: Callable[[str], str]) -> Iterator[str]:
    """Write the user's options as keyword arguments of the function `check`."""
    for option in dict.fromkeys(option for option, _ in said):
        shown = str if OPTIONS[option].is_number else named if option == "game" else _quoted
        words = [shown(word) for name, word in said if name == option]
        listed = f"[{', '.join(words)}]"
        yield f"{option}={words[0] if len(words) == 1 else listed}"


def _test(title: str, lines: Sequence[str]) -> str:
    """Write the source code of a test function, with the necessary imports."""
    used = set(re.findall(r"\w+", STRINGS.sub("", "\n".join(lines))))
    return "\n".join(
        [
            *(["from fractions import Fraction", ""] if "Fraction" in used else []),
            f"from prunecheck import {', '.join(name for name in NAMES if name in used)}",
            "",
            "",
            f"def test_{re.sub('[^0-9A-Za-z]+', '_', title)}():",
            *(f"    {line}" for line in lines),
        ]
    )


def reproduction(verdict: VariantVerdict, claim: ClaimVerdict, said: Sequence[tuple[str, str]] = ()) -> list[str]:
    """Lines for users to copy: a shell command and a regression test that reproduce a failure."""
    test = pasted_test(verdict, claim, said).splitlines()
    lines = [f"rerun   {command(verdict, claim, said)}", "paste", *(f"  {line}".rstrip() for line in test)]
    return list(map(printable, lines))


def _terms(
    verdict: VariantVerdict, claim: ClaimVerdict, witness: Witness, said: Sequence[tuple[str, str]]
) -> Iterator[tuple[str, str]]:
    """Yield the options, with values, that are needed to repeat the call in a counterexample.

    The option for the turn order is left out if the option `start` already implies it.
    """
    trees = [step.tree for step in witness.steps if step.tree is not None] or [witness.tree]
    drawn = verdict.origin is not Origin.CATALOGUE and "start" not in dict(said)
    if drawn and not all(tree.alternates for tree in trees):
        yield "turns", "any"
    if claim.depth_rule == DepthRule.EXACT.value and (witness.depth is not None or witness.steps):
        yield "depth_rule", DepthRule.EXACT.value


def _claims(claim: ClaimVerdict, witness: Witness) -> Iterator[str]:
    """Yield the name of the contract that a command or test must claim to reproduce the counterexample.

    If the counterexample is a sequence of calls, and the contract is not about sequences, yield nothing. If the
    contract only applies to the window (-inf, inf), but the search crashes in another window, yield the name of the
    contract `knuth`. The contract `knuth` applies to all windows, and a crash violates this contract, too.
    """
    broken = contract(claim.contract)
    judged = broken if broken.decides_in(witness.window) else KNUTH
    if not witness.steps or judged.in_sequences:
        yield judged.name


def _single(witness: Witness) -> tuple[list[str], list[str]]:
    """Test code for a counterexample with a single call: the lines before `check`, and the arguments of `check`."""
    asked = ["tree=tree", f"window={_window(witness.window)}"]
    asked += [] if witness.depth is None else [f"depth={witness.depth}"]
    return [f"tree = {pasted_tree(witness.tree)}"], asked


def _sequence(scenario: Scenario) -> tuple[list[str], list[str]]:
    """Test code for a counterexample with several calls: the lines before `check`, and the arguments of `check`."""
    trees = list(dict.fromkeys(call.tree for call in scenario if isinstance(call, Call)))
    names = {tree: f"tree_{nth}" if len(trees) > 1 else "tree" for nth, tree in enumerate(trees, 1)}
    lines = [f"{names[tree]} = {pasted_tree(tree)}" for tree in trees]
    calls = [_call(call, names[call.tree]) if isinstance(call, Call) else "CLEAR" for call in scenario]
    return [*lines, "calls = [", *(f"    {call}," for call in calls), "]"], ["calls=calls"]


def _call(call: Call, tree: str) -> str:
    said = [tree]
    said += [] if call.window == FULL else [_window(call.window)]
    said += [] if call.depth is None else [f"depth={call.depth}"]
    said += [f"path={call.path}"] if call.path else []
    return f"Call({', '.join(said)})"


def _window(window: Window[Number]) -> str:
    return f"Window({literal(window.alpha)}, {literal(window.beta)})"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def pasted_tree(tree: ExplicitTree[Number]) -> str:
    """A Python expression for a tree: nested lists if possible, or a call that builds the tree from a list of nodes.

    Nested lists are used if they can represent the tree, and if Python can parse them.
    """
    plain = not (tree.has_static_values or tree.shared) and tree.alternates
    if not plain or heights(tree, tree.root)[tree.root] > MOST_NESTED:
        return f"from_json({dumps(tree, flat=True)!r})"
    return f"from_nested({literal(to_nested(tree))}{'' if tree.is_max(tree.root) else ', max_at_root=False'})"


def literal(value: object) -> str:
    """Write nested lists of numbers as Python source code, with the names INF and Fraction for special values.

    >>> literal([1, [float("-inf"), Fraction(1, 3)]])
    '[1, [-INF, Fraction(1, 3)]]'
    """
    if isinstance(value, list):
        return f"[{', '.join(map(literal, value))}]"
    if isinstance(value, float) and isinf(value):
        return "INF" if value > 0 else "-INF"
    if isinstance(value, Fraction):
        return f"Fraction({literal(value.numerator)}, {literal(value.denominator)})"
    return show(value) if isinstance(value, int) else repr(value)
