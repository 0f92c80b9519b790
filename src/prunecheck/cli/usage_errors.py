"""Turn click's usage errors into messages in the project's style."""

import click

from prunecheck.errors import UnknownNameError


def usage_message(error: click.ClickException) -> str:
    """The message for a usage error: what is wrong, and what to do about it."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is None:
        return error.format_message()
    name = context.info_name or ""
    if isinstance(error, click.NoSuchOption):
        known = [each for parameter in context.command.get_params(context) for each in parameter.opts]
        return str(UnknownNameError(f"option of {name}", error.option_name, [each for each in known if each[0] == "-"]))
    if isinstance(error, click.MissingParameter) and error.param is not None:
        wanted = error.param.opts[-1] if isinstance(error.param, click.Option) else error.param.make_metavar(context)
        return f"{name} needs {wanted}; for examples, see prunecheck help {name}"
    if isinstance(error, click.BadOptionUsage):
        option = next(each for each in context.command.params if error.option_name in each.opts)
        return f"{error.option_name} needs {option.make_metavar(context)} after it"
    return error.format_message()
