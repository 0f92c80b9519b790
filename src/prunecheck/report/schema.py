"""JSON Schemas of the JSON reports, made from the record classes that the reports encode."""

import inspect
import types
from enum import Enum
from fractions import Fraction
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from prunecheck.failures import Failure
from prunecheck.measure.comparison import Comparison
from prunecheck.report.data import DERIVED, SCHEMA
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.json import FlatTree
from prunecheck.trees.window import Window
from prunecheck.verify.checks import Check
from prunecheck.verify.records import Finding, Report, ValueLimit, VariantVerdict
from prunecheck.verify.status import Status
from prunecheck.verify.visit_statistics import VisitCounts

DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"
NUMBER: Final[dict[str, Any]] = {
    "type": ["number", "string"],
    "description": 'a number; "inf", "1/3" and large integers are strings',
}
PLAIN: Final[dict[Any, dict[str, Any]]] = {
    bool: {"type": "boolean"},
    float: {"type": "number"},
    int: {"type": "integer"},
    str: {"type": "string"},
    type(None): {"type": "null"},
    **{failure: {"type": "string"} for failure in get_args(Failure)},
}
DERIVED_SCHEMAS: Final[dict[str, dict[str, Any]]] = {  # schemas of the fields that are added in JSON
    "root_player": {"enum": ["MAX", "MIN", None]},
    "leaves_read": {"type": ["integer", "null"]},
    "objection": {"type": "string"},
    "ask": {"enum": ["search", "clear"]},
    "says": {"type": "string"},
}


def report_schema() -> dict[str, Any]:
    """The schema of what `prunecheck verify --json` prints. New fields may be added without a new version."""
    definitions: dict[str, Any] = {}
    report = _record(Report, definitions)
    report["properties"] = {
        "prunecheck": PLAIN[str],
        "schema": {"const": SCHEMA},
        "status": {"enum": [status.value for status in Status]},
        **report["properties"],
    }
    row = definitions[VariantVerdict.__name__]
    row["properties"]["findings"] = _schema(tuple[Finding, ...], definitions)
    row["properties"]["checks"] = _schema(tuple[Check, ...], definitions)
    row["properties"]["reading"] = _schema(VisitCounts | None, definitions)
    row["properties"]["value_limits"] = _schema(tuple[ValueLimit, ...], definitions)
    for record in (report, row):
        record["required"] = list(record["properties"])
    return {"$schema": DRAFT, "title": "Report of prunecheck verify", **report, "$defs": definitions}


def comparison_schema() -> dict[str, Any]:
    """The schema of what `prunecheck compare --json` prints."""
    return {"$schema": DRAFT, **msgspec.json.schema(Comparison), "title": "Report of prunecheck compare"}


def _schema(kind: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    """The schema of a field type. Records are added to `definitions`. Raises: TypeError for an unknown type."""
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
        return {"type": "array", "items": NUMBER, "minItems": 2, "maxItems": 2, "description": "alpha, beta"}
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


def _record(record: type[msgspec.Struct], definitions: dict[str, Any]) -> dict[str, Any]:
    hints = get_type_hints(record)
    fields = msgspec.structs.fields(record)
    properties = {field.encode_name: _schema(hints[field.name], definitions) for field in fields}
    properties |= {name: DERIVED_SCHEMAS[name] for name in DERIVED.get(record, {})}
    optional = {field.encode_name for field in fields if not field.required and record.__struct_config__.omit_defaults}
    return {
        "type": "object",
        "description": inspect.getdoc(record) or "",
        "properties": properties,
        "required": [name for name in properties if name not in optional],
    }


def _tree(definitions: dict[str, Any]) -> dict[str, Any]:
    """Nested lists of values, or the flat form."""
    here = {"$ref": "#/$defs/Tree"}
    nested = {"type": "array", "items": here}
    if "Tree" not in definitions:
        definitions["Tree"] = {}
        definitions["Tree"] = {"anyOf": [NUMBER, nested, _schema(FlatTree, definitions)]}
    return here
