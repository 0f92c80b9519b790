"""The JSON Schemas accept real reports and settings, and reject wrong ones."""

import copy
import json
import tomllib
from collections.abc import Iterator
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator, Draft202012Validator

from claims import refutation
from documents import HOME, blocks
from own_searches import right, wrong
from prunecheck import INF, Number, Window, cli, from_nested, verify_search
from prunecheck.cli.schema import SCHEMAS
from prunecheck.config import config_schema, options_in, pyproject_schema
from prunecheck.errors import PrunecheckError
from prunecheck.failures import BadReply
from prunecheck.report.data import as_json, subjects_as_json
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.json import dumps, loads
from prunecheck.verify.counterexamples import LeafStatus, LeafVerdict, Step, Witness
from prunecheck.verify.options import OPTIONS
from prunecheck.verify.records import Report

Output = pytest.CaptureFixture[str]


def objects(schema: Any) -> Iterator[dict[str, Any]]:
    """All objects in a schema."""
    if isinstance(schema, dict):
        if "properties" in schema:
            yield schema
        for part in schema.values():
            yield from objects(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from objects(part)


def strict(schema: dict[str, Any]) -> Draft202012Validator:
    """A validator that also refuses fields that are not in the schema."""
    closed = copy.deepcopy(schema)
    for record in objects(closed):
        record["additionalProperties"] = False
    Draft202012Validator.check_schema(closed)
    return Draft202012Validator(closed)


@pytest.mark.slow_cases("right")
@pytest.mark.parametrize("search", [right, wrong], ids=["right", "wrong"])
def test_a_report_on_a_search_is_valid(search: Any) -> None:
    """The report has findings and visit statistics, or a witness."""
    strict(SCHEMAS["report"]()).validate(json.loads(subjects_as_json([verify_search(search, examples=40).tried])))


def test_a_report_on_the_catalogue_is_valid(capsys: Output) -> None:
    """The variant is a driver, with games and known breaks."""
    assert cli.run(["verify", "--variant", "f1", "--quick", "--examples", "20", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["variants"][0]["known_breaks"]
    strict(SCHEMAS["report"]()).validate(report)


def test_a_report_with_values_beyond_json_is_valid() -> None:
    """The report has infinities, fractions, large integers, failures, shared nodes, and a call that clears."""
    tree = from_nested([Fraction(1, 3), [1 << 70]])
    nodes = [{"id": 0, "children": [1, 1]}, {"id": 1, "value": 1}]
    shared = loads(json.dumps({"prunecheck": "tree", "version": 1, "nodes": nodes}))
    leaf = LeafVerdict((0,), Fraction(1, 3), LeafStatus.BEYOND, "")
    steps = (Step(shared, found=1), Step(None, failure=BadReply("it fell")))
    seen = Witness(tree, Window(-INF, 1 << 64), Fraction(1, 3), None, BadReply("no"), (leaf,), 1, steps=steps)
    text = as_json(Report(0, 1, False, 1, 1, 0.1, 0.1, (refutation("a.py:b", "exact", seen)[0],)))
    found = json.loads(text)
    witness = {"$ref": "#/$defs/Witness", "$defs": SCHEMAS["report"]()["$defs"]}
    strict(witness).validate(found["variants"][0]["claims"][0]["witness"])


def test_comparisons_and_their_changes_are_valid(tmp_path: Path, capsys: Output) -> None:
    """One comparison has fewer searches, so rows are missing, and has a different tree model."""
    old, new = str(tmp_path / "old.json"), str(tmp_path / "new.json")
    shown = ["--workload", "deep-cutoff", "--growth", "random-leaves", "--depths", "1-2", "--trees", "2", "--json"]
    assert cli.run(["compare", "--variant", "f1,f2", *shown, "-o", old]) == 0
    assert cli.run(["compare", "--variant", "f1", *shown, "--time", "1", "-o", new]) == 0
    for file in (old, new):
        strict(SCHEMAS["comparison"]()).validate(json.loads(Path(file).read_text(encoding="utf-8")))
    capsys.readouterr()
    assert cli.run(["compare", old, new, "--json"]) == 0
    changes = json.loads(capsys.readouterr().out)
    assert changes["missing"] == ["f2"]
    strict(SCHEMAS["changes"]()).validate(changes)


def test_a_report_of_doctor_is_valid(capsys: Output) -> None:
    """The program fails the first check."""
    assert cli.run(["doctor", "--json", "cat"]) == 1
    strict(SCHEMAS["doctor"]()).validate(json.loads(capsys.readouterr().out))


def test_a_tree_in_the_flat_form_is_valid() -> None:
    """The tree has a static value and a fraction."""
    tree: ExplicitTree[Number] = ExplicitTree([[1], []], [0, Fraction(1, 3)], [False, True])
    strict(SCHEMAS["tree"]()).validate(json.loads(dumps(tree, flat=True)))


def test_the_report_in_the_docs_is_valid() -> None:
    """The report is the example on the reference page."""
    (shown,) = [block.text for block in blocks("docs/report.md") if block.language == "json"]
    strict(SCHEMAS["report"]()).validate(json.loads(shown))


def test_a_field_of_the_wrong_type_is_not_valid() -> None:
    """A missing field is not valid, either; a new field is, since it does not need a new version."""
    report = json.loads(subjects_as_json([verify_search(wrong, examples=20).tried]))
    validator = Draft202012Validator(SCHEMAS["report"]())
    assert validator.is_valid(report | {"new": 1})
    assert not validator.is_valid(report | {"status": "fine"})
    assert not validator.is_valid(report | {"seed": "0"})
    assert not validator.is_valid({name: value for name, value in report.items() if name != "variants"})


ONE: dict[str, Any] = {"search": "a.py:b"}
VALID: list[dict[str, Any]] = [
    {},
    {"subjects": [ONE]},
    {"effort": "quick", "seed": 3, "subjects": [ONE | {"claims": ["fishburn", "fail-soft"], "seconds": 0.5}]},
    {"subjects": [ONE | {"takes": "node,alpha,beta", "returns": "move-value", "turns": "any"}]},
    {"subjects": [ONE | {"takes": ["node", "depth"], "values": "mover", "domain": "any", "depth_rule": "exact"}]},
]
INVALID: list[dict[str, Any]] = [
    {"subjects": []},
    {"effort": "quick"},
    {"subjects": [{}]},
    {"subjects": "a.py:b"},
    {"subject": [ONE]},
    {"takes": "node", "subjects": [ONE]},
    {"effort": "slow", "subjects": [ONE]},
    {"subjects": [ONE | {"claims": ["exakt"]}]},
    {"subjects": [ONE | {"claims": "exact"}]},
    {"subjects": [ONE | {"seconds": 0}]},
    {"subjects": [ONE | {"seconds": 86_401}]},
    {"subjects": [ONE | {"examples": 0}]},
    {"subjects": [ONE | {"seed": -1}]},
    {"subjects": [ONE | {"seed": 1.5}]},
    {"subjects": [ONE | {"takes": ["nodes"]}]},
    {"subjects": [ONE | {"values": "min"}]},
    {"subjects": [ONE | {"other": 1}]},
]


@pytest.mark.parametrize("table", [*VALID, *INVALID], ids=str)
def test_settings_are_valid_if_prunecheck_takes_them(table: dict[str, Any]) -> None:
    """The table is valid alone, and in a `pyproject.toml` with other tables."""
    valid = table in VALID
    try:
        options_in(table)
    except PrunecheckError:
        assert not valid
    else:
        assert valid
    assert Draft7Validator(config_schema()).is_valid(table) is valid
    whole = {"project": {"name": "x"}, "tool": {"prunecheck": table, "ruff": {}}}
    assert Draft7Validator(pyproject_schema()).is_valid(whole) is valid


def test_every_option_is_described_in_the_schema() -> None:
    """The description is the text of `--help`. The example in the documentation is valid."""
    properties = config_schema()["properties"]["subjects"]["items"]["anyOf"][1]["properties"]
    assert list(properties) == list(OPTIONS)
    assert all(entry["description"] for entry in properties.values())
    (shown,) = [
        block.text
        for block in blocks("docs/configuration.md")
        if block.language == "toml" and "[tool.prunecheck]" in block.text
    ]
    validator = Draft7Validator(pyproject_schema())
    validator.validate(tomllib.loads(shown))
    assert validator.is_valid({"tool": {"prunecheck": {"subjects": ["a.py:b"]}}})
    assert not validator.is_valid({"tool": {"prunecheck": {"subjects": [3]}}})


def test_validate_pyproject_finds_the_schema() -> None:
    """`validate-pyproject` uses the entry point, whose function takes the name of the tool."""
    project = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    module, _, name = project["entry-points"]["validate_pyproject.tool_schema"]["prunecheck"].partition(":")
    found = getattr(import_module(module), name)("prunecheck")
    Draft7Validator.check_schema(found)
    assert found["$id"]


def test_the_command_prints_or_writes_each_schema(tmp_path: Path, capsys: Output) -> None:
    """An unknown name gets the nearest one as a suggestion."""
    for name, made in SCHEMAS.items():
        assert cli.run(["schema", name]) == 0
        text = capsys.readouterr().out
        assert text == json.dumps(made(), indent=2) + "\n"
        assert cli.run(["schema", name, "-o", str(tmp_path / name)]) == 0
        assert capsys.readouterr().out == f"wrote {tmp_path / name}\n"
        assert (tmp_path / name).read_text(encoding="utf-8") == text
    assert cli.run(["schema", "repot"]) == 2
    assert "did you mean 'report'?" in capsys.readouterr().err
