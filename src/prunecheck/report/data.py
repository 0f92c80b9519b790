"""A report as data: the records of `prunecheck verify --json`, their schema versioned."""

from typing import TypeAlias

import msgspec

from prunecheck import __version__
from prunecheck.trees.json import JsonNumber, dump_number, shortest_json
from prunecheck.trees.protocol import Number
from prunecheck.trees.window import Window
from prunecheck.verify.verdict import (
    BreakVerdict,
    ClaimVerdict,
    GameVerdict,
    LeafVerdict,
    Report,
    Step,
    VariantVerdict,
    Witness,
)

SCHEMA = 1

JsonWindow: TypeAlias = tuple[JsonNumber, JsonNumber]


class LeafData(msgspec.Struct, frozen=True):
    """A leaf read or missed: its path from the root, value, standing, and the law's comparison for it."""

    path: tuple[int, ...]
    value: JsonNumber
    status: str
    law: str


class StepData(msgspec.Struct, frozen=True):
    """One step of a sequence of searches with one instance: a search of a tree, or `clear`, which has no tree."""

    ask: str
    tree: msgspec.Raw | None
    root_player: str | None
    path: tuple[int, ...]
    depth: int | None
    window: JsonWindow | None
    found: JsonNumber | None
    true: JsonNumber | None
    error: str | None


class WitnessData(msgspec.Struct, frozen=True):
    """One call: `tree` in the nested form, or in the flat one where that cannot hold it; or the last of `steps`."""

    tree: msgspec.Raw
    root_player: str
    depth: int | None
    window: JsonWindow
    found: JsonNumber | None
    true: JsonNumber
    error: str | None
    leaves: tuple[LeafData, ...]
    leaves_read: int | None
    fewest_leaves: int
    objection: str
    explained: tuple[JsonNumber, ...]
    unshrunk: bool
    among: int | None
    steps: tuple[StepData, ...]


class StrictFailureData(msgspec.Struct, frozen=True):
    """On so many trees a contract holds by the witness criterion alone, and the smallest of them found."""

    trees: int
    witness: WitnessData


class ClaimData(msgspec.Struct, frozen=True):
    """A claim and its outcome: held, refuted or undecided; of values to a depth, by which reading."""

    contract: str
    says: str
    condition: str
    outcome: str
    trees: int
    calls: int
    witness: WitnessData | None
    reading: str
    strict_failure: StrictFailureData | None


class BreakData(msgspec.Struct, frozen=True):
    """A known break, replayed."""

    contract: str
    says: str
    why: str
    confirmed: bool
    witness: WitnessData


class GameData(msgspec.Struct, frozen=True):
    """A game searched whole: nodes visited, leaves read, and the contracts broken on it."""

    game: str
    window: JsonWindow
    found: JsonNumber | None
    true: JsonNumber
    error: str | None
    visited: int
    leaves_read: int
    broken: tuple[str, ...]


class FindingData(msgspec.Struct, frozen=True):
    """What was found about a search of the user's own: `weight` is broken, waste or note."""

    weight: str
    words: str
    contract: str
    slip: str


class ReadingData(msgspec.Struct, frozen=True):
    """What a search of the user's own reads over many trees: sums of leaves, then numbers of trees."""

    trees: int
    read: int
    alpha_beta: int
    fewest: int
    leaves: int
    again: int
    missed: int
    out_of_order: int
    needless: int


class VariantData(msgspec.Struct, frozen=True):
    """One variant; `source_id` is the number of one of the five source texts, or empty.

    For a search of the user's own, with the findings and the reading; else without.
    """

    name: str
    title: str
    source: str
    source_id: str
    needs: tuple[str, ...]
    claims: tuple[ClaimData, ...]
    known_breaks: tuple[BreakData, ...]
    games: tuple[GameData, ...]
    findings: tuple[FindingData, ...] = ()
    reading: ReadingData | None = None


