"""JSON Schemas for everything that prunecheck prints as JSON, made from the record classes and their docstrings."""

import inspect
import re
import types
from collections.abc import Callable
from enum import Enum
from fractions import Fraction
from functools import partial
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from prunecheck.failures import Failure
from prunecheck.measure.comparison import Comparison
from prunecheck.measure.moved import Movement
from prunecheck.report.data import DERIVED, SCHEMA
from prunecheck.subjects.external.doctor import DoctorReport
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.json import FlatTree
from prunecheck.trees.window import Window
from prunecheck.verify.checks import Check
from prunecheck.verify.outcomes import Status
from prunecheck.verify.records import Finding, Report, ValueLimit, VariantVerdict
from prunecheck.verify.visit_statistics import VisitCounts

DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"
NUMBER: Final[dict[str, Any]] = {"type": ["number", "string"]}  # "inf", "1/3" and large integers are strings
FIELD: Final = re.compile(r"^- `(\w+)`: (.+(?:\n  .+)*)", re.MULTILINE)  # an item of the list in a docstring
PLAIN: Final[dict[Any, dict[str, Any]]] = {
    bool: {"type": "boolean"},
    float: {"type": "number"},
    int: {"type": "integer"},
    str: {"type": "string"},
    type(None): {"type": "null"},
    **{failure: {"type": "string"} for failure in get_args(Failure)},
}
DERIVED_SCHEMAS: Final[dict[str, dict[str, Any]]] = {  # schemas of fields that only exist in JSON
    "root_player": {"enum": ["MAX", "MIN", None], "description": "who moves at the root of the tree"},
    "leaves_read": {
        "type": ["integer", "null"],
        "description": "how many leaves were evaluated, repetitions included; null if the search does not show them",
    },
    "objection": {"type": "string", "description": "`kind` and `details` together, as text"},
    "ask": {
        "enum": ["search", "clear"],
        "description": "whether the instance was called to search, or to clear its state",
    },
    "says": {"type": "string", "description": "the limit as text"},
}


def report_schema() -> dict[str, Any]:
    """The JSON Schema of the output of `prunecheck verify --json`. New fields can be added without a new version."""
    definitions: dict[str, Any] = {}
    report = _record(Report, definitions)
    report["properties"] = {
        "prunecheck": PLAIN[str] | {"description": "the version of prunecheck"},
        "schema": {
            "const": SCHEMA,
            "description": "the version of this format; it increases when a field changes its meaning or is removed",
        },
        "status": {"enum": [status.value for status in Status], "description": "the verdict on all searches"},
        **report["properties"],
    }
    row = definitions[VariantVerdict.__name__]
    of_own_searches = {
        "findings": (tuple[Finding, ...], "for a user's search, the findings"),
        "checks": (
            tuple[Check, ...],
            (
                "for a user's search that passes, the lines that the report prints on it, each with its topic; empty "
                "in the row for a reused instance"
            ),
        ),
        "reading": (VisitCounts | None, "for a user's search, how many leaves it evaluates, compared with alpha-beta"),
        "value_limits": (tuple[ValueLimit, ...], "for a user's search, the values beyond which it is wrong"),
    }
    for name, (kind, meaning) in of_own_searches.items():
        row["properties"][name] = _schema(kind, definitions) | {"description": meaning}
    for record in (report, row):
        record["required"] = list(record["properties"])
    return {"$schema": DRAFT, "title": "Report of prunecheck verify", **report, "$defs": definitions}


def schema_of(record: type[msgspec.Struct], title: str) -> dict[str, Any]:
    """The JSON Schema of a record that a command prints as JSON."""
    definitions: dict[str, Any] = {}
    return {"$schema": DRAFT, "title": title, **_record(record, definitions), "$defs": definitions}


SCHEMAS: Final[dict[str, Callable[[], dict[str, Any]]]] = {
    "report": report_schema,
    "comparison": partial(schema_of, Comparison, "Report of prunecheck compare"),
    "changes": partial(schema_of, Movement, "Changes between two reports of prunecheck compare"),
    "doctor": partial(schema_of, DoctorReport, "Report of prunecheck doctor"),
    "tree": partial(schema_of, FlatTree, "Tree in the flat form"),
}


def _schema(kind: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    """The JSON Schema for the type of a record's field. Schemas of records are added to `definitions`.

    Raises: TypeError if the type is unknown.
    """
    origin, arguments = get_origin(kind), get_args(kind)
    if kind in PLAIN:
        return PLAIN[kind]
    if origin in {Union, types.UnionType}:
        of_number = Fraction in arguments
        kinds = [argument for argument in arguments if not of_number or argument not in {int, float, Fraction}]
        choices = [NUMBER] * of_number
        for struct in kinds:
            if (found := _schema(struct, definitions)) not in choices:
                choices.append(found)
        return choices[0] if len(choices) == 1 else {"anyOf": choices}
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin is Window:
        return {"type": "array", "items": NUMBER, "minItems": 2, "maxItems": 2}
    if origin is ExplicitTree:
        return _tree(definitions)
    if origin in {tuple, list}:
        return {"type": "array", "items": _schema(arguments[0], definitions)}
    if isinstance(kind, type) and issubclass(kind, Enum):
        return {"enum": [member.value for member in kind]}
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        if kind.__name__ not in definitions:
            definitions[kind.__name__] = {}  # a placeholder, so that a record that contains itself ends here
            definitions[kind.__name__] = _record(kind, definitions)
        return {"$ref": f"#/$defs/{kind.__name__}"}
    raise TypeError(f"no JSON Schema for fields of type {kind}; add it to {__name__}")


def meanings(kind: type) -> dict[str, str]:
    """Read the meaning of each field of a record, or each member of an Enum, from the list in the class's docstring.

    >>> from prunecheck.verify.records import Skipped
    >>> meanings(Skipped)["phase"]
    'the name of the phase'
    """
    listed = FIELD.findall(inspect.getdoc(kind) or "")
    return {name: " ".join(meaning.split()).removesuffix(".") for name, meaning in listed}


def _record(record: type[msgspec.Struct], definitions: dict[str, Any]) -> dict[str, Any]:
    """The JSON Schema of a record class. The list in the class's docstring provides the descriptions of the fields."""
    hints = get_type_hints(record)
    fields = msgspec.structs.fields(record)
    meaning = meanings(record)  # empty if Python runs without docstrings
    properties = {
        field.encode_name: _schema(hints[field.name], definitions) | {"description": meaning.get(field.name, "")}
        for field in fields
    }
    properties |= {name: DERIVED_SCHEMAS[name] for name in DERIVED.get(record, {})}
    optional = {field.encode_name for field in fields if not field.required and record.__struct_config__.omit_defaults}
    return {
        "type": "object",
        "description": FIELD.split(inspect.getdoc(record) or "")[0].strip(),
        "properties": properties,
        "required": [name for name in properties if name not in optional],
    }


def _tree(definitions: dict[str, Any]) -> dict[str, Any]:
    """The JSON Schema of a tree: nested lists of values, or a flat list of nodes."""
    here = {"$ref": "#/$defs/Tree"}
    nested = {"type": "array", "items": here}
    if "Tree" not in definitions:
        definitions["Tree"] = {}
        definitions["Tree"] = {"anyOf": [NUMBER, nested, _schema(FlatTree, definitions)]}
    return here
