"""The fields of everything that prunecheck prints as JSON, as tables made from the JSON Schemas."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from benchmarks import generate

from prunecheck.report.schema import SCHEMAS

OF_TREES: Final = {"Tree", "FlatTree", "FlatNode"}  # only explained once, on the page about trees


def field_tables() -> dict[str, str]:
    """For each schema, a table of its fields, then a section with a table for each record in it."""
    return {f"fields-{name}": "\n".join(_sections(schema())) for name, schema in SCHEMAS.items()}


def _sections(schema: Mapping[str, Any]) -> Iterator[str]:
    yield _table(schema)
    for name, record in schema["$defs"].items():
        if name not in OF_TREES or "FlatTree" not in schema["$defs"]:
            yield f"### {name}\n\n{record['description']}\n\n{_table(record)}"


def _table(record: Mapping[str, Any]) -> str:
    rows = [(f"`{name}`", _type(field), field["description"]) for name, field in record["properties"].items()]
    return generate.markdown([("field", "type", "meaning"), ("---",) * 3, *rows])


def _type(field: Mapping[str, Any]) -> str:
    """The type of a field in words."""
    if "$ref" in field:
        name = field["$ref"].rpartition("/")[2]
        return "[tree](trees.md#json)" if name == "Tree" else f"[{name}](#{name.lower()})"
    if "anyOf" in field:
        return _either([*map(_type, field["anyOf"])])
    if "const" in field:
        return f"`{field['const']}`"
    if "enum" in field:
        *words, last = ["null" if word is None else f"`{word}`" for word in field["enum"]]
        return f"{', '.join(words)} or {last}"
    if field["type"] == "array":
        items = re.sub(r"\b(string|integer|number)\b", r"\1s", _type(field["items"]))
        return f"{'pair' if 'minItems' in field else 'list'} of {items}"
    kinds = field["type"] if isinstance(field["type"], list) else [field["type"]]
    return _either(["true or false" if kind == "boolean" else kind for kind in kinds])


def _either(kinds: list[str]) -> str:
    return " or ".join(kind for kind in kinds if kind != "integer" or "number" not in kinds)
