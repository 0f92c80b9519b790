"""`prunecheck schema`: print the JSON Schema of the settings, or of a JSON report."""

import json
from typing import Final

import click

from prunecheck.cli.completion import complete
from prunecheck.cli.exit_status import HELD
from prunecheck.cli.help import command
from prunecheck.cli.options import file_option
from prunecheck.cli.printing import print_out
from prunecheck.config import pyproject_schema
from prunecheck.errors import look_up
from prunecheck.report.schema import SCHEMAS as OF_REPORTS

SCHEMAS: Final = {"config": pyproject_schema, **OF_REPORTS}


@command(
    "schema",
    examples=[
        (
            "prunecheck schema config -o prunecheck.schema.json",
            "write a JSON Schema for editors, to check pyproject.toml",
        ),
        ("prunecheck schema report", "print the fields of `prunecheck verify --json`"),
    ],
)
@click.argument("name", shell_complete=complete(lambda: SCHEMAS))
@file_option("-o", "--output", help_text="Write to this file instead of standard output.")
def schema(*, name: str, output: str | None) -> int:
    """Print the JSON Schema of a report or of the settings.

    The schema gives the type and the meaning of each field. NAME is config, for [tool.prunecheck] in pyproject.toml;
    report, for `verify --json`; comparison, for `compare --json`; changes, for `compare OLD NEW --json`; doctor, for
    `doctor --json`; or tree, for the flat form of a tree.
    """
    text = json.dumps(look_up("schema", name, SCHEMAS)(), indent=2)
    print_out(text, lambda _: None, output)
    return HELD
