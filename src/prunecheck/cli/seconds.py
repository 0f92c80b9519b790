"""The option `--seconds`."""

from typing import Any

import click

from prunecheck.verify.options import MOST_SECONDS, OptionError, read_seconds

LEAST = 0.01


class Seconds(click.FloatRange):
    """A number of seconds that one answer may take: at least a hundredth of one, at most a day."""

    def __init__(self) -> None:
        """With these bounds, which help shows."""
        super().__init__(min=LEAST, max=MOST_SECONDS)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number. Raises: UsageError for what is none, or out of these bounds."""
        try:
            return read_seconds(float(value), "--seconds", least=LEAST)
        except ValueError:
            raise click.UsageError(f"--seconds is {value!r}, not a number; write one such as 2 or 0.5") from None
        except OptionError as error:
            raise click.UsageError(str(error)) from None
