"""The options of a run: each is defined only in the record, and everything that takes or names them agrees."""

import inspect
import re
from typing import Any, get_type_hints

import click
import pytest
from docs.measured import measured_tables

from documents import DOCUMENTS, names, table, tables
from prunecheck import UnknownNameError, cli, verify_search
from prunecheck.verify.options import ARGUMENTS, OPTIONS, Options, Use, having, read_options

OF_ONE_TREE = ("tree", "window", "depth", "calls")  # say what is checked, not how


def click_options(command: str) -> dict[str, click.Option]:
    """The options of a command, by name."""
    params = cli.program.command(command).params
    return {param.opts[0].removeprefix("--"): param for param in params if isinstance(param, click.Option)}


def test_the_signature_of_verify_search_is_that_of_the_record() -> None:
    """Names, order, defaults and types are the same; claims may have any order and come from any source."""
    parameters = inspect.signature(verify_search).parameters
    assert tuple(parameters) == ("search", *ARGUMENTS, *OF_ONE_TREE)
    usual = Options()
    alike = [name for name in ARGUMENTS if name != "start"]  # `start` may be one or several, strings or functions
    assert {name: parameters[name].default for name in alike} == {name: getattr(usual, name) for name in alike}
    typed, recorded = get_type_hints(verify_search), get_type_hints(Options)
    assert [name for name in alike if typed[name] != recorded[name]] == ["claims"]


def test_every_field_is_an_option() -> None:
    """The only exception is the set of given names."""
    assert tuple(Options.__dataclass_fields__) == (*OPTIONS, "said")


def test_the_commands_take_the_options_of_the_record() -> None:
    """`verify` takes all of them, `divide` those for one tree, with the record's help text and metavar."""
    for command, taken in (("verify", ARGUMENTS), ("divide", having(Use.DIVIDE))):
        options = {name.replace("-", "_"): option for name, option in click_options(command).items()}
        assert [name for name in ARGUMENTS if name in options] == list(taken)
        for name in taken:
            assert (options[name].help, options[name].metavar or "") == (OPTIONS[name].help, OPTIONS[name].metavar)


def test_the_marker_takes_the_options_of_the_record(pytestconfig: pytest.Config) -> None:
    """Claims are positional arguments, and no parameter names a search, which is the marked function."""
    (line,) = [line for line in pytestconfig.getini("markers") if line.startswith("prunecheck(")]
    assert line.partition(":")[0] == f"prunecheck(*{', '.join(ARGUMENTS)})"


@pytest.mark.parametrize("name", [name for name in ARGUMENTS if OPTIONS[name].words])
def test_help_and_documents_list_the_choices(name: str) -> None:
    """Choices are shown completely, except for the roles, which are many; for these, the help has an example."""
    words = OPTIONS[name].words
    if OPTIONS[name].metavar and name != "takes":
        assert all(word in OPTIONS[name].help for word in words)
    if name in ("effort", "fail_on"):
        page = DOCUMENTS["docs/configuration.md" if name == "effort" else "docs/verification.md"]
        assert all(f"`{word}`" in page for word in words)
    else:
        (row,) = [row for row in table("docs/conventions.md", "option", "words") if row["option"] == name]
        assert names(row["words"]) == list(words)


def test_the_documents_name_every_option() -> None:
    """The options of `divide` are in the generated table; a sentence on `verify_search` refers to the list of keys."""
    (rows,) = tables(measured_tables()["options-divide"])
    described = " ".join(row["option"] for row in rows)
    assert {f"--{name.replace('_', '-')}" for name in having(Use.DIVIDE)} <= set(re.findall(r"--[\w-]+", described))
    said = " ".join(DOCUMENTS["docs/subjects.md"].split())
    assert "`verify_search` takes [the same options](configuration.md#keys) as this command" in said


SAID: dict[str, Any] = {
    "claims": ["exact"],
    "effort": "quick",
    "examples": 7,
    "seed": 3,
    "seconds": 0.5,
    "takes": "node,alpha,beta",
    "values": "mover",
    "answers": "max",
    "returns": "move",
    "give": "player='X'",
    "domain": "any",
    "turns": "any",
    "start": ("search(board)", "search(other)"),
    "game": "rules.py:Rules",
    "depth_rule": "exact",
    "fail_on": "wrong",
}


def test_every_source_of_an_option_gives_the_same_record(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sources are the command line, Python, a configuration table, and a marker."""
    seen: list[Options] = []

    def judged(_search: object, options: Options, *_: object) -> None:
        seen.append(options)
        raise KeyboardInterrupt

    monkeypatch.setattr("prunecheck.api.judge_search", judged)
    monkeypatch.setattr("prunecheck.verify.earlier_failures.judge_search", judged)
    with pytest.raises(KeyboardInterrupt):
        verify_search("a.py:b", **SAID)
    said = {name.replace("_", "-"): value for name, value in SAID.items()} | {"claims": "exact"}
    values = [(name, setting) for name, value in said.items() for setting in (value if name == "start" else [value])]
    words = [word for name, value in values for word in (f"--{name}", value)]
    cli.run(["verify", "a.py:b", *map(str, words)])
    assert set(SAID) == set(ARGUMENTS)
    assert seen == [read_options(SAID), read_options({"search": "a.py:b", **SAID})]
    assert {name for name in ARGUMENTS if getattr(seen[0], name) != getattr(Options(), name)} == set(ARGUMENTS)


def test_a_rerun_repeats_the_options_for_the_call() -> None:
    """Budgets are left out, since a witness needs none, and so are options that follow from the witness."""
    assert list(dict(read_options(SAID).calling)) == list(having(Use.RERUN))
    assert Options().calling == ()


def test_an_unknown_key_suggests_the_nearest() -> None:
    """Only keys that are allowed in this place are suggested."""
    with pytest.raises(UnknownNameError, match="unknown key of here 'sead'; did you mean 'seed'"):
        read_options({"sead": 3}, "here")
    with pytest.raises(UnknownNameError, match="unknown key of here 'search'"):
        read_options({"search": "a.py:b"}, "here", names=ARGUMENTS)
