"""A report for people, on a terminal or in a pipe: the table, what was refuted and why, and one closing line."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from pathlib import Path

from rich.console import Console
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from prunecheck.contracts.order import CONTRACTS, implied, weakest
from prunecheck.failures import Failure, Raised
from prunecheck.report.lines import LABEL_WIDTH, on_screen, quantity, say, wrap_line
from prunecheck.report.snippet import reproduction
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.trees.values import show
from prunecheck.trees.walk import place
from prunecheck.trees.window import Window
from prunecheck.verify.records import (
    ClaimVerdict,
    LeafStatus,
    LeafVerdict,
    Outcome,
    Report,
    Step,
    VariantVerdict,
    Witness,
)

ENDLESS = 1_000  # columns: more than any table takes
MOST_LEAVES = 24  # that are listed one by one; a witness is nearly always far smaller

OPEN = "undecided"
ORDER = ("REFUTED", "UNCONFIRMED", "held", "breaks", OPEN)  # of the outcomes of a variant
STYLES = {"held": "green", "held*": "green", "REFUTED": "bold red", "UNCONFIRMED": "bold red", "breaks": "yellow"}


def print_report(console: Console, report: Report) -> None:
    """Print `report` from its table to its closing line; what is to be copied is not wrapped."""
    table = _table(report)
    if (
        on_screen(console)
        and Measurement.get(console, console.options.update(width=ENDLESS), table).maximum > console.width
    ):
        _summary(console, report)
    else:
        console.print(table)
    for note in _notes(report):
        say(console, note)
    for variant in report.variants:
        _refutations(console, variant)
        _games(console, variant)
    _known_breaks(console, report.variants)
    console.print()
    style = "bold green" if report.status == "held" else "bold red" if not report.sound else "bold yellow"
    say(console, closing_line(report), style)


def _table(report: Report) -> Table:
    """Variant x contract."""
    shown = [name for name in CONTRACTS if any(name in variant.contracts for variant in report.variants)]
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("variant", no_wrap=True)
    table.add_column("source", no_wrap=True)
    for name in shown:
        table.add_column(name, no_wrap=True)
    table.add_column("trees", justify="right", no_wrap=True)
    table.add_column("calls", justify="right", no_wrap=True)
    for variant in report.variants:
        cells = [Text(cell, style=STYLES.get(cell, "")) for cell in (_cell(variant, name) for name in shown)]
        trees = max((claim.trees for claim in variant.claims), default=0)
        calls = max((claim.calls for claim in variant.claims), default=0)
        table.add_row(variant.name, variant.source_id, *cells, Text(f"{trees:,}"), Text(f"{calls:,}"))
    return table


def _summary(console: Console, report: Report) -> None:
    """The table on a screen that it does not fit: a line for each variant, without the contracts that follow."""
    say(console, "variant, contracts that held (weaker ones follow from them), known breaks", "bold")
    width = max(len(variant.name) for variant in report.variants) + 2
    for variant in report.variants:
        cells = {name: _cell(variant, name) for name in CONTRACTS if name in variant.contracts}
        held = [name for name, cell in cells.items() if cell == "held"]
        follow = {weaker for name in held for weaker in implied(name) - {name}}
        outcomes: dict[str, list[str]] = {}
        for name, cell in cells.items():
            if name not in follow or cell != "held":
                word, star = ("held", "*") if cell == "held*" else (cell, "")
                outcomes.setdefault(OPEN if word == "?" else word, []).append(name + star)
        words = "; ".join(f"{word} {', '.join(outcomes[word])}" for word in ORDER if word in outcomes)
        bad = not variant.sound
        for row in wrap_line(variant.name.ljust(width) + words, console.width, hang=width):
            say(console, row, "bold red" if bad else "", verbatim=True)


def _cell(variant: VariantVerdict, contract: str) -> str:
    for claim in variant.claims:
        if claim.contract == contract:
            if claim.outcome is Outcome.REFUTED:
                return "REFUTED"
            if claim.outcome is Outcome.UNDECIDED:
                return "?"
            return "held*" if claim.condition else "held"
    known = [each for each in variant.breaks if each.contract == contract]
    if not known:
        return ""
    return "breaks" if all(each.confirmed for each in known) else "UNCONFIRMED"


def _notes(report: Report) -> list[str]:
    return [
        f"  held*: {claim.contract} of {variant.name} where {claim.condition}"
        for variant in report.variants
        for claim in variant.claims
        if claim.condition
    ]


def _refutations(console: Console, variant: VariantVerdict) -> None:
    refuted = {claim.contract: claim for claim in variant.claims if claim.outcome is Outcome.REFUTED}
    for name in weakest(refuted):
        claim = refuted[name]
        fallen = [other for other in refuted if other != name and name in implied(other)]
        also = f"; {' and '.join(fallen)} {'fall' if len(fallen) > 1 else 'falls'} with it" if fallen else ""
        console.print()
        say(console, f"{variant.name} breaks {name}: {claim.says}{also}", "bold red")
        if claim.witness is not None:
            for line in witness_lines(claim.witness):
                say(console, f"  {line}")
            for line in reproduction(variant, claim):
                say(console, f"  {line}".rstrip(), verbatim=True)


def witness_lines(witness: Witness) -> list[str]:
    """The tree, the window, what was found and what is true, and each leaf with its standing before the law."""
    told = [leaf for leaf in witness.leaves if witness.failure is None or leaf.status is not LeafStatus.MISSED]
    folded = [(line, len(list(alike))) for line, alike in groupby(map(_leaf_line, told))]
    lines = call_lines(witness)
    lines += [line if times == 1 else f"{line}    {times} times" for line, times in folded[:MOST_LEAVES]]
    if len(folded) > MOST_LEAVES:
        lines.append(f"        ... and {sum(times for _, times in folded[MOST_LEAVES:])} more leaves")
    return lines


def call_lines(witness: Witness) -> list[str]:
    """The tree, the window, what was found and what is true."""
    found = outcome(witness.found, witness.failure, width=LABEL_WIDTH)
    read = "" if witness.read is None else f"    {reads(witness)}"
    return [
        tree_line(witness.tree, witness.depth, witness.window),
        f"{found}, {true_words(witness.truth, witness.explained)}{read}",
        *tree_details(witness.tree),
        *([f"because {witness.objection}"] if witness.objection else []),
    ]


def outcome(found: Number | None, failure: Failure | None, *, width: int = 0) -> str:
    """What a search found, or how it ended; with a `width`, the first word is a label of that width."""
    if failure is None:
        return f"{'found '.ljust(width)}{show(found)}"
    return f"{'ended '.ljust(width)}with {with_place(failure)}"


def with_place(failure: Failure) -> str:
    """The sentence of a failure, with the file and line in the user's code that raised it, if that is known."""
    if not isinstance(failure, Raised) or not failure.file:
        return str(failure)
    file = Path(failure.file)
    with suppress(OSError, ValueError):  # there is no current folder, or the file is elsewhere
        file = file.relative_to(Path.cwd())
    return f"{failure} ({file}:{failure.line})"


