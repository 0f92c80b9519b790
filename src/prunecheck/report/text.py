"""A report for people, on a terminal or in a pipe: the table, what was refuted and why, and one closing line."""

from collections.abc import Sequence
from itertools import groupby

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from prunecheck.contracts.order import CONTRACTS, implied, weakest
from prunecheck.report.data import status
from prunecheck.report.snippet import command, pasted_test
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.trees.values import show
from prunecheck.trees.walk import place
from prunecheck.verify.verdict import ClaimVerdict, LeafStatus, LeafVerdict, Outcome, Report, VariantVerdict, Witness

WIDE = 110  # columns of a terminal that show the whole table
MOST_LEAVES = 24  # that are listed one by one; a witness is nearly always far smaller

STYLES = {"held": "green", "held*": "green", "REFUTED": "bold red", "UNCONFIRMED": "bold red", "breaks": "yellow"}


def print_report(console: Console, report: Report) -> None:
    """Print `report` from its table to its closing line; long lines are not wrapped, so that they can be copied."""
    console.print(_table(report, console))
    for note in _notes(report):
        _say(console, note)
    for variant in report.variants:
        _refutations(console, variant)
        _games(console, variant)
    _known_breaks(console, report.variants)
    console.print()
    style = "bold green" if status(report) == "held" else "bold red" if not report.sound else "bold yellow"
    _say(console, closing_line(report), style)


def _say(console: Console, line: str, style: str = "") -> None:
    console.print(Text(line, style=style), soft_wrap=True)


def _table(report: Report, console: Console) -> Table:
    """Variant x contract. On a narrow terminal, the columns that are much alike in all rows are left out."""
    shown = [name for name in CONTRACTS if any(name in variant.contracts for variant in report.variants)]
    plain, wide = not console.is_terminal, console.width >= WIDE
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("variant", no_wrap=True)
    if wide:
        table.add_column("source", no_wrap=True)
    for name in shown:
        table.add_column(name if plain else name.replace("-", "-\n"), no_wrap=True)
    if wide:
        table.add_column("trees", justify="right", no_wrap=True)
        table.add_column("calls", justify="right", no_wrap=True)
    for variant in report.variants:
        cells = [Text(cell, style=STYLES.get(cell, "")) for cell in (_cell(variant, name) for name in shown)]
        if wide:
            trees = max((claim.trees for claim in variant.claims), default=0)
            calls = max((claim.calls for claim in variant.claims), default=0)
            cells = [Text(variant.source_id), *cells, Text(f"{trees:,}"), Text(f"{calls:,}")]
        table.add_row(variant.name, *cells)
    return table


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
        _say(console, f"{variant.name} breaks {name}: {claim.says}{also}", "bold red")
        if claim.witness is not None:
            for line in witness_lines(claim.witness):
                _say(console, f"  {line}")
            _say(console, f"  again   {command(variant.name, name, claim.witness)}")
            _say(console, "  paste")
            for line in pasted_test(variant.name, name, claim.witness).splitlines():
                _say(console, f"    {line}".rstrip())


def witness_lines(witness: Witness) -> list[str]:
    """The tree, the window, what was found and what is true, and each leaf with its standing before the law."""
    told = [leaf for leaf in witness.leaves if witness.error is None or leaf.status is not LeafStatus.MISSED]
    folded = [(line, len(list(alike))) for line, alike in groupby(map(_leaf_line, told))]
    lines = call_lines(witness)
    lines += [line if times == 1 else f"{line}    {times} times" for line, times in folded[:MOST_LEAVES]]
    if len(folded) > MOST_LEAVES:
        lines.append(f"        ... and {sum(times for _, times in folded[MOST_LEAVES:])} more leaves")
    return lines


def call_lines(witness: Witness) -> list[str]:
    """The tree, the window, what was found and what is true."""
    player = "MAX" if witness.max_at_root else "MIN"
    depth = "" if witness.depth is None else f"depth {witness.depth}    "
    found = f"found   {show(witness.found)}" if witness.error is None else f"ended   with {witness.error}"
    true = show(witness.truth)
    true += f", explained {' to '.join(map(show, witness.explained))}" if witness.explained else ""
    lines = [
        f"tree    {witness.tree}    {player} to move    {depth}window {witness.window}",
        f"{found}, true {true}" + ("" if witness.read is None else f"    {reads(witness)}"),
    ]
    if not witness.tree.alternates:
        lines.append(f"turns   {turns(witness.tree)}")
    if witness.tree.has_static_values:
        lines.append(f"static  {static_values(witness.tree)}")
    lines += [f"because {witness.objection}"] if witness.objection else []
    return lines


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
            found = f"found {show(game.found)}" if game.error is None else f"ended with {game.error}"
            broken = " and ".join(game.broken)
            console.print()
            _say(console, f"{variant.name} breaks {broken} on {game.game}", "bold red")
            _say(console, f"  {found}, true {show(game.truth)}; leaves read {game.leaves:,}")


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
        _say(console, "known breaks, each replayed on its smallest witness")
    for (confirmed, broken, where, why), names in breakers.items():
        word = "" if confirmed else "NOT CONFIRMED: "
        _say(console, f"  {broken} on {where}: {word}{why}", "" if confirmed else "bold red")
        if console.is_terminal:
            console.print(Padding(Text(", ".join(names)), (0, 0, 0, 4)))
        else:
            _say(console, f"    {', '.join(names)}")


def closing_line(report: Report) -> str:
    """The outcome in one line, with the evidence and the seed."""
    claims = [(variant.name, claim) for variant in report.variants for claim in variant.claims]
    games = {game.game for variant in report.variants for game in variant.games}
    known = sum(len(variant.breaks) for variant in report.variants)
    rate = f", {report.calls / report.drawing_seconds:,.0f} a second" if report.drawing_seconds > 0 else ""
    evidence = f"{_count(report.trees, 'tree')}, {_count(report.calls, 'call')}{rate}; seed {report.seed}"
    if not report.sound:
        return f"Refuted: {', '.join(_failures(report, claims))} ({evidence})"
    if report.interrupted or not report.complete:
        decided = sum(claim.outcome is Outcome.HELD for _, claim in claims)
        word = "Interrupted" if report.interrupted else "Undecided"
        return f"{word}: {decided} of {len(claims)} claims decided, none refuted ({evidence})"
    also = [f"{_count(known, 'known break')} confirmed"] if known else []
    also += [f"{_count(len(games), 'game')} right"] if games else []
    held = f"All {_count(len(claims), 'claim')} of {_count(len(report.variants), 'variant')} held"
    return f"{held} ({'; '.join([evidence, *also])})"


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def _failures(report: Report, claims: list[tuple[str, ClaimVerdict]]) -> list[str]:
    failures = [f"{name} {claim.contract}" for name, claim in claims if claim.outcome is Outcome.REFUTED]
    for variant in report.variants:
        failures += [f"{variant.name} known break of {each.contract}" for each in variant.breaks if not each.confirmed]
        failures += [f"{variant.name} {name} on {game.game}" for game in variant.games for name in game.broken]
    return failures
