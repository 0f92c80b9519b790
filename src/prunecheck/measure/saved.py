"""Read comparisons from files, with clear errors, and write them atomically."""

from pathlib import Path
from typing import Final

import msgspec

from prunecheck.errors import PrunecheckError
from prunecheck.measure.comparison import SCHEMA, Comparison, Planned

REMEDY: Final = "write one with: prunecheck compare --json -o FILE"


class ComparisonError(PrunecheckError):
    """A file is not a comparison, cannot be read or written, or belongs to another plan."""


class _Head(msgspec.Struct, frozen=True):
    schema: int


def as_json(comparison: Comparison) -> str:
    """The comparison as one line of JSON."""
    return msgspec.json.encode(comparison).decode()


def read_comparison(path: str | Path) -> Comparison:
    """Read the comparison in a file.

    Raises: ComparisonError if there is no comparison, or if it has another schema.
    """
    try:
        data = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        raise ComparisonError(f"{path}: {_reason(error)}; {REMEDY}") from None
    try:
        schema = msgspec.json.decode(data, type=_Head).schema
        if schema == SCHEMA:
            return _checked(msgspec.json.decode(data, type=Comparison))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ComparisonError(f"{path} is not a comparison: {error}; {REMEDY}") from None
    raise ComparisonError(f"{path} has schema {schema}, and this prunecheck reads {SCHEMA}; {REMEDY}")


def _checked(comparison: Comparison) -> Comparison:
    """Return the comparison. Raises: ValidationError if growth lacks a mean."""
    for row in comparison.growth:
        if len(row.depths) != len(row.leaves):
            raise msgspec.ValidationError(f"the growth of {row.search} has other depths than leaves")
    return comparison


def write_text(path: str | Path, text: str) -> None:
    """Write a file atomically: readers see either the old text or the new text.

    Raises: ComparisonError if it cannot be written.
    """
    try:
        target = Path(path)
        part = target.with_name(target.name + ".part")
        part.write_text(text, encoding="utf-8", newline="\n")
        part.replace(target)
    except (OSError, ValueError) as error:
        raise ComparisonError(f"cannot write {str(path)!r}: {_reason(error)}; choose another file") from None


def _reason(error: OSError | ValueError) -> str:
    return getattr(error, "strerror", None) or str(error)


def check_resumable(path: str | Path, saved: Comparison, version: str, planned: Planned) -> None:
    """Refuse to resume a comparison with another plan.

    Raises: ComparisonError that names the difference.
    """
    remedy = "use the options that it was started with, or choose another file"
    if saved.prunecheck != version:
        raise ComparisonError(
            f"{path} was started with prunecheck {saved.prunecheck}, this is {version}; choose another file"
        )
    for field in planned.__struct_fields__:
        if getattr(saved.planned, field) != getattr(planned, field):
            raise ComparisonError(
                f"{path} was started with another plan: its {field.replace('_', ' ')} differ; {remedy}"
            )