def tree_line(tree: ExplicitTree[Number], depth: int | None, window: Window[Number]) -> str:
    """The tree as nested lists, who moves first, the depth if there is one, and the window."""
    plies = "" if depth is None else f"depth {depth}    "
    return f"tree    {tree_and_player(tree)}    {plies}window {window}"


def tree_and_player(tree: ExplicitTree[Number]) -> str:
    """The tree as nested lists, and who moves first."""
    return f"{tree}    {'MAX' if tree.is_max(tree.root) else 'MIN'} to move"


def tree_details(tree: ExplicitTree[Number], about: str = "") -> Iterator[str]:
    """What nested lists do not show: where a player moves again, and static values. `about` stands before them."""
    if not tree.alternates:
        yield f"turns   {about}{turns(tree)}"
    if tree.has_static_values:
        yield f"static  {about}{static_values(tree)}"


def true_words(truth: Number | None, explained: tuple[Number, ...] = ()) -> str:
    """The true value, and the values that deeper table entries explain."""
    return f"true {show(truth)}" + (f", explained {' to '.join(map(show, explained))}" if explained else "")


def reads(witness: Witness) -> str:
    """How many leaves were read, beside the fewest possible."""
    return f"leaves read {witness.read}, fewest possible {witness.fewest}"


def turns(tree: ExplicitTree[Number]) -> str:
    """Where the player who came to a node moves again, leaves included; of large trees, the first of them."""
    told: list[str] = []
    stack: list[tuple[int, tuple[int, ...], bool]] = [(tree.root, (), False)]
    while stack and len(told) < MOST_LEAVES:
        node, path, again = stack.pop()
        if again:
            told.append(f"{'MAX' if tree.is_max(node) else 'MIN'} again at {place(path)}")
        below = [
            (child, (*path, nth), tree.is_max(child) == tree.is_max(node))
            for nth, child in enumerate(tree.children(node))
        ]
        stack += reversed(below)
    return ", ".join([*told, "..."] if stack else told)


def static_values(tree: ExplicitTree[Number]) -> str:
    """Of the interior nodes, each with its place; of large trees, the first of them."""
    told: list[str] = []
    stack: list[tuple[int, tuple[int, ...]]] = [(tree.root, ())]
    while stack and len(told) < MOST_LEAVES:
        node, path = stack.pop()
        below = tree.children(node)
        if below:
            told.append(f"{place(path)} = {show(tree.evaluate(node))}")
            stack += [(child, (*path, nth)) for nth, child in reversed(list(enumerate(below)))]
    return ", ".join([*told, "..."] if stack else told)


