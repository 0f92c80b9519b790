"""Turn click's usage errors into messages in the project's style."""

import re
from typing import Final

import click

from prunecheck.errors import UnknownNameError

EXTRA: Final = re.compile(r"Got unexpected extra arguments? \((.*)\)$")
REMEDIES: Final = {  # command -> the remedy for an extra argument
    "verify": "check one search at a time, or list several in [tool.prunecheck] of pyproject.toml; put quotes around "
    "the command of a program, as in 'pipe:node engine.js'",
    "new": "name the search with --search, and the file with -o",
    "show": "put quotes around the tree, and name searches with --search or --variant",
    "plot": "put quotes around an argument that contains spaces, and name published searches with --variant",
    "doctor": "put quotes around the command, as in 'pipe:node engine.js'",
}


def usage_message(error: click.ClickException) -> str:
    """Make the message for a usage error: what is wrong with the command line, and how to fix it."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is None:
        return error.format_message()
    name = context.info_name or ""
    if isinstance(error, click.NoSuchOption):
        known = [opt for parameter in context.command.get_params(context) for opt in parameter.opts]
        flags = [flag for flag in known if flag[0] == "-"]
        if error.option_name == "--search" and "subject" in known:
            return f"{name} takes the search without --search, as in prunecheck {name} engine.py:search"
        return str(UnknownNameError("option", error.option_name, flags, f"`{context.command_path}`"))
    if isinstance(error, click.MissingParameter) and error.param is not None:
        wanted = error.param.opts[-1] if isinstance(error.param, click.Option) else error.param.make_metavar(context)
        return f"{name} needs {wanted}{_words(error.param, context)}; for examples, see prunecheck help {name}"
    if isinstance(error, click.BadOptionUsage):
        option = next(param for param in context.command.params if error.option_name in param.opts)
        return f"{error.option_name} needs {option.make_metavar(context)} after it"
    if isinstance(error, click.UsageError) and (extra := EXTRA.match(error.message)):
        remedy = REMEDIES.get(name, "put quotes around an argument that contains spaces")
        return f"{name} does not take {extra[1]!r} as well: {remedy}; for examples, see prunecheck help {name}"
    return error.format_message()


def _words(param: click.Parameter, context: click.Context) -> str:
    """List the words that a parameter accepts: ': one, two or three'.

    Returns an empty text if the parameter accepts any text.
    """
    items = param.shell_complete(context, "")
    words = [item.value for item in items if item.type == "plain"]
    return f": {', '.join(words[:-1])} or {words[-1]}" if words and len(words) == len(items) else ""
