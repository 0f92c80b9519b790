"""Encode the results of a check as JSON."""

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import Any, Final

import msgspec

from prunecheck import __version__
from prunecheck.failures import Failure
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.json import dump_number, shortest_json
from prunecheck.trees.protocol import Number
from prunecheck.trees.window import Window
from prunecheck.verify.counterexamples import Step, Witness
from prunecheck.verify.outcomes import worst
from prunecheck.verify.records import Report, ValueLimit, VariantVerdict
from prunecheck.verify.trial_result import TrialResult

SCHEMA: Final = 4


def as_json(report: Report) -> str:
    """The report as one line of JSON. Infinities, fractions and integers beyond 64 bits become strings."""
    rows = (_row(variant, findings=(), checks=(), reading=None, value_limits=()) for variant in report.variants)
    return _line(report, report.status, rows)


def subjects_as_json(all_tried: Sequence[TrialResult]) -> str:
    """Combine the verdicts on several searches into one JSON report, with sums of counts, and the first seed."""
    parts = [result.report for result in all_tried] or [Report()]
    sums = {name: sum(getattr(part, name) for part in parts) for name in ("examples", "trees", "calls", *SECONDS)}
    skipped = tuple(dict.fromkeys(phase for part in parts for phase in part.skipped))
    stopped = any(part.interrupted for part in parts)
    whole = msgspec.structs.replace(parts[0], interrupted=stopped, skipped=skipped, **sums)
    rows = (
        _row(
            searched.verdict,
            findings=searched.findings,
            checks=() if nth else result.checked,
            reading=searched.reading,
            value_limits=searched.limits,
        )
        for result in all_tried
        for nth, searched in enumerate(result.searches)
    )
    return _line(whole, worst(result.status for result in all_tried), rows)


def _line(report: Report, status: str, rows: Iterable[dict[str, Any]]) -> str:
    first = {"prunecheck": __version__, "schema": SCHEMA, "status": status}
    rounded = {name: round(getattr(report, name), 3) for name in SECONDS}
    fields = _plain(msgspec.structs.replace(report, variants=(), **rounded))
    return msgspec.json.encode({**first, **fields, "variants": list(rows)}).decode()


def _row(verdict: VariantVerdict, **more: Any) -> dict[str, Any]:
    return {**_plain(verdict), **{name: _plain(value) for name, value in more.items()}}


def _plain(value: Any) -> Any:
    """Convert `value` to JSON types. A record becomes an object with its stored fields and computed fields."""
    if isinstance(value, Failure):
        return str(value)
    if isinstance(value, msgspec.Struct):
        names = zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
        more = DERIVED.get(type(value), {}).items()
        return {name: _plain(getattr(value, field)) for name, field in names} | {name: of(value) for name, of in more}
    if isinstance(value, tuple):
        return [_plain(entry) for entry in value]
    if isinstance(value, ExplicitTree):
        return msgspec.Raw(shortest_json(value).encode())
    if isinstance(value, Window):
        return [dump_number(value.alpha), dump_number(value.beta)]
    if isinstance(value, Enum):
        return value.value
    return value if value is None or isinstance(value, bool | str) else dump_number(value)


def _player(tree: ExplicitTree[Number] | None) -> str | None:
    return None if tree is None else "MAX" if tree.is_max(tree.root) else "MIN"


SECONDS: Final = ("seconds", "drawing_seconds")
DERIVED: Final[dict[type, dict[str, Callable[[Any], object]]]] = {  # fields that are added to each record in JSON
    Witness: {
        "objection": lambda witness: witness.objection,
        "root_player": lambda witness: _player(witness.tree),
        "leaves_read": lambda witness: witness.read,
    },
    ValueLimit: {"says": lambda limit: limit.says},
    Step: {
        "ask": lambda step: "clear" if step.tree is None else "search",
        "root_player": lambda step: _player(step.tree),
    },
}