def _leaf_line(leaf: LeafVerdict) -> str:
    standing = leaf.status.value if leaf.status is LeafStatus.LAWFUL else leaf.status.value.upper()
    return f"leaf    {place(leaf.path)} = {show(leaf.value)}  {standing}: {leaf.law}"


def _games(console: Console, variant: VariantVerdict) -> None:
    for game in variant.games:
        if game.broken:
            broken = " and ".join(game.broken)
            console.print()
            say(console, f"{variant.name} breaks {broken} on {game.game}", "bold red")
            say(console, f"  {outcome(game.found, game.failure)}, true {show(game.truth)}; leaves read {game.leaves:,}")


def _known_breaks(console: Console, variants: Sequence[VariantVerdict]) -> None:
    """Each witness once, with the variants that it is known against."""
    breakers: dict[tuple[bool, str, str, str], list[str]] = {}
    for variant in variants:
        for each in variant.breaks:
            player = "" if each.witness.max_at_root else ", MIN to move"
            where = f"{each.witness.tree} in {each.witness.window}{player}"
            breakers.setdefault((each.confirmed, each.contract, where, each.why), []).append(variant.name)
    if breakers:
        console.print()
        say(console, "known breaks, each replayed on its smallest witness")
    for (confirmed, broken, where, why), names in breakers.items():
        word = "" if confirmed else "NOT CONFIRMED: "
        say(console, f"  {broken} on {where}: {word}{why}", "" if confirmed else "bold red")
        say(console, f"    {', '.join(names)}")


def closing_line(report: Report) -> str:
    """The outcome in one line, with the evidence and the seed."""
    claims = [(variant.name, claim) for variant in report.variants for claim in variant.claims]
    games = {game.game for variant in report.variants for game in variant.games}
    known = sum(len(variant.breaks) for variant in report.variants)
    rate = f", {report.calls / report.drawing_seconds:,.0f} a second" if report.drawing_seconds > 0 else ""
    evidence = f"{quantity(report.trees, 'tree')}, {quantity(report.calls, 'call')}{rate}; seed {report.seed}"
    if not report.sound:
        return f"Refuted: {', '.join(_failures(report, claims))} ({evidence})"
    if report.interrupted or not report.complete:
        decided = sum(claim.outcome is Outcome.HELD for _, claim in claims)
        word = "Interrupted" if report.interrupted else "Undecided"
        return f"{word}: {decided} of {len(claims)} claims decided, none refuted ({evidence})"
    also = [f"{quantity(known, 'known break')} confirmed"] if known else []
    also += [f"{quantity(len(games), 'game')} right"] if games else []
    held = f"All {quantity(len(claims), 'claim')} of {quantity(len(report.variants), 'variant')} held"
    return f"{held} ({'; '.join([evidence, *also])})"


def _failures(report: Report, claims: list[tuple[str, ClaimVerdict]]) -> list[str]:
    failures = [f"{name} {claim.contract}" for name, claim in claims if claim.outcome is Outcome.REFUTED]
    for variant in report.variants:
        failures += [f"{variant.name} known break of {each.contract}" for each in variant.breaks if not each.confirmed]
        failures += [f"{variant.name} {name} on {game.game}" for game in variant.games for name in game.broken]
    return failures


def numbered(steps: tuple[Step, ...]) -> list[int | None]:
    """The number, from 1, of the step in which the tree of each step came first; None for `clear`."""
    first: dict[ExplicitTree[Number], int] = {}
    return [None if step.tree is None else first.setdefault(step.tree, nth) for nth, step in enumerate(steps, 1)]


def story_lines(witness: Witness) -> Iterator[str]:
    """A line for each step: the tree, or the step it came in, the window, what was found, and what is true."""
    steps = witness.steps
    for nth, (step, first) in enumerate(zip(steps, numbered(steps), strict=True), 1):
        label = f"step {nth}".ljust(8)
        if step.tree is None:
            yield f"{label}clear" + ("" if step.failure is None else f"    {outcome(None, step.failure)}")
            continue
        parts = [tree_and_player(step.tree) if first == nth else f"the tree of step {first}"]
        parts += [f"from {place(step.path)}"] if step.path else []
        parts += [f"depth {step.depth}"] if step.depth is not None else []
        also = witness.explained if nth == len(steps) else ()
        yield label + "    ".join(
            [*parts, f"window {step.window}", f"{outcome(step.found, step.failure)}, {true_words(step.truth, also)}"]
        )
    for tree, number in {step.tree: number for step, number in zip(steps, numbered(steps), strict=True)}.items():
        if tree is not None:
            yield from tree_details(tree, f"step {number}: ")
    if witness.objection:
        yield f"because {witness.objection}"