class ReportData(msgspec.Struct, frozen=True):
    """The whole report; `status` is held, refuted, inconclusive or interrupted."""

    prunecheck: str
    schema: int
    status: str
    seed: int
    examples: int
    trees: int
    calls: int
    seconds: float
    drawing_seconds: float
    variants: tuple[VariantData, ...]


def status(report: Report) -> str:
    """The outcome of a report in one word."""
    if not report.sound:
        return "refuted"
    if report.interrupted:
        return "interrupted"
    return "held" if report.complete else "inconclusive"


def as_json(report: Report) -> str:
    """The report as one line of JSON; infinities, fractions and integers beyond 64 bits are strings."""
    return msgspec.json.encode(as_data(report)).decode()


def as_data(report: Report) -> ReportData:
    """The report as records that JSON can hold."""
    return ReportData(
        prunecheck=__version__,
        schema=SCHEMA,
        status=status(report),
        seed=report.seed,
        examples=report.examples,
        trees=report.trees,
        calls=report.calls,
        seconds=round(report.seconds, 3),
        drawing_seconds=round(report.drawing_seconds, 3),
        variants=tuple(map(_variant, report.variants)),
    )


def _variant(each: VariantVerdict) -> VariantData:
    return VariantData(
        name=each.name,
        title=each.title,
        source=each.source,
        source_id=each.source_id,
        needs=each.needs,
        claims=tuple(map(_claim, each.claims)),
        known_breaks=tuple(map(_break, each.breaks)),
        games=tuple(map(_game, each.games)),
    )


def _claim(claim: ClaimVerdict) -> ClaimData:
    failure = claim.strict_failure
    return ClaimData(
        contract=claim.contract,
        says=claim.says,
        condition=claim.condition,
        outcome=claim.outcome.value,
        trees=claim.trees,
        calls=claim.calls,
        witness=None if claim.witness is None else _witness(claim.witness),
        reading=claim.reading,
        strict_failure=None if failure is None else StrictFailureData(failure.trees, _witness(failure.witness)),
    )


def _break(each: BreakVerdict) -> BreakData:
    return BreakData(each.contract, each.says, each.why, each.confirmed, _witness(each.witness))


def _game(game: GameVerdict) -> GameData:
    return GameData(
        game=game.game,
        window=_window(game.window),
        found=_number(game.found),
        true=dump_number(game.truth),
        error=game.error,
        visited=game.visited,
        leaves_read=game.leaves,
        broken=game.broken,
    )


def _witness(witness: Witness) -> WitnessData:
    return WitnessData(
        tree=msgspec.Raw(shortest_json(witness.tree).encode()),
        root_player="MAX" if witness.max_at_root else "MIN",
        depth=witness.depth,
        window=_window(witness.window),
        found=_number(witness.found),
        true=dump_number(witness.truth),
        error=witness.error,
        leaves=tuple(map(_leaf, witness.leaves)),
        leaves_read=witness.read,
        fewest_leaves=witness.fewest,
        objection=witness.objection,
        explained=tuple(map(dump_number, witness.explained)),
        unshrunk=witness.unshrunk,
        among=witness.among,
        steps=tuple(map(_step, witness.steps)),
    )


def _step(step: Step) -> StepData:
    tree = step.tree
    if tree is None:
        return StepData("clear", None, None, (), None, None, None, None, step.error)
    return StepData(
        ask="search",
        tree=msgspec.Raw(shortest_json(tree).encode()),
        root_player="MAX" if tree.is_max(tree.root) else "MIN",
        path=step.path,
        depth=step.depth,
        window=_window(step.window),
        found=_number(step.found),
        true=_number(step.truth),
        error=step.error,
    )


def _leaf(leaf: LeafVerdict) -> LeafData:
    return LeafData(leaf.path, dump_number(leaf.value), leaf.status.value, leaf.law)


def _window(window: Window[Number]) -> JsonWindow:
    return dump_number(window.alpha), dump_number(window.beta)


def _number(value: Number | None) -> JsonNumber | None:
    return None if value is None else dump_number(value)
