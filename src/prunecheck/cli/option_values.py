"""Click types for the values of options: numbers and words. Error messages are in prunecheck's own style."""

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import click

from prunecheck.errors import UnknownNameError
from prunecheck.verify.options import MOST_SECONDS, OptionError, WholeFrom, read_seconds

LEAST = 0.01


def _place(param: click.Parameter | None) -> str:
    """The name of an option as typed on the command line, such as `--seed`."""
    return max(param.opts, key=len) if param is not None else "the value"


class Whole(click.IntRange):
    """The click type for a whole number that is at least `least`."""

    def __init__(self, least: int) -> None:
        """`least` is the smallest number that is accepted; the help text shows it."""
        super().__init__(min=least)
        self._read = WholeFrom(least)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Convert an option's text to a number. Raises: UsageError unless the text is a number in the allowed range."""
        with suppress(ValueError):  # an invalid value is refused below
            value = int(value)
        try:
            return self._read(value, _place(param))
        except OptionError as error:
            raise click.UsageError(str(error)) from None


class Seconds(click.FloatRange):
    """The click type for the time limit of one call, in seconds: at least 0.01, at most a day."""

    def __init__(self) -> None:
        """Set the smallest and the largest number of seconds, which the help text shows."""
        super().__init__(min=LEAST, max=MOST_SECONDS)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Convert an option's text to a number. Raises: UsageError unless the text is a number in the allowed range."""
        try:
            return read_seconds(float(value), _place(param), least=LEAST)
        except ValueError:
            raise click.UsageError(
                f"{_place(param)} is {value!r}, not a number; write a number such as 2 or 0.5"
            ) from None
        except OptionError as error:
            raise click.UsageError(str(error)) from None


class Share(click.FloatRange):
    """The click type for a fraction of 0 or more, such as 0.05 for 5 %."""

    def __init__(self) -> None:
        """Set the smallest fraction to 0, which the help text shows."""
        super().__init__(min=0)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Convert an option's text to a number. Raises: UsageError unless the text is a number in the allowed range."""
        try:
            share = float(value)
        except ValueError:
            share = -1.0
        if not 0 <= share < float("inf"):
            raise click.UsageError(
                f"{_place(param)} is {value!r}, not a fraction; write a fraction such as 0.05 for 5 %"
            )
        return share


class Word(click.Choice[str]):
    """The click type for one of a few words. For an unknown word, the error message suggests the nearest word."""

    def __init__(self, words: Iterable[str]) -> None:
        """`words` are the accepted words, in upper or in lower case."""
        super().__init__(list(words), case_sensitive=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the word in its standard spelling. Raises: UnknownNameError if the word is not one of the choices."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            raise UnknownNameError(f"value of {_place(param)}", str(value), self.choices) from None
